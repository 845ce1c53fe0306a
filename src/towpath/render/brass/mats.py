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
from towpath.render.brass.pieces import industry_icon, seat_badge
from towpath.render.brass.words import PLURALS, THINGS, Names, card_name, money, place_name, title_of
from towpath.render.describe import listed


def players_panel(rules: BrassRules, state: BrassState, names: Names, *, acting: Collection[str] = ()) -> Markup:
    """A card for each player in the order of this round, and what the next order would be by the money spent so far."""
    scores = rules.scores(state)
    cards = [h.li[_player(rules, state, names, seat, scores[seat], seat in acting)] for seat in state.order]
    return Markup(
        str(
            h.div[
                h.ul(".tp-players", aria_label="Players")[cards],
                h.p(".tp-order.tp-dim")[order_words(rules, state, names)] if state.finished is None else None,
            ]
        )
    )


def order_words(rules: BrassRules, state: BrassState, names: Names) -> str:
    """The order of the next round if nobody spent more."""
    order = next_order(state)
    shown = [f"{title_of(rules, seat, names)} ({money(rules, state.spent[seat])})" for seat in order]
    return f"Next round as spending stands: {', '.join(shown)}."


def next_order(state: BrassState) -> tuple[str, ...]:
    """Who spent least is first; equals stay as they are."""
    return tuple(sorted(state.order, key=lambda seat: state.spent[seat]))


def _player(rules: BrassRules, state: BrassState, names: Names, seat: str, score: int, acting: bool) -> Node:
    name, level = title_of(rules, seat, names), rules.level(state, seat)
    cards = len(state.hands[seat])
    return h.article(class_=f"tp-player{' tp-acting' * acting}", data_player=seat, aria_label=name)[
        h.header[
            seat_badge(rules, seat, name),
            h.h3[name],
            h.span(".tp-chip.tp-turn")["to act"] if acting else None,
        ],
        h.dl(".tp-facts")[
            h.dt["Cash"], h.dd(".tp-money")[money(rules, state.cash[seat])],
            h.dt["Income"], h.dd(".tp-money", title=f"space {state.income[seat]} of the income track")[money(rules, level)],
            h.dt["Spent"], h.dd(".tp-money")[money(rules, state.spent[seat])],
            h.dt["Points"], h.dd(".tp-money", title="scored so far (and if it ended now)")[f"{state.points[seat]} ({score})"],
            h.dt["Cards"], h.dd[str(cards)],
            h.dt["Links left"], h.dd[str(rules.links_left(state, seat))],
        ],
    ]  # fmt: skip


def hand(rules: BrassRules, state: BrassState, seat: str, names: Names) -> Markup | None:
    """A player's cards; ``None`` when they are not to be seen."""
    cards = state.hands[seat]
    if HIDDEN_CARD in cards:
        return None
    title = f"Hand of {title_of(rules, seat, names)}"
    return Markup(
        str(
            h.section(".tp-hand", aria_label=title)[
                h.h3[title],
                h.ul(".tp-cards")[[h.li(".tp-card")[card_face(rules, card)] for card in sorted(cards)]],
                h.p(".tp-dim")[f"{len(state.deck)} cards are left to draw, {len(state.discards)} have been played."],
            ]
        )
    )


def card_face(rules: BrassRules, card: str) -> Node:
    """What is on a card: an industry with its sign, or a town with the signs of what it takes."""
    if card in INDUSTRIES:
        return [industry_icon(_industry(card)), h.span[THINGS[card].capitalize()], h.small[" industry"]]
    takes = dict.fromkeys(industry for space in rules.board.in_town[card] for industry in space.takes)
    signs = [industry_icon(industry) for industry in takes]
    return [h.span[card_name(rules, card)], h.small(title=listed([THINGS[each] for each in takes]))[signs]]


def _industry(card: str) -> Industry:
    return next(industry for industry in INDUSTRIES if industry == card)


