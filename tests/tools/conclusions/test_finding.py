# SPDX-License-Identifier: MIT
"""A record `finding` against its own rounds; and what qc says of both."""

import json
import random

import cases
import make_log
import pytest
from in_process import parsed, qc, read
from quietcore.conclusions.finding import Finding, finding_of, untrue
from quietcore.conclusions.gate import (
    CROSSING, FACT, FIT, ORDER, RATIO, TURNS, VALUE, Subject)
from quietcore.status import Status
from records import even, finding, record

SURE = record(finding(even("tas", 19200), even("mcs", 30000)))
OLD = {"record": "finding", "experiment": "lock", "name": "cheapest",
       "value": 20, "unit": "ticks", "params": {}, "text": "mcs it is.",
       "verdict": None, "low": None, "high": None, "subjects": ["mcs"]}


def test_what_a_record_says_follows_from_its_rounds():
    """Through JSON, as a log has it."""
    for seed in range(1000):
        asked = cases.question(random.Random(seed))
        made = record(Finding("lock", "x", 2, asked))
        again = json.loads(json.dumps(made))
        assert untrue(again) == "", seed
        assert finding_of(again).judged == Finding("", "", 0, asked).judged


@pytest.mark.parametrize("changes, problem", [
    ({"verdict": "tie"}, 'its verdict is "tie", from its own rounds follows '
     '"sure"'),
    ({"reason": "close"}, 'its reason is "close", from its own rounds follows '
     'null'),
    ({"value": 19.3}, "its value is 19.3, from its own rounds follows 19.2"),
    ({"low": None}, "its low is null, from its own rounds follows 19.2"),
    ({"high": 19.201}, "its high is 19.201, from its own rounds follows 19.2"),
    ({"ratio": 2}, "its ratio is 2, from its own rounds follows 1.562"),
    ({"ratio_low": 2}, "its ratio_low is 2, from its own rounds follows 1.562"),
    ({"ratio_high": None}, "its ratio_high is null, from its own rounds "
     "follows 1.562"),
    ({"winners": ["mcs"]}, 'its winners is ["mcs"], from its own rounds '
     'follows ["tas"]'),
    ({"text": "mcs is the cheapest."}, 'its text is "mcs is the cheapest.", '
     'from its own rounds follows "Alone: tas is the cheapest, 19.2 ticks; '
     'next mcs, 1.56 (1.56 to 1.56) times that."'),
    ({"fitness": ["turns", "fit"]}, 'its verdict is "sure", from its own '
     'rounds follows "unsure"'),
    ({"threshold": 60}, 'its verdict is "sure", from its own rounds follows '
     '"unsure"'),
    ({"threshold": None}, "threshold is null"),
    ({"threshold": 0}, "threshold is 0"), ({"threshold": -5}, "threshold is -5"),
    ({"threshold": 1e308}, "threshold is 1e+308"),
    ({"rounds": [[1] * 6]}, "subjects, fitness, rounds are not as many"),
    ({"claim": VALUE}, "2 subjects, 1 at most"),
    ({"claim": None}, "a verdict without a claim"),
] + [({"claim": claim, "subjects": ["a"] * (most + 1),
       "fitness": [FIT] * (most + 1), "rounds": [[1] * 6] * (most + 1)},
      f"{most + 1} subjects, {most} at most")
     for claim, most in ((RATIO, 2), (CROSSING, 3), (ORDER, 32))])
def test_what_does_not_follow_is_named(changes, problem):
    assert untrue(SURE | changes) == problem


def test_a_field_that_is_missing_is_named():
    lacking = {name: value for name, value in SURE.items() if name != "rounds"}
    assert untrue(lacking) == "rounds missing"


def test_a_sentence_whose_parts_were_cut_is_left_alone():
    changed = SURE | {"text": "tas it ..."}
    assert untrue(changed) and not untrue(changed | {"text_cut": True})


def test_a_fact_has_one_round_and_no_subject():
    made = record(finding(Subject("", FIT, [64000]), claim=FACT))
    assert made["subjects"] == made["fitness"] == [] and untrue(made) == ""
    assert untrue(made | {"rounds": [[65]]}) \
        == "its value is 64.0, from its own rounds follows 65.0"


@pytest.mark.parametrize("fitness", [FIT, TURNS])
def test_a_value_of_nothing_with_a_name_is_as_fit_as_its_reason(fitness):
    made = record(finding(even("", 1000, fitness=fitness), claim=VALUE))
    assert untrue(made | {"subjects": [], "fitness": []}) == ""


@pytest.mark.parametrize("claim", [RATIO, VALUE])
def test_a_subject_that_is_not_named_was_not_measured(claim):
    made = record(finding(even("a", 9), even("b", 9), claim=claim))
    nobody = made | {"subjects": [], "fitness": [], "rounds": []}
    assert finding_of(nobody).judged.reason == "not_measured"


# ---- what qc makes of it --------------------------------------------------------


def test_a_finding_that_is_not_true_is_damage_and_is_not_shown(tmp_path):
    log = make_log.write(tmp_path / "x.log", [SURE | {"winners": ["mcs"]}])
    done = qc("parse", log)
    assert done.exit_code == Status.INCOMPLETE
    assert "seq 1, finding: its winners is [\"mcs\"]" in done.output
    assert "is the cheapest" not in done.output
    assert "1 record (1 finding)" in done.output


def line_of(shown: str, word: str) -> str:
    [line] = [each for each in shown.splitlines() if word in each]
    return line


def test_a_finding_stands_under_its_verdict(tmp_path):
    log = make_log.write(tmp_path / "x.log", [
        SURE, record(finding(even("tas", 1000), even("clh", 1010), name="b")),
        record(finding(even("a", 1000), even("x", 1040), name="c")),
        record(finding(name="d"))])
    shown = parsed(log, "--width", 200)
    assert line_of(shown, "next mcs").startswith("sure        lock: Alone: tas")
    assert line_of(shown, "tas and clh").startswith("tie         lock: ")
    assert line_of(shown, "a or x").startswith("unsure      lock: Alone: cannot")
    assert line_of(shown, "not measured").startswith("none        lock: ")


def test_a_log_of_before_the_gate_is_read_and_not_judged(tmp_path):
    log = make_log.write(tmp_path / "x.log", [OLD])
    assert "not judged  lock: mcs it is." in parsed(log).splitlines()
    [run] = read(log.read_bytes())
    assert run.complete and finding_of(run.of("finding")[0]) is None


@pytest.mark.parametrize("verdict, colour", [
    ("next mcs", "\x1b[32m"), ("not measured", "\x1b[2m")])
def test_only_what_is_stated_is_green(tmp_path, verdict, colour):
    from quietcore.commands.parse import as_table
    log = make_log.write(tmp_path / "x.log", [SURE, record(finding(name="d"))])
    [text] = as_table(read(log.read_bytes()), True)
    assert line_of(text.decode(), verdict).startswith(colour)
