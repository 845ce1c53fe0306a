"""Players, privates, trains and phases as page parts."""

from __future__ import annotations

from collections.abc import Collection

from htpy import (
    Element,
    article,
    caption,
    dd,
    div,
    dl,
    dt,
    h3,
    header,
    li,
    span,
    table,
    tbody,
    td,
    th,
    thead,
    tr,
    ul,
)
from markupsafe import Markup

from towpath.rail import holdings
from towpath.rail.data import Phase, TrainKind
from towpath.rail.rules import RailRules
from towpath.rail.state import BANK, CLOSED, POOL, YARD, RailState
from towpath.render.describe import listed
from towpath.render.tokens import company_badge
from towpath.render.words import Names, money, title_of

__all__ = ["company_badge", "players_panel", "privates_list", "trains_table"]

FLAGS = {
    "majors_may_start": "majors may be started", "minors_may_start": "minors may be started", "green_minors": "green minors",
    "locks_open": "closed hexes and cities are open", "private_sales": "privates may be sold to companies",
    "merger_rounds": "merger rounds", "national_operates": "the national railway operates",
    "special_trains": "special trains on sale", "train_exchange": "trains may be exchanged",
}  # fmt: skip
EVENTS = {
    "reservations_end": "kept places end", "minors_nationalized": "minors are nationalized",
    "trainless_minors": "minors without a train are nationalized",
    "trainless_majors": "majors without a train may be nationalized",
    "privates_nationalized": "privates are nationalized", "reserved_tokens": "the national railway takes its kept places",
    "end_trigger": "the end of the game begins",
}  # fmt: skip


def players_panel(rules: RailRules, state: RailState, names: Names, *, acting: Collection[str] = ()) -> Markup:
    """A card for each player in the order of the seats; ``acting`` are those whose decision it is."""
    scores = rules.scores(state)
    cards = [li[_player(rules, state, names, player, scores[player], player in acting)] for player in state.seating]
    return Markup(str(ul(".tp-players", aria_label="Players")[cards]))


def _player(rules: RailRules, state: RailState, names: Names, player: str, worth: int, acting: bool) -> Element:
    count, limit = holdings.certificate_count(rules, state, player), rules.certificate_limit(state)
    owned = [private for private, holder in state.privates.items() if holder == player]
    shares = [company for company in rules.certificates if holdings.percent(rules, state, company, player)]
    shares.sort(key=lambda c: (-holdings.percent(rules, state, c, player), c))
    return article(class_=f"tp-player{' tp-acting' * acting}", data_player=player, aria_label=title_of(rules, player, names))[
        header[
            h3[title_of(rules, player, names)],
            span(".tp-chip.tp-turn")["to act"] if acting else None,
            span(".tp-chip")["priority deal"] if state.priority == player else None,
        ],
        dl(".tp-facts")[
            dt["Cash"], dd(".tp-money")[money(rules, state.cash.get(player, 0))],
            dt["Worth now"], dd(".tp-money")[money(rules, worth)],
            dt["Certificates"], dd(class_="tp-over" if count > limit else "")[
                f"{count} of {limit}", ", over the limit" if count > limit else ""
            ],
        ],
        ul(".tp-holdings", aria_label="Shares")[(_holding(rules, state, player, company) for company in shares)]
        if shares else None,
        ul(".tp-holdings.tp-papers", aria_label="Privates")[
            (li[rules.privates[p].name, span(".tp-dim")[f" +{money(rules, rules.privates[p].income)}"]] for p in owned)
        ] if owned else None,
    ]  # fmt: skip


def _holding(rules: RailRules, state: RailState, player: str, company: str) -> Element:
    """A company's shares in a player's hand, with a star for the president."""
    part = holdings.percent(rules, state, company, player)
    lead = holdings.president(rules, state, company) == player
    role = "owner" if rules.kind(company) == "minor" else "president"
    return li({"data-company": company})[
        company_badge(rules, company),
        span[company] if rules.kind(company) == "minor" else span[f"{company} {part} %"],
        span(".tp-mark", title=role)["★", span(".tp-hidden")[f" {role}"]] if lead else None,
    ]


