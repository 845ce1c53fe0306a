"""Lantern Fair, a small invented title that proves the kernel: hidden hands, cards laid at the same time, a reveal,
chance, and a bargain inside a round inside the fair.

Rules. 1: everybody is dealt three cards; each round a die sets the prize and everybody gets one card more while the
deck lasts. 2: all lay a card face down at the same time, or sit out for one coin (if they have one). 3: not the same
value as the card they laid before. 4: cards are shown; the highest value takes the prize from the bank. 5: the first
two of a tie bargain: one proposes a split, the other accepts, or nobody gets anything. 6: the fair ends when the bank
cannot pay six, when nobody has a card, or when the deck is used up and all sat out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from towpath.kernel import chance
from towpath.kernel.draft import Draft
from towpath.kernel.engine import finish
from towpath.kernel.offers import Offer, Options, Range
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason, broken, shape
from towpath.kernel.rules import Rules
from towpath.kernel.state import Action, Frame, GameState
from towpath.kernel.table import Table

HIDDEN = -1


class Fair(Frame, frozen=True):
    """The whole game."""

    round: int = 0
    idle: bool = False


class Stall(Frame, frozen=True):
    """One round: who still has to lay, and who gets what once that is known."""

    prize: int
    waiting: tuple[str, ...]
    payout: dict[str, int] | None = None


class Bargain(Frame, frozen=True):
    """Two seats that tied; ``share`` is what the first would give the second."""

    prize: int
    first: str
    second: str
    share: int | None = None


class FairState(GameState, frozen=True, kw_only=True):
    hands: Table[str, tuple[int, ...]]
    laid: Table[str, int]
    last: Table[str, int]
    cash: Table[str, int]
    deck: tuple[int, ...]
    discard: tuple[int, ...] = ()


class LayCard(Action, frozen=True):
    card: int


class SitOut(Action, frozen=True):
    pass


class Propose(Action, frozen=True):
    share: int


class Answer(Action, frozen=True):
    accept: bool


def value(card: int) -> int:
    return card % 6


class LayMove(Move[Stall, LayCard]):
    action = LayCard
    label = "lay a card"
    rule = "fair:2"

    def shape(self, pos: Any, action: LayCard) -> Iterable[Reason]:
        if not 0 <= action.card < pos_size(pos):
            yield shape("no_such_card", "There is no card {card}.", card=action.card)

    def offers(self, pos: Any, frame: Stall) -> Iterable[Offer]:
        for seat in frame.waiting:
            cards = tuple(card for card in pos.hands[seat] if pos.last.get(seat) != value(card))
            if cards:
                yield Offer(LayCard, {"entity": seat}, Options("card", cards), rule="fair:2")

    def check(self, pos: Any, frame: Stall, action: LayCard) -> Iterable[Reason]:
        if action.card not in pos.hands[action.entity]:
            yield broken("not_in_hand", "fair:2", "{entity} does not hold card {card}.", **plain_fields(action))
        if pos.last.get(action.entity) == value(action.card):
            yield broken(
                "same_value",
                "fair:3",
                "{entity} laid a {value} before; lay another value.",
                waivable=True,
                entity=action.entity,
                value=value(action.card),
            )

    def apply(self, draft: Draft[FairState], frame: Stall, action: LayCard) -> None:
        hand = draft.hands[action.entity]
        draft.edit("hands")[action.entity] = tuple(card for card in hand if card != action.card)
        draft.edit("laid")[action.entity] = action.card
        draft.edit("last")[action.entity] = value(action.card)
        draft.emit("laid", seat=action.entity)
        draft.emit("laid_card", seen_by=(action.entity,), seat=action.entity, card=action.card)
        draft.update(0, waiting=tuple(seat for seat in frame.waiting if seat != action.entity))


class SitMove(Move[Stall, SitOut]):
    action = SitOut
    label = "sit out"
    rule = "fair:2"

    def __init__(self, allowed: bool) -> None:
        self.allowed = allowed

    def offers(self, pos: Any, frame: Stall) -> Iterable[Offer]:
        if self.allowed:
            for seat in frame.waiting:
                yield Offer(SitOut, {"entity": seat}, rule="fair:2")

    def check(self, pos: Any, frame: Stall, action: SitOut) -> Iterable[Reason]:
        if not self.allowed:
            yield broken("no_sitting_out", "fair:2", "Nobody may sit out.")

    def apply(self, draft: Draft[FairState], frame: Stall, action: SitOut) -> None:
        pay(draft, action.entity, "bank", min(1, draft.cash[action.entity]))
        draft.emit("sat_out", seat=action.entity)
        draft.update(0, waiting=tuple(seat for seat in frame.waiting if seat != action.entity))


class StallProcedure(Procedure[Stall]):
    frame = Stall
    label = "lay a card"

    def __init__(self, rules: FairRules) -> None:
        self.rules = rules
        self._moves = (LayMove(), SitMove(rules.sitting))

    def actors(self, pos: Any, frame: Stall) -> tuple[str, ...]:
        return frame.waiting

    def moves(self, pos: Any, frame: Stall) -> Sequence[Move[Any, Any]]:
        return self._moves

    def all_moves(self) -> Sequence[Move[Any, Any]]:
        return self._moves

    def advance(self, draft: Draft[FairState], frame: Stall) -> bool:
        if frame.payout is not None:
            for seat, coins in frame.payout.items():
                pay(draft, "bank", seat, coins)
            shown = bool(draft.laid)
            draft.put("discard", (*draft.discard, *(card for _, card in sorted(draft.laid.items()))))
            draft.put("laid", Table[str, int]())
            finish(draft, self.rules, shown)
            return True
        if frame.waiting:
            return False
        if not draft.laid:
            draft.update(0, payout={})
            return True
        draft.reveal()
        draft.emit("shown", cards=dict(sorted(draft.laid.items())))
        best = max(value(card) for card in draft.laid.values())
        winners = [seat for seat in self.rules.seats if seat in draft.laid and value(draft.laid[seat]) == best]
        if len(winners) == 1:
            draft.update(0, payout={winners[0]: frame.prize})
        else:
            draft.push(Bargain(prize=frame.prize, first=winners[0], second=winners[1]))
        return True

    def resume(self, draft: Draft[FairState], frame: Stall, result: dict[str, int]) -> None:
        draft.update(0, payout=result)


class ProposeMove(Move[Bargain, Propose]):
    action = Propose
    label = "propose a split"
    rule = "fair:5"

    def offers(self, pos: Any, frame: Bargain) -> Iterable[Offer]:
        yield Offer(Propose, {"entity": frame.first}, Range("share", 0, frame.prize), rule="fair:5")

    def check(self, pos: Any, frame: Bargain, action: Propose) -> Iterable[Reason]:
        if not 0 <= action.share <= frame.prize:
            yield broken(
                "bad_share", "fair:5", "A share is 0 to {most}, not {share}.", most=frame.prize, share=action.share
            )

    def apply(self, draft: Draft[FairState], frame: Bargain, action: Propose) -> None:
        draft.emit("proposed", seat=frame.first, share=action.share)
        draft.update(0, share=action.share)


class AnswerMove(Move[Bargain, Answer]):
    action = Answer
    label = "answer"
    rule = "fair:5"

    def __init__(self, rules: FairRules) -> None:
        self.rules = rules

    def offers(self, pos: Any, frame: Bargain) -> Iterable[Offer]:
        yield Offer(Answer, {"entity": frame.second}, Options("accept", (False, True)), rule="fair:5")

    def check(self, pos: Any, frame: Bargain, action: Answer) -> Iterable[Reason]:
        return ()

    def apply(self, draft: Draft[FairState], frame: Bargain, action: Answer) -> None:
        assert frame.share is not None
        draft.emit("answered", seat=frame.second, accept=action.accept)
        payout = {frame.first: frame.prize - frame.share, frame.second: frame.share} if action.accept else {}
        finish(draft, self.rules, payout)


class BargainProcedure(Procedure[Bargain]):
    frame = Bargain
    label = "bargain"

    def __init__(self, rules: FairRules) -> None:
        self._propose, self._answer = ProposeMove(), AnswerMove(rules)

    def actors(self, pos: Any, frame: Bargain) -> tuple[str, ...]:
        return (frame.first,) if frame.share is None else (frame.second,)

    def moves(self, pos: Any, frame: Bargain) -> Sequence[Move[Any, Any]]:
        return (self._propose,) if frame.share is None else (self._answer,)

    def all_moves(self) -> Sequence[Move[Any, Any]]:
        return (self._propose, self._answer)


class FairProcedure(Procedure[Fair]):
    frame = Fair

    def __init__(self, rules: FairRules) -> None:
        self.rules = rules

    def actors(self, pos: Any, frame: Fair) -> tuple[str, ...]:
        return ()

    def moves(self, pos: Any, frame: Fair) -> Sequence[Move[Any, Any]]:
        return ()

    def all_moves(self) -> Sequence[Move[Any, Any]]:
        return ()

    def advance(self, draft: Draft[FairState], frame: Fair) -> bool:
        if draft.cash["bank"] < 6:
            self.rules.end_now(draft, "bank_empty")
            return True
        if frame.idle and not draft.deck:
            self.rules.end_now(draft, "nobody_lays")
            return True
        if draft.deck:
            for seat in self.rules.seats[: len(draft.deck)]:
                card, *rest = draft.deck
                draft.put("deck", tuple(rest))
                draft.edit("hands")[seat] = (*draft.hands[seat], card)
                draft.emit("dealt", seen_by=(seat,), seat=seat, card=card)
        waiting = tuple(seat for seat in self.rules.seats if draft.hands[seat])
        if not waiting:
            self.rules.end_now(draft, "cards_gone")
            return True
        prize = draft.draw(6) + 1
        draft.emit("prize", coins=prize)
        draft.update(0, round=frame.round + 1)
        draft.push(Stall(prize=prize, waiting=waiting))
        return True

    def resume(self, draft: Draft[FairState], frame: Fair, result: bool) -> None:
        draft.update(0, idle=not result)
        draft.emit("round_over")


class FairRules(Rules[FairState]):
    title = "Lantern Fair"
    state_type = FairState

    def __init__(
        self,
        seats: Sequence[str],
        cards: int = 36,
        coins: int = 40,
        version: str = "1",
        sitting: bool = True,
        secrets: bool = True,
    ) -> None:
        self.secrets = secrets
        self.version = version
        self.seats = tuple(seats)
        self.cards = cards
        self.coins = coins
        self.sitting = sitting
        self.procedures = {Fair: FairProcedure(self), Stall: StallProcedure(self), Bargain: BargainProcedure(self)}

    def setup(self, seed: str) -> FairState:
        deck, state = chance.shuffled(chance.start(seed), range(self.cards))
        hands = {seat: deck[3 * n : 3 * n + 3] for n, seat in enumerate(self.seats)}
        return FairState(
            stack=(Fair(),),
            chance=state,
            hands=Table(hands),
            laid=Table(),
            last=Table(),
            cash=Table({"bank": self.coins, **dict.fromkeys(self.seats, 2)}),
            deck=deck[3 * len(self.seats) :],
        )

    def redact(self, state: FairState, seat: str | None) -> FairState:
        def hide(cards: Sequence[int]) -> tuple[int, ...]:
            return (HIDDEN,) * len(cards)

        return msgspec.structs.replace(
            state,
            hands=Table({who: cards if who == seat else hide(cards) for who, cards in state.hands.items()}),
            laid=Table({who: card if who == seat else HIDDEN for who, card in state.laid.items()}),
            # What a face-down card was may not be read off the memory of values either.
            last=Table({who: card for who, card in state.last.items() if who == seat or who not in state.laid}),
            deck=hide(state.deck),
        )

    def determinize(self, view: FairState, rng: Random) -> FairState:
        shown = [
            *view.discard,
            *view.laid.values(),
            *view.deck,
            *(card for hand in view.hands.values() for card in hand),
        ]
        unseen = [card for card in range(self.cards) if card not in shown]
        rng.shuffle(unseen)

        def face(card: int) -> int:
            return unseen.pop() if card == HIDDEN else card

        laid = {who: face(card) for who, card in view.laid.items()}
        return msgspec.structs.replace(
            view,
            chance=rng.getrandbits(63),
            hands=Table({who: tuple(map(face, cards)) for who, cards in view.hands.items()}),
            laid=Table(laid),
            last=Table({**view.last, **{who: value(card) for who, card in laid.items()}}),
            deck=tuple(map(face, view.deck)),
        )

    def reshuffle(self, draft: Draft[FairState]) -> None:
        draft.put("deck", draft.shuffle(draft.deck))
        draft.emit("reshuffled", cards=len(draft.deck))

    def conservation(self, state: FairState) -> list[str]:
        cards = [*state.deck, *state.discard, *state.laid.values(), *(c for hand in state.hands.values() for c in hand)]
        wrong = []
        if sorted(cards) != list(range(self.cards)):
            wrong.append(f"cards are {sorted(cards)}")
        if sum(state.cash.values()) != self.coins + 2 * len(self.seats) or min(state.cash.values()) < 0:
            wrong.append(f"coins are {dict(state.cash)}")
        return wrong

    def scores(self, state: FairState) -> dict[str, int]:
        return {seat: state.cash[seat] for seat in self.seats}


def compose(options: Mapping[str, Any], players: Sequence[str], overlays: Mapping[str, str]) -> FairRules:
    """The title's door, with an option for the coins and a data file for the number of cards."""
    unknown = set(options) - {"coins"}
    if unknown:
        raise ValueError(f"Lantern Fair has no option {', '.join(sorted(unknown))}; it has coins")
    if not 2 <= len(players) <= 4:
        raise ValueError(f"Lantern Fair is for 2 to 4 players, not {len(players)}")
    return FairRules(players, cards=int(overlays.get("cards.txt", "36")), coins=int(options.get("coins", 40)))


