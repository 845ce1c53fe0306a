"""Prices on track: each part against trial, the whole against brute force, and the budget of work."""

from collections.abc import Callable
from itertools import combinations
from random import Random

import msgspec
import pytest

from tests.routes.positions import position
from tests.routes.test_properties import said, shuffled
from tests.routes.twin import all_runs, best_by_trial
from towpath.routes import Instance, RouteError, Segment, Stop, Train, best, check, memo, milp, recalled
from towpath.routes.clock import Clock
from towpath.routes.cover import Choice, cover
from towpath.routes.grow import Found, grow_runs
from towpath.routes.master import Column, Master
from towpath.routes.network import network_of
from towpath.routes.priced import PricedTable
from towpath.routes.solve import Search
from towpath.routes.table import table_of

PLENTY = 1_000_000
"""A budget of work that no position here uses up."""

STYLES = ["1761", "1856", "1867"]
"""Those with more than one train and without rules on the set."""


@pytest.fixture
def prices_at_once(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Every gap is closed by prices; the list gets the number of trains each time."""
    priced: list[int] = []

    def prove(search: Search, _: list[int]) -> None:
        priced.append(len(search.of))
        search.price()

    monkeypatch.setattr(Search, "prove", prove)
    return priced


def grid(width: int, height: int, tokens: int, trains: str, seed: int) -> Instance:
    """A railway on a grid of stops whose many trains compete for the track around its tokens."""
    random = Random(seed)
    spots = [(x, y) for x in range(width) for y in range(height)]
    number = {spot: i for i, spot in enumerate(spots)}
    segments: list[Segment] = []
    for x, y in spots:
        for there in ((x + 1, y), (x, y + 1), (x + 1, y + 1)):
            if there in number and random.random() < 0.6:
                segments.append(Segment(number[x, y], number[there], (len(segments), 200 + random.randrange(60))))
    stops = tuple(Stop(0, random.choice((20, 30, 40, 50))) if random.random() < 0.6 else Stop(1, 10) for _ in spots)
    cities = [i for i, stop in enumerate(stops) if stop.kind == 0]
    return Instance(
        stops=stops,
        segments=tuple(segments),
        tracks=260,
        trains=tuple(Train(n, int(n), int(n)) for n in trains),
        tokens=tuple(sorted(random.sample(cities, tokens))),
    )


def crowd(seed: int, style: str, trains: tuple[int, int], stops: tuple[int, int], ways: tuple[int, int]) -> Instance:
    random = Random(seed)
    return position(random, style, random.randint(*stops), random.randint(*ways), random.randint(*trains))


def agree(seed: int, style: str) -> None:
    instance = crowd(seed, style, (3, 6), (4, 7), (5, 9))
    answer = best(instance, use_milp=False)
    assert (answer.total, answer.proved) == (best_by_trial(instance)[0], True), f"seed {seed}"
    assert check(instance, answer.runs) == (), f"seed {seed}"


@pytest.mark.parametrize("style", STYLES)
def test_crowds_of_trains_are_solved_as_by_brute_force(style: str, prices_at_once: list[int]) -> None:
    for seed in range(60):
        agree(seed, style)
    assert len(prices_at_once) > 15
    assert max(prices_at_once) >= 5


@pytest.mark.prove
def test_a_thousand_crowds_of_trains(prices_at_once: list[int], proof: Callable[[str], None]) -> None:
    for seed in range(1_000, 2_000):
        agree(seed, STYLES[seed % 3])
    proof(f"routes: 1000 crowds of trains equal to brute force, {len(prices_at_once)} of them by prices")


def both_ways(seed: int, style: str, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Compare prices with the other way to close the gap; True if there was a gap."""
    instance = crowd(seed, style, (2, 4), (10, 14), (14, 24))
    one = best(instance, use_milp=False)
    used = []
    with monkeypatch.context() as patch:
        patch.setattr(Search, "prove", lambda search, _: used.append(search.price()))
        two = best(instance, use_milp=False)
    assert (one.total, two.proved) == (two.total, True), f"{style} seed {seed}"
    assert check(instance, two.runs) == ()
    return bool(used)


@pytest.mark.parametrize("style", STYLES)
def test_prices_and_shares_of_the_gap_agree(style: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sum(both_ways(seed, style, monkeypatch) for seed in range(15)) > 4


@pytest.mark.prove
@pytest.mark.skipif(not milp.installed(), reason="highspy is not installed (the extra towpath[milp])")
def test_prices_and_the_program_agree(prices_at_once: list[int], proof: Callable[[str], None]) -> None:
    for seed in range(150):
        instance = crowd(seed, STYLES[seed % 3], (3, 5), (8, 11), (10, 16))
        assert best(instance, use_milp=False).total == best(instance, use_milp=True).total, f"seed {seed}"
    proof(f"routes: 150 crowds of trains equal to the MILP, {len(prices_at_once)} of them by prices")


def test_prices_of_the_relaxed_problem_are_feasible_and_tight() -> None:
    """Duality: no column gains at the prices, and the prices are worth what is reached."""
    for seed in range(40):
        random = Random(seed)
        limits = [1] * 8 + [random.randint(1, 3) for _ in range(2)]
        master = Master(limits, lambda: None)
        columns = []
        for _ in range(3):
            for _ in range(12):
                rows = (*sorted(random.sample(range(8), random.randint(1, 4))), random.choice((8, 9)))
                columns.append(Column(random.randint(1, 40) * 640, rows))
                master.add(columns[-1])
            master.solve()
            prices = list(master.goal[:-1])
            assert min(prices) >= 0
            for column in columns:
                assert column.worth * master.scale <= sum(prices[row] for row in column.rows)
            whole = sum(column.worth for column, used in _best_choice(columns, limits) if used)
            assert whole * master.scale <= sum(price * limit for price, limit in zip(prices, limits, strict=True))
            moved = [row[-1] for row in Master(limits, lambda: None).rows]
            assert master.goal[-1] == sum(price * right for price, right in zip(prices, moved, strict=True))


def _best_choice(columns: list[Column], limits: list[int]) -> list[tuple[Column, bool]]:
    """Up to three columns that fit together and are worth most."""
    best_worth, best_set = 0, set()
    for size in (1, 2, 3):
        for some in combinations(range(len(columns)), size):
            rows = [row for i in some for row in columns[i].rows]
            worth = sum(columns[i].worth for i in some)
            if worth > best_worth and all(rows.count(row) <= limits[row] for row in set(rows)):
                best_worth, best_set = worth, set(some)
    return [(column, i in best_set) for i, column in enumerate(columns)]


def test_the_set_that_loses_least_is_found() -> None:
    for seed in range(150):
        random = Random(seed)
        counts, idle = [2, 1], [random.randint(0, 9), random.randint(0, 9)]
        prices = {1 << bit: random.randint(0, 6) for bit in range(7)}
        choices = sorted(
            Choice(random.randint(0, 5), random.choice((0, 1)), sum(1 << bit for bit in random.sample(range(7), 2)))
            for _ in range(9)
        )

        def loss(
            some: tuple[int, ...],
            choices: list[Choice] = choices,
            prices: dict[int, int] = prices,
            idle: list[int] = idle,
        ) -> int | None:
            used, left = 0, [2, 1]
            for i in some:
                if used & choices[i].tracks or not left[choices[i].kind]:
                    return None
                used |= choices[i].tracks
                left[choices[i].kind] -= 1
            unused = sum(price for bit, price in prices.items() if not bit & used)
            waiting = sum(n * lost for n, lost in zip(left, idle, strict=True))
            return sum(choices[i].loss for i in some) + unused + waiting

        losses = [loss(some) for size in range(4) for some in combinations(range(9), size)]
        least = min(value for value in losses if value is not None)
        for budget in (least, least + 7, least - 1):
            found: list[list[int]] = []
            cover(choices, prices, counts, idle, budget, 1, found.append, lambda _: 1)
            assert [loss(tuple(some)) for some in found[-1:]] == ([least] if budget >= least else []), f"seed {seed}"


@pytest.mark.parametrize("style", STYLES)
def test_the_best_run_less_prices_is_found(style: str) -> None:
    compared = 0
    for seed in range(60):
        instance = crowd(seed, style, (1, 1), (4, 7), (5, 11))
        random, clock = Random(seed), Clock()
        network = network_of(instance, clock.look)
        prices = {1 << track: random.choice((0, 0, 7, 20, 45)) for track in range(instance.tracks)}
        plain = table_of(instance, network, instance.trains[0], 1, clock.look)
        table, most = PricedTable(plain, prices, clock.look), 0

        def keep(found: Found, _: int, table: PricedTable = table, prices: dict[int, int] = prices) -> int:
            nonlocal most
            run, rest = table.unpriced(found)
            assert rest == run.value - sum(price for bit, price in prices.items() if bit & run.mask)
            most = max(most, rest)
            return most

        grow_runs(table, 0, 0, keep, clock)
        runs = all_runs(instance, instance.trains[0])
        rests = [paid[0] - sum(prices[1 << track] for track in tracks) for paid, _, tracks, _ in runs]
        assert most == max([0, *rests]), f"seed {seed}"
        compared += most > 0
    assert compared > 20


NINE = grid(6, 6, 7, "444555677", 3)


def test_nine_trains_that_compete_are_proved_within_the_budget() -> None:
    answer = best(NINE, work=PLENTY)
    assert answer.proved
    assert check(NINE, answer.runs) == ()
    better = msgspec.structs.replace(NINE, trains=NINE.trains[:6])
    assert best(better, work=PLENTY).total <= answer.total


@pytest.mark.parametrize("work", [500, 4_000, 9_000, PLENTY])
def test_the_same_work_finds_the_same_set_whatever_the_order_of_the_input(work: int) -> None:
    whole, one = best(NINE, work=PLENTY), best(NINE, work=work)
    assert one.total <= whole.total <= one.upper
    assert one.proved == (one.total == one.upper)
    changed, _, _ = shuffled(Random(work), NINE)
    two = best(changed, work=work)
    assert (said(NINE, one), one.upper) == (said(changed, two), two.upper)
    assert check(NINE, one.runs) == ()


def test_little_work_is_not_enough_for_a_proof() -> None:
    answer = best(NINE, work=1_000)
    assert not answer.proved
    assert answer.total > 0


def test_the_program_does_not_count_work() -> None:
    with pytest.raises(RouteError, match="work"):
        best(NINE, use_milp=True, work=10)


def test_crowds_do_not_depend_on_the_order_of_the_input(prices_at_once: list[int]) -> None:
    for seed in range(30):
        instance = crowd(seed, STYLES[seed % 3], (3, 6), (8, 12), (10, 20))
        changed, _, _ = shuffled(Random(seed), instance)
        one, two = best(instance, use_milp=False), best(changed, use_milp=False)
        assert said(instance, one) == said(changed, two), f"seed {seed}"
    assert len(prices_at_once) > 15


def test_an_instance_is_solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def counted(instance: Instance, deadline: float | None = None, *, work: int | None = None) -> object:
        asked.append(instance)
        return best(instance, deadline, work=work)

    monkeypatch.setattr(memo, "best", counted)
    instance = crowd(77, "1867", (3, 3), (9, 9), (14, 14))
    again = msgspec.json.decode(msgspec.json.encode(instance), type=Instance)
    assert recalled(instance, work=PLENTY) == recalled(again, work=PLENTY) == best(instance, work=PLENTY)
    assert len(asked) == 1
    other = msgspec.structs.replace(instance, trains=instance.trains[:2])
    assert recalled(other, work=PLENTY) == best(other, work=PLENTY)
    assert len(asked) == 2


def test_what_a_deadline_ended_is_not_remembered() -> None:
    instance = grid(6, 5, 6, "445567", 1)
    assert not recalled(instance, 0.0).proved
    assert recalled(instance, 60.0).proved
    assert recalled(instance, 0.0).proved
