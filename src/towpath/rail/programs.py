"""What a player of a railway game can have done for him: pass, buy shares, bid. The kinds and what is offered of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from towpath.facts.options import ON
from towpath.kernel.offers import Options, Range
from towpath.kernel.programs import Program, ProgramOffer, Several
from towpath.language import Text, Texts, either, listed, msg, say
from towpath.rail import holdings
from towpath.rail.composition import CONSENT
from towpath.rail.lots import to_be_had
from towpath.rail.merger import MergerRound
from towpath.rail.state import POOL, Position

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules

Place = Literal["stock", "merger", "auction"]
Condition = Literal["traded", "president", "price", "sold", "started", "gone", "phase", "end"]
Source = Literal["treasury", "pool"]
Question = Literal["sell_private", "sell_train", "merge"]
Answer = Literal["accept", "refuse"]

CONDITIONS: dict[Condition, Text] = {
    "traded": "somebody else buys or sells shares of a company in which I have some",
    "president": "a company in which I have shares gets another president",
    "price": "the price of a company in which I have shares falls",
    "sold": "somebody else sells shares of any company",
    "started": "somebody else starts a company or puts one up",
    "gone": "a company is nationalised, closed or absorbed",
    "phase": "a new phase begins",
    "end": "the end of the game comes into sight",
}
"""What a program that passes can wait for, in words."""

_CONDITIONS: dict[str, str] = {str(name): text for name, text in CONDITIONS.items()}

USUAL: tuple[Condition, ...] = ("traded", "president", "started", "gone")
"""What most players want to be asked about."""


_PLACES: Texts = {
    "stock": "in stock rounds",
    "merger": "for my minors in merger rounds",
    "auction": "in auctions",
}
"""Where a program passes, in words."""


class PassUntil(Program, frozen=True, kw_only=True):
    """Pass. ``places``: in which kinds of decision; ``until``: what ends it; ``last``: it ends with the stock round of that
    number, or with the merger rounds after it if minors pass too (0: it does not)."""

    places: tuple[Place, ...] = ("stock",)
    until: tuple[Condition, ...] = USUAL
    last: int = 0

    @property
    def saying(self) -> tuple[str, dict[str, Any]]:
        """Where it passes, until what, and how long."""
        values = {
            "places": listed([say(_PLACES[place]) for place in self.places]) or say("nowhere"),
            "until": either([say(CONDITIONS[condition]) for condition in self.until]) or say("I stop it"),
        }
        if self.last:
            text = msg("Pass {places} until {until}; to the end of stock round {last}")
            return text, {**values, "last": self.last}
        return msg("Pass {places} until {until}"), values


class BuyUntilFloated(Program, frozen=True, kw_only=True):
    """Buy a share of the company's first issue at each turn until enough is sold for it to operate."""

    company: str

    @property
    def slot(self) -> str:
        """Purchases exclude each other: a turn has one."""
        return "buy"

    @property
    def saying(self) -> tuple[str, dict[str, Any]]:
        """Which company."""
        return msg("Buy {company} until it floats"), {"company": self.company}


class BuyShares(Program, frozen=True, kw_only=True):
    """Buy a share at each turn until ``shares`` are held, each for ``most`` or less."""

    company: str
    source: Source
    shares: int
    most: int

    @property
    def slot(self) -> str:
        """Purchases exclude each other: a turn has one."""
        return "buy"

    @property
    def saying(self) -> tuple[str, dict[str, Any]]:
        """How many, where from, for how much."""
        values = {"company": self.company, "shares": self.shares, "most": self.most}
        if self.source == "pool":
            return msg("Buy {company} from the bank pool until I hold {shares} shares, for {most} each at most"), values
        return (
            msg("Buy {company} from the first issue or treasury until I hold {shares} shares, for {most} each at most"),
            values,
        )


class BidUpTo(Program, frozen=True, kw_only=True):
    """Bid the least that is needed for a private, minor or bundle, up to ``most``."""

    target: str
    most: int

    @property
    def slot(self) -> str:
        """One limit for each thing that is bid for."""
        return f"bid {self.target}"

    @property
    def saying(self) -> tuple[str, dict[str, Any]]:
        """What for, and how much."""
        return msg("Bid up to {most} for {target}"), {"target": self.target, "most": self.most}


class AnswerOffers(Program, frozen=True, kw_only=True):
    """Answer when another owner asks for something of mine: ``accept`` from ``price`` on, or ``refuse`` below it (0: whatever is
    asked). A merger has no price."""

    question: Question
    answer: Answer
    price: int = 0

    @property
    def slot(self) -> str:
        """One answer of each kind to each question, so that one may accept high offers and refuse low ones."""
        return f"{self.answer} {self.question}"

    @property
    def saying(self) -> tuple[str, dict[str, Any]]:
        """What is answered to what."""
        if not self.price:
            return _ANSWERS[self.question, self.answer], {}
        return _ANSWERS_BY_PRICE[self.question, self.answer], {"price": self.price}


