"""Players and privates as page parts."""

from __future__ import annotations

from collections.abc import Collection

from htpy import (
    Element,
    article,
    dd,
    div,
    dl,
    dt,
    h3,
    header,
    li,
    p,
    span,
    ul,
)
from markupsafe import Markup

from towpath.language import capital, say
from towpath.rail import holdings, scoring
from towpath.rail.data import Private
from towpath.rail.rules import RailRules
from towpath.rail.state import BANK, CLOSED, RailState
from towpath.render import powers
from towpath.render.tokens import company_badge
from towpath.render.words import Names, money, title_of
from towpath.render.writing import written

__all__ = ["company_badge", "players_panel", "privates_list"]


def players_panel(rules: RailRules, state: RailState, names: Names, *, acting: Collection[str] = ()) -> Markup:
    """A card for each player in the order of the seats; ``acting`` are those whose decision it is."""
    scores = rules.scores(state)
    cards = [li[_player(rules, state, names, player, scores[player], player in acting)] for player in state.seating]
    first = rules.clockwise_from(state, state.priority)
    order = say(
        "Order from the priority deal: {names}", names=", ".join(title_of(rules, player, names) for player in first)
    )
    return written(div[ul(".tp-players", aria_label=say("Players"))[cards], p(".tp-order.tp-dim")[order]])


def _player(rules: RailRules, state: RailState, names: Names, player: str, worth: int, acting: bool) -> Element:
    liquid = scoring.liquid(rules, state, player)
    count, limit = holdings.certificate_count(rules, state, player), rules.certificate_limit(state)
    owned = [private for private, holder in state.privates.items() if holder == player]
    shares = [company for company in rules.certificates if holdings.percent(rules, state, company, player)]
    shares.sort(key=lambda c: (-holdings.percent(rules, state, c, player), c))
    return article(class_=f"tp-player{' tp-acting' * acting}", data_player=player, aria_label=title_of(rules, player, names))[
        header[
            h3[title_of(rules, player, names)],
            span(".tp-chip.tp-turn")[say("to act")] if acting else None,
            span(".tp-chip")[say("priority deal")] if state.priority == player else None,
        ],
        dl(".tp-facts")[
            dt[say("Cash")], dd(".tp-money")[money(rules, state.cash.get(player, 0))],
            dt[say("Worth now")], dd(".tp-money")[money(rules, worth)],
            dt(title=say("cash if all that can be sold now were sold"))[say("Liquid")], dd(".tp-money")[money(rules, liquid)],
            dt[say("Certificates")], dd(class_="tp-over" if count > limit else "")[
                say("{count} of {limit}", count=f"{count:g}", limit=limit), f", {say('over the limit')}" if count > limit else ""
            ],
        ],
        ul(".tp-holdings", aria_label=say("Shares"))[(_holding(rules, state, player, company) for company in shares)]
        if shares else None,
        ul(".tp-holdings.tp-papers", aria_label=say("Privates"))[
            (li[rules.privates[each].name, span(".tp-dim")[f" +{money(rules, rules.privates[each].income)}"]] for each in owned)
        ] if owned else None,
    ]  # fmt: skip


def _holding(rules: RailRules, state: RailState, player: str, company: str) -> Element:
    """A company's shares in a player's hand, with a star for the president."""
    part = holdings.percent(rules, state, company, player)
    lead = holdings.president(rules, state, company) == player
    role = say("owner") if rules.kind(company) == "minor" else say("president")
    return li({"data-company": company})[
        company_badge(rules, company),
        span[company] if rules.kind(company) == "minor" else span[f"{company} {part} %"],
        span(".tp-mark", title=role)["★", span(".tp-hidden")[f" {role}"]] if lead else None,
    ]


def privates_list(rules: RailRules, state: RailState, names: Names) -> Markup:
    """The privates: income, face value, who has it, and what it does, for whom, until when."""
    cards = [
        li[_private(rules, state, names, private)]
        for private in sorted(rules.data.privates, key=lambda each: each.number)
    ]
    return written(ul(".tp-privates", aria_label=say("Private companies"))[cards])


def _private(rules: RailRules, state: RailState, names: Names, private: Private) -> Element:
    holder = state.privates.get(private.id, CLOSED)
    owner = say("for sale") if holder == BANK else title_of(rules, holder, names)
    now = powers.state_of(rules, state, private)
    open_still = holder != CLOSED
    told = [*powers.powers(rules, private), *(powers.fate(rules, private) if open_still else [])]
    return article(class_=f"tp-private{'' if open_still else ' tp-gone'}", data_private=private.id, aria_label=private.name)[
        header[
            h3[private.name], span(".tp-dim")[private.id], span(".tp-chip")[capital(owner)],
        ],
        dl(".tp-facts")[
            dt[say("Face value")], dd(".tp-money")[money(rules, private.face)],
            dt[say("Income")], dd(".tp-money")[say("{amount} a round", amount=money(rules, private.income))],
        ],
        [p(".tp-now")[sentence] for sentence in now],
        ul(".tp-told")[[li[sentence] for sentence in told]],
    ]  # fmt: skip


def _scrolled(label: str, inner: Element) -> Element:
    """A table that scrolls by itself on a narrow screen and can be reached by the keyboard."""
    return div(".tp-scroll", role="region", tabindex="0", aria_label=label)[inner]
