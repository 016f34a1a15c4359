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


OPTIONS = SHORT + ("bench=counter,lock,queue "
                   "variant=add,patient,tas,leaky/pair,leaky/latency")


def said_by(folder, options: str, status: int) -> list[dict]:
    """The records of the Linux program."""
    done = subprocess.run([folder / "quietcore-hosted", *options.split()],
                          text=True, capture_output=True, timeout=300,
                          check=False)
    assert done.returncode == status, done.stderr
    return read_log(done.stdout)


def warned(records: list[dict], *codes: str) -> list[str]:
    """The texts of warnings of these codes."""
    return [r["text"] for r in records if r["record"] == "warning"
            and r["code"].startswith(codes)]


def kinds(records: list[dict]) -> set[str]:
    return {r["record"] for r in records}


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


@pytest.mark.full
def test_the_image_runs_what_is_right_and_names_what_is_wrong(built):
    check(lambda: boot(OPTIONS, smp="2", elf=built / "quietcore.elf").records)


def test_so_does_the_linux_program(built):
    check(lambda: said_by(built, OPTIONS, 1))


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
    yours = {(r["what"], r["name"]) for r in said_by(built, "list", 0)
             if r["record"] == "listed" and r["yours"]}
    assert {("experiment", "counter"), ("variant", "add"),
            ("lock", "patient"), ("variant", "patient/contend"),
            ("queue", "leaky"), ("variant", "leaky/pair")} <= yours
    assert not {name for _, name in yours} & {"mcs", "tas", "ring/pair"}


def test_a_queue_that_is_wrong_is_not_put_under_the_scheduler(built):
    records = said_by(built, "bench=spawn cores=2 queue=leaky", 1)
    assert records[-1]["status"] == "failed"
    assert "queue=leaky: fails its proof; nothing is run over it" in warned(
        records, "")
    assert not kinds(records) & {"result", "validation"}


#: Names that are there already, and rows of no experiment.
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
static const struct variant lost_rows[] = { { "lost", .summary = "s" } };
REGISTER(qc_experiments, same_experiment);
REGISTER(qc_queues, same_queue);
REGISTER(qc_barriers, same_barrier);
REGISTER(qc_executors, same_executor);
THREADS_DESIGN(same_design);
ROWS(floor, same_rows);
ROWS(nowhere, lost_rows);
OPTION_FLAG(same_option, "rounds", "s");
"""


def test_names_that_are_taken_are_told_before_anything_runs(built, tmp_path):
    """Of every kind. A lock's rows are its own: their names are taken, too."""
    (tmp_path / "taken.c").write_text(TAKEN)
    (tmp_path / "twice.c").write_text(
        BLOCKS[1].replace("patient", "another")
        .replace("LOCK(another", 'LOCK_AS(another, "tas"'))
    make([str(tmp_path / "taken.c"), str(tmp_path / "twice.c")], "hosted")
    records = said_by(built, "bench=floor,lock", 2)
    taken = warned(records, "duplicate_")
    for name in ("options are called 'rounds'", "experiments are called 'lock'",
                 "queues are called 'mpmc'", "barriers are called 'sense'",
                 "executors are called 'loop'", "designs are called 'fixed'",
                 "variants of floor are called 'call'", "locks are called 'tas'",
                 "variants of lock are called 'tas"):
        assert any(text.startswith(f"two {name}") for text in taken), name
    assert warned(records, "no_experiment") == [
        "rows are added to 'nowhere', which is no experiment"]
    assert "result" not in kinds(records)
    assert records[-1]["status"] == "failed"


#: What a setup may return, a proof of nothing, an experiment that is wrong.
ODD = """
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
#define ROW(name_, ...) { .name = #name_, .per = "nothing", .summary = "s", \\
			  .body = body, __VA_ARGS__ }
static const struct variant variants[] = {
	ROW(mistaken, .setup = setup_mistaken),
	ROW(greedy, .setup = setup_greedy),
	ROW(frank, .setup = setup_frank),
	ROW(refused, .validate = refuse, .property = "none"),
};
EXPERIMENT(setups, variants, "what may a setup return?");
EXPERIMENT_RUN(wrong, NULL, run_wrong, "which says that it is wrong");
"""


def test_what_fails_is_told_from_what_is_short(built, tmp_path):
    """Each was "not enough memory", and the run was ok."""
    (tmp_path / "odd.c").write_text(ODD)
    make([str(tmp_path / "odd.c")], "hosted")
    for variant, status, codes, reason in (
            ("mistaken", 1, {"setup_failed"}, r"its setup\(\) fails"),
            ("greedy", 1, {"no_memory"}, r"not enough memory: \d+ KiB are "
             r"needed, \d+ KiB are free"),
            ("frank", 0, set(), "it lacks a spoon")):
        records = said_by(built, f"bench=setups variant={variant} cores=1", status)
        assert {r.get("code") for r in records} & {
            "setup_failed", "no_memory"} == codes
        [skipped] = [r["reason"] for r in records if r["record"] == "skipped"]
        assert re.fullmatch(reason, skipped)
    for words in "bench=setups variant=refused", "bench=wrong":
        records = said_by(built, f"{words} cores=1", 1)
        assert records[-1]["status"] == "failed"
        assert {r["verdict"] for r in records if r["record"] == "validation"} \
            == ({"failed"} if "refused" in words else set())
        assert not warned(records, "bad_option")


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
