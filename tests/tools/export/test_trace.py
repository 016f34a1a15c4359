# SPDX-License-Identifier: MIT
"""qc trace: a file that a trace viewer opens."""

import json
from itertools import pairwise

import make_log
import pytest
from in_process import qc
from quietcore.export.trace import KINDS
from quietcore.status import Status

HZ = 2_450_000_000  # of make_log's context


def trace(core: int, events: list, **changes) -> dict:
    return {"record": "trace", "experiment": "primes", "variant": "steal",
            "cores": 2, "params": {"n": 100}, "core": core, "dropped": 0,
            "events": events} | changes


BODY = [
    trace(0, [[0, 2, 0], [2450, 1, 7], [24500, 2, 0]], part=1, parts=2),
    trace(0, [[26950, 1, 8], [49000, 0, 0]], part=2, parts=2),
    trace(1, [[0, 5, 0], [4900, 4, 3], [7350, 3, 0], [49000, 0, 0]],
          dropped=12),
    trace(0, [[0, 6, 0], [2450, 0, 0]], variant="shared"),
]


def convert(tmp_path, body, *options: str, **context):
    log = make_log.write(tmp_path / "log", [make_log.core(0), make_log.core(1),
                                            *body], **context)
    return qc("trace", log, *options)


@pytest.fixture
def converted(tmp_path):
    out = tmp_path / "out.json"
    done = convert(tmp_path, BODY, "-o", str(out))
    assert done.exit_code == 0, done.output
    return json.loads(out.read_bytes())["traceEvents"]


def test_every_event_has_what_the_format_asks_for(converted):
    for event in converted:
        assert event["ph"] in {"X", "M"}
        assert isinstance(event["pid"], int) and isinstance(event["tid"], int)
        assert event["ts"] >= 0 and event["name"]
        if event["ph"] == "X":
            assert event["dur"] >= 0
        else:
            assert event["args"]["name"]


def test_a_core_is_a_track_whose_states_follow_each_other(converted):
    tracks: dict = {}
    for event in converted:
        if event["ph"] == "X":
            tracks.setdefault((event["pid"], event["tid"]), []).append(event)
    assert set(tracks) == {(1, 0), (1, 1), (2, 0)}
    for own in tracks.values():
        for before, after in pairwise(own):
            assert before["ts"] + before["dur"] == pytest.approx(after["ts"])


def test_times_are_microseconds_and_arguments_survive(converted):
    first = [e for e in converted if e["ph"] == "X"][:4]
    assert [e["name"] for e in first] == ["switching", "executing",
                                          "switching", "executing"]
    assert [e["ts"] for e in first] == pytest.approx([0, 1, 10, 11])
    assert [e["dur"] for e in first] == pytest.approx([1, 9, 1, 9])
    assert [e["args"]["task"] for e in first if "args" in e] == [7, 8]


def test_tracks_and_runs_have_names(converted):
    names = {(e["pid"], e["tid"], e["name"]): e["args"]["name"]
             for e in converted if e["ph"] == "M"}
    tcg = " [EMULATED (tcg)]"
    assert names[1, 0, "process_name"] == "primes steal on 2 cores, n=100" + tcg
    assert names[2, 0, "process_name"] == \
        "primes shared on 2 cores, n=100" + tcg
    assert names[1, 0, "thread_name"] == "core 0"
    assert names[1, 1, "thread_name"] == "core 1 (12 events lost)"


@pytest.mark.parametrize("context, ending", [
    ({"trust": "metal", "trust_claimed": ""}, "n=100"),
    ({"trust_claimed": "tcg-icount"}, "n=100 [EMULATED (tcg)]"),
    ({"trust": "metal", "trust_claimed": "tcg-icount"},
     "n=100 [EMULATED (tcg-icount)]"),
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
    name, _, event = json.loads(done.output)["traceEvents"]
    assert name["args"]["name"].endswith(
        "; no time: an instruction stands as 1 us]")
    assert event["dur"] == 3


def test_a_kind_of_a_later_version_is_shown_by_its_number(tmp_path):
    done = convert(tmp_path, [trace(0, [[0, 14, 0], [10, 0, 0]])])
    assert done.exit_code == 0 and "kind 14" in done.output


def test_one_run_with_a_trace_is_enough(tmp_path):
    log = tmp_path / "log"
    log.write_bytes(b"".join(make_log.lines()
                             + make_log.lines(BODY, run="f" * 16)))
    assert "thread_name" in qc("trace", log).output


def test_a_log_without_a_trace_is_an_error_with_a_remedy(tmp_path):
    done = convert(tmp_path, [])
    assert done.exit_code == Status.NO_LOG
    assert "no trace record" in done.output and "BENCH=primes" in done.output


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    done = convert(tmp_path, BODY, "-o", str(tmp_path / "no" / "out.json"))
    assert done.exit_code == Status.UNWRITABLE and "cannot write" in done.output


def test_the_kinds_are_those_of_the_source():
    """As many, in the order of sched/trace.h."""
    import re
    from pathlib import Path
    text = (Path(__file__).resolve().parents[3] / "sched/trace.h").read_text()
    names = re.findall(r"^\tTRACE_(\w+),", text, re.MULTILINE)
    assert names[-1] == "KINDS" and len(names) - 1 == len(KINDS)
    assert names[:-1] == ["END", "EXECUTE", "SWITCH", "LOCK", "STEAL", "IDLE",
                          "SLEEP"]
