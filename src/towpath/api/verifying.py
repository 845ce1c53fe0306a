"""Whether a game was played as it was promised: its commitment, its setup, and every shuffle since."""

from __future__ import annotations

import msgspec

from towpath.api.game import Game
from towpath.kernel.commitment import commitment_of
from towpath.kernel.record import Record


class Check(msgspec.Struct, frozen=True):
    """One thing that was looked at, in a sentence, and whether it is as it should be."""

    sentence: str
    holds: bool


def verify(record: Record, noted: str = "") -> tuple[Check, ...]:
    """Check a record. ``noted``: the commitment that somebody wrote down when the game began; only a comparison with it shows
    that the record was not made up afterwards from end to end.

    Whatever ``Game`` raises for a record that cannot be opened at all.
    """
    game = Game(record)
    return (*_commitment(game, record, noted.strip().lower()), *_play(game, record))


def _commitment(game: Game, record: Record, noted: str) -> list[Check]:
    made = commitment_of(record)
    found = []
    if record.origin is not None:
        return [Check("The game began with a position that somebody made up, so nothing was promised.", False)]
    if noted:
        same = "is the one noted" if noted == made else f"is {made}, not the one noted, {noted:.64}"
        found.append(Check(f"The commitment of this setup and seed {same}.", noted == made))
    if record.commitment:
        same = "is the one in the record" if record.commitment == made else "is not the one in the record"
        found.append(Check(f"The commitment of this setup and seed {same}.", record.commitment == made))
    elif game.rules.secrets:
        found.append(Check("The record holds no commitment, so nothing was promised at its start.", False))
    return found


def _play(game: Game, record: Record) -> list[Check]:
    timeline = game.timeline
    found = []
    if game.divergence is not None:
        found.append(Check(game.divergence.sentence, False))
    else:
        text = f"The seed deals the setup, and all {len(record.log)} entries replay from it with every check."
        found.append(Check(text, True))
    if game.rules.secrets:
        wrong = timeline.unshuffled_undos()
        listed = ", ".join(map(str, wrong))
        text = (
            f"Entry {listed} took back something that was seen and did not shuffle what was hidden."
            if wrong
            else (
                f"Chance or a secret came to light at {timeline.revelations()} entries; every undo across one shuffled anew."
            )
        )
        found.append(Check(text, not wrong))
    if not game.is_over:
        found.append(Check("The game is not over: what is in this record nobody at the table should know yet.", True))
    return found
