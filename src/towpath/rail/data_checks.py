"""Whether the facts of a title hold together: ids that exist, lists without doubles, prices and counts that can be."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from towpath.facts.files import DataError
from towpath.rail.option_data import PROFILES

if TYPE_CHECKING:
    from towpath.rail.data import TitleData

FILE = "title.toml"

SPOT = re.compile(r"^[A-Z][0-9]{1,2}/([0-9]|\*)$")
"""A city of a hex: hex id, slash, index of the city in the order of the printed hex (``H8/1``); ``*``: any of them."""

MOST_TRAINS = 200
"""Trains of a kind: each is a card of its own in the position."""

HEX = re.compile(r"^[A-Z][0-9]{1,2}$")


def check_title(data: TitleData) -> None:
    """Raise DataError for facts that contradict each other: the key, the value that stands there, what would be right."""
    _check_unique("players", [line.players for line in data.players])
    _check_unique("trains", [train.name for train in data.trains])
    _check_unique("phases", [phase.name for phase in data.phases])
    _check_unique("companies and privates", [c.id for c in data.companies] + [p.id for p in data.privates])
    _check_unique("privates", [private.number for private in data.privates])
    _check_unique("options", [option.id for option in data.options])
    _check_unique("switches", [switch.id for switch in data.switches])
    _check_trains(data)
    _check_companies(data)
    _check_bundles(data)
    _check_payments(data)
    _check_options(data)


def check_places(data: TitleData, board: Collection[str]) -> None:
    """Raise DataError for a hex that the facts speak of and the board does not have: title.toml and map.toml are replaced one
    by one, and nothing could be played or drawn there."""
    for key, hex_id in _places(data):
        if hex_id not in board:
            raise DataError(FILE, key, hex_id, "use a hex that is on the map (map.toml)")


def _places(data: TitleData) -> Iterator[tuple[str, str]]:
    for company in data.companies:
        if company.home is not None:
            yield f"companies.{company.id}.home", company.home.partition("/")[0]
        for name, destination in company.destinations.items():
            for hex_id in (*destination.to, *([destination.origin] if destination.origin else [])):
                yield f"companies.{company.id}.destinations.{name}", hex_id
    for private in data.privates:
        for hex_id in (*private.hexes, *private.bonus_hexes, *([private.lay.hex] if private.lay is not None else [])):
            yield f"privates.{private.id}", hex_id
    if data.national_if_any is not None:
        for place in data.national_if_any.reserved:
            yield "national.reserved", place.spot.partition("/")[0]


def _check_trains(data: TitleData) -> None:
    names = [train.name for train in data.trains]
    for train in data.trains:
        where = f"trains.{train.name}"
        for field, count in (("count", train.count), ("limited_count", train.limited_count)):
            if count is not None and not 0 <= count <= MOST_TRAINS:
                raise DataError(FILE, f"{where}.{field}", count, f"there are 0 to {MOST_TRAINS} trains of a kind")
        if train.rusts_on is not None:
            _check_known(f"{where}.rusts_on", train.rusts_on, names)
        if train.special and train.available_on is None:
            raise DataError(FILE, f"{where}.available_on", None, "say which train brings the special one")
        if train.available_on is not None:
            _check_known(f"{where}.available_on", train.available_on, names)
        for kind in train.trade_in.kinds if train.trade_in is not None else ():
            _check_known(f"{where}.trade_in.kinds", kind, names)
    for flotation in data.flotation:
        _check_known("flotation.train", flotation.train, names)
    for swap in data.train_swaps:
        _check_known("train_swaps.train", swap.train, names)
        values = {option.id: [value.id for value in option.values] for option in data.options}
        _check_known("train_swaps.option", swap.option, list(values))
        _check_known("train_swaps.value", swap.value, values[swap.option])
    for index, phase in enumerate(data.phases):
        if index > 0:
            _check_known(f"phases.{phase.name}.on", phase.on, names)
        elif phase.on:
            raise DataError(FILE, f"phases.{phase.name}.on", phase.on, 'the first phase begins by itself: ""')
    for line in data.players:
        for name, number in line.removed_trains.items():
            where = f"players.{line.players}.removed_trains.{name}"
            _check_known(where, name, names)
            count = data.train(name).count
            if count is None or not 0 < number <= count:
                raise DataError(FILE, where, number, f"remove 1 to {count or 0} of the {name}-trains")


def _check_companies(data: TitleData) -> None:
    for company in data.companies:
        where = f"companies.{company.id}"
        if company.home is not None and not SPOT.match(company.home):
            raise DataError(FILE, f"{where}.home", company.home, "write hex and city index, as in H8/0")
        if (company.group is not None) != (company.kind == "minor"):
            raise DataError(FILE, f"{where}.group", company.group, "minors are yellow or green, others have no group")
        for name, destination in company.destinations.items():
            for hex_id in (*destination.to, *([destination.origin] if destination.origin else [])):
                if not HEX.match(hex_id):
                    raise DataError(FILE, f"{where}.destinations.{name}", hex_id, "write a hex, as in H8")
    minors = [company.id for company in data.companies if company.kind == "minor"]
    if data.auction_if_any is not None and data.auction_if_any.first_minor is not None:
        _check_known("auction.first_minor", data.auction_if_any.first_minor, minors)
    if data.national_if_any is None:
        return
    for spot in (place.spot for place in data.national.reserved):
        if not SPOT.match(spot):
            raise DataError(FILE, "national.reserved", spot, "write hex and city index, as in H8/0")
    nationals = [company.id for company in data.companies if company.kind == "national"]
    _check_known("national.id", data.national.id, nationals)


def _check_bundles(data: TitleData) -> None:
    minors = [company.id for company in data.companies if company.kind == "minor"]
    numbers = [private.number for private in data.privates]
    for lots in data.bundles:
        where = f"bundles.{lots.players}"
        if len(lots.bundles) != lots.players:
            raise DataError(FILE, where, len(lots.bundles), f"list {lots.players} bundles, one for each player")
        for bundle in lots.bundles:
            for number in bundle.privates:
                _check_known(f"{where}.privates", number, numbers)
            for minor in bundle.minors:
                _check_known(f"{where}.minors", minor.id, minors)
        _check_unique(f"{where}.privates", [number for bundle in lots.bundles for number in bundle.privates])
        _check_unique(f"{where}.minors", [minor.id for bundle in lots.bundles for minor in bundle.minors])


def _check_payments(data: TitleData) -> None:
    """Prices of track actions, what privates cost, how dividends are paid, what the pool takes."""
    if not data.lay_prices or min(data.lay_prices) < 0:
        raise DataError(FILE, "lay_prices", data.lay_prices, "give each track action of a turn its price, 0 or more")
    sales = data.private_sales
    if not 0 <= sales.least <= sales.most:
        raise DataError(FILE, "private_sales", [sales.least, sales.most], "least is 0 or more and not above most")
    if not data.dividends.kinds:
        raise DataError(FILE, "dividends.kinds", data.dividends.kinds, "list one way of paying or more")
    if any(multiple < 0 for multiple in data.dividends.rises):
        raise DataError(FILE, "dividends.rises", data.dividends.rises, "multiples of the price are 0 or more")
    if not 0 <= data.pool_limit <= 100:
        raise DataError(FILE, "pool_limit", data.pool_limit, "percent of a company, from 0 to 100")


def _check_options(data: TitleData) -> None:
    known = {option.id: [value.id for value in option.values] for option in data.options}
    counts = [line.players for line in data.players]
    for option in data.options:
        where = f"options.{option.id}"
        _check_unique(f"{where}.values", known[option.id])
        _check_known(f"{where}.default", option.default, known[option.id])
        for count in option.players:
            _check_known(f"{where}.players", count, counts)
        for value in option.values:
            for relation, pairs in (("implies", value.implies), ("excludes", value.excludes)):
                for other, wanted in pairs.items():
                    _check_known(f"{where}.{value.id}.{relation}", other, list(known))
                    _check_known(f"{where}.{value.id}.{relation}.{other}", wanted, known[other])
    for switch in data.switches:
        missing = [profile for profile in PROFILES if profile not in switch.values]
        if missing:
            raise DataError(FILE, f"switches.{switch.id}.values", sorted(switch.values), f"add {', '.join(missing)}")
        choices = [choice.id for choice in switch.choices]
        _check_unique(f"switches.{switch.id}.choices", choices)
        for profile, set_to in switch.values.items():
            _check_known(f"switches.{switch.id}.values.{profile}", set_to, choices or [True, False])


def _check_known(key: str, value: object, known: Sequence[object]) -> None:
    if value not in known:
        raise DataError(FILE, key, value, f"use one of {', '.join(map(str, known)) or 'nothing: none is defined'}")


def _check_unique(key: str, values: Sequence[object]) -> None:
    for index, value in enumerate(values):
        if value in values[:index]:
            raise DataError(FILE, key, value, "list it only once")
