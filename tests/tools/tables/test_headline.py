# SPDX-License-Identifier: MIT
"""The headline over the tables of a run."""

from dataclasses import replace

import make_log
import pytest
from in_process import parsed, qc, read
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import NOT_PROVEN, TURNS, Subject
from quietcore.conclusions.headline import Headline, sentences
from quietcore.conclusions.sentence import Question
from quietcore.tables.headline import found_of, headline_over
from records import even, stated, value

SAID = ("Enqueue takes 41.2 emulated ticks (16.8 emulated ns), dequeue 40.0 "
        "(16.3), uncontended.")


def said(name: str, subject: Subject, cores: int = 1,
         unit: str = "ticks") -> dict:
    return stated(value(name, subject, "workqueue", cores=cores, unit=unit))


def of_two(*rounds: int, fitness: str = TURNS) -> Subject:
    return Subject("workqueue", fitness, [*rounds])


def alone(unit: str = "ticks") -> list[dict]:
    """One core's, and the row that tells how many cores there were."""
    return [*(said(name, even("workqueue", milli), unit=unit)
              for name, milli in (("enqueue", 41200), ("dequeue", 40000),
                                  ("pair", 81000))),
            make_log.row("workqueue", "pair", [81] * 6, cores=2)]


BODY = [*alone(),
        said("contended", of_two(*range(900000, 905001, 1000)), 2),
        said("contended/enqueue", even("workqueue", 300000), 2),
        said("across", of_two(*[700000] * 6), 2),
        said("across/two packages", even("workqueue", 800000), 2)]


def cells(lines: list[str]) -> list[list[str]]:
    """The table's rows, under its heading."""
    at = next(i for i, line in enumerate(lines) if line.endswith("cross-core"))
    return [[cell.strip() for cell in line.split("  ") if cell.strip()]
            for line in lines[at:at + 4]]


def shown(tmp_path, body: list[dict], *words: str, **context) -> list[str]:
    log = make_log.write(tmp_path / "x.log", [*body, make_log.result()],
                         **context)
    return parsed(log, *words).splitlines()


def test_the_headline_comes_before_all_tables(tmp_path):
    lines = shown(tmp_path, BODY, "--width", 200)
    at = lines.index(SAID)
    assert lines[at + 1].startswith("Contended by 2 cores, ")
    assert at < next(i for i, line in enumerate(lines) if "All figures" in line)
    assert cells(lines) == [
        ["emulated ticks", "uncontended", "contended, 2", "cross-core"],
        ["enqueue", "41.2", "300.0", "-"], ["dequeue", "40.0", "-", "-"],
        ["both", "81.0", "902.5 inconclusive", "700.0 inconclusive"]]


@pytest.mark.parametrize("words, context, name, figure", [
    ((), {"trust": "metal", "trust_claimed": ""}, "ticks", "41.2"),
    (("--unit", "ns"), {}, "emulated ns", "16.8"),
    (("--unit", "ns"), {"trust": "metal", "trust_claimed": ""}, "ns", "16.8"),
    (("--unit", "ns"), {"tsc_hz": 0}, "emulated ticks", "41.2")])
def test_the_table_is_in_the_unit_asked_for(tmp_path, words, context, name,
                                            figure):
    found = cells(shown(tmp_path, BODY, *words, **context))
    assert found[0][0] == name and found[1][1] == figure


def test_instructions_are_no_emulated_instructions(tmp_path):
    lines = shown(tmp_path, alone("instructions"), trust="tcg-icount",
                  trust_claimed="")
    assert cells(lines)[0][0] == "instructions"
    assert any(line.startswith("Enqueue takes 41.2 instructions, dequeue 40.0,")
               for line in lines)


def test_one_core_has_no_columns_of_others(tmp_path):
    lines = shown(tmp_path, [*alone()[:3], make_log.row(
        "workqueue", "pair", [81] * 6)])
    at = next(i for i, line in enumerate(lines)
              if line.endswith("ticks  uncontended"))
    assert [line.split() for line in lines[at:at + 4]] == [
        ["emulated", "ticks", "uncontended"], ["enqueue", "41.2"],
        ["dequeue", "40.0"], ["both", "81.0"]]
    assert "Only one core ran: nothing was contended." in lines


def test_what_is_disturbed_is_called_so(tmp_path):
    disturbed = Subject("workqueue", "fit", [-2**63] * 5 + [50000] * 3)
    found = cells(shown(tmp_path, [said("enqueue", disturbed), *BODY[1:]]))
    assert found[1][1] == "50.0 disturbed"


@pytest.mark.parametrize("clean", [0, 2])
def test_what_has_too_few_clean_rounds_is_called_disturbed(tmp_path, clean):
    few = Subject("workqueue", "fit", [-2**63] * 6 + [50000] * clean)
    found = cells(shown(tmp_path, [said("enqueue", few), *BODY[1:]]))
    assert found[1][1] == "disturbed"


