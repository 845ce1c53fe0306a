"""The HTTP API of what is only asked or tried: why something is not possible, what a company could do, runs changed by
stops."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from towpath.api import FormatError
from towpath.api.sandbox import Best
from towpath.kernel import views
from towpath.kernel.codec import plain
from towpath.language import listed, say
from towpath.rail.actions import Run
from towpath.server import history_part, rail_drawing, runs_in_hand, trial, whynot, wording
from towpath.server.faults import ReasonTold, reasons_told
from towpath.server.games import Games
from towpath.server.looking import Asked, Look
from towpath.server.service import At, Door, decider, described
from towpath.server.trial import Trial

Named = Annotated[str, msgspec.Meta(max_length=60)]


class Shut(msgspec.Struct, frozen=True):
    """A type of action that offers nothing now. ``type``: by which its reasons are asked for; ``label``: what it is called;
    ``here``: whether it belongs to this step."""

    type: str
    label: str
    here: bool


class Impossible(msgspec.Struct, frozen=True):
    """Something that is not possible. ``label``: what; ``region``: the part of the board that it is about, if any;
    ``reasons``: all that stands against it."""

    label: str
    region: str
    reasons: tuple[ReasonTold, ...]


class WhyNot(msgspec.Struct, frozen=True):
    """What is not possible now. ``number``: the position; ``closed``: types of action that offer nothing; ``refusals``: what
    was asked about, each with what stands against it, nearest to possible first; ``undo``, ``redo``: why nothing can be
    taken or brought back, empty when it can."""

    number: int
    closed: list[Shut]
    refusals: list[Impossible]
    undo: str
    redo: str


class Found(msgspec.Struct, frozen=True):
    """The best runs that a search has found. ``action``: to run them; ``revenue``: what they earn together; ``proved``: whether
    there are none better; ``spare``: how much better others could be at most, ``None`` where that is not known."""

    action: dict[str, Any]
    revenue: int
    proved: bool
    spare: int | None


class Trials(msgspec.Struct, frozen=True):
    """What a company could do if it were to decide. ``number``: the position; ``companies``: those of which it can be asked;
    ``company``, ``step``: what is told of; ``steps``: what of it can be tried; ``offers``: what it could do; ``best``: the best
    runs, where ``find`` asks for them; ``reasons``: what stands against a place that was asked about. All is empty where
    nothing can be tried, as in games with secrets."""

    number: int
    companies: tuple[str, ...] = ()
    company: str = ""
    step: str = ""
    steps: tuple[str, ...] = ()
    offers: list[dict[str, Any]] = []
    best: Found | None = None
    reasons: tuple[ReasonTold, ...] = ()


class TrialOf(msgspec.Struct, forbid_unknown_fields=True):
    """What to try. ``company``: who would do it; ``step``: of its steps (without: the first); ``action``: what it would do;
    ``at``: in the position after so many entries (without: now); ``find``: whether to search its best runs before and after."""

    company: Named
    action: dict[str, Any]
    step: Named = ""
    at: Annotated[int, msgspec.Meta(ge=0)] | None = None
    find: bool = False


class Tried(msgspec.Struct, frozen=True):
    """What came of trying. ``legal``: whether it could be; ``reasons``: all that stands against it; ``events``, ``told``:
    what it would do by itself, as data and in sentences; ``state``: the position then; ``before``, ``after``: the best runs
    without and with it, where they were asked for."""

    legal: bool
    reasons: tuple[ReasonTold, ...]
    events: list[Any]
    told: list[str]
    state: Any
    before: Found | None
    after: Found | None


class RunsInHand(msgspec.Struct, forbid_unknown_fields=True):
    """Runs that are not played yet. ``action``: to run them, as an offer has it; ``train``: whose run is to be changed;
    ``tap``: the stop by which it is changed (at an end of the run it is taken off, elsewhere the run goes on to it,
    ``clear`` takes all of it), or nothing to change nothing; ``find``: whether to compare with the best; ``seat``: who asks,
    behind a curtain."""

    action: dict[str, Any]
    train: Named = ""
    tap: Named = ""
    find: bool = False
    seat: str | None = None


class RunTold(msgspec.Struct, frozen=True):
    """A run. ``train``: which runs; ``stops``: in their order; ``ways``: the hexes between them; ``counted``: stop and value of
    those that pay; ``multiplier``: of their sum; ``bonus``: on top of it; ``revenue``: what it earns."""

    train: str
    stops: tuple[str, ...]
    ways: tuple[tuple[str, ...], ...]
    counted: tuple[tuple[str, int], ...]
    multiplier: int
    bonus: int
    revenue: int


class RunsTold(msgspec.Struct, frozen=True):
    """The runs as they are then. ``action``: to run them; ``problem``: why they were not changed, if not; ``reasons``: what
    stands against playing them; ``runs``: each with what it earns; ``revenue``: all together; ``trains``: those that can
    run; ``next``: where the run of the train in hand could go on to, or begin; ``best``: what the best runs earn,
    ``proved``: whether there are none better, ``spare``: by how much they could be; all three ``None`` unless asked for."""

    action: dict[str, Any]
    problem: str
    reasons: tuple[ReasonTold, ...]
    runs: list[RunTold]
    revenue: int
    trains: tuple[str, ...]
    next: tuple[str, ...]
    best: int | None = None
    proved: bool | None = None
    spare: int | None = None


@get("/games/{game_id:str}/whynot", sync_to_thread=True, summary="Why something is not possible now")
def get_whynot(
    game_id: FromPath[str],
    access: Door,
    games: NamedDependency[Games],
    about: FromQuery[str] = "",
    seat: FromQuery[str | None] = None,
) -> WhyNot:
    """``about``: a type of action or a place of the board; without it only what is closed is told."""
    opened = games.get(game_id)
    with opened.lock:
        look = Look(opened, Asked(seat=seat or ""), access.naming(seat))
        here, elsewhere = whynot.closed_kinds(look)
        return WhyNot(
            look.number,
            [*(Shut(kind, label, True) for kind, label in here), *(Shut(kind, label, False) for kind, label in elsewhere)],
            _refusals(look, about),
            history_part.why_not(look, "undo"),
            history_part.why_not(look, "redo"),
        )  # fmt: skip


def _refusals(look: Look, about: str) -> list[Impossible]:
    if not about:
        return []
    if whynot.is_place(look, about):
        found = reasons_told(whynot.place_reasons(look, about))
        return [Impossible(wording.place_name(look.rules, about), "", found)] if found else []
    if not whynot.is_kind(look, about):
        raise FormatError(
            say("“{text}” is neither a place of the board nor a type of action of this step", text=about[:60])
        )
    return [Impossible(each.label, each.region, reasons_told(each.reasons)) for each in whynot.refusals(look, about)]


@get("/games/{game_id:str}/trial", sync_to_thread=True, summary="What a company could do, if it were to decide")
def get_trial(
    game_id: FromPath[str],
    access: Door,
    games: NamedDependency[Games],
    company: FromQuery[str] = "",
    step: FromQuery[str] = "",
    about: FromQuery[str] = "",
    find: FromQuery[bool] = False,
    at: At = None,
) -> Trials:
    """Nothing is played. Without ``company`` it is one of those who ask, if it can be. ``about``: a place where nothing may be
    done, to be told why."""
    opened = games.get(game_id)
    with opened.lock:
        shown = Look(opened, Asked(at=at), access)
        look = _trial(shown, company, step)
        if look is None:
            return Trials(shown.number)
        reasons = reasons_told(whynot.place_reasons(look, about)) if about and whynot.is_place(look, about) else ()
        return Trials(
            look.number, tuple(trial.candidates(look)), look.box.entity, look.step, look.box.steps,
            [described(offer, find) for offer in look.offers], _found(look.best) if find else None, reasons,
        )  # fmt: skip


@post(
    "/games/{game_id:str}/trial",
    sync_to_thread=True,
    status_code=200,
    summary="Try what a company could do, without playing it",
)
def try_out(game_id: FromPath[str], data: JSONBody[TrialOf], access: Door, games: NamedDependency[Games]) -> Tried:
    """What the action would do by itself in the company's own turn, also long before that, and what would be earned then."""
    opened = games.get(game_id)
    with opened.lock:
        asked = Asked(at=data.at, choice=data.action, find="best" if data.find else "")
        look = _trial(Look(opened, asked, access), data.company, data.step)
        if look is None:
            raise FormatError(say("nothing can be tried out in this position"))
        glimpse = look.glimpse
        assert glimpse is not None
        legal = not glimpse.reasons
        return Tried(
            legal, reasons_told(glimpse.reasons), plain(look.shown(glimpse.events)), look.told(glimpse.events),
            plain(views.view(look.rules, look.after, look.viewer)) if legal else None,
            _found(look.box.best()) if data.find and legal else None, _found(look.best),
        )  # fmt: skip


