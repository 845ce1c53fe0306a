"""Every fault is named, where it breaks, with its numbers."""

import msgspec
import pytest

from towpath.routes import FAULTS, UNLIMITED, Fault, Given, Instance, RouteError, Segment, Stop, Train, best, check

#  0 ── 1 ── 2 ── 3 ── 4 ── 5      cities 0 2 4, town 1, off-board 5, halt 3; 2 ── 6 is a filled city
LINE = Instance(
    stops=(Stop(0, 30), Stop(1, 10), Stop(0, 40), Stop(3, 0), Stop(0, 20), Stop(2, 50), Stop(0, 60)),
    segments=(
        Segment(0, 1, (0,)),
        Segment(1, 2, (1, 2)),
        Segment(2, 3, (3,)),
        Segment(3, 4, (4,)),
        Segment(4, 5, (5,)),
        Segment(2, 6, (2, 6)),
        Segment(6, 4, (7,)),
        Segment(1, 2, (8,)),
    ),
    tracks=9,
    trains=(Train("3", 3, 3), Train("2", 2, 2)),
    tokens=(2,),
    full=(6,),
)


def codes(instance: Instance, *runs: Given) -> set[str]:
    return {fault.code for fault in check(instance, runs)}


@pytest.mark.parametrize(
    ("run", "fault"),
    [
        (Given(7, (0, 1)), Fault("no_such_train", 0, -1, (7, 2))),
        (Given(0, (0, 9)), Fault("no_such_stop", 0, 1, (9, 7))),
        (Given(0, (0, 1), (44,)), Fault("no_such_segment", 0, 0, (44, 8))),
        (Given(0, (2,)), Fault("too_few_stops", 0, -1, (1,))),
        (Given(0, (1, 2, 1)), Fault("stop_twice", 0, 2, (1, 0))),
        (Given(0, (0, 2)), Fault("no_way", 0, 0, (0, 2))),
        (Given(0, (1, 2), (0,)), Fault("wrong_way", 0, 0, (0, 1, 2))),
        (Given(0, (1, 2), (1, 2)), Fault("way_count", 0, -1, (2, 1))),
        (Given(0, (1, 2), (), (1, 2, 5)), Fault("spare_track", 0, -1, (5,))),
        (Given(0, (1, 2, 6), (1, 5)), Fault("track_twice", 0, 1, (2, 0))),
        (Given(0, (2, 6, 4), (5, 6)), Fault("passes_full", 0, 1, (6,))),
        (Given(0, (1, 2, 3)), Fault("ends_at_halt", 0, 2, (3,))),
        (Given(0, (0, 1)), Fault("no_token", 0)),
        (Given(1, (0, 1, 2, 3, 4)), Fault("too_many_mandatory", 0, -1, (3, 2))),
    ],
)
def test_a_fault_of_one_run(run: Given, fault: Fault) -> None:
    assert fault in check(LINE, [run])
    assert fault.code in FAULTS


def test_a_sound_set_has_no_fault() -> None:
    assert check(LINE, [Given(0, (0, 1, 2, 3, 4)), Given(1, (1, 2), (7,))]) == ()
    assert check(LINE, []) == ()


def test_the_way_may_be_told_by_segments_by_tracks_or_not_at_all() -> None:
    for run in (Given(0, (1, 2), (1,)), Given(0, (1, 2), (), (2, 1)), Given(0, (1, 2))):
        assert check(LINE, [run]) == ()
    assert check(LINE, [Given(0, (1, 2), (), (0,))]) == (Fault("no_way", 0, 0, (1, 2)),)


def test_a_way_left_open_avoids_the_track_of_the_same_run() -> None:
    assert check(LINE, [Given(0, (1, 2, 6))]) == ()


def test_trains_and_track_are_used_once_in_a_set() -> None:
    first = Given(0, (1, 2), (1,))
    assert check(LINE, [first, Given(0, (2, 3, 4))]) == (Fault("train_twice", 1, -1, (0, 0)),)
    assert check(LINE, [first, Given(1, (2, 6))]) == (Fault("track_shared", 1, 0, (2, 0, 0)),)


def test_all_faults_are_told_at_once() -> None:
    assert codes(LINE, Given(1, (3, 4, 5)), Given(1, (0, 2))) == {"ends_at_halt", "no_token", "train_twice", "no_way"}


