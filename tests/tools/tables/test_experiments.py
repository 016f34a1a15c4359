# SPDX-License-Identifier: MIT
"""qc show LOG EXPERIMENT: an experiment's own tables, and what is concluded in them."""

import gzip
import io

import make_log
import page_logs
import pytest
from in_process import qc, read
from make_log import result
from places import ROOT
from records import even, stated, value
from rich.cells import cell_len
from rich.console import Console
from told import has, told

from quietcore.conclusions.asking import conclusions
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import CROSSING, FIT, NOT_PROVEN, Subject
from quietcore.conclusions.rounds import NEVER, NO_ROUND
from quietcore.conclusions.sentence import Question
from quietcore.status import Status
from quietcore.tables.articles import show_runs
from quietcore.tables.show import experiments_of
from quietcore.terminal.text import bar, sparkline

LOG = gzip.decompress((ROOT / "tests/tools/recorded/linux.log.gz").read_bytes())
[RUN] = read(LOG)
#: What stands in an experiment's pages beside its rows.
TITLES = {
    "dispatch": ["beside figures published"],
    "primes": ["Primes in 1..N on 2 cores: us a run", "What the cores did",
               "# task + between tasks"],
    "threads": ["Tasks that only compute", "at its largest k"],
    "workloads": ["One worker and 8 workers on 2 cores"],
    "line": ["half a trip from row's core"], "inject": ["inject block"]}


@pytest.mark.parametrize("name", experiments_of(RUN))
def test_an_experiment_has_its_own_tables_and_no_other_s(name):
    done = qc("show", "--width", "80", "-", name, input=LOG)
    assert done.exit_code == Status.OK, done.output
    assert all(cell_len(line) <= 80 for line in done.output.splitlines())
    joined = " ".join(done.output.split())
    assert joined.count("--format") == joined.count("qc parse --format")
    assert ("Nothing is concluded." in joined) != any(
        each.experiment == name for each in conclusions(RUN))
    for other, titles in TITLES.items():
        assert [title in joined for title in titles] == [other == name] * len(titles)
    assert ("All rows, ticks per operation" in joined) == any(
        r["experiment"] == name for r in RUN.each("result"))


# ---- records made to order ---------------------------------------------------------

WIDE = Subject("", FIT, [1000, 9000] * 3)
FEW = Subject("", FIT, [5000, 5000, *[NO_ROUND] * 4])
BOUND = Subject("", FIT, [5000] * 6, least=5000)


def dispatched(name: str) -> dict:
    return result(experiment="dispatch", variant=name, cores=2, params={"n": 0},
                  wall_per_task=9, all_in=20)


def overtakes(subject: Subject) -> dict:
    return stated(value("break_even/shared", subject, "dispatch", cores=2))


def pays(least: int | None, *sides: int) -> list[dict]:
    """Two rows of primes, and from which length on one pays."""
    low, high, middle = sides
    return [*(result(experiment="primes", variant=name, cores=2, params={"n": 100})
              for name in ("sequential", "spsc")),
            stated(Finding("primes", "crossover/spsc", 2, Question(
                CROSSING, "N", "It pays from N = %s on", [
                    even("loop", low), even("pool", high),
                    Subject("break-even", FIT, [middle] * 6, least=least)], 250)))]


def gain(subject: Subject) -> list[dict]:
    return [*(make_log.row("workloads", f"add/{form}", [9] * 6, cores=2)
              for form in ("sequential", "concurrent", "again")),
            stated(value("gain/add/2", subject, "workloads", cores=2, published="1.05"))]


