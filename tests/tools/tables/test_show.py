# SPDX-License-Identifier: MIT
"""The tables of a run: what stands over, in and under them."""

import json
import re

import make_log
import pytest
from in_process import qc, read
from make_log import noise, result, series
from places import ROOT
from rich.console import Console
from told import has, told

from quietcore.tables.articles import ROWS_SHOWN, ours, published_table
from quietcore.tables.machine import size
from quietcore.tables.matrix import shade
from quietcore.tables.results import MARKS, MEAN, SHORTER, results_table
from quietcore.tables.units import refusal
from quietcore.terminal.numbers import number
from quietcore.terminal.printing import show_grid
from quietcore.terminal.text import thinned


def inject(rows: list[list], **changes) -> dict:
    return series("inject", "time_s threads running pending target done", rows,
                  **{"variant": "block", "params": {"tasks": 200}} | changes)


def matrix(rows: list[list], **changes) -> dict:
    return series("line", "from to ticks line_least line_most", rows,
                  **{"variant": "handover/cas", "cores": 3} | changes)


def pairs(cores: int) -> list[list]:
    return [[a, b, 100 + 10 * a + b, 1, 2] for a in range(cores) for b in range(cores) if a != b]


def validation(verdict: str, **changes) -> dict:
    return make_log.validation("lock", "mine", verdict, **changes)


CACHES = [{"level": 1, "type": "data", "bytes": 32768, "line": 64, "ways": 8, "shared": 1},
          {"level": 3, "type": "unified", "bytes": 8 << 20, "line": 64, "ways": 16, "shared": 4}]
ALL_KNOWN = {"maker": "Maker", "product": "Box 3", "board": "B-3",
             "firmware": "Firm 1.2 2021", "caches": CACHES, "memory_bytes": 16 << 30,
             "memory_map": [[0, 1, 1], [1, 1, 2], [2, 16 << 30, 1]]}
CORES = [make_log.core(n) | {"microcode": code} for n, code in enumerate(["de", "de", "f0", None])]
#: Records, the context, and what is said of them; after `!` what is not.
SAID = [
    # Proofs.
    ([validation("ok"), validation("failed"),
      validation("not_proven", property="sections overlapped",
                 counts={"operations": 7, "overlaps": 0})], {},
     ["WRONG ANSWERS: lock mine on 2 cores (operations 7) Not proven: lock mine on 2 cores: "
      "sections overlapped (operations 7, overlaps 0)"]),
    # The head.
    ([], {"lock": "k42", "queue": "mpmc"}, ["suite quick scheduler's lock k42, queue mpmc"]),
    (CORES, ALL_KNOWN, [
        "Machine: Maker Box 3, board B-3, firmware Firm 1.2 2021, microcode de and f0 "
        "Memory: 16 GiB usable; 2 of 3 ranges; caches of core 0: L1 data 32 KiB, L3 8 MiB "
        "by 4"]),
    *(([], {"firmware": "Firm 1", "memory_bytes": None, "boot_services": services},
       [f"Machine: firmware Firm 1, boot services {services}", "!Memory:"])
      for services in ("kept", "left")),
    ([], {"memory_bytes": None}, ["!Machine:", "!Memory:"]),
    ([], {"product": "Box"}, ["Machine: Box Memory: 256 MiB usable"]),
    ([make_log.context(memory_map=[[0, 9, 1]], part=2, parts=2)],       # parts are one
     {"memory_map": [[9, 9, 2]], "part": 1, "parts": 2}, ["usable; 1 of 2 ranges"]),
    # Of many cores the first grades are shown and the rest counted.
    ([noise("B" * 35)], {}, [" 31:B and 3 more ", "!32:B"]),
    ([noise("B" * 32)], {}, [" 31:B ", "! more"]),
    # Pools: parts are one series; what memory allowed.
    ([inject([[0, 12, 0, 188, 12, 0]], part=1, parts=2, limit=77),
      inject([[167, 7, 6, 5, 4, 199]], part=2, parts=2)], {},
     ["inject block tasks=200 Time Threads Running Pending Done 0 12 0 188 0 167 7 6 5 199",
      "Memory for 77 workers only."]),
    # Pairs of cores: parts are one table; one that was disturbed is marked.
    ([matrix(pairs(3)[:4], part=1, parts=2), matrix(pairs(3)[4:], part=2, parts=2)], {},
     ["line handover/cas: ticks, half a trip", "101.0 to 121.0", "0 . 101.0 102.0",
      "2 120.0 121.0 ."]),
    *(([matrix([[0, 1, 100, 1, 2], [1, 0, 100.5, 1, 2]], cores=2, calm_most=calm)], {},
       [f"{no}~100.5", f"{no}~ disturbed: above 100.0.", "!~100.0"])
      for calm, no in ((100.5, "!"), (100, ""))),
    ([series("line", "core ticks step grain", [[0, 1, 2, 3]])], {}, ["!half a trip"])]


