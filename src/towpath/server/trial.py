"""A look at what an entity could do if it were to decide here and now: nothing of it is played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from towpath.api import Glimpse, Refused, Sandbox
from towpath.api.sandbox import Best
from towpath.kernel.offers import Lazy, Offer
from towpath.language import Texts, say
from towpath.server import wording
from towpath.server.looking import Look

ANY = "any"
"""What an address asks for that leaves open of whom something is tried."""


def candidates(look: Look) -> list[str]:
    """The entities of which something can be imagined at the position shown. None where something is secret: what may be
    done would tell."""
    if look.rules.secrets:
        return []
    return [each for each in getattr(look.rules, "companies", {}) if look.game.rules.trials(look.full, each)]


class Trial(Look):
    """The position as it would be if the entity in ``asked.sandbox`` were to decide there. ``box`` answers for it, ``step`` is
    what it would decide."""

    def __init__(self, look: Look, box: Sandbox) -> None:
        super().__init__(look.opened, look.asked, look.access)
        self.box = box
        self.step = look.asked.step if look.asked.step in box.steps else box.steps[0]
        self.full = box.position(self.step)
        self.moment = wording.moment_of(self.rules, self.full)

    @cached_property
    def actor(self) -> str:
        """Who is imagined to act."""
        return self.box.entity

    @cached_property
    def offers(self) -> list[Offer]:
        """What it could do."""
        return self.game.engine.offers(self.full)

    @cached_property
    def glimpse(self) -> Glimpse | None:
        """What the choice in hand would do."""
        return None if self.asked.choice is None else self.preview(self.asked.choice)

    def preview(self, action: Mapping[str, Any], seat: str | None = None) -> Glimpse:
        """What an action would do by itself."""
        try:
            made = self.game.action(action)
        except Refused as refused:
            return Glimpse((), False, refused.reasons)
        return self.box.glimpse(self.step, made)

    @cached_property
    def after(self) -> Any:
        """The position with the choice in hand carried out; as it is when there is none that could be."""
        glimpse = self.glimpse
        return self.full if glimpse is None or glimpse.state is None else glimpse.state

    @cached_property
    def best(self) -> Best | None:
        """The best runs, where they are asked for: as the position is, or with the choice in hand carried out."""
        if self.asked.choice is None:
            searched = any(isinstance(domain, Lazy) for offer in self.offers for domain in offer.domains)
            return self.box.best() if searched else None
        glimpse = self.glimpse
        if self.asked.find != "best" or glimpse is None or glimpse.reasons:
            return None
        return self.box.best(self.game.action(self.asked.choice))

    def href(self, **changes: object) -> str:
        """As elsewhere, and the trial goes on."""
        return super().href(**{"sandbox": self.box.entity, "step": self.step, **changes})


def trial_of(look: Look) -> Trial | None:
    """The trial that the address asks for; ``None`` when it asks for none, or for one that there cannot be. An address that
    names nobody (``ANY``) gets the first there is, of the seats of whoever looks if it can be."""
    wanted = look.asked.sandbox
    if not wanted or not (found := candidates(look)):
        return None
    if wanted not in found:
        mine = [each for each in found if look.access.may(look.rules.controller(look.full, each))]
        wanted = look.actor if look.actor in found else (mine or found)[0]
    box = look.game.sandbox(wanted, look.number)
    return Trial(look, box) if box.steps else None


STEPS: Texts = {"track": "Track", "token": "Tokens", "run": "Runs"}
"""Step that can be tried out -> its tab."""


def in_words(step: str) -> str:
    """A step as a tab."""
    return say(STEPS[step]) if step in STEPS else step.replace("_", " ").capitalize()


def written(value: Any) -> str:
    """As it stands in addresses."""
    return msgspec.json.encode(value).decode()
