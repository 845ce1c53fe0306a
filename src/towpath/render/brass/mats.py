"""Players, their mats, a hand of cards, and what the board scores, as page parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain, groupby

import htpy as h
from htpy import Node
from markupsafe import Markup

from towpath.brass import scoring
from towpath.brass.data import INDUSTRIES, CounterKind, Industry
from towpath.brass.rules import BrassRules
from towpath.brass.scoring import ScoreLine
from towpath.brass.state import HIDDEN_CARD, BrassState
from towpath.language import capital, listed, say
from towpath.render.brass.pieces import industry_icon, seat_badge
from towpath.render.brass.words import PLURALS, Names, card_name, cube_name, money, place_name, thing_name, title_of
from towpath.render.writing import written


def players_panel(rules: BrassRules, state: BrassState, names: Names, *, acting: Collection[str] = ()) -> Markup:
    """A card for each player in the order of this round, and what the next order would be by the money spent so far."""
    scores = rules.scores(state)
    cards = [h.li[_player(rules, state, names, seat, scores[seat], seat in acting)] for seat in state.order]
    return written(
        h.div[
            h.ul(".tp-players", aria_label=say("Players"))[cards],
            h.p(".tp-order.tp-dim")[order_words(rules, state, names)] if state.finished is None else None,
        ]
    )


def order_words(rules: BrassRules, state: BrassState, names: Names) -> str:
    """The order of the next round if nobody spent more."""
    order = next_order(state)
    shown = [f"{title_of(rules, seat, names)} ({money(rules, state.spent[seat])})" for seat in order]
    return say("Next round as spending stands: {order}.", order=", ".join(shown))


def next_order(state: BrassState) -> tuple[str, ...]:
    """Who spent least is first; equals stay as they are."""
    return tuple(sorted(state.order, key=lambda seat: state.spent[seat]))


def _player(rules: BrassRules, state: BrassState, names: Names, seat: str, score: int, acting: bool) -> Node:
    name, level = title_of(rules, seat, names), rules.level(state, seat)
    cards = len(state.hands[seat])
    space = say("space {space} of the income track", space=state.income[seat])
    scored = say("scored already (and if it ended now)")
    return h.article(class_=f"tp-player{' tp-acting' * acting}", data_player=seat, aria_label=name)[
        h.header[
            seat_badge(rules, seat, name),
            h.h3[name],
            h.span(".tp-chip.tp-turn")[say("to act")] if acting else None,
        ],
        h.dl(".tp-facts")[
            h.dt[say("Cash")], h.dd(".tp-money")[money(rules, state.cash[seat])],
            h.dt[say("Income")], h.dd(".tp-money", title=space)[money(rules, level)],
            h.dt[say("Spent")], h.dd(".tp-money")[money(rules, state.spent[seat])],
            h.dt[say("Points")], h.dd(".tp-money", title=scored)[f"{state.points[seat]} ({score})"],
            h.dt[say("Cards")], h.dd[str(cards)],
            h.dt[say("Links left")], h.dd[str(rules.links_left(state, seat))],
        ],
    ]  # fmt: skip


def hand(rules: BrassRules, state: BrassState, seat: str, names: Names) -> Markup | None:
    """A player's cards; ``None`` when they are not to be seen."""
    cards = state.hands[seat]
    if HIDDEN_CARD in cards:
        return None
    title = say("Hand of {who}", who=title_of(rules, seat, names))
    return written(
        h.section(".tp-hand", aria_label=title)[
            h.h3[title],
            h.ul(".tp-cards")[[h.li(".tp-card", data_card=card)[card_face(rules, card)] for card in sorted(cards)]],
            h.p(".tp-dim")[
                say(
                    "{left} cards are left to draw, {played} have been played.",
                    left=len(state.deck),
                    played=len(state.discards),
                )
            ],
        ]
    )


def card_face(rules: BrassRules, card: str) -> Node:
    """What is on a card: an industry with its sign, or a town with the signs of what it takes."""
    if card in INDUSTRIES:
        return [industry_icon(_industry(card)), h.span[capital(thing_name(card))], h.small[" ", say("industry")]]
    takes = dict.fromkeys(industry for space in rules.board.in_town[card] for industry in space.takes)
    signs = [industry_icon(industry) for industry in takes]
    return [h.span[card_name(rules, card)], h.small(title=listed([thing_name(each) for each in takes]))[signs]]


def _industry(card: str) -> Industry:
    return next(industry for industry in INDUSTRIES if industry == card)


