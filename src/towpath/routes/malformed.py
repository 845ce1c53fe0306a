"""Instances that no position can have: refused with what is wrong, where, and what would be right."""

from collections.abc import Iterable

from towpath.routes.model import Instance, RouteError


def _inside(what: str, numbers: Iterable[int], limit: int) -> None:
    for number in numbers:
        if not 0 <= number < limit:
            raise RouteError(f"{what}: {number}; it must be from 0 to {limit - 1}")


def validate_graph(instance: Instance) -> None:
    """Raise :class:`RouteError` if the track graph names stops or tracks that do not exist."""
    count = len(instance.stops)
    tracks = instance.tracks
    for i, (a, b, ids, _, _) in enumerate(instance.segments):
        if not (0 <= a < count and 0 <= b < count and (not ids or (min(ids) >= 0 and max(ids) < tracks))):
            _inside(f"segment {i}, stop", (a, b), count)
            _inside(f"segment {i}, track", ids, tracks)
    _inside("tokens", instance.tokens, count)
    _inside("full", instance.full, count)
    _inside("through", instance.through, count)
    for stop in instance.tokens:
        if stop in instance.full:
            raise RouteError(f"tokens, full: stop {stop} is in both; a city with an own token is not filled by others")
    for number, group in enumerate(instance.one_of):
        _inside(f"one_of {number}", group, count)
    if instance.stop_hex and len(instance.stop_hex) != count:
        raise RouteError(f"stop_hex: {len(instance.stop_hex)} entries; it must be empty or have {count}, one per stop")
    _inside("stop_hex", instance.stop_hex, 1 << 16)
    if instance.bypass not in (0, 1):
        raise RouteError(f"bypass: {instance.bypass}; it must be 0 or 1")


def validate_pay(instance: Instance) -> None:
    """Raise :class:`RouteError` if values, bonuses or trains make no sense."""
    count = len(instance.stops)
    for number, (stops, amount) in enumerate(instance.any_bonus):
        _inside(f"any_bonus {number}", stops, count)
        if amount < 0:
            raise RouteError(f"any_bonus {number}: {amount}; it must be 0 or more")
    for number, (one, two, amount) in enumerate(instance.pair_bonus):
        _inside(f"pair_bonus {number}", (*one, *two), count)
        if amount < 0:
            raise RouteError(f"pair_bonus {number}: {amount}; it must be 0 or more")
    if instance.home != -1:
        _inside("home", (instance.home,), count)
    if instance.subsidy < 0:
        raise RouteError(f"subsidy: {instance.subsidy}; it must be 0 or more")
    for stop, (kind, value, bonus) in enumerate(instance.stops):
        if not 0 <= kind <= 3 or value < 0 or bonus < 0:
            raise RouteError(
                f"stop {stop}: kind {kind}, value {value}, bonus {bonus}; kinds are 0 to 3, nothing may be negative"
            )
    for train in instance.trains:
        if train.n < 0 or train.c < 0 or train.multiplier < 1 or train.reach < 0 or not 0 <= train.mandatory < 16:
            raise RouteError(
                f"train {train.name}: n {train.n}, c {train.c}, multiplier {train.multiplier}, reach {train.reach}, "
                f"mandatory {train.mandatory}; the multiplier must be 1 or more, mandatory below 16, the others 0 or more"
            )
        if train.reach and (train.mandatory & 7 != 7 or min(train.n, train.c) < count):
            raise RouteError(
                f"train {train.name}: with a reach every stop counts; mandatory must be 7 or 15, n and c UNLIMITED"
            )
