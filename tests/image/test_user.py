# SPDX-License-Identifier: MIT
"""Files of the user's own: the examples of docs/adding-a-benchmark.md, built
and run as that page says, and files that are wrong in different ways."""

import re
import subprocess

import places
import pytest
from in_process import qc
from places import BUILD, ROOT
from qemu import boot, read_log
from quietcore.status import Status
from user_files import BLOCKS, EXAMPLES, PAGE, SHORT, STUCK, make
from verdicts import settled, worst

pytestmark = pytest.mark.usefixtures("user_folder")

WIDE = "a_name_that_its_column_cannot_hold"
LARGE = 123456789012345678


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Image and program with both examples and a queue that is wrong."""
    folder = tmp_path_factory.mktemp("user")
    for name, block in zip(EXAMPLES, BLOCKS, strict=True):
        (folder / name).write_text(block)
    (folder / "wide.c").write_text(
        BLOCKS[0].replace("counter", "wide").replace(
            '.name = "add",', f'.name = "{WIDE}", .params = large,').replace(
            "static const struct variant", "static const struct param large[] ="
            f' {{ {{ "a", {LARGE} }}, {{ "b", -{LARGE} }}, {{ 0 }} }};\n'
            "static const struct variant"))
    make([str(folder / "counter.c"), str(folder / "patient.c"),
          str(folder / "wide.c"), "tests/user/leaky.c"])
    return BUILD / "user"


WRONG = {
    "asks.c": ('int puts(const char *);\nvoid asks_for(void);\n'
               'void asks_for(void) { puts("a"); }\n',
               "asks.c: needs puts, which is not there"),
    "defines.c": ("int program(void);\nint program(void) { return 0; }\n",
                  "defines.c: defines program, which quietcore has"),
    "syntax.c": ("int one(void);\n\nint one(void) { return 1 }\n",
                 "syntax.c:3: expected ';'"),
    "header.c": ('#include "header.h"\n', "header.h:2: lacks nothing"),
}


def test_files_that_are_wrong_are_named_and_nothing_is_built(tmp_path):
    """Each by its own file and line, all of them at once."""
    for name, (text, _) in WRONG.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "header.h").write_text("static int a =\n\tnothing;\n")
    broken = ROOT / "tests/user/broken.c"
    image, before = BUILD / "user" / "quietcore.elf", None
    if image.exists():
        before = image.stat().st_mtime_ns
    done = places.make("all", "USER=tests/user/broken.c " + " ".join(
        str(tmp_path / name) for name in WRONG))
    assert done.returncode
    line = broken.read_text().splitlines().index(
        'LOCK(broken, "a lock that cannot be released");') + 1
    assert f"tests/user/broken.c:{line}: lacks broken_release" in done.stderr
    for _, words in WRONG.values():
        assert f"{tmp_path}/{words}" in done.stderr
    assert "./sched/" not in done.stderr
    assert (image.stat().st_mtime_ns if image.exists() else None) == before


def check(boot_once):
    """What both machines must make of the files."""
    def look(_) -> dict[str, str]:
        records = boot_once()
        said = worst((v["variant"].split("/")[0], v["verdict"])
                     for v in records if v["record"] == "validation")
        assert said.pop("leaky") == "failed"
        timed = {r["variant"] for r in records if r["record"] == "result"}
        assert {"add", "patient", "patient/contend", "tas"} <= timed
        assert not any(name.startswith("leaky") for name in timed)
        assert records[-1]["status"] == "failed"
        return said

    settled(look, ["add", "patient", "tas"], "ok")


OPTIONS = SHORT + ("bench=counter,lock,queue "
                   "variant=add,patient,tas,leaky/pair,leaky/latency")


@pytest.mark.full
def test_the_image_runs_what_is_right_and_names_what_is_wrong(built):
    check(lambda: boot(OPTIONS, smp="2", elf=built / "quietcore.elf").records)


def program(built) -> list[dict]:
    """What the Linux program says of them."""
    done = subprocess.run([built / "quietcore-hosted", *OPTIONS.split()],
                          text=True, capture_output=True, timeout=300,
                          check=False)
    assert done.returncode == 1, done.stderr
    return read_log(done.stdout)


def test_so_does_the_linux_program(built):
    check(lambda: program(built))


def test_a_long_name_keeps_its_parameters_in_the_image_s_table(built):
    run = boot(SHORT + "bench=wide", smp="1", elf=built / "quietcore.elf")
    lines = run.text.splitlines()
    at = lines.index(f"{WIDE} a={LARGE} b=-{LARGE}")
    result = run.of("result")[0]
    assert result["params"] == {"mode": result["params"]["mode"], "a": LARGE,
                                "b": -LARGE}
    assert lines[at + 1].startswith(" " * 28)
    assert lines[at + 1].split()[:2] == ["1", str(result["batch"])]
    assert len(lines[at + 1].split()) == 9


def test_the_list_says_what_is_yours(built):
    done = subprocess.run([built / "quietcore-hosted", "list"], text=True,
                          capture_output=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    yours = {(r["what"], r["name"]) for r in read_log(done.stdout)
             if r["record"] == "listed" and r["yours"]}
    assert {("experiment", "counter"), ("variant", "add"),
            ("lock", "patient"), ("variant", "patient/contend"),
            ("queue", "leaky"), ("variant", "leaky/pair")} <= yours
    assert not {name for _, name in yours} & {"mcs", "tas", "ring/pair"}


def test_two_of_one_name_are_told_before_anything_runs(built, tmp_path):
    (tmp_path / "twice.c").write_text(
        BLOCKS[1].replace("patient", "another")
        .replace("LOCK(another", 'LOCK_AS(another, "tas"'))
    make([str(tmp_path / "twice.c")], "all")
    run = boot(OPTIONS, smp="1", elf=built / "quietcore.elf")
    [twice] = run.warned("duplicate_name")
    assert "two locks are called 'tas'" in twice["text"]
    # Its rows are the lock's: their names are taken, too.
    assert any("two variants of lock are called 'tas" in w["text"]
               for w in run.warned("duplicate_variant"))
    assert not run.of("result") and run.end["status"] == "failed"


def test_a_queue_that_is_wrong_is_not_put_under_the_scheduler(built):
    make(["tests/user/leaky.c"], "hosted")
    done = subprocess.run(
        [built / "quietcore-hosted", "bench=spawn", "cores=2", "queue=leaky"],
        text=True, capture_output=True, timeout=300, check=False)
    records = read_log(done.stdout)
    assert done.returncode == 1 and records[-1]["status"] == "failed"
    assert "queue=leaky: fails its proof; nothing is run over it" in {
        w["text"] for w in records if w["record"] == "warning"}
    assert not {r["record"] for r in records} & {"result", "validation"}


TAKEN = """
#include "bench/bench.h"
#include "bench/experiments/threads/design.h"
#include "kernel/options.h"
#include "sched/barrier/barrier.h"
#include "sched/executor/executor.h"
#include "sched/queue/queue.h"
static const struct experiment same_experiment = { "lock", "s", NULL, NULL };
static const struct queue_kind same_queue = { .name = "mpmc", .summary = "s" };
static const struct barrier_kind same_barrier = { "sense", "s" };
static const struct executor_kind same_executor = { "loop", "s" };
static const struct threads_design same_design = { "fixed", "s" };
static const struct variant same_rows[] = { { "call", .summary = "s" } };
REGISTER(qc_experiments, same_experiment);
REGISTER(qc_queues, same_queue);
REGISTER(qc_barriers, same_barrier);
REGISTER(qc_executors, same_executor);
THREADS_DESIGN(same_design);
ROWS(floor, same_rows);
OPTION_FLAG(same_option, "rounds", "s");
"""


def test_every_kind_of_name_that_is_taken_is_told(built, tmp_path):
    (tmp_path / "taken.c").write_text(TAKEN)
    make([str(tmp_path / "taken.c")], "hosted")
    done = subprocess.run([built / "quietcore-hosted", "bench=floor"],
                          text=True, capture_output=True, timeout=300,
                          check=False)
    assert done.returncode == 2, done.stderr
    records = read_log(done.stdout)
    taken = {w["text"].partition(": ")[0].removeprefix("two ") for w in records
             if w["record"] == "warning" and w["code"].startswith("duplicate_")}
    assert {"options are called 'rounds'", "experiments are called 'lock'",
            "queues are called 'mpmc'", "barriers are called 'sense'",
            "executors are called 'loop'", "designs are called 'fixed'",
            "variants of floor are called 'call'"} <= taken
    assert not any(r["record"] == "result" for r in records)


SETUPS = """
#include "bench/bench.h"
static bool setup_mistaken(struct cell *cell)
{
	return cell->state;
}
static bool setup_greedy(struct cell *cell)
{
	cell->state = bench_scratch((size_t)1 << 50);
	return cell->state;
}
static bool setup_frank(struct cell *cell)
{
	cell->trouble = "it lacks a spoon";
	return false;
}
static void body(struct cell *cell, unsigned core, uint64_t count)
{
	(void)cell, (void)core, (void)count;
}
#define ROW(name_) { .name = #name_, .per = "nothing", .summary = "s", \\
		     .setup = setup_##name_, .body = body }
