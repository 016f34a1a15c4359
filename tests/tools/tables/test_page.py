# SPDX-License-Identifier: MIT
"""The answer page: docs/answer-page.md."""

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
from records import even, stated, value
from rich.cells import cell_len
from rich.console import Console

RECORDED = sorted((ROOT / "tests/tools/recorded").glob("*.log.gz"))


def said(name: str, subject: Subject, experiment: str = "lock",
         what: str = "", **words) -> dict:
    return stated(value(name, subject, experiment, what, **words))


def row_at_queue(**changes) -> dict:
    """So that the headline knows how many cores were at the work queue."""
    return make_log.row("workqueue", "pair", [81] * 6, cores=2, **changes)


def headline(*costs: tuple[str, int]) -> list[dict]:
    """A work queue's conclusions."""
    return [row_at_queue(), *(said(name, even("workqueue", milli), "workqueue")
                              for name, milli in costs)]


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
        make_log.core(0), page_logs.audit("B"),
        *headline(("enqueue", 41200), ("dequeue", 40000)),
        said("alone", SURE), said("shared", SURE, "queue"),
        make_log.row("floor", "rmw", [18] * 6),
        make_log.row("floor", "line", [200] * 6), {
            "record": "skipped", "experiment": "wake", "variant": "mwait",
            "reason": "no MWAIT"}, make_log.row("mine", "a", [9] * 6),
        {"record": "warning", "code": "late", "text": "It is late."}])
    assert lines == [
        "quietcore 0.1.0 (0123456789ab)  bare machine  trust: tcg  suite quick",
        "QEMU TCG CPU, 2 of 2 cores, 2450.000 MHz (hpet)",
        "EMULATED (tcg): ticks tell of the emulator, not of any processor.",
        "",
        "Enqueue takes 41.2 emulated ticks (16.8 emulated ns), dequeue 40.0 "
        "(16.3),", "uncontended.",
        "",
        "emulated ticks      uncontended     contended, 2       cross-core",
        "enqueue                    41.2                -                -",
        "dequeue                    40.0                -                -",
        "both                          -                -                -",
        "",
        "floor      RMW 18.0, LINE 200.0 ticks",
        "lock       alone takes 5.00 ticks",
        "queue      shared takes 5.00 ticks",
        "mine       1 result, nothing is concluded",
        "wake       0 results, nothing is concluded", "",
        "Noise grade by core (A silent .. F useless): 0:A 1:B",
        "Warnings (1): late",
        "Run ok: 4 results, 1 skipped, 1 warning.",
        "tools/qc show LOG EXPERIMENT: tables, pictures; tools/qc parse LOG: "
        "every row"]


def test_a_busy_host_is_told_at_the_end():
    lines = page_of([make_log.row("floor", "rmw", [18] * 6), {
        "record": "warning", "code": "host_busy", "text": "It was."}])
    assert "Run ok, on a busy host: 1 result, 1 warning." in lines


def test_a_figure_of_too_few_rounds_is_no_conclusion():
    [line] = answered(value("first", Subject("", "fit", [5000] * 2), "aaa"))
    assert line.startswith("aaa: nothing is concluded: ")


def test_a_user_s_own_lock_is_told_where_it_is_contended():
    lines = answered(rows=[make_log.row(
        "lock", f"{name}/contend", [ticks] * 6, cores=2, user=name == "mine")
        for name, ticks in (("mine", 11), ("mcs", 10))])
    assert any(line.startswith("lock: mine 11.0 ticks, 2 of 2")
               for line in lines)


def test_rows_of_a_lock_are_concluded_and_told():
    lines = page_of([*(make_log.row("lock", f"{name}/contend", [ticks] * 6,
                                    cores=2)
                       for name, ticks in (("tas", 50), ("mcs", 20)))])
    assert line_of(lines, "lock") == (
        "lock       An entry, one lock contended by 2 cores: mcs, 20.0 ticks")


def test_without_a_headline_no_two_empty_lines_meet():
    lines = page_of([said("alone", SURE)])
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
    ("ut s", "sure"), ("u t", "tie"), ("u u", "doubted"), ("f u", "doubted"),
    ("n f", "fact"), ("n n", "nothing")])
