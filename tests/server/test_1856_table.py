"""What a table of 1856 says that no other title needs, at moments of its stored game."""

from __future__ import annotations

import msgspec

from tests.golden.playthrough import stored
from tests.server.conftest import Visitor
from tests.server.test_files import upload
from towpath.api import Game
from towpath.kernel import record as records
from towpath.rail.raising_money import RaiseMoney
from towpath.rail.turn import Turn


def page_at(visitor: Visitor, wanted: type, **fields: str) -> str:
    """The table where such a frame first decides."""
    game = stored("1856")
    for number in range(game.number):
        frame = game.position(number).frame
        if type(frame) is wanted and all(getattr(frame, name) == value for name, value in fields.items()):
            cut = Game(msgspec.structs.replace(game.record, log=game.record.log[:number], head=None))
            return visitor.get(upload(visitor, records.dump(cut.record)).headers["location"]).text
    raise LookupError(wanted.__name__)


def test_a_president_who_must_sell_reads_what_for_and_how_much(visitor: Visitor) -> None:
    page = page_at(visitor, RaiseMoney, purpose="repayment")
    assert "sell shares: $2 more for the loans of CPR" in page


def test_what_only_files_hold_is_not_listed_as_impossible_now(visitor: Visitor) -> None:
    page = page_at(visitor, Turn, step="trains")
    assert "mark a hex" in page
    assert "claim a destination" not in page
