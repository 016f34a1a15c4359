# SPDX-License-Identifier: MIT
"""Findings over several boots: what they say together, and who may be asked."""

from dataclasses import replace

import make_log
import pytest
from in_process import qc
from quietcore.conclusions.boots import FINEST, over_boots
from quietcore.conclusions.gate import (
    DRIFTED, FACT, FAILED, FIT, NONE, SURE, TIE, TURNS, UNSURE, VALUE, Subject)
from quietcore.conclusions.rounds import NO_ROUND, Span
from quietcore.status import Status
from records import even, finding, locks


def boot(a: int, b: int, **changes):
    return finding(even("a", a), even("b", b), **changes)


def test_six_boots_claim_what_one_cannot():
    boots = [boot(1000, 1000 + more) for more in (30, 40, 30, 25, 30, 35)]
    assert {each.judged.verdict for each in boots} <= {UNSURE, TIE}
    whole = over_boots(boots)
    assert whole.judged.verdict == SURE
    assert whole.asked.threshold == FINEST and whole.asked.boots == 6
    assert whole.text == ("Alone: a is the cheapest, 1.00 ticks; next b, 1.03 "
                          "(1.03 to 1.04) times that.")


def test_five_boots_claim_no_more_than_one():
    whole = over_boots([boot(1000, 1030)] * 5)
    assert (whole.judged.verdict, whole.asked.threshold) == (UNSURE, 50)
    assert "Too close for 5 boots (qc run --boots 6)" in whole.text


def test_what_two_boots_differ_in_is_not_sure():
    whole = over_boots([boot(1000, 2000), boot(2000, 1000)])
    assert (whole.judged.verdict, whole.judged.reason) == (UNSURE, "spread")


def test_the_unit_is_the_boot_s_median():
    """In each boot two wild rounds of seven, which make it unsure alone."""
    wild = Subject("b", FIT, [2000, 2000, 2000, 9000, 2000, 2000, 10])
    boots = [finding(even("a", 1000, 7), wild)] * 6
    assert boots[0].judged.verdict == UNSURE
    assert over_boots(boots).judged.ratio == Span(2000, 2000, 2000)


def test_of_many_boots_one_that_drifted_is_no_round():
    def drifting(value: int, fitness: str):
        return finding(Subject("a", fitness, [value] * 6), claim=VALUE)

    still, drifted = drifting(1000, FIT), drifting(4000, DRIFTED)
    assert drifted.judged.reason == "drifted"
    assert over_boots([still] * 4 + [drifted]).judged.reason == "drifted"
    assert over_boots([still] * 6 + [drifted]).judged.figure == \
        Span(1000, 1000, 1000)
    assert over_boots([still] * 5 + [drifted]).judged.reason == "disturbed"


def test_boots_are_paired():
    pace = (1000, 1300, 1600, 1900, 2200, 2500)
    whole = over_boots([boot(each, 2 * each) for each in pace])
    assert whole.judged.ratio == Span(2000, 2000, 2000)


def test_of_few_boots_rounds_stay_in_pairs_where_some_are_missing():
    lacking = finding(even("a", 1000), even("b", 5000, 3))
    whole = over_boots([lacking, boot(2000, 4000), boot(2000, 4000)])
    b = whole.asked.subjects[1].rounds
    assert b == [5000] * 3 + [NO_ROUND] * 3 + [4000] * 12
    assert whole.judged.ratio.low == 2000


@pytest.mark.parametrize("fitness, verdict", [(TURNS, UNSURE), (FAILED, NONE)])
def test_the_worst_boot_counts(fitness, verdict):
    bad = finding(even("a", 1000), even("b", 1000, fitness=fitness))
    whole = over_boots([boot(1000, 1000)] * 5 + [bad])
    assert whole.judged.verdict == verdict


def test_one_that_some_boots_lack_is_judged_by_the_others():
    alone = finding(even("a", 1000), Subject("b", FIT, []))
    whole = over_boots([alone] * 2 + [boot(1000, 2000)] * 6)
    assert whole.judged.verdict == SURE
    assert whole.asked.subjects[1].rounds == [NO_ROUND] * 2 + [2000] * 6
    assert over_boots([alone] * 6).judged.reason == "one"


def value(milli: int, claim=VALUE):
    return finding(Subject("a", FIT, [milli] * (1 if claim == FACT else 6)),
                   claim=claim, threshold=150)


def test_more_boots_make_no_figure_less_sure():
    boots = [value(each) for each in (1000, 1100, 950, 1000, 1050, 1000)]
    whole = over_boots(boots)
    assert whole.judged.verdict == SURE and whole.asked.threshold == 150
    assert whole.text == "It takes 1.00 (0.95 to 1.10) ticks."


def test_a_fact_that_boots_differ_in_is_none():
    whole = over_boots([value(64000, FACT)] * 6)
    assert (whole.asked.claim, whole.text) == (FACT, "It takes 64.0 ticks.")
    whole = over_boots([value(64000, FACT)] * 5 + [value(128000, FACT)])
    assert (whole.asked.claim, whole.judged.verdict) == (VALUE, UNSURE)
    assert whole.judged.figure == Span(64000, 64000, 128000)


@pytest.mark.parametrize("rounds, figure", [(2, Span()), (3, Span(*[1000] * 3))])
def test_a_boot_of_two_clean_rounds_is_no_round(rounds, figure):
    short = finding(even("a", 1000, rounds), claim=VALUE)
    assert over_boots([short] * 6).judged.figure == figure


