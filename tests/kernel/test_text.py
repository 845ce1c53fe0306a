"""Positions as text: readable, equal when read back, and errors that name the line."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kernel import play
from towpath.kernel import text
from towpath.kernel.codec import FormatError
from towpath.kernel.record import Seat


def test_the_form():
    game = play.game(2)
    lines = game.text().splitlines()
    assert lines[:6] == [
        "towpath position 1",
        'title "Lantern Fair"',
        'rules "1"',
        "options {}",
        'seats [{"id":"p1","kind":"person","name":"Ann"},{"id":"p2","kind":"person","name":"Bob"}]',
        "entry 0",
    ]
    assert 'stack.0 {"frame":"fair","idle":false,"round":1}' in lines
    assert 'cash {"bank":40,"p1":2,"p2":2}' in lines


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 60))
def test_read_back_equal_and_written_back_the_same(seed, count):
    game = play.random_play(play.game(3, str(seed)), count, seed)
    heading, state = text.read(game.text(), game.timeline.codec)
    assert state == game.state
    assert heading.entry == game.number
    assert text.write(heading, state) == game.text()
    assert text.read(game.text().replace("\n", "\r\n") + "\r\n", game.timeline.codec)[1] == state


def test_names_that_would_break_lines_do_not():
    game = play.game(2)
    odd = text.Heading("Lantern Fair", "1", seats=(Seat("p1", "A\nB\u2028</script>\x85"),))
    written = text.write(odd, game.state)
    assert len(written.splitlines()) == len(game.text().splitlines())
    assert text.read(written, game.timeline.codec)[0] == odd


def changed(old: str, new: str) -> str:
    whole = play.game(2).text()
    assert old in whole
    return whole.replace(old, new, 1)


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        ("", "line 1: it should read 'towpath position 1'"),
        ("a letter\n", "line 1"),
        (changed('"Lantern Fair"', '"1867"'), "line 2: it is a position of 1867"),
        (changed('title "Lantern Fair"\n', ""), "title"),
        (changed("entry 0", "entry x"), "line 6: the value of entry is not JSON"),
        (changed("entry 0", 'entry "x"'), "line 6: .*int"),
        (changed("entry 0", "entry"), "line 6: entry has no value"),
        (changed("entry 0", "rules 0"), "line 6: rules stands on line 3 already"),
        (changed('"frame":"stall"', '"frame":"booth"'), "line 9: unknown frame 'booth'"),
        (changed('"prize":', '"prize":"x","p":'), "line 9: frame stall"),
        (changed('cash {"bank":40', 'cash {"bank":"forty"'), r"line \d+: position: cash: Expected `int`"),
        (changed("cash {", "purse {"), r"line \d+: a position of Lantern Fair has no purse"),
        (changed("stack.0", "stack.7"), r"line \d+: a position of Lantern Fair has no stack.7"),
        (changed("finished null\n", "deck2 " + "[" * 5000 + "\n"), r"line \d+: the value of deck2"),
        ("\n".join(line for line in play.game(2).text().splitlines() if not line.startswith("cash")), "cash"),
    ],
)
def test_errors_name_the_line(broken, says):
    with pytest.raises(FormatError, match=says):
        text.read(broken, play.game(2).timeline.codec)


def test_differences_are_paths():
    one, two = play.game(2, "1").state, play.game(2, "2").state
    assert text.difference(one, one) == []
    found = text.difference(one, two)
    assert any(line.startswith("hands.p1[0]: ") for line in found)
    assert len(text.difference(one, two, limit=2)) == 2
