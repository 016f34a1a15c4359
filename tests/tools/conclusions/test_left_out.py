# SPDX-License-Identifier: MIT
"""What a record leaves out, and that every reader has it all the same."""

import make_log
from quietcore.log.left_out import filled
from quietcore.log.reading import read_stream


def test_other_records_have_nothing_to_fill():
    for record in ({"record": "quantity", "rounds": []}, {"record": "series"},
                   {}):
        assert filled(record) == record


def test_a_result_without_a_tail_has_none_and_took_all_its_samples(tmp_path):
    whole = make_log.result(batch=8, p99=None, p999=None, max=None)
    sent_ = {name: value for name, value in whole.items()
             if name not in ("p99", "p999", "max", "stop", "quiet", "method")}
    log = make_log.write(tmp_path / "log", [sent_])
    [run] = read_stream([log.read_bytes()])
    assert run.complete
    [read] = run.of("result")
    assert read | whole == read


def test_a_result_keeps_what_it_says():
    told = make_log.result(stop="budget", quiet="disturbed", method=2)
    assert filled(told) == told | {"proven": "ok"}


def test_a_validation_without_a_reason_has_none():
    assert filled({"record": "validation"})["reason"] is None
    assert filled({"record": "validation", "reason": "x"})["reason"] == "x"
