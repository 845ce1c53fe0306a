"""Titles with a first issue told beforehand: prices, loans against shares, what is held until the destination is reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towpath.language import Texts, either, say, say_n
from towpath.rail import capital, turn_loans
from towpath.rail.destinations import destination_of, matters
from towpath.rail.issue_state import IssuePosition, of_issue
from towpath.rail.market import Direction
from towpath.rail.outlook import Outlook, PriceMove
from towpath.rail.rules import RailRules
from towpath.rail.state import Position
from towpath.rail.turn import loan_room

if TYPE_CHECKING:
    from towpath.rail.issue_rules import IssueRules

SALES = 5
"""The pool takes no more shares at once."""
PAID: Texts = {
    "escrow": "half at once, half at its destination",
    "incremental": "share by share",
    "full": "all at once",
}


class IssueOutlook(Outlook):
    """All or nothing is paid; every share sold takes the price down a step."""

    def price_moves(self, rules: RailRules, pos: Position, company: str) -> tuple[PriceMove, ...]:
        """Right, left, down a step a share; ``IssueRules.price_steps`` says what holds a price back."""
        if company not in pos.cells:
            return ()
        found = [
            PriceMove(say("it pays"), say("pays"), self._moved(rules, pos, company, "right", 1)),
            PriceMove(say("it withholds"), say("keeps"), self._moved(rules, pos, company, "left", 1)),
        ]
        for shares, cell in self._sales(rules, pos, company):
            sold = say_n("a share of it is sold", "{n} shares of it are sold", shares)
            found.append(PriceMove(sold, f"−{shares}", cell))
        up = self._moved(rules, pos, company, "up", 1)
        return (*found, PriceMove(say("players hold all of it after a stock round"), say("sold out"), up))

    def _sales(self, rules: RailRules, pos: Position, company: str) -> list[tuple[int, int]]:
        """(shares sold, cell) up to what the pool takes, or to where the market's edge holds the price: more do no more."""
        found: list[tuple[int, int]] = []
        for shares in range(1, SALES + 1):
            cell = self._moved(rules, pos, company, "down", shares * rules.unit(pos, company) // 10)
            if found and found[-1][1] == cell and shares * rules.unit(pos, company) % 10 == 0:
                break
            found.append((shares, cell))
        return found

    def _moved(self, rules: RailRules, pos: Position, company: str, direction: Direction, steps: int) -> int:
        cell = pos.cells[company]
        for _ in range(_issue(rules).price_steps(of_issue(pos), company, direction, steps)):
            cell = rules.market.moved(cell, direction)
        return cell

    def loan_room(self, rules: RailRules, pos: Position, company: str) -> int | None:
        """One for each share in players' hands, until the first 6."""
        if company == rules.national or rules.data.loans_if_any is None or not rules.flag(pos, "loans"):
            return None
        return max(0, loan_room(_issue(rules), of_issue(pos), company))

    def loan_worth(self, rules: RailRules, pos: Position) -> int:
        """All of it: the interest is that of the next turn."""
        return rules.data.loans.value

    def loans_due(self, rules: RailRules, pos: Position, company: str) -> int:
        """Those that are more than the shares in players' hands."""
        return 0 if rules.data.loans_if_any is None else turn_loans.due(_issue(rules), of_issue(pos), company)

    def particulars(self, rules: RailRules, pos: Position, company: str) -> tuple[tuple[str, str], ...]:
        """How it is paid for, what is held for it, where it has to go, what floats it."""
        mine, issue, currency = of_issue(pos), _issue(rules), rules.data.currency
        found = []
        kind = mine.capital.get(company)
        if kind is not None:
            found.append((say("Paid for"), say(PAID[kind])))
        if mine.escrow.get(company):
            found.append((say("Held for it"), f"{currency}{mine.escrow[company]}"))
        goal = destination_of(issue, company)
        if goal is not None:
            text = either([_place(rules, hex_id) for hex_id in goal.to])
            if goal.origin:
                text = say("{destination}, from {origin}", destination=text, origin=_place(rules, goal.origin))
            reached = say("reached") if mine.destined.get(company, False) else say("not reached yet")
            worth = self._goal_worth(issue, mine, company)
            found.append((say("Destination"), f"{text}: {'; '.join(filter(None, (reached, worth)))}"))
        if rules.data.flotation and company != rules.national and not mine.operated.get(company, False):
            needed = capital.terms(issue, mine).percent
            sold = capital.sold(issue, mine, company) if mine.standing[company] == "started" else 0
            found.append((say("Operates"), say("from {needed} % sold on; {sold} % are", needed=needed, sold=sold)))
        return tuple(found)

    @staticmethod
    def _goal_worth(issue: IssueRules, pos: IssuePosition, company: str) -> str:
        """What arriving would bring; nothing for who is there, or has not started."""
        if pos.destined.get(company, False) or pos.standing[company] != "started":
            return ""
        if not matters(issue, pos, company):
            return say("arriving would change nothing")
        held = pos.escrow.get(company, 0)
        if not held:
            return say("nothing is held for it now")
        return say("arriving brings the {amount} that are held for it", amount=f"{issue.data.currency}{held}")


def _issue(rules: RailRules) -> IssueRules:
    """The rules, which are those of such a title."""
    from towpath.rail.issue_rules import IssueRules

    assert isinstance(rules, IssueRules)
    return rules


def _place(rules: RailRules, hex_id: str) -> str:
    name = rules.board.hexes[hex_id].name
    return f"{name} {hex_id}" if name else hex_id
