"""A major being formed by a conversion or merger, step by step until the next minor's turn [9.1, 9.2; sheet 16]."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from towpath.hexmap.board import NodeId
from towpath.kernel.draft import Draft
from towpath.kernel.engine import finish
from towpath.kernel.offers import Offer, Options
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason, broken, shape
from towpath.kernel.state import Frame
from towpath.kernel.table import Table
from towpath.language import say
from towpath.rail import charters, discard, holdings, merger_groups, merger_shares, merger_tokens, verbs
from towpath.rail.actions import BuyShare, Pass, RemoveToken
from towpath.rail.rules import RailRules
from towpath.rail.state import Position, RailDraft, Standing, Token
from towpath.rail.tokens import city_shape, parse_city

Step = Literal["tokens", "owners", "president", "everyone", "discards"]

CONVERSION: tuple[Step, ...] = ("tokens", "owners", "president", "everyone", "discards")
MERGER: tuple[Step, ...] = ("owners", "president", "everyone", "tokens", "discards")
TOKENS_FIRST: tuple[Step, ...] = ("tokens", "owners", "president", "everyone", "discards")
"""The order of the steps; the last one holds for a merger under policy C11."""


class Before(msgspec.Struct, frozen=True, kw_only=True):
    """The tables as they were before a merger, for the case that nobody becomes president [9.2C]."""

    cash: dict[str, int]
    certificates: dict[str, str]
    privates: dict[str, str]
    trains: dict[str, str]
    tokens: dict[str, tuple[Token, ...]]
    charter: dict[str, tuple[int, ...]]
    cells: dict[str, int]
    stacks: dict[int, tuple[str, ...]]
    pars: dict[str, int]
    loans: dict[str, int]
    standing: dict[str, Standing]
    operated: dict[str, bool]
    homes: dict[str, str]
    revenues: dict[str, int]


class Formation(Frame, frozen=True, kw_only=True):
    """A major in the making. ``company``: the major; ``player``: who acts for it while it has no president; ``minors``: what
    it is made of, the active one first; ``steps``: what is still to be done; ``owners``: who buys first, in order;
    ``buyers``: who may still buy in the present step, and ``freely`` whether more than one share each; ``removing``: the
    major must give up tokens; ``places``: the minors' cities; ``before``: what is restored if a merger fails."""

    company: str
    player: str
    minors: tuple[str, ...]
    steps: tuple[Step, ...]
    owners: tuple[str, ...]
    buyers: tuple[str, ...] = ()
    freely: bool = False
    removing: bool = False
    places: tuple[NodeId, ...] = ()
    before: Before | None = None


def saved(pos: Position) -> Before:
    """The tables that a merger changes."""
    return Before(**{name: dict(getattr(pos, name)) for name in Before.__struct_fields__})


def restore(draft: RailDraft, before: Before) -> None:
    """Put those tables back."""
    for name in Before.__struct_fields__:
        draft.put(name, Table(getattr(before, name)))


def convert(rules: RailRules, draft: RailDraft, minor: str, major: str) -> None:
    """Turn a minor into a major and push the frame for what follows [9.1]."""
    player = merger_groups.owner(rules, draft, minor)
    draft.emit("converted", minor=minor, major=major)
    _found(rules, draft, (minor,), (minor,), major, merger_groups.conversion_cell(rules, draft, minor).id, True)
    draft.push(Formation(company=major, player=player, minors=(minor,), steps=CONVERSION, owners=(player,)))


def merge(rules: RailRules, draft: RailDraft, group: Sequence[str], major: str) -> None:
    """Form a major out of minors and push the frame for what follows [9.2]."""
    before = saved(draft)
    player = merger_groups.owner(rules, draft, group[0])
    order = merger_shares.exchange_order(rules, draft, group)
    owners = merger_shares.first_buyers(rules, draft, order)
    cell = merger_groups.merged_cell(rules, [rules.market.price(draft, minor) for minor in group]).id
    draft.emit("merged", minors=list(group), major=major)
    _found(rules, draft, group, order, major, cell, False)
    draft.push(
        Formation(
            company=major,
            player=player,
            minors=tuple(group),
            steps=TOKENS_FIRST if rules.policies.merge_tokens_first else MERGER,
            owners=owners,
            before=before,
        )
    )


