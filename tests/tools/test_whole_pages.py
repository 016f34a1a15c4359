# SPDX-License-Identifier: MIT
"""Whole pages of qc, letter by letter: pages/*.txt.

A page that is to change is written anew by QC_PAGES=write in the environment of
this test; look at the difference before it is committed.
"""

import os
from pathlib import Path

import page_logs
import pytest
from in_process import qc

PAGES = Path(__file__).parent / "pages"
KINDS = ("results", "warnings", "noise", "series", "histograms")


@pytest.mark.parametrize("name, words, logs, status", [
    ("parse", "parse --width 110", page_logs.whole, 0),
    ("parse-ns", "parse --width 80 --unit ns", page_logs.whole, 0),
    ("parse-narrow", "parse --width 40", page_logs.whole, 0),
    ("parse-counted", "parse --unit ns", page_logs.counted, 0),
    ("parse-damaged", "parse --unit ns", page_logs.damaged, 3),
    ("parse-failed", "parse", page_logs.failed, 1),
    ("parse-list", "parse --width 90", page_logs.lists, 0),
    *((f"csv-{kind}", f"parse --format csv --what {kind}", page_logs.whole, 0)
      for kind in KINDS),
    ("csv-published", "parse --format csv --published", page_logs.whole, 0),
    ("jsonl-of-two", "parse --format jsonl", page_logs.two_small, 5),
    ("trace", "trace", page_logs.whole, 0),
    ("targets", "targets --width 110", page_logs.one_run, 0),
    ("targets-of-three", "targets --width 110", page_logs.three_runs, 0),
    ("targets-narrow", "targets --width 60", page_logs.one_run, 0),
    ("twin", "twin --width 110", page_logs.twins, 0),
    ("twin-ns", "twin --width 150 --unit ns", page_logs.twins, 0),
    ("twin-emulated", "twin --width 60 --unit ns", page_logs.emulated_twins, 0),
])
def test_a_page_is_what_it_was(tmp_path, monkeypatch, name, words, logs,
                               status):
    monkeypatch.chdir(tmp_path)     # so that no path is told
    done = qc(*words.split(), *(path.name for path in logs(tmp_path)))
    text = "".join(f"{line.rstrip()}\n" for line in done.output.splitlines())
    page = PAGES / f"{name}.txt"
    if os.environ.get("QC_PAGES") == "write":
        page.write_text(text)
    assert text == page.read_text()
    assert done.exit_code == status


def test_every_page_is_of_some_command():
    marks = test_a_page_is_what_it_was.pytestmark
    assert {path.stem for path in PAGES.iterdir()} == {
        each[0] for mark in marks for each in mark.args[1]}
