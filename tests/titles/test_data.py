"""The facts of 1861 and 1867: what the loader reads, what it refuses, and the numbers against a reference."""

from __future__ import annotations

import json
import os
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from towpath.hexmap.loading import load_board
from towpath.rail.data import PROFILES, DataError, Market, TitleData, load_title

TITLES = ("1861", "1867")
OPTION_OF_OTHER_MARKET = {"1861": ("grid", "column_market", "column"), "1867": ("column", "grid_market", "grid")}
PROJECT = Path(__file__).parents[2]


def folder_of(title: str) -> Any:
    return files("towpath.titles").joinpath(f"t{title}")


def facts_of(title: str) -> dict[str, Any]:
    shared = Path(os.environ.get("TOWPATH_SHARED", PROJECT.parent / "shared"))
    path = shared / "facts" / f"{title}.json"
    if not path.is_file():
        pytest.skip(f"no reference facts at {path}; set TOWPATH_SHARED to their folder")
    return json.loads(path.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@pytest.fixture(params=TITLES)
def data(request: pytest.FixtureRequest) -> TitleData:
    return load_title(folder_of(request.param))


def test_a_title_has_its_full_cast(data: TitleData) -> None:
    kinds = [company.kind for company in data.companies]
    assert (kinds.count("major"), kinds.count("minor"), kinds.count("national")) == (8, 16, 1)
    groups = [company.group for company in data.companies if company.kind == "minor"]
    assert (groups.count("yellow"), groups.count("green")) == (10, 6)
    assert [private.number for private in data.privates] == [1, 2, 3, 4, 5]
    assert [phase.name for phase in data.phases] == ["2", "3", "4", "5", "6", "7", "8"]
    assert [line.players for line in data.players] == [2, 3, 4, 5, 6]
    assert len(data.company(data.national.id).tokens) == 8


def test_the_phases_differ_between_the_titles_only_where_gray_begins() -> None:
    one, other = (load_title(folder_of(title)) for title in TITLES)
    assert one.phase("6").tiles[-1] == one.phase("6").offboard == "gray"
    assert other.phase("6").tiles[-1] == other.phase("6").offboard == "brown"
    assert other.phase("7").offboard == "gray"
    for name in ("2", "3", "4", "5", "7"):
        assert one.phase(name) == other.phase(name)
    assert set(other.phase("8").flags) - set(one.phase("8").flags) == {"train_exchange"}


def test_only_1861_has_homes_bundles_and_a_first_minor() -> None:
    one, other = (load_title(folder_of(title)) for title in TITLES)
    homes = [company.home for company in one.companies if company.kind == "minor"]
    assert None not in homes
    assert len(set(homes)) == 16
    assert {company.home for company in other.companies} == {None}
    assert one.auction.first_minor == "N"
    assert other.auction.first_minor is None
    assert [lots.players for lots in one.bundles] == [3, 4, 5]
    assert other.bundles == ()
    assert one.bundles[0].bundles[2].minors[0].id == "M-K", "not MK, which is a major"
    assert (one.nationalization.steps_per_loan, other.nationalization.steps_per_loan) == (1, 2)


def test_a_bundle_costs_less_than_the_start_cash_and_is_worth_a_real_share_price(data: TitleData) -> None:
    starts = {cell.price for zone in ("minor_start", "any_start") for cell in data.markets["grid"].zone(zone)}
    for lots in data.bundles:
        assert lots.least_bid <= data.for_players(lots.players).cash
        for bundle in lots.bundles:
            for minor in bundle.minors:
                assert max(price for price in starts if 2 * price <= minor.treasury) >= 50


def test_profiles_differ_only_where_a_ruling_says_so(data: TitleData) -> None:
    on = {profile: {s for s, value in data.switch_values(profile).items() if value} for profile in PROFILES}
    own = {"decline_keeps_right", "eight_overrides_bank", "manifest_by_geometry"}
    own |= {"major_home_empty_hex"} if data.id == "1867" else set()
    assert on["rulebook"] == set()
    assert on["own"] == own
    assert on["designer"] == own | {"merge_price_order", "merge_tokens_first"}
    assert on["18xx.games"] == {switch.id for switch in data.switches}
    numbers = {switch.conflict for switch in data.switches}
    assert numbers == set(range(1, 23)) - {20} - ({7, 9, 14, 22} if data.id == "1861" else {15})


def test_switches_of_both_titles_mean_the_same() -> None:
    one, other = ({s.id: s for s in load_title(folder_of(title)).switches} for title in TITLES)
    for name in one.keys() & other.keys():
        assert one[name] == other[name]


def test_the_map_keeps_the_places_that_the_companies_name(data: TitleData) -> None:
    text = folder_of(data.id).joinpath("map.toml").read_text(encoding="utf-8")
    board = load_board(tomllib.loads(text))
    kept = {
        f"{name}/{stop}": owner
        for name, place in board.hexes.items()
        for stop, owners in place.reserved.items()
        for owner in owners
    }
    homes = {company.home: company.id for company in data.companies if company.home}
    when = {place.spot: place.when for place in data.national.reserved}
    homes |= {spot: data.national.id for spot in when if when[spot] == "first_operation"}
    assert kept == homes
    on_gray = {
        f"{name}/0" for name, place in board.hexes.items() if data.national.id in place.reserved_on.get("639", ())
    }
    assert on_gray == {spot for spot in when if when[spot] == "gray"}
    at_start = {f"{name}/{token.stop}" for name, place in board.hexes.items() for token in place.tokens}
    assert at_start == {spot for spot in when if when[spot] == "setup"}
    for name in (data.pair_bonus.hex, *data.pair_bonus.partners, *(h for p in data.privates for h in p.bonus_hexes)):
        assert board.hexes[name].printed.stops, name


def test_company_names_can_be_read_on_their_colours(data: TitleData) -> None:
    for company in data.companies:
        light, dark = sorted((luminance(company.colour), luminance(company.text_colour)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, company.id


def luminance(colour: str) -> float:
    """Relative luminance by WCAG of a colour written #rrggbb."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_grid_repeats_the_prices_of_the_column_along_every_row(data: TitleData) -> None:
    ladder = [cell.price for cell in data.markets["column"].cells]
    assert ladder == sorted(set(ladder))
    assert len(ladder) == 28
    grid = data.markets["grid"]
    for cell in grid.cells:
        right, below = grid.at(cell.row, cell.column + 1), grid.at(cell.row + 1, cell.column)
        if right is not None:
            assert ladder.index(right.price) == ladder.index(cell.price) + 1
        if below is not None:
            assert ladder.index(below.price) == ladder.index(cell.price) - 1


@pytest.mark.parametrize("title", TITLES)
def test_numbers_agree_with_the_reference(title: str) -> None:
    data, facts = load_title(folder_of(title)), facts_of(title)
    for line in data.players:
        reference = facts["by_player_count"].get(str(line.players))
        if reference is not None:
            assert (line.cash, line.certificate_limit) == (reference["player_cash"], reference["cert_limit"])
            assert data.bank - line.players * line.cash == reference["bank_cash_after_players_paid"]
    assert data.bank == facts["bank"]["cash_at_start_total"]
    assert data.loans.value == facts["bank"]["loan_value"]
    assert [
        (train.name, train.price, train.count or "unlimited", train.rusts_on, train.available_on)
        for train in data.trains
    ] == [(t["name"], t["price"], t["count"], t.get("rusts_on"), t.get("available_on")) for t in facts["trains"]]
    for phase, reference in zip(data.phases, facts["phases"], strict=True):
        limits = {kind: limit for kind, limit in reference["train_limit"].items() if kind != "national"}
        assert (phase.name, phase.on, phase.limits) == (reference["name"], reference.get("on", ""), limits)
        assert list(phase.tiles) == reference["tiles"]
        status = reference.get("status", [])
        assert ("private_sales" in phase.flags) == ("can_buy_companies" in status)
        assert ("national_operates" in phase.flags) == bool({"national_operates", "export_train"} & set(status))


@pytest.mark.parametrize("title", TITLES)
def test_companies_agree_with_the_reference(title: str) -> None:
    data, facts = load_title(folder_of(title)), facts_of(title)
    assert {(c.id, c.kind, c.tokens) for c in data.companies} == {
        (c["sym"], c["type"], tuple(c["tokens"])) for c in facts["corporations"]
    }
    rows = [c for c in facts["companies"] if c["revenue"] > 0]
    for private, row in zip(data.privates, rows, strict=True):
        bonus = row.get("abilities", [{"hexes": [], "amount": 0}])[0]
        assert (
            private.id,
            private.least_bid,
            private.face,
            private.income,
            set(private.bonus_hexes),
            private.bonus,
        ) == (
            row["sym"],
            row["min_bid"],
            row["value"],
            row["revenue"],
            set(bonus["hexes"]),
            bonus["amount"],
        )
    places = {
        reserved: f"{name}/{index}"
        for name, place in facts["hexes"].items()
        for index, city in enumerate(place.get("cities", []))
        for reserved in city.get("reservations", [])
    }
    assert places.pop("RSR", "E1/1") == "E1/1"
    assert {c.id: c.home for c in data.companies if c.home} == places


@pytest.mark.parametrize("title", TITLES)
def test_markets_agree_with_the_reference(title: str) -> None:
    data, facts = load_title(folder_of(title)), facts_of(title)
    own, option, other = OPTION_OF_OTHER_MARKET[title]
    assert next(o for o in data.options if o.id == "market").default == own
    check_market(data.markets[own], facts["market"])  # type: ignore[index]
    changed = facts["variants"][option]["changes"]["market"]["changed_keys"]
    check_market(data.markets[other], {**facts["market"], **changed})  # type: ignore[index]


def check_market(market: Market, reference: dict[str, Any]) -> None:
    assert [(cell.row, cell.column, cell.price) for cell in market.cells] == [
        (cell["row"], cell["col"], cell["price"]) for cell in reference["cells"]
    ]
    by_type = {
        zone: {(cell["row"], cell["col"]) for cell in reference["cells"] if name in cell["types"]}
        for zone, name in (
            ("minor_start", "par_1"),
            ("any_start", "par"),
            ("major_start", "par_2"),
            ("conversion", "convert_range"),
        )
    }
    for zone, places in by_type.items():
        assert {(cell.row, cell.column) for cell in market.zone(zone)} == places, zone  # type: ignore[arg-type]
    stopped = {
        (cell["row"], cell["col"])
        for cell in reference["cells"]
        if market.at(cell["row"], cell["col"] + 1) and cell["moves"]["minor"]["right"] != [cell["row"], cell["col"] + 1]
    }
    assert {(cell.row, cell.column) for cell in market.zone("border")} == stopped


@pytest.mark.parametrize(
    ("old", "new", "key", "value", "wanted"),
    [
        ("bank = 15000", 'bank = "much"', "bank", "much", "expected `int`, got `str`"),
        ("bank = 15000", "bankk = 15000", "bankk", 15000, "no such key"),
        ("bank = 15000\n", "", "bank", None, "required"),
        ('rusts_on = "4"', 'rusts_on = "9"', "trains.2.rusts_on", "9", "use one of 2, 3, 4"),
        ("price = 225", "price = 22.5", "trains.3.price", 22.5, "expected `int`, got `float`"),
        ('id = "SPW"', 'id = "RO"', "companies and privates", "RO", "only once"),
        ('home = "B4/0"', 'home = "B4"', "companies.RO.home", "B4", "H8/0"),
        ('{ id = "N", treasury', '{ id = "NN", treasury', "bundles.3.minors", "NN", "use one of RO"),
        ("2 = 3, 3 = 2", "2 = 11, 3 = 2", "players.2.removed_trains.2", 11, "1 to 10"),
        ('default = "grid"', 'default = "gird"', "options.market.default", "gird", "column, grid"),
        ('"18xx.games" = true', "own = false", "the file", "not TOML", "own"),
        ('first_minor = "N"', 'first_minor = "NW"', "auction.first_minor", "NW", "use one of RO"),
        ("lay_prices = [0, 20]", "lay_prices = []", "lay_prices", (), "each track action"),
        ("lay_prices = [0, 20]", "lay_prices = [0, -20]", "lay_prices", (0, -20), "0 or more"),
        ("bank = 15000\n", "bank = 15000\npool_limit = 120\n", "pool_limit", 120, "from 0 to 100"),
        ("[loans]", "[private_sales]\nleast = 80\nmost = 50\n\n[loans]", "private_sales", [80, 50], "not above most"),
        ("[loans]", "[dividends]\nrises = [-1]\n\n[loans]", "dividends.rises", (-1,), "0 or more"),
        ("[loans]", "[dividends]\nkinds = []\n\n[loans]", "dividends.kinds", (), "one way"),
        (
            'flags = ["minors_may_start"]',
            'flags = ["minors_start"]',
            "phases.2.flags.0",
            "minors_start",
            "invalid enum",
        ),
    ],
)
def test_a_mistake_in_the_file_is_named(old: str, new: str, key: str, value: object, wanted: str) -> None:
    text = folder_of("1861").joinpath("title.toml").read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(DataError) as caught:
        load_title(folder_of("1861"), {"title.toml": text.replace(old, new, 1)})
    assert (caught.value.file, caught.value.key, caught.value.value) == ("title.toml", key, value)
    assert wanted in caught.value.wanted
    assert key in str(caught.value)
    assert "title.toml" in str(caught.value)


def test_a_zone_on_a_blank_of_the_market_is_named() -> None:
    text = folder_of("1867").joinpath("market.toml").read_text(encoding="utf-8")
    with pytest.raises(DataError, match=r"market\.toml: grid\.zones\.major_start is \[0, 0\]"):
        load_title(folder_of("1867"), {"market.toml": text.replace("[2, 7]", "[0, 0]")})


def test_an_overlay_folder_replaces_single_files(tmp_path: Path) -> None:
    text = folder_of("1867").joinpath("title.toml").read_text(encoding="utf-8")
    (tmp_path / "title.toml").write_text(text.replace("price = 225", "price = 220"), encoding="utf-8")
    plain, changed = load_title(folder_of("1867")), load_title(folder_of("1867"), tmp_path)
    assert (plain.train("3").price, changed.train("3").price) == (225, 220)
    assert plain.markets == changed.markets


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"title\.toml: the file is 'missing'"):
        load_title(tmp_path)
