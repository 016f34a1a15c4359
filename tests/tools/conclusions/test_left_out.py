# SPDX-License-Identifier: MIT
"""What a record leaves out, and that every reader has it all the same."""

import make_log
import pytest
from quietcore.conclusions.finding import untrue
from quietcore.conclusions.gate import CROSSING, FACT, FIT, ORDER, VALUE, Subject
from quietcore.conclusions.left_out import filled
from quietcore.log.reading import read_stream
from records import even, finding, record

LACKING = (None, [], {}, [FIT], [FIT, FIT])


def sent(whole: dict) -> dict:
    """As our images write it: without what it lacks."""
    droppable = ("ratio", "ratio_low", "ratio_high", "reason", "threshold",
                 "winners", "near", "fitness", "params")
    return {name: value for name, value in whole.items()
            if name not in droppable or value not in LACKING}


MADE = [
    record(finding(even("a", 1000), even("b", 2000), claim=ORDER)),
    record(finding(even("a", 1000), even("b", 1001), claim=ORDER)),
    record(finding(even("a", 1000), claim=VALUE)),
    record(finding(Subject("", FIT, [64000]), claim=FACT)),
    record(finding(even("a", 9), even("b", 9), even("c", 9), claim=CROSSING)),
]


@pytest.mark.parametrize("whole", MADE)
def test_what_was_left_out_is_there_again(whole):
    assert len(sent(whole)) < len(whole)
    assert filled(sent(whole)) == whole and untrue(sent(whole)) == ""


def test_a_reader_has_all_of_it(tmp_path):
    log = make_log.write(tmp_path / "log", [sent(each) for each in MADE])
    [run] = read_stream([log.read_bytes()])
    assert run.complete
    for whole, read in zip(MADE, run.of("finding"), strict=True):
        assert read | whole == read


def test_what_is_there_stays():
    told = MADE[0] | {"fitness": ["turns", "fit"], "reason": "turns"}
    assert filled(told) == told


def test_other_records_have_nothing_to_fill():
    for record_ in ({"record": "finding", "text": "of before the gate"},
                    {"record": "series"}, {}):
        assert filled(record_) == record_


def test_a_result_without_a_tail_has_none_and_took_all_its_samples(tmp_path):
    whole = make_log.result(batch=8, p99=None, p999=None, max=None)
    sent_ = {name: value for name, value in whole.items()
             if name not in ("p99", "p999", "max", "stop", "quiet", "method")}
    log = make_log.write(tmp_path / "log", [sent_])
    [run] = read_stream([log.read_bytes()])
    assert run.complete
    [read] = run.of("result")
    assert read | whole == read


def test_a_result_of_version_1_has_no_method():
    old = {"q": 1, "record": "result"}
    assert filled(old) == old


def test_a_result_keeps_what_it_says():
    told = make_log.result(stop="budget", quiet="disturbed", method=2)
    assert filled(told) == told


def test_a_validation_without_a_reason_has_none():
    assert filled({"record": "validation"})["reason"] is None
    assert filled({"record": "validation", "reason": "x"})["reason"] == "x"
