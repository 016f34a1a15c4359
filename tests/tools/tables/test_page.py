# SPDX-License-Identifier: MIT
"""The answer page of a run, and of several boots: docs/answer-page.md."""

import gzip
import io
import random

import make_log
import page_logs
import pytest
from in_process import qc, read
from make_log import row
from places import ROOT
from records import even, stated, value
from rich.cells import cell_len
from rich.console import Console

from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import NOT_PROVEN, Subject
from quietcore.conclusions.sentence import Question
from quietcore.status import Status
from quietcore.tables.boots import BootsPage
from quietcore.tables.page import COLUMNS, LINES, Page, show_page

RECORDED = sorted((ROOT / "tests/tools/recorded").glob("*.log.gz"))
SURE, DOUBTED = even("", 5000), Subject("", "fit", [1000, 9000] * 3)


def said(name: str, subject: Subject = SURE, experiment: str = "lock", what: str = "",
         **words) -> dict:
    return stated(value(name, subject, experiment, what, **words))


def queue_row() -> dict:
    """So that the headline knows how many cores were at the work queue."""
    return row("workqueue", "pair", [81] * 6, cores=2)


def warning(code: str) -> dict:
    return {"record": "warning", "code": code, "text": "It is."}


def checked(variant: str, verdict: str) -> dict:
    return make_log.validation("lock", variant, verdict)


def fits(lines: list[str]) -> bool:
    return len(lines) <= LINES and all(cell_len(line) <= COLUMNS for line in lines)


def page_of(body: list[dict], *others: list[dict], **changes) -> list[str]:
    """The page of a run; of several boots."""
    runs = [run for at, each in enumerate((body, *others)) for run in read(
        b"".join(make_log.lines(each, run=f"{at:016x}", **changes)))]
    page = BootsPage(*runs) if others else Page(runs[0])
    lines = [text for text, _ in page.lines()]
    assert fits(lines), lines
    return lines


# ---- what stands on it -------------------------------------------------------------

HEAD = ["quietcore 0.1.0 (0123456789ab)  bare machine  trust: tcg  suite quick",
        "QEMU TCG CPU, 2 of 2 cores, 2450.000 MHz (hpet)",
        "EMULATED (tcg): ticks tell of the emulator, not of any processor."]


def test_a_page_from_its_first_line_to_its_last():
    assert page_of([
        make_log.core(0), page_logs.audit("B"), queue_row(),
        said("enqueue", even("", 41200), "workqueue"),
        said("dequeue", even("", 40000), "workqueue"), said("alone"),
        said("shared", SURE, "queue"), row("floor", "rmw", [18] * 6),
        row("floor", "line", [200] * 6), {
            "record": "skipped", "experiment": "wake", "variant": "mwait",
            "reason": "no MWAIT"}, row("mine", "a", [9] * 6), warning("late")]) == [
        *HEAD, "", "Enqueue takes 41.2 emulated ticks (16.8 emulated ns), dequeue 40.0 (16.3),",
        "uncontended.", "", "emulated ticks      uncontended     contended, 2       cross-core",
        "enqueue                    41.2                -                -",
        "dequeue                    40.0                -                -",
        "both                          -                -                -", "",
        "floor      RMW 18.0, LINE 200.0 ticks", "lock       alone takes 5.00 ticks",
        "queue      shared takes 5.00 ticks", "mine       1 result, nothing is concluded",
        "wake       0 results, nothing is concluded", "",
        "Noise grade by core (A silent .. F useless): 0:A 1:B",
        "Warnings (1): late", "Run ok: 4 results, 1 skipped, 1 warning.",
        "tools/qc show LOG EXPERIMENT: tables, pictures; tools/qc parse LOG: every row"]


def boot(at: int) -> list[dict]:
    return [page_logs.audit("ABCDEF"[at % 6]), queue_row(),
            said("enqueue", even("", 41000 + 100 * at), "workqueue"),
            said("alone", even("", 5000 + 10 * at)),
            make_log.result(experiment="floor"), warning("late")]


