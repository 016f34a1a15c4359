# SPDX-License-Identifier: MIT
"""The answer page: docs/answer-page.md. That the image makes the same one is
shown by tests/twin/test_page.py and tests/image/test_last_screen.py."""

import gzip
import io
import random

import make_log
import page_logs
import pytest
from in_process import qc, read
from places import ROOT
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import NOT_PROVEN, Subject
from quietcore.conclusions.sentence import Question
from quietcore.status import Status
from quietcore.tables.page import COLUMNS, LINES, Page, show_page
from records import even, record
from rich.cells import cell_len
from rich.console import Console

RECORDED = sorted((ROOT / "tests/tools/recorded").glob("*.log.gz"))
HEADLINE = {"record": "headline", "experiment": "workqueue", "cores": 2,
            "sentences": ["Enqueue takes 41.2 ticks.", "With 2 cores more.",
                          "The lock is 44.0 % of it."]}


def value(name: str, subject: Subject, experiment: str = "lock",
          what: str = "", **words) -> dict:
    return record(Finding(experiment, name, 1, Question(
        "value", "ticks", what or f"{name} takes %s ticks", [subject], 150,
        **words)))


def page_of(body: list[dict], **changes) -> list[str]:
    [run] = read(b"".join(make_log.lines(body, **changes)))
    return [text for text, _ in Page(run).lines()]


def fits(lines: list[str]) -> bool:
    return len(lines) <= LINES and all(cell_len(line) <= COLUMNS
                                       for line in lines)


SURE = even("", 5000)
DOUBTED = Subject("", "fit", [1000, 9000] * 3)


# ---- what stands on it -----------------------------------------------------------


def test_a_page_from_its_first_line_to_its_last():
    lines = page_of([
        make_log.core(0), page_logs.audit("B"), value("enqueue", SURE,
                                                      "workqueue"),
        value("alone", SURE), value("shared", SURE, "queue"),
        make_log.result(experiment="floor"), {
            "record": "skipped", "experiment": "wake", "variant": "mwait",
            "reason": "no MWAIT"}, HEADLINE,
        {"record": "warning", "code": "late", "text": "It is late."}])
    assert lines == [
        "quietcore 0.1.0 (0123456789ab)  bare machine  trust: tcg  suite quick",
        "QEMU TCG CPU, 2 of 2 cores, 2450.000 MHz (hpet)",
        "EMULATED (tcg): ticks tell of the emulator, not of any processor.",
        "",
        "Enqueue takes 41.2 ticks.", "With 2 cores more.",
        "The lock is 44.0 % of it.", "",
        "emulated ticks            alone          2 cores    between cores",
        "enqueue                    5.00                -                -",
        "dequeue                       -                -                -",
        "both                          -                -                -",
        "",
        "lock       alone takes 5.00 ticks",
        "queue      shared takes 5.00 ticks",
        "floor      ring/pair 13.5 ticks; 1 result, nothing is concluded",
        "wake       0 results, nothing is concluded",
        "",
        "Noise grade by core (A silent .. F useless): 0:A 1:B",
        "Warnings (1): late",
        "Run ok: 1 result, 1 skipped, 1 warning.",
        "tools/qc show LOG EXPERIMENT: tables, pictures; tools/qc parse LOG: "
        "every row"]


def test_without_a_headline_no_two_empty_lines_meet():
    lines = page_of([value("alone", SURE)])
    at = lines.index("lock       alone takes 5.00 ticks")
    assert lines[at - 1:at + 2:2] == ["", ""]
    assert lines[at - 2] and lines[at + 2]


def many_cores(grades: list[str]) -> list[dict]:
    """Noise records of 48 cores each, as lines have room."""
    parts = [(at, grades[at:at + 48]) for at in range(0, len(grades), 48)]
    return [{key: entry[:1] * len(part) if isinstance(entry, list) else entry
             for key, entry in page_logs.audit("B").items()} | {
        "cores": [*range(at, at + len(part))], "grade": part}
        for at, part in parts]


def line_of(lines: list[str], experiment: str) -> str:
    [line] = [line for line in lines if line.startswith(f"{experiment} ")]
    return line


@pytest.mark.parametrize("verdicts, told", [
    ("ut s", "sure"), ("u t", "tie"), ("u u", "first"), ("f u", "unsure"),
    ("n f", "fact"), ("n n", "nothing")])
