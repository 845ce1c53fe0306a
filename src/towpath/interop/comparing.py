"""A game against a recorded conformance trace: group by group, key by key."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from towpath.interop.imported import Diverged, Import
from towpath.interop.reading import read_game
from towpath.interop.trace import lines
from towpath.kernel.codec import FormatError, parse_json

KEYS = (
    "round", "phase", "priority", "cash", "price", "par", "market_stacks", "shares", "pool", "treasury", "certs_held",
    "cert_limit", "presidents", "operated", "trains", "depot", "loans", "privates", "tokens", "tokens_left",
    "tiles", "extra", "values", "finished", "end_reason",
)  # fmt: skip
"""What is compared at the last line of every action's group, besides what recorded runs earned and the result."""

WHERE_SHOWN = ("assignments", "hex_bonuses")
"""Also compared, for the titles whose positions show it."""

IGNORED = (
    "names of the steps inside that engine, and who waits there",
    "dummy privates that only close hexes",
    "neutral tokens",
    "which copy of a tile, train or certificate",
    "the printed number of unlimited trains",
    "whether the national railway counts as having operated",
)

Plain = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The first key that differs: where, and both values."""

    action: int
    key: str
    recorded: str
    found: str

    @property
    def sentence(self) -> str:
        """All of it."""
        return f"action {self.action}, {self.key}: recorded {self.recorded}, found {self.found}"


@dataclass(slots=True)
class Comparison:
    """One file against its trace. ``groups`` and ``equal``: actions with their automatic ones; ``actions``: applied actions;
    ``runs``: recorded runs compared; ``keys``: how many groups differ in each key; ``problem``: why the comparison could
    not be finished; ``imported``: the game read."""

    name: str
    actions: int = 0
    groups: int = 0
    equal: int = 0
    runs: int = 0
    first: Mismatch | None = None
    keys: dict[str, int] = field(default_factory=dict)
    problem: str | None = None
    imported: Import | None = None

    @property
    def passed(self) -> bool:
        """Whether all is equal."""
        return self.problem is None and self.first is None and self.groups > 0

    def differ(self, action: int, key: str, recorded: Any, found: Any) -> None:
        """Note a difference."""
        self.keys[key] = self.keys.get(key, 0) + 1
        if self.first is None:
            self.first = Mismatch(action, key, _shown(recorded), _shown(found))


def trace_beside(path: Path) -> Path | None:
    """The trace that belongs to a game file: NAME.trace.jsonl, plain or gzipped, for NAME.json, NAME.flat.json or
    NAME.record.json."""
    name = path.name.removesuffix(".json").removesuffix(".flat").removesuffix(".record")
    for ending in (".trace.jsonl.gz", ".trace.jsonl"):
        if (path.parent / f"{name}{ending}").is_file():
            return path.parent / f"{name}{ending}"
    return None


def read_trace(path: Path) -> list[Plain]:
    """The lines of a trace file. ``FormatError`` names the line that is wrong."""
    opener: Callable[..., Any] = gzip.open if path.suffix == ".gz" else open
    found: list[Plain] = []
    try:
        with opener(path, "rt", encoding="utf-8") as file:
            for number, text in enumerate(file, 1):
                line = parse_json(text)
                if not isinstance(line, dict) or "type" not in line:
                    raise FormatError(f"line {number} is no line of a trace: an object with a type")
                found.append(line)
    except (UnicodeDecodeError, EOFError, gzip.BadGzipFile) as error:
        raise FormatError(f"{path.name} is damaged: {error}") from None
    return found


def compare_file(path: Path, progress: Callable[[int, int], None] | None = None) -> Comparison:
    """Replay a game file and compare it with the trace beside it. Never raises for what the file holds: see ``problem``."""
    done = Comparison(path.name)
    beside = trace_beside(path)
    if beside is None:
        done.problem = "there is no trace beside it"
        return done
    try:
        trace = read_trace(beside)
        done.imported = read_game(path.read_bytes())
    except Diverged as diverged:
        done.imported = diverged.imported
        done.problem = str(diverged)
    except (FormatError, LookupError, ValueError) as error:
        done.problem = str(error)
        return done
    compare(done, done.imported, trace, progress)
    return done


def compare(
    done: Comparison, imported: Import, trace: list[Plain], progress: Callable[[int, int], None] | None = None
) -> None:
    """Fill in a comparison."""
    recorded = _last_lines(trace)
    done.actions = len(imported.applied)
    found = _last_lines(lines(imported.game, imported))
    for number, (action, line) in enumerate(recorded.items()):
        if action not in found:
            if done.problem is None:
                done.problem = f"the trace has action {action}, the game has {max(found, default=0)} actions"
            return
        done.groups += 1
        before = sum(done.keys.values())
        _compare_line(done, action, line, found[action])
        done.equal += sum(done.keys.values()) == before
        if progress is not None:
            progress(number + 1, len(recorded))
    if len(found) > len(recorded):
        done.problem = f"the game has {max(found)} actions, the trace has {max(recorded, default=0)}"
    _compare_end(done, trace, imported)


def _last_lines(all_lines: Iterable[Plain]) -> dict[int, Plain]:
    """Action -> the last line of its group; runs made in the group are kept with it."""
    found: dict[int, Plain] = {}
    for line in all_lines:
        if line["type"] in ("setup", "end"):
            if line["type"] == "setup":
                found[0] = line
            continue
        before = found.get(line["id"], {})
        runs = [*before.get("runs", ()), *([line["run"]] if "run" in line else [])]
        found[line["id"]] = {**line, "runs": runs}
    return found


def _compare_line(done: Comparison, action: int, recorded: Plain, found: Plain) -> None:
    theirs, mine = _normal(recorded["state"]), _normal(found["state"])
    for key in (*KEYS, *(key for key in WHERE_SHOWN if key in found["state"])):
        if theirs.get(key) != mine.get(key):
            done.differ(action, key, *_parted(theirs.get(key), mine.get(key)))
    for one, other in zip(recorded.get("runs", ()), found.get("runs", ()), strict=False):
        done.runs += 1
        earned = [route["revenue"] for route in one["routes"]]
        ours = [route["revenue"] for route in other["routes"]]
        if earned != ours:
            done.differ(action, "run", earned, ours)
    if len(recorded.get("runs", ())) != len(found.get("runs", ())):
        done.differ(action, "run", len(recorded.get("runs", ())), len(found.get("runs", ())))


def _compare_end(done: Comparison, trace: list[Plain], imported: Import) -> None:
    ends = [line for line in trace if line["type"] == "end"]
    mine = list(lines_end(imported))
    if not ends or not mine:
        if bool(ends) != bool(mine):
            done.differ(done.groups, "end", bool(ends), bool(mine))
        return
    for key in ("result", "end_reason"):
        if ends[0][key] != mine[0][key]:
            done.differ(done.groups, key, ends[0][key], mine[0][key])


def lines_end(imported: Import) -> Iterator[Plain]:
    """The last line of the game's trace, if it is over."""
    from towpath.interop.trace import END_REASONS, tracer_for

    game = imported.game
    if game.is_over:
        reason = END_REASONS.get(game.state.finished, game.state.finished)
        yield {"type": "end", "result": tracer_for(game, imported).result(), "end_reason": reason}


