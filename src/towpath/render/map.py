"""The whole map of a position as one picture, and as a list of sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from markupsafe import Markup, escape

from towpath.hexmap import Board, Tile, city_map
from towpath.language import Texts, say
from towpath.rail.actions import Run
from towpath.rail.rules import RailRules
from towpath.rail.state import RailState, Reservation, Token
from towpath.render import geometry as g
from towpath.render import icons
from towpath.render.borders import borders
from towpath.render.describe import hex_label, hex_words, is_open, lock_word
from towpath.render.geometry import number, pair
from towpath.render.layout import layout
from towpath.render.routes import run_svg
from towpath.render.style import stylesheet
from towpath.render.tile import face
from towpath.render.tokens import company_token, kept_art

Candidate = tuple[str, str, int]
"""A tile that might be laid: (hex, tile, rotation)."""

MARGIN = 17.0
"""Room for the coordinates around the hexes."""
ACTIONS: Texts = {"lay": "lay track", "token": "place a token", "pick": "choose", "selected": "chosen", "new": "new"}


class _Sheet:
    """What one drawing of the map needs everywhere: rules, position and the tile tried out."""

    def __init__(self, rules: RailRules, state: RailState, candidate: Candidate | None) -> None:
        self.rules = rules
        self.state = state
        self.board = rules.board
        self.candidate = candidate
        self.current = rules.phase(state).offboard

    def tile(self, hex_id: str) -> Tile:
        """What is drawn on a hex."""
        if self.candidate is not None and self.candidate[0] == hex_id:
            return self.rules.tileset.face(self.candidate[1], self.candidate[2])
        return self.rules.tile_at(self.state, hex_id)

    def at(self, hex_id: str) -> str:
        """The transform that puts a hex where it belongs."""
        return f"translate({pair(g.hex_centre(self.board, hex_id))})"

    def pieces(self, hex_id: str) -> tuple[Sequence[Token], Sequence[Reservation]]:
        """Tokens and kept places of a hex, moved to the cities of the tile tried out."""
        tokens = self.state.tokens.get(hex_id, ())
        kept = self.state.reservations.get(hex_id, ())
        if self.candidate is None or self.candidate[0] != hex_id:
            return tokens, kept
        moved = city_map(self.rules.tile_at(self.state, hex_id), self.tile(hex_id))
        return tuple((moved[c], s, who) for c, s, who in tokens), tuple((moved[c], s, who) for c, s, who in kept)


def map_svg(
    rules: RailRules,
    state: RailState,
    *,
    highlights: Mapping[str, str] | None = None,
    stops: Mapping[str, str] | None = None,
    candidate: Candidate | None = None,
    routes: Sequence[Run] = (),
    standalone: bool = False,
    label: str = "",
) -> Markup:
    """The map. See ``towpath.render`` for the arguments; unknown hexes and stops in them are left out."""
    sheet = _Sheet(rules, state, candidate)
    parts = [*_faces(sheet), *borders(rules.board)]
    parts += (run_svg(rules.board, sheet.tile, run, index) for index, run in enumerate(routes))
    parts += _stops(sheet)
    parts += _marks(sheet, highlights or {}, stops or {})
    box, edges = _frame(rules.board)
    width, height = (box[2], box[3])
    view = " ".join(number(value) for value in box)
    size = f' width="{number(width)}" height="{number(height)}"' if standalone else ""
    css = f"<style>{stylesheet()}</style>" if standalone else ""
    words = escape(label or say("Map of {name}, phase {phase}", name=rules.data.name, phase=state.phase))
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tp tp-map" viewBox="{view}"{size} role="group" '
        f'aria-label="{words}">{css}<rect class="sea" x="{number(box[0])}" y="{number(box[1])}" width="{number(width)}" '
        f'height="{number(height)}" rx="10"/>{edges}{"".join(parts)}</svg>'
    )


def map_list(rules: RailRules, state: RailState, *, hexes: Iterable[str] | None = None) -> Markup:
    """The map in words: a list with a sentence a hex, for ``hexes`` or for all that hold more than open country."""
    chosen = rules.board.hexes if hexes is None else [hex_id for hex_id in hexes if hex_id in rules.board.hexes]
    items = []
    for hex_id in chosen:
        tile = rules.tile_at(state, hex_id)
        if hexes is not None or tile.stops or tile.pieces or rules.board.hexes[hex_id].locked:
            items.append(f'<li data-hex="{hex_id}">{escape(hex_words(rules, state, hex_id))}</li>')
    return Markup(f'<ul class="tp-map-list">{"".join(items)}</ul>')


def _faces(sheet: _Sheet) -> Iterator[str]:
    """All faces, then all names, so that no neighbour covers one."""
    orientation = sheet.board.orientation
    names = []
    for hex_id, here in sheet.board.hexes.items():
        tile = sheet.tile(hex_id)
        tried = sheet.candidate is not None and sheet.candidate[0] == hex_id
        laid = tried or hex_id in sheet.state.tiles
        shut = here.locked and not laid and not is_open(sheet.rules, sheet.state, here.locked)
        drawn = face(
            tile,
            orientation,
            here.name,
            sheet.current if any(not isinstance(stop.values, int) for stop in tile.stops) else "",
            lock_word(here.locked) if shut else "",
            0 if laid else here.needs,
            laid,
        )
        place = f'transform="{sheet.at(hex_id)}"'
        words = escape(hex_words(sheet.rules, sheet.state, hex_id))
        yield (
            f'<g class="face f-{tile.colour}" data-hex="{hex_id}" role="img" {place}><title>{words}</title>{drawn.body}</g>'
        )
        if drawn.name:
            names.append(f'<g class="face f-{tile.colour}" {place}>{drawn.name}</g>')
    yield f'<g class="names" aria-hidden="true">{"".join(names)}</g>'


def _stops(sheet: _Sheet) -> Iterator[str]:
    """Tokens, kept places and locks, with a place to point at for every stop."""
    for hex_id, here in sheet.board.hexes.items():
        tile = sheet.tile(hex_id)
        if not tile.stops:
            continue
        tokens, kept = sheet.pieces(hex_id)
        centre = g.hex_centre(sheet.board, hex_id)
        drawn = layout(tile, sheet.board.orientation)
        for index, stop in enumerate(tile.stops):
            if stop.kind == "offboard":
                continue
            slots = drawn.slots[index] or (drawn.stops[index],)
            parts = [_target(slots, stop.kind)]
            for city, slot, company in kept:
                if city == index and not any(t[0] == city and t[1] == slot for t in tokens):
                    fact = sheet.rules.companies[company]
                    parts.append(_placed("keep", slots, slot, kept_art(fact.id, fact.colour)))
            for city, slot, company in tokens:
                if city == index:
                    parts.append(_placed("token", slots, slot, company_token(sheet.rules, company)))
            closed = here.closed.get(index, "")
            if closed and not is_open(sheet.rules, sheet.state, closed):
                parts.append(icons.padlock(*slots[0]))
            yield f'<g class="stop" data-stop="{hex_id}/{index}" transform="translate({pair(centre)})">{"".join(parts)}</g>'


def _placed(kind: str, slots: Sequence[g.Point], slot: int, art: str) -> str:
    """Art on a place of a city; tokens beyond the places overlap the last one a little."""
    x, y = slots[min(slot, len(slots) - 1)]
    extra = max(0, slot - len(slots) + 1) * 7
    return f'<g class="{kind}" transform="translate({number(x + extra)} {number(y - extra)})">{art}</g>'


def _target(slots: Sequence[g.Point], kind: str) -> str:
    """The area of a stop as path data of a thick round line."""
    path = "M" + "L".join(pair(slot) for slot in slots) + ("Z" if len(slots) > 1 else "h0")
    return f'<path class="hit {"hit-city" if kind == "city" else "hit-town"}" d="{path}"/>'


def _marks(sheet: _Sheet, highlights: Mapping[str, str], stops: Mapping[str, str]) -> Iterator[str]:
    """Outlined hexes and stops: they are the buttons of the map."""
    if sheet.candidate is not None and sheet.candidate[0] in sheet.board.hexes:
        yield _outlined(sheet, sheet.candidate[0], "k-tried")
    for hex_id, kind in highlights.items():
        if hex_id in sheet.board.hexes:
            words = f"{hex_label(sheet.board.hexes[hex_id])}: {say(ACTIONS.get(kind, kind))}"
            more = hex_words(sheet.rules, sheet.state, hex_id)
            inside = _outlined(sheet, hex_id, f"k-{escape(kind)}")
            yield _button(f'data-hex="{hex_id}"', kind, words, more, inside)
    for name, kind in stops.items():
        hex_id, _, text = name.rpartition("/")
        if hex_id not in sheet.board.hexes or not text.isdecimal():
            continue
        drawn = layout(sheet.tile(hex_id), sheet.board.orientation)
        if int(text) >= len(drawn.stops):
            continue
        slots = drawn.slots[int(text)] or (drawn.stops[int(text)],)
        radius = 15 if drawn.slots[int(text)] else 12
        rings = "".join(
            f'<circle class="ring-bed" cx="{number(x)}" cy="{number(y)}" r="{radius}"/>'
            f'<circle class="ring k-{escape(kind)}" cx="{number(x)}" cy="{number(y)}" r="{radius}"/>'
            for x, y in slots
        )
        inside = f'<g transform="{sheet.at(hex_id)}">{rings}</g>'
        label = hex_label(sheet.board.hexes[hex_id])
        if len(drawn.stops) > 1:
            label = say("{place}, stop {number}", place=label, number=int(text) + 1)
        yield _button(f'data-stop="{escape(name)}"', kind, f"{label}: {say(ACTIONS.get(kind, kind))}", label, inside)


def _outlined(sheet: _Sheet, hex_id: str, kind: str) -> str:
    points = g.outline(sheet.board.orientation, 46.5)
    where = f'points="{points}" transform="{sheet.at(hex_id)}"'
    return f'<polygon class="mark-bed" {where}/><polygon class="mark-hex {kind}" {where}/>'


def _button(data: str, kind: str, words: str, more: str, inside: str) -> str:
    return (
        f'<g class="mark-button" {data} data-kind="{escape(kind)}" role="button" tabindex="0" aria-label="{escape(words)}">'
        f"<title>{escape(more)}</title>{inside}</g>"
    )


def _frame(board: Board) -> tuple[tuple[float, float, float, float], str]:
    """The view box and the coordinates along its edges."""
    points = []
    columns: dict[int, float] = {}
    lines: dict[int, float] = {}
    for hex_id, here in board.hexes.items():
        x, y = g.hex_centre(board, hex_id)
        columns[here.column], lines[here.row] = x, y
        points += [(x + dx, y + dy) for dx, dy in g.corners(board.orientation)]
    box = g.bounds(points, MARGIN)
    left, top, width, height = box
    across, down = (_letter, _digit) if board.letters == "columns" else (_digit, _letter)
    parts = []
    for column, x in sorted(columns.items()):
        for y in (top + MARGIN / 2, top + height - MARGIN / 2):
            parts.append(f'<text class="coordinate" x="{number(x)}" y="{number(y + 3.6)}">{across(column)}</text>')
    for row, y in sorted(lines.items()):
        for x in (left + MARGIN / 2, left + width - MARGIN / 2):
            parts.append(f'<text class="coordinate" x="{number(x)}" y="{number(y + 3.6)}">{down(row)}</text>')
    return box, f'<g aria-hidden="true">{"".join(parts)}</g>'


def _letter(index: int) -> str:
    text = ""
    index += 1
    while index > 0:
        index, rest = divmod(index - 1, 26)
        text = chr(65 + rest) + text
    return text


def _digit(index: int) -> str:
    return str(index + 1)
