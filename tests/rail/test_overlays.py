"""Data files that a record brings along: anything may stand in them, and what is wrong is told in a sentence."""

from __future__ import annotations

import re
from importlib.resources import files
from random import Random
from time import process_time

import pytest

from tests.rail.operation import TITLES
from towpath.api import Game
from towpath.kernel.record import Record, Seat

FILES = ("title.toml", "market.toml", "map.toml", "tiles.toml")
SLIPS = 60
LONGEST = 1000
NUMBERS = ("-1", "0", "1", "7", "99", "1000000", "9" * 20, "1.5", "true", '"x"', "nan", "[]", "{}")
TEXTS = ('""', '"x"', '"H8"', '"Z99"', '"2"', "1", "[]", "{}", '"../../x"', '"' + "y" * 5000 + '"')


def text_of(title: str, name: str) -> str:
    return files("towpath.titles").joinpath(f"t{title}", name).read_text(encoding="utf-8")


def with_overlay(title: str, name: str, text: str) -> Game:
    return Game.new(title, 3, seed="overlay", overlays={name: text})


def opened(title: str, name: str, text: str) -> tuple[Game | None, str]:
    """The game, or what is wrong."""
    try:
        return with_overlay(title, name, text), ""
    except ValueError as refused:
        return None, str(refused)


def slip(text: str, rng: Random) -> str:
    """One slip of the pen in one line."""
    lines = text.split("\n")
    at = rng.choice([number for number, line in enumerate(lines) if line.strip() and not line.startswith("#")])
    line = lines[at]
    place = rng.randrange(len(line))
    how = rng.randrange(8)
    if how == 0:
        del lines[at]
    elif how == 1:
        lines.insert(at, line)
    elif how in (2, 3):
        pattern, instead = (r"-?\d+", NUMBERS) if how == 2 else (r'"[^"]*"', TEXTS)
        found = list(re.finditer(pattern, line))
        if found:
            one = rng.choice(found)
            lines[at] = line[: one.start()] + rng.choice(instead) + line[one.end() :]
    elif how == 4:
        lines[at] = re.sub(r"^(\s*[\w-]+)(\s*=)", r"\1x\2", line)
    elif how == 5:
        lines[at] = line[:place] + rng.choice('[]{}"=,.#;:_x0') + line[place + 1 :]
    elif how == 6:
        lines = lines[:at]
    else:
        lines[at] = line[:place] + line[place + 1 :]
    return "\n".join(lines)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("title", TITLES)
def test_a_slip_of_the_pen_is_a_game_or_a_sentence(title: str, name: str) -> None:
    rng, text = Random(f"{title} {name}"), text_of(title, name)
    for _ in range(SLIPS):
        game, told = opened(title, name, slip(text, rng))
        if game is None:
            assert 0 < len(told) < LONGEST
            assert name in told or "option" in told, told
            continue
        for _ in range(8):
            game.play(game.sample(rng))


@pytest.mark.parametrize("name", ["tile.toml", "../../title.toml", "/etc/passwd", "", "TITLE.TOML"])
def test_an_overlay_that_replaces_nothing_is_named(name: str) -> None:
    with pytest.raises(ValueError, match=r"a title's files are title\.toml, market\.toml"):
        with_overlay("1867", name, "")


@pytest.mark.parametrize("title", TITLES)
def test_slips_in_the_names_of_options_and_switches_name_file_and_key(title: str) -> None:
    text = text_of(title, "title.toml")
    with pytest.raises(ValueError, match=r"title.toml: options.long_game is .*asks for it"):
        with_overlay(title, "title.toml", text.replace('id = "long_game"', 'id = "longgame"'))
    with pytest.raises(ValueError, match=r"title.toml: switches.id is 'merge_chian'; .*mean 'merge_chain'"):
        with_overlay(title, "title.toml", text.replace('id = "merge_chain"', 'id = "merge_chian"'))


def test_what_a_message_repeats_is_cut_short() -> None:
    long = "y" * 5000
    slips = {"title.toml": ('group = "yellow"', f'group = "{long}"'), "market.toml": ("rows =", f"{long} =")}
    for name, (right, wrong) in slips.items():
        with pytest.raises(ValueError, match=name) as refused:
            with_overlay("1867", name, text_of("1867", name).replace(right, wrong, 1))
        assert len(str(refused.value)) < LONGEST


@pytest.mark.parametrize("seat", ["bank", "pool", "yard", "rusted", "CNR", "MB"])
def test_a_seat_cannot_bear_the_name_of_something_else(seat: str) -> None:
    seats = (Seat("p1", "Ann"), Seat(seat, "Bob"), Seat("p3", "Cleo"))
    with pytest.raises(ValueError, match=f"seat '{seat}' has the name of something in 1867"):
        Game(Record(title="1867", rules_version="1", seats=seats, seed="1"))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("map.toml", ".".join(["a"] * 20_000) + " = 1"),
        ("map.toml", "[" + " . ".join(['"a"'] * 5000) + "]"),
        ("title.toml", "a = { " + ".".join(["'b'"] * 5000) + " = 1 }"),
        ("map.toml", "# " + "x" * 600_000),
    ],
)
def test_a_file_that_takes_long_to_read_is_not_read(name: str, text: str) -> None:
    """A dotted key of 20,000 parts took most of a minute, during which the server did nothing else."""
    begun = process_time()
    game, told = opened("1867", name, text)
    assert game is None
    assert name in told
    assert len(told) < LONGEST
    assert process_time() - begun < 2


@pytest.mark.parametrize("title", list(TITLES))
def test_more_trains_than_anybody_could_count_are_refused(title: str) -> None:
    text = re.sub(r"(?m)^count = \d+", "count = 1000000000", text_of(title, "title.toml"), count=1)
    game, told = opened(title, "title.toml", text)
    assert game is None
    assert "count is 1000000000; there are 0 to 200 trains of a kind" in told


@pytest.mark.parametrize("title", list(TITLES))
def test_a_board_without_the_places_that_the_title_speaks_of_is_refused(title: str) -> None:
    """It could be taken in, and no page of it could be drawn."""
    game, told = opened(title, "map.toml", "")
    assert game is None
    assert "use a hex that is on the map" in told
