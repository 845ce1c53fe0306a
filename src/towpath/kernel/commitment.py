"""A promise about chance: a hash of everything that settles it, shown at the start and checked after the game.

Whoever keeps the seed of a game with secrets could choose another one later, to have dealt what suits somebody. The commitment
fixes title, options, data and seed together before the first move: when the seed is known, anybody can make the hash again. It
hides the seed only as long as nobody can guess it, so a seed that people make up themselves promises little.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec

from towpath.kernel.record import Record


def commitment_of(record: Record) -> str:
    """The hash of a game's setup, as 64 hexadecimal digits. Names of players and what is played do not matter to it."""
    setup = {
        "commitment": 1,
        "title": record.title,
        "options": dict(sorted(record.options.items())),
        "overlays": dict(sorted(record.overlays.items())),
        "seats": [seat.id for seat in record.seats],
        "seed": record.seed,
    }
    return sha256(msgspec.json.encode(setup)).hexdigest()


def committed(record: Record) -> Record:
    """The record with its commitment. ``ValueError`` without a seed, as there would be nothing to promise."""
    if not record.seed:
        raise ValueError(f"a game of {record.title} has secrets and needs a seed")
    return msgspec.structs.replace(record, commitment=commitment_of(record))
