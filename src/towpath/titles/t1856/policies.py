"""How 1856 answers the questions of the shared code, its own compatibility switches, and its options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from towpath.rail.policies import Policies

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules


class Policies1856(Policies, frozen=True, kw_only=True):
    """The switches that only 1856 has; C numbers them, and what they mean stands in ``title.toml``."""

    port_until: Literal["first_5", "first_6"] = "first_5"
    """C6."""
    cgr_timing: Literal["turn_end", "purchase"] = "turn_end"
    """C7."""
    cgr_president_choice: bool = True
    """C8."""
    cgr_odd_share: Literal["discarded", "pool"] = "discarded"
    """C9."""
    cgr_takes_fours: bool = False
    """C10."""
    cgr_borrow: Literal["until_permanent", "whenever_trainless"] = "until_permanent"
    """C11."""
    cert_limit_after_six: Literal["fixed", "recomputed", "if_formed"] = "fixed"
    """C12."""
    l_brown_optional: bool = False
    """C13."""
    cgr_tokens_compulsory: bool = True
    """C17."""
    every_debtor_asked: bool = False
    """Profile 18xx.games: a president who cannot pay says himself that his company is absorbed."""


def policies_of(rules: RailRules) -> Policies1856:
    """The policies of a game of 1856."""
    assert isinstance(rules.policies, Policies1856)
    return rules.policies
