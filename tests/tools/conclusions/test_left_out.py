# SPDX-License-Identifier: MIT
"""What a record leaves out, and that every reader has it all the same."""

import make_log
import pytest
from in_process import read

from quietcore.log.records import filled

TOLD = make_log.result(stop="budget", quiet="disturbed", method=2)


@pytest.mark.parametrize("record, more", [
    ({"record": "quantity", "rounds": []}, {}), ({"record": "series"}, {}), ({}, {}),
    (TOLD, {"proven": "ok"}), ({"record": "validation"}, {"reason": None}),
    ({"record": "validation", "reason": "x"}, {})])
def test_what_is_left_out_is_filled_in_and_what_is_said_stays(record, more):
    assert filled(record) == record | more


def test_a_result_without_a_tail_has_none_and_took_all_its_samples():
    whole = make_log.result(batch=8, p99=None, p999=None, max=None)
    sent = {name: value for name, value in whole.items()
            if name not in ("p99", "p999", "max", "stop", "quiet", "method")}
    [run] = read(b"".join(make_log.lines([sent])))
    [found] = run.of("result")
    assert run.complete and found | whole == found
