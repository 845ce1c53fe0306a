"""What is played where editions and sources differ, settled for one game. No rule asks for an edition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from towpath.brass.data import TITLE, TitleData
from towpath.facts.files import DataError
from towpath.facts.options import ON


class Policies(msgspec.Struct, frozen=True, kw_only=True):
    """One answer to each named question. The fields are called after the options of ``title.toml`` that settle them, which say
    what each value means; ``seating``, ``income``, ``refill`` and ``last_tie`` are the edition's alone."""

    edition: str
    seating: Literal["clockwise", "random"]
    income: Literal["start", "end"]
    refill: Literal["round", "turn"]
    last_tie: Literal["order", "shared"]
    virtual_link: Literal["both", "one_way", "off"]
    spaces: Literal["free", "single_first", "printed_order"]
    shortfall: Literal["forgiven", "points"]
    refill_order: Literal["new", "old"]
    empty_board: Literal["nothing", "no_counters"]
    takeover: Literal["none_anywhere", "empty_counter"]
    income_tie: Literal["level", "space"]
    first_player: Literal["random", "seat1"]
    introductory: bool
    upkeep_is_spent: bool
    receipts_reduce_spent: bool
    industry_card_over_own: bool
    sale_helps_to_pay: bool
    takeover_in_own_town: bool
    link_without_network: bool
    removal_lowers_income: bool
    refill_demand: bool
    cube_limit: bool
    first_mill_points: int | None
    """Points of a cotton mill of level 1; ``None``: as the edition's data say."""
    demand_spaces: int | None
    """Spaces of the demand tracks that are used; ``None``: all."""


LEFT_TO_EDITION = "edition"
NUMBERS = {"three": 3, "five": 5}


def policies_for(data: TitleData, options: Mapping[str, str]) -> Policies:
    """The policies of settled options. ``DataError`` when the data list other options than this code asks for."""
    plays = data.edition(options["edition"]).plays
    settled: dict[str, object] = {**plays, **options}
    settled |= {name: plays[name] for name, value in options.items() if value == LEFT_TO_EDITION and name in plays}
    flags = [name for name, kind in Policies.__annotations__.items() if kind == "bool" and name in options]
    settled |= {name: options[name] == ON for name in flags}
    settled["first_mill_points"] = NUMBERS.get(options.get("first_mill_points", ""))
    settled["demand_spaces"] = int(options["demand_spaces"]) if "demand_spaces" in options else None
    try:
        return msgspec.convert({name: settled[name] for name in Policies.__struct_fields__}, Policies)
    except KeyError as error:
        raise DataError(TITLE, f"options.{error.args[0]}", None, "the code of this title asks for it") from None
    except msgspec.ValidationError as error:
        raise DataError(TITLE, "options", str(error), "the code of this title knows no such value") from None
