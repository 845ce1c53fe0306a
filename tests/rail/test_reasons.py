"""Refusals of the rail titles: whatever is submitted, each reason is a full sentence and names a rule of its title."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import towpath.rail
from tests.rail.operation import TITLES, Operating, Operation
from towpath.facts.ledger import Ledger, load_ledger
from towpath.kernel.state import Action
from towpath.rail.actions import BuyTrain, LayTile, Run
from towpath.rail.frames import Course, OperatingTurn
from towpath.rail.state import POOL

NUMBERS = (-1, 0, 1, 2, 5, 20, 45, 100, 350, 10**15, -(10**15))
ACTIONS = 90
WRONG_ONES = 25


def ledger_of(title: str) -> Ledger:
    return load_ledger(title, files("towpath.titles").joinpath(f"t{title}"))


def middle(title: str, phase: str) -> Operating:
    """An operating round with two minors and two majors of different owners, with track, trains and privates."""
    homes = {"1861": ("E9/0", "F18/0"), "1867": ("I15/0", "C17/0")}[title]
    majors = {"1861": ("NW", "SW"), "1867": ("CNR", "CPR")}[title]
    minors = {"1861": (("KR", "G15/0"), ("OK", "D20/0")), "1867": (("BO", "J12/0"), ("CS", "N12/0"))}[title]
    tiles = {
        "1861": (("G15", "202", 1), ("G13", "4", 0), ("F18", "57", 1)),
        "1867": (("I15", "57", 1), ("C17", "57", 1), ("D16", "621", 1), ("J12", "202", 1)),
    }[title]
    scene = Operation(title, consent="on").phase(phase)
    for tile in tiles:
        scene.lay(*tile)
    scene.major(majors[0], 100, p1=4, pool=2, token=homes[0]).has(majors[0], 700, trains=[phase])
    scene.major(majors[1], 90, p2=3, p3=1, token=homes[1]).has(majors[1], 300, loans=1, trains=[phase])
    for number, (name, home) in enumerate(minors):
        scene.minor(name, f"p{number + 1}", 60, token=home).has(name, 150, trains=[phase])
    for number, private in enumerate(list(scene.rules.privates)[:3]):
        scene.private(private, f"p{number + 1}")
    return scene.begun(Course(stage="stock"), set_number=3)


def anything(play: Operating, rng: Random) -> Action:
    """An action of some kind with values that may be right, wrong, absurd or of another thing altogether."""
    rules = play.rules
    cities = [f"{hex_id}/{rng.randrange(4)}" for hex_id in rules.board.hexes]
    names = [*rules.companies, *rules.privates, *rules.seats, "nobody"]
    values: dict[str, list[Any]] = {
        "hex": [*rules.board.hexes, "Z99"], "tile": [*rules.tileset.tiles, "999"], "city": [*cities, "H8", ""],
        "train": [*play.state.trains, "9-9"], "exchange": [None, *play.state.trains, "9-9"], "private": names,
        "minor": names, "major": names, "company": names, "target": names, "source": ["pool", "treasury"],
        "kind": ["full", "half", "withhold"], "runs": [(), (Run(train="4-0", stops=("G15/0", "H8/9"), ways=(("G15",),)),)],
    }  # fmt: skip
    kind = rng.choice(rules.action_types())
    fields = {
        f.name: rng.choice(values.get(f.name, NUMBERS)) for f in msgspec.structs.fields(kind) if f.name != "entity"
    }
    entity = rng.choice([*play.turn, *play.turn, *names, "bank", "pool"])
    return kind(entity=entity, **fields)


@pytest.mark.parametrize("phase", ["3", "5", "8"])
@pytest.mark.parametrize("title", TITLES)
def test_whatever_is_submitted_is_played_or_refused_with_rules_of_the_title(title: str, phase: str) -> None:
    rng = Random(f"{title} {phase}")
    ledger, play = ledger_of(title), middle(title, phase)
    for _ in range(ACTIONS):
        if play.state.finished:
            break
        for _ in range(WRONG_ONES):
            action = anything(play, rng)
            reasons = play.engine.check(play.state, action)
            for reason in reasons:
                assert not reason.rule or reason.rule in ledger, (reason, action)
                assert "{" not in reason.sentence, reason
            if not reasons:
                after = play.engine.apply(play.state, action).state
                assert play.rules.conservation(after) == [], action
        offers = play.engine.offers(play.state)
        assert all(not offer.rule or offer.rule in ledger for offer in offers)
        chosen = next(rng.choice(offers).actions(2))
        assert play.engine.check(play.state, chosen) == (), chosen
        play.state = play.engine.apply(play.state, chosen).state
        assert play.rules.conservation(play.state) == [], chosen


def test_every_rule_that_the_code_names_is_in_a_ledger() -> None:
    known = {rule.id for title in ("1856", *TITLES) for rule in ledger_of(title)}
    named: set[str] = set()
    for path in Path(next(iter(towpath.rail.__path__))).glob("*.py"):
        named |= set(re.findall(r'"((?:P\.)?\d+(?:\.\d+)*\.[a-z])"', path.read_text(encoding="utf-8")))
    assert len(named) > 50
    assert named <= known


def test_no_sentence_names_a_title_or_a_phase_by_itself() -> None:
    """Which phase opens what is data; what a title has not, the reason must not speak of."""
    for path in Path(next(iter(towpath.rail.__path__))).glob("*.py"):
        for text in re.findall(r"broken\((?:[^()]|\([^()]*\))*\)", path.read_text(encoding="utf-8")):
            assert not re.search(r"phase [2-8]|1861|1867|Montreal|Moscow", text), (path.name, text)


def test_near_misses_of_what_is_offered_are_refused() -> None:
    """A tile turned otherwise, a price one off: only what is offered passes."""
    scene = Operation("1861", consent="on").phase("5").lay("G15", "202", 1).major("SW", 90, p2=3, token="F18/0")
    scene.has("SW", 300, trains=["5"]).minor("KR", "p1", 60).major("NW", 100, p1=4, token="E9/0")
    play = scene.has("NW", 700, trains=["5"]).has("KR", 100, trains=["5"]).turn("KR", "track")
    offered = {(a.hex, play.rules.tileset.face(a.tile, a.rotation).picture) for a in play.offered(LayTile)}
    for hex_id, tile, _ in sorted(play.lays()):
        for rotation in range(6):
            passes = not play.engine.check(play.state, play.lay(hex_id, tile, rotation))
            assert passes == ((hex_id, play.rules.tileset.face(tile, rotation).picture) in offered)
    draft = play.rules.draft(play.state)
    draft.put("stack", (*play.state.stack[:-1], OperatingTurn(company="NW", step="trains")))
    play.state = draft.commit()
    trains = set(play.offered(BuyTrain))
    assert len(trains) > 100  # another company's train at every price up to the treasury
    for action in trains:
        for wrong in (action.price + 1, action.price - 1):
            other = msgspec.structs.replace(action, price=wrong)
            assert (play.engine.check(play.state, other) == ()) == (other in trains)


def test_alike_trains_of_the_pool_are_one_offer() -> None:
    """Buying the second copy is legal, and it is the offered purchase written otherwise."""
    scene = Operation("1867", consent="on").phase("3").minor("BO", "p1", 60, token="J12/0").has("BO", 700)
    play = scene.turn("BO", "trains")
    draft = play.rules.draft(play.state)
    trains = draft.edit("trains")
    copies = [train for train in trains if train.startswith("3-")][:2]
    for train in copies:
        trains[train] = POOL
    play.state = draft.commit()
    offered = play.offered(BuyTrain)
    for train in copies:
        action = BuyTrain(entity="BO", train=train, price=play.rules.train_kind(train).price)
        assert play.engine.check(play.state, action) == ()
        assert play.rules.canonical(play.state, action) in offered
    assert sum(action.train in copies for action in offered) == 1