def _trial(look: Look, company: str, step: str) -> Trial | None:
    """The look in which a company would decide; ``None`` where nothing can be tried. ``FormatError`` for a company or a step of
    which nothing can be tried, with those that there are."""
    known = trial.candidates(look)
    if company and known and company not in known:
        raise FormatError(
            say(
                "“{company}” cannot be imagined to decide here; companies are {names}",
                company=company[:60],
                names=listed(known),
            )
        )
    asked = msgspec.structs.replace(look.asked, sandbox=company or trial.ANY, step=step)
    found = trial.trial_of(Look(look.opened, asked, look.access))
    if found is not None and step and step != found.step:
        raise FormatError(
            say("there is no step “{step}” to try; there are {steps}", step=step[:60], steps=listed(found.box.steps))
        )
    return found


def _found(best: Best | None) -> Found | None:
    if best is None:
        return None
    return Found(wording.plain(best.action), rail_drawing.revenue(best), best.proved, best.spare)


@post(
    "/games/{game_id:str}/runs",
    sync_to_thread=True,
    status_code=200,
    summary="Change runs stop by stop, without playing them",
)
def change_runs(
    game_id: FromPath[str], data: JSONBody[RunsInHand], access: Door, games: NamedDependency[Games]
) -> RunsTold:
    """What runs earn, and what becomes of them by a stop: what comes out is played with ``act``."""
    opened = games.get(game_id)
    with opened.lock:
        asked = Asked(choice=data.action, edit=data.train, tap=data.tap, seat=data.seat or "")
        look = Look(opened, asked, access.naming(data.seat or decider(opened, data.action)))
        company = _company(look, data.action)
        trains = tuple(runs_in_hand.trains(look, company))
        for train in [*(run.train for run in runs_in_hand.runs_of(data.action)), *filter(None, [data.train])]:
            if train not in trains:
                raise FormatError(_no_train(train, trains))
        if data.tap and not data.train:
            raise FormatError(say("say of which train the run is to be changed"))
        return _runs_told(runs_in_hand.with_tap(look), company, trains, data)


