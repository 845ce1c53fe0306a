"""Where a company may put its first token: homes of minors, printed or chosen, and of new majors [7.2.1, 7.4]."""

from __future__ import annotations

from collections.abc import Iterator

from towpath.hexmap.board import NodeId
from towpath.kernel.memo import Memo
from towpath.kernel.reasons import Reason, broken
from towpath.rail.rules import RailRules
from towpath.rail.state import Position
from towpath.rail.tokens import closed, open_slots


def spot(node: NodeId) -> str:
    """A city as actions write it: "HEX/city"."""
    return f"{node[0]}/{node[1]}"


def all_cities(rules: RailRules, pos: Position) -> Iterator[NodeId]:
    """Every city on the map now, in board order."""
    for hex_id in rules.board.hexes:
        for index, stop in enumerate(rules.tile_at(pos, hex_id).stops):
            if stop.kind == "city" and stop.slots:
                yield hex_id, index


def tokens_in(pos: Position, node: NodeId) -> list[str]:
    """Whose tokens are in a city."""
    return [company for city, _, company in pos.tokens.get(node[0], ()) if city == node[1]]


def printed_home(rules: RailRules, pos: Position, company: str) -> NodeId | None:
    """The city kept for a company's first token, wherever its tile has it now; ``None`` when the home is chosen."""
    home = rules.companies[company].home
    if home is None:
        return None
    hex_id, _, city = home.rpartition("/")
    for place, _, name in pos.reservations.get(hex_id, ()):
        if name == company:
            return hex_id, place
    return hex_id, int(city)


def minor_home_faults(rules: RailRules, pos: Position, node: NodeId) -> Iterator[Reason]:
    """Whether the proposer may choose this city for a minor: no token in it; other cities of the hex do not matter."""
    inside = tokens_in(pos, node)
    if inside:
        rule = "7.2.1.f" if rules.national in inside else "7.2.1.c"
        yield broken("city_occupied", rule, "{city} holds a token of {companies}.", city=spot(node), companies=inside)
    elif open_slots(rules, pos, node, "") < 1:
        yield broken("city_reserved", "7.2.1.c", "The places of {city} are reserved.", city=spot(node))
    if closed(rules, pos, node):
        phase = rules.first_phase("locks_open")
        yield broken("city_closed", "7.2.1.e", "{city} is no home before phase {phase}.", city=spot(node), phase=phase)


def minor_homes(rules: RailRules, pos: Position) -> list[NodeId]:
    """The cities a proposer may choose for a minor."""
    return [node for node in all_cities(rules, pos) if not any(minor_home_faults(rules, pos, node))]


class MajorHomes:
    """Where a major started in a stock round may begin [7.4; sheet 5.13].

    Policies: ``connected_homes``, ``major_home_empty_hex``, ``unconnected_any_centre``.
    """

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules
        self.connected = rules.policies.connected_homes
        self.whole_hex = rules.policies.major_home_empty_hex
        self._found: Memo[tuple[NodeId, ...]] = Memo(256)

    @property
    def none_rule(self) -> str:
        """The rule by which no major starts when there is no home."""
        return "7.4.i" if self.connected else "7.4.h"

    def choices(self, pos: Position) -> tuple[NodeId, ...]:
        """The cities to choose from now; empty when no major can be started."""
        key = (pos.tiles.version, pos.tokens.version, pos.reservations.version, pos.phase)
        return self._found.get(key, lambda: self._search(pos))

    def faults(self, pos: Position, node: NodeId) -> Iterator[Reason]:
        """All that speaks against a city."""
        yield from self._place_faults(pos, node)
        choices = self.choices(pos)
        if node not in choices and not self.unconnected(pos, node):
            if any(self.unconnected(pos, other) for other in choices):
                rule, text = "7.4.g", "{city} is connected to another city, and there are unconnected ones: {homes}."
            elif not self.connected:
                rule, text = "7.4.h", "{city} is connected to another city."
            else:
                return
            yield broken("city_connected", rule, text, waivable=True, city=spot(node), homes=[*map(spot, choices)])

    def unconnected(self, pos: Position, node: NodeId) -> bool:
        """Whether no legal route leads from a city to another; or (C6) no track from its hex to any other centre."""
        graph = self.rules.graph(pos)
        hex_id = node[0]
        if self.rules.policies.unconnected_any_centre:
            stops = self.rules.tile_at(pos, hex_id).stops
            starts = [(hex_id, index) for index, stop in enumerate(stops) if stop.kind == "city"]
            return all(other == hex_id for other, _ in graph.reach(starts).nodes)
        reach = graph.reach([node], self.rules.blocked(pos, ()))
        return not any(other[0] != hex_id and self.rules.stop_at(pos, other).kind == "city" for other in reach.nodes)

    def _place_faults(self, pos: Position, node: NodeId) -> Iterator[Reason]:
        inside = tokens_in(pos, node)
        if inside:
            yield broken(
                "city_occupied", "P.5.13.a", "{city} holds a token of {companies}.", city=spot(node), companies=inside
            )
        elif open_slots(self.rules, pos, node, "") < 1:
            yield broken("city_reserved", "P.5.13.b", "The places of {city} are reserved.", city=spot(node))
        elif self.whole_hex and pos.tokens.get(node[0]):
            yield broken("hex_occupied", "P.5.13.c", "Another city of {hex} holds a token.", waivable=True, hex=node[0])

    def _search(self, pos: Position) -> tuple[NodeId, ...]:
        free = [node for node in all_cities(self.rules, pos) if not any(self._place_faults(pos, node))]
        alone = tuple(node for node in free if self.unconnected(pos, node))
        return alone or (tuple(free) if self.connected else ())
