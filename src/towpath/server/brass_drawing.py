"""The drawings of Brass: board, tracks, mats and hands, and what an action in hand changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, product
from typing import Any, ClassVar

import htpy as h
from htpy import Node

from towpath.api import Event, Glimpse
from towpath.api.sandbox import Best
from towpath.brass.actions import DISTANT, TRACK
from towpath.brass.data import PERIODS
from towpath.brass.developing import CHOICES
from towpath.brass.rules import BrassRules
from towpath.brass.state import BrassState
from towpath.kernel import views
from towpath.language import msg, say
from towpath.render.brass import mats, pieces, tracks, words
from towpath.render.brass.board import board_list, board_svg
from towpath.server import numbers_part, wording
from towpath.server.composition import Composition
from towpath.server.drawn import Drawing, Panel, Steps
from towpath.server.looking import Look

NOT_SPENT = ("income",)
"""Purposes of payments that do not count for the order of play."""


def _brass(look: Look) -> BrassRules:
    """The title, which is Brass."""
    assert isinstance(look.rules, BrassRules)
    return look.rules


def _markets(look: Look) -> Node:
    return [tracks.markets(_brass(look), look.state), h.p[mats.deck_words(_brass(look), look.state)]]


def _mats(look: Look) -> Node:
    return mats.mats(_brass(look), look.state, look.names)


def _income(look: Look) -> Node:
    rules = _brass(look)
    levels = [
        h.li[
            say(
                "{player}: {amount} a round, space {space}; {points} points scored, {score} if it ended now",
                player=look.names.get(seat, seat),
                amount=words.money(rules, rules.level(look.state, seat)),
                space=look.state.income[seat],
                points=look.state.points[seat],
                score=rules.scores(look.state)[seat],
            )
        ]
        for seat in look.state.order
    ]  # fmt: skip
    return [
        h.ul(".tp-lines")[levels],
        h.div(".tp-scroll", role="region", tabindex="0", aria_label=say("Income track"))[
            tracks.income_svg(rules, look.state, look.names)
        ],
    ]


def _scoring(look: Look) -> Node:
    return [_standing(look) if look.full.finished is None else None, _scored(look)]


def _standing(look: Look) -> Node:
    return [
        h.p(".dim")[
            say("What the board would score if the period ended now, line by line; cash counts at the end of the game.")
        ],
        mats.scoring_table(_brass(look), look.state, look.names),
    ]


def _scored(look: Look) -> Node:
    """What was scored at the ends of periods, by players."""
    if look.state.period == "canal" and look.full.finished is None:
        return None
    entries = look.game.timeline.standing(look.number)
    told = [event for number in entries for event in look.game.events(number) if event.kind in ("scored", "points")]
    periods: list[list[Event]] = [[]]
    for event in told:
        if event.kind == "points":
            periods.append([])
        else:
            periods[-1].append(event)
    return [
        [
            h.h3[say("Scored at the end of the {period} period", period=words.period_name(name))],
            [_sum(look, seat, lines) for seat in look.state.order],
        ]
        for name, lines in zip(PERIODS, periods, strict=False)
        if lines
    ]


def _sum(look: Look, seat: str, lines: list[Event]) -> Node:
    own = [line for line in lines if line.data["seat"] == seat]
    total = sum(line.data["points"] for line in own)
    return h.details(open=look.full.finished is not None)[
        h.summary[f"{look.names.get(seat, seat)}: {total}"],
        h.ul(".tp-lines")[[h.li[wording.story(look.rules, [line], look.names)] for line in own]],
    ]


class BrassDrawing(Drawing):
    """What is drawn of Brass."""

    first: ClassVar[Mapping[str, Panel]] = {"market": Panel(msg("Markets"), msg("Coal, iron and cotton"), _markets)}
    panels: ClassVar[Mapping[str, Panel]] = {
        "mats": Panel(msg("Mats"), msg("Players' mats"), _mats),
        "income": Panel(msg("Income"), msg("Income and points"), _income),
        "scoring": Panel(msg("Scoring"), msg("Scoring"), _scoring),
        "sheet": Panel(msg("Rounds"), msg("Round by round"), numbers_part.rounds_part),
        **Drawing.panels,
    }
    board_is_open = True
    steps = Steps(
        places=("space", "line", "mill"),
        order=("type", "place", "industry", "industries", "to", "coal", "iron", "amount", "card", "second_card"),
        card="card",
        pair="second_card",
        sources=("coal", "iron", "to"),
    )

    def board(self, look: Look, best: Best | None, laid: Any) -> Node:
        """The board, with an action in hand as if it were done."""
        shown = self._after(look) or look.state
        return board_svg(
            _brass(look),
            shown,
            look.names,
            highlights=self._outlined(look),
            label=say("Board, {round}", round=look.moment.round),
        )

    def _after(self, look: Look) -> BrassState | None:
        """The position after the action in hand, while the period goes on."""
        glimpse = look.glimpse
        state: Any = (glimpse.state or glimpse.until) if glimpse is not None else None
        if state is None or state.period != look.state.period:
            return None
        seen: BrassState = views.view(look.rules, state, look.viewer)
        return seen

    def _outlined(self, look: Look) -> dict[str, str]:
        assert self.steps is not None
        if look.asked.why:
            return {look.asked.why: "selected"}
        if look.asked.choice is not None:
            return _in_hand(look.asked.choice)
        if not look.offers:
            return {}
        made = Composition(look, self.steps)
        found = dict.fromkeys(made.places(), "lay")
        if (place := str(made.begun.get("place"))) in found:
            found[place] = "selected"
        return found | dict.fromkeys(made.sources(), "pick")

    def place_words(self, look: Look, place: str) -> Node:
        """A space, a line or a town."""
        return board_list(_brass(look), look.state, look.names, places=[place])

    def badge(self, look: Look, entity: str) -> Node:
        """A player's colour and pattern."""
        rules = _brass(look)
        return pieces.seat_badge(rules, entity, look.names.get(entity, entity)) if entity in rules.seats else None

    def hand(self, look: Look) -> Node:
        """The viewer's own mat, and his cards while they are not in the decision."""
        rules, seat = _brass(look), look.viewer
        if seat is None:
            return None
        return [
            None if look.offers else mats.hand(rules, look.state, seat, look.names),
            h.details[h.summary[say("Own mat")], mats.mat(rules, look.state, seat, look.names)],
        ]

    def players(self, look: Look) -> Node:
        """All players in the order of the round."""
        acting = tuple(seat for _, seat in look.moment.actors)
        return mats.players_panel(_brass(look), look.state, look.names, acting=acting)

    def card(self, look: Look, card: str) -> Node:
        """The face of a card."""
        return mats.card_face(_brass(look), card)

    def consequences(self, look: Look, glimpse: Glimpse) -> Node:
        """Cash, income and points before and after, and the order that the money spent leads to."""
        rules = _brass(look)
        events = look.shown(glimpse.events)
        rows = [row for seat in look.state.order if (row := _change(look, rules, seat, events, glimpse))]
        return h.div(".consequences")[
            h.table(".tp-table")[
                h.caption(".sr")[say("What changes")],
                h.thead[
                    h.tr[
                        [
                            h.th(scope="col")[head]
                            for head in ("", say("Cash"), say("Income"), say("Points if it ended now"))
                        ]
                    ]
                ],
                h.tbody[rows],
            ]
            if rows
            else None,
            h.p(".dim")[_order(look, rules, events)],
        ]

    def region(self, look: Look, action: Mapping[str, Any]) -> str:
        """The town of a space, or where a line begins."""
        board = _brass(look).board
        space, line = str(action.get("space") or action.get("mill") or ""), str(action.get("line", ""))
        if space in board.spaces:
            return board.places[board.spaces[space].town].name
        return board.places[board.lines[line].ends[0]].name if line in board.lines else ""

    def tries(self, look: Look, kind: str, place: str) -> Iterator[dict[str, Any]] | None:
        """What could be asked about, with the coal and iron that would be at hand."""
        seat = look.actor
        makers = {
            "build": _builds, "build_link": _links, "build_second_rail": _links, "develop": _develops,
            "sell_cotton": _sales, "sell_more": _sales, "take_loan": _loans,
        }  # fmt: skip
        if not seat or kind not in makers:
            return None
        card = _first_card(look, seat)
        extra = {} if kind in ("build_second_rail", "sell_more") else {"card": card}
        return (
            {"type": kind, "entity": seat, **extra, **made} for made in makers[kind](look, _brass(look), seat, place)
        )


