"""The door for programs: a game opened, played, looked at, explained, saved."""

import os
import stat
import subprocess
import sys
from random import Random

import msgspec
import pytest

from tests.kernel import fair, play
from towpath.api import Conflict, FormatError, Game, Refused, UnknownTitle, open_game, title_names, titles


@pytest.fixture(autouse=True)
def lantern_fair():
    titles.register("fair", fair.compose)
    yield
    titles._LOADERS.pop("fair")


def test_a_tour():
    game = Game.new("fair", players=["Ann", "Bob"], seed="tour")
    assert game.to_move == ("p1", "p2")
    assert [seat.name for seat in game.seats] == ["Ann", "Bob"]
    assert [offer.type for offer in game.offers("p1")] == ["lay_card", "sit_out"]
    assert len(game.legal_actions("p1")) == 5
    action = game.sample(Random(1), "p1")
    assert game.explain(action) == ()
    assert not game.preview(action).stopped
    outcome = game.play(action)
    assert outcome.state is game.state
    assert game.events() == outcome.events
    assert game.number == 1
    assert game.position(0) is not game.state
    assert game.scores == {"p1": game.state.cash["p1"], "p2": 2}
    assert not game.is_over
    assert repr(game) == "<Game fair, 2 seats, 1 entries, to move: p2>"
    branch = game.what_if(0)
    branch.play(play.sit("p2"))
    assert (branch.to_move, game.to_move) == (("p1",), ("p2",))
    game.undo("p1")
    assert game.state is game.position(0)
    game.redo("p1")
    assert game.state is outcome.state


def test_a_new_game_of_a_number_of_players_with_bots():
    game = Game.new("fair", players=3)
    assert [seat.name for seat in game.seats] == ["Player 1", "Player 2", "Player 3"]
    game = Game.new("fair", players=["A", "B"], bots=["B"], options={"coins": 50}, overlays={"cards.txt": "30"}, seed=7)
    assert [seat.kind for seat in game.seats] == ["person", "bot"]
    assert (game.state.cash["bank"], len(game.state.deck)) == (50, 22)
    assert open_game(game.record).state == game.state
    with pytest.raises(ValueError, match="no player is called C"):
        Game.new("fair", players=["A", "B"], bots=["C"])


def test_titles_are_listed_when_one_is_unknown():
    assert {"1861", "1867", "fair"} <= set(title_names())
    with pytest.raises(UnknownTitle, match="there is no title '1830'; there are 1856, 1861, 1867, Brass, fair"):
        Game.new("1830", players=3)
    with pytest.raises(ValueError, match="2 to 4 players, not 5"):
        Game.new("fair", players=5)
    with pytest.raises(ValueError, match="has no option speed; it has coins"):
        Game.new("fair", players=2, options={"speed": 1})


def test_a_loader_may_be_named_and_must_keep_the_seats():
    titles.register("named", "tests.kernel.fair:compose")
    titles.register("mixed", lambda options, players, overlays: fair.compose(options, players[::-1], overlays))
    try:
        assert Game.new("named", players=2).rules.title == "Lantern Fair"
        with pytest.raises(ValueError, match="composed for seats"):
            Game.new("mixed", players=2)
    finally:
        titles._LOADERS.pop("named")
        titles._LOADERS.pop("mixed")


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"type": "sit_out"},
        {"type": "sit_out", "entity": 3},
        {"type": "sit_out", "entity": "p1", "extra": 1},
        {"type": ["sit_out"], "entity": "p1"},
        {"type": "lay_card", "entity": "p1", "card": "3"},
        {"type": "lay_card", "entity": "p1", "card": 1.5},
        {"type": "lay_card", "entity": "p1", "card": 10**40},
        {"type": "lay_card", "entity": "p1", "card": -1},
        [],
        None,
        "sit_out",
        7,
    ],
)
def test_explain_answers_whatever_it_is_asked(action):
    game = Game.new("fair", players=2)
    reasons = game.explain(action)
    assert reasons
    assert {reason.tier for reason in reasons} == {"shape"}
    assert all(reason.sentence for reason in reasons)
    assert game.preview(action).reasons == reasons
    with pytest.raises(Refused) as refused:
        game.play(action)
    assert refused.value.reasons == reasons
    assert game.number == 0


