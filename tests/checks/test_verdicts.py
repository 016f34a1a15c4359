# SPDX-License-Identifier: MIT
"""What tests ask of verdicts: never a wrong one, and one in a few boots."""

import pytest
import verdicts
from verdicts import nothing_wrong, settled, worst


def boots(*said: str):
    """One that says these of x, boot after boot."""
    left = list(said)
    return lambda keys: dict.fromkeys(keys, left.pop(0))


@pytest.fixture(name="host", params=["calm", "busy"])
def host_(request, monkeypatch) -> str:
    share = {"calm": 3, "busy": 97}[request.param]
    monkeypatch.setattr(verdicts.Since, "share", lambda self: share)
    return request.param


def test_one_boot_that_tells_is_enough(host):
    settled(boots("ok"), ["x"], "ok")
    settled(boots("not_proven", "not_proven", "failed"), ["x"], "failed")


@pytest.mark.parametrize("wanted, other", [("ok", "failed"), ("failed", "ok"),
                                           ("ok", "nothing")])
def test_a_wrong_verdict_fails_on_any_host(host, wanted, other):
    with pytest.raises(AssertionError, match=other):
        settled(boots("not_proven", other), ["x"], wanted)


def test_what_is_never_proven_fails_unless_the_host_was_busy(host):
    with pytest.raises(AssertionError if host == "calm"
                       else pytest.skip.Exception, match="not proven"):
        settled(boots(*["not_proven"] * verdicts.BOOTS), ["x"], "ok")


def test_only_what_has_no_verdict_yet_is_looked_at_again(host):
    asked = []

    def boot(keys):
        asked.append(list(keys))
        return {"x": "ok", "y": "ok" if len(asked) > 1 else "not_proven"}

    settled(boot, ["x", "y"], "ok")
    assert asked == [["x", "y"], ["y"]]


@pytest.mark.parametrize("said, fine", [
    ([], False), ([("ok", 1), ("ok", 2)], True), ([("not_proven", 2)], True),
    ([("not_proven", 1)], False), ([("ok", 1), ("failed", 2)], False)])
def test_nothing_is_wrong_where_all_is_right_as_far_as_cores_met(said, fine):
    assert nothing_wrong([{"verdict": verdict, "cores": cores}
                          for verdict, cores in said]) == fine


def test_the_worst_counts_however_often_it_is_looked_at():
    assert worst([("a", "ok"), ("a", "failed"), ("a", "not_proven"),
                  ("b", "ok")]) == {"a": "failed", "b": "ok"}
