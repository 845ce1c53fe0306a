"""Which certificate is where by the site's book-keeping.

Ours takes the first of equal certificates; the site names each, and where several would do its own order of holding
decides. Files name certificates, so both reading and writing follow that book-keeping beside our own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from towpath.rail import holdings
from towpath.rail.rules import RailRules
from towpath.rail.state import BANK, POOL, Position

Holding = tuple[tuple[str, str], ...]
"""(certificate, holder) of one company, in the order in which they came to their holders."""
TENTH = 10


class Papers:
    """The certificates of all companies at one moment. Immutable: ``after`` gives the next one."""

    def __init__(self, companies: Mapping[str, Holding]) -> None:
        self._companies = companies

    @classmethod
    def fresh(cls, rules: RailRules) -> Papers:
        """Before the first action: everything is with its company."""
        return cls({company: _unsold(rules, company) for company in rules.certificates})

    def holder(self, certificate: str) -> str | None:
        """Who holds it: a player, ``pool``, or the company itself; ``None`` if there is no such certificate."""
        company = certificate.rpartition("_")[0]
        return dict(self._companies.get(company, ())).get(certificate)

    def held(self, company: str, holder: str) -> list[str]:
        """The certificates of a company with a holder, the longest held first."""
        return [certificate for certificate, owner in self._companies[company] if owner == holder]

    def after(self, rules: RailRules, pos: Position, named: Iterable[tuple[str, str]] = ()) -> Papers:
        """The book-keeping in the position that an action led to. ``named``: (certificate, new holder) as the action
        names them; what moves besides (a change of president, an exchange) follows from the position."""
        companies = dict(self._companies)
        for certificate, holder in named:
            company = certificate.rpartition("_")[0]
            if certificate in dict(companies.get(company, ())):
                companies[company] = _moved(companies[company], certificate, holder)
        for company, holding in companies.items():
            companies[company] = _settled(rules, pos, company, holding)
        return Papers(companies)


def parted(shares: Sequence[str], number: int) -> list[tuple[str, str]]:
    """Which of the certificates named in a sale of ``number`` shares go to the pool. When the president's is among them and
    only a part of it is sold, the site keeps back the first ones; what replaces it comes from the new president."""
    small = [certificate for certificate in shares if not certificate.endswith("_0")]
    worth = len(small) + 2 * sum(certificate.endswith("_0") for certificate in shares)
    return [(certificate, POOL) for certificate in small[max(0, worth - number) :]]


def _unsold(rules: RailRules, company: str) -> Holding:
    return tuple((certificate, company) for certificate in rules.certificates[company])


def _moved(holding: Holding, certificate: str, holder: str) -> Holding:
    return (*((name, owner) for name, owner in holding if name != certificate), (certificate, holder))


def _settled(rules: RailRules, pos: Position, company: str, holding: Holding) -> Holding:
    """Bring one company's certificates to where the position says that so much of it is."""
    wanted = holdings.by_holder(rules, pos, company)
    if not wanted:
        return _unsold(rules, company)
    president = pos.certificates[f"{company}_0"]
    if president == BANK:
        president = company
    moved = _level(rules, pos, holding, company, wanted, president)
    if dict(moved)[f"{company}_0"] != president:
        moved = _moved(moved, f"{company}_0", president)
    return _chaired(rules, pos, company, moved) if president not in rules.seats else moved


def _chaired(rules: RailRules, pos: Position, company: str, holding: Holding) -> Holding:
    """Who presides with one share has the president's certificate for it there."""
    acting = rules.controller(pos, company)
    single = next((name for name, owner in holding if owner == acting), None)
    if acting not in rules.seats or single is None:
        return holding
    keeper = dict(holding)[f"{company}_0"]
    return _moved(_moved(holding, single, keeper), f"{company}_0", acting)


def _level(
    rules: RailRules, pos: Position, holding: Holding, company: str, wanted: Mapping[str, int], president: str
) -> Holding:
    chair, unit = rules.percents_in(pos.certificates)[f"{company}_0"], rules.unit(pos, company)
    tens = {holder: (percent - chair * (holder == president)) // unit for holder, percent in wanted.items()}
    owned: dict[str, list[str]] = {}
    idle = rules.idle_certificates(pos)
    for certificate, holder in holding:
        if certificate != f"{company}_0" and certificate not in idle:
            owned.setdefault(holder, []).append(certificate)
    spare: list[str] = []
    for holder, certificates in owned.items():
        number = max(0, len(certificates) - tens.get(holder, 0))
        # A player parts with what he has held longest; an exchange takes the last of the treasury.
        spare += certificates[::-1][:number] if holder == company else certificates[:number]
    for holder, number in tens.items():
        for _ in range(number - len(owned.get(holder, ()))):
            holding = _moved(holding, spare.pop(0), holder)
    return holding