@pytest.mark.parametrize("body, context, said", SAID)
def test_what_is_said_of_a_run(body, context, said):
    has(told("parse --width 160", *body, **context), *said)


def test_problems_that_are_not_shown_are_counted(tmp_path):
    path = tmp_path / "x.log"
    path.write_bytes(b"".join(each + b'{"q":3,?\n' for each in make_log.lines([result()] * 20)))
    done = qc("parse", path)
    assert done.output.count("\n  line ") == 12 and "\n  and 10 more\n" in done.output


@pytest.mark.parametrize("count, text", [
    (0, "0 bytes"), (1023, "1023 bytes"), (1024, "1 KiB"), (34252627968, "31.9 GiB"),
    (3 << 40, "3 TiB"), (1 << 64, "16 EiB"), (1 << 71, "2048 EiB")])
def test_sizes_are_short(count, text):
    assert size(count) == text


@pytest.mark.parametrize("unit, words", [
    ({}, ""), ({"unit": None}, ""), ({"unit": "ticks"}, ""),
    ({"unit": "instructions"}, "counts instructions")])
def test_only_ticks_are_nanoseconds(unit, words):
    said = refusal([{}, unit], {"tsc_hz": 1}, "ns")
    assert words in said and bool(said) == bool(words)


# ---- how sure a row is -------------------------------------------------------------

OK, DOUBTED, WRONG = ("ok", "", ""), ("not_proven", "bold red", "?"), ("failed", "bold red", "!")
BUSY = {"quiet": "disturbed"}


@pytest.mark.parametrize("rows, cells", [
    # What is not proven right has a column where there is such a row; older logs tell
    # nothing of it.
    ([{"proven": "ok"}, {}], [("clean", "", "")] * 2),
    ([{"proven": "ok"}, {"proven": "not_proven"}, {"proven": "failed"}], [OK, DOUBTED, WRONG]),
    ([{}, {"proven": "failed"}], [OK, WRONG]),
    ([BUSY], [("disturbed", "yellow", "~")]), ([{"crowded": True}], [("turns", "yellow", "<")]),
    ([BUSY | {"crowded": True}], [("disturbed, turns", "yellow", "~<")])])
def test_the_last_column_tells_how_sure_a_row_is(rows, cells):
    [run] = read(b"".join(make_log.lines([result(**changes) for changes in rows])))
    assert [row[-1] for row in results_table(run).rows[1:]] == cells


def test_at_80_columns_every_doubt_has_its_mark_and_all_are_explained():
    lines = told("parse --width 80", *(result(**changes) for changes in (
        {}, BUSY, {"cores": 2, "crowded": True}, {"proven": "not_proven"},
        BUSY | {"proven": "failed"})))
    rows = [line.split() for line in lines if line.startswith("ring/pair ")]
    assert ["".join(cell for cell in row if cell in "~<?!") for row in rows] == \
        ["", "~", "<", "?", "~!"]
    assert any(line.startswith(MEAN) for line in lines)
    assert all(f"{mark} " in MEAN for mark in MARKS.values())


