"""The course of a game: two periods of rounds, each scored at its end."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from towpath.brass import verbs
from towpath.brass.data import CUBES
from towpath.brass.frames import Game, Round, Stage, Turn
from towpath.brass.income import collect
from towpath.brass.scoring import board_lines, final_lines, ranking, score_lines
from towpath.brass.setup import dealt
from towpath.brass.state import BrassDraft, Pos
from towpath.kernel.engine import finish
from towpath.kernel.procedure import Procedure
from towpath.kernel.table import Table

if TYPE_CHECKING:
    from towpath.brass.rules import BrassRules

PLAYED_OUT = "played_out"
"""Why a game ends that is played to its end."""


class GameProcedure(Procedure[Game]):
    """Round after round while anybody has cards; then the period is scored, and the next one begins or the game is over."""

    frame = Game

    def __init__(self, rules: BrassRules) -> None:
        self.rules = rules

    def advance(self, draft: BrassDraft, frame: Game) -> bool:
        """Begin the next round, or end the period."""
        if any(draft.hands.values()):
            draft.put("number", draft.number + 1)
            draft.emit("round_begins", period=draft.period, number=draft.number, order=list(draft.order))
            draft.push(Round(stage=stages(self.rules)[0], waiting=draft.order))
            return True
        draft.emit("period_over", period=draft.period)
        if last_period(self.rules, draft):
            score_lines(draft, chain(board_lines(self.rules, draft), final_lines(self.rules, draft)))
            draft.emit("game_over", ranking=[list(place) for place in ranking(self.rules, draft)])
            self.rules.end_now(draft, PLAYED_OUT)
            return True
        score_lines(draft, board_lines(self.rules, draft))
        self._clear(draft)
        self._begin_rails(draft)
        return True

    def _clear(self, draft: BrassDraft) -> None:
        """Canals go back to their owners; counters of level 1 leave the game with their cubes. Income stays."""
        draft.emit("links_removed", links=dict(sorted(draft.links.items())))
        draft.put("links", Table[str, str]())
        for space in sorted(space for space, counter in draft.counters.items() if counter.level <= 1):
            verbs.remove_counter(draft, self.rules, space, "period_over")

    def _begin_rails(self, draft: BrassDraft) -> None:
        rules = self.rules
        draft.put("period", "rail")
        draft.put("number", 0)
        if rules.policies.refill_demand:
            for cube in CUBES:
                missing = len(rules.prices_of_demand) - draft.demand[cube]
                draft.edit("demand")[cube] += missing
                draft.edit("stock")[cube] -= missing
        draft.put("cotton", 0)
        tiles = draft.shuffle((*draft.distant, *draft.turned))
        draft.put("distant", tiles)
        draft.put("turned", ())
        deck = draft.shuffle(rules.cards)
        hands, rest, aside = dealt(rules, deck, draft.order, "rail")
        draft.put("hands", Table(hands))
        draft.put("deck", rest)
        draft.put("aside", aside)
        draft.put("discards", ())
        draft.emit("shuffled", cards=len(deck), tiles=len(tiles))
        for seat in draft.order:
            draft.emit("drew", seat=seat, count=len(hands[seat]))
            draft.emit("drawn", seen_by=(seat,), seat=seat, cards=list(hands[seat]))


class RoundProcedure(Procedure[Round]):
    """One round, stage by stage, everybody in turn."""

    frame = Round

    def __init__(self, rules: BrassRules) -> None:
        self.rules = rules
        self._stages = stages(rules)

    def advance(self, draft: BrassDraft, frame: Round) -> bool:
        """Take the next player, or the next stage."""
        if frame.stage == "order":
            self._next(draft, frame.stage, old=self._new_order(draft))
        elif not frame.waiting or (frame.stage == "income" and self._no_more_income(draft)):
            self._next(draft, frame.stage, old=draft.order)
        else:
            seat, *rest = frame.waiting
            draft.update(0, waiting=tuple(rest))
            self._serve(draft, frame.stage, seat)
        return True

    def _serve(self, draft: BrassDraft, stage: Stage, seat: str) -> None:
        if stage == "income":
            collect(draft, self.rules, seat)
        elif stage == "turns":
            first = draft.period == "canal" and draft.number == 1
            draft.push(Turn(player=seat, actions=1 if first else 2))
        else:
            verbs.draw_cards(draft, seat, self.rules.data.hand - len(draft.hands[seat]))

    def _next(self, draft: BrassDraft, stage: Stage, old: tuple[str, ...]) -> None:
        place = self._stages.index(stage) + 1
        if place == len(self._stages):
            finish(draft, self.rules)
            return
        follows = self._stages[place]
        drawn_as_before = follows == "refill" and self.rules.policies.refill_order == "old"
        draft.update(0, stage=follows, waiting=old if drawn_as_before else draft.order)

    def _new_order(self, draft: BrassDraft) -> tuple[str, ...]:
        """Who spent least goes first; equals stay as they were. The order until now is given back."""
        old: tuple[str, ...] = draft.order
        spent = draft.spent
        order = tuple(sorted(old, key=lambda seat: spent[seat]))
        draft.put("order", order)
        draft.emit("order", order=list(order), spent={seat: spent[seat] for seat in order})
        draft.put("spent", Table(dict.fromkeys(self.rules.seats, 0)))
        return old

    def _no_more_income(self, draft: BrassDraft) -> bool:
        """Where income comes at the end of a round, the last round of the game has none."""
        ends = self.rules.policies.income == "end" and last_period(self.rules, draft)
        return ends and not any(draft.hands.values())


def stages(rules: BrassRules) -> tuple[Stage, ...]:
    """The stages of a round, as the edition has them."""
    at_start: tuple[Stage, ...] = ("income",) if rules.policies.income == "start" else ()
    refill: tuple[Stage, ...] = ("refill",) if rules.policies.refill == "round" else ()
    at_end: tuple[Stage, ...] = ("income",) if rules.policies.income == "end" else ()
    return (*at_start, "turns", "order", *refill, *at_end)


def last_period(rules: BrassRules, pos: Pos) -> bool:
    """Whether the game ends with the present period."""
    return pos.period == "rail" or rules.policies.introductory