def test_one_core_s_figures_stand_where_several_are_not_proven(tmp_path):
    unseen = [said(name, even("workqueue", 900, fitness=NOT_PROVEN), 2)
              for name in ("contended", "across")]
    found = cells(shown(tmp_path, [*alone(), *unseen]))
    assert found[1][1] == "41.2"
    assert found[3] == ["both", "81.0", "not proven", "not proven"]


def test_a_queue_that_is_not_proven_has_no_table(tmp_path):
    subject = even("workqueue", 41200, fitness=NOT_PROVEN)
    lines = shown(tmp_path, [said("enqueue", subject), alone()[-1]])
    assert "The work queue is not proven right here: no figure." in lines
    assert not any(line.endswith("cross-core") for line in lines)


def test_a_run_without_the_work_queue_says_nothing_of_it(tmp_path):
    lines = shown(tmp_path, [])
    assert not any(line.endswith("cross-core") for line in lines)


def test_the_twins_stand_under_a_headline_each(tmp_path):
    logs = [make_log.write(tmp_path / machine, [
        said("enqueue", even("workqueue", milli)), *alone()[1:],
        make_log.result()], machine=machine)
        for machine, milli in (("bare", 41200), ("linux", 52000))]
    done = qc("twin", *logs)
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    bare, linux, table = (
        next(i for i, line in enumerate(lines) if said in line) for said in (
            "Enqueue takes 41.2", "Enqueue takes 52.0", "All figures"))
    assert bare < linux < table


# ---- several boots -----------------------------------------------------------


def result_across() -> dict:
    return make_log.result(
        experiment="workqueue", variant="across", cores=2,
        params={"producer": 0, "consumer": 1}, pair="cores of one die")


def boot_at(pace: int, fitness: str = TURNS) -> list[dict]:
    return [said("enqueue", even("workqueue", 41200 + pace)),
            said("dequeue", even("workqueue", 40000)),
            said("pair", even("workqueue", 81000 + 2 * pace)),
            said("contended", even("workqueue", 900000 + 1000 * pace), 2),
            said("contended/each", even("workqueue", 1800000), 2),
            said("across", even("workqueue", 700000, fitness=fitness), 2),
            said("lock", even("workqueue", 18000)), result_across()]


def judged(tmp_path, *boots: list[dict]) -> list[str]:
    logs = [make_log.write(tmp_path / f"{at}.log", body, run=f"{at:016x}")
            for at, body in enumerate(boots)]
    done = qc("judge", *logs, "--width", 200)
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


def test_the_headline_over_six_boots_is_conclusive_and_first(tmp_path):
    lines = judged(tmp_path, *(boot_at(100 * at, "fit") for at in range(6)))
    assert lines[1:4] == [
        "Enqueue takes 41.5 emulated ticks (16.9 emulated ns), dequeue 40.0 "
        "(16.3), uncontended.",
        "Contended by 2 cores, a pair completes every 1150 emulated ticks, "
        "each core's takes 1800; cross-core (cores of one die), an item passes "
        "every 700.0.",
        "By itself, its lock takes 18.0 emulated ticks, uncontended; a pair "
        "takes it twice."]
    assert cells(lines)[1:] == [
        ["enqueue", "41.5 (41.2 to 41.7)", "-", "-"],
        ["dequeue", "40.0 (40.0 to 40.0)", "-", "-"],
        ["both", "81.5 (81.0 to 82.0)", "1150 (900.0 to 1400)",
         "700.0 (700.0 to 700.0)"]]


def test_the_headline_over_fewer_boots_is_no_surer_than_one(tmp_path):
    lines = judged(tmp_path, *[boot_at(0)] * 5)
    assert lines[2] == (
        "Contended by 2 cores, a pair completes every 900.0 emulated ticks, "
        "each core's takes 1800; cross-core (cores of one die), an item passes "
        "every 700.0 (inconclusive).")


def test_what_one_boot_found_wrong_is_wrong_in_all(tmp_path):
    logs = [make_log.write(tmp_path / f"{at}.log", boot_at(0) + [
        make_log.validation("workqueue", "workqueue", "failed")] * (at == 5),
        run=f"{at:016x}") for at in range(6)]
    assert "The work queue gives wrong answers" in qc("judge", *logs).output


def test_the_cores_are_the_most_that_any_boot_had(tmp_path):
    alone_first = [boot_at(0)[:-1], *[boot_at(0)] * 5]
    assert judged(tmp_path, *alone_first)[2].startswith(
        "Contended by 2 cores, a pair completes")