def scramble(state: FairState, seat: str | None, rng: Random) -> FairState:
    """A state that differs only in what the seat may not know: chance, other hands, face-down cards and the deck."""
    others = [who for who in state.hands if who != seat]
    laid = [who for who in state.laid if who != seat]
    unseen = [card for who in others for card in state.hands[who]]
    unseen += [state.laid[who] for who in laid] + list(state.deck)
    rng.shuffle(unseen)
    hands = {who: hand if who == seat else tuple(unseen.pop() for _ in hand) for who, hand in state.hands.items()}
    down = {who: card if who == seat else unseen.pop() for who, card in state.laid.items()}
    last = {who: value(down[who]) if who in down else was for who, was in state.last.items()}
    return msgspec.structs.replace(
        state, chance=rng.getrandbits(63), hands=Table(hands), laid=Table(down), last=Table(last), deck=tuple(unseen)
    )


def pay(draft: Draft[FairState], giver: str, taker: str, coins: int) -> None:
    cash = draft.edit("cash")
    cash[giver] -= coins
    cash[taker] += coins
    draft.emit("paid", giver=giver, taker=taker, coins=coins)


def pos_size(pos: Any) -> int:
    cards = sum(len(hand) for hand in pos.hands.values())
    return cards + len(pos.laid) + len(pos.deck) + len(pos.discard)


def plain_fields(action: Action) -> dict[str, Any]:
    return {name: getattr(action, name) for name in action.__struct_fields__}