def test_the_image_has_the_same_marks_and_short_names():
    source = (ROOT / "bench/report/table.c").read_text()
    assert f'"{MEAN}"' in source
    assert dict(re.findall(r'\{ "(\w+)", "(\w+)" \}', source)) == SHORTER


# ---- inject beside the published figures -------------------------------------------


def dip(value, low, high, verdict="sure", **changes) -> dict:
    return {"record": "finding", "experiment": "inject", "name": "block_12_dip", "value": value,
            "low": low, "high": high, "unit": "s", "verdict": verdict, "published": "about 127 s",
            "params": {}, "subjects": [], "text": "x"} | changes


@pytest.mark.parametrize("finding, words", [
    (dip(140, 139, 141), "140.0 (139.0 to 141.0) s"), (dip(140, 140, 140), "140.0 s"),
    (dip(140, 139, 141, "unsure"), "140.0 (139.0 to 141.0) s, inconclusive"),
    (dip(None, None, None), "never"), (dip(None, None, None, "unsure"), "inconclusive"),
    (dip(None, None, None, "none"), "not measured")])
def test_ours_stands_beside_theirs_in_the_published_unit(finding, words):
    assert ours(finding) == words
    [row] = published_table([finding]).rows
    assert [cell.text for cell in row] == ["block_12_dip", words, "about 127 s"]


@pytest.mark.parametrize("width", [80, 40])
def test_ours_is_there_on_a_narrow_terminal(capsys, width):
    """What the table is for: a long sentence of theirs goes on below."""
    show_grid(published_table([dip(
        140.5, 139, 141, published="about 127 s, as far as can be told from "
        "the picture alone")]), Console(width=width, highlight=False))
    words = " ".join(capsys.readouterr().out.split())
    assert "140.5" in words and "Left out" not in words
    assert all(each in words for each in ("about", "picture", "alone"))


def test_many_rows_are_thinned_to_the_ends_and_some_between():
    rows = [[i] for i in range(200)]
    shown = thinned(rows, ROWS_SHOWN)
    assert len(shown) == ROWS_SHOWN and shown[0] == [0] and shown[-1] == [199]
    assert thinned(rows[:5], ROWS_SHOWN) == rows[:5]


# ---- pairs of cores ----------------------------------------------------------------


@pytest.mark.parametrize("cores, width, shown", [
    (64, 40, 5), (64, 80, 11), (64, 200, 28), (255, 80, 11), (255, 36, 4)])
def test_a_large_machine_has_as_many_columns_as_fit(cores, width, shown):
    """Cells have five columns, and two blanks before them."""
    every = pairs(cores)
    lines = told(f"parse --width {width}", *(matrix(every[at:at + 120], cores=cores)
                                             for at in range(0, len(every), 120)))
    has(lines, f"Left out here: {cores - shown} of {cores} cores")
    at = next(at for at, line in enumerate(lines) if line.startswith("0 1 2"))
    assert lines[at] == " ".join(map(str, range(shown)))
    ticks = {(a, b): number(value) for a, b, value, *_ in every}
    for giver in range(shown):
        assert lines[at + 1 + giver].split() == [str(giver)] + [
            ticks.get((giver, taker), ".") for taker in range(shown)]


def test_a_large_matrix_is_whole_in_json(tmp_path):
    every = pairs(21)
    log = make_log.write(tmp_path / "x.log", [matrix(every[at:at + 60], cores=21)
                                              for at in range(0, len(every), 60)])
    [run] = json.loads(qc("parse", log, "--format", "json").output)["runs"]
    assert [row for record in run["records"] if record["record"] == "series"
            for row in record["rows"]] == every


def test_shades_go_from_near_to_far():
    assert [shade(v, 10, 40) for v in (10, 19, 20, 29, 30, 40)] == \
        ["green", "green", "yellow", "yellow", "red", "red"]
    assert shade(10, 10, 10) == "green"
