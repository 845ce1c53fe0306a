"""One company's charter, and its runs stop by stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from htpy import (
    Element,
    Node,
    article,
    b,
    caption,
    dd,
    div,
    dl,
    dt,
    h3,
    header,
    li,
    p,
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

from towpath.kernel.numbers import Earning
from towpath.rail import holdings
from towpath.rail.actions import Run
from towpath.rail.issue_rules import IssueRules
from towpath.rail.rules import RailRules
from towpath.rail.runs import Account, accounts
from towpath.rail.state import POOL, RailState
from towpath.render.describe import hex_label, listed
from towpath.render.figures import WAYS
from towpath.render.routes import run_key
from towpath.render.tokens import company_badge
from towpath.render.words import Names, money, place_text, stop_name, title_of

KINDS = {"minor": "minor company", "major": "major company", "national": "national railway"}
STANDINGS = {"unstarted": "not started", "gone": "closed"}


def charter(
    rules: RailRules,
    state: RailState,
    company: str,
    names: Names,
    *,
    runs: Sequence[Run] = (),
    last: Earning | None = None,
) -> Markup:
    """Everything about a company: money, trains, tokens, loans, privates, shares, president, the ``runs`` in hand and what it
    earned ``last``."""
    fact = rules.companies[company]
    kind = KINDS[fact.kind]
    if state.standing[company] in STANDINGS:
        kind += f", {STANDINGS[state.standing[company]]}"
    body = [
        header(".tp-charter-head")[
            company_badge(rules, company),
            div[h3[fact.name], p(".tp-dim")[f"{fact.id} · {kind}"]],
        ],
        dl(".tp-facts")[(each for pair in _facts(rules, state, company, names, last) for each in pair)],
        _trains(rules, state, company),
        _shares(rules, state, company, names) if company in rules.certificates else None,
        runs_table(rules, state, company, runs) if runs else None,
    ]
    data = {"data-company": company}
    return Markup(str(article(".tp-charter", data, aria_label=f"Charter of {fact.name}")[body]))


def waiting(rules: RailRules, state: RailState, companies: Sequence[str]) -> Markup:
    """Companies that nobody has started yet: where each would begin, its tokens and what else is known of it."""
    items = [
        li[company_badge(rules, company), " ", span[b[rules.companies[company].name], " ", span(".tp-dim")[text]]]
        for company in companies
        for text in ["; ".join(_prospect(rules, state, company))]
    ]
    return Markup(str(ul(".tp-waiting")[items]))


def _prospect(rules: RailRules, state: RailState, company: str) -> Iterator[str]:
    home = (rules.companies[company].home or "").partition("/")[0]
    if home:
        yield f"home {place_text(rules, home)}"
    if state.charter.get(company):
        yield f"tokens: {_token_prices(rules, state.charter[company])}"
    for term, text in rules.outlook.particulars(rules, state, company):
        yield f"{term[:1].lower()}{term[1:]}: {text}"


def _facts(
    rules: RailRules, state: RailState, company: str, names: Names, last: Earning | None
) -> Iterator[tuple[Element, Element]]:
    """Term and description of each plain fact."""
    president = holdings.president(rules, state, company)
    if president is not None:
        yield dt["Owner" if rules.kind(company) == "minor" else "President"], dd[title_of(rules, president, names)]
    yield dt["Treasury"], dd(".tp-money")[money(rules, state.cash.get(company, 0))]
    if company in state.cells:
        price = money(rules, rules.market.price(state, company))
        started = f" (started at {money(rules, state.pars[company])})" if company in state.pars else ""
        yield dt["Price"], dd[price, span(".tp-dim")[started]]
    if last is not None:
        yield dt["Last run"], dd[_last_run(rules, last)]
    elif company in state.revenues:
        yield dt["Last revenue"], dd(".tp-money")[money(rules, state.revenues[company])]
    if rules.data.loans_if_any is not None:
        yield dt["Loans"], dd[_loans(rules, state, company)]
    yield dt["Tokens"], dd[_tokens(rules, state, company)]
    owned = [rules.privates[private].name for private, holder in state.privates.items() if holder == company]
    if owned:
        yield dt["Privates"], dd[listed(owned)]
    for term, text in rules.outlook.particulars(rules, state, company):
        yield dt[term], dd[text]


def _last_run(rules: RailRules, last: Earning) -> list[Node]:
    """What was earned and how it was distributed, then the runs stop by stop."""
    share = f", {money(rules, last.share)} a share" if last.share and last.paid else ""
    head = (
        f"{last.round}: {money(rules, last.total)}, {WAYS[last.way]}{share}" if last.total else f"{last.round}: nothing"
    )
    stops = [
        li[f"{part.by}: {' – '.join(stop_name(rules, place) for place in part.places)} {part.amount}"]
        for part in last.parts
    ]
    return [head, ul(".tp-last")[stops] if stops else None]


def _loans(rules: RailRules, state: RailState, company: str) -> str:
    """What is owed, what the interest is, what must be repaid and what could still be borrowed."""
    count, fact, outlook = state.loans.get(company, 0), rules.data.loans, rules.outlook
    text = "none"
    if count:
        owed, interest = money(rules, count * fact.value), money(rules, count * fact.interest)
        text = f"{count} of {money(rules, fact.value)}: {owed} to repay, {interest} interest a round"
    due = outlook.loans_due(rules, state, company)
    if due:
        text += f"; {due} too many: {money(rules, due * fact.value)} must be repaid in its next turn"
    room = outlook.loan_room(rules, state, company)
    if room is not None:
        more = money(rules, room * outlook.loan_worth(rules, state))
        text += f"; {room} more possible ({more})" if room else "; no more possible"
    return text


def _tokens(rules: RailRules, state: RailState, company: str) -> str:
    placed = [hex_label(rules.board.hexes[hex_id]) for hex_id, _ in rules.tokens_of(state, company)]
    left = state.charter.get(company, ())
    words = f"in {listed(placed)}" if placed else "none on the map"
    if not left:
        return f"{words}; none left"
    if not any(left):
        return f"{words}; {len(left)} left, {'all free' if left[1:] else 'free'}"
    return f"{words}; {len(left)} left ({_token_prices(rules, left)})"


def _token_prices(rules: RailRules, left: Sequence[int]) -> str:
    return ", ".join("free" if not price else f"{money(rules, price)} a hex" for price in left)


def _trains(rules: RailRules, state: RailState, company: str) -> Element:
    held = rules.trains_of(state, company)
    limit = rules.train_limit(state, company)
    items = []
    for train in held:
        kind = rules.train_kind(train)
        rust = f"rusts when the first {kind.rusts_on} is bought" if kind.rusts_on else "never rusts"
        items.append(li(".tp-train")[span(".tp-train-name")[kind.name], " ", span(".tp-dim")[rust]])
    most = f"{len(held)} of at most {limit}" if limit else f"{len(held)}"
    return div(".tp-trains")[p[span(".tp-term")["Trains"], f" {most}"], ul[items] if items else None]


def _shares(rules: RailRules, state: RailState, company: str, names: Names) -> Node:
    """Who holds how much, players in seating order, then treasury and pool."""
    parts = holdings.by_holder(rules, state, company)
    president = holdings.president(rules, state, company)
    price = rules.market.price(state, company) if company in state.cells else None
    unsold = "not sold yet" if isinstance(rules, IssueRules) else "its treasury"
    rows = []
    for holder in (*state.seating, company, POOL):
        if parts.get(holder):
            label = unsold if holder == company else title_of(rules, holder, names)
            shares = rules.shares_held(state, company, holder)
            worth = "" if price is None else money(rules, price * shares)
            mark = span(".tp-mark", title="president")[" ★ president"] if holder == president else None
            rows.append(
                tr[th(scope="row")[label, mark], td(".tp-number")[f"{parts[holder]} %"], td(".tp-number")[worth]]
            )
    if not rows:
        return None
    head = thead[
        tr[th(scope="col")["Holder"], th(".tp-number", scope="col")["Share"], th(".tp-number", scope="col")["Worth"]]
    ]
    return table(".tp-table")[caption[f"Shares of {company}"], head, tbody[rows]]


def runs_table(rules: RailRules, state: RailState, company: str, runs: Sequence[Run]) -> Element:
    """A company's legal runs with their colours: the counted stops with what they are worth now, doubling and bonuses
    written out, and what each run pays. Stops that a train passes without counting them are left out."""
    rows = []
    trains = [run.train for run in runs]
    for index, account in enumerate(accounts(rules, state, company, trains, runs)):
        name = trains[index].rpartition("-")[0] or trains[index]
        rows.append(
            tr({"data-run": str(index)})[
                th(scope="row")[run_key(index), " ", name],
                td[_written_out(rules, account)],
                td(".tp-number")[money(rules, account.revenue)],
            ]
        )
    head = tr[th(scope="col")["Train"], th(scope="col")["Counted stops"], th(".tp-number", scope="col")["Pays"]]
    return table(".tp-table.tp-runs")[caption["Runs"], thead[head], tbody[rows]]


def _written_out(rules: RailRules, account: Account) -> str:
    stops = " + ".join(f"{stop_name(rules, stop)} {value}" for stop, value in account.counted)
    doubled = f"({stops}) × {account.multiplier}" if account.multiplier > 1 else stops
    return f"{doubled} + bonus {account.bonus}" if account.bonus else doubled