def _in_hand(action: Mapping[str, Any]) -> dict[str, str]:
    """The places of an action in hand: what it is about, and where cubes come from or cotton goes."""
    cubes = [action.get(field) for field in ("coal", "iron")]
    found = {str(each): "pick" for given in cubes if isinstance(given, list) for each in given if each != TRACK}
    if action.get("to") not in (None, DISTANT):
        found[str(action["to"])] = "pick"
    for field in ("space", "line", "mill"):
        if field in action:
            found[str(action[field])] = "selected"
    return found


def _change(look: Look, rules: BrassRules, seat: str, events: tuple[Event, ...], glimpse: Glimpse) -> Node:
    cash, gain = look.state.cash[seat], wording.cash_change(events, seat)
    moved = [event for event in events if event.kind == "income_moved" and event.data["seat"] == seat]
    level = rules.level(look.state, seat)
    after: Any = glimpse.state or glimpse.until
    points = rules.scores(look.state)[seat]
    then = rules.scores(after)[seat] if after is not None else points
    if not gain and not moved and then == points:
        return None
    return h.tr[
        h.th(scope="row")[look.names.get(seat, seat)],
        h.td[_arrow(words.money(rules, cash), words.money(rules, cash + gain))],
        h.td[_arrow(words.money(rules, level), words.money(rules, moved[-1].data["level"] if moved else level))],
        h.td[_arrow(str(points), str(then)) if after is not None else say("not known yet")],
    ]