def test_an_offboard_place_ends_a_run_unless_it_may_be_passed() -> None:
    stops = (*LINE.stops, Stop(0, 20))
    longer = msgspec.structs.replace(LINE, stops=stops, segments=(*LINE.segments, Segment(5, 7, (8,))), tokens=(4,))
    run = Given(0, (4, 5, 7))
    assert check(longer, [run]) == (Fault("passes_offboard", 0, 1, (5,)),)
    assert check(msgspec.structs.replace(longer, through=(5,)), [run]) == ()


def test_one_stop_of_a_group() -> None:
    grouped = msgspec.structs.replace(LINE, one_of=((0, 2),))
    assert check(grouped, [Given(0, (0, 1, 2))]) == (Fault("one_of_group", 0, 2, (2, 0)),)


def test_no_hex_again() -> None:
    line = msgspec.structs.replace(
        LINE,
        segments=(Segment(0, 1, (0,), (0, 1)), Segment(1, 2, (1,), (1, 0, 2))),
        stop_hex=(0, 1, 2, 3, 4, 5, 6),
    )
    assert check(line, [Given(0, (0, 1, 2))]) == (Fault("hex_again", 0, 1, (0,)),)


def test_more_stops_that_count_than_count_in_all() -> None:
    short = msgspec.structs.replace(LINE, trains=(Train("x", 3, 2),))
    assert check(short, [Given(0, (0, 1, 2, 3, 4))]) == (Fault("too_long", 0, -1, (3, 2)),)


def test_a_boat_reaches_so_far() -> None:
    boat = Train("2 boats", UNLIMITED, UNLIMITED, 7, reach=2)
    canal = msgspec.structs.replace(LINE, trains=(boat,))
    assert check(canal, [Given(0, (2,))]) == ()
    assert check(canal, [Given(0, (1, 2), (1,))]) == ()
    assert check(canal, [Given(0, (0, 1, 2), (0, 1))]) == (Fault("too_far", 0, -1, (3, 2)),)


def test_rules_on_the_whole_set() -> None:
    bound = msgspec.structs.replace(
        LINE, home=0, meet=3, bypass=1, tokens=(2, 4), trains=(*LINE.trains, LINE.trains[0])
    )
    one, two = Given(0, (1, 2), (7,)), Given(1, (4, 5))
    assert check(bound, [one, two]) == (Fault("home_missed", -1, -1, (0,)), Fault("apart", 1))
    assert codes(bound, Given(0, (0, 1, 2)), Given(2, (2, 6, 4))) == {"track_shared"}
    twice = msgspec.structs.replace(bound, segments=(*LINE.segments, Segment(2, 6, (8,)), Segment(4, 6, (0,))), home=-1)
    runs = [Given(0, (2, 6, 4), (5, 6)), Given(2, (2, 6, 4), (8, 9))]
    assert check(twice, runs) == (Fault("too_many_bypasses", -1, -1, (2, 1)),)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"tokens": (9,)}, "tokens: 9; it must be from 0 to 6"),
        ({"segments": (Segment(0, 9, (0,)),)}, "segment 0, stop: 9"),
        ({"segments": (Segment(0, 1, (12,)),)}, "segment 0, track: 12; it must be from 0 to 8"),
        ({"full": (2,)}, "stop 2 is in both"),
        ({"full": (-1,)}, "full: -1"),
        ({"through": (8,)}, "through: 8"),
        ({"one_of": ((1, 8),)}, "one_of 0: 8"),
        ({"stop_hex": (1, 2)}, "2 entries; it must be empty or have 7"),
        ({"bypass": 2}, "bypass: 2; it must be 0 or 1"),
        ({"home": 7}, "home: 7"),
        ({"any_bonus": (((8,), 20),)}, "any_bonus 0: 8"),
        ({"any_bonus": (((1,), -20),)}, "any_bonus 0: -20"),
        ({"pair_bonus": (((1,), (9,), 20),)}, "pair_bonus 0: 9"),
        ({"pair_bonus": (((1,), (2,), -20),)}, "pair_bonus 0: -20"),
        ({"subsidy": -1}, "subsidy: -1"),
        ({"stops": (*LINE.stops[:6], Stop(4, 10))}, "stop 6: kind 4"),
        ({"stops": (*LINE.stops[:6], Stop(0, -10))}, "value -10"),
        ({"trains": (Train("x", -1, 2),)}, "train x: n -1"),
        ({"trains": (Train("b", 2, 2, 7, reach=2),)}, "train b: with a reach every stop counts"),
    ],
)
def test_a_malformed_instance_is_refused(change: dict[str, object], word: str) -> None:
    with pytest.raises(RouteError) as refused:
        best(msgspec.structs.replace(LINE, **change))
    assert word in str(refused.value)
