"""Brass: Lancashire, in the editions of 2007 and 2018 and on the map of 2009 for two. It has no trains and no hexes."""

from towpath.brass.composition import compose
from towpath.brass.rules import BrassRules
from towpath.brass.state import BrassState, Counter

__all__ = ["BrassRules", "BrassState", "Counter", "compose"]
