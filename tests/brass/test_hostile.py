"""Whatever is sent is answered by reasons; nothing is written and nothing breaks."""

from __future__ import annotations

import re
from importlib.resources import files

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.brass.scenes import scene
from towpath.api import Game, Refused
from towpath.facts.files import DataError
from towpath.kernel import record as records

GAME = Game.new("Brass", 4, options={"first_player": "seat1"}, seed="hostile")
PLAYED = GAME.number
WORDS = st.sampled_from(
    ["manchester", "bolton-1", "cotton", "track", "distant", "p1", "p2", "bank", "", "nowhere", "bolton--manchester", "\ud800",
     "coal", "?"]
)  # fmt: skip
KINDS = st.sampled_from(
    ["build", "build_link", "build_second_rail", "stop_building", "develop", "sell_cotton", "sell_more", "stop_selling",
     "take_loan", "pass", "remove_counter", "bid"]
)  # fmt: skip
VALUES = st.one_of(
    WORDS, st.integers(-(10**18), 10**18), st.none(), st.booleans(), st.lists(WORDS, max_size=4), st.floats()
)
FIELDS = st.sampled_from(
    ["card", "second_card", "space", "industry", "coal", "iron", "line", "industries", "mill", "to", "amount", "entity", "x"]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(KINDS, st.dictionaries(FIELDS, VALUES, max_size=7))
def test_any_nonsense_is_explained(kind, fields):
    action = {"entity": "p1", **fields, "type": kind}
    reasons = GAME.explain(action)
    for reason in reasons:
        assert reason.sentence
    if reasons:
        with pytest.raises(Refused):
            GAME.play(action)
    assert GAME.number == PLAYED


WELL_FORMED = {
    "build": {"card": WORDS, "second_card": st.none() | WORDS, "space": WORDS, "industry": st.sampled_from(["cotton", "coal"]),
              "coal": st.lists(WORDS, max_size=2), "iron": st.lists(WORDS, max_size=2)},
    "build_link": {"card": WORDS, "line": WORDS, "coal": st.lists(WORDS, max_size=2)},
    "develop": {"card": WORDS, "industries": st.lists(st.sampled_from(["cotton", "port"]), max_size=3),
                "iron": st.lists(WORDS, max_size=3)},
    "sell_cotton": {"card": WORDS, "mill": WORDS, "to": WORDS},
    "take_loan": {"card": WORDS, "amount": st.integers(-(10**18), 10**18)},
}  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(sorted(WELL_FORMED)), st.data())
def test_well_formed_actions_with_any_names_are_explained(kind, data):
    fields = {name: data.draw(values) for name, values in WELL_FORMED[kind].items()}
    if any("\ud800" in str(value) for value in fields.values()):
        fields["card"] = "wigan"
    reasons = GAME.explain({"type": kind, "entity": "p1", **fields})
    assert all(reason.sentence for reason in reasons)


def test_nobody_acts_for_another():
    card = GAME.state.hands["p1"][0]
    action = {"type": "pass", "entity": "p1", "card": card}
    assert [reason.code for reason in GAME.explain(action, "p2")] == ["not_yours"]
    assert [reason.code for reason in GAME.explain({**action, "entity": "p2"})] == ["not_your_turn"]
    assert [reason.code for reason in GAME.explain({**action, "entity": "bank"})] == ["no_such_entity"]


def test_reasons_against_anothers_action_do_not_tell_his_hand():
    for card in ("manchester", "colne", "shipyard"):
        reasons = GAME.explain({"type": "pass", "entity": "p2", "card": card}, "p1")
        assert {reason.code for reason in reasons} == {"not_yours", "not_your_turn"}


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        ("build", {"card": "bury", "space": "leeds-1", "industry": "cotton"}, "no_such_space"),
        ("build", {"card": "leeds", "space": "bury-1", "industry": "cotton"}, "no_such_card"),
        ("build", {"card": "scotland", "space": "bury-1", "industry": "cotton"}, "no_such_card"),
        ("build", {"card": "bury", "space": "bury-1", "industry": "cotton", "coal": ["pit"]}, "no_such_source"),
        ("build_link", {"card": "bury", "line": "bury--leeds"}, "no_such_line"),
        ("sell_cotton", {"card": "bury", "mill": "bury-9", "to": "distant"}, "no_such_space"),
        ("sell_cotton", {"card": "bury", "mill": "bury-1", "to": "home"}, "no_such_buyer"),
        ("remove_counter", {"space": "bury-9"}, "no_such_space"),
        ("take_loan", {"card": "leeds", "amount": 10}, "no_such_card"),
    ],
)
def test_names_that_do_not_exist_are_said_so(kind, fields, code):
    at = scene(hands={"p1": ["bury", "bolton"]})
    assert {reason.code for reason in at.against(kind, **fields)} == {code}


def test_a_stored_position_that_nothing_can_stand_in_is_not_believed():
    game = Game.new("Brass", 3, seed="head")
    record = game.record
    assert record.head is not None
    for spoil in ({"order": ["p1", "p1", "p2"]}, {"counters": {"leeds-1": {"owner": "p1", "industry": "coal", "level": 1}}},
                  {"links": {"a--b": "p1"}}, {"cash": {"p1": 1}}, {"income": {"p1": 500, "p2": 10, "p3": 10}},
                  {"counters": {"bury-1": {"owner": "p9", "industry": "coal", "level": 1}}}, {"hands": {}}):  # fmt: skip
        head = msgspec.structs.replace(record.head, position={**record.head.position, **spoil})
        again = Game(records.load(records.dump(msgspec.structs.replace(record, head=head))))
        assert again.state == game.state


@pytest.mark.parametrize("name", ["cards.toml", "counters.toml"])
def test_more_pieces_than_anybody_could_count_are_refused(name: str) -> None:
    text = (files("towpath.brass") / name).read_text(encoding="utf-8")
    pattern = r"burnley = \d+" if name == "cards.toml" else r"count = \d+"
    spoilt, found = re.subn(pattern, lambda match: match[0].split("=")[0] + "= 1000000000", text, count=1)
    assert found
    with pytest.raises(DataError, match="1000000000"):
        Game.new("Brass", 3, overlays={name: spoilt})
