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
from towpath.language import Texts, listed, say, small
from towpath.rail import holdings
from towpath.rail.actions import Run
from towpath.rail.issue_rules import IssueRules
from towpath.rail.rules import RailRules
from towpath.rail.runs import Account, accounts
from towpath.rail.state import POOL, RailState
from towpath.render.describe import hex_label
from towpath.render.figures import WAYS, short_round
from towpath.render.routes import run_key
from towpath.render.tokens import company_badge
from towpath.render.words import Names, money, place_text, stop_name, title_of
from towpath.render.writing import written

KINDS: Texts = {"minor": "minor company", "major": "major company", "national": "national railway"}
STANDINGS: Texts = {"unstarted": "not started", "gone": "closed"}


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
    kind = say(KINDS[fact.kind])
    if state.standing[company] in STANDINGS:
        kind += f", {say(STANDINGS[state.standing[company]])}"
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
    return written(article(".tp-charter", data, aria_label=say("Charter of {name}", name=fact.name))[body])


def waiting(rules: RailRules, state: RailState, companies: Sequence[str]) -> Markup:
    """Companies that nobody has started yet: where each would begin, its tokens and what else is known of it."""
    items = [
        li[company_badge(rules, company), " ", span[b[rules.companies[company].name], " ", span(".tp-dim")[text]]]
        for company in companies
        for text in ["; ".join(_prospect(rules, state, company))]
    ]
    return written(ul(".tp-waiting")[items])


def _prospect(rules: RailRules, state: RailState, company: str) -> Iterator[str]:
    home = (rules.companies[company].home or "").partition("/")[0]
    if home:
        yield say("home {place}", place=place_text(rules, home))
    if state.charter.get(company):
        yield say("tokens: {prices}", prices=_token_prices(rules, state.charter[company]))
    for term, text in rules.outlook.particulars(rules, state, company):
        yield f"{small(term)}: {text}"


def _facts(
    rules: RailRules, state: RailState, company: str, names: Names, last: Earning | None
) -> Iterator[tuple[Element, Element]]:
    """Term and description of each plain fact."""
    president = holdings.president(rules, state, company)
    if president is not None:
        yield (
            dt[say("Owner") if rules.kind(company) == "minor" else say("President")],
            dd[title_of(rules, president, names)],
        )
    yield dt[say("Treasury")], dd(".tp-money")[money(rules, state.cash.get(company, 0))]
    if company in state.cells:
        price = money(rules, rules.market.price(state, company))
        started = (
            say("(started at {amount})", amount=money(rules, state.pars[company])) if company in state.pars else ""
        )
        yield dt[say("Price")], dd[price, span(".tp-dim")[started and f" {started}"]]
    if last is not None:
        yield dt[say("Last run")], dd[_last_run(rules, last)]
    elif company in state.revenues:
        yield dt[say("Last revenue")], dd(".tp-money")[money(rules, state.revenues[company])]
    if rules.data.loans_if_any is not None:
        yield dt[say("Loans")], dd[_loans(rules, state, company)]
    yield dt[say("Tokens")], dd[_tokens(rules, state, company)]
    owned = [rules.privates[private].name for private, holder in state.privates.items() if holder == company]
    if owned:
        yield dt[say("Privates")], dd[listed(owned)]
    for term, text in rules.outlook.particulars(rules, state, company):
        yield dt[term], dd[text]


def _last_run(rules: RailRules, last: Earning) -> list[Node]:
    """What was earned and how it was distributed, then the runs stop by stop."""
    way = say(WAYS[last.way])
    if last.share and last.paid:
        way = f"{way}, {say('{amount} a share', amount=money(rules, last.share))}"
    head = (
        f"{short_round(last.round)}: {money(rules, last.total)}, {way}"
        if last.total
        else say("{round}: nothing", round=short_round(last.round))
    )
    stops = [
        li[f"{part.by}: {' – '.join(stop_name(rules, place) for place in part.places)} {part.amount}"]
        for part in last.parts
    ]
    return [head, ul(".tp-last")[stops] if stops else None]


