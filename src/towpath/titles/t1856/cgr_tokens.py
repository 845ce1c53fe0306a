"""Tokens and trains of the CGR when it forms: what its president chooses [14.9, 14.10]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from towpath.hexmap.board import NodeId
from towpath.kernel.draft import Draft
from towpath.kernel.engine import finish
from towpath.kernel.offers import Offer, Options
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason, broken, shape
from towpath.kernel.state import Frame
from towpath.rail import charters, verbs
from towpath.rail.actions import DiscardTrain, Pass, PlaceToken
from towpath.rail.rules import RailRules
from towpath.rail.state import POOL
from towpath.rail.tokens import city_shape, parse_city
from towpath.titles.t1856.cgr_life import is_permanent
from towpath.titles.t1856.policies import policies_of
from towpath.titles.t1856.rules import Rules1856
from towpath.titles.t1856.state import Draft1856, Pos


class NationalTokens(Frame, frozen=True, kw_only=True):
    """Tokens of absorbed companies being replaced, homes first; ``done``: the rest leave the map."""

    absorbed: tuple[str, ...]
    done: bool = False


class NationalFours(Frame, frozen=True, kw_only=True):
    """The CGR's president may give its 4s to the pool one by one (C10)."""


def taken_hexes(rules: Rules1856, pos: Pos) -> set[str]:
    """The hexes with a token of the CGR."""
    return {hex_id for hex_id, _ in rules.tokens_of(pos, rules.national)}


def candidates(rules: Rules1856, pos: Pos, absorbed: Sequence[str]) -> list[NodeId]:
    """The cities where a token may be replaced next: of homes while there are any, then all others; one a hex."""
    taken = taken_hexes(rules, pos)
    nodes = sorted({node for company in absorbed for node in rules.tokens_of(pos, company) if node[0] not in taken})
    homes = home_hexes(rules, absorbed)
    first = [node for node in nodes if node[0] in homes and _is_home(pos, node, homes[node[0]])]
    return first or nodes


def home_hexes(rules: Rules1856, absorbed: Sequence[str]) -> dict[str, str]:
    """The home hexes of the absorbed companies."""
    return {(rules.companies[company].home or "").partition("/")[0]: company for company in absorbed}


def _is_home(pos: Pos, node: NodeId, company: str) -> bool:
    return any(token[0] == node[1] and token[2] == company for token in pos.tokens.get(node[0], ()))


def room(rules: Rules1856, pos: Pos) -> int:
    """How many of its ten tokens are left."""
    return len(pos.charter[rules.national])


def free_choice(rules: Rules1856, pos: Pos, absorbed: Sequence[str]) -> bool:
    """Whether there is something to choose: too many hexes, two cities in one, or (C17) the right to leave some out."""
    found = candidates(rules, pos, absorbed)
    hexes = [hex_id for hex_id, _ in found]
    homes = home_hexes(rules, absorbed)
    optional = not policies_of(rules).cgr_tokens_compulsory and any(hex_id not in homes for hex_id in hexes)
    return len(set(hexes)) > room(rules, pos) or len(set(hexes)) < len(hexes) or optional


def replace(rules: Rules1856, draft: Draft1856, node: NodeId, absorbed: Sequence[str]) -> None:
    """A token of the CGR takes the place of an absorbed company's; others of them in the hex go."""
    hex_id, city = node
    owner = next(token[2] for token in draft.tokens[hex_id] if token[0] == city and token[2] in absorbed)
    national = rules.national
    charters.replace_token(draft, owner, national, hex_id, city, draft.charter[national][0])
    for other_city, _, company in draft.tokens[hex_id]:
        if company in absorbed:
            verbs.lift_token(draft, company, hex_id, other_city, None)


class ReplaceMove(Move[NationalTokens, PlaceToken]):
    """Name a city whose token is replaced."""

    action = PlaceToken
    label = "replace a token"
    rule = "14.10.a"

    def __init__(self, rules: Rules1856) -> None:
        self.rules = rules

    def _cities(self, pos: Pos, frame: NationalTokens) -> tuple[str, ...]:
        return tuple(f"{hex_id}/{city}" for hex_id, city in candidates(self.rules, pos, frame.absorbed))

    def shape(self, pos: Pos, action: PlaceToken) -> Iterator[Reason]:
        """Is there such a city?"""
        return city_shape(self.rules, pos, action.city)

    def offers(self, pos: Pos, frame: NationalTokens) -> Iterator[Offer]:
        """The cities with tokens of absorbed companies."""
        domain = Options("city", self._cities(pos, frame))
        yield Offer(PlaceToken, {"entity": self.rules.national}, domain, rule=self.rule)

    def check(self, pos: Pos, frame: NationalTokens, action: PlaceToken) -> Iterator[Reason]:
        """One of them."""
        cities = self._cities(pos, frame)
        if action.city not in cities:
            yield broken("no_token_there", self.rule, "Tokens are replaced in {cities}.", cities=list(cities))

    def apply(self, draft: Draft[Any], frame: NationalTokens, action: PlaceToken) -> None:
        """Replace it."""
        assert isinstance(draft, Draft1856)
        node = parse_city(self.rules, draft, action.city)
        assert node is not None
        replace(self.rules, draft, node, frame.absorbed)


