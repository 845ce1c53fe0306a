"""The spreadsheet of players and companies: on the page it can be sorted by every column, and the same numbers make a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
from htpy import Element, Node, a, caption, div, span, table, tbody, td, tfoot, th, thead, tr
from markupsafe import Markup

from towpath.kernel.numbers import Earning
from towpath.language import Texts, say
from towpath.rail import holdings, scoring
from towpath.rail.rules import RailRules
from towpath.rail.state import BANK, POOL, RailState
from towpath.render.figures import Table, Value
from towpath.render.tokens import company_badge
from towpath.render.words import Names, money, title_of
from towpath.render.writing import written

History = Mapping[str, Sequence[Earning]]
"""Company -> what it has earned so far, the oldest first."""

SHOWN_DIVIDENDS = 3
"""How many of its last dividends a company's row shows."""
COLUMNS: Texts = {
    "price": "Price", "par": "Par", "treasury": "Treasury", "trains": "Trains", "tokens": "Tokens", "loans": "Loans",
    "revenue": "Last revenue", "share": "Last dividends a share",
}  # fmt: skip


class _Cell(msgspec.Struct, frozen=True):
    """What is shown, what it is sorted by and what a file holds."""

    text: str
    key: int | str
    value: Value
    lead: bool = False


def spreadsheet(
    rules: RailRules,
    state: RailState,
    names: Names,
    *,
    history: History | None = None,
    sort: str = "",
    href: Callable[[str], str] | None = None,
) -> Markup:
    """Companies down, in operating order and then those not started, with shares by holder, price, par, money, trains, tokens,
    loans and last dividends; below them what each player has and is worth.

    ``sort``: a column's id, with ``-`` in front from the greatest down; ``href``: the address of the page sorted so, for the
    links in the head (without it the head has none).
    """
    columns = _columns(rules, state, names)
    rows = _rows(rules, state, history or {})
    wanted, down = sort.removeprefix("-"), sort.startswith("-")
    if wanted in columns:
        rows = dict(sorted(rows.items(), key=lambda row: _key(row[1][wanted]), reverse=down))
    head = tr[
        _head("", say("Company"), sort, href, number=False),
        (_head(column, label, sort, href) for column, label in columns.items()),
    ]
    body = (
        tr({"data-company": company})[
            th(scope="row")[company_badge(rules, company), " ", company],
            [_td(cells[column]) for column in columns],
        ]
        for company, cells in rows.items()
    )
    sheet = table(".tp-table.tp-sheet")[
        caption[say("Players and companies")],
        thead[head],
        tbody[body],
        tfoot[_totals(rules, state, len(columns))],
    ]
    return written(div(".tp-scroll", role="region", tabindex="0", aria_label=say("Players and companies"))[sheet])


def sheet_table(rules: RailRules, state: RailState, names: Names, history: History | None = None) -> Table:
    """The same as a plain table; shares are percent, and the players' own lines come last."""
    columns = _columns(rules, state, names)
    rows: list[tuple[Value, ...]] = [
        (company, *(cells[column].value for column in columns))
        for company, cells in _rows(rules, state, history or {}).items()
    ]
    rest = (None,) * (len(columns) - len(state.seating))
    rows += [(label, *values.values(), *rest) for label, values, _ in _sums(rules, state)]
    return Table((say("Company"), *columns.values()), tuple(rows))


def _columns(rules: RailRules, state: RailState, names: Names) -> dict[str, str]:
    """Id and label of every column but the first."""
    players = {player: title_of(rules, player, names) for player in state.seating}
    return (
        players
        | {"unsold": say("Unsold"), "pool": say("Pool")}
        | {column: say(label) for column, label in COLUMNS.items()}
    )


def _key(cell: _Cell) -> tuple[bool, int | str]:
    """Numbers by size, words by letters; a column holds only one of them."""
    return (isinstance(cell.key, str), cell.key)


def _head(column: str, label: str, sort: str, href: Callable[[str], str] | None, number: bool = True) -> Element:
    """A column's head: a link that sorts by it, greatest first, and the other way round when it is pressed again."""
    state = {column: "ascending", f"-{column}": "descending"}.get(sort) if column else None
    inner: Node = label
    if href is not None:
        wanted = column if sort == f"-{column}" or not column else f"-{column}"
        mark = {"ascending": " ▲", "descending": " ▼"}.get(state or "", "")
        inner = a(href=href(wanted), data_swap="replace")[label, span(aria_hidden="true")[mark] if mark else None]
    return th(class_="tp-number" if number else "", scope="col", aria_sort=state)[inner]