static const struct variant variants[] = {
	ROW(mistaken), ROW(greedy), ROW(frank),
};
EXPERIMENT(setups, variants, "what may a setup return?");
"""


def test_a_setup_that_fails_is_told_from_memory_that_is_short(built, tmp_path):
    """Each was "not enough memory", and the run was ok."""
    (tmp_path / "setups.c").write_text(SETUPS)
    make([str(tmp_path / "setups.c")], "hosted")

    def skipped(variant: str, status: str, warned: set[str]) -> str:
        done = subprocess.run(
            [built / "quietcore-hosted", "bench=setups", f"variant={variant}",
             "cores=1"], text=True, capture_output=True, timeout=300,
            check=False)
        records = read_log(done.stdout)
        assert records[-1]["status"] == status
        assert {w["code"] for w in records if w["record"] == "warning"} & {
            "setup_failed", "no_memory"} == warned
        return next(r["reason"] for r in records if r["record"] == "skipped")

    assert skipped("mistaken", "failed",
                   {"setup_failed"}) == "its setup() fails"
    assert re.fullmatch(
        r"not enough memory: \d+ KiB are needed, \d+ KiB are free",
        skipped("greedy", "failed", {"no_memory"}))
    assert skipped("frank", "ok", set()) == "it lacks a spoon"


UNPROVEN = """
#include "bench/bench.h"
static bool refuse(struct cell *cell)
{
	(void)cell;
	return false;
}
static bool run_wrong(const struct settings *settings)
{
	(void)settings;
	return false;
}
static void body(struct cell *cell, unsigned core, uint64_t count)
{
	(void)cell, (void)core, (void)count;
}
static const struct variant rows[] = { { .name = "refused", .per = "nothing",
	.summary = "s", .validate = refuse, .property = "none", .body = body } };