def privates_list(rules: RailRules, state: RailState, names: Names) -> Markup:
    """The privates with income, face value, owner and what they bring."""
    rows = []
    for private in sorted(rules.data.privates, key=lambda each: each.number):
        holder = state.privates.get(private.id, CLOSED)
        owner = "for sale" if holder == BANK else title_of(rules, holder, names)
        places = dict.fromkeys(rules.board.hexes[h].name for h in private.bonus_hexes if rules.board.hexes[h].name)
        bonus = f"+{private.bonus} for trains to {listed(list(places))}" if private.bonus else ""
        rows.append(
            tr[
                th(scope="row")[private.name],
                td(".tp-number")[money(rules, private.income)],
                td(".tp-number")[money(rules, private.face)],
                td[owner],
                td[bonus],
            ]
        )
    names_of = ("Private", "Income", "Face value", "Owner", "Brings")
    head = tr[(th(class_="tp-number" if i in (1, 2) else "", scope="col")[name] for i, name in enumerate(names_of))]
    return Markup(
        str(
            _scrolled(
                "Private companies",
                table(".tp-table")[caption(".tp-hidden")["Private companies"], thead[head], tbody[rows]],
            )
        )
    )


def trains_table(rules: RailRules, state: RailState) -> Markup:
    """What is left of each train and who has it, and what each phase brings, the present one marked."""
    trains = table(".tp-table")[
        caption["Trains"],
        thead[
            tr[
                th(scope="col")["Train"],
                th(".tp-number", scope="col")["Price"],
                (th(scope="col")[name] for name in ("Left", "Rusts", "Held by")),
            ]
        ],
        tbody[(_train_row(rules, state, kind) for kind in rules.data.trains)],
    ]
    order = [phase.name for phase in rules.data.phases]
    present = order.index(state.phase)
    phases = table(".tp-table")[
        caption["Phases"],
        thead[tr[(th(scope="col")[name] for name in ("Phase", "Begins with", "Tiles", "Train limit", "What changes"))]],
        tbody[(_phase_row(rules, i, phase, i - present) for i, phase in enumerate(rules.data.phases))],
    ]
    return Markup(str(div(".tp-trains-phases")[_scrolled("Trains", trains), _scrolled("Phases", phases)]))


def _scrolled(label: str, inner: Element) -> Element:
    """A table that scrolls by itself on a narrow screen and can be reached by the keyboard."""
    return div(".tp-scroll", role="region", tabindex="0", aria_label=label)[inner]


def _train_row(rules: RailRules, state: RailState, kind: TrainKind) -> Element:
    where = [state.trains[train] for train in state.trains if rules.train_kind(train) is kind]
    left = "no limit" if rules.unlimited(kind) else f"{where.count(YARD)} of {len(where)}"
    pool = where.count(POOL)
    if pool:
        left += f", {pool} in the pool"
    owners = [company for company in rules.companies if company in where]
    held = [f"{c} ×{where.count(c)}" if where.count(c) > 1 else c for c in owners]
    rust = f"by {kind.rusts_on}" if kind.rusts_on else "never"
    return tr[
        th(scope="row")[kind.name],
        td(".tp-number")[money(rules, kind.price)],
        td[left],
        td[rust],
        td[", ".join(held) or "–"],
    ]


def _phase_row(rules: RailRules, index: int, phase: Phase, ahead: int) -> Element:
    before = rules.data.phases[index - 1] if index else None
    new = [FLAGS[flag] for flag in phase.flags if before is None or flag not in before.flags]
    ended = [f"no more: {FLAGS[flag]}" for flag in before.flags if flag not in phase.flags] if before else []
    rusting = [f"{kind.name}-trains rust" for kind in rules.data.trains if kind.rusts_on == phase.on and phase.on]
    changes = [*rusting, *(EVENTS[event] for event in phase.events), *new, *ended]
    limits = ", ".join(f"{kind} {limit}" for kind, limit in phase.limits.items())
    status = {0: "now", 1: "next"}.get(ahead, "")
    return tr(class_=f"tp-phase-{status}" if status else "", aria_current="true" if ahead == 0 else None)[
        th(scope="row")[phase.name, span(".tp-chip")[status] if status else None],
        td[f"first {phase.on}" if phase.on else "the start"],
        td[", ".join(phase.tiles)],
        td[limits],
        td[ul(".tp-changes")[(li[change] for change in changes)] if changes else "–"],
    ]
