"""Composing Brass for one game: options become policies, data files a board and decks, all of it the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files

from towpath.brass.assembly import PROCEDURES
from towpath.brass.data import FILES, TitleData
from towpath.brass.loading import load_title
from towpath.brass.policies import policies_for
from towpath.brass.rules import BrassRules
from towpath.brass.state import BANK
from towpath.facts.files import DataError
from towpath.facts.options import OptionError, as_text, settle

FOLDER = files(__package__)


def compose(options: Mapping[str, bool | int | str], players: Sequence[str], overlays: Mapping[str, str]) -> BrassRules:
    """Brass for one game. ``OptionError`` for options and numbers of players that do not go, ``DataError`` for data files."""
    for name in overlays:
        if name not in FILES:
            raise DataError(name, "the file", "an overlay", f"the files of Brass are {', '.join(FILES)}")
    data = load_title(FOLDER, overlays)
    settled = settle(data.id, data.options, len(players), {name: as_text(value) for name, value in options.items()})
    _check_players(data, settled["edition"], players)
    rules = BrassRules(data, players, policies_for(data, settled), PROCEDURES)
    rules.options = settled
    return rules


def _check_players(data: TitleData, edition: str, players: Sequence[str]) -> None:
    counts = data.counts(edition)
    if len(players) not in counts:
        fitting = [each.id for each in data.editions if len(players) in data.counts(each.id)]
        hint = f"; for {len(players)} choose edition {' or '.join(fitting)}" if fitting else ""
        spoken = " or ".join(map(str, counts))
        raise OptionError(f"Brass in the edition of {edition} is for {spoken} players, not {len(players)}{hint}")
    if BANK in players or len(set(players)) < len(players):
        raise OptionError(f"seats are called p1, p2 and so on, each by a name of its own, and none {BANK!r}")
