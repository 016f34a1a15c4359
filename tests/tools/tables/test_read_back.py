# SPDX-License-Identifier: MIT
"""No table of results cuts a number: each is read back and compared with its
records. What other tables look like at each width stands in pages/."""

import gzip
import subprocess

import make_log
import pytest
from in_process import qc
from places import ROOT
from quietcore.terminal.layout import ALONE, ORDER
from quietcore.terminal.numbers import number
from read_back import NAMES, Table, of, parsed, path_of, records, shown

WIDTHS = (40, 60, 80, 100, 120, 200)
SHORT = {"producers": "p", "consumers": "c", "inside": "in", "outside": "out"}
FIGURES = {"min": "min", "p50": "p50", "p90": "p90", "p99": "p99",
           "p99.9": "p999", "max": "max", "mean": "mean", "mad": "mad"}
everywhere = pytest.mark.parametrize("width", WIDTHS)


def words(params: dict) -> str:
    return " ".join(f"{SHORT.get(k, k)}={v}" for k, v in params.items() if k != "mode")


def results_table(log: str, width: int, *options: str) -> Table:
    return Table(parsed(log, width, *options), "cores", "p50")


# ---- tables ------------------------------------------------------------------------


@pytest.mark.parametrize("log", NAMES)
@everywhere
def test_every_result_s_figures_are_its_record_s(log, width):
    results, table = of(log, "result"), results_table(log, width)
    columns = [h for h in table.headings if h != "quiet"]
    assert len(results) > 100
    assert table.rows == [[number(r[FIGURES[h]]) if h in FIGURES else str(r[h])
                           for h in columns] for r in results]
    plain, marked = ("clean", "disturbed") if "quiet" in table.headings else ("", "~")
    assert table.marks == [marked if r["quiet"] == "disturbed" else plain for r in results]
    lines = parsed(log, width)
    assert all(len(line) <= width for line in lines)
    assert any(line.startswith("~ disturbed, ") for line in lines) == ("~" in table.marks)
    if width == 200:
        assert table.names == [f"{r['variant']} {words(r['params'])}".strip() for r in results]


@everywhere
def test_columns_go_whole_and_in_the_stated_order(width):
    table = results_table("emulated", width)
    order = [name for name in ORDER["results"] if name not in (ALONE, "proven")]
    gone = [name for name in order if name not in table.headings]
    assert gone == order[:len(gone)]
    assert {*table.headings} == {"cores", "batch", "p50", *order} - {*gone}
    assert [name for name in gone if name != "quiet"] == table.gone


def test_a_column_of_nothing_goes_first(tmp_path):
    """Of locks alone the tails mean nothing: so at 80 columns they go."""
    log = make_log.write(tmp_path / "locks.log", [
        {k: v for k, v in r.items() if k not in ("q", "seq", "run", "crc")}
        for r in of("emulated", "result", "lock")])
    table = Table(shown("parse", str(log), "--width", "80"), "cores", "p50")
    assert {"p90", "mean", "min"} <= {*table.headings}
    assert not {"p99", "p99.9", "max"} & {*table.headings}


@everywhere
def test_twins(width):
    lines = shown("twin", str(path_of("emulated")), str(path_of("linux")), "--width", str(width))
    at = next(i for i, line in enumerate(lines) if "ratio" in line.split() and "=" not in line)
    values = [h for h in ("p50", "p99", "p99.9", "max") if h in lines[at - 1].split()]
    sides = [{(r["experiment"], r["variant"], r["cores"], str(r["params"].get("mode", "")),
               words(r["params"])): r for r in of(log, "result")}
             for log in ("emulated", "linux")]
    keys = dict.fromkeys([*sides[0], *sides[1]])
    assert len(keys) > 100
    text = iter(" ".join(line.strip() for line in lines[at + 1:]).split())
    for key in keys:    # each row's figures, in the order of the rows
        for heading in values:
            bare, linux = (side.get(key, {}).get(FIGURES[heading]) for side in sides)
            for figure in (number(bare), number(linux),
                           f"x{number(linux / bare)}" if bare and linux else "-"):
                assert figure in text, (key, heading)
    marked = sum(line.rstrip().endswith(("~", "bare", "linux"))
                 for line in lines[at + 1:] if len(line.split()) > 4)
    assert marked == sum(any(side.get(key, {}).get("quiet") == "disturbed" for side in sides)
                         for key in keys)


