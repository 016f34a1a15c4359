# SPDX-License-Identifier: MIT
"""No table cuts a number: each is read back and compared with its records."""

import gzip
import subprocess

import make_log
import pytest
import read_back
from in_process import qc
from places import ROOT
from quietcore.compare.compared import VERDICTS
from quietcore.tables.inject import thinned
from quietcore.tables.published import beside, load, own_row
from quietcore.terminal.layout import ALONE, ORDER
from quietcore.terminal.numbers import number
from read_back import (MARK, NAMES, of, parsed, path_of, read_table, records, shown,
                    whole_series)

WIDTHS = (80, 100, 120, 200)
NARROW = (40, 60)
SHORT = {"producers": "p", "consumers": "c", "inside": "in", "outside": "out"}
FIGURES = {"min": "min", "p50": "p50", "p90": "p90", "p99": "p99",
           "p99.9": "p999", "max": "max", "mean": "mean", "mad": "mad"}
everywhere = pytest.mark.parametrize("width", WIDTHS + NARROW)
every_log = pytest.mark.parametrize("log", NAMES)


def words(params: dict) -> str:
    return " ".join(f"{SHORT.get(k, k)}={v}" for k, v in params.items()
                    if k != "mode")


def cell(result: dict, heading: str) -> str:
    """A figure of a result as a table is to show it."""
    if heading in FIGURES:
        return number(result[FIGURES[heading]])
    return str(result[heading])


def results_table(log: str, width: int, *options: str) -> read_back.Table:
    lines = parsed(log, width, *options)
    at = next(i for i, line in enumerate(lines)
              if "cores" in line.split() and "p50" in line.split())
    return read_table(lines, at, named=True)


# ---- results -----------------------------------------------------------------


@every_log
@everywhere
def test_every_result_s_figures_are_its_record_s(log, width):
    results, table = of(log, "result"), results_table(log, width)
    assert len(table.rows) == len(results) > 100
    columns = [h for h in table.headings if h != "quiet"]
    assert table.rows == [[cell(r, h) for h in columns] for r in results]
    assert table.names == [f"{r['variant']} {words(r['params'])}".strip()
                           for r in results]


@every_log
@everywhere
def test_what_is_disturbed_is_seen_at_every_width(log, width):
    results, table = of(log, "result"), results_table(log, width)
    plain, marked = ("clean", "disturbed") if "quiet" in table.headings \
        else ("", MARK)
    assert table.marks == [marked if r["quiet"] == "disturbed" else plain
                           for r in results]
    if MARK in table.marks:
        assert any(line.startswith(f"{MARK} disturbed, ")
                   for line in parsed(log, width))


@everywhere
def test_columns_go_whole_and_in_the_stated_order(width):
    table = results_table("emulated", width)
    order = [name for name in ORDER["results"] if name not in (ALONE, "proven")]
    kept = {"cores", "batch", "p50"}
    gone = [name for name in order if name not in table.headings]
    assert gone == order[:len(gone)]
    assert {*table.headings} == kept | {*order} - {*gone}
    assert [name for name in gone if name != "quiet"] == table.gone


def test_a_column_of_nothing_goes_first(tmp_path):
    """Of locks alone the tails mean nothing: so at 80 columns they go."""
    path = tmp_path / "locks.log"
    lines = [r for r in records("emulated")]
    make_log.write(path, [
        {k: v for k, v in r.items() if k not in ("q", "seq", "run", "crc")}
        for r in lines
        if r["record"] == "result" and r["experiment"] == "lock"])
    text = shown("parse", str(path), "--width", "80")
    at = read_back.first_line(text, "experiment, variant")
    table = read_table(text, at, named=True)
    assert {"p90", "mean", "min"} <= {*table.headings}
    assert not {"p99", "p99.9", "max"} & {*table.headings}


@every_log
@everywhere
def test_no_line_is_longer_than_the_terminal(log, width):
    assert all(len(line) <= width for line in parsed(log, width))


# ---- the other tables --------------------------------------------------------


def columns_of(row, unit=number) -> dict[str, str]:
    return {"n": str(row.n), "tasks": str(row.tasks),
            "overhead": number(row.overhead), "work": number(row.work),
            "price": number(row.price), "ovh. %": number(row.overhead_percent),
            "work %": number(row.work_percent), "wall ms": number(row.wall_ms),
            "workers": str(row.workers), "ovh. ms": number(row.overhead_ms),
            "work ms": number(row.work_ms)}


