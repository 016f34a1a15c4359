# SPDX-License-Identifier: MIT
"""No table of results cuts a number: each is read back and compared with its
records. What other tables look like at each width stands in pages/."""

import gzip
import subprocess

import make_log
import pytest
from in_process import qc
from places import ROOT
from quietcore.terminal.numbers import number
from read_back import NAMES, Table, of, parsed, path_of, shown

SHORT = {"producers": "p", "consumers": "c", "inside": "in", "outside": "out"}
FIGURES = {"min": "min", "p50": "p50", "p90": "p90", "p99": "p99",
           "p99.9": "p999", "max": "max", "mean": "mean", "mad": "mad"}


def words(params: dict) -> str:
    return " ".join(f"{SHORT.get(k, k)}={v}" for k, v in params.items() if k != "mode")


@pytest.mark.parametrize("log", NAMES)
@pytest.mark.parametrize("width", (40, 60, 80, 100, 120, 200))
def test_every_result_s_figures_are_its_record_s(log, width):
    results, lines = of(log, "result"), parsed(log, width)
    table = Table(lines, "cores", "p50")
    columns = [h for h in table.headings if h != "quiet"]
    assert len(results) > 100
    assert table.rows == [[number(r[FIGURES[h]]) if h in FIGURES else str(r[h])
                           for h in columns] for r in results]
    plain, marked = ("clean", "disturbed") if "quiet" in table.headings else ("", "~")
    assert table.marks == [marked if r["quiet"] == "disturbed" else plain for r in results]
    assert all(len(line) <= width for line in lines)
    assert any(line.startswith("~ disturbed, ") for line in lines) == ("~" in table.marks)
    if width == 200:
        assert table.names == [f"{r['variant']} {words(r['params'])}".strip() for r in results]


def test_a_column_of_nothing_goes_first(tmp_path):
    """Of locks alone the tails mean nothing: so at 80 columns they go."""
    log = make_log.write(tmp_path / "locks.log", [
        {k: v for k, v in r.items() if k not in ("q", "seq", "run", "crc")}
        for r in of("emulated", "result", "lock")])
    table = Table(shown("parse", str(log), "--width", "80"), "cores", "p50")
    assert {"p90", "mean", "min"} <= {*table.headings}
    assert not {"p99", "p99.9", "max"} & {*table.headings}


# ---- nanoseconds -------------------------------------------------------------------


@pytest.mark.parametrize("log, name", [("emulated", "emulated ns"), ("linux", "ns")])
def test_nanoseconds_of_an_emulator_are_called_so(log, name):
    """pages/parse-ns.txt has the figures."""
    text = "\n".join(parsed(log, 200, "--unit", "ns"))
    assert f"All figures in {name} per operation" in text
    assert f"dispatch on 2 cores, in {name}, " in text


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


# ---- the README --------------------------------------------------------------------


def test_the_readme_s_table_is_what_qc_prints():
    """Of the log `silicon`, a real `make real BENCH=workqueue`. To make it anew: a run's log of a
    commit that is pushed to tests/tools/recorded, `qc show` into the README."""
    text = (ROOT / "README.md").read_text()
    told = text.split("<!-- table: begin -->")[1].split("<!-- table: end")[0]
    assert told.strip().strip("`").strip("\n").splitlines() == \
        qc("show", "-", input=gzip.decompress(path_of("silicon").read_bytes())).output.splitlines()


def git(*words_: str) -> subprocess.CompletedProcess:
    return subprocess.run(["git", "-C", ROOT, *words_], capture_output=True, text=True,
                          check=False, timeout=60)


def test_the_readme_s_table_is_of_a_commit_of_this_history():
    if git("rev-parse", "--is-shallow-repository").stdout != "false\n":
        pytest.skip("no git, or not all of the history")
    [context] = of("silicon", "context")
    assert context["dirty"] is False
    assert git("merge-base", "--is-ancestor", context["git"],
               "HEAD").returncode == 0, context["git"]
