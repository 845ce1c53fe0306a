"""Certificates of a major that is being formed: exchange and purchases [9.1D, 9.2C, 9.2D; sheet 16.4, 16.8–16.10]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from towpath.kernel.reasons import Reason, broken
from towpath.rail import holdings, verbs
from towpath.rail.merger_groups import owner
from towpath.rail.rules import RailRules
from towpath.rail.state import BANK, Position, RailDraft

TENTH = 10


def exchange_order(rules: RailRules, pos: Position, group: Sequence[str]) -> tuple[str, ...]:
    """The minors in the order of their exchange: player by player clockwise from the active minor's owner, or (policy
    C10) minor by minor from the highest price down. Their tokens must still be on the market."""
    if rules.policies.merge_price_order:
        return tuple(rules.market.order(pos, list(group)))
    players = rules.clockwise_from(pos, owner(rules, pos, group[0]))
    return tuple(minor for player in players for minor in group if owner(rules, pos, minor) == player)


def first_buyers(rules: RailRules, pos: Position, order: Sequence[str]) -> tuple[str, ...]:
    """The owners clockwise from that of the first minor exchanged: they buy first, as much as they like."""
    owners = {owner(rules, pos, minor) for minor in order}
    players = rules.clockwise_from(pos, owner(rules, pos, order[0]))
    return tuple(player for player in players if player in owners)


def exchange(rules: RailRules, draft: RailDraft, minors: Sequence[str], major: str, converted: bool) -> None:
    """Give each minor's owner the president's certificate (conversion) or a tenth (merger); the minors' certificates go
    out of play. The first player with two tenths gets the president's certificate for them."""
    for minor in minors:
        player = owner(rules, draft, minor)
        verbs.transfer(rules, draft, f"{minor}_0", BANK)
        if converted:
            verbs.transfer(rules, draft, f"{major}_0", player)
        else:
            give_tenth(rules, draft, major, player)


def tenths_left(rules: RailRules, pos: Position, major: str) -> list[str]:
    """The 10 % certificates in the treasury."""
    return [cert for cert in holdings.held(rules, pos, major, major) if rules.percents[cert] == TENTH]


def would_preside(rules: RailRules, pos: Position, major: str, player: str) -> bool:
    """Whether one more tenth would bring the player the president's certificate, which is still free."""
    free = pos.certificates[f"{major}_0"] == major
    return free and holdings.percent(rules, pos, major, player) >= TENTH


def give_tenth(rules: RailRules, draft: RailDraft, major: str, player: str) -> None:
    """Hand over one 10 % share of the treasury; a second one while the 20 % certificate is free becomes that one."""
    if would_preside(rules, draft, major, player):
        for cert in holdings.held(rules, draft, major, player):
            verbs.transfer(rules, draft, cert, major)
        verbs.transfer(rules, draft, f"{major}_0", player)
    else:
        verbs.transfer(rules, draft, tenths_left(rules, draft, major)[0], player)
        verbs.pass_presidency(rules, draft, major)


def purchase_faults(rules: RailRules, pos: Position, major: str, player: str) -> Iterator[Reason]:
    """Why a player cannot buy a share of the major's treasury now."""
    if not tenths_left(rules, pos, major):
        yield broken("no_share_left", "9.2.D.a", "{company} has no 10 % share left in its treasury.", company=major)
    limit = rules.limits.ownership_limit
    if holdings.percent(rules, pos, major, player) + TENTH > limit:
        yield broken(
            "ownership_limit", "7.4.1.a", "{player} would own more than {limit} % of {company}.",
            player=player, limit=limit, company=major,
        )  # fmt: skip
    most = rules.limits.certificate_limit
    grows = not would_preside(rules, pos, major, player)
    if grows and holdings.certificate_count(rules, pos, player) >= most:
        yield broken(
            "certificate_limit", "P.16.4", "{player} has {limit} certificates and may take no more.",
            player=player, limit=most,
        )  # fmt: skip
    price, cash = rules.market.price(pos, major), pos.cash.get(player, 0)
    if price > cash:
        yield broken(
            "too_dear", "7.4.d", "A share of {company} costs {price}, and {player} has {cash}.",
            company=major, price=price, player=player, cash=cash,
        )  # fmt: skip


def buy(rules: RailRules, draft: RailDraft, major: str, player: str) -> None:
    """Pay the price into the treasury and take a share."""
    verbs.pay(rules, draft, player, major, rules.market.price(draft, major), f"share of {major}")
    give_tenth(rules, draft, major, player)
