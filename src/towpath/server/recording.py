"""The file of a game, as far as whoever asks for it may know it."""

from __future__ import annotations

from typing import Any

import msgspec

from towpath.kernel.codec import plain
from towpath.kernel.record import Act, Aside, Entry, Option, Seat, dump
from towpath.server.looking import Look


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """A log entry as a seat may know it: its number, who did it, what is told of it, and the seat's own action."""

    number: int
    by: str
    told: tuple[str, ...]
    action: dict[str, Any] | None = None


class Transcript(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat may know of a game with secrets while it runs: no seed but the commitment to it, no action of another as it
    was submitted, and the position as the seat sees it. It cannot be opened as a game."""

    transcript: int = 1
    title: str
    options: dict[str, Option]
    seats: tuple[Seat, ...]
    seat: str | None
    commitment: str
    log: tuple[Told, ...]
    position: Any


def record_bytes(look: Look) -> bytes:
    """The record of the game; of one with secrets that is still running a seat gets a ``Transcript``. At one screen
    without a curtain everybody may see everything, so there the record is whole. While a game is running nobody learns from it
    which actions of others were programmed: they stand there as a person's. What an imported file held of others' programs is
    left out."""
    if look.game.is_over or (look.access.every and not look.access.hung):
        return dump(look.game.record)
    if not look.rules.secrets:
        record = look.game.record
        return dump(msgspec.structs.replace(record, log=tuple(_as_by_hand(look, entry) for entry in record.log)))
    return msgspec.json.format(msgspec.json.encode(transcript(look)), indent=1) + b"\n"


def _as_by_hand(look: Look, entry: Entry) -> Entry:
    if look.access.may(entry.by):
        return entry
    if isinstance(entry, Aside):
        return msgspec.structs.replace(entry, data={})
    programmed = isinstance(entry, Act) and entry.hand == "program"
    return msgspec.structs.replace(entry, hand="person") if programmed else entry


def transcript(look: Look) -> Transcript:
    """What the viewer may know of the whole game."""
    record = look.game.timeline.record(head=False)
    log = []
    for line, entry in zip(look.lines(), record.log, strict=True):
        own = entry.action if isinstance(entry, Act) and look.access.may(entry.by) else None
        log.append(Told(line.number, entry.by, line.sentences, own))
    return Transcript(
        title=record.title, options=record.options, seats=look.game.seats, seat=look.viewer,
        commitment=look.game.commitment, log=tuple(log),
        position=plain(look.state),
    )  # fmt: skip
