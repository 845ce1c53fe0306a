"""Whether somebody who was let in may still do what he set out to do: links are made anew while requests are on their way."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from towpath.language import say
from towpath.server.gate import Access, NotYours
from towpath.server.models import GameRow, HolderRow, SeatRow


def confirm(access: Access, session: Session) -> None:
    """``NotYours`` when an access that was good when its holder asked has ended by now. In the transaction that stores what he
    does, so that whoever has lost a seat does nothing more in its name, however long his request has waited."""
    if access.table.plan_of is not None:
        return
    if access.every:
        kept = _sitting(session, access.table.id) == access.table.terms.sitting
    elif access.token:
        query = select(SeatRow.seat).where(SeatRow.game_id == access.table.id, SeatRow.key == access.token)
        kept = session.scalar(query) is not None
    else:
        kept = _roles(access) <= _roles_now(session, access)
    if not kept:
        raise NotYours(
            say(
                "Who may act here has changed in the meantime, so nothing was done. Look at the table again and repeat."
            )
        )


def _sitting(session: Session, game_id: str) -> str | None:
    return session.scalar(select(GameRow.sitting).where(GameRow.id == game_id))


def _roles(access: Access) -> set[tuple[str, str]]:
    return {("seat", seat) for seat in access.seats} | ({("host", "")} if access.host else set())


def _roles_now(session: Session, access: Access) -> set[tuple[str, str]]:
    query = select(HolderRow.role, HolderRow.seat).where(
        HolderRow.game_id == access.table.id, HolderRow.browser == access.browser
    )
    return {(role, seat) for role, seat in session.execute(query)}
