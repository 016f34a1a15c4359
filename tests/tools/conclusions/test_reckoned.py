# SPDX-License-Identifier: MIT
"""What is reckoned from several rows: rows in; names, rounds and cores out. More
of it stands in pages/conclusions.txt, of real logs."""

import pytest
from quietcore.conclusions.gate import FIT, Subject
from quietcore.conclusions.of_inject import best_fixed, tasks_a_second
from quietcore.conclusions.of_workloads import drifted
from quietcore.conclusions.reckoned import BY_NAME
from quietcore.conclusions.rows import Row, Rows
from reckoned_rows import proof, reckoned, result, row

# ---- line and wake -----------------------------------------------------------------


CAS = row("handover/cas", 70, cores=3)


def matrix(pairs: str, packages: list, **fields) -> list[dict]:
    """All pairs by `from to ticks`; two rounds: the ticks, and one more or none.
    Cores by their packages; each has a die and two of them a core."""
    rows = [[int(a), int(b), float(ticks), 1, 9, float(ticks), 0 if a + b == "01"
             else float(ticks) + 1, 0] for a, b, ticks in map(str.split, pairs.split(","))]
    series = {"record": "series", "variant": "handover/cas", "cores": 3, "columns": [],
              "calm_most": 3000, "rows": rows}
    return [CAS | fields, series, *(
        {"record": "core", "core": core, "package": package, "die": package,
         "core_id": core // 2} for core, package in enumerate(packages))]


def without_rounds(records: list[dict]) -> list[dict]:
    """As an older log of one round has it: no column of a round."""
    records[1]["rows"] = [row[:5] for row in records[1]["rows"]]
    return records


NEAR = "0 1 30, 0 2 70, 1 0 32, 1 2 71, 2 0 70, 2 1 75"
ALIKE = "0 1 60, 0 2 70, 1 0 62, 1 2 71, 2 0 70, 2 1 5000"
CHOSEN = [CAS | {"chosen_of": 12}, *matrix("0 9 70, 9 0 71", [0] * 10)[1:]]
POLL = row("poll", 4, 5, partner=1)
HLT = row("hlt", 9, 8, partner=1)
SENSE, CENTRAL = row("barrier/sense", 4, 5), row("barrier/central", 6, 7)
ON_TWO = "2 cores: barrier/sense 4 5, barrier/central 6 7"
CORES = [
    ("line_places", [CAS], []),
    ("line_places", matrix(NEAR, [0, 0, 1]),
     ["threads of one core, 2 pairs: handover/cas 30 33 @3",
      "two packages, 4 pairs: handover/cas 70 71 @3"]),
    ("line_places", matrix(NEAR, [0, 0, None]),
     ["threads of one core, 2 pairs: handover/cas 30 33 @3",
      "places unknown, 4 pairs: handover/cas 70 71 @3"]),
    ("line_places", CHOSEN, ["cores of one die, 2 pairs: handover/cas 70 71 @10"]),
    ("line_ends", matrix(NEAR, [0, 0, 1], crowded=True),
     ["core 0 to 1 (turns) 30 -, core 2 to 1 (turns) 75 76 @3"]),
    ("line_ends", matrix(ALIKE, [0, 0, 1]),     # what was disturbed is no end
     ["core 0 to 1 60 -, core 1 to 2 71 72 @3"]),
    ("line_ends", matrix("0 1 5000, 1 0 70", [0, 0]), []),
    ("line_ends", without_rounds(matrix("0 1 60, 0 2 3000, 1 2 3001", [0, 0, 1])),
     ["core 0 to 1 60, core 0 to 2 3000 @3"]),
    ("line_clusters", matrix(NEAR, [0, 0, 1]),
     [", the same as CPUID's packages: handover/cas 2 2 @3"]),
    ("line_clusters", matrix(ALIKE, [0, 0, 1]),
     [", unlike CPUID's packages (2), dies (2), cores (2): handover/cas 1 1 @3"]),
    ("line_clusters", matrix(NEAR, [0, 0, None]),
     ["; CPUID does not say where the cores are: handover/cas 2 2 @3"]),
    ("line_clusters", CHOSEN, []),       # two cores
    ("line_chosen", matrix(NEAR, [0, 0, 1]), []), ("line_chosen", CHOSEN, ["12: 3 @0"]),
    ("wake_ways", [POLL], []), ("wake_ways", [row("poll", 4, partner=2), HLT], []),
    ("wake_ways", [row("poll", 7, partner=3), POLL, row("mwait", 6, partner=1, hint=0),
                   row("mwait", 5, partner=1, hint=16), row("futex", 9, partner=3)],
     ["mwait hint 0, 1: poll 4 5, mwait 6 @2", "mwait hint 16, 1: poll 4 5, mwait 5 @2",
      "futex, 3: poll 7, futex 9 @2"]),
    ("wake_barriers", [row("ipi/each", 1)], []),
    # Wrong anywhere is wrong; not those that are no barriers.
    ("wake_barriers", [SENSE, CENTRAL, proof("barrier/old", cores=4), proof("ipi/each")],
     [f"{ON_TWO}, barrier/old (failed) @2"]),
    ("wake_barriers", [SENSE, CENTRAL, proof("barrier/sense", cores=4)],
     ["2 cores: barrier/sense (failed) 4 5, barrier/central 6 7 @2"]),
    # A proof on more cores was short of time: this one stands.
    ("wake_barriers", [SENSE, CENTRAL, row("barrier/sense", 8, cores=4, proven="not_proven"),
                       proof("barrier/sense", "not_proven", 4)],
     [f"{ON_TWO} @2", "4 cores: barrier/sense (not_proven) 8 @4"]),
]

# ---- workqueue ---------------------------------------------------------------------


def shares(pair: list, **parts: list) -> list[dict]:
    return [row("pair", *pair, cores=1), *(row(name, *own, cores=1) for name, own in parts.items())]


PAIR = row("pair", 14, cores=1)
COLD, WARM = row("dequeue/cold", 500, 480), row("dequeue/warm", 80, 90)
QUEUE = [
    ("contended", [PAIR], []),
    ("contended", [PAIR, row("pair", 50, together_rounds=[25, 26])], ["workqueue 25 26 @2"]),
    ("contended", [row("pair", 9), row("pair", 2, cores=4)], ["workqueue 2 @4"]),
    ("across", [row("across", 14, consumer=1, pair="die"),      # the nearest: the plain name
                row("across", 60, 61, consumer=4, pair="packages")],
     ["across, die: workqueue 14 @2", "across/packages, packages: workqueue 60 61 @5"]),
    # One to enqueue and one to dequeue; a share is of the same round.
    ("shares", shares([20, 40, 40], lock=[5, 5, 20]), ["lock: workqueue 50 25 100 @1"]),
    ("shares", shares([20, None, 20], lock=[5, 5, None]), ["lock: workqueue 50 - - @1"]),
    ("shares", shares([0], copy=[5]), ["copy: workqueue - @1"]),
    ("cold", [row("dequeue/cold", 70), row("dequeue/warm", 80)], ["dequeue: workqueue -10 @2"]),
    # As fit as the worse row.
    ("cold", [COLD | {"crowded": True}, WARM], ["dequeue: workqueue (turns) 420 390 @2"]),
    ("cold", [COLD, WARM | {"proven": "not_proven"}],
     ["dequeue: workqueue (not_proven) 420 390 @2"]),
]

# ---- primes ------------------------------------------------------------------------


def base(*rounds, n: int = 100, **fields) -> dict:
    return result("sequential", *rounds, n=n, serial=True, **fields)


def split(variant: str, wall, part) -> dict:
    return row(variant, wall, **{f"{name}_rounds": [part] for name in (
        "wake_up", "hand_out", "work", "collection")})


BUSY = row("loop/executing", 715629, 0, None, 1000000)
PRIMES = [
    ("crossover", [row("a/crossover", 6005, "never", None)], ["a 6005 never - @2"]),
    ("crossover_overhead", [row("shared/crossover_work", 1, 2, overhead_rounds=[70000, -1.5])],
     ["primes.crossover_overhead: shared 70000 -1.5 @2"]),
    ("executing", [BUSY], ["loop 71.562 0 - 100 @2"]),
    *(("executing", [row("a/executing", 1, proven=word)], [f"a ({word}) 0 @2"])
      for word in ("not_proven", "failed")),
    ("synchronising", [BUSY], ["63: loop 28.438 100 - 0 @2"]),
    ("synchronising", [BUSY, result("loop", 1, n=1, serial=True)], ["58: loop 28.438 100 - 0 @2"]),
    *(("split", [split("a/awake", wall, part)], [f"{share} @2"] * 4)
      for wall, part, share in ((200, 50, 25), (3, 1, 33.333), (218442, 245, 0.112),
                                (1785070, 343, 0.019), (0, 0, 0), (None, 5, "-"))),
    ("times", [base(4), base(30, n=10000), result("shared", 1000, n=100),
               result("shared", 20, n=10000), result("shared", 7, n=1000000)],
     ["100, 8: sequential 4, shared 1000 @2", "10000: sequential 30, shared 20 @2"]),
    # One worker; not on all cores; no time of a range; one core has none.
    ("times", [base(4), result("loop", 5, n=100, serial=True)], []),
    ("times", [base(4, cores=1), result("a", 5, n=100, cores=1), result("b", 5, n=9)], []),
    ("times", [base(4), row("shared/crossover", 5)], []),
    ("times", [base(4, cores=1), result("a", 4, n=100, cores=1)], []),
]

# ---- inject ------------------------------------------------------------------------


def block(least: int, *rounds, scale: int = 1000, **more) -> dict:
    return row("block", *rounds or (178,), min=least, max=1000, scale=scale, **more)


def pool(size: int, *rounds) -> dict:
    return row("mixed/fixed", *rounds, min=size, max=size)


CLIMBING = row("mixed", 180, min=2, max=80)
INJECT = [
    # Only a pool that begins alike is beside the published one.
    *(("block_done", [block(least)], [f"{least}: block 178 @2"]) for least in (5, 199)),
    ("block_done", [block(200)], []), ("at_once", [block(199)], []),
    ("at_once", [block(300)], ["300: block 178 @2"]),
    # The scale that was asked for speaks.
    ("block_done", [block(12), block(12, 180, scale=2000)],
     ["12, inject.block_done: block 178 @2"]),
    ("scales", [block(12)], []),
    ("mixed", [CLIMBING, pool(2, 500), pool(10, 160)],
     ["the best fixed pool, 10 160, hill climbing 180 @2"]),
    ("mixed", [CLIMBING], []), ("mixed", [pool(2, 500)], []),
]


@pytest.mark.parametrize("rounds, milli", [
    ([500], 2000), ([None, 500, None], 2000), ([None], 0), (["never"], 0),
    ([100, 200, 400], 5000), ([100, 400], 4000), ([], 0)])
def test_the_speed_of_a_load_is_of_its_median_round(rounds, milli):
    assert tasks_a_second(Row(pool(1, *rounds), FIT, FIT)) == milli


@pytest.mark.parametrize("thousands, best", [
    ([None, None], 2), ([1000, 100], 4), ([100, 99.5], 2), ([100, 98], 4),
    (["never", 100], 4), ([1000, 100, 99.5, 98], 16)])
def test_the_best_pool_is_the_smallest_of_those_nearly_as_fast(thousands, best):
    pools = [Row(pool(2 << at, each), FIT, FIT) for at, each in enumerate(thousands)]
    assert best_fixed(pools).params["max"] == best


# ---- workloads and metg ------------------------------------------------------------


def forms(again: float, cores: int = 1, proven: str = "ok", **fields) -> list[dict]:
    """A worker, eight, and one again at the end."""
    one, eight, last = (row(f"add/{form}", *[value] * 6, cores=cores, items=70, **fields)
                        for form, value in (("sequential", 1), ("concurrent", 2), ("again", again)))
    return [one | {"proven": proven}, eight, last]


def gained(one: str, eight: str = "", cores: int = 1) -> list[str]:
    """With how fit both are."""
    of = "1 core, 70 integers, one_core, 10 to 13 % slower" if cores == 1 else \
        f"{cores} cores, 70 integers, all_cores, 41 to 43 % faster"
    return [f"add, {of}: add/sequential{one} 1 1 1 1 1 1, add/concurrent{eight or one} "
            f"2 2 2 2 2 2 @{cores}"]


def metg(name: str, value: float, percent: int = 50, cores: int = 2) -> dict:
    return row(name, *[value] * 6, cores=cores, percent=percent)


def best(**values: float) -> list[dict]:
    return [metg(f"{name}/tree", value) for name, value in values.items()]


WORKS = [
    ("workloads_gain", forms(2), gained(" (drifted)")),
    ("workloads_gain", forms(0.5), gained(" (drifted)")),
    ("workloads_gain", forms(1, 2, crowded=True), gained(" (turns)", cores=2)),
    ("workloads_gain", forms(2, 2, crowded=True), gained(" (drifted)", cores=2)),
    ("workloads_gain", forms(2, proven="not_proven"), gained(" (not_proven)", " (drifted)")),
    ("workloads_gain", forms(1)[:2], []),
    ("workloads_further", [row("find/concurrent", 3, cores=1)], []),
    # Each figure is beside the published one of its cores.
    ("workloads_memory", [row("add/sequential", 1)], []),       # without a clock
    *(("metg_reach", best(**values), [f"tree, 50, steal{place}: steal 10 10 10 10 10 10 @2"])
      for values, place in (
          ({"steal": 10, "static": 20}, ", , first of 2 executors"),
          ({"static": 20, "steal": 10}, ", , first of 2 executors"),
          ({"steal": 10, "shared": 10.5, "static": 20}, ", , among the first of 3 executors"),
          ({"steal": 10, "shared": 12}, ""), ({"steal": 10}, ""))),
    ("metg_first", [metg("steal/tree", 1), metg("steal/tree", 2, 90), metg("steal/fft", 3),
                    metg("steal/fft", 4, cores=1)],
     ["tree, 50: steal 1 1 1 1 1 1 @2", "tree, 90: steal 2 2 2 2 2 2 @2",
      "fft, 50: steal 3 3 3 3 3 3 @2"]),
    # One that failed is named with its own pattern.
    ("metg_first", [metg("steal/tree", 1), metg("steal/fft", 1), proof("chunk/fft")],
     ["tree, 50: steal 1 1 1 1 1 1 @2", "fft, 50: steal 1 1 1 1 1 1, chunk (failed) @2"]),
    ("metg_first", [metg("steal/fft", 1), proof("steal/fft")],
     ["fft, 50: steal (failed) 1 1 1 1 1 1 @2"]),
]


@pytest.mark.parametrize("name, rows, right", CORES + WORKS + [
    (f"{experiment}_{name}", rows, right) for experiment, table in (
        ("workqueue", QUEUE), ("primes", PRIMES), ("inject", INJECT))
    for name, rows, right in table])
def test_what_is_reckoned_of_rows(name, rows, right):
    assert reckoned(name, *rows) == right


@pytest.mark.parametrize("name", BY_NAME)
def test_without_rows_nothing_is_asked(name):
    assert [*BY_NAME[name](Rows({}, 2, {}))] == []


@pytest.mark.parametrize("times, cores, has", [
    ([1.0] * 6, 1, False), ([1.075] * 6, 1, False), ([1.076] * 6, 1, True),
    ([1.125] * 6, 2, False), ([1.126] * 6, 2, True), ([0.931] * 6, 1, False),
    ([0.929] * 6, 1, True), ([0.889] * 6, 2, False), ([0.887] * 6, 2, True),
    ([1.0, 1.5, 1.5, 1.5, 1.5, 1.5], 1, False),     # not the whole interval
    ([1.5], 1, False), ([], 1, False)])             # too few rounds
def test_a_machine_drifted_where_no_tie_is(times, cores, has):
    base_, again = (Subject("", FIT, [round(1_000_000 * each) for each in rounds])
                    for rounds in ([1] * len(times), times))
    assert drifted(base_, again, cores) == has
