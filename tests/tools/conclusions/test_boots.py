# SPDX-License-Identifier: MIT
"""Findings over several boots: what they say together, and who may be asked."""

from dataclasses import replace

import make_log
import pytest
from in_process import qc
from quietcore.conclusions.boots import FINEST, over_boots
from quietcore.conclusions.gate import (
    DRIFTED, FACT, FAILED, FIT, NONE, SURE, TURNS, UNSURE, VALUE, Subject)
from quietcore.conclusions.rounds import NO_ROUND, Span
from quietcore.status import Status
from records import even, finding, locks


def boot(a: int, b: int):
    return finding(even("a", a), even("b", b))


def value(milli: int, fitness: str = FIT, count: int = 6, **more):
    return finding(Subject("a", fitness, [milli] * count, **more), claim=VALUE, threshold=150)


def fact(milli: int):
    return finding(even("a", milli, 1), claim=FACT, threshold=150)


STILL, LACKS_B = value(1000), finding(even("a", 1000), Subject("b", FIT, []))
UNLIKE = finding(even("a", 1000), even("b", 1000, fitness=TURNS))
WRONG = finding(even("a", 1000), even("b", 1000, fitness=FAILED))
#: In each boot two wild rounds of seven, which make it unsure alone.
WILD = finding(even("a", 1000, 7), Subject("b", FIT, [2000, 2000, 2000, 9000, 2000, 2000, 10]))
#: Boots, the verdict, and fields of the judgement or of what is asked.
TOGETHER = [
    # Six claim what one cannot; five claim no more than one.
    ([boot(1000, 1000 + more) for more in (30, 40, 30, 25, 30, 35)], SURE,
     {"threshold": FINEST, "boots": 6, "ratio": Span(1030, 1025, 1040)}),
    ([boot(1000, 1030)] * 5, UNSURE, {"threshold": 50, "reason": "close"}),
    ([boot(1000, 2000), boot(2000, 1000)], UNSURE, {"reason": "spread"}),
    # The unit is the boot's median, and boots are paired.
    ([WILD] * 6, SURE, {"ratio": Span(2000, 2000, 2000)}),
    ([boot(each, 2 * each) for each in (1000, 1300, 1600, 1900, 2200, 2500)], SURE,
     {"ratio": Span(2000, 2000, 2000)}),
    # Of many boots one that drifted is no round.
    ([STILL] * 4 + [value(4000, DRIFTED)], UNSURE, {"reason": "drifted"}),
    ([STILL] * 6 + [value(4000, DRIFTED)], SURE, {"figure": Span(1000, 1000, 1000)}),
    ([STILL] * 5 + [value(4000, DRIFTED)], UNSURE, {"reason": "disturbed"}),
    # The worst boot counts.
    ([boot(1000, 1000)] * 5 + [UNLIKE], UNSURE, {}), ([boot(1000, 1000)] * 5 + [WRONG], NONE, {}),
    # One that some boots lack is judged by the others.
    ([LACKS_B] * 2 + [boot(1000, 2000)] * 6, SURE, {}), ([LACKS_B] * 6, NONE, {"reason": "one"}),
    # More boots make no figure less sure.
    ([value(each) for each in (1000, 1100, 950, 1000, 1050, 1000)], SURE,
     {"threshold": 150, "figure": Span(1000, 950, 1100)}),
    # A fact that boots differ in is none.
    ([fact(64000)] * 6, SURE, {"claim": FACT, "figure": Span(64000, 64000, 64000)}),
    ([fact(64000)] * 5 + [fact(128000)], UNSURE,
     {"claim": VALUE, "figure": Span(64000, 64000, 128000)}),
    # A boot of two clean rounds is no round.
    ([value(1000, count=2)] * 6, UNSURE, {"figure": Span()}),
    ([value(1000, count=3)] * 6, SURE, {"figure": Span(1000, 1000, 1000)}),
    # A bound of some boots is one of all.
    ([value(1000), value(1000, least=1000)] * 3, SURE, {"bound": True}),
    ([value(1000)] * 6, SURE, {"bound": False}),
]


@pytest.mark.parametrize("boots, verdict, fields", TOGETHER)
def test_what_boots_say_together(boots, verdict, fields):
    whole = over_boots(boots)
    assert whole.judged.verdict == verdict
    assert {name: getattr(whole.judged, name, None) if hasattr(whole.judged, name)
            else getattr(whole.asked, name) for name in fields} == fields


