# SPDX-License-Identifier: MIT
"""The headline over the tables of a run."""

import make_log
import pytest
from in_process import parsed, qc, read
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import NOT_PROVEN, PLACED, Subject
from quietcore.conclusions.headline import Headline, sentences
from quietcore.conclusions.sentence import Question
from records import even, record

SAID = ["Enqueue takes 41.2 emulated ticks.", "With 2 cores it takes more."]
HEADLINE = {"record": "headline", "experiment": "workqueue", "cores": 2,
            "sentences": SAID}


def value(name: str, subject: Subject, cores: int = 1,
          experiment: str = "workqueue") -> dict:
    return record(Finding(experiment, name, cores, Question(
        "value", "ticks", f"{name} takes %s ticks", [subject], 150)))


def of_two(*rounds: int, fitness: str = PLACED) -> Subject:
    return Subject("workqueue", fitness, [*rounds])


BODY = [value("enqueue", even("workqueue", 41200)),
        value("dequeue", even("workqueue", 40000)),
        value("pair", even("workqueue", 81000)),
        value("contended", of_two(*range(900000, 905001, 1000)), 2),
        value("contended/enqueue", even("workqueue", 300000), 2),
        value("across", of_two(*[700000] * 6), 2),
        value("across/two packages", even("workqueue", 800000), 2), HEADLINE]


def cells(lines: list[str]) -> list[list[str]]:
    """The table's rows, under its heading."""
    at = next(i for i, line in enumerate(lines) if line.endswith("between cores"))
    return [[cell.strip() for cell in line.split("  ") if cell.strip()]
            for line in lines[at:at + 4]]


def shown(tmp_path, body: list[dict], *words: str, **context) -> list[str]:
    log = make_log.write(tmp_path / "x.log", [*body, make_log.result()],
                         **context)
    return parsed(log, *words).splitlines()


def test_the_headline_comes_before_all_tables(tmp_path):
    lines = shown(tmp_path, BODY)
    at = lines.index(SAID[0])
    assert lines[at + 1] == SAID[1]
    assert at < next(i for i, line in enumerate(lines) if "All figures" in line)
    assert cells(lines) == [
        ["emulated ticks", "alone", "2 cores", "between cores"],
        ["enqueue", "41.2", "300.0", "-"], ["dequeue", "40.0", "-", "-"],
        ["both", "81.0", "902.0 unsure", "700.0 unsure"]]


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
    body = [each | {"unit": "instructions"} if "unit" in each else each
            for each in BODY]
    assert cells(shown(tmp_path, body, trust="tcg-icount"))[0][0] == \
        "instructions"


def test_one_core_has_no_columns_of_others(tmp_path):
    lines = shown(tmp_path, [*BODY[:3], HEADLINE | {"cores": 1}])
    at = next(i for i, line in enumerate(lines) if line.endswith("alone"))
    assert [line.split() for line in lines[at:at + 4]] == [
        ["emulated", "ticks", "alone"], ["enqueue", "41.2"],
        ["dequeue", "40.0"], ["both", "81.0"]]


def test_what_is_disturbed_is_called_so(tmp_path):
    disturbed = Subject("workqueue", "fit", [-2**63] * 5 + [50000])
    found = cells(shown(tmp_path, [value("enqueue", disturbed), *BODY[1:]]))
    assert found[1][1] == "50.0 disturbed"


def test_what_was_disturbed_in_every_round_is_called_so(tmp_path):
    never = Subject("workqueue", "fit", [-2**63] * 6)
    found = cells(shown(tmp_path, [value("enqueue", never), *BODY[1:]]))
    assert found[1][1] == "disturbed"


def test_one_core_s_figures_stand_where_several_are_not_proven(tmp_path):
    unseen = [value(name, even("workqueue", 900, fitness=NOT_PROVEN), 2)
              for name in ("contended", "across")]
    found = cells(shown(tmp_path, [*BODY[:3], *unseen, HEADLINE]))
    assert found[1][1] == "41.2"
    assert found[3] == ["both", "81.0", "not proven", "not proven"]


def test_a_queue_that_is_not_proven_has_no_table(tmp_path):
    subject = even("workqueue", 41200, fitness=NOT_PROVEN)
    lines = shown(tmp_path, [value("enqueue", subject), HEADLINE])
    assert SAID[0] in lines
    assert not any(line.endswith("between cores") for line in lines)


def test_a_run_without_a_headline_says_nothing_of_it(tmp_path):
    lines = shown(tmp_path, [])
    assert not any(line.endswith("between cores") for line in lines)


def test_a_headline_of_a_wrong_shape_is_left_out(tmp_path):
    log = make_log.write(tmp_path / "x.log", [HEADLINE | {"sentences": [1]}])
    done = qc("parse", log)
    assert done.exit_code == 3
    assert "headline: sentences[0] must be string" in done.output


def test_the_twins_stand_under_a_headline_each(tmp_path):
    logs = [make_log.write(tmp_path / machine, [
        *BODY[:-1], HEADLINE | {"sentences": [f"It is {machine}."]},
        make_log.result()], machine=machine) for machine in ("bare", "linux")]
    done = qc("twin", *logs)
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    bare, linux, table = (next(i for i, line in enumerate(lines) if said in line)
                          for said in ("It is bare.", "It is linux.",
                                       "All figures"))
    assert bare < linux < table


# ---- several boots -----------------------------------------------------------


def result_across() -> dict:
    return make_log.result(
        experiment="workqueue", variant="across", cores=2,
        params={"producer": 0, "consumer": 1}, pair="cores of one die")