def mats(rules: BrassRules, state: BrassState, names: Names) -> Markup:
    """Every player's stacks: what the next counter costs and gives, and what lies below it."""
    return written(h.div(".tp-mats")[[mat(rules, state, seat, names) for seat in state.order]])


def mat(rules: BrassRules, state: BrassState, seat: str, names: Names) -> Node:
    """One player's mat as a table."""
    name = title_of(rules, seat, names)
    heads = (say("Industry"), say("Next"), say("Costs"), say("Brings"), say("Points"), say("Income"), say("Left"))
    return h.div(".tp-scroll", role="region", tabindex="0", aria_label=say("Mat of {player}", player=name))[
        h.table(".tp-table")[
            h.caption[seat_badge(rules, seat, name), " ", say("Mat of {player}", player=name)],
            h.thead[h.tr[[h.th(scope="col")[head] for head in heads]]],
            h.tbody[[_stack(rules, state, seat, industry) for industry in INDUSTRIES]],
        ]
    ]


def _stack(rules: BrassRules, state: BrassState, seat: str, industry: Industry) -> Node:
    levels = state.stacks[rules.stack_key(seat, industry)]
    head = h.th(scope="row")[industry_icon(industry), " ", capital(say(PLURALS[industry]))]
    if not levels:
        return h.tr[head, h.td(colspan="6")[say("none left")]]
    kind = rules.kind(industry, levels[0])
    left = ", ".join(
        say("{count} of level {level}", count=len(list(same)), level=level) for level, same in groupby(levels)
    )
    return h.tr[
        head,
        h.td[say("level {level}", level=kind.level)],
        h.td[cost_words(rules, kind)],
        h.td[f"{kind.cubes} {cube_name(industry)}" if kind.cubes else "–"],
        h.td(".tp-number")[str(kind.points)],
        h.td(".tp-number")[f"+{kind.income}"],
        h.td[left],
    ]


def cost_words(rules: BrassRules, kind: CounterKind) -> str:
    """Pounds and cubes of a counter, and the periods it cannot be built in."""
    if kind.cost is None:
        return say("only developed")
    parts = [money(rules, kind.cost)]
    parts += [f"{count} {cube_name(cube)}" for cube, count in (("coal", kind.coal), ("iron", kind.iron)) if count]
    if not (kind.canal and kind.rail):
        parts.append(say("canal period only") if kind.canal else say("rail period only"))
    return ", ".join(parts)


def scoring_table(rules: BrassRules, state: BrassState, names: Names) -> Markup:
    """What every link, counter and pound would score now, player by player and line by line."""
    lines = (
        ()
        if state.finished is not None
        else tuple(chain(scoring.board_lines(rules, state), scoring.final_lines(rules, state)))
    )
    sections = [
        _scored(rules, state, names, seat, [line for line in lines if line.seat == seat]) for seat in state.order
    ]
    return written(h.div(".tp-mats")[sections])


def _scored(rules: BrassRules, state: BrassState, names: Names, seat: str, lines: Sequence[ScoreLine]) -> Node:
    name = title_of(rules, seat, names)
    rows: Iterable[tuple[str, int]] = [
        (say("scored already"), state.points[seat]),
        *((_what(rules, line), line.points) for line in lines),
    ]
    total = rules.scores(state)[seat]
    return h.table(".tp-table")[
        h.caption[seat_badge(rules, seat, name), f" {name}"],
        h.tbody[[h.tr[h.th(scope="row")[what], h.td(".tp-number")[str(points)]] for what, points in rows]],
        h.tfoot[h.tr[h.th(scope="row")[say("Together")], h.td(".tp-number")[h.b[str(total)]]]],
    ]


def _what(rules: BrassRules, line: ScoreLine) -> str:
    if line.source == "link":
        ends = listed(
            [
                say("{count} in {place}", count=count, place=place_name(rules, place))
                for place, count in line.circles.items()
            ]
        )
        return say("link {line}: {ends}", line=place_name(rules, line.what), ends=ends)
    if line.source in ("counter", "again"):
        text = "counter in {place} once more" if line.source == "again" else "counter in {place}"
        return say(text, place=place_name(rules, line.what))
    return say("cash") if line.source == "cash" else say("income")


def deck_words(rules: BrassRules, state: BrassState) -> str:
    """How many cards are where, and what has been played."""
    played = Counter(state.discards)
    shown = ", ".join(f"{card_name(rules, card)} {count}" for card, count in sorted(played.items()))
    text = say(
        "{left} cards to draw, {aside} put aside unseen, {played} played",
        left=len(state.deck),
        aside=len(state.aside),
        played=len(state.discards),
    )
    return f"{text}: {shown}." if shown else f"{text}."