EXPERIMENT(unproven, rows, "of which nothing is shown");
EXPERIMENT_RUN(wrong, NULL, run_wrong, "which says that it is wrong");
"""


def test_a_proof_of_nothing_and_an_experiment_that_is_wrong_fail(built, tmp_path):
    (tmp_path / "unproven.c").write_text(UNPROVEN)
    make([str(tmp_path / "unproven.c")], "hosted")

    def failed(experiment: str) -> list[dict]:
        done = subprocess.run(
            [built / "quietcore-hosted", f"bench={experiment}", "cores=1"],
            text=True, capture_output=True, timeout=300, check=False)
        records = read_log(done.stdout)
        assert done.returncode == 1 and records[-1]["status"] == "failed"
        return records

    assert ["failed"] == [r["verdict"] for r in failed("unproven")
                          if r["record"] == "validation"]
    assert not [r for r in failed("wrong") if r["record"] == "warning"
                and r["code"] == "bad_option"]


NOWHERE = """
#include "bench/bench.h"
static const struct variant rows[] = { { "lost", .summary = "s" } };
ROWS(nowhere, rows);
"""


def test_rows_of_no_experiment_are_told(built, tmp_path):
    (tmp_path / "nowhere.c").write_text(NOWHERE)
    make([str(tmp_path / "nowhere.c")], "hosted")
    done = subprocess.run([built / "quietcore-hosted", "bench=floor"],
                          text=True, capture_output=True, timeout=300,
                          check=False)
    records = read_log(done.stdout)
    assert done.returncode == 2 and records[-1]["status"] == "failed"
    assert ["rows are added to 'nowhere', which is no experiment"] == [
        r["text"] for r in records if r["record"] == "warning"
        and r["code"] == "no_experiment"]


def is_told_and_the_run_goes_on(records):
    assert ["it keeps a core for ever"] == [
        r["reason"] for r in records
        if r["record"] == "validation" and r["variant"] == "stuck"]
    assert {"tas"} == {r["variant"] for r in records if r["record"] == "result"}
    assert records[-1]["record"] == "end" and records[-1]["status"] == "failed"
    assert records[-1]["panics"] == 0


@pytest.mark.full
def test_a_lock_which_nobody_explored_and_which_hangs_is_told(built, tmp_path):
    """The core is taken out of it: on the bare machine by an NMI, on Linux by a
    signal. A lock that hangs when it is timed: tests/wrong/test_wrong.py."""
    (built / "hangs.txt").unlink(missing_ok=True)  # nobody explored it
    stuck = tmp_path / "stuck.c"
    text = (ROOT / "tests/user/stuck.c").read_text()
    stuck.write_text(text.replace(  # nobody ever gets in: no check helps it
        "while (atomic_swap_acquire(&lock->held, 1))",
        "while (!atomic_swap_acquire(&lock->held, 1) || true)"))
    make([str(stuck)])
    with subprocess.Popen([built / "quietcore-hosted", *STUCK.split()],
                          text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL) as program:
        is_told_and_the_run_goes_on(boot(STUCK, smp="1", timeout=100,
                                    elf=built / "quietcore.elf").records)
        text, _ = program.communicate(timeout=100)
    assert program.returncode == 1
    is_told_and_the_run_goes_on(read_log(text))


def test_the_page_s_questions_are_asked_of_its_experiment(tmp_path, monkeypatch):
    """By qc run --with: the page's, and nothing else is to be given."""
    monkeypatch.setenv("QUIETCORE_IMAGES", "")  # put back after qc sets it
    (tmp_path / "counter.c").write_text(BLOCKS[0])
    [table] = re.findall(r"```toml\n(.*?)```", PAGE, re.S)
    (tmp_path / "questions.toml").write_text(table)
    out = tmp_path / "out"
    done = qc("run", "--machine", "hosted", "--with", tmp_path / "counter.c",
              "--bench", "counter", "--args", "rounds=6 budget=20 cores=2",
              "--all", "--out", out)
    assert done.exit_code == Status.OK, done.output
    asked = ("counter: A locked add, uncontended, takes ",
             "counter: A locked add to one word: ")
    again = qc("show", out / "hosted.log", "counter").output
    for said in asked:
        assert said in done.output and said in again
    assert "Of its rows on" not in done.output
    assert "Of its rows on" in qc("parse", out / "hosted.log", "--questions", "/dev/null").output
