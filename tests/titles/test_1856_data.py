"""The facts of 1856 against a reference, and what the loader makes of sections that only some titles have."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.hexmap import facts as reference
from towpath.hexmap import load_board
from towpath.rail.composition import OptionError, policies_for, settled_options
from towpath.rail.data import PROFILES, DataError, TitleData, load_title
from towpath.rail.market import Direction, MarketRules
from towpath.render.describe import is_open
from towpath.titles.t1856.policies import Policies1856

FOLDER = files("towpath.titles").joinpath("t1856")
THEIRS = {"BB": "BBG", "CVR": "CV"}
"""Codes of companies that the reference writes differently."""


@pytest.fixture(scope="module")
def data() -> TitleData:
    return load_title(FOLDER)


@pytest.fixture
def facts(shared: Path) -> dict[str, Any]:
    return reference.facts(shared, "1856")


def text_of(name: str) -> str:
    return FOLDER.joinpath(name).read_text(encoding="utf-8")


@pytest.mark.rule("1856:1.a", "1856:1.b", "1856:P.1.c")
def test_cash_and_limits_go_by_the_number_of_players(data: TitleData, facts: dict[str, Any]) -> None:
    assert (data.bank, [line.players for line in data.players]) == (12000, [3, 4, 5, 6])
    limits = facts["rule_constants"]["post_nationalization_cert_limit"]
    for line in data.players:
        theirs = facts["by_player_count"][str(line.players)]
        assert (line.cash, line.certificate_limit) == (theirs["player_cash"], theirs["cert_limit"])
        assert line.ownership_limit == 60
        for left in range(4, 12):
            printed = limits[str(left)][str(line.players)]
            assert line.limit_left(left) == printed
        assert (line.limit_left(0), line.limit_left(3)) == (line.limit_left(4),) * 2
        assert line.limit_left(12) == line.limit_left(11)


@pytest.mark.rule("1856:1.f")
def test_trains_are_those_of_the_reference(data: TitleData, facts: dict[str, Any]) -> None:
    for mine, theirs in zip(data.trains, facts["trains"], strict=True):
        assert (mine.name, mine.price, mine.rusts_on) == (theirs["name"], theirs["price"], theirs.get("rusts_on"))
        assert ("unlimited" if mine.count is None else mine.count) == theirs["count"]
        assert mine.stops == (None if theirs["distance"] == 999 else theirs["distance"])
        assert mine.available_on == theirs.get("available_on")
        cut = {} if mine.trade_in is None else dict.fromkeys(mine.trade_in.kinds, mine.price - mine.trade_in.price)
        assert cut == theirs.get("discount", {})
    assert [train.name for train in data.trains if train.rusts_on is None] == ["5", "6", "D"]


def test_phases_are_those_of_the_reference(data: TitleData, facts: dict[str, Any]) -> None:
    steps = {"2": "yellow", "3": "yellow", "4": "yellow", "5": "brown", "6": "brown", "D": "black"}
    for mine, theirs in zip(data.phases, facts["phases"], strict=True):
        assert (mine.name, mine.on) == (theirs["name"], theirs.get("on", ""))
        assert list(mine.tiles) == [colour for colour in theirs["tiles"] if colour != "black"]
        assert (mine.limits["major"], mine.operating_rounds) == (theirs["train_limit"], theirs["operating_rounds"])
        assert mine.offboard == steps[mine.name]
        assert ("private_sales" in mine.flags) == ("can_buy_companies" in theirs["status"])
        assert ("loans" in mine.flags) == ("no_loans" not in theirs["status"])
        assert ("town_changes" in mine.flags) == ("upgradeable_towns" in theirs["status"])
    assert {phase.name: phase.events for phase in data.phases if phase.events} == {
        "5": ("privates_close",),
        "6": ("national_forms",),
    }


def test_the_eight_takes_the_place_of_the_d_wherever_that_is_named(data: TitleData, facts: dict[str, Any]) -> None:
    swapped = data.with_options({"eight_train_variant": "on"})
    assert data.with_options({"eight_train_variant": "off"}) == data
    changes = facts["variants"]["eight_train_variant"]["changes"]
    for mine, theirs in zip(swapped.trains, changes["trains"]["replaced_by"], strict=True):
        assert (mine.name, mine.price, mine.stops) == (theirs["name"], theirs["price"], theirs["distance"])
        assert (mine.rusts_on, mine.available_on) == (theirs.get("rusts_on"), theirs.get("available_on"))
    assert swapped.train("8").trade_in is not None
    assert swapped.train("8").trade_in.price == 650
    assert [(phase.name, phase.on) for phase in swapped.phases] == [
        (phase["name"], phase.get("on", "")) for phase in changes["phases"]["replaced_by"]
    ]
    assert swapped.phase("8").offboard == "black"
    assert swapped.floats_with("8").percent == 60


def test_the_train_for_sale_says_what_floats_and_how_capital_comes(data: TitleData) -> None:
    assert [(line.train, line.percent, line.capital) for line in data.flotation] == [
        ("2", 20, "escrow"),
        ("3", 30, "escrow"),
        ("4", 40, "escrow"),
        ("5", 50, "incremental"),
        ("6", 60, "full"),
        ("D", 60, "full"),
    ]
    with pytest.raises(KeyError):
        data.floats_with("8")


def test_companies_are_those_of_the_reference(data: TitleData, facts: dict[str, Any]) -> None:
    theirs = {row["sym"]: row for row in facts["corporations"]}
    constants = facts["rule_constants"]
    assert len(data.companies) == len(theirs) == 12
    for company in data.companies:
        row = theirs[THEIRS.get(company.id, company.id)]
        if company.kind == "national":
            assert (company.tokens, company.home, company.destinations) == ((100,) * 10, None, {})
            continue
        assert list(company.tokens) == row["tokens"]
        assert row["shares"] == [20] + [10] * 8
        assert company.home is not None
        assert company.home.partition("/")[0] == row["home"]
        standard, other = company.destinations["standard"], company.destinations["alternate"]
        assert (standard.origin, [*standard.to]) == (None, [constants["destinations"][row["sym"]]])
        given = constants["alternate_destinations"][row["sym"]]
        if company.id == "CA":
            assert [*other.to, other.origin] == given
        else:
            assert (other.origin, [*other.to]) == (None, given[0] if isinstance(given, list) else [given])


def test_privates_are_those_of_the_reference(data: TitleData, facts: dict[str, Any]) -> None:
    for private, row in zip(data.privates, facts["companies"], strict=True):
        assert (private.id, private.face, private.income) == (row["sym"], row["value"], row["revenue"])
        assert private.least_bid == row["min_bid"] == private.face
        assert (row["min_price_to_corp"], row["max_price_to_corp"]) == (-(-private.face // 2), 2 * private.face)
        powers = {ability["type"]: ability for ability in row.get("abilities", ())}
        assert [*private.hexes] == powers.get("blocks_hexes", {"hexes": []})["hexes"]
        lay = powers.get("tile_lay")
        assert (private.lay is None) == (lay is None)
        if private.lay is not None and lay is not None:
            assert ([private.lay.hex], [*private.lay.tiles]) == (lay["hexes"], lay["tiles"])
            assert private.lay.extra != lay.get("consume_tile_lay", False)
            assert private.lay.token == ("token" in powers)
        anchors = powers.get("assign_hexes", {"hexes": []})["hexes"]
        assert set(anchors) == (set(private.bonus_hexes) if private.one_bonus_hex else set())
    assert {p.id: (p.bonus, p.right and (p.right.price, p.right.count)) for p in data.privates if p.bonus} == {
        "GLSC": (20, None),
        "NFSBC": (10, (50, 3)),
        "SCFTC": (10, (50, 3)),
    }


def test_the_map_keeps_places_locks_and_anchors_as_the_papers_say(data: TitleData) -> None:
    board = load_board(tomllib.loads(text_of("map.toml")))
    kept = {f"{h.id}/{stop}": names for h in board.hexes.values() for stop, names in h.reserved.items()}
    kept |= {f"{h.id}/*": h.reserved_anywhere for h in board.hexes.values() if h.reserved_anywhere}
    assert kept == {company.home: (company.id,) for company in data.companies if company.home}
    locks = {h.id: h.locked for h in board.hexes.values() if h.locked}
    assert locks == {hex_id: f"private:{p.id}" for p in data.privates for hex_id in p.hexes}
    anchors = {h.id for h in board.hexes.values() if any(icon.name == "port" for icon in h.printed.icons)}
    assert anchors == set(data.private("GLSC").bonus_hexes)
    for company in data.companies:
        for destination in company.destinations.values():
            assert all(board.hexes[h].printed.stops for h in (*destination.to, destination.origin or "N11"))
    assert all(board.hexes[h].printed.stops for p in data.privates for h in p.bonus_hexes)


def test_the_market_is_that_of_the_reference(data: TitleData, facts: dict[str, Any]) -> None:
    market = data.markets["grid"]
    theirs = facts["market"]["cells"]
    assert [(c.row, c.column, c.price) for c in market.cells] == [(c["row"], c["col"], c["price"]) for c in theirs]
    words = {"par": "par", "no_cert_limit": "yellow", "unlimited": "brown", "close": "closed"}
    assert [c.zones for c in market.cells] == [tuple(words[word] for word in c["types"]) for c in theirs]
    assert sorted(cell.price for cell in market.zone("par")) == [65, 70, 75, 80, 90, 100]
    assert {cell.price for cell in market.zone("closed")} == {0}
    assert list(data.markets) == ["grid"]


@pytest.mark.rule("1856:P.1.9.a", "1856:P.1.9.b", "1856:P.1.9.c")
def test_every_move_on_the_market_is_that_of_the_reference(data: TitleData, facts: dict[str, Any]) -> None:
    rules = MarketRules(data.markets["grid"], top_row_stays=True)
    directions: tuple[Direction, ...] = ("left", "right", "up", "down")
    for cell, theirs in zip(rules.cells, facts["market"]["cells"], strict=True):
        for direction in directions:
            end = rules.cells[rules.moved(cell.id, direction)]
            assert [end.row, end.column] == theirs["moves"]["any"][direction], (cell, direction)


def test_moves_by_hand(data: TitleData) -> None:
    rules = MarketRules(data.markets["grid"], top_row_stays=True)

    def moved(row: int, column: int, *directions: Direction) -> tuple[int, int, int]:
        at = next(c.id for c in rules.cells if (c.row, c.column) == (row, column))
        for direction in directions:
            at = rules.moved(at, direction)
        return rules.cells[at].price, rules.cells[at].row, rules.cells[at].column

    assert moved(2, 5, "down", "down") == (75, 4, 5)
    assert moved(8, 0, "left") == (0, 9, 0)
    assert moved(4, 10, "right") == (150, 3, 10)
    assert moved(0, 19, "right") == (450, 0, 19)
    assert moved(0, 4, "up") == (100, 0, 4)
    assert moved(10, 3, "down") == (35, 10, 3)


def test_profiles_take_the_sides_that_the_decisions_name(data: TitleData) -> None:
    assert [switch.conflict for switch in data.switches] == list(range(1, 18))
    own, book, site = (data.switch_values(profile) for profile in ("own", "rulebook", "18xx.games"))
    assert data.switch_values("designer") == own
    chosen_against_the_text = {
        "cgr_president_choice", "cgr_borrow", "cert_limit_after_six", "l_brown_optional", "five_start_escrow",
        "interest_in_tens", "cgr_tokens_compulsory",
    }  # fmt: skip
    assert {name for name in own if own[name] != book[name]} == chosen_against_the_text
    assert {name for name in site if site[name] == book[name]} == set()
    for switch in data.switches:
        assert set(switch.values) == set(PROFILES)


def test_every_switch_and_choice_is_a_policy(data: TitleData) -> None:
    def chosen(**options: str) -> Policies1856:
        return policies_for(data, settled_options(data, 4, options), Policies1856())

    for profile in PROFILES:
        found = chosen(profile=profile)
        assert {switch.id: getattr(found, switch.sets) for switch in data.switches} == data.switch_values(profile)
    assert chosen(wsrc_close="turn").spent_privates_close == "turn"
    assert chosen(sr_private_trade="off").private_trade is False
    with pytest.raises(OptionError, match="it can be use, turn, round"):
        settled_options(data, 4, {"wsrc_close": "on"})


def test_a_policy_that_does_not_exist_is_an_error_of_the_data() -> None:
    text = text_of("title.toml").replace('policy = "private_trade"', 'policy = "private_trad"')
    data = load_title(FOLDER, {"title.toml": text})
    with pytest.raises(
        DataError, match=r"switches\.sr_private_trade\.policy is 'private_trad'; .*mean 'private_trade'"
    ):
        policies_for(data, settled_options(data, 4, {}), Policies1856())


@pytest.mark.parametrize("section", ["nationalization", "loans", "national", "auction"])
def test_a_mechanism_that_needs_a_section_says_so(section: str) -> None:
    text = text_of("title.toml")
    if f"\n[{section}]\n" in text:
        before, _, rest = text.partition(f"\n[{section}]\n")
        text = before + "\n[" + rest.partition("\n[")[2]
    data = load_title(FOLDER, {"title.toml": text})
    with pytest.raises(DataError, match=rf"title\.toml: {section} is None; a mechanism .* needs the section"):
        getattr(data, section)


@pytest.mark.parametrize(
    ("old", "new", "key", "value"),
    [
        ('trade_in = { kinds = ["4", "5", "6"], price = 750 }', 'trade_in = { kinds = ["7"], price = 1 }',
         "trains.D.trade_in.kinds", "7"),
        ('percent = 20\ncapital = "escrow"', 'percent = 20\ncapital = "later"', "flotation.0.capital", "later"),
        ('train = "5"\npercent', 'train = "7"\npercent', "flotation.train", "7"),
        ('value = "on"\ntrain = "D"', 'value = "on"\ntrain = "E"', "train_swaps.train", "E"),
        ('option = "eight_train_variant"', 'option = "eight"', "train_swaps.option", "eight"),
        ('value = "on"\ntrain = "D"', 'value = "yes"\ntrain = "D"', "train_swaps.value", "yes"),
        ('to = ["N17"]', 'to = ["N17/0"]', "companies.BB.destinations.standard", "N17/0"),
        ('own = "turn_order"', 'own = "clockwise"', "switches.auction_contest_order.values.own", "clockwise"),
        ('own = "turn_order"', "own = true", "switches.auction_contest_order.values.own", True),
        ("11 = 28", "eleven = 28", "players.0.limits_by_companies_left", None),
        ("[national]\nid", "[national]\nname", "national.name", "CGR"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_newer_sections_is_named(old: str, new: str, key: str, value: object) -> None:
    text = text_of("title.toml")
    assert old in text
    with pytest.raises(DataError) as caught:
        load_title(FOLDER, {"title.toml": text.replace(old, new, 1)})
    assert caught.value.key == key
    if value is not None:
        assert caught.value.value == value


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('id = "closed"', 'id = "border"', "grid.zones.closed"),
        ("[[9, 0]", "[[9, 9]", "grid.zones.closed"),
    ],
)
def test_a_zone_has_a_name_and_stands_on_a_price(old: str, new: str, key: str) -> None:
    text = text_of("market.toml")
    assert old in text
    with pytest.raises(DataError) as caught:
        load_title(FOLDER, {"market.toml": text.replace(old, new, 1)})
    assert (caught.value.file, caught.value.key) == ("market.toml", key)


def test_a_title_has_a_market() -> None:
    with pytest.raises(DataError, match=r"market\.toml: column, grid is None; give one market, or both kinds"):
        load_title(FOLDER, {"market.toml": ""})


def test_a_private_shuts_its_hex_only_while_a_player_owns_it(data: TitleData) -> None:
    class Table:
        seats = ("p1", "p2")

    for holder, opened in (("bank", True), ("p2", False), ("GT", True), ("closed", True)):
        state = SimpleNamespace(privates={"TCC": holder})
        assert is_open(Table, state, "private:TCC") is opened  # type: ignore[arg-type]
