"""Positions of 1856 as that site's trace has them."""

from __future__ import annotations

from typing import Any

from towpath.interop.t1856 import SITE
from towpath.interop.trace import Plain, Tracer
from towpath.rail.state import RailState
from towpath.titles.t1856.rules import Rules1856
from towpath.titles.t1856.state import State1856

OWNED = ("par", "price", "pool", "treasury", "presidents", "trains", "loans", "tokens_left")
"""Keys with one entry a company."""


class Tracer1856(Tracer):
    """Two companies have other names there; escrow, destinations and bonuses are shown."""

    rules: Rules1856

    def state(self, pos: RailState) -> Plain:
        """One position, all keys."""
        found = super().state(pos)
        for key in OWNED:
            found[key] = self._named(found[key])
        found["cash"]["corporations"] = self._named(found["cash"]["corporations"])
        found["shares"] = {player: self._named(held) for player, held in found["shares"].items()}
        found["privates"] = {private: self.abroad(holder) for private, holder in found["privates"].items()}
        found["operated"] = sorted(map(self.abroad, found["operated"]))
        found["market_stacks"] = {
            cell: [self.abroad(name) for name in there] for cell, there in found["market_stacks"].items()
        }
        found["tokens"] = {
            hex_id: sorted([*token[:2], self.abroad(token[2])] for token in there)
            for hex_id, there in found["tokens"].items()
        }
        return found

    def abroad(self, name: Any) -> Any:
        """A company as the site calls it; anything else as it is."""
        return SITE.abroad.get(name, name)

    def _named(self, table: Plain) -> Plain:
        return {self.abroad(company): value for company, value in table.items()}

    def _operated(self, pos: RailState) -> list[str]:
        return sorted(name for name, done in pos.operated.items() if done)

    def _presidents(self, pos: RailState) -> Plain:
        """Who acts for the CGR counts as its president, with one share too."""
        assert isinstance(pos, State1856)
        found = {name: self.rules.controller(pos, name) for name in pos.cells}
        return {name: self.ids[seat] for name, seat in found.items() if seat is not None}

    def _own_keys(self, pos: RailState) -> Plain:
        assert isinstance(pos, State1856)
        marks: dict[str, list[str]] = {}
        for hex_id, company in pos.marks.items():
            private = next(each.id for each in self.rules.data.privates if each.one_bonus_hex)
            marks |= {hex_id: [private], self.abroad(company): [private]}
        bonuses: dict[str, list[list[Any]]] = {}
        for name, owners in sorted(pos.rights.items()):
            right = self.rules.privates[name]
            for company in owners:
                bonuses.setdefault(self.abroad(company), []).append([list(right.bonus_hexes), right.bonus])
        extra: Plain = {
            "escrow": self._named(dict(pos.escrow)),
            "destinated": sorted([*(self.abroad(name) for name, there in pos.destined.items() if there), "CGR"]),
            "capitalization": self._named(dict(pos.capital)),
        }
        if pos.national.forming in ("formed", "never"):
            extra["post_nationalization"] = True
        if pos.bankrupt is not None:
            extra["bankrupt_players"] = [self.ids[pos.bankrupt]]
        found: Plain = {"extra": extra}
        if marks:
            found["assignments"] = marks
        if bonuses:
            found["hex_bonuses"] = bonuses
        return found