@everywhere
def test_dispatch_beside_the_published_figures(width):
    lines = parsed("emulated", width)
    at = read_back.first_line(lines, "dispatch on 2 cores")
    at += next(i for i, line in enumerate(lines[at:]) if
               "overhead" in line.split())
    # Up to the source's line, which follows at once.
    end = next(i for i in range(at, len(lines))
               if lines[i].startswith("Published:"))
    table = read_table((*lines[at:end], ""), 0, named=True)
    hz = records("emulated")[0]["tsc_hz"]
    results = [r for r in of("emulated", "result", "dispatch")
               if r["cores"] == 2]
    expected = []
    for variant in dict.fromkeys(r["variant"] for r in results):
        theirs = {row.n: row for row in load(beside(variant))} \
            if beside(variant) else {}
        for own in (own_row(r, hz) for r in results
                    if r["variant"] == variant):
            expected += [columns_of(own)] + (
                [columns_of(theirs[own.n])] if own.n in theirs else [])
    assert table.rows == [[row[h] for h in table.headings]
                          for row in expected]
    assert {*table.headings} | {*table.gone} == {*expected[0]}


def as_it_stands(value) -> str:
    return number(value) if abs(value) > 99999 else str(value)


@everywhere
def test_series_of_threads(width):
    lines, at = parsed("emulated", width), 0
    series = of("emulated", "series", "threads")
    assert len(series) > 4
    for one in series:
        title = f"threads {one['variant']} on 2 cores"
        at += read_back.first_line(lines[at:], title)
        while lines[at].split()[0] != "k":
            at += 1
        table = read_table(lines, at, named=False)
        shown_columns = [one["columns"].index(h) for h in table.headings]
        assert table.rows == [[as_it_stands(row[i]) for i in shown_columns]
                              for row in one["rows"]]
        assert {*table.headings} | {*table.gone} == {*one["columns"]}


@everywhere
def test_series_of_pools(width):
    lines, at = parsed("emulated", width), 0
    for one in whole_series("emulated", "inject"):
        fixed = "workers" in one["columns"]
        at += read_back.first_line(lines[at:], f"inject {one['variant']}")
        while lines[at].split()[0] not in ("Time", "Workers"):
            at += 1
        table = read_table(lines, at, named=False)
        names = ["workers", "tasks_per_s"] if fixed else [
            "time_s", "threads", "running", "pending", "done"]
        columns = [one["columns"].index(name) for name in names]
        assert table.rows == [
            [number(row[i]) if isinstance(row[i], float) else str(row[i])
             for i in columns] for row in thinned(one["rows"])]


@everywhere
def test_matrices(width):
    lines, at = parsed("emulated", width), 0
    found = [s for s in of("emulated", "series", "line")
             if s["columns"][:3] == ["from", "to", "ticks"]]
    assert found
    for one in found:
        at += read_back.first_line(lines[at:], f"line {one['variant']}: ")
        while lines[at].split() != ["0", "1"]:
            at += 1
        ticks = {(row[0], row[1]): number(row[2]) for row in one["rows"]}
        assert [line.split() for line in lines[at + 1:at + 3]] == [
            ["0", ".", ticks[0, 1]], ["1", ticks[1, 0], "."]]


def ratio(bare: float | None, linux: float | None) -> str:
    return f"x{number(linux / bare)}" if bare and linux else "-"


@everywhere
def test_twins(width):
    lines = shown("twin", str(path_of("emulated")), str(path_of("linux")),
                  "--width", str(width))
    at = next(i for i, line in enumerate(lines)
              if "ratio" in line.split() and "=" not in line)
    values = [h for h in ("p50", "p99", "p99.9", "max")
              if h in lines[at - 1].split()]
    sides = [{(r["experiment"], r["variant"], r["cores"],
               str(r["params"].get("mode", "")), words(r["params"])): r
              for r in of(log, "result")} for log in ("emulated", "linux")]
    expected = []
    for key in dict.fromkeys([*sides[0], *sides[1]]):
        pairs = [[side.get(key, {}).get(FIGURES[h]) for side in sides]
                 for h in values]
        expected.append([text for bare, linux in pairs for text in (
            number(bare), number(linux), ratio(bare, linux))])
    rows = [read_back.cells_of(line.rstrip().removesuffix(f" {MARK}"))
            for line in lines[at + 1:]]
    rows = [[c for c in row if c not in ("clean", *VERDICTS)
             and "disturbed: " not in c] for row in rows]
    figures = 3 * len(values)
    assert [row[-figures:] for row in rows if len(row) > figures] == expected
    assert len(expected) > 100
    assert sum(line.rstrip().endswith((MARK, "bare", "linux"))
               for line in lines[at + 1:] if len(line.split()) > 4) == sum(
        any(side.get(key, {}).get("quiet") == "disturbed" for side in sides)
        for key in dict.fromkeys([*sides[0], *sides[1]]))