_ANSWERS: dict[tuple[Question, Answer], Text] = {
    ("sell_private", "accept"): "Agree whenever somebody wants to buy a private of mine",
    ("sell_private", "refuse"): "Refuse whenever somebody wants to buy a private of mine",
    ("sell_train", "accept"): "Agree whenever somebody wants to buy a train of my companies",
    ("sell_train", "refuse"): "Refuse whenever somebody wants to buy a train of my companies",
    ("merge", "accept"): "Agree whenever somebody wants to merge with a minor of mine",
    ("merge", "refuse"): "Refuse whenever somebody wants to merge with a minor of mine",
}
_ANSWERS_BY_PRICE: dict[tuple[Question, Answer], Text] = {
    ("sell_private", "accept"): "Agree when somebody offers {price} or more for a private of mine",
    ("sell_private", "refuse"): "Refuse when somebody offers less than {price} for a private of mine",
    ("sell_train", "accept"): "Agree when somebody offers {price} or more for a train of my companies",
    ("sell_train", "refuse"): "Refuse when somebody offers less than {price} for a train of my companies",
}
_QUESTIONS: dict[Question, Text] = {
    "sell_private": "Answer offers for privates",
    "sell_train": "Answer offers for trains",
    "merge": "Answer proposals to merge",
}

KINDS: tuple[type[Program], ...] = (PassUntil, BuyUntilFloated, BuyShares, BidUpTo, AnswerOffers)


def offered(rules: RailRules, pos: Position, seat: str) -> list[ProgramOffer]:
    """Everything that the seat can have done for it from this position on."""
    return [_passing(rules, pos), *_floating(rules, pos), *_buying(rules, pos, seat), *_bidding(rules, pos, seat),
            *_answering(rules, pos, seat)]  # fmt: skip


def next_stock_round(pos: Position) -> int:
    """The number of the stock round in progress, or of the next one."""
    return pos.set_number if pos.round == f"SR {pos.set_number}" else pos.set_number + 1


def _passing(rules: RailRules, pos: Position) -> ProgramOffer:
    places = ["stock", "auction"]
    if any(issubclass(frame, MergerRound) for frame in rules.procedures):
        places.insert(1, "merger")
    number = next_stock_round(pos)
    return ProgramOffer(
        PassUntil,
        "Pass until something happens",
        "Passes whenever you are asked in the places you tick, until one of the things you tick happens.",
        (
            Several("places", tuple(places), ("stock",)),
            Several("until", tuple(CONDITIONS), USUAL),
            Options("last", (number, 0)),
        ),
        words={
            "places": msg("Pass"), **_PLACES, "until": msg("Until"), **_CONDITIONS, "last": msg("How long"),
            str(number): say("to the end of stock round {number}", number=number), "0": msg("in later rounds too"),
        },
    )  # fmt: skip


def _floating(rules: RailRules, pos: Position) -> Iterator[ProgramOffer]:
    waiting = tuple(
        company
        for company in pos.cells
        if not rules.floated(pos, company) and holdings.percent(rules, pos, company, company)
    )
    if waiting:
        yield ProgramOffer(
            BuyUntilFloated,
            "Buy until floated",
            "Buys a share of the first issue at each of your turns until the company may operate, and then ends the turn.",
            (Options("company", waiting),),
            words={"company": msg("Company")},
        )


def _buying(rules: RailRules, pos: Position, seat: str) -> Iterator[ProgramOffer]:
    for source in ("treasury", "pool"):
        for company in pos.cells:
            holder = POOL if source == "pool" else company
            unit = rules.unit(pos, company)
            left = holdings.percent(rules, pos, company, holder) // unit
            held = holdings.percent(rules, pos, company, seat) // unit
            price = rules.share_price(pos, company, source) if left and rules.kind(company) == "major" else 0
            if price:
                yield ProgramOffer(
                    BuyShares,
                    "Buy shares of {company} from the bank pool"
                    if source == "pool"
                    else "Buy shares of {company} from the first issue or treasury",
                    "Buys one at each of your turns until you hold as many as you say, and then ends the turn.",
                    (Range("shares", held + 1, held + left), Range("most", price, 10 * price)),
                    fixed={"company": company, "source": source},
                    words={"shares": msg("Until I hold"), "most": msg("At most for each")},
                )


def _bidding(rules: RailRules, pos: Position, seat: str) -> Iterator[ProgramOffer]:
    cash = pos.cash[seat]
    least_of = to_be_had(rules, pos)
    lots = tuple(lot for lot, least in least_of.items() if least <= cash)
    if lots:
        least = min(least_of[lot] for lot in lots)
        yield ProgramOffer(
            BidUpTo,
            "Bid up to a limit",
            "Bids the least that is needed, never more than your limit, and passes when the bids go above it.",
            (Options("target", lots), Range("most", least, cash)),
            words={"target": msg("For"), "most": msg("At most")},
        )


def _answering(rules: RailRules, pos: Position, seat: str) -> Iterator[ProgramOffer]:
    """Answers to what the seat may be asked, where owners are asked at all: of privates while it has some, of mergers where
    the title has them."""
    if rules.options.get(CONSENT) != ON:
        return
    asked: list[tuple[Question, int]] = []
    dearest = max((rules.privates[name].face for name, holder in pos.privates.items() if holder == seat), default=0)
    if dearest:
        asked.append(("sell_private", dearest * rules.data.private_sales.most // 100))
    asked.append(("sell_train", max(kind.price for kind in rules.data.trains)))
    if any(issubclass(frame, MergerRound) for frame in rules.procedures):
        asked.append(("merge", 0))
    for question, most in asked:
        domains = (Options("answer", ("accept", "refuse")), *((Range("price", 0, most),) if most else ()))
        yield ProgramOffer(
            AnswerOffers,
            _QUESTIONS[question],
            "Agrees from the price on that you say, or refuses below it; at 0 it gives that answer whatever is offered. You "
            "may set one of each."
            if most
            else "Gives that answer whenever you are asked.",
            domains,
            fixed={"question": question},
            words={
                "answer": msg("Answer"), "accept": msg("agree"), "refuse": msg("refuse"),
                "price": msg("Price that decides (0: any)"),
            },
        )  # fmt: skip
