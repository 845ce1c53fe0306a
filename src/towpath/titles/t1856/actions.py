"""What players of 1856 submit when the CGR forms."""

from __future__ import annotations

from towpath.kernel.state import Action


class Rescue(Action, frozen=True, kw_only=True):
    """The president pays what his company still owes, so that the CGR does not absorb it."""


class Abandon(Action, frozen=True, kw_only=True):
    """The president lets the CGR absorb his company."""
