"""A game in which nothing changes any more although everybody is asked: it ends instead of going on for ever."""

from __future__ import annotations

from hashlib import blake2b

import msgspec

from towpath.kernel.table import Table
from towpath.rail.rules import RailRules
from towpath.rail.state import Position

STILL_ROUNDS = 10
"""So many stock rounds in a row that begin with the same position end the game. No rulebook says so: at a table of people
somebody proposes to stop. A whole set of rounds in which nobody earns, pays, builds or trades anything is rare enough."""

ASIDE = frozenset({"stack", "chance", "finished", "round", "set_number", "set_length", "priority"})
"""What counts rounds or says who begins; all else in a position is somebody's property or a state of the map."""


def fingerprint(rules: RailRules, pos: Position) -> str:
    """The same for two positions that differ in nothing but the count of rounds and the priority deal."""
    values = (getattr(pos, name) for name in rules.state_type.__struct_fields__ if name not in ASIDE)
    held = [[(key, value[key]) for key in sorted(value)] if isinstance(value, Table) else value for value in values]
    return blake2b(msgspec.json.encode(held), digest_size=12).hexdigest()
