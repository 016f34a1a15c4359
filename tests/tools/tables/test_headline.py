# SPDX-License-Identifier: MIT
"""The headline over the tables of a run, and over several boots."""

from dataclasses import replace

import make_log
import pytest
from in_process import qc, read
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import NOT_PROVEN, TURNS, Subject
from quietcore.conclusions.headline import Headline, sentences
from quietcore.conclusions.rounds import NO_ROUND
from quietcore.conclusions.sentence import Question
from quietcore.tables.headline import found_of, headline_over
from records import even, stated, value

METAL = {"trust": "metal", "trust_claimed": ""}


def of(*rounds: int, fitness: str = "fit") -> Subject:
    return Subject("workqueue", fitness, [*rounds])


def said(name: str, subject: Subject | int, cores: int = 1, unit: str = "ticks") -> dict:
    subject = of(*[subject] * 6) if isinstance(subject, int) else subject
    return stated(value(name, subject, "workqueue", cores=cores, unit=unit))


#: The row that tells how many cores there were.
ROW = make_log.row("workqueue", "pair", [81] * 6, cores=2)


def alone(unit: str = "ticks", enqueue: Subject | int = 41200) -> list[dict]:
    """One core's, and the row."""
    return [said("enqueue", enqueue, unit=unit), said("dequeue", 40000, unit=unit),
            said("pair", 81000, unit=unit), ROW]


TOGETHER = [said("contended", of(*range(900000, 905001, 1000), fitness=TURNS), 2),
            said("contended/enqueue", 300000, 2),
            said("across", of(*[700000] * 6, fitness=TURNS), 2),
            said("across/two packages", 800000, 2)]
BODY = alone() + TOGETHER
UNSEEN = [said(name, of(*[900] * 6, fitness=NOT_PROVEN), 2) for name in ("contended", "across")]
DISTURBED = of(*[NO_ROUND] * 5, *[50000] * 3)


def cells(lines: list[str]) -> list[list[str]]:
    """The table's rows, under its heading; none."""
    at = next((i for i, line in enumerate(lines) if "  uncontended" in line), len(lines))
    return [[cell.strip() for cell in line.split("  ") if cell.strip()]
            for line in lines[at:at + 4]]


def lines_of(folder, command: str, *logs: list[dict], words=(), **context) -> list[str]:
    paths = [make_log.write(folder / f"{at}.log", body, run=f"{at:016x}", **context)
             for at, body in enumerate(logs)]
    done = qc(command, *paths, *words)
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


@pytest.mark.parametrize("body, words, context, lines, told", [
    (BODY, (), {}, {}, [
        ["emulated ticks", "uncontended", "contended, 2", "cross-core"],
        ["enqueue", "41.2", "300.0", "-"], ["dequeue", "40.0", "-", "-"],
        ["both", "81.0", "902.5 inconclusive", "700.0 inconclusive"]]),
    # In the unit asked for; instructions are no emulated ones.
    (alone(), (), METAL, {}, [["ticks", "uncontended", "contended, 2", "cross-core"]]),
    *((alone(), ("--unit", "ns"), context, {}, [
        [name, "uncontended", "contended, 2", "cross-core"], ["enqueue", figure, "-", "-"]])
      for context, name, figure in (({}, "emulated ns", "16.8"), (METAL, "ns", "16.8"),
                                    ({"tsc_hz": 0}, "emulated ticks", "41.2"))),
    (alone("instructions"), (), METAL | {"trust": "tcg-icount"},
     ["Enqueue takes 41.2 instructions, dequeue 40.0, uncontended."],
     [["instructions", "uncontended", "contended, 2", "cross-core"]]),
    # One core has no columns of others.
    ([*alone()[:3], ROW | {"cores": 1}], (), {},
     ["Only one core ran: nothing was contended."],
     [["emulated ticks", "uncontended"], ["enqueue", "41.2"], ["dequeue", "40.0"],
      ["both", "81.0"]]),
    # What is disturbed, or has too few clean rounds, is called so.
    *((alone(enqueue=subject), (), {}, {}, [[], ["enqueue", figure, "-", "-"]])
      for subject, figure in ((DISTURBED, "50.0 disturbed"), (of(*[NO_ROUND] * 6), "disturbed"),
                              (of(*[NO_ROUND] * 6, 50000, 50000), "disturbed"))),
    # One core's figures stand where several are not proven.
    ([*alone(), *UNSEEN], (), {}, {},
     [[], ["enqueue", "41.2", "-", "-"], [], ["both", "81.0", "not proven", "not proven"]]),
    ([said("enqueue", of(*[41200] * 6, fitness=NOT_PROVEN)), ROW], (), {},
     ["The work queue is not proven right here: no figure."], None),
    ([], (), {}, {}, None),
])
def test_a_headline_of_a_run(tmp_path, body, words, context, lines, told):
    shown = lines_of(tmp_path, "parse", [*body, make_log.result()], words=words, **context)
    assert {*lines} <= {*shown}
    assert (told is None) == (not cells(shown))
    assert all(not row or row == own for row, own in zip(told or (), cells(shown)))