def test_the_strongest_is_told_of_equals_the_first(verdicts, told):
    made = {
        "u": value("first", DOUBTED), "s": value("sure", SURE),
        "t": Finding("lock", "tie", 1, Question(
            "ratio", "times", "It", [even("a", 5000), even("b", 5000)], 150)),
        "f": Finding("lock", "fact", 0, Question(
            "fact", "bytes", "fact takes %s bytes", [even("", 3000, 1)], 0)),
        "n": value("none", even("x", 5000, fitness=NOT_PROVEN))}
    body = [made[letter] for letter in verdicts if letter != " "]
    if verdicts == "u u":
        body[1] = value("then", DOUBTED)
    words = {"sure": "sure takes 5.00 ticks", "fact": "fact takes 3.00 bytes",
             "tie": "It: b takes as long as a (1.00 times)",
             "doubted": "inconclusive: first takes 1.00 to 9.00 ticks",
             "nothing": "nothing is concluded: x is not proven right"}
    assert line_of(page_of([*map(stated, body)]), "lock") == \
        f"lock       {words[told]}"


def test_wrong_answers_and_what_is_not_proven_are_named():
    def checked(variant: str, verdict: str) -> dict:
        return make_log.validation("lock", variant, verdict)
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
    """Conclusions, checks, warnings, headline: as many and as long as may
    be."""
    return [*(said(odd_text(dice), dice.choice((SURE, DOUBTED)),
                   odd_text(dice), odd_text(dice) + "%s" + odd_text(dice),
                   published=odd_text(dice))
              for _ in range(dice.randrange(60))),
            *(make_log.validation(odd_text(dice), odd_text(dice),
                                  dice.choice(("failed", "not_proven")))
              for _ in range(dice.randrange(40))),
            *({"record": "warning", "code": odd_text(dice), "text": "odd"}
              for _ in range(dice.randrange(40))),
            {"record": "panic", "core": 1, "text": odd_text(dice),
             "vector": 14, "experiment": "lock", "variant": "mcs",
             "rip": "0x1", "error": 0, "registers": {}},
            *many_cores(["ABCDEF"[i % 6] for i in range(288)]),
            *(headline(("enqueue", 10**9), ("across", 10**11))
              if dice.randrange(2) else ()),
            make_log.result(experiment="workqueue", variant="across", cores=2,
                            params={"producer": 0, "consumer": 0},
                            pair=odd_text(dice))]


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


def test_lines_without_room_are_counted():
    lines = page_of([said("it", SURE, f"e{i}") for i in range(40)])
    assert len(lines) == LINES
    shown = [line for line in lines if line.startswith("e") and
             "it takes" in line]
    assert f"and {40 - len(shown)} more lines" in lines


# ---- the answers -----------------------------------------------------------------


def answered(*findings: Finding, rows=()) -> list[str]:
    """The lines of the answers."""
    [run] = read(b"".join(make_log.lines([*map(stated, findings), *rows])))
    return [f"{each.experiment}: {each.brief.text}"
            for each in Page(run).answers]


def test_the_table_s_lines_come_in_its_order_and_then_the_others():
    assert answered(
        value("first", SURE, "aaa"), value("x, core 1", SURE, "wake"),
        value("gain/find/2", SURE, "workloads"),
        value("break_even/shared", SURE, "dispatch")) == [
        "dispatch: break_even/shared takes 5.00 ticks",
        "workloads: gain/find/2 takes 5.00 ticks",
        "wake: x, core 1 takes 5.00 ticks", "aaa: first takes 5.00 ticks"]


def test_of_a_pattern_that_of_the_most_cores_is_told():
    assert answered(*(value(f"gain/find/{cores}", SURE, "workloads", cores=cores)
                      for cores in (1, 4, 2))) == [
        "workloads: gain/find/4 takes 5.00 ticks"]