def _arrow(before: str, after: str) -> str:
    return before if before == after else f"{before} → {after}"


def _order(look: Look, rules: BrassRules, events: tuple[Event, ...]) -> str:
    """The order of the next round, as far as it can be told now."""
    spent = dict(look.state.spent)
    for event in events:
        if event.kind == "order":
            return wording.story(rules, [event], look.names)[0]
        if event.kind == "paid" and event.data["payer"] in spent and event.data["purpose"] not in NOT_SPENT:
            spent[event.data["payer"]] += event.data["amount"]
    order = sorted(look.state.order, key=lambda seat: spent[seat])
    shown = ", ".join(f"{look.names.get(seat, seat)} ({words.money(rules, spent[seat])})" for seat in order)
    return say("The next order, if nobody spent more: {order}.", order=shown)


# -- why not ------------------------------------------------------------------------------------------------------------


def _first_card(look: Look, seat: str) -> str:
    return min(look.state.hands[seat], default="")


def _builds(look: Look, rules: BrassRules, seat: str, place: str) -> Iterator[dict[str, Any]]:
    ground, hand = rules.ground(look.full), set(look.state.hands[seat])
    for space in rules.board.spaces.values():
        if place not in ("", space.id):
            continue
        for industry in space.takes:
            kind = rules.top(look.full, seat, industry)
            need, iron = (kind.coal, kind.iron) if kind is not None else (0, 0)
            cards = [card for card in (space.town, industry) if card in hand] or [_first_card(look, seat)]
            ways = (*ground.coal((rules.board.where[space.id],), need), (TRACK,) * need)
            for card in cards:
                yield {
                    "card": card,
                    "space": space.id,
                    "industry": industry,
                    "coal": ways[0],
                    "iron": ground.iron(iron)[0],
                }


def _links(look: Look, rules: BrassRules, seat: str, place: str) -> Iterator[dict[str, Any]]:
    ground = rules.ground(look.full)
    need = rules.data.links.rail_coal if look.full.period == "rail" else 0
    for line in rules.board.lines:
        if place in ("", line):
            yield {"line": line, "coal": (*ground.coal(rules.board.ends[line], need), (TRACK,) * need)[0]}


def _develops(look: Look, rules: BrassRules, seat: str, place: str) -> Iterator[dict[str, Any]]:
    ground = rules.ground(look.full)
    for industries in () if place else CHOICES:
        yield {"industries": industries, "iron": ground.iron(len(industries))[0]}


def _sales(look: Look, rules: BrassRules, seat: str, place: str) -> Iterator[dict[str, Any]]:
    counters = look.full.counters
    mills = [place] if place else [space for space in counters if counters[space].industry == "cotton"]
    ports = [space for space in counters if counters[space].industry == "port"]
    for mill, to in product(mills, chain(ports, (DISTANT,))):
        if mill in rules.board.spaces and "cotton" in rules.board.spaces[mill].takes and mill in counters:
            yield {"mill": mill, "to": to}


def _loans(look: Look, rules: BrassRules, seat: str, place: str) -> Iterator[dict[str, Any]]:
    for amount in () if place else rules.data.loans:
        yield {"amount": amount}