# ---- nanoseconds -------------------------------------------------------------------


@pytest.mark.parametrize("log, name", [("emulated", "emulated ns"), ("linux", "ns")])
def test_nanoseconds_are_ticks_over_the_frequency(log, name):
    hz, table = records(log)[0]["tsc_hz"], results_table(log, 200, "--unit", "ns")
    for row, result in zip(table.rows, of(log, "result"), strict=True):
        assert [text for heading, text in zip(table.headings, row) if heading in FIGURES] == [
            number(value and value * (1e9 / hz)) for value in (
                result[FIGURES[h]] for h in table.headings if h in FIGURES)]
    text = "\n".join(parsed(log, 200, "--unit", "ns"))
    assert f"All figures in {name} per operation" in text
    assert f"dispatch on 2 cores, in {name}, " in text
    # Nobody knows the frequency of published ticks.
    theirs = [line.split(", published")[1].split() for line in text.splitlines()
              if ", published " in line]
    assert theirs and all(row[2:5] == ["-", "-", "-"] for row in theirs)


def test_times_of_a_series_are_nanoseconds_too(tmp_path):
    """And what is no time stays."""
    log = make_log.write(tmp_path / "x.log", [{
        "record": "series", "experiment": "threads", "variant": "v", "cores": 1,
        "params": {"k": 2, "slice": 2450}, "unit": "ticks", "columns": ["thread", "took"],
        "rows": [[7, 24500]]}], trust="metal", trust_claimed="")
    text = " ".join(" ".join(shown("parse", str(log), "--unit", "ns")).split())
    assert "times in ns: k=2 slice=1000 thread took 7 10000 " in text


def test_nanoseconds_by_the_environment(monkeypatch):
    monkeypatch.setenv("QC_UNIT", "ns")
    # Further words, so that what was shown before is not shown again.
    text = "\n".join(parsed("linux", 200, "--format", "table"))
    assert "All figures in ns per operation" in text


@pytest.mark.parametrize("unit", ["ns", "ticks"])
def test_instructions_are_neither_ns_nor_ticks(unit):
    said = " ".join(parsed("counted", 200, "--unit", unit)).partition("Skipped")[0]
    assert "All figures in instructions per operation" in said
    assert "in ticks" not in said and "in ns" not in said
    assert ("counts instructions, not time" in said) == (unit == "ns")


def test_a_clock_of_unknown_frequency_has_no_nanoseconds(tmp_path):
    log = make_log.write(tmp_path / "x.log", tsc_hz=0)
    text = " ".join(shown("parse", str(log), "--unit", "ns"))
    assert "No nanoseconds" in text and "All figures in ticks" in text


# ---- the README --------------------------------------------------------------------


def test_the_readme_s_table_is_what_qc_prints():
    """Of the log `silicon`, a real `make real BENCH=workqueue`. To make it anew: a run's log of a
    commit that is pushed to tests/tools/recorded, `qc show` into the README."""
    text = (ROOT / "README.md").read_text()
    told = text.split("<!-- table: begin -->")[1].split("<!-- table: end")[0]
    assert told.strip().strip("`").strip("\n").splitlines() == \
        qc("show", "-", input=gzip.decompress(path_of("silicon").read_bytes())).output.splitlines()


def git(*words_: str) -> subprocess.CompletedProcess:
    return subprocess.run(["git", "-C", ROOT, *words_], capture_output=True,
                          text=True, check=False, timeout=60)


def test_the_readme_s_table_is_of_a_commit_of_this_history():
    if git("rev-parse", "--is-shallow-repository").stdout != "false\n":
        pytest.skip("no git, or not all of the history")
    [context] = of("silicon", "context")
    assert context["dirty"] is False
    assert git("merge-base", "--is-ancestor", context["git"],
               "HEAD").returncode == 0, context["git"]