def _td(cell: _Cell) -> Element:
    star = span(".tp-mark")["★", span(".tp-hidden")[" ", say("president")]] if cell.lead else None
    return td(".tp-number", {"data-sort": str(cell.key)})[cell.text, star]


def _rows(rules: RailRules, state: RailState, history: History) -> dict[str, dict[str, _Cell]]:
    """Company -> column -> cell, in operating order; then those without a price, then the majors not started."""
    listed = rules.market.order(state, [c for c in rules.certificates if c in state.cells])
    started = [c.id for c in rules.data.companies if c.id not in state.cells and state.standing[c.id] == "started"]
    waiting = [c.id for c in rules.data.companies if c.kind == "major" and state.standing[c.id] == "unstarted"]
    return {company: _row(rules, state, company, history.get(company, ())) for company in (*listed, *started, *waiting)}


def _row(rules: RailRules, state: RailState, company: str, history: Sequence[Earning]) -> dict[str, _Cell]:
    parts = holdings.by_holder(rules, state, company) if company in rules.certificates else {}
    lead = holdings.president(rules, state, company)
    cells = {player: _share(parts.get(player, 0), player == lead) for player in state.seating}
    waiting = 0 if state.standing[company] == "started" else 100
    cells["unsold"] = _share(parts.get(company, 0) + parts.get(BANK, 0) + waiting)
    cells["pool"] = _share(parts.get(POOL, 0))
    price = rules.market.price(state, company) if company in state.cells else 0
    cells["price"] = _money(rules, price)
    cells["par"] = _money(rules, state.pars.get(company, 0))
    cash = state.cash.get(company, 0)
    cells["treasury"] = _Cell(money(rules, cash), cash, cash)
    trains = " ".join(rules.train_kind(train).name for train in rules.trains_of(state, company))
    cells["trains"] = _Cell(trains, trains, trains)
    tokens = len(state.charter.get(company, ()))
    cells["tokens"] = _Cell(str(tokens), tokens, tokens)
    loans = state.loans.get(company, 0)
    cells["loans"] = _Cell(str(loans or ""), loans, loans)
    cells["revenue"] = _money(rules, state.revenues.get(company, 0))
    shares = [each.share for each in reversed(history) if each.share is not None][:SHOWN_DIVIDENDS]
    last = shares[0] if shares else 0
    cells["share"] = _Cell(" · ".join(money(rules, share) for share in shares), last, last if shares else None)
    return cells


def _share(part: int, lead: bool = False) -> _Cell:
    return _Cell(f"{part} %" if part else "", part, part, lead)


def _money(rules: RailRules, amount: int) -> _Cell:
    """An amount, where nothing means that there is none."""
    return _Cell(money(rules, amount) if amount else "", amount, amount or None)


def _sums(rules: RailRules, state: RailState) -> list[tuple[str, dict[str, Value], bool]]:
    """What each player has: label, player -> value, whether it is money."""
    measured = rules.measured(state)
    players = state.seating
    counts = {player: holdings.certificate_count(rules, state, player) for player in players}
    limit = say("Certificates (limit {limit})", limit=rules.certificate_limit(state))
    lines: list[tuple[str, dict[str, Value], bool]] = [
        (say(measure.label), {player: measured[player][measure.id] for player in players}, True)
        for measure in rules.measures
    ]
    lines.append((say("Worth now"), {player: sum(measured[player].values()) for player in players}, True))
    lines.append(
        (say("Cash if all were sold"), {player: scoring.liquid(rules, state, player) for player in players}, True)
    )
    lines.append((limit, {player: f"{counts[player]:g}" for player in players}, False))
    return lines


def _totals(rules: RailRules, state: RailState, columns: int) -> list[Element]:
    return [
        tr[
            th(scope="row")[label],
            [td(".tp-number")[money(rules, int(value or 0)) if is_money else str(value)] for value in values.values()],
            td(colspan=str(columns - len(values))),
        ]
        for label, values, is_money in _sums(rules, state)
    ]
