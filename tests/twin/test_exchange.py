# SPDX-License-Identifier: MIT
"""Another lock or queue under the scheduler, as a Linux program."""

import subprocess

import pytest
from verdicts import nothing_wrong
from program import PROGRAM, of, twin


@pytest.mark.parametrize("what, name", [
    ("lock", "qspin"), ("queue", "two"), ("queue", "ring/clh")])
def test_the_shared_queue_goes_by_what_is_chosen(what, name):
    records, text = twin("bench=spawn,dispatch variant=spawn/submit,shared."
                         f" rounds=1 budget=4 tasks=64 cores=2 {what}={name}")
    assert records[0][what] == name
    assert f"`shared`: {what} {name}" in text
    assert nothing_wrong(of(records, "validation"))
    assert "shared" in {r["variant"] for r in of(records, "result")}


def test_an_unknown_name_fails_and_names_the_others():
    done = subprocess.run([PROGRAM, "queue=nonsense"], capture_output=True,
                          text=True, timeout=300, check=False)
    assert done.returncode == 2
    said = " ".join(done.stderr.split())
    assert "queue=nonsense: no queue for all cores is called 'nonsense'; " \
        "there are: mpmc steal ring " in said
