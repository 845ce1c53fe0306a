"""Records: what is written is read, and what is damaged is refused in words."""

import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kernel import play
from towpath.kernel import record as records
from towpath.kernel.codec import FormatError
from towpath.kernel.migrations import migrate
from towpath.kernel.record import Act, Aside, EndAnswer, EndOffer, HandOver, Head, Leave, Note, Redo, Return, Seat, Undo

EVERY_ENTRY = (
    Act(by="p1", at="2024-05-01T12:00:00Z", action={"type": "sit_out", "entity": "p1"}),
    Act(by="x", action={"type": "lay_card", "entity": "p2", "card": 3}, hand="import", waived=("same_value",)),
    Undo(by="p1"),
    Undo(by="p1", to=0),
    Redo(by="p2"),
    HandOver(by="p1", seat="p2", name="Robot", kind="bot"),
    Leave(by="p1", seat="p1"),
    Return(by="p1", seat="p1"),
    EndOffer(by="p1"),
    EndOffer(hand="import"),
    EndAnswer(by="p2", agree=True),
    Note(by="p1", text="</script> \u2028 “quoted”"),
    Aside(by="p2", data={"type": "program_share_pass", "until": [1, None]}),
)


def full() -> records.Record:
    return play.record(
        log=EVERY_ENTRY, options={"coins": 40, "long": True, "sides": "both"}, overlays={"cards.txt": "30"}
    )


def test_every_kind_of_entry_survives_the_file():
    assert records.load(records.dump(full())) == full()


def test_a_file_has_one_line_per_entry():
    text = records.dump(full()).decode()
    assert sum(line.startswith('{"entry":') for line in text.splitlines()) == len(EVERY_ENTRY)
    assert json.loads(text)["log"][2] == {"entry": "undo", "by": "p1"}


def test_a_log_only_grows():
    one = play.record()
    two = one.extended(Undo(by="p1"), Redo(by="p1"))
    assert (len(one.log), len(two.log)) == (0, 2)


def damaged(**changes) -> bytes:
    data = {**json.loads(records.dump(full())), **changes}
    return json.dumps({key: value for key, value in data.items() if value is not ...}).encode()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "not readable as JSON"),
        (b"\xff\xfe{}", "not readable as JSON"),
        ('{"format": 1, "title": "\xe9'.encode("latin-1"), "not readable as JSON"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"format": 1, "log": ' + b'{"a":' * 50_000, "nested too deeply"),
        (b"[]", "is an object"),
        (b"null", "is an object"),
        (b"{}", "format must be a number"),
        (damaged(format="1"), "format must be a number"),
        (damaged(format=True), "format must be a number"),
        (damaged(format=2), "a newer Towpath"),
        (damaged(format=0), "unknown format 0"),
        (damaged(title=...), "title"),
        (damaged(title=3), r"\$.title"),
        (damaged(seats=[]), "seats is empty"),
        (damaged(seats=[{"id": "p1", "name": "A"}] * 2), "id of its own"),
        (damaged(seats=[{"id": "", "name": "A"}]), "id of its own"),
        (damaged(seats=[{"id": "p1", "name": "A", "kind": "ghost"}]), "kind"),
        (damaged(surprise=1), "surprise"),
        (damaged(log={}), r"\$.log"),
        (damaged(log=[{"entry": "undo"}, {"entry": "explode"}]), "log entry 2"),
        (damaged(log=[{"entry": "undo", "to": 1}]), "log entry 1: to is 1"),
        (damaged(log=[{"entry": "undo", "to": -1}]), "log entry 1: to is -1"),
        (damaged(log=[{"entry": "undo", "to": 10**30}]), "log entry 1"),
        (damaged(log=[{"entry": "leave", "seat": "p9"}]), "no seat 'p9'"),
        (damaged(log=[{"entry": "act", "action": [], "by": "p1"}]), "log entry 1"),
        (damaged(log=[{"entry": "act", "action": {}, "hand": "god"}]), "log entry 1"),
        (damaged(log=[{"entry": "act", "action": {}, "waived": ["a"]}]), "only an imported"),
        (damaged(head={"index": 99, "position": {}}), "head.index is 99"),
        (damaged(head={"index": -1, "position": {}}), "head.index is -1"),
        (damaged(options={"coins": 1.5}), "options"),
    ],
)
def test_damage_is_refused_in_words(text, says):
    with pytest.raises(FormatError, match=says):
        records.load(text)


def test_a_truncated_file_is_refused_wherever_it_was_cut():
    whole = records.dump(full())
    for length in range(0, len(whole) - 2, 7):
        with pytest.raises(FormatError):
            records.load(whole[:length])


def test_a_giant_file_is_refused_before_it_is_read(monkeypatch):
    monkeypatch.setattr("towpath.kernel.codec.MAX_BYTES", 100)
    with pytest.raises(FormatError, match="larger than"):
        records.load(records.dump(full()))


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60), st.integers(min_value=0, max_value=10_000), st.integers(min_value=0, max_value=40))
def test_random_damage_gives_a_record_or_a_format_error(noise, place, length):
    whole = records.dump(full())
    place %= len(whole)
    try:
        read = records.load(whole[:place] + noise + whole[place + length :])
    except FormatError:
        return
    assert isinstance(read, records.Record)


def test_migrations_run_one_after_the_other():
    def renamed(data):
        return {"players": data.pop("names"), **data}

    def seated(data):
        return {"seats": [{"id": name, "name": name} for name in data.pop("players")], **data}

    steps = {-1: renamed, 0: seated}
    old = {"format": -1, "title": "T", "names": ["a", "b"], "rules_version": "1", "seed": "s"}
    new = migrate(old, steps, 1)
    assert msgspec.convert(new, records.Record).seats == (Seat("a", "a"), Seat("b", "b"))
    with pytest.raises(FormatError, match="unknown format -2; this program reads -1, 0, 1"):
        migrate({"format": -2}, steps, 1)


def test_the_head_is_kept():
    played = play.random_play(play.game(), 6)
    saved = records.load(records.dump(played.record))
    assert saved.head == Head(6, played.timeline.codec.plain(played.state))
