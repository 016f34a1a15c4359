# SPDX-License-Identifier: MIT
"""The table of `make runtimes`: ratios turn by turn, and what is called met."""

import json
import math

import pytest
import runtime_show as table
from click.testing import CliRunner
from runtime_rows import ROWS

ACROSS = "mpmc across"


def record(who: str, turns: list, row: str = ACROSS) -> dict:
    return {"row": row, "who": who, "turns": turns, "ticks": turns[0]}


def verdict(*row: dict) -> str:
    said, = table.verdicts(row[0], list(row))
    return said.removeprefix("0.9 x crossbeam_array or std_mpsc or vyukov: ")


@pytest.mark.parametrize("ours, word", [
    ([89] * 6, "met, 0.99 (0.99 to 0.99) of it"), ([50] * 5 + [91], "within noise, 0.56 (0.56 to 1.01)"),
    ([91] * 6, "missed, 1.01 (1.01 to 1.01) of it"),
    ([89] * 5 + [None], "too few turns to tell")])
def test_a_target_is_met_when_its_interval_says_so(ours, word):
    assert verdict(record("ours/mpmc", ours),
                   record("std_mpsc", [100] * 6)).startswith(word)


def test_each_turn_has_its_own_best_of_theirs():
    fast, slow = [10, 1000] * 3, [1000, 10] * 3
    ours = record("ours/mpmc", [8] * 6)
    assert verdict(ours, record("vyukov", fast), record("std_mpsc", slow)) == \
        "met, 0.89 (0.89 to 0.89) of it"
    assert verdict(ours, record("crossbeam_channel", [1] * 6),
                   record("vyukov", [9] * 6)).startswith("met")
    assert table.to_peer(ours, [ours, record("vyukov", fast),
                                record("std_mpsc", slow)]) == \
        "0.80 (0.80 to 0.80)"


def test_noise_below_nothing_is_nothing_to_compare_with():
    row = [record("ours/steal", [10] * 6, "all-in n=501"),
           record("rayon", [-5, 20] * 3, "all-in n=501")]
    assert table.verdicts(row[0], row) == ["0.8 x rayon: too few turns to tell"]
    assert table.to_peer(row[0], row) == "0.50 (0.50 to 0.50)"
    assert table.to_peer(row[1], row) == "0.50 (0.50 to 0.50)"


@pytest.mark.parametrize("theirs, least", [
    ([0] * 6, "too few turns to tell"), ([1e-9] * 6, "missed")])
def test_nothing_is_no_figure_of_theirs(theirs, least):
    assert verdict(record("ours/mpmc", [89] * 6),
                   record("vyukov", theirs)).startswith(least)


def test_ours_of_nothing_or_less_counts():
    row = [record("ours/steal", [-3, 0] * 3, "all-in n=501"),
           record("rayon", [20] * 6, "all-in n=501")]
    assert table.verdicts(row[0], row) == [
        "0.8 x rayon: met, -0.09 (-0.19 to 0.00) of it"]


def test_whom_a_target_lacks_is_named():
    row = [record("ours/steal", [10] * 6, "all-in n=501"),
           record("java_fjp", [20] * 6, "all-in n=501")]
    assert table.verdicts(row[0], row) == ["0.8 x rayon: no rayon here"]
    assert table.tally(row) == "1 target: 1 no rayon here"


@pytest.mark.parametrize("text, status, said", [
    ("", 4, "has no row; make it: make runtimes"), ("x", 3, "line 1"),
    ('{"said": [], "notes": []}\n{"row": "x"}\n', 3, "line 2 is damaged")])
def test_a_file_that_is_damaged_is_named(tmp_path, text, status, said):
    log = tmp_path / "runtimes.jsonl"
    log.write_text(text)
    done = CliRunner().invoke(table.main, [str(log)])
    assert done.exit_code == status and said in done.output


def test_one_row_may_have_two_targets():
    row = [record("ours/shared", [150] * 6, "dispatch n=0"),
           record("dotnet_pool", [200] * 6, "dispatch n=0"),
           record("LINE", [60] * 6, "dispatch n=0")]
    assert table.verdicts(row[0], row) == [
        "0.5 x dotnet_pool: missed, 1.50 (1.50 to 1.50) of it",
        "3 x LINE: met, 0.83 (0.83 to 0.83) of it"]
    assert table.to_peer(row[0], row) == "0.75 (0.75 to 0.75)"
    assert table.to_peer(row[2], row) == ""
    assert table.tally(row) == "2 targets: 1 met, 1 missed"


@pytest.mark.parametrize("ours, theirs, word", [
    (100, math.inf, "met"), (math.inf, 100, "missed, inf (inf to inf)"),
    (math.inf, math.inf, "missed, inf (inf to inf)"), (100, 200, "met")])
def test_who_never_pays_is_no_reason_to_call_ours_met(ours, theirs, word):
    said, = table.verdicts(
        record("ours/shared", [ours] * 6, "break-even"),
        [record("ours/shared", [ours] * 6, "break-even"),
         record("dotnet_pool", [theirs] * 6, "break-even")])
    assert said.startswith(f"0.5 x dotnet_pool: {word}")


def test_the_targets_are_those_of_the_rows_that_there_are():
    assert {t.row for t in table.TARGETS} < set(ROWS)
    assert len(table.TARGETS) == 2 + 2 * 6 + 2 * 6 + 1
    assert {t.row: t.times for t in table.TARGETS if t.peer == ("rayon",)} == {
        f"all-in n={n}": 0.8 if n in (0, 101, 501, 1001) else 1
        for n in table.LENGTHS}


@pytest.mark.parametrize("ours, colour", [
    ([89] * 6, "[green]met"), ([91] * 6, "[red]missed"),
    ([50] * 5 + [91], "[yellow]within"), ([89], "[default]too few")])
def test_how_a_target_came_out_has_its_colour(ours, colour):
    row = [record("ours/mpmc", ours),
           record("std_mpsc", [100] * len(ours))]
    assert f": {colour}" in table.cells(row[0], row)[3]


def test_a_file_is_shown_with_what_was_said_and_left_out(tmp_path):
    log = tmp_path / "runtimes.jsonl"
    log.write_text("".join(f"{json.dumps(each)}\n" for each in (
        {"said": ["rust: rustc 1.63.0"], "notes": ["java is left out: no java"]},
        {"row": ACROSS, "who": "ours/mpmc", "turns": [50.0] * 6},
        {"row": ACROSS, "who": "vyukov", "turns": [100.0] * 6})))
    done = CliRunner().invoke(table.main, [str(log)])
    assert done.exit_code == 0, done.output
    for said in ("rust: rustc 1.63.0\n", "1 target: 1 met\n",
                 "note: java is left out: no java\n", "0.50 (0.50 to 0.50)"):
        assert said in done.output


def test_a_break_even_which_never_comes_is_told_as_never():
    record = {"row": "break-even", "who": "ours/loop", "turns": [math.inf] * 6,
              "ticks": math.inf}
    assert table.cells(record, [record])[1] == "never (never to never)"
