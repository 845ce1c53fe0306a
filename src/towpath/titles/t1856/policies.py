"""How 1856 answers the questions of the shared code, its own compatibility switches, and its options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from towpath.rail.policies import Policies

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules


class Policies1856(Policies, frozen=True, kw_only=True):
    """The switches of the rule sheet carry the switch's id (C numbers them); what they mean stands in ``title.toml``."""

    auction_contest_order: Literal["turn_order", "lowest_bid"] = "turn_order"
    """C1."""
    sr_private_trade: bool = True
    """C2."""
    six_for_sale_capital: bool = True
    """C3."""
    closed_company_trains: Literal["pool", "removed"] = "pool"
    """C4."""
    wsrc_close: Literal["use", "turn", "round"] = "use"
    """C5."""
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
    destination_from_any_home_city: bool = False
    """C14."""
    five_start_escrow: bool = False
    """C15."""
    interest_in_tens: bool = True
    """C16."""
    cgr_tokens_compulsory: bool = True
    """C17."""
    destinations: Literal["standard", "alternate"] = "standard"
    """Option: which list of destinations is used."""
    unlimited_rights: bool = False
    """Option: rights to the bonus of bridge and tunnel are not counted."""
    waits_as_site: bool = False
    """Profile 18xx.games: the steps of a turn wait where that site waits. Trains: only when the treasury alone buys one;
    the last step: when the treasury with a loan would buy a private, or there is a port to mark. Who cannot pay declares
    himself bankrupt."""
    every_debtor_asked: bool = False
    """Profile 18xx.games: a president who cannot pay says himself that his company is absorbed."""


def policies_of(rules: RailRules) -> Policies1856:
    """The policies of a game of 1856."""
    assert isinstance(rules.policies, Policies1856)
    return rules.policies
