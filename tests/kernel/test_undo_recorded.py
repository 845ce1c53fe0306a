"""Undo and redo resolve recorded games as their flat twins say. Needs the shared material, see ``SHARED``."""

import json
import os
from pathlib import Path

import pytest

from towpath.kernel.engine import Engine
from towpath.kernel.offers import Offer, Options
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.record import Act, Record, Redo, Seat, Undo
from towpath.kernel.rules import Rules
from towpath.kernel.state import Action, Frame, GameState
from towpath.kernel.timeline import Timeline

SHARED = Path(os.environ.get("TOWPATH_SHARED") or Path(__file__).parents[3] / "shared")
RECORDS = sorted(SHARED.glob("conformance/*/*.record.json"))


class Open(Frame, frozen=True):
    """Anything goes."""


class Count(Action, frozen=True):
    tag: int


class CountMove(Move[Open, Count]):
    action = Count

    def offers(self, pos, frame):
        yield Offer(Count, {"entity": "p1"}, Options("tag", (0,)))

    def check(self, pos, frame, action):
        return ()

    def apply(self, draft, frame, action):
        draft.put("chance", action.tag)


class OpenProcedure(Procedure[Open]):
    frame = Open

    def actors(self, pos, frame):
        return ("p1",)

    def moves(self, pos, frame):
        return (CountMove(),)

    all_moves = lambda self: (CountMove(),)  # noqa: E731


class Tally(Rules[GameState]):
    """A title that remembers the last number it was told."""

    title, version, state_type, seats = "Tally", "1", GameState, ("p1",)
    procedures = {Open: OpenProcedure()}  # noqa: RUF012

    def setup(self, seed):
        return GameState(stack=(Open(),), chance=-1)


@pytest.mark.parametrize("path", RECORDS or [None], ids=lambda path: path.name if path else "none")
def test_what_stands_is_what_the_flat_game_holds(path):
    if path is None:
        pytest.skip(f"no recorded games at {SHARED}; set TOWPATH_SHARED")
    actions = json.loads(path.read_text())["actions"]
    flat = json.loads(path.with_name(path.name.replace(".record.", ".flat.")).read_text())["actions"]
    timeline = Timeline(Engine(Tally()), Record(title="Tally", rules_version="1", seats=(Seat("p1", "A"),), seed="0"))
    number = {0: 0}
    for action in actions:
        if action["type"] == "undo":
            to = action.get("action_id")
            timeline.append(Undo(to=None if to is None else number[to]))
        elif action["type"] == "redo":
            timeline.append(Redo())
        elif action["type"] != "message":
            plain = {"type": "count", "entity": "p1", "tag": action["id"]}
            timeline.append(Act(by="p1", action=plain, hand="import"))
        number[action["id"]] = len(timeline)
    standing = [timeline.log[n - 1].action["tag"] for n in timeline.standing()]
    assert standing == [action["orig_id"] for action in flat if action["type"] != "message"]
    assert timeline.state.chance == standing[-1]
