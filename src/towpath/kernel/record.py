"""The truth of a game: what it is, who sits where, and the append-only log of everything that was done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from towpath.facts.errors import brief
from towpath.kernel.codec import FormatError, parse_json
from towpath.kernel.migrations import FORMAT, migrate
from towpath.kernel.state import snake_case

Hand: TypeAlias = Literal["person", "bot", "program", "import", "absent"]
"""Whose hand made an action: a person, a bot, a programmed action of the seat, an imported file, or the engine on
behalf of a player who left."""

Wished: TypeAlias = Literal["undo", "redo"]
"""What the others may be asked for."""

SeatKind: TypeAlias = Literal["person", "bot"]
Option: TypeAlias = bool | int | str
"""The value of one of a title's options."""


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place at the table. ``id`` is the player in every position and action; the name may change, the id never."""

    id: str
    name: str
    kind: SeatKind = "person"


class _Entry(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="entry",
    tag=snake_case,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """What all entries have. ``by``: the seat that did it (or a name for whoever has no seat). ``at``: when, as ISO
    8601 text; no rule ever reads it. ``source``: of an imported entry, the number of the action in the file."""

    by: str = ""
    at: str | None = None
    source: str | None = None


class Act(_Entry, frozen=True):
    """An action of the game, as plain data. ``waived``: the codes of the reasons set aside; imported entries only."""

    action: dict[str, Any]
    hand: Hand = "person"
    waived: tuple[str, ...] = ()


class Undo(_Entry, frozen=True):
    """Takes back every standing action after log entry ``to`` (0: all of them); ``None``: the last one that stands.

    ``reshuffled``: what nobody knew there is shuffled anew, as something was seen since; the timeline sets it.
    """

    to: int | None = None
    reshuffled: bool = False


class Redo(_Entry, frozen=True):
    """Brings back what the most recent undo took; any new action ends the possibility."""


class HandOver(_Entry, frozen=True):
    """A seat is from now on played by somebody else, a person or a bot."""

    seat: str
    name: str
    kind: SeatKind = "person"


class Leave(_Entry, frozen=True):
    """A player leaves the table: his decisions are answered with the least active action until he returns."""

    seat: str


class Return(_Entry, frozen=True):
    """A player who had left is back."""

    seat: str


class EndOffer(_Entry, frozen=True):
    """``by`` proposes to end the game as it stands. Hand ``import`` (of a file) or ``host`` (who made the table) ends it at
    once: it was ended by hand."""

    hand: Literal["person", "import", "host"] = "person"


class EndAnswer(_Entry, frozen=True):
    """``by`` agrees to end the game, or does not, which withdraws the proposal."""

    agree: bool


class UndoOffer(_Entry, frozen=True):
    """``by`` asks the others whether actions may be taken back: those that stand after log entry ``to`` (``None``: the last
    one), or with ``what`` redo whether the most recent undo may be. When all have agreed it is done by the last answer.
    ``reshuffled`` as in an undo."""

    what: Wished = "undo"
    to: int | None = None
    reshuffled: bool = False


class UndoAnswer(_Entry, frozen=True):
    """``by`` agrees to what an ``UndoOffer`` asked, or does not, which ends the question."""

    agree: bool


class Note(_Entry, frozen=True):
    """A remark: chat, or what an import had to say."""

    text: str


class Aside(_Entry, frozen=True):
    """What an imported file holds of a player besides the play, such as what he had programmed on another site. It changes
    nothing here; ``data`` keeps it as it was, so that it can be written again. Nobody but that player is shown it."""

    data: dict[str, Any]


Entry: TypeAlias = (
    Act | Undo | Redo | HandOver | Leave | Return | EndOffer | EndAnswer | UndoOffer | UndoAnswer | Note | Aside
)


_ENTRIES: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position after the first ``index`` log entries, as plain data. A cache, except when a later version of the
    rules refuses an old action: then play goes on from here."""

    index: int
    position: dict[str, Any]


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One game. ``options`` and ``overlays`` (file name -> text that replaces a data file of the title) say how the
    title is composed, ``rules_version`` by which rules the log was judged. ``commitment``: of a game with secrets what was
    shown at its start (see ``kernel.commitment``). ``origin``: a position that somebody made up and that the game begins with,
    instead of what the seed gives (a plan)."""

    format: int = FORMAT
    title: str
    rules_version: str
    options: dict[str, Option] = {}
    overlays: dict[str, str] = {}
    seats: tuple[Seat, ...]
    seed: str
    commitment: str = ""
    origin: dict[str, Any] | None = None
    log: tuple[Entry, ...] = ()
    head: Head | None = None

    def extended(self, *entries: Entry) -> Record:
        """The record with entries added to its log."""
        return msgspec.structs.replace(self, log=(*self.log, *entries))


def dump(record: Record) -> bytes:
    """The record as JSON (UTF-8), one line per field and per log entry, so that versions compare line by line."""
    encode = msgspec.json.encode
    texts = {name: encode(getattr(record, name)) for name in record.__struct_fields__}
    for name in ("commitment", "origin"):
        if not getattr(record, name):
            del texts[name]
    if record.log:
        texts["log"] = b"[\n" + b",\n".join(encode(entry) for entry in record.log) + b"\n]"
    fields = [encode(name) + b": " + text for name, text in texts.items()]
    return b"{\n" + b",\n".join(fields) + b"\n}\n"


def load(text: bytes | str) -> Record:
    """Read a record of this or an older format. ``FormatError`` says what is wrong and where."""
    return from_plain(parse_json(text))


def from_plain(data: Any) -> Record:
    """A record from plain data; see ``load``."""
    if not isinstance(data, dict):
        raise FormatError(f"record: it is an object with title, seats and log, not {type(data).__name__}")
    try:
        record = msgspec.convert(migrate(data), Record)
    except (msgspec.ValidationError, RecursionError) as error:
        raise FormatError(f"record: {brief(_located(data, str(error)))}") from None
    _sound(record)
    return record


def read_entry(text: bytes | str) -> Entry:
    """A log entry of the present format, from JSON. ``FormatError`` for what is none."""
    try:
        return _ENTRIES.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise FormatError(f"log entry: {brief(str(error))}") from None


def _located(data: dict[str, Any], message: str) -> str:
    """msgspec's message with the log entry named as people count them."""
    _, _, rest = message.partition("$.log[")
    index = rest.partition("]")[0]
    return f"log entry {int(index) + 1}: {message}" if index.isdigit() else message


