"""The spreadsheet of players and companies."""

from __future__ import annotations

from htpy import Element, caption, div, span, table, tbody, td, tfoot, th, thead, tr
from markupsafe import Markup

from towpath.rail import holdings
from towpath.rail.rules import RailRules
from towpath.rail.state import POOL, RailState
from towpath.render.tokens import company_badge
from towpath.render.words import Names, money, title_of

COLUMNS = ("Price", "Par", "Treasury", "Trains", "Tokens", "Loans", "Last revenue", "A share")


def spreadsheet(rules: RailRules, state: RailState, names: Names) -> Markup:
    """Companies down, in operating order, with shares by holder, price, money, trains, tokens, loans and last earnings;
    below them each player's cash, certificates and worth. Sort keys stand in ``data-sort``."""
    listed = rules.market.order(state, [c for c in rules.certificates if c in state.cells])
    listed += [
        company.id
        for company in rules.data.companies
        if company.id not in state.cells and state.standing[company.id] == "started"
    ]
    head = tr[
        th(scope="col")["Company"],
        (th(".tp-number", scope="col")[title_of(rules, player, names)] for player in state.seating),
        th(".tp-number", scope="col")["Pool"],
        th(".tp-number", scope="col")["Treasury shares"],
        (th(".tp-number", scope="col")[name] for name in COLUMNS),
    ]
    sheet = table(".tp-table.tp-sheet")[
        caption["Players and companies"],
        thead[head],
        tbody[(_row(rules, state, company) for company in listed)],
        tfoot[_totals(rules, state)],
    ]
    return Markup(str(div(".tp-scroll", role="region", tabindex="0", aria_label="Players and companies")[sheet]))


def _row(rules: RailRules, state: RailState, company: str) -> Element:
    parts = holdings.by_holder(rules, state, company) if company in rules.certificates else {}
    lead = holdings.president(rules, state, company)
    price = rules.market.price(state, company) if company in state.cells else None
    revenue = state.revenues.get(company, 0)
    trains = " ".join(rules.train_kind(train).name for train in rules.trains_of(state, company))
    tenth = revenue // 10 if rules.kind(company) == "major" else revenue // 2
    cells: tuple[tuple[str, int | str], ...] = (
        ("" if price is None else money(rules, price), price or 0),
        (money(rules, state.pars[company]) if company in state.pars else "", state.pars.get(company, 0)),
        (money(rules, state.cash.get(company, 0)), state.cash.get(company, 0)),
        (trains, trains),
        (str(len(state.charter.get(company, ()))), len(state.charter.get(company, ()))),
        (str(state.loans.get(company, 0) or ""), state.loans.get(company, 0)),
        (money(rules, revenue) if revenue else "", revenue),
        (money(rules, tenth) if revenue else "", tenth),
    )
    return tr({"data-company": company})[
        th(scope="row")[company_badge(rules, company), " ", company],
        (_share(parts.get(holder, 0), holder == lead) for holder in (*state.seating, POOL, company)),
        (td(".tp-number", {"data-sort": str(key)})[text] for text, key in cells),
    ]


def _share(part: int, lead: bool) -> Element:
    star = span(".tp-mark")["★", span(".tp-hidden")[" president"]] if lead else None
    return td(".tp-number", {"data-sort": str(part)})[f"{part} %" if part else "", star]


def _totals(rules: RailRules, state: RailState) -> list[Element]:
    scores = rules.scores(state)
    rows = (
        ("Cash", [money(rules, state.cash.get(player, 0)) for player in state.seating]),
        (
            f"Certificates (limit {rules.limits.certificate_limit})",
            [str(holdings.certificate_count(rules, state, player)) for player in state.seating],
        ),
        ("Worth", [money(rules, scores[player]) for player in state.seating]),
    )
    rest = len(COLUMNS) + 2
    return [
        tr[th(scope="row")[name], (td(".tp-number")[text] for text in texts), td(colspan=str(rest))]
        for name, texts in rows
    ]
