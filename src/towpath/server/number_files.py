"""Downloads of the numbers."""

from __future__ import annotations

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from towpath.render.figures import csv_text
from towpath.server import files, numbers_part
from towpath.server.games import Games, OpenGame
from towpath.server.gate import Access
from towpath.server.looking import Asked, Look
from towpath.server.security import harden
from towpath.server.service import At, Door

ENDING = ".csv"


@get("/games/{game_id:str}/tables/{name:str}", sync_to_thread=True)
def number_file(
    game_id: FromPath[str], name: FromPath[str], access: Door, games: NamedDependency[Games], at: At = None
) -> Response[bytes]:
    """A table of the game's numbers as CSV in UTF-8, at a position or now."""
    return csv_file(games.get(game_id), access, name.removesuffix(ENDING) if name.endswith(ENDING) else "", at)


def csv_file(opened: OpenGame, access: Access, table: str, at: int | None) -> Response[bytes]:
    """A table by its name as a file to keep. ``NotFoundException`` where the title has none of that name."""
    with opened.lock:
        look = Look(opened, Asked(at=at), access)
        found = numbers_part.table(look, table)
        title, number = opened.game.rules.title, look.number
    if found is None:
        raise NotFoundException
    file = f"towpath-{files.file_word(title)}-{opened.id}-{table}-{number}{ENDING}"
    headers = {"Content-Disposition": f'attachment; filename="{file}"'}
    return harden(Response(csv_text(found).encode(), media_type="text/csv", headers=headers))
