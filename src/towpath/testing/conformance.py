"""One suite that every title passes: random play with rewind, serialisation, replay and hostile input at each step."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, TypeAlias

import msgspec

from towpath.api import Game, Refused
from towpath.api.titles import Compose, compose
from towpath.kernel import record as records
from towpath.kernel import text, views
from towpath.kernel.codec import parse_json, plain
from towpath.kernel.offers import Offer, Options, Range, Rows, Spare
from towpath.kernel.record import Option, Record, Seat, Undo
from towpath.kernel.rules import Rules
from towpath.kernel.state import Action

Weight: TypeAlias = Callable[[Offer], float]
"""How likely random play takes an offer, against the others; 0 only if nothing else is open."""

Draw: TypeAlias = Callable[[Offer, Random], Action]
"""How random play fills in the values of the offer it takes; ``Offer.draw`` where nothing is said."""

Scramble: TypeAlias = Callable[[Any, str | None, Random], Any]
"""A state that differs from the given one only in what the seat (``None``: a spectator) may not know."""

GIANT = 10**15
NO_SUCH = "no-such-thing"


class Failure(msgspec.Struct, frozen=True):
    """A property that does not hold: in which game (its seed), after how many log entries, which property, and how."""

    seed: str
    number: int
    check: str
    detail: str


class Report(msgspec.Struct, frozen=True):
    """What random play showed. ``endings``: reason -> games that ended so; ``capped``: games stopped at the limit of
    actions; ``types``: how often each kind of action was played; ``seconds`` includes all checks."""

    title: str
    games: int
    actions: int
    capped: int
    endings: dict[str, int]
    types: dict[str, int]
    failures: tuple[Failure, ...]
    seconds: float

    @property
    def ok(self) -> bool:
        """Whether every property held."""
        return not self.failures

    def __str__(self) -> str:
        ends = ", ".join(f"{reason} {count}" for reason, count in sorted(self.endings.items())) or "none"
        lines = [
            f"{self.title}: {self.games} games, {self.actions} actions in {self.seconds:.1f} s; "
            f"{self.capped} capped; endings: {ends}"
        ]
        lines += [f"  seed {each.seed}, entry {each.number}: {each.check}: {each.detail}" for each in self.failures]
        return "\n".join(lines)


def conformance(
    title: str | Compose,
    *,
    options: Mapping[str, Option] | None = None,
    overlays: Mapping[str, str] | None = None,
    players: int = 3,
    games: int = 5,
    seed: str = "conformance",
    max_actions: int = 1_000,
    weight: Weight | None = None,
    draw: Draw = Offer.draw,
    scramble: Scramble | None = None,
    every: int = 1,
    checked_offers: int = 40,
) -> Report:
    """Play random games and check the properties that every title has.

    ``title``: a name, or the title's ``compose`` function. ``every``: the costly properties are checked at every so
    many positions. ``checked_offers``: how many written-out actions are checked at a position (all offers are drawn
    from once). A failure ends its game; the suite goes on with the next and never raises for a title's fault: see
    ``Report.ok``.

    The properties: until the game is over somebody has an action, afterwards nobody; each offered action passes
    ``check``; what passes is offered; a mutated action gives reasons that read as sentences; JSON and text out and in
    give an equal position; the order of keys inside a table means nothing; a preview tells what happens, or a
    beginning of it; nothing is created or lost; looking changes nothing; a view holds nothing its seat may not
    know, and a position made up from it fits it; the quiet action is legal; undo and redo lead where they say, across
    something revealed to what looks the same to everybody; the record replays to the same position.
    """
    began = time.perf_counter()
    seats = tuple(Seat(f"p{n}", f"Player {n}") for n in range(1, players + 1))
    ids = [seat.id for seat in seats]
    rules: Rules[Any]
    if isinstance(title, str):
        rules = compose(title, options, ids, overlays)
    else:
        rules = title(dict(options or {}), ids, dict(overlays or {}))
    endings: Counter[str] = Counter()
    types: Counter[str] = Counter()
    failures: list[Failure] = []
    capped = 0
    for index in range(games):
        record = Record(
            title=rules.title,
            rules_version=rules.version,
            options=dict(options or {}),
            overlays=dict(overlays or {}),
            seats=seats,
            seed=f"{seed}-{index}",
        )
        trial = _Trial(rules, record, weight, draw, scramble, every, checked_offers)
        try:
            trial.play(max_actions)
        except _Broken as broken:
            failures.append(Failure(record.seed, trial.game.number, broken.check, broken.detail))
        except Exception as error:
            failures.append(Failure(record.seed, trial.game.number, "no exception", f"{type(error).__name__}: {error}"))
        else:
            if trial.game.is_over:
                endings[str(trial.game.state.finished)] += 1
            else:
                capped += 1
        types.update(trial.types)
    return Report(
        rules.title,
        games,
        types.total(),
        capped,
        dict(endings),
        dict(types),
        tuple(failures),
        time.perf_counter() - began,
    )


class _Broken(Exception):
    def __init__(self, check: str, detail: str) -> None:
        super().__init__(f"{check}: {detail}")
        self.check = check
        self.detail = detail


class _Trial:
    """One random game."""

    def __init__(
        self,
        rules: Rules[Any],
        record: Record,
        weight: Weight | None,
        draw: Draw,
        scramble: Scramble | None,
        every: int,
        checked_offers: int,
    ) -> None:
        self.rules = rules
        self.rng = Random(record.seed)
        self.game = Game(record, rules)
        self.weight = weight
        self.draw = draw
        self.scramble = scramble
        self.every = every
        self.checked_offers = checked_offers
        self.types: Counter[str] = Counter()

    def play(self, max_actions: int) -> None:
        """To the end, or to the limit."""
        for count in range(max_actions):
            if self.game.is_over:
                break
            offers = self._somebody_acts()
            action = self._chosen(offers)
            costly = count % self.every == 0
            self._actions(offers, action, costly)
            if costly:
                self._position()
            self._step(action, costly)
            self.types[str(plain(action)["type"])] += 1
        if self.game.is_over:
            _holds(not self.game.to_move and not self.game.offers(), "over means over", "somebody may still act")
        self._whole()

    def _somebody_acts(self) -> list[Offer]:
        offers = self.game.offers()
        _holds(bool(offers), "no dead end", f"nobody may act at {self.game.state.frame}")
        actors = self.game.engine.actors(self.game.state)
        for offer in offers:
            _holds(offer.entity in actors, "offers are the actors'", f"{offer} for one who may not act; {actors} may")
        for entity in actors:
            _holds(any(offer.entity == entity for offer in offers), "no dead end", f"{entity} must act and has nothing")
        seats = {self.rules.controller(self.game.state, entity) for entity in actors}
        _holds(None not in seats, "every actor has a seat", f"of {actors} somebody is nobody's")
        return offers

    def _chosen(self, offers: list[Offer]) -> Action:
        if self.weight is None:
            return self.draw(self.rng.choice(offers), self.rng)
        weights = [max(self.weight(offer), 0.0) for offer in offers]
        if not any(weights):
            weights = [1.0] * len(offers)
        return self.draw(self.rng.choices(offers, weights)[0], self.rng)

    def _actions(self, offers: list[Offer], action: Action, costly: bool) -> None:
        state, engine = self.game.state, self.game.engine
        sample = [action]
        if costly:
            sample += [offer.draw(self.rng) for offer in offers]
            written = [each for offer in offers for each in _first(offer.actions(3), self.checked_offers)]
            sample += self.rng.sample(written, min(len(written), self.checked_offers))
            for entity in engine.actors(state):
                sample.append(engine.quiet_action(state, entity))
        for each in sample:
            reasons = engine.check(state, each, self.rules.controller(state, each.entity))
            _holds(not reasons, "what is offered is legal", f"{each}: {[reason.sentence for reason in reasons]}")
            again = self.game.action(parse_json(msgspec.json.encode(plain(each))))
            _holds(again == each, "actions survive JSON", f"{each} comes back as {again}")
        for mutant in _mutants(plain(action), self.rng):
            self._refuses(mutant)
        self._complete(offers, action)
        stranger = self.rng.choice(self.rules.seats)
        if stranger != self.rules.controller(state, action.entity):
            reasons = engine.check(state, action, stranger)
            _holds(bool(reasons), "seats act for their own", f"{stranger} may play {action}")

    def _refuses(self, mutant: Any) -> None:
        reasons = self.game.explain(mutant)
        _holds(bool(reasons), "what is wrong has reasons", f"{mutant} is taken")
        for reason in reasons:
            _holds(bool(reason.sentence), "reasons are sentences", f"{reason}")
        before = self.game.number
        try:
            self.game.play(mutant)
        except Refused:
            _holds(self.game.number == before, "refusals write nothing", f"{mutant} is in the log")
        else:
            raise _Broken("what is wrong is refused", f"{mutant} was played")

    def _complete(self, offers: list[Offer], action: Action) -> None:
        """Numbers near the offered ones: what passes the check must be on offer."""
        for name in action.__struct_fields__:
            number = getattr(action, name)
            if not isinstance(number, int) or isinstance(number, bool):
                continue
            for other in (number - 1, number + 1, number * 2 + 1, self.rng.randrange(-3, 400)):
                near = msgspec.structs.replace(action, **{name: other})
                if not self.game.explain(near):
                    same = self.rules.canonical(self.game.state, near)
                    _holds(any(_offered(offer, same) for offer in offers), "what is legal is offered", f"{near}")

    def _position(self) -> None:
        game, state = self.game, self.game.state
        before = msgspec.json.encode(plain(state))
        again = game.timeline.codec.state(parse_json(before))
        _holds(again == state, "positions survive JSON", "; ".join(text.difference(state, again)) or "not equal")
        wrong = self.rules.conservation(state)
        _holds(not wrong, "nothing is created or lost", "; ".join(wrong))
        scores = game.scores
        _holds(not scores or set(scores) == set(self.rules.seats), "scores are the seats'", f"{scores}")
        for seat in (None, *self.rules.seats):
            self._secrets(state, seat)
        _holds(msgspec.json.encode(plain(state)) == before, "looking changes nothing", f"at {state.frame}")

    def _secrets(self, state: Any, seat: str | None) -> None:
        shown = msgspec.json.encode(views.view(self.rules, state, seat))
        if self.scramble is None:
            other = msgspec.structs.replace(state, chance=self.rng.getrandbits(63))
        else:
            other = self.scramble(state, seat, self.rng)
        hidden = msgspec.json.encode(views.view(self.rules, other, seat))
        _holds(shown == hidden, "a view holds no secret", f"{seat or 'a spectator'} can tell two positions apart")

    def _step(self, action: Action, costly: bool) -> None:
        game, before = self.game, self.game.state
        glimpse = game.preview(action) if costly else None
        turned = game.read_text(game.text()) if costly else None
        outcome = game.play(action)
        msgspec.json.encode(plain(outcome.events))
        if glimpse is not None:
            told = outcome.events[: len(glimpse.events)] if glimpse.stopped else outcome.events
            _holds(glimpse.events == told, "a preview tells what happens", f"{action}: {glimpse.events} | {told}")
            _holds(glimpse.stopped or glimpse.state == outcome.state, "a preview tells what happens", f"after {action}")
        if turned is not None:
            _holds(
                turned == before, "positions survive text", "; ".join(text.difference(before, turned)) or "not equal"
            )
            sorted_out = game.engine.apply(turned, action)
            _holds(
                sorted_out.state == outcome.state and sorted_out.events == outcome.events,
                "the order of keys means nothing",
                f"{action}: {'; '.join(text.difference(outcome.state, sorted_out.state)) or 'events differ'}",
            )
        if costly:
            branch = game.what_if()
            self._led_back(branch.undo().state, before, branch, f"{action}")
            _holds(branch.redo().state == outcome.state, "redo leads forward", f"{action}")
            self._made_up(outcome.state)

    def _whole(self) -> None:
        game = self.game
        record = records.load(records.dump(game.record))
        _holds(record == game.record, "records survive JSON", "not equal")
        again = Game(record, self.rules)
        _holds(again.divergence is None, "the record replays", str(again.divergence and again.divergence.sentence))
        _holds(again.state == game.state, "the record replays", "; ".join(text.difference(game.state, again.state)))
        if game.number:
            branch, middle = game.what_if(), self.rng.randrange(game.number)
            self._led_back(branch.undo(to=middle).state, game.position(middle), branch, f"to {middle}")
            if middle:
                self._led_back(branch.undo(to=0).state, game.position(0), branch, "to the start")
            while branch.timeline.can_redo:
                branch.redo()
            _holds(branch.state == game.state, "redo leads forward", "to the end")

    def _led_back(self, state: Any, before: Any, branch: Game, where: str) -> None:
        """An undo leads to the very position; across something revealed to one that looks the same to everybody."""
        last = branch.timeline.log[-1]
        if isinstance(last, Undo) and last.reshuffled:
            for seat in (None, *self.rules.seats):
                same = views.view(self.rules, state, seat) == views.view(self.rules, before, seat)
                _holds(same, "undo leads back", f"{where}: {seat or 'a spectator'} sees a difference")
            wrong = self.rules.conservation(state)
            _holds(not wrong, "nothing is created or lost", f"undo {where}: {'; '.join(wrong)}")
            return
        _holds(state == before, "undo leads back", where)

    def _made_up(self, state: Any) -> None:
        """What is made up from a view looks like it, and a game can go on from it."""
        for seat in (None, *self.rules.seats):
            view = views.view(self.rules, state, seat)
            full = self.rules.determinize(view, self.rng)
            again = views.view(self.rules, full, seat)
            _holds(again == view, "a made-up position fits its view", f"{seat or 'a spectator'} sees a difference")
            wrong = self.rules.conservation(full)
            _holds(
                not wrong or bool(self.rules.conservation(state)), "a made-up position fits its view", "; ".join(wrong)
            )
            if full.finished is None:
                mine = self.game.engine.offers(full, seat)
                known = self.game.engine.offers(state, seat)
                same = [offer.described() for offer in mine] == [offer.described() for offer in known]
                _holds(seat is None or same, "a made-up position fits its view", f"{seat} is offered something else")


def _holds(true: bool, check: str, detail: str) -> None:
    if not true:
        raise _Broken(check, detail)


def _first(actions: Iterator[Action], count: int) -> list[Action]:
    return [action for action, _ in zip(actions, range(count), strict=False)]


def _mutants(action: dict[str, Any], rng: Random) -> Iterator[Any]:
    """Actions that cannot be right in any game."""
    yield {**action, "entity": NO_SUCH}
    yield {**action, "type": NO_SUCH}
    yield {**action, NO_SUCH: 1}
    yield {key: field for key, field in action.items() if key != "entity"}
    yield rng.choice([None, [], 7, "pass", {}, {"type": 3}, [action], {"type": [], "entity": {}}])
    for name, field in action.items():
        if name in ("type", "entity"):
            continue
        yield {**action, name: {NO_SUCH: field}}
        if isinstance(field, str):
            yield {**action, name: NO_SUCH}
        elif isinstance(field, int) and not isinstance(field, bool):
            yield {**action, name: GIANT}
            yield {**action, name: -GIANT}
            yield {**action, name: str(field) + NO_SUCH}
        elif isinstance(field, list):
            yield {**action, name: [*field, NO_SUCH]}


def _offered(offer: Offer, action: Action) -> bool:
    """Whether an offer holds the action. Values that are found only on request (routes) are taken as held."""
    if type(action) is not offer.action:
        return False
    if any(getattr(action, name) != field for name, field in offer.fixed.items()):
        return False
    for domain in offer.domains:
        if isinstance(domain, Options):
            held = getattr(action, domain.field) in domain.values
        elif isinstance(domain, Range):
            number = getattr(action, domain.field)
            held = domain.least <= number <= domain.most and (number - domain.least) % domain.step == 0
        elif isinstance(domain, Rows | Spare):
            held = tuple(getattr(action, name) for name in domain.fields) in domain.rows
        else:
            held = True
        if not held:
            return False
    return True
