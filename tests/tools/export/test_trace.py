# SPDX-License-Identifier: MIT
"""qc trace: a file that a trace viewer opens; pages/export has a whole one."""

import json
import re

import make_log
import pytest
from in_process import qc
from page_logs import timeline
from places import ROOT
from quietcore.export.timelines import KINDS, NOT_BEGUN
from quietcore.status import Status


def trace(core: int, events: list, **changes) -> dict:
    return timeline(core, events, **{"params": {"n": 100}} | changes)


BODY = [
    trace(0, [[0, 2, 0], [2450, 1, 7], [24500, 2, 0]], part=1, parts=2),
    trace(0, [[26950, 1, 8], [49000, 0, 0]], part=2, parts=2),
    trace(1, [[0, 5, 0], [4900, 4, 3], [7350, 3, 0], [49000, 0, 0]], dropped=12),
    trace(0, [[0, 6, 0], [2450, 0, 0]], variant="shared"),
]


def convert(tmp_path, body, *options: str, **context):
    log = make_log.write(tmp_path / "log", [make_log.core(0), make_log.core(1), *body], **context)
    return qc("trace", log, *options)


def counted(converted, pid: int, name: str) -> list:
    return [e["args"]["value"] for e in converted if e["ph"] == "C"
            and (e["pid"], e["name"]) == (pid, name)]


def test_tasks_are_counted_down_where_no_event_is_lost(tmp_path):
    done = convert(tmp_path, BODY[:2])
    events = json.loads(done.output)["traceEvents"]
    assert counted(events, 1, NOT_BEGUN) == [2, 1, 0]
    events = json.loads(convert(tmp_path, BODY).output)["traceEvents"]
    assert not counted(events, 1, NOT_BEGUN)


@pytest.mark.parametrize("context, ending", [
    ({"trust": "metal", "trust_claimed": ""}, "n=100"),
    ({"trust_claimed": "tcg-icount"}, "n=100 [EMULATED (tcg)]"),
    ({"trust": "metal", "trust_claimed": "tcg-icount"}, "n=100 [EMULATED (tcg-icount)]"),
    ({"trust": "metal", "trust_claimed": "", "tsc_hz": 0},
     "n=100 [clock unknown: a tick stands as 1 us]"),
])
def test_a_name_says_what_the_times_are_not(tmp_path, context, ending):
    done = convert(tmp_path, BODY[2:3], **context)
    first = json.loads(done.output)["traceEvents"][0]
    assert first["args"]["name"].endswith(ending)


def test_instructions_are_no_microseconds(tmp_path):
    counted = trace(0, [[0, 1, 7], [3, 0, 0]]) | {"unit": "instructions"}
    done = convert(tmp_path, [counted], tsc_hz=2_000_000)
    name, _, event, *_ = json.loads(done.output)["traceEvents"]
    assert name["args"]["name"].endswith("; no time: an instruction stands as 1 us]")
    assert event["dur"] == 3


@pytest.mark.parametrize("body, words, status, said", [
    ([trace(0, [[0, 14, 0], [10, 0, 0]])], (), Status.OK, ["kind 14"]),
    ([], (), Status.NO_LOG, ["no trace record", "BENCH=primes"]),
    (BODY, ("-o", "/nowhere/out.json"), Status.UNWRITABLE, ["cannot write"])],
    ids=["a later version's kind", "no trace", "no such folder"])
def test_what_is_told_of_other_traces(tmp_path, body, words, status, said):
    done = convert(tmp_path, body, *words)
    assert done.exit_code == status and all(each in done.output for each in said)


def test_one_run_with_a_trace_is_enough(tmp_path):
    log = tmp_path / "log"
    log.write_bytes(b"".join(make_log.lines() + make_log.lines(BODY, run="f" * 16)))
    assert "thread_name" in qc("trace", log).output


def test_the_kinds_are_those_of_the_source():
    """As many, in the order of sched/trace.h."""
    text = (ROOT / "sched/trace.h").read_text()
    names = re.findall(r"^\tTRACE_(\w+),", text, re.MULTILINE)
    assert names[-1] == "KINDS" and len(names) - 1 == len(KINDS)
    assert names[:-1] == ["END", "EXECUTE", "SWITCH", "LOCK", "STEAL", "IDLE", "SLEEP"]
