# SPDX-License-Identifier: MIT
"""Logs read by several processes: in order, and none is left behind."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from busy import waited_for
from places import ROOT
from quietcore.log import workers


READER = """
import os, sys, time
sys.path.insert(0, "tools")
from quietcore.log import workers

def work(piece):
    open(os.path.join(sys.argv[1], str(os.getpid())), "w").close()
    time.sleep(600)

os.sched_getaffinity = lambda _: {0, 1}
list(workers.each_piece(work, [*range(3 * workers.AT_ONCE)]))
"""


def doubled(piece: list[int], word: str) -> tuple[int, str, list[int]]:
    return os.getpid(), word, [2 * number for number in piece]


@pytest.mark.parametrize("cores, logs, many", [
    (2, [*range(5 * workers.AT_ONCE - 3)], True),
    (1, [*range(5 * workers.AT_ONCE - 3)], False), (2, [1, 2], False),
    (2, [*range(3 * workers.AT_ONCE), "-"], False)],   # "-": standard input
    ids=["two cores", "one core", "few", "standard input"])
def test_pieces_come_in_order_whoever_reads_them(monkeypatch, cores, logs, many):
    monkeypatch.setattr(workers.os, "sched_getaffinity", lambda _: range(cores))
    found = [*workers.each_piece(doubled, logs, "so")]
    assert sum((piece for _, _, piece in found), []) == [2 * n for n in logs]
    assert {word for _, word, _ in found} == {"so"}
    assert (os.getpid() not in {who for who, _, _ in found}) == many


def runs(pid: str) -> bool:
    """The process is there, and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_none_outlives_a_qc_that_is_killed(tmp_path):
    with subprocess.Popen([sys.executable, "-c", READER, tmp_path], cwd=ROOT) as reader:
        waited_for(lambda: len(os.listdir(tmp_path)) == 2, "two processes that read")
        reader.send_signal(signal.SIGKILL)
    readers = os.listdir(tmp_path)
    waited_for(lambda: not any(map(runs, readers)), "their end")
