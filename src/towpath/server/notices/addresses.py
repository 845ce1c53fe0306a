"""Where each seat wants its notices sent: its own secret, which nobody else is shown and no file holds."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Literal, TypeAlias

import msgspec
from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from towpath.language import ENGLISH
from towpath.server.database import Database, put
from towpath.server.models import NoticeAddressRow, NoticeRow
from towpath.server.notices.services import service_of, shortened
from towpath.server.store import alone_at

Linked: TypeAlias = Literal["auto", "seat", "table"]
"""Which link a notice brings: to the ``seat``, which sits its reader down on any device; to the ``table`` as everybody may know
it; or as it fits the service (``auto``): a seat's only where one person reads."""


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """Where the notices of a seat go; ``origin``: what links for its owner begin with; ``language``: what he
    reads; ``problem``: why the last one could not be delivered. For the process that sends alone."""

    address: str
    link: Linked = "auto"
    origin: str = ""
    language: str = ENGLISH
    problem: str = ""

    @property
    def brings_seat(self) -> bool:
        """Whether whoever reads a notice may sit down by its link."""
        return not service_of(self.address).channel if self.link == "auto" else self.link == "seat"


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """What the owner of an address is told of it. ``address``: shortened."""

    address: str
    link: Linked
    problem: str


class AddressBook:
    """Reads and writes the addresses. Whoever shows one has to know that the seat is his."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def give(self, game_id: str, seat: str, given: Given, confirm: Callable[[Session], None]) -> None:
        """Set the address of a seat, if ``confirm`` finds it to be the giver's still."""
        with self.database.session.begin() as session:
            alone_at(session, game_id)
            confirm(session)
            put(
                session, NoticeAddressRow, {"game_id": game_id, "seat": seat}, address=given.address, link=given.link,
                origin=given.origin[:300], language=given.language[:20], problem="", since=datetime.now(UTC),
            )  # fmt: skip

    def link(self, game_id: str, seat: str, link: Linked) -> bool:
        """Say which link the notices of a seat bring; whether it has given an address at all."""
        with self.database.session.begin() as session:
            here = (NoticeAddressRow.game_id == game_id, NoticeAddressRow.seat == seat)
            found = session.execute(update(NoticeAddressRow).where(*here).values(link=link))
            return found.rowcount == 1  # type: ignore[attr-defined, no-any-return]

    def drop(self, game_id: str, seat: str) -> None:
        """Forget the address of a seat, with all that waits to be sent there."""
        with self.database.session.begin() as session:
            forget(session, game_id, seat)

    def of(self, game_id: str, seat: str) -> Given | None:
        """The address of a seat."""
        with self.database.session() as session:
            row = session.get(NoticeAddressRow, (game_id, seat))
        if row is None:
            return None
        return Given(
            address=row.address, link=msgspec.convert(row.link, Linked), origin=row.origin, language=row.language,
            problem=row.problem,
        )  # fmt: skip

    def shown(self, game_id: str, seat: str) -> Shown | None:
        """What the owner of a seat is told of his address."""
        given = self.of(game_id, seat)
        if given is None:
            return None
        return Shown(address=shortened(given.address), link=given.link, problem=given.problem)

    def note(self, game_id: str, seat: str, address: str, problem: str) -> None:
        """Note what became of the last notice to an address, unless another was given meanwhile."""
        with self.database.session.begin() as session:
            session.execute(
                update(NoticeAddressRow)
                .where(
                    NoticeAddressRow.game_id == game_id,
                    NoticeAddressRow.seat == seat,
                    NoticeAddressRow.address == address,
                )
                .values(problem=problem)
            )


def forget(session: Session, game_id: str, seat: str) -> None:
    """Where the notices of a seat go, and those that wait, are gone: it is not wanted any more, or somebody else may have the
    seat now."""
    for table in (NoticeAddressRow, NoticeRow):
        session.execute(delete(table).where(table.game_id == game_id, table.seat == seat))