def metg(variant: str, percent: int, rounds: list[int], **changes) -> dict:
    return result(experiment="metg", variant=variant, cores=2, rounds=rounds, **{
        "p50": sorted(rounds)[len(rounds) // 2],
        "params": {"percent": percent, "width": 8, "steps": 1000}} | changes)


def verdict(word: str, experiment: str = "queue", **changes) -> dict:
    return make_log.validation(experiment, changes.pop("variant", "ring"), word, **{
        "cores": 1, "property": "each item once"} | changes)


SIZES = {"capacities": [64], "bulks": [1]}
RIGHT = verdict("ok", **SIZES)
OTHER = verdict("ok", variant="two", **SIZES)
RING = result(variant="ring/pair", primitive="ring", capacity=64, cores=1)
PEAK = make_log.quantity("mine", "peak", [7.0, None, 9.0, 8.0, 8.5, 7.5, 8.0], cores=2,
                         unit="workers", params={"k": 3})
PEAK_SAID = "peak k=3 2 8.00 7.00 9.00 6 of 7 workers"
#: Words, records, and what is said; after `!` what is not.
SAID = [
    # Where an executor overtakes the loop: its interval, a bound, or why there is none.
    *(("show dispatch --width 120", [dispatched("loop"), dispatched("shared"), overtakes(subject)],
       [f"overtakes at n: shared {said} "]) for subject, said in (
         (even("", 5000), "5.00 (5.00..5.00)"), (BOUND, "at most 5.00"),
         (WIDE, "inconclusive 1.00..9.00"), (FEW, "inconclusive"),
         (even("", NEVER), "never (never..never)"))),
    ("show dispatch", [dispatched("loop"), overtakes(even("", 5, fitness=NOT_PROVEN))],
     ["!overtakes at n"]),
    *(("show primes --width 120", pays(least, 3000_000, 6000_000, 4000_000),
       ["pays from N", f" {said} "]) for least, said in (
         (None, "3000 to 6000"), (4000_000, "at most 6000"))),
    # A gain stands beside what was published.
    *(("show workloads --width 120", gain(subject), [said]) for subject, said in (
        (even("", 1200), "1.20 1.20 1.05 "), (WIDE, "5.00 1.00 to 9.00 inconclusive"),
        (FEW, "- - 1.05 "))),
    # Executors below each other with their intervals; a disturbed round takes no part.
    ("show metg --width 100", [
        metg("steal/trivial", 50, [100, 110, 120, 130, 140, 150, 160]),
        metg("shared/trivial", 50, [600] * 7), metg("steal/tree", 50, [900] * 7),
        metg("steal/trivial", 90, [1000] * 7)],
     ["Shortest tasks that reach 50 % of the peak on 2 cores: ticks and their interval "
      "executor trivial tree steal 130.0 100.0..160.0 900.0 900.0..900.0 "
      "shared 600.0 600.0..600.0 -", "Shortest tasks that reach 90 %"]),
    ("show metg", [metg("steal/trivial", 50, [100] * 6 + [9000], quiet="disturbed",
                        disturbed_by=["pause"], disturbed_rounds=[6])],
     ["steal 100.0 100.0..100.0"]),
    # Where there is little room, rounds stay the longest.
    ("show queue --width 60", [result()], ["variant cores batch p50 p99 mean rounds"]),
    ("show mine", [PEAK], [PEAK_SAID]), ("parse", [PEAK], [PEAK_SAID]),
    # The worst verdict on as many cores is told, of the same queue.
    *(("show proven", [*verdicts, RING], [" proven ", f" {said} "]) for verdicts, said in (
        ([RIGHT, verdict("failed", reason="an item was lost")], "failed"),
        ([RIGHT, verdict("failed", cores=8)], "ok"),
        ([verdict("not_proven", cores=8, reason="late")], "no verdict"),
        ([RIGHT | {"cores": 2}], "ok"), ([OTHER, verdict("ok", "lock")], "no verdict"),
        ([verdict("not_proven", reason="late", **SIZES), RIGHT], "not_proven"),
        ([OTHER, verdict("ok", "workqueue", variant="pair", primitive="ring", **SIZES)], "ok"))),
    ("show proven", [result(experiment="proven", variant="mine")], ["mine"])]


@pytest.mark.parametrize("words, body, said", SAID)
def test_what_is_said_of_an_experiment(words, body, said):
    has(told(words, *body), *said)


def test_executors_stand_side_by_side_over_the_plain_loop(tmp_path):
    [log] = page_logs.one_run(tmp_path)
    lines = qc("show", "--width", "110", log, "dispatch").output.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(
        "Tasks of n iterations on 2 cores: overhead (ticks) and wall time"))
    assert lines[at + 1].split() == ["n", *page_logs.EXECUTORS]
    first = lines[at + 2].split()
    loop = page_logs.EXECUTORS.index("loop")
    assert first[0] == "0" and first[2 + 2 * loop] == "1.00"


def test_where_primes_pay_goes_on_below_where_there_is_no_room():
    body = [result(experiment="primes", variant=name, cores=2, params={"n": n}, p50=p50)
            for name in ("sequential", "spsc") for n, p50 in ((100, 400), (10000, 123456))]
    [run] = read(b"".join(make_log.lines([*body, stated(value(
        "crossover/spsc", Subject("", FIT, [1000, 9000000] * 3), "primes", cores=2))])))
    out = io.StringIO()
    show_runs(run, Console(file=out, width=40))
    lines = out.getvalue().splitlines()
    assert all(cell_len(line) <= 40 for line in lines), lines
    assert " ".join(" ".join(lines).split()).count("inconclusive") == 1
    assert any("9000" in line for line in lines)


@pytest.mark.parametrize("values, encoding, drawn", [
    ([1, 2, 3], "utf-8", "\u2581\u2585\u2588"), ([1, 3], "ascii", "_#"),
    ([4, 4], "utf-8", "\u2581\u2581"), ([None, 1], "utf-8", " \u2581"),
    ([], "utf-8", ""), ([None], "utf-8", "")])
def test_a_sparkline_goes_from_the_lowest_to_the_highest(values, encoding, drawn):
    assert sparkline(values, encoding) == drawn


@pytest.mark.parametrize("share, length", [(0, 0), (0.001, 1), (0.5, 5), (1, 10)])
def test_a_bar_is_as_long_as_its_share(share, length):
    assert bar(share, 10, "ascii") == "#" * length


# ---- what cannot be shown ----------------------------------------------------------


def test_a_second_log_is_not_taken_for_an_experiment(tmp_path):
    logs = [tmp_path / name for name in ("a.log", "b.log")]
    for log in logs:
        log.write_bytes(LOG)
    done = qc("show", *logs)
    assert done.exit_code == Status.USAGE
    assert f"show takes one log, and {logs[1]} is another" in done.output
    assert "no experiment 'b.log'" in qc("show", logs[0], "b.log").output


def test_a_log_that_cannot_be_read_says_that_alone(tmp_path):
    path = tmp_path / "x.log"
    path.write_bytes(b"".join(make_log.line(r | {"q": 9}) for r in make_log.records([RING])))
    done = qc("show", path, "proven")
    assert done.exit_code == Status.VERSION
    assert "Nothing of what" not in done.output
