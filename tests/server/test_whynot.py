"""Why something is not offered: each reason is told once, what could not be meant is not told, hexes answer for themselves."""

from __future__ import annotations

from tests.server.test_no_ids import golden, look
from towpath.api import Reason
from towpath.server import whynot
from towpath.server.decision import MOST_REFUSALS
from towpath.server.whynot import Refusal, gathered


def refusal(label: str, cost: int) -> Refusal:
    return Refusal(label, (Reason("too_dear", "4.2", "It costs {cost}.", {"cost": cost}),))


def test_the_same_sentence_is_told_once() -> None:
    found = gathered([refusal("A", 5), refusal("B", 7), refusal("C", 5), refusal("A", 5)], 8)
    assert [(each.label, each.others) for each in found] == [("A", ("C",)), ("B", ())]


def test_what_is_still_too_much_is_told_once_for_each_rule() -> None:
    found = gathered([refusal(name, cost) for cost, name in enumerate("ABCDE")], 3)
    assert [(each.label, each.others) for each in found] == [("A", ("B", "C", "D", "E"))]


def test_every_kind_that_is_closed_or_open_gives_a_short_answer() -> None:
    game, _ = golden("1856")
    asked = set()
    for number in range(0, game.number, game.number // 12):
        seen = look(game.plan(None, number=number))
        for kind in {offer.type for offer in seen.offers} | {kind for kind, _ in whynot.closed_kinds(seen)[0]}:
            if whynot.answering_places(seen, kind):
                continue
            refused = whynot.refusals(seen, kind)
            asked.add(kind)
            assert len(gathered(refused, MOST_REFUSALS)) <= 2 * MOST_REFUSALS, kind
            assert not [reason for each in refused for reason in each.reasons if reason.tier == "shape"]
    assert {"bid", "buy_share", "sell_shares"} <= asked


def test_hexes_answer_for_themselves_where_several_things_may_be_put_on_them() -> None:
    game, rules = golden("1867")
    number = next(
        n for n in range(game.number) if any(o.type == "lay_tile" for o in game.plan(None, number=n).offers())
    )
    seen = look(game.plan(None, number=number))
    places = whynot.answering_places(seen, "lay_tile")
    offered = {row["hex"] for o in seen.offers if o.type == "lay_tile" for d in o.domains for row in d.assignments(0)}
    assert offered
    assert set(places) == set(rules.board.hexes) - offered
    assert not whynot.answering_places(seen, "place_token")
