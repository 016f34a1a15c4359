# SPDX-License-Identifier: MIT
"""qc show LOG EXPERIMENT: every experiment of a recorded log, at 80 columns."""

import gzip

import make_log
import page_logs
import pytest
from in_process import qc, read
from places import ROOT
from quietcore.conclusions.asking import conclusions
from quietcore.tables.experiment import experiments_of
from quietcore.terminal.sparks import bar, sparkline
from rich.cells import cell_len

LOG = gzip.decompress(
    (ROOT / "tests/tools/recorded/linux.log.gz").read_bytes())
[RUN] = read(LOG)
#: What stands in an experiment's pages beside its rows.
TITLES = {
    "dispatch": ["beside figures published"],
    "primes": ["Primes in 1..N on 2 cores: us a run", "What the cores did",
               "# task  + between tasks"],
    "threads": ["Tasks that only compute", "at its largest k"],
    "workloads": ["One worker and 8 workers on 2 cores"],
    "line": ["half a trip from row's core"],
    "inject": ["inject block"],
}


@pytest.mark.parametrize("name", experiments_of(RUN))
def test_an_experiment_has_its_own_tables_and_no_other_s(name):
    done = qc("show", "--width", "80", "-", name, input=LOG)
    lines = done.output.splitlines()
    assert done.exit_code == 0, done.output
    assert all(cell_len(line) <= 80 for line in lines)
    joined = " ".join(done.output.split())
    assert joined.count("--format") == joined.count("qc parse --format")
    assert ("Nothing is concluded." in lines) != any(
        each.experiment == name for each in conclusions(RUN))
    for other, titles in TITLES.items():
        for title in titles:
            assert (title.split("  ")[0] in joined) == (other == name), title
    if RUN.count("result"):
        assert "All rows, ticks per operation" in done.output or not any(
            r["experiment"] == name for r in RUN.each("result"))


def test_executors_stand_side_by_side_over_the_plain_loop(tmp_path):
    [log] = page_logs.one_run(tmp_path)
    lines = qc("show", "--width", "110", log, "dispatch").output.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(
        "Tasks of n iterations on 2 cores: overhead (ticks) and wall time"))
    assert lines[at + 1].split() == ["n", *page_logs.EXECUTORS]
    first = lines[at + 2].split()
    loop = page_logs.EXECUTORS.index("loop")
    assert first[0] == "0" and first[2 + 2 * loop] == "1.00"


@pytest.mark.parametrize("values, encoding, drawn", [
    ([1, 2, 3], "utf-8", "\u2581\u2585\u2588"), ([1, 3], "ascii", "_#"),
    ([4, 4], "utf-8", "\u2581\u2581"), ([None, 1], "utf-8", " \u2581"),
    ([], "utf-8", ""), ([None], "utf-8", ""),
    ([*range(100)], "no such", "_...--=++**#")])
def test_a_sparkline_goes_from_the_lowest_to_the_highest(values, encoding,
                                                         drawn):
    assert len(sparkline(values, encoding)) == len(drawn)
    if len(values) < 12:
        assert sparkline(values, encoding) == drawn


@pytest.mark.parametrize("share, length", [(0, 0), (0.001, 1), (0.5, 5), (1, 10)])
def test_a_bar_is_as_long_as_its_share(share, length):
    assert bar(share, 10, "ascii") == "#" * length


def test_a_second_log_is_not_taken_for_an_experiment(tmp_path):
    logs = [tmp_path / name for name in ("a.log", "b.log")]
    for log in logs:
        log.write_bytes(LOG)
    done = qc("show", *logs)
    assert done.exit_code == 2
    assert f"show takes one log, and {logs[1]} is another" in done.output
    done = qc("show", logs[0], "b.log")
    assert "no experiment 'b.log'" in done.output


def test_quantities_are_shown_with_their_unit_and_clean_rounds(tmp_path):
    log = make_log.write(tmp_path / "x.log", [make_log.quantity(
        "mine", "peak", [7.0, None, 9.0, 8.0, 8.5, 7.5, 8.0], cores=2,
        unit="workers", params={"k": 3})])
    for words in (("parse", log), ("show", log, "mine")):
        lines = [line.split() for line in qc(*words).output.splitlines()]
        assert ["peak", "k=3", "2", "8.00", "7.00", "9.00", "6", "of", "7",
                "workers"] in lines