def test_a_bound_of_some_boots_is_one_of_all():
    boots = [finding(Subject("a", FIT, [1000] * 6, least=least), claim=VALUE)
             for least in (None, 1000)]
    assert over_boots(boots * 3).judged.bound
    assert not over_boots(boots[:1] * 6).judged.bound


@pytest.mark.parametrize("what, other, said", [
    ("Clusters: %s, the same as CPUID's dies", "Clusters: %s, unlike CPUID's",
     "Clusters: 2.00."),
    ("Clusters: %s, the same as CPUID's dies",
     "Clusters: %s, the same as CPUID's cores", "Clusters: 2.00."),
    ("Its parts explain %s % of it", "Its parts explain %s % of it, so not",
     "Its parts explain 2.00 % of it."),
    ("It takes %s ticks, all in all", "It takes %s ticks, all in all",
     "It takes 2.00 ticks, all in all.")])
@pytest.mark.parametrize("turn", [False, True])
def test_what_one_boot_alone_says_is_not_said_of_all(what, other, said, turn):
    boots = [value(2000)] * 6
    words = [what, other] * 3
    whole = over_boots([replace(each, asked=replace(each.asked, what=text))
                        for each, text in zip(boots, words[::-1] if turn
                                              else words)])
    assert (whole.judged.verdict, whole.text) == (SURE, said)


# ---- qc judge -------------------------------------------------------------------


A_WINS, B_WINS = locks(a=1000, b=2000), locks(a=2000, b=1000)


def logs(folder, *boots, **context) -> list:
    return [make_log.write(folder / f"{at}.log", each, run=f"{at:016x}",
                           **context) for at, each in enumerate(boots)]


def test_qc_judges_over_boots(tmp_path):
    done = qc("judge", *logs(tmp_path, *[locks(a=1000, b=1030)] * 6), "--width",
              120)
    assert done.exit_code == Status.OK
    assert done.output.splitlines() == [
        "6 boots, the median of each. A difference is claimed from 2 % on.",
        "sure    lock: Lock and unlock, uncontended: a is the cheapest, 1.00 "
        "ticks; next b, 1.03 (1.03 to 1.03) times that.",
        "Findings: 1 sure."]


def test_it_says_where_single_boots_contradict(tmp_path):
    done = qc("judge", *logs(tmp_path, A_WINS, B_WINS))
    assert "Fewer than 6 claim nothing finer than one does." in done.output
    assert "lock cheapest_alone: single boots contradict each other (1 and 2)." \
        in done.output
    assert done.output.endswith("Findings: 1 unsure.\n")


@pytest.mark.parametrize("boots, where", [
    (3, "(1 and 2, 1 and 3)."), (4, "(1 and 2, 1 and 3, 1 and 4)."),
    (6, "(1 and 2, 1 and 3, 1 and 4 and 2 more pairs).")])
def test_three_pairs_that_contradict_are_named(tmp_path, boots, where):
    others = [B_WINS] * (boots - 1)
    done = qc("judge", *logs(tmp_path, A_WINS, *others), "--width", 150)
    assert f"contradict each other {where}" in done.output


def test_it_says_of_how_many_boots_a_finding_is(tmp_path):
    contended = [each | {"variant": f"{each['variant']}/contend", "cores": 2}
                 for each in A_WINS]
    done = qc("judge", *logs(tmp_path, A_WINS, contended), "--width", 150)
    assert done.output.count(" times that. (in 1 of 2 boots)") == 2


@pytest.mark.parametrize("change, words", [
    ({"image_crc": "00000bad"}, "another build: image_crc is '00000bad', not "
     "'00c0ffee'"),
    ({"git": "fedcba987654"}, "another build: git is 'fedcba987654'"),
    ({"cpu": "Another"}, "another machine: cpu is 'Another', not"),
    ({"cores_started": 1}, "another machine: cores_started is 1, not 2"),
    ({"trust_claimed": "bochs"}, "another machine: trust_claimed is 'bochs'"),
    ({"suite": "full"}, "another set of options: suite is 'full'"),
    ({"cmdline": "suite=quick scale=100"}, "another set of options: scale is "
     "'100', not None")])
def test_other_builds_and_machines_are_refused(tmp_path, change, words):
    [first] = logs(tmp_path, A_WINS)
    other = make_log.write(tmp_path / "other.log", A_WINS, run="f" * 16,
                           **change)
    done = qc("judge", first, other)
    assert done.exit_code == Status.USAGE
    assert f"{other} is of {words}" in done.output
    assert "judge boots of one build on one machine" in done.output


def test_boots_may_differ_in_what_and_how_often_they_ask(tmp_path):
    [first] = logs(tmp_path, A_WINS)
    other = make_log.write(tmp_path / "other.log", A_WINS, run="f" * 16,
                           cmdline="rounds=9 bench=lock seed=2")
    assert qc("judge", first, other).exit_code == Status.OK


def test_a_boot_that_is_given_twice_is_refused(tmp_path):
    [log] = logs(tmp_path, A_WINS)
    done = qc("judge", log, log)
    assert done.exit_code == Status.USAGE and "give each boot once" in done.output


def test_a_damaged_log_is_refused(tmp_path):
    [log] = logs(tmp_path, A_WINS)
    log.write_bytes(log.read_bytes()[:-20])
    assert qc("judge", log).exit_code == Status.INCOMPLETE
