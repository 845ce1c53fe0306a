"""Which minors may convert or merge, and at what price [9.1, 9.2; sheet 16]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from towpath.hexmap.reaching import Reach
from towpath.kernel.memo import Memo
from towpath.kernel.reasons import Reason, broken
from towpath.rail import holdings
from towpath.rail.data import MarketCell
from towpath.rail.rules import RailRules
from towpath.rail.state import Position

MOST_MINORS = 10
"""A merger takes at most as many minors as a major has tenths [9.2]."""

MOST_OF_ONE_PLAYER = 6
"""Of these so many may belong to one player [9.2]."""


def owner(rules: RailRules, pos: Position, minor: str) -> str:
    """The player who owns a minor in play."""
    found = holdings.president(rules, pos, minor)
    assert found is not None
    return found


def unstarted_majors(rules: RailRules, pos: Position) -> list[str]:
    """The majors that a conversion or merger may form, in the order of the title's data."""
    return [c.id for c in rules.data.companies if c.kind == "major" and pos.standing[c.id] == "unstarted"]


def major_left(rules: RailRules, pos: Position, rule: str) -> Iterator[Reason]:
    """The reason when no major is left to form."""
    if not unstarted_majors(rules, pos):
        yield broken("no_major_left", rule, "Every major is in play; none is left to be formed.")


# prices and cells


def conversion_cell(rules: RailRules, pos: Position, minor: str) -> MarketCell:
    """The cell of a major that a minor converts into: the pink or teal one of the minor's price [9.1A]."""
    return rules.market.cell_at_price(rules.market.price(pos, minor), "any_start", "major_start")


def merged_cell(rules: RailRules, prices: Sequence[int]) -> MarketCell:
    """The cell of a merged major: the lowest and the highest price together, held within the blue and teal zones and
    rounded down to a price of theirs; a teal cell where there is one, else a blue one, or (policy C21) the cell where a
    major of that price would be started [9.2A, sheet 16.6]."""
    market = rules.market
    lowest = market.zone("conversion")[0].price
    teal = market.zone("major_start")[0].price
    price = max(min(prices) + max(prices), lowest)
    if price >= teal:
        return market.rounded_down(price, "major_start")
    return market.rounded_down(price, "any_start" if rules.policies.merge_on_start_cell else "conversion")


def merged_price(rules: RailRules, pos: Position, group: Sequence[str]) -> int:
    """The price per share of the major that these minors would form."""
    return merged_cell(rules, [rules.market.price(pos, minor) for minor in group]).price


# converting


def convert_faults(rules: RailRules, pos: Position, minor: str) -> Iterator[Reason]:
    """Why a minor cannot convert."""
    cell = rules.market.cells[pos.cells[minor]]
    if "conversion" not in cell.zones:
        yield broken(
            "not_in_blue_zone", "9.1.a", "{minor} stands at {price}; a minor converts only from the blue zone.",
            minor=minor, price=cell.price,
        )  # fmt: skip
    yield from major_left(rules, pos, "9.1.A.a")


# merging


class Connections:
    """Whether minors are connected, with what was found kept for as long as tiles and tokens stay."""

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules
        self._reaches: Memo[Reach] = Memo(128)

    def joins(self, pos: Position, group: Sequence[str], minor: str) -> bool:
        """Whether a minor may join a group as far as track goes.

        One minor of the whole must be connected to all others, and tokens of minors in the merger are no obstacle [9.2].
        Any group that satisfies this can be put together one by one in such a way that it does so at each step (along the
        paths that prove it), so a group is judged as it stands. Policy C12: connected to any minor of the group with
        tokens blocking as usual.
        """
        if self.rules.policies.merge_chain:
            return any(self._reached(pos, minor, (minor,), other) for other in group)
        whole = (*group, minor)
        return any(all(self._reached(pos, hub, whole, other) for other in whole) for hub in whole)

    def _reached(self, pos: Position, start: str, friends: Sequence[str], goal: str) -> bool:
        nodes = self._reach(pos, start, friends).nodes
        return start == goal or any(node in nodes for node in self.rules.tokens_of(pos, goal))

    def _reach(self, pos: Position, start: str, friends: Sequence[str]) -> Reach:
        rules = self.rules
        key = (pos.tiles.version, pos.tokens.version, start, frozenset(friends))
        return self._reaches.get(
            key, lambda: rules.graph(pos).reach(rules.tokens_of(pos, start), rules.blocked(pos, tuple(friends)))
        )


def viable(rules: RailRules, pos: Position, group: Sequence[str]) -> bool:
    """Whether the merger could succeed: somebody has two of the minors, or an owner can pay for a second share
    [sheet 16.9]."""
    owners = Counter(owner(rules, pos, minor) for minor in group)
    price = merged_price(rules, pos, group)
    return any(number > 1 or pos.cash.get(player, 0) >= price for player, number in owners.items())


class Groups:
    """Which minors may be added to a merger."""

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules
        self.connections = Connections(rules)

    def faults(self, pos: Position, group: Sequence[str], minor: str, refused: Sequence[str] = ()) -> Iterator[Reason]:
        """Why a minor cannot be added to a group, its first member being the active minor."""
        rules = self.rules
        if pos.standing[minor] != "started" or minor in group:
            yield broken("cannot_join", "9.2.a", "{minor} is not a minor in play outside this merger.", minor=minor)
            return
        yield from major_left(rules, pos, "9.2.A.a")
        yield from self._limits(pos, group, minor)
        if minor in refused:
            yield broken("owner_refused", "9.2.c", "The owner of {minor} has refused this merger.", minor=minor)
        if not self.connections.joins(pos, group, minor):
            yield broken(
                "not_connected", "9.2.d", "With {minor} no minor of the merger is connected to all others.",
                waivable=True, minor=minor,
            )  # fmt: skip
        elif not self._hopeful(pos, (*group, minor), refused):
            yield broken(
                "hopeless_merger", "P.16.9.b", "Nobody would have two of these minors or the money for a second share.",
            )  # fmt: skip

    def _limits(self, pos: Position, group: Sequence[str], minor: str) -> Iterator[Reason]:
        if len(group) >= MOST_MINORS:
            yield broken("too_many_minors", "9.2.a", "A merger takes at most {most} minors.", most=MOST_MINORS)
        player = owner(self.rules, pos, minor)
        if sum(owner(self.rules, pos, other) == player for other in group) >= MOST_OF_ONE_PLAYER:
            yield broken(
                "too_many_of_one_player", "9.2.b", "At most {most} minors of a merger belong to one player.",
                most=MOST_OF_ONE_PLAYER,
            )  # fmt: skip

    def _hopeful(self, pos: Position, group: Sequence[str], refused: Sequence[str]) -> bool:
        """Whether a group could succeed, as it is or with one more minor."""
        rules = self.rules
        if viable(rules, pos, group):
            return True
        return any(
            other not in group
            and other not in refused
            and len(group) < MOST_MINORS
            and viable(rules, pos, (*group, other))
            and self.connections.joins(pos, group, other)
            for other in rules.started(pos, "minor")
        )

    def candidates(self, pos: Position, group: Sequence[str], refused: Sequence[str] = ()) -> list[str]:
        """The minors that may be added, in price order."""
        rules = self.rules
        others = [minor for minor in rules.started(pos, "minor") if minor not in group]
        found = [minor for minor in others if not any(self.faults(pos, group, minor, refused))]
        return rules.market.order(pos, found)