def test_figures_stand_in_one_line_as_many_as_have_room():
    rounds = Subject("", "fit", [6100, 6200, 6400, 6400, 6400, 6500])
    assert answered(value("block_12_done", rounds, "inject")) == [
        "inject: 200 blocked tasks done after s: minimum 12 6.40 (6.10 to "
        "6.50)"]
    assert answered(*(value(f"block_{least}_done", SURE, "inject")
                      for least in (200, 12))) == [
        "inject: 200 blocked tasks done after s: minimum 12 5.00, minimum "
        "200 5.00"]
    assert answered(*(value(f"flat_to_{name}", each, "threads")
                      for name, each in (("gated", SURE), ("steps", DOUBTED)))
                    ) == ["threads: 25 % slower from tasks a core: gated 5.00, "
                          "steps inconclusive"]


@pytest.mark.parametrize("rounds, said", [
    ([5000] * 6, "at most 5.00"),
    ([5000] * 5 + [9000], "at most 9.00 inconclusive")])
def test_a_figure_at_the_shortest_length_is_a_bound(rounds, said):
    assert answered(value("block_12_done", Subject(
        "", "fit", rounds, least=5000), "inject")) == [
        f"inject: 200 blocked tasks done after s: minimum 12 {said}"]


def test_what_has_no_room_for_its_interval_goes_without():
    near = Subject("", "fit", [99000, *[100000] * 4, 101000])
    for subject, word in ((DOUBTED, "1.00 to 9.00 inconclusive"),
                          (near, "100.0 (99.0 to 101.0)")):
        assert answered(value("flat_to_unbounded", subject, "threads")) == [
            f"threads: 25 % slower from tasks a core: unbounded {word}"]


@pytest.mark.parametrize("rows, line", [
    ([("mine", 11), ("mcs", 10)], "mine 11.0 ticks, 2 of 2, 1.10 times mcs, "
     "cheapest_alone"),
    ([("mine", 9), ("mcs", 10)], "mine 9.00 ticks, 1 of 2, cheapest_alone")])
def test_a_user_s_own_row_has_its_place_and_comes_first(rows, line):
    lines = answered(rows=[make_log.row(
        "lock", name, [ticks] * 6, **({"user": True} if name == "mine" else {}))
        for name, ticks in rows] + [make_log.row("floor", "rmw", [6] * 6)])
    assert lines == [f"lock: {line}", "floor: RMW 6.00 ticks"]


@pytest.mark.parametrize("changes, place", [
    ({"proven": "failed"}, "1.00 ticks, failed"),
    ({"proven": "not_proven"}, "1.00 ticks, not proven"),
    ({"crowded": True}, "1.00 ticks, oversubscribed"),
    ({"disturbed_rounds": [0]}, "1.00 ticks, disturbed"),
    ({"rounds": [1] * 3}, "1.00 ticks, too few clean rounds"),
    ({"rounds": [1] * 2}, "- ticks, too few clean rounds")])
def test_a_user_s_own_that_is_not_fit_has_no_place(changes, place):
    [line, *_] = answered(rows=[
        make_log.row("lock", "mine", [1] * 6, user=True) | changes,
        make_log.row("lock", "mcs", [9] * 6)])
    assert line == f"lock: mine {place}, cheapest_alone"


@pytest.mark.parametrize("rows, line", [
    ([{"disturbed_rounds": [0, 1, 2]}], "floor: RMW 6.00 ticks"),
    ([{"disturbed_rounds": [0, 1, 2, 3]}], None),   # two clean ones
    ([{"proven": "failed"}], None),
    ([{"cores": 2, "crowded": True}], None),
    ([{}, make_log.validation("floor", "rmw", "failed")], None)])
def test_floors_are_medians_of_clean_rounds_of_what_is_fit(rows, line):
    first, *more = rows
    lines = answered(rows=[make_log.row(
        "floor", "rmw", [900, 900, 900, 6, 6, 6]) | first, *more])
    assert [each for each in lines if "RMW" in each] == [line] * bool(line)


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
    [run] = read(b"".join(make_log.lines([
        said("a", SURE), *headline(("enqueue", 41200))], trust="metal",
        trust_claimed="")))
    show_page(run, console)
    shown = console.file.getvalue()
    assert "\x1b[32mlock       a takes 5.00 ticks\x1b[0m" in shown
    assert "\x1b[1;36mEnqueue takes 41.2 ticks (16.8 ns), uncontended.\x1b[0m" \
        in shown
