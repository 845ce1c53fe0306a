"""Refusals of 1856: whatever is submitted, each reason is a full sentence and names a rule of the ledger."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import towpath.rail
import towpath.titles.t1856
from tests.t1856.scenes import Operating, Scene1856
from towpath.facts.ledger import load_ledger
from towpath.kernel.reasons import Refused
from towpath.kernel.state import Action
from towpath.rail.actions import Run
from towpath.titles.t1856.citations import CITATIONS

LEDGER = load_ledger("1856", files("towpath.titles").joinpath("t1856"))
NUMBERS = (-1, 0, 1, 2, 5, 20, 45, 100, 350, 10**15, -(10**15))
ACTIONS = 90
WRONG_ONES = 25


def middle(phase: str) -> Operating:
    """A stock round with three companies of different owners, with track, trains, loans and privates."""
    scene = Scene1856(consent="on").phase(phase).lay("P9", "57", 1).lay("M4", "121", 0).lay("J15", "57", 0)
    scene.company("GT", 100, p1=4, pool=2).has("GT", 700, trains=[phase])
    scene.company("CPR", 90, p2=3, p3=1).has("CPR", 300, loans=0 if phase in "6D" else 1, trains=[phase])
    scene.company("BB", 65, p3=2, p1=1).has("BB", 150, tokens=["J13/0"])
    if phase in "234":
        scene.private("WSRC", "GT").private("TCC", "p2").private("GLSC", "CPR").private("NFSBC", "BB").private(
            "FT", "p1"
        )
    return scene.course("stock", 0, 3)


def anything(play: Operating, rng: Random) -> Action:
    """An action of some kind with values that may be right, wrong, absurd or of another thing altogether."""
    rules = play.rules
    names = [*rules.companies, *rules.privates, *rules.seats, "nobody"]
    values: dict[str, list[Any]] = {
        "hex": [*rules.board.hexes, "Z99"], "tile": [*rules.tileset.tiles, "999"],
        "city": [*(f"{hex_id}/{rng.randrange(3)}" for hex_id in rules.board.hexes), "H8", ""],
        "train": [*play.state.trains, "9-9"], "exchange": [None, *play.state.trains, "9-9"], "private": names,
        "company": names, "target": names, "source": ["pool", "treasury"], "kind": ["full", "half", "withhold"],
        "runs": [(), (Run(train="4-0", stops=("P9/0", "K8/9"), ways=(("P9",),)),)],
    }  # fmt: skip
    kind = rng.choice(rules.action_types())
    fields = {
        f.name: rng.choice(values.get(f.name, NUMBERS)) for f in msgspec.structs.fields(kind) if f.name != "entity"
    }
    return kind(entity=rng.choice([*play.turn, *play.turn, *names, "bank", "pool"]), **fields)


@pytest.mark.parametrize("phase", ["2", "3", "5", "6"])
def test_whatever_is_submitted_is_played_or_refused_with_rules_of_the_ledger(phase: str) -> None:
    rng, play = Random(f"1856 {phase}"), middle(phase)
    for _ in range(ACTIONS):
        if play.state.finished:
            break
        for _ in range(WRONG_ONES):
            action = anything(play, rng)
            reasons = play.engine.check(play.state, action)
            for reason in reasons:
                assert not reason.rule or reason.rule in LEDGER, (reason, action)
                assert "{" not in reason.sentence, reason
            if not reasons:
                assert play.rules.conservation(play.engine.apply(play.state, action).state) == [], action
        offers = play.engine.offers(play.state)
        assert all(not offer.rule or offer.rule in LEDGER for offer in offers), offers
        chosen = next(rng.choice(offers).actions(2))
        assert play.engine.check(play.state, chosen) == (), chosen
        play.state = play.engine.apply(play.state, chosen).state
        assert play.rules.conservation(play.state) == [], chosen


FIRST_ISSUE = (
    "bonus_rights", "capital", "city_of_token", "closing", "destinations", "helped_purchase",
    "issue_rules", "private_powers", "raising_money", "shares", "single_lay", "standing_bids", "trading",
    "trading_round", "trading_turn", "turn", "turn_loans", "turn_procedure",
)  # fmt: skip
"""The shared modules that were written for 1856 and so name the rules of its ledger."""


def named_in(paths: Iterable[Path]) -> set[str]:
    """The rules that the code of these modules names."""
    text = "".join(path.read_text(encoding="utf-8") for path in paths)
    return set(re.findall(r'"((?:P\.)?\d+(?:\.\d+)*(?:\.[a-z])?)"', text)) - {"4", "5", "6"}


def test_every_rule_that_the_code_names_is_in_the_ledger() -> None:
    own = Path(next(iter(towpath.titles.t1856.__path__))).glob("*.py")
    shared = Path(next(iter(towpath.rail.__path__)))
    named = named_in(path for path in own if path.stem != "citations") | set(CITATIONS.values())
    named |= named_in(shared / f"{module}.py" for module in FIRST_ISSUE)
    assert len(named) > 50
    assert {rule for rule in named if rule not in LEDGER} == set()


def test_citations_replace_rules_that_shared_code_names() -> None:
    """Each pair stands in the shared code as it is written here, so that none is forgotten when that changes."""
    text = "".join(path.read_text(encoding="utf-8") for path in Path(next(iter(towpath.rail.__path__))).glob("*.py"))
    for code, rule in CITATIONS:
        bare = code.removeprefix("route_").removeprefix("lay_")
        assert f'"{bare}"' in text
        assert f'"{rule}"' in text


def test_c016_nobody_acts_in_the_name_of_another() -> None:
    """Whatever is offered is refused, with nothing changed, from any other player, company or private."""
    auction = Scene1856().auction()
    turn = Scene1856().phase("3").lay("P9", "57", 1).company("GT", 100, p1=4).has("GT", 300, trains=["2"])
    turn.company("CPR", 90, p2=4).private("GLSC", "GT").private("FT", "p2")
    positions = [auction, middle("3"), *(turn.turn("GT", step) for step in ("track", "token", "trains"))]
    for play in positions:
        before = play.state
        offers = play.engine.offers(before)
        assert offers
        for offer in offers:
            right = next(iter(offer.actions(1)))
            for name in ("p2", "p3", "CPR", "CGR", "FT", "bank", "pool", "nobody"):
                if name in play.turn:
                    continue
                wrong = msgspec.structs.replace(right, entity=name)
                assert play.engine.check(before, wrong), wrong
                with pytest.raises(Refused):
                    play.engine.apply(before, wrong)
        assert play.state is before
