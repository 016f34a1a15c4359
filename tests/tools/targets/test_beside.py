# SPDX-License-Identifier: MIT
"""What `make peers` left, where it is damaged or lacks a side."""

import json

import make_log
import pytest
from in_process import qc
from quietcore.status import Status
from quietcore.targets import beside

ROW = {"row": "locked ring alone", "who": beside.OURS, "ticks": 12.4,
       "quiet": 9, "ratio": 1.03, "floor": "XST + XST", "low": 12.4,
       "high": 12.5, "floor_ticks": 12, "floor_low": 12, "floor_high": 12}


def told(tmp_path, *lines: str):
    peers = tmp_path / "peers.jsonl"
    peers.write_text("".join(f"{line}\n" for line in lines))
    log = make_log.write(tmp_path / "x.log")
    return qc("targets", log, "--peers", peers)


def test_a_damaged_line_is_named_with_the_remedy(tmp_path):
    done = told(tmp_path, json.dumps(ROW), json.dumps(ROW)[:30])
    assert done.exit_code == Status.INCOMPLETE
    said = " ".join(done.output.split())
    assert "peers.jsonl, line 2 is damaged: " in said
    assert "make it again: make peers" in said


@pytest.mark.parametrize("changes", [{"ticks": 0}, {"ratio": None}])
def test_a_row_without_a_figure_is_not_told(tmp_path, changes):
    done = told(tmp_path, json.dumps({"said": ["x"]}), json.dumps(
        ROW | changes))
    assert done.exit_code == Status.OK, done.output
    assert "0 of 0 targets beside others met." in done.output


def test_a_peer_of_no_ticks_is_none_to_be_beside(tmp_path):
    rows = [ROW | {"row": "locked ring both", "who": who, "ticks": ticks,
                   "rounds": [ticks] * 6}
            for who, ticks in ((beside.OURS, 10), (beside.PLAIN[0], 0),
                               (beside.PLAIN[1], 40))]
    done = told(tmp_path, *map(json.dumps, rows))
    assert "1 of 1 target beside others met." in done.output
