# SPDX-License-Identifier: MIT
"""Like with like: what lay around each round is taken off before boots are
compared, and rounds of unlike surroundings say nothing."""

import math
import random
import statistics
from pathlib import Path

import pytest
from quietcore.compare import around
from quietcore.compare.around import Round
from sides import compared, folder_of, row

NEAR, FAR = 170, 320
QUIET = 178


def boots(folder: Path, seed: int, slower: dict[str, float], *, cores: int = 1,
          count: int = 8, told: bool = True, line: int = 0, speeds: tuple[float, ...] = (1,),
          quiet: bool = False, rows_made: int = 4, far: int = 1) -> Path:
    """Boots under a moving clock; of one core half the rounds beside someone
    else's thread, of two cores each boot near or far, far in `far` of 3."""
    def rows(luck: random.Random, _boot: int) -> list[dict]:
        place = line or luck.choice((NEAR,) * (3 - far) + (FAR,) * far)
        clocks = [luck.choice((2100, 2200, 2300)) for _ in range(6)]
        widths = [QUIET if quiet else luck.choice((QUIET, 330)) for _ in range(5)] + [QUIET]
        known = {"clock_rounds": clocks, "width_rounds": widths} | (
            {"line_rounds": [place] * 6} if cores > 1 else {})
        return [row([round(100 * slower.get(f"v{at}", 1) * own * luck.choice(speeds) * (
            clock / 2200 * (width / QUIET)**(0.5 + at / 9) if cores == 1
            else 1 + 4 * (place == FAR)), 3) for clock, width in zip(clocks, widths)],
            f"v{at}", cores=cores, **known if told else {})
            for at, own in ((at, luck.gauss(1, 0.002)) for at in range(rows_made))]
    return folder_of(folder, seed, count, rows)


def told_of(tmp_path, slower: dict, old: dict | None = None, **changes) -> list[dict]:
    return compared(boots(tmp_path / "a", 1, {}, **changes | (old or {})),
                    boots(tmp_path / "b", 2, slower, **changes))[0]["rows"]


def slow(rows: list[dict]) -> list[str]:
    """Those that are called slower; none may be called faster."""
    assert "faster" not in [each["verdict"] for each in rows]
    return [each["variant"] for each in rows if each["verdict"] == "slower"]


HIDDEN = {"cores": 2, "far": 2}


@pytest.mark.parametrize("slower, how, found", [
    # What surroundings hide is found where they are told.
    ({"v2": 1.05}, {}, ["v2"]), ({"v2": 1.3}, {"cores": 2}, ["v2"]),
    # All rows of an experiment: no neighbour could tell that, the clock's course does.
    ({f"v{at}": 1.05 for at in range(4)}, {}, ["v0", "v1", "v2", "v3"]),
    # A row of several speeds is told by what boots share: the fast rounds, or the slow.
    *(({"v2": 1.05}, {"speeds": speeds, "quiet": True}, ["v2"])
      for speeds in ((1, 1, 1.4), (1, 1.4, 1.4), (1, 1.4))),
    # It is hidden where nothing is told and neighbours are too few; a side that tells
    # nothing (older programs) is compared as it is.
    ({"v1": 1.3}, HIDDEN | {"told": False, "rows_made": 2}, []),
    ({"v2": 1.3}, HIDDEN | {"old": {"told": False}}, []),
    # Two boots that lie alike are compared.
    ({"v1": 3}, {"cores": 2, "count": 1, "line": FAR}, ["v1"])])
def test_what_is_found(tmp_path, slower, how, found):
    assert slow(told_of(tmp_path, slower, **how)) == found


def test_two_boots_that_lie_elsewhere_say_nothing(tmp_path):
    rows = told_of(tmp_path, {}, cores=2, count=1, line=FAR, old={"line": NEAR})
    assert {(each["verdict"], each["reason"]) for each in rows} == {
        ("inconclusive", "its cores were put elsewhere")}