def test_the_headline_comes_before_all_tables(tmp_path):
    lines = lines_of(tmp_path, "parse", [*BODY, make_log.result()], words=("--width", 200))
    at = lines.index("Enqueue takes 41.2 emulated ticks (16.8 emulated ns), dequeue 40.0 "
                     "(16.3), uncontended.")
    assert lines[at + 1].startswith("Contended by 2 cores, ")
    assert at < next(i for i, line in enumerate(lines) if "All figures" in line)


def test_the_twins_stand_under_a_headline_each(tmp_path):
    logs = [make_log.write(tmp_path / machine, [*alone(enqueue=milli), make_log.result()],
                           machine=machine)
            for machine, milli in (("bare", 41200), ("linux", 52000))]
    told = qc("twin", *logs).output
    assert told.index("Enqueue takes 41.2") < told.index("Enqueue takes 52.0") < \
        told.index("All figures")


# ---- several boots -----------------------------------------------------------------


def result_across(consumer: int = 1, pair: str = "cores of one die") -> dict:
    return make_log.result(experiment="workqueue", variant="across", cores=consumer + 1,
                           pair=pair, params={"producer": 0, "consumer": consumer})


def boot_at(pace: int, fitness: str = TURNS) -> list[dict]:
    return [said("enqueue", 41200 + pace), said("dequeue", 40000),
            said("pair", 81000 + 2 * pace), said("contended", 900000 + 1000 * pace, 2),
            said("contended/each", 1800000, 2),
            said("across", of(*[700000] * 6, fitness=fitness), 2), said("lock", 18000),
            result_across()]


def test_the_headline_over_six_boots_is_conclusive_and_first(tmp_path):
    lines = lines_of(tmp_path, "judge", *(boot_at(100 * at, "fit") for at in range(6)),
                     words=("--width", 200))
    assert lines[1:4] == [
        "Enqueue takes 41.5 emulated ticks (16.9 emulated ns), dequeue 40.0 (16.3), "
        "uncontended.",
        "Contended by 2 cores, a pair completes every 1150 emulated ticks, each core's takes "
        "1800; cross-core (cores of one die), an item passes every 700.0.",
        "By itself, its lock takes 18.0 emulated ticks, uncontended; a pair takes it twice."]
    assert cells(lines)[1:] == [
        ["enqueue", "41.5 (41.2 to 41.7)", "-", "-"],
        ["dequeue", "40.0 (40.0 to 40.0)", "-", "-"],
        ["both", "81.5 (81.0 to 82.0)", "1150 (900.0 to 1400)", "700.0 (700.0 to 700.0)"]]


WRONG = make_log.validation("workqueue", "workqueue", "failed")


@pytest.mark.parametrize("boots, told", [
    # No surer than one; wrong in one is wrong in all; the most cores of any boot.
    ([boot_at(0)] * 5, "an item passes every 700.0 (inconclusive)."),
    ([boot_at(0)] * 5 + [[*boot_at(0), WRONG]], "The work queue gives wrong answers"),
    ([boot_at(0)[:-1], *[boot_at(0)] * 5], "Contended by 2 cores, a pair completes")])
def test_the_headline_over_boots(tmp_path, boots, told):
    assert told in " ".join(lines_of(tmp_path, "judge", *boots, words=("--width", 200)))


