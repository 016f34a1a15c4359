# SPDX-License-Identifier: MIT
"""The work queue beside others, as `make peers` left it, whole or damaged."""

import json

import make_log
import peer_targets
import pytest
from in_process import qc
from make_log import result
from quietcore.status import Status
from quietcore.targets import beside

OURS, (DEQUE, PTHREAD) = beside.OURS, beside.PLAIN
LOG = [result(experiment="floor", variant="xst", p50=6, batch=64),
       result(experiment="lock", variant="ticket", p50=6, batch=64)]


def peer(who: str, row: str, ticks: float, **changes) -> dict:
    return {"row": f"locked ring {row}", "who": who, "ticks": ticks, "min": ticks,
            "spread": 0.01, "floor": "2 XST", "floor_ticks": 12.0, "floor_low": 12,
            "floor_high": 12.2, "low": ticks, "high": ticks, "n": 9, "quiet": 9, "failed": 0,
            "rounds": [ticks] * 5 + [1.1 * ticks], "ratio": ticks / 12} | changes


def told(folder, *lines: dict | str, status: Status = Status.OK) -> str:
    """What is said of such a file, with single blanks."""
    peers = folder / "peers.jsonl"
    peers.write_text("".join(f"{json.dumps(each) if isinstance(each, dict) else each}\n"
                             for each in lines))
    done = qc("targets", make_log.write(folder / "x.log", LOG), "--peers", peers)
    assert done.exit_code == status, done.output
    return " ".join(done.output.split())


NONE = "0 of 0 targets beside others met."
LOOSE = [40, 80, 80, 160, 160, 160]
CASES = [
    # The work queue stands beside the better of the plain queues.
    ([peer(OURS, "alone", 12.4), peer(OURS, "across", 60), "peers: no x/y: not here",
      peer(DEQUE, "across", 270), peer(PTHREAD, "across", 80), peer("ours/ring", "across", 10),
      peer(OURS, "both", 20), peer(DEQUE, "both", 200), peer(PTHREAD, "both", 108, quiet=4)],
     ["locked ring alone 12.4 1.03 1.02 1.03 1.05 2 XST met",
      f"locked ring across 60.0 0.75 0.75 0.75 0.7 {PTHREAD} missed",
      f"locked ring both 20.0 0.19 0.19 0.19 0.7 {PTHREAD} disturbed",
      "1 of 3 targets beside others met, 1 missed, 1 cannot be told."]),
    # By the interval of its rounds, where these are told.
    ([peer(OURS, "across", 50), peer(PTHREAD, "across", 80, rounds=LOOSE),
      peer(DEQUE, "across", 500)], [f"50.0 0.48 0.31 1.25 0.7 {PTHREAD} within noise"]),
    ([peer(OURS, "across", 50, rounds=[]), peer(PTHREAD, "across", 500)],
     [f"50.0 0.10 - - 0.7 {PTHREAD} too few rounds"]),
    # Nothing is told of what has no other side, or no figure.
    ([peer(OURS, "both", 20), peer(PTHREAD, "across", 80)], [NONE]),
    ([{"said": ["x"]}, peer(OURS, "alone", 0)], [NONE]),
    ([peer(OURS, "alone", 12.4, ratio=None)], [NONE]),
    ([peer(OURS, "both", 10), peer(DEQUE, "both", 0), peer(PTHREAD, "both", 40)],
     ["1 of 1 target beside others met."]),
]


@pytest.mark.parametrize("lines, said", CASES)
def test_the_work_queue_beside_others(tmp_path, lines, said):
    text = told(tmp_path, *lines)
    assert all(each in text for each in said), text


def test_a_damaged_line_is_named_with_the_remedy(tmp_path):
    row = peer(OURS, "alone", 12.4)
    said = told(tmp_path, row, json.dumps(row)[:30], status=Status.INCOMPLETE)
    assert "peers.jsonl, line 2 is damaged: " in said
    assert "make it again: make peers" in said


def test_the_targets_beside_others_are_those_of_make_peers():
    own = {(t.row, t.times, t.peer) for t in peer_targets.TARGETS
           if t.row.startswith("locked ring") and OURS.startswith(t.who)}
    assert {(g.row, g.times, g.peers) for g in beside.GOALS} == own
    assert beside.QUIET_LEAST == peer_targets.QUIET_MIN