@pytest.mark.parametrize("boots_made", [*range(1, 7), 40])
def test_how_far_the_third_nearest_boot_is(boots_made):
    """Beside all distances of all boots."""
    luck = random.Random(boots_made)
    values = [luck.gauss(0, 1) for _ in range(boots_made)]
    far = [sorted(abs(one - other) for other in values)[:around.NEAR + 1][-1] for one in values]
    assert around.farness(values) == statistics.median(far)
    assert around.farness([]) == 0


@pytest.mark.parametrize("name", ["lower", "median", "upper"])
def test_the_figure_in_which_boots_agree_stands_for_them(name):
    """Whatever lies between the two sides."""
    figure = {each.__name__: each for each in around.FIGURES}[name]
    luck, boots_made = random.Random(1), []
    for at in range(16):
        rounds = [luck.uniform(0, 50) for _ in range(6)]
        shared = (100 if at % 2 else 130) + at / 100
        if figure is around.lower:
            rounds[:2], rounds[2:] = [0, shared], [shared + 50] * 4
        elif figure is around.upper:
            rounds[:2], rounds[2:] = [500, shared], [luck.random()] * 4
        else:
            rounds[:] = [luck.random(), luck.random(), shared, shared,
                         400 * luck.random() + shared, 900 * luck.random()]
            rounds[5] += shared
        boots_made.append(rounds)
    assert around.figures_of(boots_made) == [*map(figure, boots_made)]


def of(values: list[float], **around_it) -> list[Round]:
    return [Round((0, at), value, **{"clock": 2100, "width": QUIET, "line": NEAR} | around_it)
            for at, value in enumerate(values)]


def test_a_placement_of_few_boots_is_left_out():
    near, far = of([1, 2, 3]), of([8, 9], line=FAR)
    assert around.placed(near + far) == near
    assert around.placed(far) == far


@pytest.mark.parametrize("seed", range(20))
def test_a_placement_is_what_most_boots_lie_in(seed):
    """Beside every beginning, tried one after the other."""
    luck = random.Random(seed)
    left = [Round((0, luck.randrange(6)), at, 2100, QUIET,
                  luck.choice((0, 100, 150, 160, 161, 300, 480, 900)))
            for at in range(40)]
    found = around.places(left)
    left = [each for each in left if each.line]
    for place in found:
        ways = [[each for each in left if low <= each.line <= around.ONE_PLACE * low]
                for low in sorted({each.line for each in left})]
        best = max(ways, key=lambda way: (len(around.by_boot(way)), len(way)))
        assert sorted(place) == sorted(best)
        left = [each for each in left if each not in place]
    assert left == []


def test_each_placement_is_over_its_own_usual():
    far = [each._replace(boot=(1, each.boot[1])) for each in of([11, 12, 13], line=FAR)]
    assert [each.value for each in around.placed(of([1, 2, 3]) + far)] == [1, 2, 3, 1, 2, 3]


def test_a_moving_clock_is_taken_off():
    rounds = [Round((0, 0), math.log(clock), clock, QUIET, 0) for clock in (2000, 2100, 2400)]
    assert len({round(each.value, 9) for each in around.clocked(rounds)}) == 1


def test_a_line_through_points():
    assert around.slope([0, 1, 2], [5, 7, 9]) == pytest.approx(2)
    assert around.slope([1, 1], [5, 7]) == 0


def test_sides_are_never_looked_at():
    """Boots that change sides keep their figures."""
    luck = random.Random(4)
    rounds = [Round((0, boot), luck.random(), 2100,
                    luck.choice((QUIET, 250, 330)), luck.choice((NEAR, FAR)))
              for boot in range(8) for _ in range(6)]
    swapped = [each._replace(boot=(each.boot[1] % 2, each.boot[1])) for each in rounds]
    figures = [sorted(sum(around.each_boot(around.placed(heap), 0.5, around.QUIETEST), []))
        for heap in (rounds, swapped)]
    assert figures[0] == figures[1]
