"""What the host of a table and those who sit at it may do about the seats: links anew, handing over, names, leaving."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from towpath.api import Conflict, Game, LogError, Outcome
from towpath.api.names import check_names
from towpath.bots import names as bot_names
from towpath.kernel.record import HandOver, Leave, Return, Seat, SeatKind
from towpath.language import say
from towpath.server.games import Games, OpenGame, now
from towpath.server.gate import Access
from towpath.server.seating import HOST, give, new_token
from towpath.server.settings import MAX_NAME
from towpath.server.terms import Terms, UndoPolicy


def invite(games: Games, opened: OpenGame) -> dict[str, str]:
    """Tokens for a new table: the host's, and where it is sat at by links one for each seat that no bot plays."""
    by_links = games.seating.table(opened.id).terms.sitting == "seats"
    return games.seating.issue(opened.id, linked(opened) if by_links else [HOST])


def linked(opened: OpenGame) -> list[str]:
    """The places that links lead to where a table is sat at by links: the host's and every seat that no bot plays."""
    return [HOST, *(seat.id for seat in opened.game.seats if seat.kind == "person")]


def chosen_bots(title: str, players: Sequence[str], bots: Mapping[str, str]) -> dict[int, str]:
    """Index of a player -> the program that plays him. ``ValueError`` for a name that is no player's, or a program that does not
    play the title."""
    found = {}
    for name, bot in bots.items():
        if name not in players:
            raise ValueError(
                say(
                    "There is no player “{name}” for a bot to play; players are {names}.",
                    name=str(name)[:60],
                    names=", ".join(players),
                )
            )
        found[players.index(name)] = known_bot(title, bot)
    return found


def known_bot(title: str, bot: str) -> str:
    """The name of a program. ``ValueError`` for one that does not play the title."""
    known = bot_names(title)
    if bot not in known:
        raise ValueError(
            say(
                "There is no bot “{bot}” for {title}; there are {names}.",
                bot=str(bot)[:60],
                title=title,
                names=", ".join(known),
            )
        )
    return bot


def issue(games: Games, access: Access, seat: str, keep: str = "") -> str:
    """A new link to a seat (``HOST``: to hosting), which makes the old one void; its token. ``keep``: a browser that stays."""
    access.need_host()
    if seat != HOST:
        if access.every:
            raise LogError(say("This table is played on one screen; there are no links to its seats."))
        if _seat(games.get(access.table.id).game, seat).kind == "bot":
            raise LogError(say("A bot plays this seat; hand it to a person first."))
    token = games.seating.issue(access.table.id, [seat], keep)[seat]
    games.tell(access.table.id)
    return token


def hand_over(games: Games, access: Access, seat: str, name: str, bot: str = "") -> str | None:
    """Hand a seat to somebody else, or to a bot. Whoever had it loses it; for a person at a table with links the token of
    the new one is returned. ``NotYours``; ``ValueError`` for a name or bot that does not go."""
    access.need_host()
    kind: SeatKind = "bot" if bot else "person"
    game = games.get(access.table.id).game
    if bot:
        known_bot(game.rules.title, bot)
    others = [each.name for each in game.seats if each.id != seat]
    name = name.strip()[:MAX_NAME] or (called(bot, others) if bot else "")
    token = new_token() if not bot and not access.every else None
    games.change_as(
        access,
        lambda game: game.write(_handed(game, seat, name, kind)),
        lambda session: give(session, access.table.id, seat, bot, token),
    )
    return token


def called(bot: str, taken: Collection[str]) -> str:
    """A name for a bot that nobody else at the table has."""
    names = (f"{bot.capitalize()} bot{f' {number}' if number > 1 else ''}" for number in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)


def call(games: Games, access: Access, seat: str, name: str) -> OpenGame:
    """Change the name of one's own seat. ``NotYours``; ``ValueError`` for a name that does not go."""
    game = games.get(access.table.id).game
    if not (access.may(seat) or access.host):
        raise access.not_yours(game, seat)
    name = name.strip()[:MAX_NAME]
    return games.change_as(access, lambda game: game.write(_handed(game, seat, name, _seat(game, seat).kind, seat)))


def leave(games: Games, access: Access, seat: str, back: bool = False) -> OpenGame:
    """Leave the table for a while, or come ``back``: until then one's decisions are answered with the least that may be
    done. ``NotYours``, ``LogError``."""

    def write(game: Game) -> Outcome[Any]:
        if not access.may(seat) and not access.host:
            raise access.not_yours(game, seat)
        entry = Return if back else Leave
        return game.write(entry(seat=seat, by=seat if access.may(seat) else "", at=now()))

    return games.change_as(access, write)


def settle(games: Games, access: Access, terms: Terms) -> None:
    """Change the terms of a table. How it is sat at and what may be undone stay as all knew them when they sat down."""
    access.need_host()
    old = access.table.terms
    kept = msgspec.structs.replace(terms, sitting=old.sitting, undo=old.undo)
    games.seating.settle(access.table.id, kept)
    games.tell(access.table.id)


def send_invitations(games: Games, access: Access, undo: UndoPolicy) -> dict[str, str]:
    """Turn a table on one screen into one that is sat at by links, seat -> token. ``NotYours``; ``LogError`` when it is that
    already, or a plan."""
    access.need_host()
    if access.table.plan_of is not None or access.table.terms.sitting == "seats":
        raise LogError(say("Only a table on one screen can be turned into one with invitations."))
    tokens = games.seating.give_links(access.table.id, undo, linked(games.get(access.table.id)))
    if tokens is None:
        raise Conflict("", 0, 0, say("This table was given links in the meantime; look again."))
    games.tell(access.table.id)
    return tokens


def _seat(game: Game, seat: str) -> Seat:
    found = next((each for each in game.seats if each.id == seat), None)
    if found is None:
        raise LogError(
            say(
                "There is no seat “{seat}”; seats are {names}.",
                seat=str(seat)[:60],
                names=", ".join(each.id for each in game.seats),
            )
        )
    return found


def _handed(game: Game, seat: str, name: str, kind: SeatKind, by: str = "") -> HandOver:
    _check_name(game, seat, name)
    return HandOver(seat=seat, name=str(name)[:60], kind=kind, by=by, at=now())


def _check_name(game: Game, seat: str, name: str) -> None:
    _seat(game, seat)
    check_names([name, *(each.name for each in game.seats if each.id != seat)])
