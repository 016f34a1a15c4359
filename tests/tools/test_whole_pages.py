# SPDX-License-Identifier: MIT
"""Whole pages of qc, letter by letter: pages/.

A page that is to change is written anew by QC_PAGES=write in the environment of
this test; look at the difference before it is committed.
"""

import gzip
import io
import itertools
import os
import re
from pathlib import Path

import page_logs
import pytest
from in_process import qc, read
from quietcore.conclusions.asking import conclusions
from quietcore.tables.show import show_run
from quietcore.tables.twin import show_twins
from quietcore.targets.dispatch import show_dispatch
from quietcore.targets.primitives import show_targets
from rich.console import Console

PAGES = Path(__file__).parent / "pages"
RECORDED = PAGES.with_name("recorded")
ALIKE = re.compile(r"\d[\d.,k]*|\b(adaptive|chunk|loop|shared|spsc|static|steal|"
                   r"sequential|sort|add|find)\b")
COLOUR = re.compile(r"\^\[\[[\d;]*m")
KINDS = ("results", "warnings", "noise", "histograms", "validations")


def must_be(name: str, text: str) -> None:
    """A page of several names is those, one after the other; what is plain and
    kept with colours is compared without them."""
    text = "".join(f"{line.rstrip()}\n" for line in text.splitlines())
    pages = [PAGES / f"{each}.txt" for each in name.split()]
    if os.environ.get("QC_PAGES") == "write" and ("colours" not in name or "\x1b" in text):
        pages[0].write_text(text.replace("\x1b", "^["))
    kept = "".join(page.read_text() for page in pages)
    assert text.replace("\x1b", "^[") == (kept if "\x1b" in text else "".join(
        f"{line.rstrip()}\n" for line in COLOUR.sub("", kept).splitlines()))


@pytest.mark.parametrize("name, words, logs, status", [
    ("colours/parse", "parse --width 110", page_logs.whole, 0),
    ("parse-ns", "parse --width 80 --unit ns", page_logs.whole, 0),
    ("parse-counted", "parse --unit ns", page_logs.counted, 0),
    ("colours/damaged parse-damaged", "parse --unit ns", page_logs.damaged, 3),
    ("colours/failed parse-failed", "parse", page_logs.failed, 1),
    ("parse-list", "parse --width 90", page_logs.lists, 0),
    *((f"export/csv-{kind}", f"parse --format csv --what {kind}", page_logs.whole, 0)
      for kind in KINDS),
    ("export/csv-series", "parse --format csv --what series", page_logs.few_rows, 0),
    ("parse-of-two", "parse", page_logs.two_small, 5),
    ("export/json-of-two", "parse --format json", page_logs.two_small, 5),
    ("export/json-published", "parse --format json --published", page_logs.failed, 1),
    ("export/jsonl-of-two", "parse --format jsonl", page_logs.two_small, 5),
    ("export/trace", "trace", page_logs.whole, 0),
    ("colours/targets colours/dispatch", "targets --width 110", page_logs.one_run, 0),
    ("targets-of-three", "targets --width 110", page_logs.three_runs, 0),
    ("colours/twin", "twin --width 110", page_logs.twins, 0),
    ("twin-ns", "twin --width 150 --unit ns", page_logs.twins, 0),
    ("twin-emulated", "twin --width 60 --unit ns", page_logs.emulated_twins, 0),
])
def test_a_page_is_what_it_was(tmp_path, monkeypatch, name, words, logs, status):
    monkeypatch.chdir(tmp_path)     # so that no path is told
    done = qc(*words.split(), *(path.name for path in logs(tmp_path)))
    must_be(name, done.output)
    assert done.exit_code == status


def coloured(show, *logs: Path) -> str:
    """The same as a terminal with colours gets it; ^[ is the escape."""
    console = Console(file=io.StringIO(), force_terminal=True, width=110,
                      color_system="standard", highlight=False, markup=False,
                      emoji=False)
    show(*(read(log.read_bytes()) for log in logs), console)
    return console.file.getvalue()


@pytest.mark.parametrize("name, show, logs", [
    ("colours/parse", lambda runs, c: show_run(runs[0], c), page_logs.whole),
    ("colours/damaged", lambda runs, c: show_run(runs[0], c, "ns"), page_logs.damaged),
    ("colours/failed", lambda runs, c: show_run(runs[0], c), page_logs.failed),
    ("colours/targets", show_targets, page_logs.one_run),
    ("colours/dispatch", show_dispatch, page_logs.one_run),
    ("colours/twin", lambda one, two, c: show_twins(one[0], two[0], c), page_logs.twins),
])
def test_colours_are_what_they_were(tmp_path, name, show, logs):
    must_be(name, coloured(show, *logs(tmp_path)))


def test_conclusions_of_real_logs_are_what_they_were():
    """Each question's rows, figures and words at once; of sentences that differ
    in their figures and in who does it alone, the first."""
    runs = [read(gzip.decompress((RECORDED / f"{name}.log.gz").read_bytes()))[-1]
            for name in ("twin", "full", "emulated")]
    first: dict[str, str] = {}
    for each in itertools.chain(*map(conclusions, runs)):
        line = (f"{each.experiment} {each.name}, {each.cores}, "
                f"{each.asked.published_id or '-'}: {each.text}")
        first.setdefault(ALIKE.sub("", line), line)
    must_be("conclusions", "\n".join(first.values()))
