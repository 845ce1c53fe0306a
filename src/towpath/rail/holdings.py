"""Who holds what: shares, presidents, certificate counts. Pure functions of the certificates table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from towpath.rail.state import BANK, POOL, Position

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules


def certificate_ids(rules: RailRules, company: str) -> tuple[str, ...]:
    """The certificates of a company, the president's first."""
    return rules.certificates[company]


def percent_of(certificate: str, rules: RailRules) -> int:
    """Percent of the company that a certificate stands for."""
    return rules.percents[certificate]


def percent(rules: RailRules, pos: Position, company: str, holder: str) -> int:
    """Percent of a company in one holder's hands (a player, the company's treasury, ``pool``)."""
    return by_holder(rules, pos, company).get(holder, 0)


def by_holder(rules: RailRules, pos: Position, company: str) -> Mapping[str, int]:
    """Percent of a company by holder; treasury and pool included, ``bank`` (not started) left out."""
    table = pos.certificates
    return rules.holdings.get(table.version, lambda: _all_holdings(rules, table)).get(company, {})


def _all_holdings(rules: RailRules, table: Mapping[str, str]) -> Mapping[str, Mapping[str, int]]:
    found: dict[str, dict[str, int]] = {}
    percents = rules.percents_in(table)
    for company, certificates in rules.certificates.items():
        parts: dict[str, int] = {}
        for cert in certificates:
            holder = table[cert]
            if holder != BANK:
                parts[holder] = parts.get(holder, 0) + percents[cert]
        found[company] = parts
    return found


def held(rules: RailRules, pos: Position, company: str, holder: str) -> list[str]:
    """The certificates of a company with a holder, the president's first."""
    return [cert for cert in rules.certificates[company] if pos.certificates[cert] == holder]


def president(rules: RailRules, pos: Position, company: str) -> str | None:
    """The player with the president's (or the only) certificate; ``None`` while nobody has it."""
    holder = pos.certificates.get(f"{company}_0")
    return holder if holder in rules.seats else None


def player_percent(rules: RailRules, pos: Position, company: str) -> int:
    """Percent of a company in players' hands."""
    return sum(part for holder, part in by_holder(rules, pos, company).items() if holder in rules.seats)


def certificate_count(rules: RailRules, pos: Position, player: str) -> float:
    """Certificates that count against the limit, as the title counts them (halves are possible)."""
    return rules.certificate_count(pos, player)


def challenger(rules: RailRules, pos: Position, company: str) -> str | None:
    """Who takes the presidency now: the player with most shares if that is more than the president has; ties go clockwise
    from the president [7.3.2]. ``None`` when nothing changes."""
    current = president(rules, pos, company)
    if current is None:
        return None
    shares = by_holder(rules, pos, company)
    most = max((shares.get(player, 0) for player in rules.seats), default=0)
    if shares.get(current, 0) >= most:
        return None
    for player in rules.clockwise_from(pos, current)[1:]:
        if shares.get(player, 0) == most:
            return player
    return None


def pool_percent(rules: RailRules, pos: Position, company: str) -> int:
    """Percent of a company in the bank pool."""
    return percent(rules, pos, company, POOL)


def companies_of(rules: RailRules, pos: Position, player: str) -> list[str]:
    """The companies a player is president or owner of."""
    return [company for company in rules.certificates if pos.certificates[f"{company}_0"] == player]