# making both sides comparable


def _normal(state: Plain) -> dict[str, Any]:
    found = {key: state.get(key) for key in (*KEYS, *WHERE_SHOWN)}
    changes: dict[str, Callable[[Any], Any]] = {
        "cash": _cash,
        "trains": lambda trains: {company: sorted(map(_kind, held)) for company, held in trains.items()},
        "depot": _depot,
        "privates": lambda held: {name: holder for name, holder in held.items() if name not in DUMMIES},
        "tokens": _tokens,
        "tokens_left": lambda left: {company: sorted(prices) for company, prices in left.items() if prices},
        "tiles": lambda tiles: {hex_id: _tile(text) for hex_id, text in tiles.items()},
        "treasury": lambda held: {company: percent for company, percent in held.items() if percent},
        "pool": lambda held: {company: percent for company, percent in held.items() if percent},
        "loans": lambda held: {company: number for company, number in held.items() if number},
        "extra": _extra,
        "assignments": lambda marks: {name: sorted(whose) for name, whose in marks.items() if whose} or None,
        "hex_bonuses": lambda bonuses: {name: sorted(each) for name, each in bonuses.items() if each} or None,
        "operated": lambda names: sorted(name for name in names if name not in NATIONALS),
        "finished": bool,
    }
    for key, change in changes.items():
        if found[key] is not None or key in ("extra", "finished"):
            found[key] = change(found[key])
    return found


DUMMIES = frozenset({"3"})
"""Privates of the recording engine that stand for a rule of the map."""

NATIONALS = frozenset({"RSR", "CN"})

UNLIMITED = frozenset({"8", "2+2", "5+5E", "D"})
"""Trains whose printed number in the recordings means nothing."""


def _extra(extra: Plain | None) -> dict[str, Any]:
    """The title's own keys, but for interest due in the middle of a turn."""
    kept = {key: value for key, value in (extra or {}).items() if key != "loans_due_interest"}
    changes: dict[str, Callable[[Any], Any]] = {
        "destinated": sorted,
        "bankrupt_players": sorted,
        "escrow": lambda held: {company: amount for company, amount in held.items() if amount},
    }
    for key, change in changes.items():
        if key in kept:
            kept[key] = change(kept[key])
    return {key: value for key, value in kept.items() if value} | {"majors_open": bool(kept.get("majors_open"))}


def _cash(cash: Plain) -> dict[str, Any]:
    corporations = {name: amount for name, amount in cash["corporations"].items() if amount}
    return {"players": dict(cash["players"]), "corporations": corporations, "bank": cash["bank"]}


def _depot(depot: Plain) -> dict[str, Any]:
    upcoming = {kind: (0 if kind in UNLIMITED else number) for kind, number in depot["upcoming"].items()}
    return {"upcoming": upcoming, "discarded": sorted(map(_kind, depot["discarded"]))}


def _tokens(tokens: Plain) -> dict[str, list[list[Any]]]:
    kept = {
        hex_id: sorted(list(token[:3]) for token in there if "neutral" not in token[3:])
        for hex_id, there in tokens.items()
    }
    return {hex_id: there for hex_id, there in kept.items() if there}


def _tile(text: str) -> str:
    name, _, rotation = text.partition("@")
    head, dash, copy = name.rpartition("-")
    return f"{head if dash and copy.isdigit() else name}@{rotation}"


def _kind(train: str) -> str:
    head, dash, copy = train.rpartition("-")
    return head if dash and copy.isdigit() else train


def _parted(recorded: Any, found: Any) -> tuple[Any, Any]:
    """Of two objects only what differs."""
    if not (isinstance(recorded, dict) and isinstance(found, dict)):
        return recorded, found
    parts = [
        _parted(recorded.get(key), found.get(key))
        for key in {**recorded, **found}
        if recorded.get(key) != found.get(key)
    ]
    names = [key for key in {**recorded, **found} if recorded.get(key) != found.get(key)]
    return (
        {name: part[0] for name, part in zip(names, parts, strict=True)},
        {name: part[1] for name, part in zip(names, parts, strict=True)},
    )


def _shown(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 300 else text[:297] + "..."