def entry_fault(entry: Entry, number: int, seats: Sequence[str]) -> str:
    """What makes an entry senseless as number ``number`` of any log, whatever was played; empty when nothing does."""
    if isinstance(entry, HandOver | Leave | Return) and entry.seat not in seats:
        return f"there is no seat {entry.seat!r:.60}; seats are {', '.join(seats)}"
    if isinstance(entry, Undo | UndoOffer) and entry.to is not None and not 0 <= entry.to < number:
        return f"to is {entry.to}; it must be an earlier entry, or 0"
    if isinstance(entry, Act) and entry.waived and entry.hand != "import":
        return "only an imported action can carry a waiver"
    return ""


def _sound(record: Record) -> None:
    """What types cannot say: seats are there, each once; every entry names a seat that is there."""
    ids = [seat.id for seat in record.seats]
    if not ids:
        raise FormatError("record: seats is empty; a game has at least one")
    for seat in ids:
        if not seat or ids.count(seat) > 1:
            raise FormatError(f"record: seat {seat!r:.60} must have an id of its own")
    for number, entry in enumerate(record.log, 1):
        wrong = entry_fault(entry, number, ids)
        if wrong:
            raise FormatError(f"record: log entry {number}: {wrong}")
    if record.head is not None and not 0 <= record.head.index <= len(record.log):
        raise FormatError(
            f"record: head.index is {record.head.index}; the log has {len(record.log)} entries, so 0 to that"
        )
