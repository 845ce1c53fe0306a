"""The command ``towpath``: its commands are loaded when they are called, so that it answers at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from towpath import __version__

COMMANDS = {
    "serve": ("towpath.cli.playing", "Serve the table in the browser."),
    "backup": ("towpath.cli.keeping", "Copy all games into a file, while they are played."),
    "restore": ("towpath.cli.keeping", "Put the games of a backup back."),
    "new": ("towpath.cli.playing", "Write the record of a new game."),
    "titles": ("towpath.cli.playing", "List the games that can be played."),
    "options": ("towpath.cli.playing", "List the variants of a title."),
    "simulate": ("towpath.cli.simulating", "Let bots play games."),
    "replay": ("towpath.cli.replaying", "Replay a game and print the standings."),
    "verify": ("towpath.cli.replaying", "Check a game's commitment, setup and shuffles."),
    "conform": ("towpath.cli.replaying", "Compare games with the traces beside them."),
    "export": ("towpath.cli.replaying", "Write a game as data of 18xx.games."),
    "show": ("towpath.cli.looking", "Show a position, or draw its map."),
    "legal": ("towpath.cli.looking", "List what may be done in a position."),
    "explain": ("towpath.cli.looking", "Say why an action may not be done."),
    "numbers": ("towpath.cli.counting", "Show worth, prices and earnings round by round."),
    "rules": ("towpath.cli.reading", "Print the rules of a title, or how it is played."),
    "routes": ("towpath.cli.looking", "Find the best runs of a company."),
}
"""Command -> (module that has it, what it does). The function in the module has the command's name."""

HELP = """Play, replay and study games of 18xx and Brass.

\b
FILE and RECORD are game files: records of Towpath, or what 18xx.games
exports as game data. Moments of a game are counted in actions that stand:
"--at 0" is the start, "--at 12" after the twelfth, without it the end.

\b
Examples
  towpath serve --open                         play in the browser
  towpath new 1867 -p Ann -p Bob -p Cleo -o game.json
  towpath replay game.json                     the final standings
  towpath show game.json --at 120 --svg map.svg
  towpath legal game.json --at 120             what may be done there
  towpath simulate 1861 --games 20 --seed 1    let bots play

"towpath COMMAND --help" explains a command. Faulty input is answered by one sentence and exit status 2.
"""


class Lazy(click.Group):
    """A group that imports a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All, as they are told in the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, loaded now."""
        if cmd_name not in COMMANDS:
            return None
        found = getattr(import_module(COMMANDS[cmd_name][0]), cmd_name)
        assert isinstance(found, click.Command)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without loading any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=Lazy, help=HELP, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, message="%(prog)s %(version)s")
def towpath() -> None:
    """See HELP."""


class Problem(click.ClickException):
    """Something the user can put right, in one sentence."""

    exit_code = 2


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line and exit. Faulty input gives one sentence on stderr and exit status 2."""
    sys.exit(run(args))


def run(args: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit status."""
    try:
        result: Any = towpath.main(
            args=None if args is None else list(args), prog_name="towpath", standalone_mode=False
        )
        return result if isinstance(result, int) else 0
    except click.exceptions.NoArgsIsHelpError as told:
        click.echo(told.format_message())
        return 0
    except click.ClickException as problem:
        return _say(problem)
    except click.exceptions.Exit as left:
        return left.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("towpath: stopped", err=True)
        return 130
    except BrokenPipeError:
        # Whoever reads the output has enough; Python would complain once more at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if os.environ.get("TOWPATH_DEBUG"):
            raise
        text = " ".join(str(error).split()) or type(error).__name__
        click.echo(f"towpath: this is a fault of the program: {text} (TOWPATH_DEBUG=1 shows where)", err=True)
        return 70


def _say(problem: click.ClickException) -> int:
    text = " ".join(problem.format_message().split())
    if isinstance(problem, click.UsageError) and problem.ctx is not None:
        text = f'{text.rstrip(".")}; "{problem.ctx.command_path} --help" says what it takes'
    click.echo(f"towpath: {text}", err=True)
    return problem.exit_code


if __name__ == "__main__":
    main()