def test_the_place_is_that_of_the_cores_of_the_figure():
    [run] = read(b"".join(make_log.lines([said("across", 5000, 4), *(
        result_across(consumer, pair) for consumer, pair in (
            (1, "cores of one die"), (3, "two packages")))])))
    assert headline_over([run], found_of(run)).places == "two packages"


def test_of_boots_without_the_work_queue_there_is_no_headline(tmp_path):
    assert lines_of(tmp_path, "judge", *[[stated(value("cost", even("lock", 5000)))]] * 6
                    )[1].startswith("sure")


# ---- sentences ---------------------------------------------------------------------


GONE, UNPROVEN = of(*[NO_ROUND] * 6), of(*[5000] * 6, fitness=NOT_PROVEN)
FAILED, FIVE, WIDE = of(*[5000] * 6, fitness="failed"), of(*[5000] * 6), of(
    4000, 5000, 5000, 5000, 5000, 9000)
ALONE = "Enqueue takes 5.00 ticks (2.50 ns), uncontended"
CONTENDED, ACROSS = "Contended by 4 cores, ", "cross-core (two packages), "


@pytest.mark.parametrize("subjects, told", [
    ({"enqueue": FIVE}, [f"{ALONE}."]),
    ({"dequeue": FIVE}, ["Dequeue takes 5.00 ticks (2.50 ns), uncontended."]),
    ({"enqueue": WIDE},
     ["Enqueue takes 5.00 ticks (4.00 to 9.00, inconclusive; 2.50 ns), uncontended."]),
    ({"enqueue": FIVE, "dequeue": GONE}, [f"{ALONE}; too few rounds of dequeue are clean."]),
    ({"enqueue": GONE, "dequeue": GONE}, ["Too few rounds of enqueue and of dequeue are clean."]),
    ({"contended": GONE, "across": FIVE},
     [f"{CONTENDED}too few rounds are clean; {ACROSS}an item passes every 5.00 ticks."]),
    ({"contended": FIVE, "across": GONE},
     [f"{CONTENDED}a pair completes every 5.00 ticks; {ACROSS}too few rounds are clean."]),
    ({"contended": FIVE, "contended/each": of(*[20000] * 6)},
     [f"{CONTENDED}a pair completes every 5.00 ticks, each core's takes 20.0."]),
    ({"contended": FIVE, "contended/each": WIDE},
     [f"{CONTENDED}a pair completes every 5.00 ticks, each core's takes 5.00 (4.00 to 9.00, "
      "inconclusive)."]),
    ({"contended": GONE, "contended/each": FIVE}, [f"{CONTENDED}too few rounds are clean."]),
    ({"enqueue": FIVE, "contended": UNPROVEN, "across": FIVE},
     [f"{ALONE}.", "With several cores the queue is not proven right: no figure."]),
    ({"lock": FIVE}, ["By itself, its lock takes 5.00 ticks, uncontended; a pair takes it "
                      "twice."]),
    ({"lock": WIDE}, ["By itself, its lock takes 5.00 ticks (4.00 to 9.00, inconclusive), "
                      "uncontended; a pair takes it twice."]),
    ({"lock": GONE}, ["Too few rounds of the lock are clean."]),
    ({"lock": UNPROVEN}, ["The lock is not proven right: no figure."]),
    ({"enqueue": UNPROVEN, "contended": FIVE},
     ["The work queue is not proven right here: no figure."]),
    ({"enqueue": UNPROVEN, "contended": FAILED},
     ["The work queue gives wrong answers: what enqueue and dequeue take means nothing."]),
    ({"enqueue": of()}, []), ({"cold/enqueue": FIVE}, [])])
def test_the_sentences_are_made_of_the_conclusions(subjects, told):
    found = {name: Finding("workqueue", name, 1, Question(
        "value", "ticks", "%s", [subject], 250)) for name, subject in subjects.items()}
    headline = Headline(found, 4, "two packages", False, 2_000_000_000)
    assert sentences(headline) == told
    if [*subjects] == ["enqueue"] and told:
        assert sentences(replace(headline, cores=1)) == [
            *told, "Only one core ran: nothing was contended."]


def test_a_queue_that_failed_its_proof_and_was_not_timed_is_told(tmp_path):
    assert "The work queue gives wrong answers" in " ".join(
        lines_of(tmp_path, "show", [make_log.result(), WRONG]))