def test_the_surest_is_told_of_equals_the_first(verdicts, told):
    tie = record(Finding("lock", "tie", 1, Question(
        "ratio", "times", "It", [even("a", 5000), even("b", 5000)], 150)))
    fact = record(Finding("lock", "fact", 0, Question(
        "fact", "bytes", "fact takes %s bytes", [even("", 3000, 1)], 0)))
    made = {"u": value("first", DOUBTED), "t": tie, "s": value("sure", SURE),
            "f": fact, "n": value("none", even("x", 5000, fitness=NOT_PROVEN))}
    body = [made[letter] for letter in verdicts if letter != " "]
    if told == "unsure":
        told = "first"
    if verdicts == "u u":
        body[1] = value("then", DOUBTED)
    words = {"sure": "sure takes 5.00 ticks", "fact": "fact takes 3.00 bytes",
             "tie": "It: b takes as long as a (1.00 times)",
             "first": "unsure: first takes 1.00 to 9.00 ticks",
             "nothing": "nothing is concluded: x is not proven right"}
    assert line_of(page_of(body), "lock") == f"lock       {words[told]}"


def test_wrong_answers_and_what_is_not_proven_are_named():
    def checked(variant: str, verdict: str) -> dict:
        return {"record": "validation", "experiment": "lock", "cores": 2,
                "variant": variant, "verdict": verdict, "property": None,
                "counts": {"operations": 7}}
    lines = page_of([checked("tas", "not_proven"), checked("tas", "failed"),
                     checked("tas", "not_proven"), checked("mcs", "ok"),
                     *(checked(f"lock_of_mine_{i}", "not_proven")
                       for i in range(12))])
    assert "WRONG ANSWERS (1): lock tas" in lines
    assert ("Not proven right (12): lock lock_of_mine_0, lock lock_of_mine_1 "
            "and 10 more") in lines


def test_of_many_cores_the_grades_are_counted():
    assert "Noise grade by core (A silent .. F useless): 280 A, 8 F" in \
        page_of(many_cores(["A"] * 280 + ["F"] * 8))


@pytest.mark.parametrize("context, line", [
    ({"trust": "tcg-icount", "trust_claimed": ""}, "EMULATED (tcg-icount): exact counts of "
     "instructions; they tell no time."),
    ({"tsc_hz": 0}, "QEMU TCG CPU, 2 of 2 cores, clock unknown"),
    ({"cpu": ""}, "unnamed processor, 2 of 2 cores, 2450.000 MHz (hpet)"),
    ({"lock": "mcs", "queue": "ring/mcs"}, "The scheduler's shared queue: "
     "lock mcs"),
    ({"lock": None, "queue": "mpmc"}, "The scheduler's shared queue: queue "
     "mpmc"),
    ({"cpu": "A processor whose name goes on and on and on, @ 2.70 GHz"},
     "A processor whose name goes on and on and..., 2 of 2 cores, 2450.000 "
     "MHz (hpet)"),
    ({"git": "0123456789ab0123456789ab", "dirty": True},
     "quietcore 0.1.0 (0123456789ab0123456789ab+changes)  bare machine  "
     "trust: tcg")])
def test_the_machine_s_lines(context, line):
    lines = page_of([], **context)
    assert line in lines and fits(lines)


def test_the_scheduler_s_usual_queue_is_not_told():
    assert not any("shared queue" in line for line in page_of(
        [], lock="backoff", queue="workqueue"))


@pytest.mark.parametrize("status, said", [
    ("failed", "Run FAILED: 0 results, 0 warnings."),
    ("stopped", "Run stopped by a key: 0 results, 0 warnings.")])
def test_how_the_run_went(status, said):
    assert said in page_of([], status=status)


# ---- whatever the log ------------------------------------------------------------


def odd_text(dice: random.Random) -> str:
    return "".join(dice.choices("ab \x1b[\\漢\u202e%s(:)\n\t.", k=dice.choice(
        (0, 1, 9, 80, 300))))


