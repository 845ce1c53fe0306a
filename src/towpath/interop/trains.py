"""Which copy of a train the site means: it sells the yard's in order and the pool's longest discarded first."""

from __future__ import annotations

from towpath.rail.loans import round_frame
from towpath.rail.rules import RailRules
from towpath.rail.state import POOL, YARD, RailState


class TrainNames:
    """Our trains by the site's ids. The copies of a kind are alike, so what differs is bookkeeping alone."""

    def __init__(self, rules: RailRules, start: RailState) -> None:
        self._rules = rules
        self._names: dict[str, str] = {}
        self._next: dict[str, int] = {}
        self._pool: list[str] = []
        self.follow(start)

    def name(self, train: str) -> str:
        """The site's id of a train that has left the yard."""
        return self._names[train]

    def bought(self, train: str, pos: RailState) -> str:
        """The site's id of a train that is about to be bought, whoever has it."""
        holder = pos.trains[train]
        if holder == YARD:
            return self._new(train)
        if holder == POOL:
            self._swap_in_pool(train, pos)
        return self._names[train]

    def follow(self, pos: RailState) -> None:
        """Note what has left the yard and what has come into the pool."""
        for train in sorted(pos.trains, key=self._rules.train_order):
            if pos.trains[train] != YARD and train not in self._names:
                self._new(train)
        self._pool = [train for train in self._pool if pos.trains[train] == POOL]
        self._pool += [train for train in self._rules.trains_of(pos, POOL) if train not in self._pool]

    def _new(self, train: str) -> str:
        kind = self._rules.train_kind(train).name
        number = self._next.get(kind, 0)
        self._next[kind] = number + 1
        self._names[train] = f"{kind}-{number}"
        return self._names[train]

    def _swap_in_pool(self, train: str, pos: RailState) -> None:
        """Let the train bought be the one that the site would sell; one that has run is never taken for one that has not."""
        kind = self._rules.train_kind(train)
        ran = round_frame(pos).ran
        alike = [
            other for other in self._pool if self._rules.train_kind(other) is kind and (other in ran) == (train in ran)
        ]
        first = alike[0]
        self._names[train], self._names[first] = self._names[first], self._names[train]
        at, other = self._pool.index(train), self._pool.index(first)
        self._pool[at], self._pool[other] = self._pool[other], self._pool[at]
