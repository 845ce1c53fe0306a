"""After a game with secrets anybody can check that chance was not meddled with."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from towpath.api import Game, verify
from towpath.kernel import record as records
from towpath.kernel.commitment import commitment_of
from towpath.kernel.record import Record, Undo


@pytest.fixture(scope="module")
def played() -> Record:
    """A whole game of Brass for three, in which something seen was taken back."""
    game, rng = Game.new("Brass", 3, seed="a seed that is kept"), Random(3)
    while not game.is_over:
        game.play(game.sample(rng))
        if game.number == 40:
            game.undo(to=20)
    return game.record


def failed(record: Record, noted: str = "") -> list[str]:
    return [check.sentence for check in verify(record, noted) if not check.holds]


def test_a_game_commits_itself_to_its_seed_at_the_start() -> None:
    game = Game.new("Brass", 3, seed="a seed that is kept")
    assert game.commitment == game.record.commitment == commitment_of(game.record)
    assert "a seed" not in game.commitment


def test_a_game_without_secrets_promises_nothing() -> None:
    game = Game.new("1867", 3, seed="1")
    assert game.commitment == game.record.commitment == ""
    assert b"commitment" not in records.dump(game.record)


def test_a_game_with_secrets_needs_a_seed() -> None:
    with pytest.raises(ValueError, match="needs a seed"):
        Game.new("Brass", 3, seed="")


def test_an_honest_game_passes(played: Record) -> None:
    assert failed(played) == []
    assert failed(played, played.commitment.upper()) == []
    saved = records.load(records.dump(played))
    assert saved == played
    assert any("every undo across one shuffled anew" in check.sentence for check in verify(saved))


def test_another_seed_is_found_out(played: Record) -> None:
    swapped = msgspec.structs.replace(played, seed="a seed that deals better")
    assert any("not the one in the record" in sentence for sentence in failed(swapped))
    covered = msgspec.structs.replace(swapped, commitment=commitment_of(swapped))
    assert any("not the one noted" in sentence for sentence in failed(covered, played.commitment))


def test_a_log_that_does_not_follow_from_the_seed_is_found_out(played: Record) -> None:
    swapped = msgspec.structs.replace(played, seed="a seed that deals better", head=None)
    assert any(sentence.startswith("Entry ") for sentence in failed(swapped))


def test_a_position_that_the_log_does_not_lead_to_is_found_out(played: Record) -> None:
    assert played.head is not None
    forged = msgspec.json.decode(msgspec.json.encode(played.head.position))
    forged["income"]["p1"], forged["income"]["p2"] = 99, 0
    assert failed(msgspec.structs.replace(played, head=msgspec.structs.replace(played.head, position=forged)))


def test_an_undo_that_did_not_shuffle_is_found_out() -> None:
    game = Game.new("Brass", 4, seed="kept")
    while game.state.number < 2:
        offer = next(each for each in game.offers() if each.type == "pass")
        game.play(next(offer.actions(1)))
    record = game.timeline.record(head=False).extended(Undo(by="p1", to=0))
    assert failed(record) == [
        f"Entry {game.number + 1} took back something that was seen and did not shuffle what was hidden."
    ]


def test_a_record_without_a_promise_says_so(played: Record) -> None:
    assert failed(msgspec.structs.replace(played, commitment="")) == [
        "The record holds no commitment, so nothing was promised at its start."
    ]