@everywhere
def test_targets(width):
    from quietcore.log.reading import read_stream
    from quietcore.targets.primitives import reached_in
    import gzip
    lines = shown("targets", str(path_of("linux")), "--width", str(width))
    with gzip.open(path_of("linux")) as stream:
        expected = reached_in(read_stream(stream))
    at = next(i for i, line in enumerate(lines) if "ratio" in line.split())
    rows = [line.split() for line in lines[at + 1:at + 1 + 3 * len(expected)]
            if line.split() and line.split()[-1] in (
                "met", "missed", "noise", "disturbed", "turns", "proven",
                "rounds")]
    assert len(rows) == len(expected)
    assert len(expected) > 10   # that log has no XST
    for one, row in zip(expected, rows):
        assert all(number(each) in row for each in one.ratio)
        assert f"{one.target.times:g}" in row
        assert ("ticks" not in lines[at].split()
                or number(one.ticks) in row)


# ---- nanoseconds -------------------------------------------------------------


@pytest.mark.parametrize("log, name", [("emulated", "emulated ns"),
                                       ("linux", "ns")])
def test_nanoseconds_are_ticks_over_the_frequency(log, name):
    hz = records(log)[0]["tsc_hz"]
    table = results_table(log, 200, "--unit", "ns")
    for row, result in zip(table.rows, of(log, "result")):
        for heading, text in zip(table.headings, row):
            if heading in FIGURES:
                value = result[FIGURES[heading]]
                assert text == number(None if value is None
                                      else value * (1e9 / hz))
    text = "\n".join(parsed(log, 200, "--unit", "ns"))
    assert f"All figures in {name} per operation" in text
    assert f"dispatch on 2 cores, in {name}, " in text


def test_times_of_a_series_are_nanoseconds_too(tmp_path):
    """And what is no time stays."""
    path = tmp_path / "x.log"
    series = {"record": "series", "experiment": "threads", "variant": "v",
              "cores": 1, "params": {"k": 2, "slice": 2450}, "unit": "ticks",
              "columns": ["thread", "took"], "rows": [[7, 24500]]}
    make_log.write(path, [series], trust="metal", trust_claimed="")
    lines = shown("parse", str(path), "--unit", "ns")
    title = next(i for i, line in enumerate(lines) if "times in ns" in line)
    assert lines[title].endswith("k=2 slice=1000")
    assert lines[title + 2].split() == ["7", "10000"]


def test_published_ticks_are_never_called_nanoseconds():
    """Nobody knows their frequency."""
    log = "linux"
    lines = shown("parse", str(path_of(log)), "--unit", "ns", "--width", "200")
    rows = [line.split(", published")[1].split() for line in lines
            if ", published " in line]
    assert rows and all(row[2:5] == ["-", "-", "-"] for row in rows)


def test_nanoseconds_by_the_environment(monkeypatch):
    monkeypatch.setenv("QC_UNIT", "ns")
    # Further words, so that what was shown before is not shown again.
    text = "\n".join(parsed("linux", 200, "--format", "table"))
    assert "All figures in ns per operation" in text


def test_instructions_are_neither_ns_nor_ticks():
    for unit in ("ns", "ticks"):
        lines = parsed("counted", 200, "--unit", unit)
        end = read_back.first_line(lines, "Skipped")
        said = " ".join(lines[:end])
        assert "All figures in instructions per operation" in said
        assert "in ticks" not in said and "in ns" not in said
        assert ("counts instructions, not time" in said) == (unit == "ns")


def test_a_clock_of_unknown_frequency_has_no_nanoseconds(tmp_path):
    path = tmp_path / "x.log"
    make_log.write(path, tsc_hz=0)
    lines = shown("parse", str(path), "--unit", "ns")
    assert any("No nanoseconds" in line for line in lines)
    assert any("All figures in ticks" in line for line in lines)


# ---- the README --------------------------------------------------------------


def test_the_readme_s_table_is_what_qc_prints():
    """Of the log `silicon`, a real `make real BENCH=workqueue`. To make it
    anew: a run's log of a commit that is pushed to tests/tools/recorded, `qc
    show` into the README."""
    text = (ROOT / "README.md").read_text()
    told = text.split("<!-- table: begin -->")[1].split("<!-- table: end")[0]
    assert told.strip().strip("`").strip("\n").splitlines() == \
        qc("show", "-", input=gzip.decompress(
            path_of("silicon").read_bytes())).output.splitlines()


def git(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run(["git", "-C", ROOT, *words], capture_output=True,
                          text=True, check=False, timeout=60)


def test_the_readme_s_table_is_of_a_commit_of_this_history():
    if git("rev-parse", "--is-shallow-repository").stdout != "false\n":
        pytest.skip("no git, or not all of the history")
    [context] = of("silicon", "context")
    assert context["dirty"] is False
    assert git("merge-base", "--is-ancestor", context["git"],
               "HEAD").returncode == 0, context["git"]