def boot_at(pace: int, fitness: str = PLACED) -> list[dict]:
    return [value("enqueue", even("workqueue", 41200 + pace)),
            value("dequeue", even("workqueue", 40000)),
            value("pair", even("workqueue", 81000 + 2 * pace)),
            value("contended", even("workqueue", 900000 + 1000 * pace,
                                    fitness=fitness), 2),
            value("across", even("workqueue", 700000, fitness=fitness), 2),
            value("lock_share", even("workqueue", 50000)) | {
                "unit": "percent"}, HEADLINE, result_across()]


def judged(tmp_path, *boots: list[dict]) -> list[str]:
    logs = [make_log.write(tmp_path / f"{at}.log", body, run=f"{at:016x}")
            for at, body in enumerate(boots)]
    done = qc("judge", *logs, "--width", 200)
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


def test_the_headline_over_six_boots_is_sure_and_first(tmp_path):
    lines = judged(tmp_path, *(boot_at(100 * at) for at in range(6)))
    assert lines[1:4] == [
        "Enqueue takes 41.4 emulated ticks (16.9 emulated ns), dequeue 40.0 "
        "(16.3), nobody else at it.",
        "With 2 cores at it, items pass every 1100 emulated ticks (900.0 to "
        "1400, unsure); between cores of one die, 700.0.",
        "The lock is 50.0 % of the emulated ticks of an enqueue and a dequeue, "
        "nobody else at it."]
    assert cells(lines)[1:] == [
        ["enqueue", "41.4 (41.2 to 41.7)", "-", "-"],
        ["dequeue", "40.0 (40.0 to 40.0)", "-", "-"],
        ["both", "81.4 (81.0 to 82.0)", "1100 (900.0 to 1400) unsure",
         "700.0 (700.0 to 700.0)"]]


def test_the_headline_over_fewer_boots_is_as_unsure_as_one(tmp_path):
    lines = judged(tmp_path, *[boot_at(0)] * 5)
    assert lines[2] == (
        "With 2 cores at it, items pass every 900.0 emulated ticks (unsure); "
        "between cores of one die, 700.0 (unsure).")


def test_of_boots_without_the_work_queue_there_is_no_headline(tmp_path):
    lines = judged(tmp_path, *[[value("cost", Subject("lock", "fit", [5000] * 6),
                                      1, "lock")]] * 6)
    assert lines[1].startswith("sure")


def of(**subjects: Subject) -> Headline:
    """A headline of findings that have these subjects."""
    found = {name.replace("_of_", "/"): Finding("workqueue", name, 1, Question(
        "value", "ticks", "%s", [subject], 250))
        for name, subject in subjects.items()}
    return Headline(found, 4, "two packages", False, 2_000_000_000)


NEVER = Subject("workqueue", "fit", [-2**63] * 6)
UNSEEN = even("workqueue", 5000, fitness=NOT_PROVEN)
WRONG = even("workqueue", 5000, fitness="failed")
FIVE = even("workqueue", 5000)
ALONE = "Enqueue takes 5.00 ticks (2.50 ns), nobody else at it"


@pytest.mark.parametrize("subjects, said", [
    ({"enqueue": FIVE}, [f"{ALONE}."]),
    ({"dequeue": FIVE}, ["Dequeue takes 5.00 ticks (2.50 ns), nobody else at "
                         "it."]),
    ({"enqueue": FIVE, "dequeue": NEVER},
     [f"{ALONE}; every round of dequeue was disturbed."]),
    ({"enqueue": NEVER, "dequeue": NEVER},
     ["Every round of enqueue and of dequeue was disturbed."]),
    ({"contended": NEVER, "across": FIVE},
     ["With 4 cores at it, every round was disturbed; between two packages, "
      "items pass every 5.00 ticks."]),
    ({"contended": FIVE, "across": NEVER},
     ["With 4 cores at it, items pass every 5.00 ticks; between two packages, "
      "every round was disturbed."]),
    ({"enqueue": FIVE, "contended": UNSEEN, "across": FIVE},
     [f"{ALONE}.", "What several cores take is not told: the queue is not "
      "proven right with them."]),
    ({"lock_share": even("workqueue", 100000)},
     ["The lock is 100.0 % of the ticks of an enqueue and a dequeue, nobody "
      "else at it."]),
    ({"lock_share": even("workqueue", 101200)},
     ["By itself, the lock takes 1.01 times the ticks of an enqueue and a "
      "dequeue, nobody else at it."]),
    ({"lock_share": Subject("workqueue", "fit", [80000, 98000, 98000, 98000,
                                                 98000, 130000])},
     ["By itself, the lock takes 0.98 times (0.80 to 1.30, unsure) the "
      "ticks of an enqueue and a dequeue, nobody else at it."]),
    ({"lock_share": NEVER}, ["The lock's share is not known: every round was "
                             "disturbed."]),
    ({"lock_share": UNSEEN}, ["The lock's share is not told: the lock is not "
                              "proven right."]),
    ({"enqueue": UNSEEN, "contended": FIVE},
     ["The work queue is not proven right here: what enqueue and dequeue take "
      "is not told."]),
    ({"enqueue": UNSEEN, "contended": WRONG},
     ["The work queue gives wrong answers: what enqueue and dequeue take means "
      "nothing."]),
    ({"cold_of_enqueue": FIVE}, [])])
def test_the_sentences_are_worded_as_the_image_s(subjects, said):
    assert sentences(of(**subjects)) == said
