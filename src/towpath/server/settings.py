"""Where the games are kept, and the limits on what comes in."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec

VARIABLE = "TOWPATH_DATABASE"
ADDRESS = "TOWPATH_ADDRESS"
OWN_NETWORK = "TOWPATH_NOTICES_TO_OWN_NETWORK"
FILE_NAME = "towpath.sqlite3"
TRANSLATIONS = "TOWPATH_TRANSLATIONS"
"""Variable that names a folder of translations, laid out as our own."""

MAX_FORM = 256 * 1024
"""Bytes of an ordinary form or API call; a set of runs is a few kilobytes."""
MAX_UPLOAD = 16 * 1024 * 1024
"""Bytes of an uploaded game; a long one is under two megabytes."""
MOST_TALK = 500
"""Characters of a remark at the table."""
MAX_NAME = 40
"""Characters of a player's or a game's name."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """``database``: a SQLAlchemy URL. ``hosts``: host names that requests may carry (empty: any); a table that listens
    on this machine only names them, so that no foreign page can reach it through a name of its own. ``open_games``: how
    many games are held in memory. ``local``: the table is reached from this machine alone, and through no proxy: then all
    tables are listed, and those on one screen may be renamed and deleted by whoever is at it. ``bot_pause``: seconds between
    two actions of bots at a table, so that one can watch. ``limits``: how often somebody may post is limited (see ``limits``).
    ``translations``: a folder of translations besides our own. ``address``: the public address of the server, which links in
    notices begin with. ``own_network``: notices may go to machines in the server's own network. ``notice_after``: seconds
    between what is to be told and the notice."""

    database: str
    hosts: tuple[str, ...] = ()
    open_games: int = 64
    local: bool = False
    bot_pause: float = 0.0
    limits: bool = False
    translations: Path | None = None
    address: str = ""
    own_network: bool = False
    notice_after: float = 30.0


def data_folder() -> Path:
    """The user's folder for our data, by the custom of the system."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "towpath"


def is_on(variable: str) -> bool:
    """Whether a variable of the environment says yes."""
    return os.environ.get(variable, "").strip().lower() in ("1", "yes", "true", "on")


def database_url(named: str | None = None) -> str:
    """The database as a URL: ``named`` (a file or a URL), else ``TOWPATH_DATABASE``, else a file in the data folder."""
    value = named or os.environ.get(VARIABLE) or str(data_folder() / FILE_NAME)
    if "://" in value:
        return value
    return f"sqlite:///{Path(value).expanduser().resolve()}"


def translations_folder() -> Path | None:
    """The folder that ``TOWPATH_TRANSLATIONS`` names."""
    named = os.environ.get(TRANSLATIONS)
    return Path(named) if named else None
