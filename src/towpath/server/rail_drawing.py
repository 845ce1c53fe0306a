"""The drawings of titles with rails: map, market, charters, trains and tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import htpy as h
import msgspec
from htpy import Node

from towpath.api import Glimpse
from towpath.api.sandbox import Best
from towpath.kernel.numbers import Earning
from towpath.language import msg, say, say_n
from towpath.rail.rules import RailRules
from towpath.render import cards, charter, market, powers, tiles, trains
from towpath.render import map as maps
from towpath.render.tokens import company_badge
from towpath.server import controls, numbers_part, rail_consequences, rail_lots, wording
from towpath.server.controls import Choice
from towpath.server.drawn import Drawing, Lot, Panel
from towpath.server.looking import Look
from towpath.server.runs_in_hand import runs_of


def _rail(look: Look) -> RailRules:
    """The title, which is drawn."""
    assert isinstance(look.rules, RailRules)
    return look.rules


# -- the map ------------------------------------------------------------------------------------------------------------


def board(look: Look, best: Best | None = None, laid: Any = None) -> Node:
    """The map with what may be done outlined, the tile in hand in its place, and the runs in hand; or the ``best`` runs, on the
    position with the tile ``laid``."""
    hexes, stops = _outlined(look)
    action = look.asked.choice or {}
    candidate = _candidate(_rail(look), action)
    if candidate is None and look.asked.hex:
        hexes[look.asked.hex] = "selected"
    label = say("Map, {round}", round=look.moment.round) if look.moment.round else say("Map")
    if best is not None:
        found = runs_of(wording.plain(best.action))
        return maps.map_svg(_rail(look), laid, highlights=hexes, stops=stops, routes=found, label=label)
    return maps.map_svg(
        _rail(look),
        look.state,
        highlights=hexes,
        stops=stops,
        candidate=candidate,
        routes=runs_of(action),
        label=label,
    )


def _outlined(look: Look) -> tuple[dict[str, str], dict[str, str]]:
    """Hexes and stops where something may be done, by the kind of highlight."""
    hexes: dict[str, str] = {}
    stops: dict[str, str] = {}
    if look.asked.choice is not None:
        place = next((v for v in look.asked.choice.values() if wording.hex_of(look.rules, v)), None)
        if place is not None:
            (stops if "/" in place else hexes)[place] = "selected"
        return hexes, stops
    for group in controls.groups(look.rules, look.full, look.offers, look.names):
        hexes |= dict.fromkeys(group.hexes, "lay")
        listed = [choice.place for choice in group.choices if choice.place]
        listed += [place for form in group.forms for field in form.fields for _, _, place in field.values if place]
        for place in listed:
            if "/" in place:
                stops[place] = "token"
            else:
                hexes[place] = "pick"
    return hexes, stops


def _candidate(rules: RailRules, action: Mapping[str, Any]) -> tuple[str, str, int] | None:
    """The tile that an action in hand puts on a hex; none when it names no tile of this title, or no turn of it."""
    hex_id, tile, rotation = action.get("hex"), action.get("tile"), action.get("rotation")
    if not isinstance(hex_id, str) or not isinstance(tile, str) or not isinstance(rotation, int):
        return None
    return (hex_id, tile, rotation) if tile in rules.tileset.tiles else None


def strip(look: Look, hex_id: str, choices: Sequence[Choice], selected: Mapping[str, Any] | None) -> Node:
    """The tiles that fit a hex, each with its cost; the chosen one stands out, turned as it is in hand."""
    held = _candidate(_rail(look), selected or {})
    chosen = held[1:] if held else None
    offered: list[tiles.TileChoice] = []
    seen: set[str] = set()
    for choice in choices:
        tile, rotation = str(choice.action["tile"]), int(choice.action["rotation"])
        if chosen is not None and chosen[0] == tile:
            rotation = chosen[1]
        if tile in seen:
            continue
        seen.add(tile)
        glimpse = look.preview({**choice.action, "rotation": rotation})
        cost = -wording.cash_change(look.shown(glimpse.events), str(choice.action["entity"]))
        ways = sum(other.action["tile"] == tile for other in choices)
        offered.append(tiles.TileChoice(tile, rotation, max(cost, 0), say("{n} ways", n=ways) if ways > 1 else ""))
    turns = [
        h.a(
            ".turn",
            href=look.href(choice=msgspec.json.encode(choice.action).decode(), hex=hex_id),
            data_swap="replace",
            data_tile=str(choice.action["tile"]),
            data_rotation=str(choice.action["rotation"]),
        )[
            say(
                "{tile} turned {rotation}",
                tile=wording.value_name(look.rules, look.full, "tile", choice.action["tile"], {}),
                rotation=choice.action["rotation"],
            )
        ]
        for choice in choices
    ]
    return [
        tiles.tile_strip(_rail(look), hex_id, offered, selected=chosen),
        h.details(".turns")[
            h.summary[say_n("The only way", "All {n} ways as a list", len(turns))],
            h.ul(".inline")[[h.li[turn] for turn in turns]],
        ],
    ]


def best_runs(look: Look, best: Best) -> Node:
    """Runs that were only imagined, with their sum and whether they are proved the best."""
    action = wording.plain(best.action)
    found = runs_of(action)
    state: Any = best.glimpse.state
    if not found or not isinstance(look.rules, RailRules):
        return h.p[say("No train runs.")]
    proof = (
        say("Proved best.")
        if best.proved
        else say("Best found; at most {amount} more.", amount=best.spare)
        if best.spare
        else say("Best found.")
    )
    return h.div(".runs")[
        charter.runs_table(look.rules, state, str(action["entity"]), found),
        h.p(".total")[h.span(".dim")[proof, " "], say("Together"), " ", h.b[wording.money(look.rules, revenue(best))]],
    ]


def revenue(best: Best | None) -> int:
    """What imagined runs earn together."""
    events = best.glimpse.events if best is not None else ()
    return sum(event.data["revenue"] for event in events if event.kind == "train_ran")


# -- everything beside it -----------------------------------------------------------------------------------------------


def badge(look: Look, entity: str) -> Node:
    """A company's token as a small picture; nothing for a player."""
    return company_badge(_rail(look), entity) if entity in getattr(look.rules, "companies", {}) else None