def test_a_page_of_boots_from_its_first_line_to_its_last():
    assert page_of(*map(boot, range(6))) == [
        *HEAD, "6 boots, the median of each. A difference is claimed from 2 % on.", "",
        "Enqueue takes 41.3 emulated ticks (16.8 emulated ns), uncontended.", "",
        "emulated ticks      uncontended     contended, 2       cross-core",
        "enqueue                    41.3                -                -",
        "dequeue                       -                -                -",
        "both                          -                -                -", "",
        "lock       alone takes 5.03 (5.00 to 5.05) ticks",
        "floor      6 results, nothing is concluded", "",
        "Noise grade by core (A silent .. F useless): 0:A 1:F", "Warnings (6): late 6",
        "6 boots ok, in all: 12 results, 6 warnings.",
        "tools/qc judge LOG...: all conclusions; tools/qc show LOG: one boot"]


def many_cores(grades: str) -> list[dict]:
    """Noise records of 48 cores each, as lines have room."""
    return [make_log.noise(grades[at:at + 48], cores=[*range(at, at + len(grades[at:at + 48]))])
            for at in range(0, len(grades), 48)]


FIRST, ALONE = value("first", DOUBTED), value("alone", SURE)
TIED = Finding("lock", "tie", 1, Question(
    "ratio", "times", "It", [even("a", 5000), even("b", 5000)], 150))
FACT = Finding("lock", "fact", 0, Question(
    "fact", "bytes", "fact takes %s bytes", [even("", 3000, 1)], 0))
NONE = value("none", even("x", 5000, fitness=NOT_PROVEN))
#: Records, the context, and lines of the page.
LINES_OF = [
    ([row("floor", "rmw", [18] * 6), warning("host_busy")], {},
     ["Run ok, on a busy host: 1 result, 1 warning."]),
    ([row("lock", f"{name}/contend", [ticks] * 6, cores=2)
      for name, ticks in (("tas", 50), ("mcs", 20))], {},
     ["lock       An entry, one lock contended by 2 cores: mcs, 20.0 ticks"]),
    # Wrong answers and what is not proven are named once, the worst word of each.
    ([checked("tas", "not_proven"), checked("tas", "failed"), checked("tas", "not_proven"),
      checked("mcs", "ok"), *(checked(f"mine_{i}", "not_proven") for i in range(12))], {},
     ["WRONG ANSWERS (1): lock tas",
      "Not proven right (12): lock mine_0, lock mine_1, lock mine_2 and 9 more"]),
    (many_cores("A" * 280 + "F" * 8), {},
     ["Noise grade by core (A silent .. F useless): 280 A, 8 F"]),
    *(([], context, [line]) for context, line in (
        ({"trust": "tcg-icount", "trust_claimed": ""}, "EMULATED (tcg-icount): exact counts "
         "of instructions; they tell no time."),
        ({"tsc_hz": 0}, "QEMU TCG CPU, 2 of 2 cores, clock unknown"),
        ({"cpu": ""}, "unnamed processor, 2 of 2 cores, 2450.000 MHz (hpet)"),
        ({"lock": "mcs", "queue": "ring/mcs"}, "The scheduler's shared queue: lock mcs"),
        ({"lock": None, "queue": "mpmc"}, "The scheduler's shared queue: queue mpmc"),
        ({"cpu": "A processor whose name goes on and on and on, @ 2.70 GHz"},
         "A processor whose name goes on and on and..., 2 of 2 cores, 2450.000 MHz (hpet)"),
        ({"git": "0123456789ab0123456789ab", "dirty": True},
         "quietcore 0.1.0 (0123456789ab0123456789ab+changes)  bare machine  trust: tcg"),
        ({"status": "failed"}, "Run FAILED: 0 results, 0 warnings."),
        ({"status": "stopped"}, "Run stopped by a key: 0 results, 0 warnings."))),
    # The strongest of an experiment's is told; of equals the first.
    *(([*map(stated, findings)], {}, [f"lock       {line}"]) for findings, line in (
        ([FIRST, TIED, ALONE], "alone takes 5.00 ticks"),
        ([FIRST, TIED], "It: b takes as long as a (1.00 times)"),
        ([FIRST, value("then", DOUBTED)], "inconclusive: first takes 1.00 to 9.00 ticks"),
        ([FACT, FIRST], "inconclusive: first takes 1.00 to 9.00 ticks"),
        ([NONE, FACT], "fact takes 3.00 bytes"),
        ([NONE, NONE], "nothing is concluded: x is not proven right"))),
]