def _company(look: Look, action: dict[str, Any]) -> str:
    if not runs_in_hand.holds_runs(look, action) or not runs_in_hand.are_runs(action):
        raise FormatError(
            say("that action holds no runs of a company; give one of the type that offers them, with its runs")
        )
    return str(action["entity"])


def _no_train(train: str, trains: tuple[str, ...]) -> str:
    if not trains:
        return say("no runs of this company are offered to whoever asks, so there are none to change")
    return say("“{train}” cannot run now; trains are {trains}", train=train[:60], trains=listed(trains))


def _runs_told(look: Look, company: str, trains: tuple[str, ...], data: RunsInHand) -> RunsTold:
    action = dict(look.asked.choice or {})
    found: tuple[Run, ...] = runs_in_hand.runs_of(action)
    told = [
        RunTold(run.train, run.stops, run.ways, each.counted, each.multiplier, each.bonus, each.revenue)
        for run, each in zip(found, runs_in_hand.accounts(look, company, found), strict=True)
    ]
    standing = runs_in_hand.standing(look, company) if data.find else None
    return RunsTold(
        action, look.asked.problem, reasons_told(look.against(action)), told, sum(each.revenue for each in told), trains,
        runs_in_hand.next_stops(look, company, found, data.train) if data.train else (),
        *((standing.best, standing.proved, standing.spare) if standing is not None else ()),
    )  # fmt: skip


HANDLERS = (get_whynot, get_trial, try_out, change_runs)