def odd_body(dice: random.Random) -> list[dict]:
    """Findings, checks, warnings, headline: as many and as long as may be."""
    return [*(value(odd_text(dice), dice.choice((SURE, DOUBTED)),
                    odd_text(dice), odd_text(dice) + "%s" + odd_text(dice),
                    published=odd_text(dice))
              for _ in range(dice.randrange(60))),
            *({"record": "validation", "experiment": odd_text(dice),
               "variant": odd_text(dice), "cores": 1, "property": None,
               "verdict": dice.choice(("failed", "not_proven")), "counts": {"operations": 7}}
              for _ in range(dice.randrange(40))),
            *({"record": "warning", "code": odd_text(dice), "text": "odd"}
              for _ in range(dice.randrange(40))),
            {"record": "panic", "core": 1, "text": odd_text(dice),
             "vector": 14, "experiment": "lock", "variant": "mcs",
             "rip": "0x1", "error": 0, "registers": {}},
            *many_cores(["ABCDEF"[i % 6] for i in range(288)]),
            HEADLINE | {"sentences": [odd_text(dice) for _ in
                                      range(dice.randrange(6))]}]


@pytest.mark.parametrize("seed", range(40))
def test_no_log_makes_it_outgrow_the_screen(seed):
    dice = random.Random(seed)
    lines = page_of(odd_body(dice), cpu=odd_text(dice), git=odd_text(dice),
                    lock=odd_text(dice), queue=odd_text(dice),
                    suite=odd_text(dice), tsc_source=odd_text(dice)[:9])
    assert fits(lines), lines
    assert all(line.isprintable() for line in lines)
    assert lines[-1].startswith("tools/qc show LOG ")
    assert any(line.startswith("Noise grade") for line in lines)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.name)
def test_recorded_logs_of_all_ages_have_one(path):
    for run in read(gzip.decompress(path.read_bytes())):
        lines = [text for text, _ in Page(run).lines()]
        assert fits(lines) and len(lines) > 7


@pytest.mark.parametrize("logs", [
    page_logs.whole, page_logs.counted, page_logs.damaged, page_logs.failed,
    page_logs.two_small, page_logs.three_runs])
def test_made_logs_have_one(tmp_path, logs):
    [path] = logs(tmp_path)
    for run in read(path.read_bytes()):
        assert fits([text for text, _ in Page(run).lines()])


def test_experiments_without_room_are_counted():
    lines = page_of([value("it", SURE, f"e{i}") for i in range(40)])
    assert len(lines) == LINES
    shown = [line for line in lines if line.startswith("e") and
             "it takes" in line]
    assert f"and {40 - len(shown)} more experiments" in lines


# ---- qc show ---------------------------------------------------------------------


def test_a_damaged_log_has_a_page_that_says_so(tmp_path):
    [log] = page_logs.damaged(tmp_path)
    done = qc("show", log)
    assert done.exit_code == Status.INCOMPLETE
    assert "\nINCOMPLETE LOG: " in done.output
    assert fits(done.output.split("qc: ")[0].splitlines())


def test_of_several_runs_the_last_is_shown(tmp_path):
    [log] = page_logs.two_small(tmp_path)
    done = qc("show", log)
    assert done.exit_code == Status.SEVERAL_RUNS
    assert "trust: tcg" in done.output and "trust: metal" not in done.output


@pytest.mark.parametrize("name, said", [
    ("qeue", "the log has no experiment 'qeue'; did you mean 'queue'? there "
     "are: queue"),
    ("zzz", "the log has no experiment 'zzz'; there are: queue")])
def test_an_unknown_experiment_names_the_nearest(tmp_path, name, said):
    done = qc("show", make_log.write(tmp_path / "x.log"), name)
    assert done.exit_code == Status.USAGE and f"qc: {said}\n" in done.output


def test_a_log_without_experiments_says_so(tmp_path):
    done = qc("show", make_log.write(tmp_path / "x.log", []), "lock")
    assert done.exit_code == Status.USAGE and "it has none at all" in done.output


def test_the_page_has_the_styles_of_what_it_says():
    console = Console(file=io.StringIO(), force_terminal=True, width=80,
                      color_system="standard")
    [run] = read(b"".join(make_log.lines([value("a", SURE), HEADLINE])))
    show_page(run, console)
    said = console.file.getvalue()
    assert "\x1b[32mlock       a takes 5.00 ticks\x1b[0m" in said
    assert "\x1b[1;36mEnqueue takes 41.2 ticks.\x1b[0m" in said
