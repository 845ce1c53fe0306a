"""The game data that 18xx.games exports, as typed values: read with every check, nothing interpreted yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from towpath.kernel.codec import FormatError, parse_json

MOST_ACTIONS = 50_000
"""More than twenty times the longest game on record."""

ENTITY_KINDS = ("player", "corporation", "company", "minor")


class SiteAction(msgspec.Struct, frozen=True, kw_only=True):
    """One action as the site wrote it. ``number``: its place in the list, from 1; ``sub``: 0, or which of the automatic
    actions that hang on it; ``id``: the site's own id; ``entity`` with ``kind``: who acts; ``user``: who clicked, if that was
    somebody else; ``data``: the rest of its keys."""

    number: int
    sub: int = 0
    id: int | None = None
    type: str
    entity: str = ""
    kind: str = "player"
    user: str | None = None
    at: int | None = None
    data: dict[str, Any] = {}
    autos: tuple[SiteAction, ...] = ()

    @property
    def name(self) -> str:
        """What messages call it: ``action 12 (bid by 3)``."""
        auto = f", automatic action {self.sub}" if self.sub else ""
        return f"action {self.label}{auto} ({self.type} by {self.entity or 'nobody'})"

    @property
    def label(self) -> str:
        """The site's id, or the place in the list where there is none."""
        return str(self.number if self.id is None else self.id)

    def text(self, key: str) -> str:
        """A text value that the action must have."""
        value = self.data.get(key)
        if isinstance(value, str) and value:
            return value
        raise FormatError(f"{self.name}: {key} is {_shown(value)}; it must be a text")

    def whole(self, key: str) -> int:
        """A whole number that the action must have."""
        value = self.data.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9:
            return value
        raise FormatError(f"{self.name}: {key} is {_shown(value)}; it must be a whole number")

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts that the action must have."""
        value = self.data.get(key)
        if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
            return tuple(value)
        raise FormatError(f"{self.name}: {key} is {_shown(value)}; it must be a list of texts")

    def group(self) -> Iterator[SiteAction]:
        """The action and those that the site did automatically after it."""
        yield self
        yield from self.autos


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """A game file. ``players``: (id, name) in seating order; ``rules``: the site's optional rules; ``result``: player id ->
    final value, if the file has it."""

    title: str
    players: tuple[tuple[str, str], ...]
    rules: tuple[str, ...] = ()
    seed: int | None = None
    description: str = ""
    actions: tuple[SiteAction, ...] = ()
    result: dict[str, int] | None = None
    end_reason: str | None = None


def looks_like_game_data(data: Any) -> bool:
    """Whether plain data is a file of that site rather than a record of ours."""
    return isinstance(data, dict) and "actions" in data and "format" not in data


def read_document(source: bytes | str | Mapping[str, Any]) -> Document:
    """Read a game file. ``FormatError`` says what is wrong, where, and what would be right."""
    data = dict(source) if isinstance(source, Mapping) else parse_json(source)
    if not isinstance(data, dict):
        raise FormatError(f"the file is an object with title, players and actions, not {_kind(data)}")
    if "actions" not in data and isinstance(data.get("data"), dict):
        data = data["data"]
    players = _players(data)
    settings = data.get("settings")
    if settings is None:
        settings = {}
    if not isinstance(settings, dict):
        raise FormatError(f"settings is {_kind(settings)}; it must be an object")
    return Document(
        title=_title(data),
        players=players,
        rules=_rules(settings),
        seed=settings.get("seed") if _is_whole(settings.get("seed")) else None,
        description=str(data.get("description") or "")[:500],
        actions=_actions(data.get("actions")),
        result=_result(data.get("result"), players),
        end_reason=str(data["game_end_reason"]) if data.get("game_end_reason") else None,
    )


def _title(data: dict[str, Any]) -> str:
    title = data.get("title")
    if not isinstance(title, str) or not title:
        raise FormatError(f"title is {_shown(title)}; it must name the game, such as '1867'")
    return title


def _players(data: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    listed = data.get("players")
    if not isinstance(listed, list) or not 1 <= len(listed) <= 12:
        raise FormatError(f"players is {_kind(listed)}; it must be a list of the players in seating order")
    found: list[tuple[str, str]] = []
    for number, player in enumerate(listed, 1):
        if isinstance(player, str) and player:
            found.append((player, player))
            continue
        if not isinstance(player, dict) or not _is_id(player.get("id")):
            raise FormatError(f"player {number} is {_shown(player)}; it must be an object with an id and a name")
        name = player.get("name")
        found.append((str(player["id"]), name if isinstance(name, str) and name else f"Player {number}"))
    ids = [player for player, _ in found]
    if len(set(ids)) < len(ids):
        raise FormatError(f"players have the ids {', '.join(ids)}; each must be there once")
    return tuple(found)


def _rules(settings: dict[str, Any]) -> tuple[str, ...]:
    rules = settings.get("optional_rules")
    if rules is None:
        return ()
    if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
        raise FormatError(f"settings.optional_rules is {_shown(rules)}; it must be a list of texts")
    return tuple(rules)


def _result(result: Any, players: tuple[tuple[str, str], ...]) -> dict[str, int] | None:
    """Final values by player id. Some files name the players instead; other things are of no use and left out."""
    if not isinstance(result, dict):
        return None
    names = {name: player for player, name in players}
    ids = {player for player, _ in players}
    found: dict[str, int] = {}
    for key, value in result.items():
        player = key if key in ids else names.get(key)
        if player is not None and _is_whole(value):
            found[player] = value
    return found or None


def _actions(listed: Any) -> tuple[SiteAction, ...]:
    if not isinstance(listed, list):
        raise FormatError(f"actions is {_kind(listed)}; it must be a list")
    if len(listed) > MOST_ACTIONS:
        raise FormatError(f"the file has {len(listed)} actions; no game has more than {MOST_ACTIONS}")
    return tuple(_action(number, 0, item) for number, item in enumerate(listed, 1))


def _action(number: int, sub: int, item: Any) -> SiteAction:
    where = f"actions[{number - 1}]" + (f".auto_actions[{sub - 1}]" if sub else "")
    if not isinstance(item, dict):
        raise FormatError(f"{where} is {_kind(item)}; an action is an object with a type and an entity")
    kind = item.get("type")
    if not isinstance(kind, str) or not kind:
        raise FormatError(f"{where}: type is {_shown(kind)}; it must be a text such as 'pass'")
    entity = item.get("entity", "")
    if entity is not None and entity != "" and not _is_id(entity):
        raise FormatError(f"{where}: entity is {_shown(entity)}; it must be the id of a player or company")
    entity_kind = item.get("entity_type", "player")
    if entity_kind is not None and entity_kind not in ENTITY_KINDS:
        raise FormatError(f"{where}: entity_type is {_shown(entity_kind)}; it must be {', '.join(ENTITY_KINDS)}")
    autos = item.get("auto_actions")
    if autos is not None and (sub or not isinstance(autos, list) or len(autos) > MOST_ACTIONS):
        raise FormatError(f"{where}: auto_actions is {_kind(autos)}; it must be a list, and only of an action itself")
    known = ("type", "id", "entity", "entity_type", "user", "created_at", "auto_actions")
    return SiteAction(
        number=number,
        sub=sub,
        id=item["id"] if _is_whole(item.get("id")) else None,
        type=kind,
        entity="" if entity is None else str(entity),
        kind=entity_kind or "player",
        user=str(item["user"]) if _is_id(item.get("user")) else None,
        at=item["created_at"] if _is_whole(item.get("created_at")) else None,
        data={key: value for key, value in item.items() if key not in known},
        autos=tuple(_action(number, place, auto) for place, auto in enumerate(autos or (), 1)),
    )


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**15


def _is_id(value: Any) -> bool:
    return _is_whole(value) or (isinstance(value, str) and 0 < len(value) <= 200)


def _kind(value: Any) -> str:
    names = {
        dict: "an object",
        list: "a list",
        str: "a text",
        int: "a number",
        float: "a number",
        bool: "true or false",
    }
    return "missing" if value is None else names.get(type(value), type(value).__name__)


def _shown(value: Any) -> str:
    text = repr(value)
    return _kind(value) if value is None or len(text) > 60 else text