@pytest.mark.parametrize("body, context, lines", LINES_OF)
def test_lines_of_a_page(body, context, lines):
    assert {*lines} <= {*page_of(body, **context)}


BOTH, OTHER = [said("alone"), said("other", even("", 3000))], said("alone", even("", 9000))


@pytest.mark.parametrize("boots, lines", [
    ([BOTH, [OTHER, BOTH[1]]], [
        "Single boots contradict each other (1): lock alone",
        "2 boots, all rounds together. Fewer than 6 claim nothing finer than one does.",
        "lock       other takes 3.00 ticks"]),
    ([BOTH[:1], [OTHER]], ["lock       inconclusive: alone takes 5.00 to 9.00 ticks"]),
    ([BOTH[:1], [BOTH[0], checked("bad", "failed")]], ["WRONG ANSWERS (1): lock bad"]),
    ([BOTH] * 100, ["100 boots ok, in all: 0 results, 0 warnings."])])
def test_lines_of_a_page_of_boots(boots, lines):
    assert {*lines} <= {*page_of(*boots)}


def test_without_a_headline_no_two_empty_lines_meet():
    lines = page_of([said("alone")])
    at = lines.index("lock       alone takes 5.00 ticks")
    assert [bool(line) for line in lines[at - 2:at + 3]] == [True, False, True, False, True]
    assert not any("shared queue" in line for line in page_of(
        [], lock="backoff", queue="workqueue"))     # the usual one is not told


# ---- whatever the log --------------------------------------------------------------


def odd_text(dice: random.Random) -> str:
    return "".join(dice.choices("ab \x1b[\\漢\u202e%s(:)\n\t.", k=dice.choice((0, 1, 9, 80, 300))))


def odd_body(dice: random.Random) -> list[dict]:
    """Conclusions, checks, warnings, headline: as many and as long as may be."""
    return [*(said(odd_text(dice), dice.choice((SURE, DOUBTED)), odd_text(dice),
                   odd_text(dice) + "%s" + odd_text(dice), published=odd_text(dice))
              for _ in range(dice.randrange(60))),
            *(make_log.validation(odd_text(dice), odd_text(dice),
                                  dice.choice(("failed", "not_proven")))
              for _ in range(dice.randrange(40))),
            *(warning(odd_text(dice)) for _ in range(dice.randrange(40))),
            {"record": "panic", "core": 1, "text": odd_text(dice), "vector": 14,
             "experiment": "lock", "variant": "mcs", "rip": "0x1", "error": 0, "registers": {}},
            *many_cores("ABCDEF" * 48), *[
                queue_row(), said("enqueue", even("", 10**9), "workqueue"),
                said("across", even("", 10**11), "workqueue")] * dice.randrange(2),
            make_log.result(experiment="workqueue", variant="across", cores=2,
                            params={"producer": 0, "consumer": 0}, pair=odd_text(dice))]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("boots", [1, 2])