def _found(
    rules: RailRules,
    draft: RailDraft,
    group: Sequence[str],
    order: Sequence[str],
    major: str,
    cell: int,
    converted: bool,
) -> None:
    """Price, charter and certificates; ``order``: the minors in the order of their exchange."""
    for minor in group:
        verbs.leave_market(draft, minor)
    verbs.set_standing(draft, major, "started")
    verbs.enter_market(rules, draft, major, cell)
    verbs.set_par(draft, major, rules.market.cells[cell].price)
    for certificate in rules.certificates[major]:
        verbs.transfer(rules, draft, certificate, major)
    for minor in group:
        charters.move_assets(rules, draft, minor, major)
    merger_shares.exchange(rules, draft, order, major, converted)
    for minor in group:
        charters.clear(draft, minor)
        verbs.set_standing(draft, minor, "gone")


class FormationProcedure(Procedure[Formation]):
    """Purchases, tokens and discards of a new major."""

    frame = Formation
    label = "form the major"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules
        self._buying = (BuyNewShareMove(rules), EndBuyingMove())
        self._removing = (RemoveTokenMove(rules),)
        self._steps: Mapping[Step, Callable[[RailDraft, Formation], None]] = {
            "tokens": self._tokens,
            "owners": self._owners,
            "president": self._president,
            "everyone": self._everyone,
            "discards": self._discards,
        }

    def actors(self, pos: Position, frame: Formation) -> tuple[str, ...]:
        """The next buyer, or the major that gives up tokens."""
        return (frame.company,) if frame.removing else frame.buyers[:1]

    def moves(self, pos: Position, frame: Formation) -> Sequence[Move[Any, Any]]:
        """Buying, or giving up tokens."""
        return self._removing if frame.removing else self._buying

    def all_moves(self) -> Sequence[Move[Any, Any]]:
        """Buying and giving up tokens."""
        return (*self._buying, *self._removing)

    def step(self, pos: Position, frame: Formation) -> str:
        """Which of the two."""
        return say("give up tokens") if frame.removing else say("buy shares of the new major")

    def advance(self, draft: Draft[Any], frame: Formation) -> bool:
        """Skip who cannot buy; then the next step."""
        assert isinstance(draft, RailDraft)
        if frame.removing:
            return self._go_on_removing(draft, frame)
        if frame.buyers:
            if not any(merger_shares.purchase_faults(self.rules, draft, frame.company, frame.buyers[0])):
                return False
            draft.update(0, buyers=frame.buyers[1:])
        elif frame.steps:
            draft.update(0, steps=frame.steps[1:])
            self._steps[frame.steps[0]](draft, frame)
        else:
            draft.emit("major_formed", company=frame.company)
            finish(draft, self.rules)
        return True

    def _owners(self, draft: RailDraft, frame: Formation) -> None:
        draft.update(0, buyers=frame.owners, freely=True)

    def _president(self, draft: RailDraft, frame: Formation) -> None:
        """Without a president the merger has failed: all is as before, the next minor acts [9.2C]."""
        if holdings.president(self.rules, draft, frame.company) is None:
            assert frame.before is not None
            restore(draft, frame.before)
            draft.emit("merger_undone", minors=list(frame.minors), major=frame.company)
            finish(draft, self.rules)

    def _everyone(self, draft: RailDraft, frame: Formation) -> None:
        """Clockwise from the president, one share each [9.1D, 9.2D]. A president who was the only one to buy before is not
        asked again: nothing has changed since he had bought all he would or could."""
        president = holdings.president(self.rules, draft, frame.company)
        assert president is not None
        players = self.rules.clockwise_from(draft, president)
        draft.update(0, buyers=players[1:] if frame.owners == (president,) else players, freely=False)

    def _tokens(self, draft: RailDraft, frame: Formation) -> None:
        places = tuple(merger_tokens.on_map(self.rules, draft, frame.minors).values())
        merger_tokens.drop_doubles(self.rules, draft, frame.minors)
        draft.update(0, removing=True, places=places)

    def _go_on_removing(self, draft: RailDraft, frame: Formation) -> bool:
        if merger_tokens.excess(self.rules, draft, frame.minors) > 0:
            return False
        slip = merger_tokens.slips(self.rules, draft, frame.minors, frame.places)
        merger_tokens.take_places(self.rules, draft, frame.minors, frame.company, slip)
        draft.update(0, removing=False)
        return True

    def _discards(self, draft: RailDraft, frame: Formation) -> None:
        discard.settle(self.rules, draft)


