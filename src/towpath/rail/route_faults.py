"""Sentences for what is wrong with a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from towpath.kernel.reasons import Reason, broken
from towpath.language import msg
from towpath.routes import Fault, Instance

if TYPE_CHECKING:
    from towpath.rail.actions import Run
    from towpath.rail.route_graph import RouteGraph

_TOO_MANY = msg("Train {train}: it visits {number} centres that must count, the train counts {limit}.")

_TEXTS: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "no_such_train": ("8.8.a", msg("Train {train}: there is no such train."), ()),
    "train_twice": ("P.10.9.b", msg("Train {train}: the train runs twice."), ()),
    "no_such_stop": ("8.8.1.l", msg("Train {train}: there is no such stop."), ()),
    "no_such_segment": ("8.8.1.l", msg("Train {train}: there is no such track."), ()),
    "too_few_stops": ("8.8.1.d", msg("Train {train}: a route has two centres at least, this one has {number}."), ("#number",)),
    "stop_twice": ("8.8.1.h", msg("Train {train}: {stop} is visited twice."), ("stop",)),
    "one_of_group": (
        "8.8.1.j", msg("Train {train}: {stop} and {other} are one place; a route may visit only one."), ("stop", "other")
    ),
    "no_way": ("8.8.1.l", msg("Train {train}: no track joins {stop} to {other}."), ("stop", "other")),
    "wrong_way": ("8.8.1.l", msg("Train {train}: that track does not join {stop} to {other}."), ("#track", "stop", "other")),
    "way_count": ("8.8.1.l", msg("Train {train}: {number} ways are given where {wanted} are needed."), ("#number", "#wanted")),
    "spare_track": ("8.8.1.l", msg("Train {train}: track is listed that belongs to no part of the route."), ()),
    "track_twice": ("8.8.1.b", msg("Train {train}: a piece of track or hex side is used twice."), ()),
    "track_shared": ("8.8.1.b", msg("Train {train}: a piece of track or hex side is used by another train too."), ()),
    "passes_full": ("8.8.1.k", msg("Train {train}: {stop} is blocked; a route may end there but not pass."), ("stop",)),
    "passes_offboard": ("20.a", msg("Train {train}: {stop} is off the board; a route ends there."), ("stop",)),
    "too_many_mandatory": ("8.8.1.e", _TOO_MANY, ("#number", "#limit")),
    "too_long": ("8.8.1.e", _TOO_MANY, ("#number", "#limit")),
    "no_token": ("8.8.1.a", msg("Train {train}: no counted centre has an own token."), ()),
}  # fmt: skip


def explained(fault: Fault, graph: RouteGraph, problem: Instance, runs: Sequence[Run]) -> Reason:
    """A fault as a reason that names train and stops."""
    rule, text, names = _TEXTS[fault.code]
    values: dict[str, Any] = {}
    for name, number in zip(names, fault.values, strict=False):
        values[name.lstrip("#")] = number if name.startswith("#") else _place(graph, number)
    train = runs[fault.run].train if 0 <= fault.run < len(runs) else "all"
    return broken(f"route_{fault.code}", rule, text, train=train, **values)


def one_place(graph: RouteGraph, train: str, stop: int, other: int) -> Reason:
    """The reason against a way between two stops that are one place; no track is kept between them [8.8.1]."""
    rule, text, _ = _TEXTS["one_of_group"]
    here, there = _place(graph, other), _place(graph, stop)
    return broken("route_one_of_group", rule, text, train=train, stop=here, other=there)


def _place(graph: RouteGraph, number: int) -> str:
    hex_id, index = graph.nodes[number]
    name = graph.graph.board.hexes[hex_id].name
    return f"{hex_id}/{index}" + (f" ({name})" if name else "")