class KeepTokensMove(Move[NationalTokens, Pass]):
    """Leave the other tokens on the charter (C17)."""

    action = Pass
    label = "replace no more"
    rule = "P.14.10.c"

    def __init__(self, rules: Rules1856) -> None:
        self.rules = rules

    def _faults(self, pos: Pos, frame: NationalTokens) -> Iterator[Reason]:
        homes = home_hexes(self.rules, frame.absorbed)
        found = candidates(self.rules, pos, frame.absorbed)
        if policies_of(self.rules).cgr_tokens_compulsory or any(node[0] in homes for node in found):
            yield broken("must_replace", self.rule, "Every token that can be replaced has to be.")

    def offers(self, pos: Pos, frame: NationalTokens) -> Iterator[Offer]:
        """Where it is allowed."""
        if not any(self._faults(pos, frame)):
            yield Offer(Pass, {"entity": self.rules.national}, rule=self.rule)

    def check(self, pos: Pos, frame: NationalTokens, action: Pass) -> Iterator[Reason]:
        """Homes are always replaced, others unless C17 says so."""
        return self._faults(pos, frame)

    def apply(self, draft: Draft[Any], frame: NationalTokens, action: Pass) -> None:
        """The rest leave the map."""
        draft.update(0, done=True)


class NationalTokensProcedure(Procedure[NationalTokens]):
    """Replaces what needs no choice, asks about the rest."""

    frame = NationalTokens
    label = "replace tokens"

    def __init__(self, rules: RailRules) -> None:
        assert isinstance(rules, Rules1856)
        self.rules = rules
        self.open_moves = (ReplaceMove(rules), KeepTokensMove(rules))

    def actors(self, pos: Pos, frame: NationalTokens) -> tuple[str, ...]:
        """The CGR."""
        return (self.rules.national,)

    def advance(self, draft: Draft[Any], frame: NationalTokens) -> bool:
        """One city after the other while there is no choice; in the end what is left over leaves the map."""
        assert isinstance(draft, Draft1856)
        rules = self.rules
        found = [] if frame.done or not room(rules, draft) else candidates(rules, draft, frame.absorbed)
        if not found:
            for company in frame.absorbed:
                for hex_id, city in rules.tokens_of(draft, company):
                    verbs.lift_token(draft, company, hex_id, city, None)
            finish(draft, rules)
        elif free_choice(rules, draft, frame.absorbed):
            return False
        else:
            replace(rules, draft, found[0], frame.absorbed)
        return True


def fours(rules: Rules1856, pos: Pos) -> list[str]:
    """The CGR's trains that will rust."""
    return [train for train in rules.trains_of(pos, rules.national) if not is_permanent(rules, train)]


class DiscardFourMove(Move[NationalFours, DiscardTrain]):
    """Give a 4 to the pool."""

    action = DiscardTrain
    label = "discard a 4"
    rule = "P.14.9.a"

    def __init__(self, rules: Rules1856) -> None:
        self.rules = rules

    def shape(self, pos: Pos, action: DiscardTrain) -> Iterator[Reason]:
        """Is there such a train?"""
        if action.train not in pos.trains:
            yield shape("no_such_train", "There is no train {train}.", train=action.train)

    def offers(self, pos: Pos, frame: NationalFours) -> Iterator[Offer]:
        """Its 4s."""
        domain = Options("train", tuple(fours(self.rules, pos)))
        yield Offer(DiscardTrain, {"entity": self.rules.national}, domain, rule=self.rule)

    def check(self, pos: Pos, frame: NationalFours, action: DiscardTrain) -> Iterator[Reason]:
        """One of them."""
        if action.train not in fours(self.rules, pos):
            yield broken("no_four", self.rule, "{train} is no 4 of {company}.", train=action.train,
                         company=self.rules.national)  # fmt: skip

    def apply(self, draft: Draft[Any], frame: NationalFours, action: DiscardTrain) -> None:
        """Into the pool."""
        assert isinstance(draft, Draft1856)
        verbs.move_train(self.rules, draft, action.train, POOL)


class KeepFoursMove(Move[NationalFours, Pass]):
    """Keep the others."""

    action = Pass
    label = "keep the other 4s"
    rule = "P.14.9.a"

    def __init__(self, rules: Rules1856) -> None:
        self.rules = rules

    def _faults(self, pos: Pos) -> Iterator[Reason]:
        national = self.rules.national
        if len(self.rules.trains_of(pos, national)) > self.rules.train_limit(pos, national):
            yield broken("four_too_many", self.rule, "{company} is over the limit and discards 4s first.",
                         company=national)  # fmt: skip

    def offers(self, pos: Pos, frame: NationalFours) -> Iterator[Offer]:
        """Within the limit."""
        if not any(self._faults(pos)):
            yield Offer(Pass, {"entity": self.rules.national}, rule=self.rule)

    def check(self, pos: Pos, frame: NationalFours, action: Pass) -> Iterator[Reason]:
        """Over the limit 4s go first."""
        return self._faults(pos)

    def apply(self, draft: Draft[Any], frame: NationalFours, action: Pass) -> None:
        """That was all."""
        finish(draft, self.rules)


class NationalFoursProcedure(Procedure[NationalFours]):
    """Asks as long as there are 4s."""

    frame = NationalFours
    label = "discard or keep 4s"

    def __init__(self, rules: RailRules) -> None:
        assert isinstance(rules, Rules1856)
        self.rules = rules
        self.open_moves = (DiscardFourMove(rules), KeepFoursMove(rules))

    def actors(self, pos: Pos, frame: NationalFours) -> tuple[str, ...]:
        """The CGR."""
        return (self.rules.national,)

    def advance(self, draft: Draft[Any], frame: NationalFours) -> bool:
        """Done without 4s."""
        assert isinstance(draft, Draft1856)
        if fours(self.rules, draft):
            return False
        finish(draft, self.rules)
        return True
