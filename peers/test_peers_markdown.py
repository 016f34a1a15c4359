# SPDX-License-Identifier: MIT
"""The table of peers/README.md."""

import json

import markdown
from click.testing import CliRunner


def record(who: str, ticks: float, row: str = "lock alone", **more) -> dict:
    return {"row": row, "who": who, "ticks": ticks, "spread": 0.02,
            "rounds": [ticks] * 6, "low": 0.98 * ticks, "high": 1.02 * ticks,
            "floor": "XST", "floor_ticks": 6, "floor_low": 6, "floor_high": 6,
            "ratio": ticks / 6, "n": 9, "quiet": 9, "failed": 0} | more


def test_a_row_is_a_line_with_its_sides_and_targets():
    assert markdown.lines_of([
        record("ours/ttas", 9.0), record("ck_cas", 1234.5, quiet=2),
        record("ours/backoff", 6.25),
        record("ours/tas", 6.1), record("floor", 6, "floor"),
        record("ours/steal", 50, "metg 50 % tree"),
        record("ours/sched", 2, "fiber spawn + join")]) == [
        "| lock alone | tas 6.1 (2 %), backoff 6.2 (2 %), ttas 9.0 (2 %) "
        "| ck_cas ? 1,234.5 (2 %) | "
        "1.05 x XST: `tas` met, 0.97 (0.95 to 0.99) of it. "
        "`backoff` within noise, 0.99 (0.97 to 1.01) of it. "
        "`ttas` missed, 1.43 (1.40 to 1.46) of it |",
        "| fiber spawn + join | sched 2.0 (2 %) |  |  |"]


def test_what_failed_has_no_figure_and_dispatch_its_all_in():
    failed = {"row": "dispatch n=0", "who": "tbb_for", "n": 0, "quiet": 0,
              "failed": 1}
    assert markdown.lines_of([
        record("ours/loop", 4, "dispatch n=0", all_in=9.04),
        record("ours/static", -0.3, "dispatch n=0", all_in=1.5, quiet=0),
        failed]) == [
        "| dispatch n=0, all-in | static ? 1.5, loop 9.0 | tbb_for failed |  |"]


def test_next_to_nothing_has_no_spread():
    assert markdown.lines_of([record("ours/steal", 0.7)]) == [
        "| lock alone | steal 0.7 |  | "
        "1.05 x XST: `steal` met, 0.11 (0.11 to 0.11) of it |"]


def test_of_a_row_every_target_is_told():
    line, = markdown.lines_of([record("ours/clh", 9.0), record("ck_clh", 12)])
    assert line.endswith(
        "| 1 x ck_clh: `clh` met, 0.75 (0.75 to 0.75) of it. "
        "1.05 x XST: `clh` missed, 1.43 (1.40 to 1.46) of it |")


def test_the_machine_stands_above(tmp_path):
    log = tmp_path / "peers.jsonl"
    log.write_text(json.dumps({"said": ["a date", "a machine"]}) + "\n"
                   + json.dumps(record("ck_fas", 6)) + "\n")
    done = CliRunner().invoke(markdown.main, [str(log)])
    assert done.output.splitlines() == [
        "a date", "a machine", "", *markdown.HEAD,
        "| lock alone |  | ck_fas 6.0 (2 %) |  |", "",
        "0 targets: 0 met, 0 missed, 0 within noise, 0 cannot be told"]
