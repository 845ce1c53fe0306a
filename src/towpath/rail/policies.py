"""A title's answers to named questions, settled when it is composed for a game.

A compatibility switch sets the policy that carries its id or that its data names; the title's options set the rest.
Procedures read policies, never options or switches.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeVar

import msgspec

from towpath.rail.option_data import SwitchValue


class Policies(msgspec.Struct, frozen=True, kw_only=True):
    """All policies. Each field says who differs; users: 1856, 1861 and 1867."""

    bank_break_negative_only: bool = False
    """C1: the bank is broken only by a payment that it cannot make, not by reaching nothing."""
    private_falling_price: bool = False
    """C2: a private nobody opens is then sold to the first taker at the falling price, without raising."""
    decline_keeps_right: bool = True
    """C3: declining to open is not passing; the player may join once somebody has opened."""
    drop_per_sale: bool = False
    """C4: each sale by a president moves the price, not only the first of a major in a turn."""
    grid_blank_up_stays: bool = False
    """C5: a sold-out major under a blank of the grid stays instead of going down and right."""
    unconnected_any_centre: bool = False
    """C6: track to any revenue centre from any city of the hex makes the whole hex connected."""
    major_home_empty_hex: bool = True
    """C7: a major starts only in a hex without any token."""
    home_hex_restricted: bool = False
    """C8: in the home hex too, track must reach something new or change a value."""
    exchange_special_only: bool = False
    """C9: a train is exchanged only for an 8 or a special train."""
    merge_price_order: bool = False
    """C10: in a merger exchange and first buying go by price, highest first, not from the active minor's owner."""
    merge_tokens_first: bool = False
    """C11: tokens of a merger are chosen before the shares are bought."""
    merge_free_token_slip: bool = False
    """C11: removing the token that became the free one from a two-token hex leaves 0 and 40 on the charter."""
    merge_chain: bool = False
    """C12: each minor added must be connected, with normal blocking, to any one already in."""
    reserved_on_gray: bool = False
    """C13: the national's reserved token goes down when the gray tile is laid."""
    cn_collects: bool = False
    """C14: the Canadian National collects the income of nationalized privates."""
    rsr_loop: bool = False
    """C15: the state railway goes on buying after the first 8."""
    tie_hex_desc: bool = False
    """C16: equal city values are settled by hex id, descending as text, not by chance."""
    privates_first: bool = False
    """C17: at phase 6 privates are paid before trainless companies are nationalized."""
    eight_overrides_bank: bool = True
    """C18: the end by the last train overrides a broken bank."""
    manifest_by_geometry: bool = True
    """C19: upgrades follow geometry where the printed manifest errs."""
    unlisted_upgrades: tuple[tuple[str, str], ...] = ()
    """Upgrades (old tile, new tile) that fit but are missing in the printed manifest; barred where C19 is off."""
    merge_on_start_cell: bool = False
    """C21: on the grid a merged major goes on the start cell of its price."""
    no_last_export: bool = False
    """C22: no export when the game ends with that operating round by the bank."""

    special_trains_limited: bool = False
    """Option: two 2+2 and two 5+5E only."""
    no_price_floor: bool = False
    """Option: nationalization may pay less than the lowest price of the market."""
    long_game: bool = False
    """Option: the last train does not end the game."""
    left_of_auctioneer: bool = False
    """Option: after an auction the next turn is left of who proposed it."""
    train_exports: bool = False
    """Option of 1861: the state railway exports one train a set instead of operating."""
    bundles: bool = False
    """Option of 1861: starting bundles replace the private auction and the first minor auctions."""
    end_on: str = "8"
    """The kind of train whose first purchase or export brings the end (1861 short game: "6")."""
    end_extends_set: bool = False
    """1861: a last train in the first operating round of a set makes that set three rounds long and the last one."""
    rounds_after_end: int = 0
    """Short game: so many operating rounds follow the one with the last train, sets as usual; 0: the rule of the 8."""
    national_collects: bool = False
    """The national is paid the income of privates it holds (1861, and 1867 with C14)."""
    connected_homes: bool = False
    """1867: a major may be started in a connected city when no unconnected one is left; in 1861 it cannot start then."""
    token_asked_by_price: bool = False
    """18xx.games: the token step waits when the treasury has the price for one hex, however far the open cities are."""
    run_asked_by_track: bool = False
    """18xx.games: the run step waits when track leads from a token to any other stop, were it in the same hex."""
    every_minor_asked: bool = False
    """18xx.games: in a merger round each minor's owner is asked, even if his minor can neither convert nor merge."""
    top_row_stays: bool = False
    """A company in the top row of the grid does not move up (1856); else it goes down and right."""
    one_stop_per_hex: bool = True
    """A run visits one stop of a hex at most; where not (1856), the cities of a tile are different stops."""
    towns_count: bool = False
    """Towns that are passed count like cities (1856); else a train chooses whether they do."""
    token_distance: bool = True
    """A token costs its price for each hex of distance; where not (1856), once."""
    bank_ends_set: bool = False
    """A broken bank ends the game with the set of operating rounds (1856), not with the round."""
    contest_order: Literal["turn_order", "lowest_bid"] = "turn_order"
    """Who is next when several have bid for the private that comes up: the one left of who acted, or the lowest bidder."""
    private_trade: bool = True
    """A player may buy a private from another as the purchase of a turn in a stock round (1856)."""
    full_capital_ends_escrow: bool = True
    """Once new companies get their capital at once, what is held for older ones is paid over, and nothing more is held."""
    escrow_while_incremental: bool = False
    """A company that starts while capital is incremental has money in escrow and a destination too."""
    destinations: str = "standard"
    """Which of the title's lists of destinations is used."""
    destination_from_any_home_city: bool = False
    """A destination is reached from any city of the home hex, not only from the company's own."""
    closed_company_trains: Literal["pool", "removed"] = "pool"
    """Where the trains of a company go that closes because of its price."""
    spent_privates_close: Literal["use", "turn", "round"] = "use"
    """When a private closes whose one power has been used: at once, or at the end of the company's turn or of the round."""
    unlimited_rights: bool = False
    """Rights to a private's bonus are not counted."""
    interest_in_tens: bool = False
    """A treasury pays interest in whole multiples of one loan's interest, not to the last unit (1856)."""
    waits_as_site: bool = False
    """18xx.games: the steps of a turn wait where that site waits. Trains: only when the treasury alone buys one; the last step:
    when the treasury with a loan would buy a private, or there is a hex to mark. Who cannot pay declares himself bankrupt."""
    ask_consent: bool = True
    """Other owners are asked before a merger, or a train or private of theirs, is taken; else consent is assumed."""


P = TypeVar("P", bound=Policies)


def switch_names(base: Policies) -> list[str]:
    """The policies that a compatibility switch may set."""
    return sorted(field for field in type(base).__struct_fields__ if isinstance(getattr(base, field), bool | str))


def with_switches(base: P, values: Mapping[str, SwitchValue]) -> P:
    """The policies with compatibility switches set, each named as ``switch_names`` has it."""
    return msgspec.structs.replace(base, **values)
