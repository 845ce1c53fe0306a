"""The board of a position as one picture, and as a list of sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import htpy as h
from htpy import Node
from markupsafe import Markup

from towpath.brass import scoring
from towpath.brass.data import Line, Place
from towpath.brass.rules import BrassRules
from towpath.brass.state import BrassState
from towpath.language import Texts, either, say
from towpath.render.brass import layout as lay
from towpath.render.brass.pieces import counter_face, initial, seat_number, sign
from towpath.render.brass.tracks import column, cotton_column
from towpath.render.brass.words import Names, cube_name, period_name, place_name, thing_name, title_of
from towpath.render.style import stylesheet
from towpath.render.writing import written

ACTIONS: Texts = {"lay": "build here", "pick": "choose", "selected": "chosen"}
TRACKS = 250
"""Width of the tracks beside the map."""


KINDS: Texts = {"external": "beyond the map, a port of trade", "waypoint": "no industry"}
"""Kinds of places that are no towns."""


def board_svg(
    rules: BrassRules,
    state: BrassState,
    names: Names,
    *,
    highlights: Mapping[str, str] | None = None,
    standalone: bool = False,
    label: str = "",
) -> Markup:
    """The board. See ``towpath.render.brass``; unknown places in ``highlights`` are left out."""
    marks = {place: kind for place, kind in (highlights or {}).items() if _known(rules, place)}
    found = lay.layout()
    width, height = found.width + TRACKS, found.height
    picture = h.svg(
        ".tp.tp-map.tp-brass",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        role="group",
        aria_label=label
        or say("Board of {title}, {period} period", title=rules.data.name, period=period_name(state.period)),
        **({"width": str(width), "height": str(height)} if standalone else {}),
    )[
        h.style[Markup(stylesheet())] if standalone else None,
        h.rect(".sea", width=str(width), height=str(height), rx="10"),
        _land(found.width, height),
        [_line(rules, state, names, line, marks.get(line.id)) for line in _drawn_first(rules, state)],
        [_place(rules, state, names, place, marks) for place in rules.board.places.values()],
        h.g(transform=f"translate({found.width + 10} 40)")[
            column(rules, state, "coal", 0, 0),
            column(rules, state, "iron", 80, 0),
            cotton_column(rules, state, 160, 0),
        ],
    ]
    return written(picture)


def board_list(rules: BrassRules, state: BrassState, names: Names, *, places: Iterable[str] | None = None) -> Markup:
    """The board in words: a sentence for each place and each built link, or for the ``places`` asked for."""
    wanted = [*rules.board.places, *sorted(state.links)] if places is None else list(places)
    return written(
        h.ul(".tp-map-list")[[h.li(data_hex=each)[place_words(rules, state, names, each)] for each in wanted]]
    )


def place_words(rules: BrassRules, state: BrassState, names: Names, place: str) -> str:
    """A place with its spaces, a space, or a line in a sentence; empty for what is not on the board."""
    board = rules.board
    if place in board.spaces:
        return f"{place_name(rules, place)}: {_space_words(rules, state, names, place)}."
    if place in board.lines:
        return f"{place_name(rules, place)}: {_line_words(rules, state, names, board.lines[place])}."
    if place not in board.places:
        return ""
    here = board.places[place]
    spaces = [
        say(
            "space {number} {holds}",
            number=space.id.rpartition("-")[2],
            holds=_space_words(rules, state, names, space.id),
        )
        for space in board.in_town[place]
    ]
    count = scoring.circles(rules, state, place)
    spaces.append(say("each link here scores {points}", points=count) if count else say("links here score nothing yet"))
    kinds = [say(KINDS[here.kind])] if here.kind in KINDS else []
    return f"{here.name}: {'; '.join((*kinds, *spaces))}."


def _space_words(rules: BrassRules, state: BrassState, names: Names, space: str) -> str:
    counter = state.counters.get(space)
    if counter is None:
        takes = either([thing_name(industry) for industry in rules.board.spaces[space].takes])
        return say("is free for a {takes}", takes=takes)
    kind = rules.kind(counter.industry, counter.level)
    text = say(
        "has a {industry} of {who}, level {level}",
        industry=thing_name(counter.industry),
        who=title_of(rules, counter.owner, names),
        level=counter.level,
    )
    if counter.flipped:
        return say("{counter}, flipped, worth {points} points", counter=text, points=kind.points)
    return (
        say(
            "{counter}, with {cubes} {industry}",
            counter=text,
            cubes=counter.cubes,
            industry=cube_name(counter.industry),
        )
        if counter.cubes
        else say("{counter}, not flipped", counter=text)
    )


def _line_words(rules: BrassRules, state: BrassState, names: Names, line: Line) -> str:
    owner = state.links.get(line.id)
    if owner is not None:
        circles = sum(scoring.circles(rules, state, end) for end in line.ends)
        return say(
            "a {period} link of {who}, which would score {circles} now",
            period=period_name(state.period),
            who=title_of(rules, owner, names),
            circles=circles,
        )
    takes = either([name for name, here in ((say("a canal"), line.canal), (say("a rail"), line.rail)) if here])
    return say("free; it takes {links}", links=takes)


def _known(rules: BrassRules, place: str) -> bool:
    return place in rules.board.spaces or place in rules.board.lines


def _land(width: int, height: int) -> Node:
    """Lancashire, as far as a coast helps to find one's way; the sea lies in the west."""
    shore = (
        f"M{width} 14V{height - 14}H60L40 {height - 60} 45 760Q60 730 130 745 175 770 160 735 140 640 150 570 "
        "145 470 165 440 210 430 240 415 140 400 120 350 125 270 170 225 300 190 330 150 290 110 215 170 120 175 50 140 "
        f"70 60 90 14Z"
    )
    return h.path(".land", d=shore)