def hand(look: Look) -> Node:
    """The charter of the company that acts."""
    if look.actor in getattr(look.rules, "companies", {}):
        return charter.charter(
            _rail(look), look.state, look.actor, look.names, last=_last_earnings(look).get(look.actor)
        )
    return None


def _last_earnings(look: Look) -> dict[str, Earning]:
    """Company -> what it earned last before the position shown."""
    course = look.opened.numbers.course(None if look.is_now else look.number)
    return {each.earner: each for each in course.earnings}


def players(look: Look) -> Node:
    """All players, those who act marked."""
    acting = tuple(dict.fromkeys(seat for _, seat in look.moment.actors))
    return cards.players_panel(_rail(look), look.state, look.names, acting=acting)


def market_part(look: Look) -> Node:
    """The market, and in words where each price would go."""
    rules = _rail(look)
    return [
        h.div(".tp-scroll", role="region", tabindex="0", aria_label=say("Stock market"))[
            market.market_svg(rules, look.state)
        ],
        h.details(".moves")[h.summary[say("Where each price would go")], market.moves_list(rules, look.state)]
        if look.state.cells
        else None,
    ]


def companies_part(look: Look) -> Node:
    """All companies in play, then the others, then the privates."""
    rules = _rail(look)
    order = sorted(
        rules.companies, key=lambda company: ("started", "unstarted", "gone").index(look.state.standing[company])
    )
    shown = [company for company in order if look.state.standing[company] == "started"]
    waiting = [company for company in order if look.state.standing[company] == "unstarted"]
    last = _last_earnings(look)
    return [
        h.div(".charters")[
            [charter.charter(rules, look.state, company, look.names, last=last.get(company)) for company in shown]
        ]
        if shown
        else h.p(".dim")[say("No company has started yet.")],
        h.h3[say("Privates")],
        cards.privates_list(rules, look.state, look.names),
        [h.h3[say("Not started")], charter.waiting(rules, look.state, waiting)] if waiting else None,
    ]


def trains_part(look: Look) -> Node:
    """Trains left and the phases."""
    return trains.trains_table(_rail(look), look.state)


def tiles_part(look: Look) -> Node:
    """The manifest."""
    return tiles.manifest(_rail(look), look.state)


class RailDrawing(Drawing):
    """What is drawn of a title with rails."""

    first: ClassVar[Mapping[str, Panel]] = {"market": Panel(msg("Market"), msg("Market"), market_part)}
    panels: ClassVar[Mapping[str, Panel]] = {
        "companies": Panel(msg("Companies"), msg("Companies"), companies_part),
        "sheet": Panel(msg("Sheet"), msg("Spreadsheet"), numbers_part.sheet_part),
        **Drawing.panels,
        "trains": Panel(msg("Trains"), msg("Trains and phases"), trains_part),
        "tiles": Panel(msg("Tiles"), msg("Tiles"), tiles_part),
    }

    def board(self, look: Look, best: Best | None, laid: Any) -> Node:
        """The map."""
        return board(look, best, laid)

    def place_words(self, look: Look, place: str) -> Node:
        """A hex."""
        return maps.map_list(_rail(look), look.state, hexes=[place])

    def badge(self, look: Look, entity: str) -> Node:
        """A company's token; nothing for a player."""
        return badge(look, entity)

    def consequences(self, look: Look, glimpse: Glimpse) -> Node:
        """With track in hand the way to what would be earned then."""
        return rail_consequences.runs_then(look)

    def further(self, look: Look, glimpse: Glimpse) -> list[str]:
        """Certificates over the limit, the next order of operating, tiles that are left."""
        return rail_consequences.further(look, glimpse)

    def lots(self, look: Look) -> list[Lot]:
        """The privates that are sold now."""
        return rail_lots.lots(look)

    def about(self, look: Look, field: str, value: str) -> tuple[str, ...]:
        """What a private does."""
        rules = _rail(look)
        private = rules.privates.get(value) if field == "private" else None
        return (*powers.powers(rules, private), *powers.fate(rules, private)) if private is not None else ()

    def hand(self, look: Look) -> Node:
        """The charter of the company that acts."""
        return hand(look)

    def players(self, look: Look) -> Node:
        """All players with what they hold."""
        return players(look)
