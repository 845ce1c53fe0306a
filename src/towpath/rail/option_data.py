"""Switches between the printed rules and other practice, with their profiles, as a title's data lists them."""

from __future__ import annotations

from typing import Literal

from towpath.facts.files import Facts

Profile = Literal["own", "rulebook", "designer", "18xx.games"]
PROFILES: tuple[Profile, ...] = ("own", "rulebook", "designer", "18xx.games")
"""Named settings of all compatibility switches; ``own`` is what a new game here plays."""


class SwitchChoice(Facts, frozen=True, kw_only=True):
    """One value of a switch with more to choose from than on and off."""

    id: str
    meaning: str
    """What is played with this value, in one line."""


SwitchValue = bool | str
"""What a switch is set to: on or off, or the id of one of its choices."""


class Switch(Facts, frozen=True, kw_only=True):
    """A difference between the printed rules and another practice; ``conflict`` numbers it, ``values`` per profile.

    ``choices`` empty: it is on or off. Else its values are ids of choices.
    """

    id: str
    conflict: int
    meaning: str
    """What is played when the switch is on (or what it is about, where it has choices), in one line."""
    choices: tuple[SwitchChoice, ...] = ()
    values: dict[Profile, SwitchValue]
    policy: str = ""
    """The policy that it sets, where a mechanism shared with other titles asks for it by a name of its own; else ``id``."""

    @property
    def sets(self) -> str:
        """The name of the policy that it sets."""
        return self.policy or self.id
