# SPDX-License-Identifier: MIT
"""What stands over and under the tables of a run."""

import make_log
import pytest
from click.testing import CliRunner
from quietcore.cli import main

FINDING = {"record": "finding", "experiment": "lock", "name": "cheapest",
           "value": 20, "unit": "ticks", "params": {}, "text": "mcs it is.",
           "verdict": None, "low": None, "high": None, "subjects": []}
VALIDATION = {"record": "validation", "experiment": "lock", "variant": "mine",
              "cores": 2, "verdict": "ok", "property": None,
              "counts": {"operations": 7}}


def shown(tmp_path, *body: dict, **context) -> list[str]:
    path = tmp_path / "x.log"
    path.write_bytes(b"".join(make_log.lines(list(body), **context)))
    done = CliRunner().invoke(main, ["parse", str(path)])
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


@pytest.mark.parametrize("changes, ending", [
    ({}, ""),
    ({"verdict": "sure"}, " [sure]"),
    ({"verdict": "tie", "subjects": ["mcs", "clh"]}, " [tie; mcs, clh]"),
    ({"subjects": ["mcs"]}, ""),
    ({"verdict": "sure", "subjects": ["mcs", "it"]}, " [sure]"),
    ({"subjects": ["cs"]}, " [cs]"),
    ({"subjects": ["mcs/contend"]}, " [mcs/contend]"),
    ({"verdict": "unsure", "low": 18.25, "high": 1234567},
     " [unsure; 18.3 to 1.2M ticks]"),
    ({"low": 1}, ""),
])
def test_a_finding_says_how_sure_it_is(tmp_path, changes, ending):
    lines = shown(tmp_path, FINDING | changes)
    assert f"lock: mcs it is.{ending}" in lines


def test_what_was_not_proven_is_said(tmp_path):
    lines = shown(
        tmp_path, VALIDATION, VALIDATION | {"verdict": "failed"},
        VALIDATION | {"verdict": "not_proven",
                      "property": "sections overlapped",
                      "counts": {"operations": 7, "overlaps": 0}})
    about = [line for line in lines if "lock mine" in line]
    assert about == [
        "WRONG ANSWERS: lock mine on 2 cores (operations 7)",
        "Not proven: lock mine on 2 cores: sections overlapped (operations 7, "
        "overlaps 0)"]


def test_what_the_scheduler_uses_is_in_the_head(tmp_path):
    head = shown(tmp_path, lock="k42", queue="mpmc")[1]
    assert head.endswith("suite quick  scheduler's lock k42, queue mpmc")
    assert shown(tmp_path)[1].endswith("suite quick")


def test_a_clock_of_unknown_frequency_is_said(tmp_path):
    assert "clock unknown" in shown(tmp_path, tsc_hz=0)[1]
