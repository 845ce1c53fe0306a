"""The clocks on the page: what every seat has used, and since when those who must decide have been thinking."""

from __future__ import annotations

import htpy as h
from htpy import Node

from towpath.language import say
from towpath.server.clocks import Reading, dial
from towpath.server.looking import Look


def clocks(look: Look) -> Node:
    """A line for every person at the table. Those that run tell the script how far they were, and it lets them tick."""
    found = readings(look)
    if not found:
        return None
    asked = [(seat, reading.thinking) for seat, reading in found.items() if reading.thinking is not None]
    return [
        h.h2(".dim")[say("Time used")],
        h.p(".dim")[[_turn(look, seat, seconds, several=len(asked) > 1) for seat, seconds in asked]],
        h.ul[[_clock(look, seat, reading) for seat, reading in found.items()]],
    ]


def readings(look: Look) -> dict[str, Reading]:
    """Seat -> its clock at the position shown; none at a table without clocks, and none of a plan."""
    table = look.access.table
    if table.plan_of is not None or not table.terms.clocks:
        return {}
    return look.opened.clocks.readings(None if look.is_now else look.number)


def _turn(look: Look, seat: str, seconds: int, several: bool) -> Node:
    """How long somebody has been thinking; whose turn it is stands on top unless it is several's."""
    who = say("{player}, this turn", player=look.names.get(seat, seat)) if several else say("this turn")
    return h.span[who, " ", running(seconds, look.is_now)]


def _clock(look: Look, seat: str, reading: Reading) -> Node:
    asked = reading.thinking is not None
    return h.li(class_="asked" if asked else "", data_seat=seat)[
        h.span(".who")[look.names.get(seat, seat)], running(reading.used, asked and look.is_now)
    ]


def running(seconds: int, ticks: bool) -> Node:
    """A clock's face; with ``ticks`` the script counts on from ``seconds``."""
    return h.span(".clock", role="timer" if ticks else None, data_ticks=str(seconds) if ticks else None)[dial(seconds)]
