# SPDX-License-Identifier: MIT
"""What stands over and under the tables of a run."""

import make_log
from in_process import parsed, qc

VALIDATION = {"record": "validation", "experiment": "lock", "variant": "mine",
              "cores": 2, "verdict": "ok", "property": None,
              "counts": {"operations": 7}}


def shown(tmp_path, *body: dict, **context) -> list[str]:
    log = make_log.write(tmp_path / "x.log", list(body), **context)
    return parsed(log).splitlines()


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


def audit(grades: dict[int, str]) -> dict:
    """A noise record of these cores."""
    count = len(grades)
    return {"record": "noise", "experiment": "lock", "when": "before",
            "cores": [*grades], "ticks_watched": [9] * count,
            "gaps": [0] * count, "lost_ppm": [0] * count, "max": [0] * count,
            "smi": [0] * count, "grade": [*grades.values()]}


def test_the_worst_grade_of_a_core_is_shown_whenever_it_was(tmp_path):
    lines = shown(tmp_path, audit({0: "A", 1: "D"}), audit({0: "C", 1: "B"}),
                  audit({0: "B", 1: "A"}))
    assert "Noise grade by core (A silent .. F useless): 0:C 1:D" in lines


def test_of_many_cores_the_first_grades_are_shown_and_the_rest_counted(
        tmp_path):
    lines = shown(tmp_path, audit(dict.fromkeys(range(35), "B")))
    [line] = [each for each in lines if each.startswith("Noise grade")]
    at = lines.index(line)
    told = " ".join(" ".join(lines[at:at + 4]).split())
    assert " 31:B and 3 more " in told and "32:B" not in told
    lines = shown(tmp_path, audit(dict.fromkeys(range(32), "B")))
    assert " 31:B " in " ".join(" ".join(lines).split())
    assert not any(" more" in line for line in lines)


def test_problems_that_are_not_shown_are_counted(tmp_path):
    path = tmp_path / "x.log"
    path.write_bytes(b"".join(
        each + b'{"q":3,?\n' for each in make_log.lines(
            [make_log.result()] * 20)))
    done = qc("parse", path)
    told = [each for each in done.output.splitlines()
            if each.startswith("  line ")]
    assert len(told) == 12 and "\n  and 10 more\n" in done.output
