"""Commands that begin games: new, titles, options, serve."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from towpath.cli.main import Problem
from towpath.cli.opening import console

OPTION = click.option("-O", "--option", "options", metavar="NAME=VALUE", multiple=True,
                      help='A variant, as "towpath options TITLE" lists them; may be given several times.')  # fmt: skip
"""``--option NAME=VALUE``."""


DATA = click.option("--data", metavar="DIR", help="A folder with data files of your own (title.toml, map.toml, tiles.toml, "
                    "market.toml): each replaces the title's file of that name and travels in the record.")  # fmt: skip
"""``--data DIR``."""


def read_data(folder: str | None) -> dict[str, str]:
    """The data files of a folder, file name -> text. ``Problem`` for a folder that has none, or that cannot be read."""
    if folder is None:
        return {}
    try:
        found = {
            path.name: path.read_text(encoding="utf-8") for path in sorted(Path(folder).iterdir()) if _is_data(path)
        }
    except OSError as error:
        raise Problem(f"{folder}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise Problem(f"{folder}: a data file is not UTF-8: {error}") from None
    if not found:
        raise Problem(f"{folder} holds no data file; a title's files are named title.toml, map.toml and so on")
    return found


def _is_data(path: Path) -> bool:
    return path.suffix == ".toml" and path.is_file()


def read_options(given: tuple[str, ...]) -> dict[str, str]:
    """Options from the command line. ``Problem`` for one without a value."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise Problem(f"--option {text}: write it as NAME=VALUE, such as market=grid")
        found[name] = value
    return found


def new_game(title: str, players: Any, options: dict[str, str], seed: str, data: dict[str, str] | None = None) -> Any:
    """A new game. ``Problem`` for what the title does not have."""
    from towpath.api import Game, UnknownTitle

    try:
        return Game.new(title, players, options, seed=seed, overlays=data)
    except UnknownTitle as error:
        raise Problem(str(error.args[0])) from None
    except ValueError as error:
        raise Problem(str(error)) from None


def title_data(title: str) -> Any:
    """The facts of a title: its name, designer, players and options. ``Problem`` when there is none of that name."""
    from towpath.api import UnknownTitle, title_names
    from towpath.api.titles import compose

    for players in (4, 3, 2):
        try:
            rules = compose(title, {}, tuple(f"p{n}" for n in range(1, players + 1)))
        except UnknownTitle:
            raise Problem(f"there is no title {title!r}; there are {', '.join(title_names())}") from None
        except ValueError:
            continue
        if hasattr(rules, "data"):
            return rules.data
    raise Problem(f"{title} has nothing to list")


@click.command()
@click.argument("title")
@click.option("-p", "--player", "players", metavar="NAME", multiple=True, help="A player; may be given several times.")
@OPTION
@DATA
@click.option("--seed", metavar="S", help="The seed of all chance: the same seed gives the same game.")
@click.option("-o", "--output", metavar="OUT", required=True, help="The record to write; it must not exist yet.")
def new(
    title: str, players: tuple[str, ...], options: tuple[str, ...], data: str | None, seed: str | None, output: str
) -> None:
    """Write the record of a new game.

    \b
    Examples
      towpath new 1867 -p Ann -p Bob -p Cleo -o game.json
      towpath new 1861 -p Ann -p Bob -O two_players=short -o game.json
      towpath new 1867 -p Ann -p Bob -p Cleo --data my-board -o game.json
    """
    import secrets

    from towpath.api.names import check_names

    if not players:
        raise Problem("name the players: -p Ann -p Bob -p Cleo")
    try:
        check_names(players)
    except ValueError as error:
        raise Problem(str(error)) from None
    game = new_game(
        title,
        list(players),
        read_options(options),
        seed if seed is not None else secrets.token_hex(16),
        read_data(data),
    )
    if Path(output).exists():
        raise Problem(f"{output} exists already; a game is not overwritten")
    try:
        game.save(output)
    except OSError as error:
        raise Problem(f"{output}: {error.strerror or error}") from None
    click.echo(f"{output}: {title} for {', '.join(players)}; {_name(game, game.to_move[0])} begins")
    if game.commitment:
        click.echo(f"Commitment, to be checked after the game: {game.commitment}")


