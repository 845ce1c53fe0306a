"""Situations in the middle of an operating round or merger round, for tests of what companies go through there."""

from __future__ import annotations

from tests.rail.positions import Play, Rest, Scene
from towpath.kernel.draft import Draft
from towpath.rail import nationalization, phases, verbs
from towpath.rail.frames import Course, OperatingRound, OperatingTurn
from towpath.rail.merger import MergerRound
from towpath.rail.national import NationalTurn
from towpath.rail.state import EXPORTED, RailState


def in_round(scene: Scene, number: int = 1, set_number: int = 1) -> Scene:
    """Let the scene be the operating round of that number; below ``Rest`` lies the course of the game."""
    scene.draft.put("set_number", set_number)
    scene.draft.put("round", f"OR {set_number}.{number}")
    scene.draft.put("stack", (Course(stage="operating", number=number), Rest()))
    return scene


def nationalized(scene: Scene, *companies: str) -> Play:
    """The position after companies were nationalized one after the other."""
    for company in companies:
        nationalization.nationalize(scene.rules, scene.draft, company)
    return scene.play()


def first_train(scene: Scene, kind: str, buyer: str | None = None) -> Play:
    """The first train of a kind leaves the yard, to a buyer or (none) abroad; all of a lower rank have left before."""
    draft = scene.draft
    train = f"{kind}-0"
    assert draft.trains[train] == "yard"
    _sell_out(scene, kind)
    verbs.move_train(scene.rules, draft, train, buyer or EXPORTED)
    phases.train_acquired(scene.rules, draft, train, buyer)
    return scene.play()


def sold_out_below(scene: Scene, kind: str) -> Scene:
    """Nothing of a lower rank than that kind is left in the yard."""
    _sell_out(scene, kind)
    return scene


def _sell_out(scene: Scene, kind: str) -> None:
    lower = list(scene.rules.kinds)[: list(scene.rules.kinds).index(kind)]
    for train, where in list(scene.draft.trains.items()):
        if where == "yard" and scene.rules.train_kind(train).name in lower:
            scene.draft.edit("trains")[train] = EXPORTED


def turn(scene: Scene, company: str, step: str, *later: str) -> Play:
    """A company's turn at a step; the others named act afterwards."""
    draft = scene.draft
    number = draft.stack[0].number if isinstance(draft.stack[0], Course) else 1
    order = (company, *later)
    draft.put(
        "stack",
        (
            Course(stage="operating", number=number),
            OperatingRound(order=order, index=1, due=_due(draft), runner="p1"),
            OperatingTurn(company=company, step=step),  # type: ignore[arg-type]
        ),
    )
    return scene.play()


def national_turn(scene: Scene, step: str = "token", runner: str = "p1", ran: tuple[str, ...] = ()) -> Play:
    """The national's turn at a step; when it is over the game rests."""
    draft = scene.draft
    round_ = OperatingRound(order=(), due=_due(draft), ran=ran, runner=runner, stage="done")
    draft.put("stack", (draft.stack[0], round_, Rest(), NationalTurn(step=step)))  # type: ignore[arg-type]
    return scene.play()


def merger_round(scene: Scene, *order: str) -> Play:
    """A merger round of these minors, or of all in price order; when it is over the game rests."""
    draft = scene.draft
    minors = order or tuple(scene.rules.market.order(draft, scene.rules.started(draft, "minor")))
    return scene.frame(MergerRound(order=minors)).play()


def line_to_riga(scene: Scene) -> Scene:
    """1861: track from St. Petersburg (E1, city 0) to Riga (B4)."""
    return scene.tile("D2", "9", 1).tile("C3", "9", 1).tile("B4", "57", 1)


def brown_moscow(scene: Scene) -> Scene:
    """1861: Moscow as one city of three spaces."""
    return scene.tile("H8", "637", 0, (0, 1, 2)).tile("H8", "638", 0, (0, 0, 0))


def trains_of(play: Play, holder: str) -> list[str]:
    """The kinds of train with a holder, lowest first."""
    return [play.rules.train_kind(train).name for train in play.rules.trains_of(play.state, holder)]


def _due(draft: Draft[RailState]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(draft.loans.items()))