def test_an_action_for_another_seat_is_refused():
    game = Game.new("fair", players=2)
    assert [reason.code for reason in game.explain(play.sit("p1"), seat="p2")] == ["not_yours"]
    with pytest.raises(Refused, match="not yours"):
        game.play(play.sit("p1"), seat="p2")
    with pytest.raises(Refused):
        game.play(play.sit("p1"), seat="nobody")
    game.play(play.sit("p1"), seat="p1", after=0)
    with pytest.raises(Conflict):
        game.play(play.sit("p1"), seat="p1", after=0)


def test_saved_and_loaded(tmp_path):
    path = tmp_path / "game.json"
    game = Game.new("fair", players=3, seed="s")
    rng = Random(4)
    for _ in range(9):
        game.play(game.sample(rng))
    game.undo()
    game.save(path)
    for source in (path, str(path), path.read_bytes(), game.record, msgspec.json.decode(path.read_bytes())):
        again = open_game(source)
        assert (again.state, again.number, again.record) == (game.state, game.number, game.record)
        again.redo()
        assert again.state == game.position(9)
    path.chmod(0o600)
    game.save(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_failed_save_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    game = Game.new("fair", players=2)
    game.save(path)
    before = path.read_bytes()
    game.play(play.sit("p1"))

    def full(*_):
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="disk full"):
        game.save(path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["game.json"]


def test_what_is_no_record_is_refused(tmp_path):
    (tmp_path / "bad.json").write_bytes(b"{")
    with pytest.raises(FormatError, match="not readable as JSON"):
        open_game(tmp_path / "bad.json")
    with pytest.raises(FormatError, match="format must be a number"):
        open_game({"title": "fair"})
    with pytest.raises(FileNotFoundError):
        open_game(tmp_path / "none.json")
    game = Game.new("fair", players=2)
    with pytest.raises(UnknownTitle):
        open_game(msgspec.structs.replace(game.record, title="fare"))


def test_text_and_views_of_any_moment():
    game = Game.new("fair", players=2, seed="v")
    game.play(play.lay("p1", game.state.hands["p1"][0]))
    assert game.read_text(game.text(0)) == game.position(0)
    assert game.read_text(game.text()) == game.state
    assert game.view("p2", 0) == game.view("p2", 0)
    assert game.view("p2").laid == {"p1": fair.HIDDEN}
    assert msgspec.json.decode(game.view_json("p1"))["laid"] == {"p1": game.state.laid["p1"]}
    assert [event.kind for event in game.events_for("p2")] == ["laid"]
    assert game.events(0) == ()


def test_the_api_imports_no_title_before_it_is_asked_for():
    code = "import sys, towpath.api; print([name for name in sys.modules if name.startswith('towpath.titles')])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


@pytest.mark.parametrize("card", [True, 1.0, 1.5, "1", None, float("nan"), [1], {"card": 1}, object()])
def test_an_action_with_fields_of_the_wrong_kind_has_reasons(card):
    """Typed classes do not check what they are made with, so the door does."""
    game = Game.new("fair", players=2, seed="tour")
    made = fair.LayCard(entity="p1", card=card)
    for action in (made, {"type": "lay_card", "entity": "p1", "card": card}):
        assert [reason.code for reason in game.explain(action)] == ["malformed"]
        assert [reason.code for reason in game.preview(action).reasons] == ["malformed"]
        with pytest.raises(Refused):
            game.play(action)
    assert game.number == 0


def test_half_a_surrogate_pair_is_no_text():
    game = Game.new("fair", players=2, seed="tour")
    for action in (play.sit("\ud800"), {"type": "\ud800", "entity": "p1"}, fair.SitOut(entity="\ud800")):
        for reason in game.explain(action):
            msgspec.json.encode(reason)
        with pytest.raises(Refused):
            game.play(action)
