"""A train's table when track has a price: what an arc gains is less by the prices of the track it uses."""

from collections.abc import Callable, Mapping

from towpath.routes.grow import Found
from towpath.routes.network import bits
from towpath.routes.table import Row, Step, Table


class PricedTable(Table):
    """A table like ``plain``, with ``prices`` (by bit of shared track, none below 0) taken off.

    The search then judges runs by worth less prices, but hands over runs with bonuses at their worth before prices.
    """

    def __init__(self, plain: Table, prices: Mapping[int, int], look: Callable[[], None]) -> None:
        self.__dict__.update(plain.__dict__)
        shared, passing = self.network.shared, self.network.passing
        self.costs = costs = [sum(prices.get(bit, 0) for bit in bits(arc.mask & shared)) for arc in self.network.arcs]
        self.toll = toll = prices.get(passing, 0)

        def priced(step: Step) -> Step:
            number, mask, takes, now, choice = step
            cost = costs[number] + (toll if mask & passing else 0)
            return number, mask, takes, now - cost, choice

        self.first = {token: [priced(step) for step in steps] for token, steps in plain.first.items()}
        self.next = [[priced(step) for step in steps] for steps in plain.next]
        if not self.reach:
            self.walks = self._walks(0, look)
        self._sort()
        self.levels = self._levels()

    def unpriced(self, run: Found) -> tuple[Found, int]:
        """A run that the search met, at its true worth, and what is left of that after prices."""
        costs = self.costs
        paid = self.toll if run.mask & self.network.passing else 0
        for arc in run.arm:
            paid += costs[arc]
        for arc in run.other:
            paid += costs[arc]
        if self.worth.exact:
            return run._replace(value=run.value + paid), run.value
        return run, run.value - paid

    def _walks(self, total: int, look: Callable[[], None]) -> list[Row]:
        """As in a plain table; passing a stop that does not count costs something here."""
        count, mixed = len(self.next), self.spare
        counted = [[(s[0], s[3] + s[4]) for s in steps if s[2] or not mixed] for steps in self.next]
        loose = [(number, s[0], s[3]) for number, steps in enumerate(self.next) for s in steps if not s[2]]
        before = [0] * count
        columns = [before]
        for _ in range(self.places - mixed):
            look()
            now = []
            for steps in counted:
                most = 0
                for b, gain in steps:
                    value = gain + before[b]
                    if value > most:
                        most = value
                now.append(most)
            moved = bool(loose)
            while moved:
                moved = False
                for number, b, gain in loose:
                    if now[b] + gain > now[number]:
                        now[number] = now[b] + gain
                        moved = True
            columns.append(now)
            before = now
        return list(zip(*columns, strict=True))
