# SPDX-License-Identifier: MIT
"""Experiment `primes`: what is reckoned from several of its rows."""

import pytest
from quietcore.conclusions.asked import Asked
from quietcore.conclusions.gate import FAILED, FIT, NOT_PROVEN
from quietcore.conclusions.of_primes import BY_NAME
from quietcore.conclusions.rounds import NEVER, NO_ROUND
from quietcore.conclusions.rows import Row, Rows


def row(variant: str, rounds: list, **fields) -> Row:
    """A quantity on two cores."""
    fitness = fields.pop("fitness", FIT)
    return Row({"record": "quantity", "variant": variant, "cores": 2,
                "unit": "ticks", "params": {}, "rounds": rounds} | fields,
               fitness, fitness)


def result(variant: str, n: int, rounds: list, **fields) -> Row:
    """A row of a range."""
    return row(variant, rounds, record="result", params={"n": n}, **fields)


def ask(name: str, *rows: Row, cores: int = 2) -> list[Asked]:
    """What is asked of these rows."""
    return [*BY_NAME[f"primes_{name}"](Rows({"primes": [*rows]}, cores, {}))]


def rounds_of(name: str, *rows: Row) -> list[list[int]]:
    """Of the only conclusion."""
    [asked] = ask(name, *rows)
    return [subject.rounds for subject in asked.subjects]


# ---- figures -----------------------------------------------------------------------


@pytest.mark.parametrize("name, given, rounds", [
    ("crossover", row("a/crossover", [6005, "never", None]),
     [6_005_000, NEVER, NO_ROUND]),
    ("crossover_work", row("a/crossover_work", [150_000, "never"],
                           overhead_rounds=[70_000, "never"]),
     [150_000_000, NEVER]),
    ("crossover_overhead", row("a/crossover_work", [150_000, 9, None],
                               overhead_rounds=[70_000, -1.5, None]),
     [70_000_000, -1500, NO_ROUND]),
    ("executing", row("a/executing", [715_629, 0, None, 1_000_000]),
     [71_562, 0, NO_ROUND, 100_000]),
    ("synchronising", row("a/executing", [715_629, 0, None, 1_000_000]),
     [28_438, 100_000, NO_ROUND, 0])])
def test_a_figure_by_round(name, given, rounds):
    assert rounds_of(name, given) == [rounds]


@pytest.mark.parametrize("wall, part, share", [
    (200, 50, 25_000), (3, 1, 33_333), (218_442, 245, 112),
    (1_785_070, 343, 19), (0, 0, 0), (None, 5, NO_ROUND)])
def test_a_part_is_a_share_of_its_round(wall, part, share):
    asked = ask("split", row("a/awake", [wall], **{
        f"{name}_rounds": [part] for name in (
            "wake_up", "hand_out", "work", "collection")}))
    assert [each.subjects[0].rounds for each in asked] == [[share]] * 4


def test_times_are_beside_the_sequential_run_of_the_same_range():
    rows = [result("sequential", 100, [4], serial=True),
            result("sequential", 10000, [30], serial=True),
            result("shared", 100, [1000]), result("shared", 10000, [20]),
            result("shared", 1000000, [7])]     # without a sequential run
    assert [(each.bound["n"], [(s.name, s.rounds) for s in each.subjects])
            for each in ask("times", *rows)] == [
        (100, [("sequential", [4000]), ("shared", [1_000_000])]),
        (10000, [("sequential", [30_000]), ("shared", [20_000])])]


# ---- who is asked about --------------------------------------------------------------


@pytest.mark.parametrize("rows, cores", [
    ([result("loop", 100, [5], serial=True)], 2),   # one worker
    ([result("shared", 100, [5], cores=1)], 2),     # not on all cores
    ([row("shared/crossover", [5])], 2)])           # no time of a range
def test_times_are_of_parallel_executors_on_all_cores(rows, cores):
    base = result("sequential", 100, [4], serial=True,
                  cores=rows[0].cores)
    assert ask("times", base, *rows, cores=cores) == []


def test_one_core_has_no_times():
    rows = [result(name, 100, [4], cores=1) for name in ("sequential", "a")]
    assert ask("times", *rows, cores=1) == []


@pytest.mark.parametrize("fitness", [NOT_PROVEN, FAILED])
def test_what_is_not_right_stays_so(fitness):
    [asked] = ask("executing", row("a/executing", [1], fitness=fitness))
    assert asked.subjects[0].fitness == fitness


@pytest.mark.parametrize("name", BY_NAME)
def test_nothing_is_asked_without_rows(name):
    assert ask(name.removeprefix("primes_")) == []


# ---- words ---------------------------------------------------------------------------


@pytest.mark.parametrize("name, given, words", [
    ("crossover", row("shared/crossover", [1]), "primes.crossover"),
    ("crossover", row("steal/crossover", [1]), ""),
    ("crossover_work", row("shared/crossover_work", [1]),
     "primes.crossover_work"),
    ("crossover_overhead", row("shared/crossover_work", [1]),
     "primes.crossover_overhead"),
    ("executing", row("steal/executing", [1]), "primes.timeline"),
    ("executing", row("shared/executing", [1]), ""),
    ("synchronising", row("shared/executing", [1]), "primes.share_parallel")])
def test_the_published_row(name, given, words):
    [asked] = ask(name, given)
    assert asked.bound["id"] == words


def test_parts_with_sleeping_cores_have_published_rows():
    rounds = {f"{name}_rounds": [1] for name in (
        "wake_up", "hand_out", "work", "collection")}
    rows = [row(f"shared/{state}", [4], **rounds)
            for state in ("asleep", "awake")]
    assert [each.bound["id"] for each in ask("split", *rows)] == [
        "primes.asleep_wake_up", "primes.asleep_hand_out",
        "primes.asleep_work", "primes.asleep_collection"] + [""] * 4


def test_the_published_figure_is_that_of_its_kind():
    rows = [result("loop", 100, [1], serial=True), result("a", 100, [1]),
            row("loop/executing", [1]), row("a/executing", [1])]
    assert [each.bound["published"] for each in
            ask("synchronising", *rows)] == ["58", "63"]
    base = result("sequential", 100, [1], serial=True)
    assert [each.bound["published"] for each in ask("times", base, *rows)] == \
        ["8"]
