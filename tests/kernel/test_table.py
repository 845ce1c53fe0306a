"""Tables and drafts: what belongs to a state can never change."""

import copy
import pickle

import pytest

from tests.kernel.fair import FairRules
from towpath.kernel.draft import Draft
from towpath.kernel.table import Table


@pytest.mark.parametrize(
    "write",
    [
        lambda table: table.__setitem__("a", 2),
        lambda table: table.__delitem__("a"),
        lambda table: table.pop("a"),
        lambda table: table.popitem(),
        lambda table: table.clear(),
        lambda table: table.setdefault("b", 1),
        lambda table: table.update(b=1),
        lambda table: table.__ior__({"b": 1}),
    ],
)
def test_a_sealed_table_refuses_every_write(write):
    table = Table({"a": 1})
    with pytest.raises(TypeError, match="cannot change"):
        write(table)
    assert table == {"a": 1}


def test_an_opened_copy_leaves_the_original_alone():
    table = Table({"a": 1})
    copied = table.opened()
    copied["a"] = 2
    copied["b"] = 3
    assert copied.pop("b") == 3
    assert not copied.sealed
    assert table == {"a": 1}
    assert copied.seal().sealed
    with pytest.raises(TypeError):
        copied["a"] = 4


def test_versions_are_never_shared():
    tables = [Table({"a": 1}) for _ in range(5)]
    tables += [table.opened().seal() for table in tables]
    assert len({table.version for table in tables}) == 10


def test_copies_of_a_table_are_the_table_and_pickles_equal_it():
    table = Table({"a": 1})
    assert copy.copy(table) is table
    assert copy.deepcopy(table) is table
    assert pickle.loads(pickle.dumps(table)) == table


def test_a_draft_writes_once_and_shares_the_rest():
    state = FairRules(["p1", "p2"]).setup("x")
    draft = Draft(state)
    draft.edit("cash")["p1"] = 99
    after = draft.commit()
    assert (state.cash["p1"], after.cash["p1"]) == (2, 99)
    assert after.hands is state.hands
    draft.edit("cash")["p1"] = 5
    assert after.cash["p1"] == 99
    assert draft.commit().cash["p1"] == 5


def test_a_draft_without_a_write_is_the_old_state():
    state = FairRules(["p1", "p2"]).setup("x")
    assert Draft(state).commit() is state