def mats(rules: BrassRules, state: BrassState, names: Names) -> Markup:
    """Every player's stacks: what the next counter costs and gives, and what lies below it."""
    return Markup(str(h.div(".tp-mats")[[mat(rules, state, seat, names) for seat in state.order]]))


def mat(rules: BrassRules, state: BrassState, seat: str, names: Names) -> Node:
    """One player's mat as a table."""
    name = title_of(rules, seat, names)
    heads = ("Industry", "Next", "Costs", "Brings", "Points", "Income", "Left")
    return h.div(".tp-scroll", role="region", tabindex="0", aria_label=f"Mat of {name}")[
        h.table(".tp-table")[
            h.caption[seat_badge(rules, seat, name), f" Mat of {name}"],
            h.thead[h.tr[[h.th(scope="col")[head] for head in heads]]],
            h.tbody[[_stack(rules, state, seat, industry) for industry in INDUSTRIES]],
        ]
    ]


def _stack(rules: BrassRules, state: BrassState, seat: str, industry: Industry) -> Node:
    levels = state.stacks[rules.stack_key(seat, industry)]
    head = h.th(scope="row")[industry_icon(industry), " ", PLURALS[industry].capitalize()]
    if not levels:
        return h.tr[head, h.td(colspan="6")["none left"]]
    kind = rules.kind(industry, levels[0])
    left = ", ".join(f"{len(list(same))} of level {level}" for level, same in groupby(levels))
    return h.tr[
        head,
        h.td[f"level {kind.level}"],
        h.td[cost_words(rules, kind)],
        h.td[f"{kind.cubes} {industry}" if kind.cubes else "–"],
        h.td(".tp-number")[str(kind.points)],
        h.td(".tp-number")[f"+{kind.income}"],
        h.td[left],
    ]


def cost_words(rules: BrassRules, kind: CounterKind) -> str:
    """Pounds and cubes of a counter, and the periods it cannot be built in."""
    if kind.cost is None:
        return "only developed"
    parts = [money(rules, kind.cost)]
    parts += [f"{count} {cube}" for cube, count in (("coal", kind.coal), ("iron", kind.iron)) if count]
    only = "" if kind.canal and kind.rail else ", canal period only" if kind.canal else ", rail period only"
    return ", ".join(parts) + only


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
    return Markup(str(h.div(".tp-mats")[sections]))


def _scored(rules: BrassRules, state: BrassState, names: Names, seat: str, lines: Sequence[ScoreLine]) -> Node:
    name = title_of(rules, seat, names)
    rows: Iterable[tuple[str, int]] = [
        ("scored already", state.points[seat]),
        *((_what(rules, line), line.points) for line in lines),
    ]
    total = rules.scores(state)[seat]
    return h.table(".tp-table")[
        h.caption[seat_badge(rules, seat, name), f" {name}"],
        h.tbody[[h.tr[h.th(scope="row")[what], h.td(".tp-number")[str(points)]] for what, points in rows]],
        h.tfoot[h.tr[h.th(scope="row")["Together"], h.td(".tp-number")[h.b[str(total)]]]],
    ]


def _what(rules: BrassRules, line: ScoreLine) -> str:
    if line.source == "link":
        ends = listed([f"{count} in {place_name(rules, place)}" for place, count in line.circles.items()])
        return f"link {place_name(rules, line.what)}: {ends}"
    if line.source in ("counter", "again"):
        return f"counter in {place_name(rules, line.what)}{' once more' * (line.source == 'again')}"
    return "cash" if line.source == "cash" else "income"


def deck_words(rules: BrassRules, state: BrassState) -> str:
    """How many cards are where, and what has been played."""
    played = Counter(state.discards)
    shown = ", ".join(f"{card_name(rules, card)} {count}" for card, count in sorted(played.items()))
    return f"{len(state.deck)} cards to draw, {len(state.aside)} put aside unseen, {len(state.discards)} played" + (
        f": {shown}." if shown else "."
    )