def test_no_log_makes_it_outgrow_the_screen(seed, boots):
    dice = random.Random(seed)
    lines = page_of(*(odd_body(dice) for _ in range(boots)), **{name: odd_text(dice) for name in (
        "cpu", "git", "lock", "queue", "suite", "tsc_source")})
    assert all(line.isprintable() for line in lines)
    assert lines[-1].startswith("tools/qc ")
    assert any(line.startswith("Noise grade") for line in lines)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.name)
def test_recorded_logs_of_all_ages_have_one(path):
    for run in read(gzip.decompress(path.read_bytes())):
        lines = [text for text, _ in Page(run).lines()]
        assert fits(lines) and len(lines) > 7


def test_lines_without_room_are_counted():
    lines = page_of([said("it", SURE, f"e{i}") for i in range(40)])
    shown = sum(line.startswith("e") and "it takes" in line for line in lines)
    assert len(lines) == LINES and f"and {40 - shown} more lines" in lines


# ---- the answers -------------------------------------------------------------------


def answered(*findings: Finding, rows=()) -> list[str]:
    """The lines of the answers."""
    [run] = read(b"".join(make_log.lines([*map(stated, findings), *rows])))
    return [f"{each.experiment}: {each.brief.text}" for each in Page(run).answers]


def blocked(subject: Subject, least: int = 12) -> Finding:
    return value(f"block_{least}_done", subject, "inject")


def flat(name: str, subject: Subject) -> Finding:
    return value(f"flat_to_{name}", subject, "threads")


def bound(*rounds: int) -> Subject:
    return Subject("", "fit", [*rounds], least=5000)


BLOCKED, FLAT = "inject: 200 blocked tasks done after s: minimum", \
    "threads: 25 % slower from tasks a core:"


@pytest.mark.parametrize("findings, lines", [
    # The table's lines come in its order, and then the others.
    ([value("first", SURE, "aaa"), value("x, core 1", SURE, "wake"),
      value("gain/find/2", SURE, "workloads"), value("break_even/shared", SURE, "dispatch")], [
        "dispatch: break_even/shared takes 5.00 ticks", "workloads: gain/find/2 takes 5.00 ticks",
        "wake: x, core 1 takes 5.00 ticks", "aaa: first takes 5.00 ticks"]),
    # Of a pattern that of the most cores is told.
    ([value(f"gain/find/{cores}", SURE, "workloads", cores=cores) for cores in (1, 4, 2)],
     ["workloads: gain/find/4 takes 5.00 ticks"]),
    # Figures stand in one line, as many as have room; without their interval if need be.
    ([blocked(Subject("", "fit", [6100, 6200, 6400, 6400, 6400, 6500]))],
     [f"{BLOCKED} 12 6.40 (6.10 to 6.50)"]),
    ([blocked(SURE, 200), blocked(SURE)], [f"{BLOCKED} 12 5.00, minimum 200 5.00"]),
    ([flat("gated", SURE), flat("steps", DOUBTED)], [f"{FLAT} gated 5.00, steps inconclusive"]),
    ([flat("unbounded", DOUBTED)], [f"{FLAT} unbounded 1.00 to 9.00 inconclusive"]),
    ([flat("unbounded", Subject("", "fit", [99000, *[100000] * 4, 101000]))],
     [f"{FLAT} unbounded 100.0 (99.0 to 101.0)"]),
    # A figure at the shortest length is a bound.
    ([blocked(bound(*[5000] * 6))], [f"{BLOCKED} 12 at most 5.00"]),
    ([blocked(bound(*[5000] * 5, 9000))], [f"{BLOCKED} 12 at most 9.00 inconclusive"]),
    # A figure of too few rounds is no conclusion.
    ([value("first", Subject("", "fit", [5000] * 2), "aaa")],
     ["aaa: nothing is concluded: Six rounds are needed (rounds=6)"])])
def test_the_answers_of_findings(findings, lines):
    assert answered(*findings) == lines


def lock(name: str, ticks: int, **changes) -> dict:
    """Of a user's own: `mine`."""
    return row("lock", name, [ticks] * 6, **({"user": True} if "mine" in name else {})) | changes


