"""The position of 1856: what every railway game has, and this title's own tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from towpath.rail.issue_state import IssueDraft, IssueState
from towpath.rail.state import Position

Forming = Literal["waiting", "due", "formed", "never"]
"""The CGR: nobody has bought a 6 yet; its event is to come at the end of this turn; it is there; it never will be."""


class National(msgspec.Struct, frozen=True, kw_only=True):
    """What is remembered of the CGR [14].

    ``forming``: see there. ``permanent``: it has owned a train that never rusts. ``acting``: a player with one share who
    presides and has yet to buy a second one [14.6]. ``borrowed``: the train lent by the bank for this turn [14.12].
    ``ipo_closed``: most of it began in the pool, so that its new shares wait [14.15].
    """

    forming: Forming = "waiting"
    permanent: bool = False
    acting: str | None = None
    borrowed: str | None = None
    ipo_closed: bool = False


class State1856(IssueState, frozen=True, kw_only=True):
    """A position of 1856: ``national`` is what is remembered of the CGR."""

    national: National = National()


class Draft1856(IssueDraft):
    """A draft of a ``State1856``; reads like one."""

    if TYPE_CHECKING:
        national: National


Pos = State1856 | Draft1856
"""What every reading function of this title takes."""


def own(pos: Position) -> Pos:
    """A position of 1856, which is all that its rules are ever given."""
    assert isinstance(pos, State1856 | Draft1856)
    return pos


def set_national(draft: Draft1856, **changes: object) -> None:
    """Change what is remembered of the CGR."""
    draft.put("national", msgspec.structs.replace(draft.national, **changes))