def test_the_place_is_that_of_the_cores_of_the_figure():
    log = b"".join(make_log.lines([
        said("across", even("workqueue", 5000), 4),
        *(result_across() | {"cores": consumer + 1, "pair": pair,
                             "params": {"producer": 0, "consumer": consumer}}
          for consumer, pair in ((1, "cores of one die"),
                                 (3, "two packages")))]))
    [run] = read(log)
    assert headline_over([run], found_of(run)).places == "two packages"


def test_of_boots_without_the_work_queue_there_is_no_headline(tmp_path):
    lines = judged(tmp_path, *[[stated(value("cost", even("lock", 5000)))]] * 6)
    assert lines[1].startswith("sure")


def of(**subjects: Subject) -> Headline:
    """A headline of findings that have these subjects."""
    found = {name.replace("_of_", "/"): Finding("workqueue", name, 1, Question(
        "value", "ticks", "%s", [subject], 250))
        for name, subject in subjects.items()}
    return Headline(found, 4, "two packages", False, 2_000_000_000)


GONE = Subject("workqueue", "fit", [-2**63] * 6)
UNSEEN = even("workqueue", 5000, fitness=NOT_PROVEN)
WRONG = even("workqueue", 5000, fitness="failed")
FIVE = even("workqueue", 5000)
WIDE = Subject("workqueue", "fit", [4000, 5000, 5000, 5000, 5000, 9000])
ALONE = "Enqueue takes 5.00 ticks (2.50 ns), uncontended"
UNPROVEN = "With several cores the queue is not proven right: no figure."


@pytest.mark.parametrize("subjects, told", [
    ({"enqueue": FIVE}, [f"{ALONE}."]),
    ({"dequeue": FIVE}, ["Dequeue takes 5.00 ticks (2.50 ns), uncontended."]),
    ({"enqueue": WIDE}, ["Enqueue takes 5.00 ticks (4.00 to 9.00, inconclusive; "
                         "2.50 ns), uncontended."]),
    ({"enqueue": FIVE, "dequeue": GONE},
     [f"{ALONE}; too few rounds of dequeue are clean."]),
    ({"enqueue": GONE, "dequeue": GONE},
     ["Too few rounds of enqueue and of dequeue are clean."]),
    ({"contended": GONE, "across": FIVE},
     ["Contended by 4 cores, too few rounds are clean; cross-core (two "
      "packages), an item passes every 5.00 ticks."]),
    ({"contended": FIVE, "across": GONE},
     ["Contended by 4 cores, a pair completes every 5.00 ticks; cross-core "
      "(two packages), too few rounds are clean."]),
    ({"contended": FIVE, "contended_of_each": even("workqueue", 20000)},
     ["Contended by 4 cores, a pair completes every 5.00 ticks, each core's "
      "takes 20.0."]),
    ({"contended": FIVE, "contended_of_each": WIDE},
     ["Contended by 4 cores, a pair completes every 5.00 ticks, each core's "
      "takes 5.00 (4.00 to 9.00, inconclusive)."]),
    ({"contended": GONE, "contended_of_each": FIVE},
     ["Contended by 4 cores, too few rounds are clean."]),
    ({"enqueue": FIVE, "contended": UNSEEN, "across": FIVE},
     [f"{ALONE}.", UNPROVEN]),
    ({"lock": FIVE}, ["By itself, its lock takes 5.00 ticks, uncontended; a "
                      "pair takes it twice."]),
    ({"lock": WIDE}, ["By itself, its lock takes 5.00 ticks (4.00 to 9.00, "
                      "inconclusive), uncontended; a pair takes it twice."]),
    ({"lock": GONE}, ["Too few rounds of the lock are clean."]),
    ({"lock": UNSEEN}, ["The lock is not proven right: no figure."]),
    ({"enqueue": UNSEEN, "contended": FIVE},
     ["The work queue is not proven right here: no figure."]),
    ({"enqueue": UNSEEN, "contended": WRONG},
     ["The work queue gives wrong answers: what enqueue and dequeue take means "
      "nothing."]),
    ({"enqueue": Subject("workqueue", "fit", [])}, []),
    ({"cold_of_enqueue": FIVE}, [])])
def test_the_sentences_are_made_of_the_conclusions(subjects, told):
    assert sentences(of(**subjects)) == told


def test_a_queue_that_failed_its_proof_and_was_not_timed_is_told(tmp_path):
    log = make_log.write(tmp_path / "x.log", [make_log.result(), make_log
        .validation("workqueue", "workqueue", "failed")])
    assert "The work queue gives wrong answers" in qc("show", log).output


def test_of_one_core_it_is_said_that_nothing_was_contended():
    headline = replace(of(enqueue=FIVE), cores=1)
    assert sentences(headline) == [
        f"{ALONE}.", "Only one core ran: nothing was contended."]
