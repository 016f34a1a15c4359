# SPDX-License-Identifier: MIT
"""Another lock or queue under the scheduler and the executor `shared`."""

import pytest

from verdicts import nothing_wrong
from qemu import EXIT_OK, boot

SHORT = "rounds=2 budget=20 samples=40 trust=tcg "
SCHEDULER = "rounds=1 budget=4 samples=20 trust=tcg bench=spawn "
HEADING = "Shared queue of the scheduler and of `shared`:"


def chosen(what: str, name: str, options: str):
    """A run with that choice, which it tells."""
    run = boot(f"{options} {what}={name}", smp="2")
    assert run.status == EXIT_OK
    assert (run.context["lock"], run.context["queue"]) == \
        ((name, f"ring/{name}") if what == "lock" else (None, name))
    assert f"{HEADING} {what} {name}" in run.text
    assert nothing_wrong(run.of("validation"))
    return run


@pytest.mark.parametrize("what, name", [
    ("lock", "mcs"), ("queue", "mpmc"), ("queue", "steal")])
def test_the_scheduler_goes_by_what_is_chosen(what, name):
    run = chosen(what, name, SCHEDULER + "variant=spawn/submit")
    assert {r["variant"] for r in run.of("result")} == {"spawn/submit"}


@pytest.mark.full
@pytest.mark.parametrize("what, name", [("lock", "mcs"), ("queue", "steal")])
def test_the_executor_goes_by_what_is_chosen(what, name):
    run = chosen(what, name, "rounds=1 budget=4 samples=20 tasks=64 trust=tcg "
                 "bench=dispatch variant=shared.")
    assert "shared" in {r["variant"] for r in run.of("result")}


def test_nothing_chosen_is_what_the_scheduler_comes_with():
    run = boot(SHORT + "bench=spawn variant=spawn/submit", smp="2")
    assert run.status == EXIT_OK
    assert run.context["lock"] == "backoff"
    assert run.context["queue"] == "workqueue"
    assert HEADING not in run.text


@pytest.mark.parametrize("words, complaint", [
    ("lock=nonsense", ("lock=nonsense", "backoff clh mcs")),
    ("queue=nonsense", ("queue=nonsense", " mpmc", " ring", " steal")),
    ("queue=spsc", ("queue=spsc", "only one core at a time may push")),
    ("lock=mcs queue=mpmc", ("one of them, not both",))])
def test_what_cannot_be_chosen_is_refused_with_the_reason(words, complaint):
    run = boot(f"{SCHEDULER} {words}", smp="2")
    assert run.status != EXIT_OK
    assert run.of("end")[0]["status"] == "failed" and not run.of("result")
    text, = [w["text"] for w in run.of("warning")
             if w["code"] == "bad_option"]
    assert all(part in text for part in complaint)
    assert text in " ".join(run.text.split())
