"""What the rules of the titles say, on small positions. Values and cases: the ledgers of the titles."""

import msgspec

from towpath.routes import UNLIMITED, Answer, Instance, Segment, Stop, Train, best, score_stops


def line(*stops: Stop, **rest: object) -> Instance:
    """Stops in a row, one track between neighbours, the first one with the token."""
    fields: dict[str, object] = {
        "stops": stops,
        "segments": tuple(Segment(i, i + 1, (i,)) for i in range(len(stops) - 1)),
        "tracks": len(stops),
        "trains": (),
        "tokens": (0,),
        **rest,
    }
    return Instance(**fields)  # type: ignore[arg-type]


def with_trains(instance: Instance, *trains: Train) -> Answer:
    return best(msgspec.structs.replace(instance, trains=trains), use_milp=False)


S10, L30, L40, L20 = Stop(1, 10), Stop(0, 30), Stop(0, 40), Stop(0, 20)


def test_1761_n_plus_trains_take_every_small_city_on_the_way() -> None:
    ends_small = line(S10, L30, S10, L40, S10, tokens=(1,))
    assert with_trains(ends_small, Train("2+", 2, UNLIMITED)).total == 100
    assert with_trains(ends_small, Train("4", 4, 4)).total == 90
    longer = line(L30, S10, L40, S10, L20, S10)
    assert with_trains(longer, Train("3+", 3, UNLIMITED)).total == 120
    assert with_trains(longer, Train("4", 4, 4)).total == 100
    assert with_trains(longer, Train("5", 5, 5)).total == 110
    assert with_trains(longer, Train("2+", 2, UNLIMITED)).total == 90


def test_1761_red_areas_end_a_run_but_harwich_may_be_passed() -> None:
    over = line(L30, Stop(2, 50), L40)
    assert with_trains(over, Train("3+", 3, UNLIMITED)).total == 80
    assert with_trains(msgspec.structs.replace(over, through=(1,)), Train("3+", 3, UNLIMITED)).total == 120


def test_1761_one_circle_of_london_in_a_run() -> None:
    across = line(L40, L30, L30, L20, one_of=((1, 2),), tokens=(1,))
    assert with_trains(across, Train("5", 5, 5)).total == 70
    both = msgspec.structs.replace(across, tokens=(1, 2))
    assert with_trains(both, Train("5", 5, 5), Train("4", 4, 4)).total == 70 + 50


def test_1761_boats_cross_so_many_sides_and_count_every_city() -> None:
    canal = line(Stop(0, 20), Stop(0, 30), Stop(0, 30), tokens=(2,), full=(0,))
    canal = msgspec.structs.replace(canal, segments=(Segment(0, 1, (0, 1)), Segment(1, 2, (2,))), tracks=3)

    def boats(number: int) -> int:
        return with_trains(canal, Train("boats", UNLIMITED, UNLIMITED, 7, reach=number)).total

    assert [boats(n) for n in (1, 2, 3, 4)] == [60, 60, 80, 80]
    alone = msgspec.structs.replace(canal, segments=())
    assert with_trains(alone, Train("1 boat", UNLIMITED, UNLIMITED, 7, reach=1)).total == 30
    assert with_trains(canal).total == 0


def test_1860_unused_large_stops_serve_small_ones() -> None:
    way = line(L30, S10, S10, S10, L20)
    assert with_trains(way, Train("2+1", 2, 3)).total == 60
    assert with_trains(way, Train("3+1", 3, 4)).total == 70
    assert with_trains(way, Train("2", 2, 2)).total == 50


def test_1860_a_leased_train_earns_by_the_stop() -> None:
    way = line(L30, Stop(3, 0), Stop(3, 0), L40, L20)
    leased = Train("4", 4, 4, leased=True)
    assert with_trains(way, leased).total == 40 + 4 * 20
    closed = msgspec.structs.replace(way, halts_count=0)
    assert with_trains(closed, leased).total == 40 + 3 * 20


def test_1860_halts_are_the_second_goal() -> None:
    fork = line(L30, Stop(3, 0), S10, L20, subsidy=10)
    fork = msgspec.structs.replace(fork, segments=(*fork.segments, Segment(0, 2, (4,))), tracks=5)
    answer = with_trains(fork, Train("2+2", 2, 4))
    assert (answer.total, [run.subsidy for run in answer.runs]) == (60, [10])
    none = with_trains(msgspec.structs.replace(fork, subsidy=0), Train("2+2", 2, 4))
    assert (none.total, [run.subsidy for run in none.runs]) == (60, [0])
    scarce = with_trains(fork, Train("2+1", 2, 3))
    assert (scarce.total, scarce.runs[0].counted) == (60, (0, 2, 3))


def test_1860_one_filled_city_may_be_passed_in_the_whole_set() -> None:
    way = line(L30, L40, L20, Stop(0, 50), L40, full=(1, 3), tokens=(0, 2), bypass=1)
    assert with_trains(way, Train("6", 6, 6)).total == 40 + 20 + 50 + 40
    assert with_trains(msgspec.structs.replace(way, bypass=0), Train("6", 6, 6)).total == 110


def test_1860_home_and_meeting() -> None:
    parts = Instance(
        stops=(L30, L20, L40, Stop(0, 60)),
        segments=(Segment(0, 1, (0,)), Segment(2, 3, (1,))),
        tracks=2,
        trains=(Train("2", 2, 2), Train("2", 2, 2)),
        tokens=(0, 2),
    )
    assert best(parts, use_milp=False).total == 150
    assert best(msgspec.structs.replace(parts, home=0), use_milp=False).total == 150
    assert best(msgspec.structs.replace(parts, meet=3), use_milp=False).total == 100
    assert best(msgspec.structs.replace(parts, meet=3, home=0), use_milp=False).total == 50


def test_1867_an_express_skips_cities_doubles_and_counts_a_token() -> None:
    express = Train("2+2E", 2, 2, 4, 2, True)
    way = line(L20, L30, L40, Stop(0, 50, 10), tokens=(0,))
    assert with_trains(way, express).total == 2 * (20 + 50) + 10
    paired = msgspec.structs.replace(way, pair_bonus=(((1,), (0, 2), 40),))
    assert with_trains(paired, express).total == 2 * (20 + 30 + 40)
    scored = score_stops(paired, express, (0, 1, 2, 3))
    assert scored is not None
    assert scored.counted == (0, 1)


def test_1867_towns_are_skipped_when_places_are_short() -> None:
    way = line(L30, S10, L40, S10, Stop(2, 50))
    assert with_trains(way, Train("3", 3, 3)).total == 120
    assert with_trains(way, Train("4", 4, 4)).total == 130
    assert with_trains(way, Train("2", 2, 2)).total == 70


def test_1856_everything_counts_and_the_port_pays_once() -> None:
    way = line(L30, S10, S10, L40, any_bonus=(((1, 2), 20),))
    assert with_trains(way, Train("3", 3, 3, 7)).total == 30 + 10 + 10 + 20
    assert with_trains(way, Train("D", UNLIMITED, UNLIMITED, 7)).total == 30 + 10 + 10 + 40 + 20


def test_nothing_to_run() -> None:
    assert with_trains(line(L30, L20)) == Answer((), 0, 0, True)
    assert with_trains(line(L30, L20, tokens=()), Train("2", 2, 2), Train("3", 3, 3)) == Answer((), 0, 0, True)
    assert with_trains(line(L30), Train("2", 2, 2)) == Answer((), 0, 0, True)
    assert with_trains(line(L30, L20), Train("0", 0, 0)) == Answer((), 0, 0, True)
