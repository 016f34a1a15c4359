# SPDX-License-Identifier: MIT
"""Like with like: what lay around each round is taken off before boots are
compared, and rounds of unlike surroundings say nothing."""

import json
import math
import random
import statistics
from pathlib import Path

import make_log
import pytest
from in_process import qc
from quietcore.compare import around
from quietcore.compare.around import Round
from sides import METAL, row

NEAR, FAR = 170, 320
QUIET = 178


def boots(folder: Path, seed: int, slower: dict[str, float], *, cores: int = 1,
          count: int = 8, told: bool = True, line: int = 0,
          speeds: tuple[float, ...] = (1,), quiet: bool = False,
          rows_made: int = 4, far: int = 1) -> Path:
    """Boots under a moving clock; of one core half the rounds beside someone
    else's thread, of two cores each boot near or far, far in `far` of 3."""
    luck = random.Random(seed)
    folder.mkdir()
    for boot in range(count):
        place = line or luck.choice((NEAR,) * (3 - far) + (FAR,) * far)
        clocks = [luck.choice((2100, 2200, 2300)) for _ in range(6)]
        widths = [QUIET if quiet else luck.choice((QUIET, 330))
                  for _ in range(5)] + [QUIET]
        rows = []
        for at in range(rows_made):
            base = 100 * slower.get(f"v{at}", 1) * luck.gauss(1, 0.002)
            rounds = [base * luck.choice(speeds) * (
                          clock / 2200 * (width / QUIET)**(0.5 + at / 9)
                          if cores == 1 else 1 + 4 * (place == FAR))
                      for clock, width in zip(clocks, widths)]
            known = {"clock_rounds": clocks, "width_rounds": widths} | (
                {"line_rounds": [place] * 6} if cores > 1 else {})
            rows.append(row([round(each, 3) for each in rounds], f"v{at}",
                            cores=cores, **known if told else {}))
        make_log.write(folder / f"{boot}.log", rows,
                       run=f"{luck.getrandbits(64):016x}", **METAL)
    return folder


def compared(tmp_path, slower: dict, old: dict | None = None,
             **changes) -> list[dict]:
    out = tmp_path / "out"
    qc("compare", boots(tmp_path / "a", 1, {}, **changes | (old or {})),
       boots(tmp_path / "b", 2, slower, **changes), "--format", "json",
       "-o", out)
    return json.loads(out.read_text())["rows"]


def verdicts(*args, **changes) -> list[str]:
    return [each["verdict"] for each in compared(*args, **changes)]


@pytest.mark.parametrize("cores, factor", [(1, 1.05), (2, 1.3)])
def test_what_surroundings_hide_is_found_where_they_are_told(
        tmp_path, cores, factor):
    found = verdicts(tmp_path, {"v2": factor}, cores=cores)
    assert found[2] == "slower"
    assert not {"slower", "faster"} & {*found[:2], *found[3:]}


def test_all_rows_of_an_experiment_are_found(tmp_path):
    """No neighbour could tell that: the clock's own course does."""
    assert verdicts(tmp_path, {f"v{at}": 1.05 for at in range(4)}) == \
        ["slower"] * 4


@pytest.mark.parametrize("speeds", [(1, 1, 1.4), (1, 1.4, 1.4), (1, 1.4)])
def test_a_row_that_has_several_speeds_is_told_by_what_boots_share(
        tmp_path, speeds):
    """The fast rounds, or the slow ones."""
    found = verdicts(tmp_path, {"v2": 1.05}, speeds=speeds, quiet=True)
    assert found[2] == "slower"
    assert not {"slower", "faster"} & {*found[:2], found[3]}


@pytest.mark.parametrize("boots_made", [*range(1, 7), 40])
def test_how_far_the_third_nearest_boot_is(boots_made):
    """Beside all distances of all boots."""
    luck = random.Random(boots_made)
    values = [luck.gauss(0, 1) for _ in range(boots_made)]
    far = [sorted(abs(one - other) for other in values)[:around.NEAR + 1][-1]
           for one in values]
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


def test_it_is_hidden_where_nothing_is_told(tmp_path):
    """And where neighbours are too few to tell."""
    assert "slower" not in verdicts(tmp_path, {"v1": 1.3}, cores=2, far=2,
                                    told=False, rows_made=2)


def test_a_side_that_tells_nothing_is_compared_as_it_is(tmp_path):
    """Logs of older programs."""
    assert "slower" not in verdicts(tmp_path, {"v2": 1.3}, cores=2, far=2,
                                    old={"told": False})


def test_two_boots_that_lie_elsewhere_say_nothing(tmp_path):
    rows = compared(tmp_path, {}, cores=2, count=1, line=FAR,
                    old={"line": NEAR})
    assert {each["verdict"] for each in rows} == {"inconclusive"}
    assert {each["reason"] for each in rows} == \
        {"its cores were put elsewhere"}


def test_two_boots_that_lie_alike_are_compared(tmp_path):
    found = verdicts(tmp_path, {"v1": 3}, cores=2, count=1, line=FAR)
    assert found[1] == "slower"


def of(values: list[float], **around_it) -> list[Round]:
    return [Round((0, at), value, **{"clock": 2100, "width": QUIET,
                                     "line": NEAR} | around_it)
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
        ways = [[each for each in left
                 if low <= each.line <= around.ONE_PLACE * low]
                for low in sorted({each.line for each in left})]
        best = max(ways, key=lambda way: (len(around.by_boot(way)), len(way)))
        assert sorted(place) == sorted(best)
        left = [each for each in left if each not in place]
    assert left == []


def test_each_placement_is_over_its_own_usual():
    far = [each._replace(boot=(1, each.boot[1]))
           for each in of([11, 12, 13], line=FAR)]
    assert [each.value for each in around.placed(of([1, 2, 3]) + far)] == \
        [1, 2, 3, 1, 2, 3]


def test_a_moving_clock_is_taken_off():
    rounds = [Round((0, 0), math.log(clock), clock, QUIET, 0)
              for clock in (2000, 2100, 2400)]
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
    swapped = [each._replace(boot=(each.boot[1] % 2, each.boot[1]))
               for each in rounds]
    figures = [sorted(sum(around.each_boot(
        around.placed(heap), 0.5, around.QUIETEST), []))
        for heap in (rounds, swapped)]
    assert figures[0] == figures[1]