class BuyNewShareMove(Move[Formation, BuyShare]):
    """A 10 % share of the treasury of the major being formed."""

    action = BuyShare
    label = "buy a share"
    rule = "9.2.D.a"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def shape(self, pos: Position, action: BuyShare) -> Iterator[Reason]:
        """Is there such a company?"""
        if action.company not in self.rules.certificates:
            yield shape("no_such_company", "There is no minor or major {company}.", company=action.company)

    def offers(self, pos: Position, frame: Formation) -> Iterator[Offer]:
        """One share at a time."""
        for player in frame.buyers[:1]:
            if not any(merger_shares.purchase_faults(self.rules, pos, frame.company, player)):
                yield Offer(
                    BuyShare, {"entity": player, "company": frame.company, "source": "treasury"}, rule=self.rule
                )

    def check(self, pos: Position, frame: Formation, action: BuyShare) -> Iterator[Reason]:
        """The new major's treasury alone, within the limits and the buyer's cash."""
        if action.company != frame.company or action.source != "treasury":
            yield broken(
                "only_new_shares", self.rule, "Only shares in the treasury of {company} are for sale now.",
                company=frame.company,
            )  # fmt: skip
        else:
            yield from merger_shares.purchase_faults(self.rules, pos, frame.company, action.entity)

    def apply(self, draft: Draft[Any], frame: Formation, action: BuyShare) -> None:
        """Pay and take it; who may buy but one is done."""
        assert isinstance(draft, RailDraft)
        merger_shares.buy(self.rules, draft, frame.company, action.entity)
        if not frame.freely:
            draft.update(0, buyers=frame.buyers[1:])


class EndBuyingMove(Move[Formation, Pass]):
    """Buy no more."""

    action = Pass
    label = "buy no more"
    rule = "9.2.D.a"

    def offers(self, pos: Position, frame: Formation) -> Iterator[Offer]:
        """Always."""
        for player in frame.buyers[:1]:
            yield Offer(Pass, {"entity": player}, rule=self.rule)

    def check(self, pos: Position, frame: Formation, action: Pass) -> Iterator[Reason]:
        """Nobody has to buy."""
        return iter(())

    def apply(self, draft: Draft[Any], frame: Formation, action: Pass) -> None:
        """The next one may buy."""
        draft.emit("buying_ended", player=action.entity, company=frame.company)
        draft.update(0, buyers=frame.buyers[1:])


class RemoveTokenMove(Move[Formation, RemoveToken]):
    """Give up one of the minors' tokens until as many are left as may be kept."""

    action = RemoveToken
    label = "give up a token"
    rule = "9.2.E.b"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def shape(self, pos: Position, action: RemoveToken) -> Iterator[Reason]:
        """Is there such a city?"""
        return city_shape(self.rules, pos, action.city)

    def offers(self, pos: Position, frame: Formation) -> Iterator[Offer]:
        """Every token that may go."""
        nodes = merger_tokens.removable(self.rules, pos, frame.minors)
        cities = tuple(f"{hex_id}/{city}" for hex_id, city in nodes)
        yield Offer(RemoveToken, {"entity": frame.company}, Options("city", cities), rule=self.rule)

    def check(self, pos: Position, frame: Formation, action: RemoveToken) -> Iterator[Reason]:
        """A token of the merger, and two hexes remain where there are two."""
        node = parse_city(self.rules, pos, action.city)
        assert node is not None
        return merger_tokens.removal_faults(self.rules, pos, frame.minors, node)

    def apply(self, draft: Draft[Any], frame: Formation, action: RemoveToken) -> None:
        """Off the map."""
        assert isinstance(draft, RailDraft)
        node = parse_city(self.rules, draft, action.city)
        assert node is not None
        merger_tokens.remove(self.rules, draft, frame.minors, node)