def _name(game: Any, seat: str) -> str:
    return next(str(each.name) for each in game.seats if each.id == seat)


@click.command()
def titles() -> None:
    """List the games that can be played."""
    from towpath.api import title_names

    for name in title_names():
        data = title_data(name)
        counts = [line.players for line in data.players]
        click.echo(f"{name}  {data.name}, by {data.designer}; {min(counts)} to {max(counts)} players")


@click.command()
@click.argument("title")
def options(title: str) -> None:
    """List the variants of a title, and which side of the rulebook's doubts may be played.

    Every name can be given to "new" and "simulate" as -O NAME=VALUE.

    \b
    Example
      towpath options 1861
    """
    from rich.table import Table

    data = title_data(title)
    table = Table("option", "values", "default", "what it is", title=f"Variants of {title}")
    for option in data.options:
        only = f" (for {', '.join(map(str, option.players))} players)" if option.players else ""
        table.add_row(option.id, " ".join(value.id for value in option.values), option.default, f"{option.help}{only}")
    switches = getattr(data, "switches", None)
    if switches is None:
        console().print(table)
        return
    from towpath.rail.data import PROFILES

    table.add_row("profile", " ".join(PROFILES), "own", "Which side of every conflict below is played.")
    table.add_row("consent", "on off", "on", "Other owners are asked before a merger or sale.")
    table.add_row("first_player", "random seat1", "random", "Who has the first priority deal.")
    console().print(table)
    conflicts = Table("switch", *PROFILES, "when it is on", title="Conflicts of rulebook and practice")
    for switch in switches:
        marks = ["on" if switch.values[profile] else "off" for profile in PROFILES]
        conflicts.add_row(switch.id, *marks, switch.meaning)
    console().print(conflicts)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8017, show_default=True, help="Port; 0 takes a free one."
)
@click.option(
    "--database", metavar="WHERE", help="File or database URL (default: TOWPATH_DATABASE, else your data folder)."
)
@click.option("--open", "open_browser", is_flag=True, help="Open the table in the browser.")
@click.option(
    "--bot-pause",
    type=click.FloatRange(0, 60),
    default=0.8,
    show_default=True,
    help="Seconds between two actions of bots, so that one can watch.",
)
@click.option(
    "--name", "names", metavar="HOST", multiple=True, help="A host name that it is asked by; all others are refused."
)
@click.option(
    "--proxied",
    is_flag=False,
    flag_value="127.0.0.1,::1",
    metavar="[ADDRESS]",
    help="It is reached through a reverse proxy, on this machine or at ADDRESS (several with commas).",
)
@click.option(
    "--address",
    metavar="URL",
    help="The server's public address, which links in notices begin with (default: TOWPATH_ADDRESS).",
)
@click.option(
    "--notices-to-own-network",
    is_flag=True,
    help="Notices may go to machines in the server's own network.",
)
@click.option(
    "--notice-after",
    type=click.FloatRange(0, 86_400),
    default=30.0,
    show_default=True,
    help="Seconds before somebody is told that it is his turn.",
)
def serve(
    host: str,
    port: int,
    database: str | None,
    open_browser: bool,
    bot_pause: float,
    names: tuple[str, ...],
    proxied: str | None,
    address: str | None,
    notices_to_own_network: bool,
    notice_after: float,
) -> None:
    """Serve the table until it is interrupted (Ctrl-C).

    \b
    Examples
      towpath serve --open
      towpath serve --port 0 --database games.db
      towpath serve --proxied --name table.example.org --address https://table.example.org
    """
    from towpath.server.main import serve as run

    run(host, port, database, open_browser, bot_pause, names, proxied, address, notices_to_own_network, notice_after)