def floor(**changes) -> dict:
    return row("floor", "rmw", [900, 900, 900, 6, 6, 6]) | changes


@pytest.mark.parametrize("rows, line", [
    # A user's own row has its place and comes first.
    ([lock("mine", 11), lock("mcs", 10), row("floor", "rmw", [6] * 6)],
     "lock: mine 11.0 ticks, 2 of 2, 1.10 times mcs, cheapest_alone"),
    ([lock("mine", 9), lock("mcs", 10)], "lock: mine 9.00 ticks, 1 of 2, cheapest_alone"),
    # What is not fit has none.
    *(([lock("mine", 1, **changes), lock("mcs", 9)], f"lock: mine {place}, cheapest_alone")
      for changes, place in (
          ({"proven": "failed"}, "1.00 ticks, failed"),
          ({"proven": "not_proven"}, "1.00 ticks, not proven"),
          ({"crowded": True}, "1.00 ticks, oversubscribed"),
          ({"disturbed_rounds": [0]}, "1.00 ticks, disturbed"),
          ({"rounds": [1] * 3}, "1.00 ticks, too few clean rounds"),
          ({"rounds": [1] * 2}, "- ticks, too few clean rounds"))),
    # Floors are medians of the clean rounds of what is fit.
    ([floor(disturbed_rounds=[0, 1, 2])], "floor: RMW 6.00 ticks"),
    ([floor(disturbed_rounds=[0, 1, 2, 3])], ""),   # two clean ones
    ([floor(proven="failed")], ""), ([floor(cores=2, crowded=True)], ""),
    ([floor(), make_log.validation("floor", "rmw", "failed")], "")])
def test_the_first_answer_of_rows(rows, line):
    assert [*answered(rows=rows), ""][0] == line


def test_a_user_s_own_lock_is_told_where_it_is_contended():
    lines = answered(rows=[lock("mine/contend", 11, cores=2), lock("mcs/contend", 10, cores=2)])
    assert any(line.startswith("lock: mine 11.0 ticks, 2 of 2") for line in lines)


# ---- qc show -----------------------------------------------------------------------


@pytest.mark.parametrize("logs, status, said_", [
    (page_logs.damaged, Status.INCOMPLETE, "\nINCOMPLETE LOG: "),
    (page_logs.two_small, Status.SEVERAL_RUNS, "trust: tcg")])  # the last of several
def test_a_log_that_is_not_one_whole_run(tmp_path, logs, status, said_):
    done = qc("show", *logs(tmp_path))
    assert done.exit_code == status and said_ in done.output
    assert "trust: metal" not in done.output
    assert fits(done.output.split("qc: ")[0].splitlines())


@pytest.mark.parametrize("body, name, told", [
    (None, "qeue", "the log has no experiment 'qeue'; did you mean 'queue'? there are: queue"),
    (None, "zzz", "the log has no experiment 'zzz'; there are: queue"),
    ([], "lock", "the log has no experiment 'lock'; it has none at all")])
def test_an_unknown_experiment_names_the_nearest(tmp_path, body, name, told):
    done = qc("show", make_log.write(tmp_path / "x.log", body), name)
    assert done.exit_code == Status.USAGE and f"qc: {told}\n" in done.output


def test_the_page_has_the_styles_of_what_it_says():
    console = Console(file=io.StringIO(), force_terminal=True, width=80, color_system="standard")
    [run] = read(b"".join(make_log.lines([
        said("a"), queue_row(), said("enqueue", even("", 41200), "workqueue")],
        trust="metal", trust_claimed="")))
    show_page(run, console)
    shown = console.file.getvalue()
    assert "\x1b[32mlock       a takes 5.00 ticks\x1b[0m" in shown
    assert "\x1b[1;36mEnqueue takes 41.2 ticks (16.8 ns), uncontended.\x1b[0m" in shown