def _drawn_first(rules: BrassRules, state: BrassState) -> list[Line]:
    """Lines without links before those with one, so that these lie on top."""
    return sorted(rules.board.lines.values(), key=lambda line: line.id in state.links)


def _line(rules: BrassRules, state: BrassState, names: Names, line: Line, mark: str | None) -> Node:
    (x1, y1), (x2, y2) = lay.line_ends(rules.board, line.id)
    path = f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
    owner = state.links.get(line.id)
    parts: list[Node] = [h.title[f"{place_name(rules, line.id)}: {_line_words(rules, state, names, line)}"]]
    open_now = line.takes(state.period)
    parts.append(h.path(class_=f"way-bed{'' if open_now else ' closed-way'}", d=path))
    if line.canal and (state.period == "canal" or owner is None):
        parts.append(h.path(class_=f"way-canal{'' if state.period == 'canal' else ' closed-way'}", d=path))
    if (line.rail and state.period == "rail") or not line.canal:
        parts.append(h.path(class_=f"way-rail{'' if state.period == 'rail' else ' closed-way'}", d=path))
    if mark is not None:
        parts += [h.path(".mark-bed", d=path), h.path(class_=f"mark-line k-{mark}", d=path)]
    if owner is not None:
        parts.append(_link(rules, names, line.id, owner, path))
    parts.append(h.path(".way-hit", d=path))
    return _hit(rules, line.id, mark)[parts]


def _link(rules: BrassRules, names: Names, line: str, owner: str, path: str) -> Node:
    number = seat_number(rules, owner)
    x, y = lay.line_middle(rules.board, line)
    return h.g(class_=f"link g{number}")[
        h.path(".link-bed", d=path),
        h.path(".link-line", d=path),
        h.circle(".owner", cx=f"{x:.1f}", cy=f"{y:.1f}", r="10.5"),
        h.text(".owner-letter", x=f"{x:.1f}", y=f"{y + 4:.1f}")[initial(title_of(rules, owner, names))],
    ]


def _hit(rules: BrassRules, place: str, mark: str | None) -> h.Element:
    """The group of a space or line: a button while something may be done there."""
    if mark is None:
        return h.g({"class": "spot", "data-hex": place})
    label = f"{place_name(rules, place)}: {say(ACTIONS.get(mark, mark))}"
    return h.g(
        {
            "class": f"spot mark-button k-{mark}",
            "data-hex": place,
            "data-kind": mark,
            "role": "button",
            "tabindex": "0",
        },
        aria_label=label,
    )