def _loans(rules: RailRules, state: RailState, company: str) -> str:
    """What is owed, what the interest is, what must be repaid and what could still be borrowed."""
    count, fact, outlook = state.loans.get(company, 0), rules.data.loans, rules.outlook
    text = say("none")
    if count:
        owed, interest = money(rules, count * fact.value), money(rules, count * fact.interest)
        text = say(
            "{count} of {amount}: {owed} to repay, {interest} interest a round",
            count=count,
            amount=money(rules, fact.value),
            owed=owed,
            interest=interest,
        )
    due = outlook.loans_due(rules, state, company)
    if due:
        owing = say(
            "{n} too many: {amount} must be repaid in its next turn", n=due, amount=money(rules, due * fact.value)
        )
        text = f"{text}; {owing}"
    room = outlook.loan_room(rules, state, company)
    if room is not None:
        more = money(rules, room * outlook.loan_worth(rules, state))
        text = (
            f"{text}; {say('{n} more possible ({amount})', n=room, amount=more) if room else say('no more possible')}"
        )
    return text


def _tokens(rules: RailRules, state: RailState, company: str) -> str:
    placed = [hex_label(rules.board.hexes[hex_id]) for hex_id, _ in rules.tokens_of(state, company)]
    left = state.charter.get(company, ())
    words = say("in {places}", places=listed(placed)) if placed else say("none on the map")
    if not left:
        return say("{tokens}; none left", tokens=words)
    if not any(left):
        text = "{tokens}; {count} left, all free" if left[1:] else "{tokens}; {count} left, free"
        return say(text, tokens=words, count=len(left))
    return say("{tokens}; {count} left ({prices})", tokens=words, count=len(left), prices=_token_prices(rules, left))


def _token_prices(rules: RailRules, left: Sequence[int]) -> str:
    return ", ".join(say("free") if not price else say("{amount} a hex", amount=money(rules, price)) for price in left)


def _trains(rules: RailRules, state: RailState, company: str) -> Element:
    held = rules.trains_of(state, company)
    limit = rules.train_limit(state, company)
    items = []
    for train in held:
        kind = rules.train_kind(train)
        rust = (
            say("rusts when the first {train} is bought", train=kind.rusts_on) if kind.rusts_on else say("never rusts")
        )
        items.append(li(".tp-train")[span(".tp-train-name")[kind.name], " ", span(".tp-dim")[rust]])
    most = say("{count} of at most {limit}", count=len(held), limit=limit) if limit else f"{len(held)}"
    return div(".tp-trains")[p[span(".tp-term")[say("Trains")], f" {most}"], ul[items] if items else None]


def _shares(rules: RailRules, state: RailState, company: str, names: Names) -> Node:
    """Who holds how much, players in seating order, then treasury and pool."""
    parts = holdings.by_holder(rules, state, company)
    president = holdings.president(rules, state, company)
    price = rules.market.price(state, company) if company in state.cells else None
    unsold = say("not sold yet") if isinstance(rules, IssueRules) else say("its treasury")
    rows = []
    for holder in (*state.seating, company, POOL):
        if parts.get(holder):
            label = unsold if holder == company else title_of(rules, holder, names)
            shares = rules.shares_held(state, company, holder)
            worth = "" if price is None else money(rules, price * shares)
            mark = span(".tp-mark", title=say("president"))[f" ★ {say('president')}"] if holder == president else None
            rows.append(
                tr[th(scope="row")[label, mark], td(".tp-number")[f"{parts[holder]} %"], td(".tp-number")[worth]]
            )
    if not rows:
        return None
    head = thead[
        tr[
            th(scope="col")[say("Holder")],
            th(".tp-number", scope="col")[say("Share")],
            th(".tp-number", scope="col")[say("Worth")],
        ]
    ]
    return table(".tp-table")[caption[say("Shares of {company}", company=company)], head, tbody[rows]]


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
    head = tr[
        th(scope="col")[say("Train")], th(scope="col")[say("Counted stops")], th(".tp-number", scope="col")[say("Pays")]
    ]
    return table(".tp-table.tp-runs")[caption[say("Runs")], thead[head], tbody[rows]]


def _written_out(rules: RailRules, account: Account) -> str:
    stops = " + ".join(f"{stop_name(rules, stop)} {value}" for stop, value in account.counted)
    doubled = f"({stops}) × {account.multiplier}" if account.multiplier > 1 else stops
    return say("{sum} + bonus {bonus}", sum=doubled, bonus=account.bonus) if account.bonus else doubled