def test_of_few_boots_rounds_stay_in_pairs_where_some_are_missing():
    lacking = finding(even("a", 1000), even("b", 5000, 3))
    whole = over_boots([lacking, boot(2000, 4000), boot(2000, 4000)])
    assert whole.asked.subjects[1].rounds == [5000] * 3 + [NO_ROUND] * 3 + [4000] * 12
    assert whole.judged.ratio.low == 2000
    whole = over_boots([LACKS_B] * 2 + [boot(1000, 2000)] * 6)
    assert whole.asked.subjects[1].rounds == [NO_ROUND] * 2 + [2000] * 6


@pytest.mark.parametrize("what, other, said", [
    ("Clusters: %s, the same as CPUID's dies", "Clusters: %s, unlike CPUID's", "Clusters: 2.00."),
    ("Clusters: %s, the same as CPUID's dies",
     "Clusters: %s, the same as CPUID's cores", "Clusters: 2.00."),
    ("Its parts explain %s % of it", "Its parts explain %s % of it, so not",
     "Its parts explain 2.00 % of it."),
    ("It takes %s ticks, all in all", "It takes %s ticks, all in all",
     "It takes 2.00 ticks, all in all.")])
@pytest.mark.parametrize("turn", [1, -1])
def test_what_one_boot_alone_says_is_not_said_of_all(what, other, said, turn):
    boots = [replace(each, asked=replace(each.asked, what=text)) for each, text in zip(
        [value(2000)] * 6, ([what, other] * 3)[::turn])]
    assert over_boots(boots).text == said


# ---- qc judge ----------------------------------------------------------------------


A_WINS, B_WINS = locks(a=1000, b=2000), locks(a=2000, b=1000)
CONTENDED = [each | {"variant": f"{each['variant']}/contend", "cores": 2} for each in A_WINS]


def judged(folder, *boots, width: int = 150, change=(), **how):
    """What qc judge says of boots, the last of which differs in its context."""
    logs = [make_log.write(folder / f"{at}.log", each, run=f"{at:016x}", **dict(
        change if at == len(boots) - 1 else ())) for at, each in enumerate(boots)]
    return qc("judge", *logs, "--width", width, **how)


@pytest.mark.parametrize("boots, told", [
    ([locks(a=1000, b=1030)] * 6, [
        "6 boots, the median of each. A difference is claimed from 2 % on.",
        "sure    lock: Lock and unlock, uncontended: a is the cheapest, 1.00 ticks; next b, "
        "1.03 (1.03 to 1.03) times that.", "Findings: 1 sure."]),
    ([A_WINS, B_WINS], [
        "Fewer than 6 claim nothing finer than one does.", "Findings: 1 unsure.",
        "lock cheapest_alone: single boots contradict each other (1 and 2)."]),
    # Three pairs that contradict are named, and the others counted.
    *(([A_WINS, *[B_WINS] * many], [f"contradict each other ({pairs})."]) for many, pairs in (
        (2, "1 and 2, 1 and 3"), (3, "1 and 2, 1 and 3, 1 and 4"),
        (5, "1 and 2, 1 and 3, 1 and 4 and 2 more pairs"))),
    # Of how many boots a finding is.
    ([A_WINS, CONTENDED], ["times that. (in 1 of 2 boots)"])])
def test_qc_judges_over_boots(tmp_path, boots, told):
    done = judged(tmp_path, *boots)
    assert done.exit_code == Status.OK
    assert all(each in done.output for each in told), done.output


@pytest.mark.parametrize("change, words", [
    ({"image_crc": "00000bad"}, "another build: image_crc is '00000bad', not '00c0ffee'"),
    ({"git": "fedcba987654"}, "another build: git is 'fedcba987654'"),
    ({"cpu": "Another"}, "another machine: cpu is 'Another', not"),
    ({"cores_started": 1}, "another machine: cores_started is 1, not 2"),
    ({"trust_claimed": "bochs"}, "another machine: trust_claimed is 'bochs'"),
    ({"suite": "full"}, "another set of options: suite is 'full'"),
    ({"cmdline": "suite=quick scale=100"}, "another set of options: scale is '100', not None"),
    # What and how often they ask may differ.
    ({"cmdline": "rounds=9 bench=lock seed=2"}, "")])
def test_other_builds_and_machines_are_refused(tmp_path, change, words):
    done = judged(tmp_path, A_WINS, A_WINS, change=change)
    assert done.exit_code == (Status.USAGE if words else Status.OK)
    assert (f"{tmp_path}/1.log is of {words}" in done.output) == bool(words)
    assert ("judge boots of one build on one machine" in done.output) == bool(words)


def test_a_boot_that_is_given_twice_and_a_damaged_log_are_refused(tmp_path):
    log = make_log.write(tmp_path / "x.log", A_WINS)
    done = qc("judge", log, log)
    assert done.exit_code == Status.USAGE and "give each boot once" in done.output
    log.write_bytes(log.read_bytes()[:-20])
    assert qc("judge", log).exit_code == Status.INCOMPLETE