def _place(rules: BrassRules, state: BrassState, names: Names, place: Place, marks: Mapping[str, str]) -> Node:
    left, top, width, height = lay.block(place)
    count = scoring.circles(rules, state, place.id)
    spaces = zip(rules.board.in_town[place.id], lay.corners(place), strict=True)
    return h.g(class_=f"place place-{place.kind}")[
        h.title[place_words(rules, state, names, place.id)],
        _ground(place, left, top, width, height),
        [_space(rules, state, names, space.id, corner, marks.get(space.id)) for space, corner in spaces],
        _name(place, top + height),
        _circles(count, left + width, top) if count else None,
    ]


def _name(place: Place, top: float) -> Node:
    x, _ = lay.middle(place)
    lines = _name_lines(place)
    width = max(len(line) for line in lines) * 7.4 + 12
    plate = {
        "x": f"{x - width / 2:.1f}",
        "y": f"{top:.1f}",
        "width": f"{width:.1f}",
        "height": f"{15 * len(lines) + 3}",
    }
    return [
        h.rect(".name-plate", plate, rx="3"),
        [h.text(".place-name", x=f"{x:.1f}", y=f"{top + 13 + 15 * row:.1f}")[line] for row, line in enumerate(lines)],
    ]


def _name_lines(place: Place) -> list[str]:
    head, ampersand, tail = place.name.partition(" & ")
    return [f"{head} &", tail] if ampersand else [place.name]


def _ground(place: Place, left: float, top: float, width: float, height: float) -> Node:
    if place.kind == "external":
        x, y, r = left + width / 2, top + height / 2, width / 2 + 3
        return [
            h.path(".beyond-map", d=f"M{x - r:.1f} {y:.1f}l{r:.1f}-{r:.1f} {r:.1f} {r:.1f}-{r:.1f} {r:.1f}z"),
            sign("port", x - 11, y - 11, 22),
        ]
    if place.kind == "waypoint":
        return h.circle(".waypoint", cx=f"{left + width / 2:.1f}", cy=f"{top + height / 2:.1f}", r=f"{lay.CIRCLE:g}")
    return h.rect(".town-ground", x=f"{left:.1f}", y=f"{top:.1f}", width=f"{width:.1f}", height=f"{height:.1f}", rx="7")


def _circles(count: int, x: float, y: float) -> Node:
    """What a link scores here."""
    return h.g(".circles")[
        h.circle(cx=f"{x - 1:.1f}", cy=f"{y + 1:.1f}", r="10"),
        h.text(x=f"{x - 1:.1f}", y=f"{y + 5:.1f}")[str(count)],
    ]


def _space(rules: BrassRules, state: BrassState, names: Names, space: str, corner: lay.Point, mark: str | None) -> Node:
    x, y = corner
    counter = state.counters.get(space)
    box = {"x": f"{x:.1f}", "y": f"{y:.1f}", "width": f"{lay.SIDE:g}", "height": f"{lay.SIDE:g}", "rx": "5"}
    inside: Node
    if counter is None:
        takes = rules.board.spaces[space].takes
        size = 28.0 if len(takes) == 1 else 21.0
        inside = [
            h.rect(".free-space", box),
            h.path(".halved", d=f"M{x + 4:.1f} {y + lay.SIDE - 4:.1f}L{x + lay.SIDE - 4:.1f} {y + 4:.1f}")
            if len(takes) > 1
            else None,
            [sign(industry, *_sign_at(x, y, size, place, len(takes)), size) for place, industry in enumerate(takes)],
        ]
    else:
        inside = counter_face(rules, counter, title_of(rules, counter.owner, names), x, y)
    ring = [h.rect(".ring-bed", box), h.rect(f".mark-hex.k-{mark}", box)] if mark is not None else None
    words = f"{place_name(rules, space)}: {_space_words(rules, state, names, space)}"
    return _hit(rules, space, mark)[h.title[words], inside, ring]


def _sign_at(x: float, y: float, size: float, place: int, count: int) -> tuple[float, float]:
    if count == 1:
        return x + (lay.SIDE - size) / 2, y + (lay.SIDE - size) / 2
    shift = 2.5 if place == 0 else lay.SIDE - size - 2.5
    return x + shift, y + shift
