# SPDX-License-Identifier: MIT
"""Files of the user's own: the examples of docs/adding-a-benchmark.md, built
and run as that page says, and files that are wrong in different ways."""

import re
import subprocess

import places
import pytest
from in_process import qc
from places import ROOT
from qemu import boot, read_log
from quietcore.status import Status
from user_files import (BLOCKS, EXAMPLES, IMAGE, PAGE, PROGRAM, SHORT, STUCK, make,
                        said_by_program, warned)
from verdicts import settled, worst

pytestmark = pytest.mark.usefixtures("user_folder")


@pytest.fixture(scope="module")
def _built(user_folder, tmp_path_factory):
    """Image and program with two examples and a queue that is wrong."""
    folder = tmp_path_factory.mktemp("user")
    for name, block in zip(EXAMPLES, BLOCKS, strict=True):
        (folder / name).write_text(block)
    make([str(folder / "counter.c"), str(folder / "patient.c"),
          "tests/user/leaky.c"])


built = pytest.mark.usefixtures("_built")

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
    before = IMAGE.stat().st_mtime_ns if IMAGE.exists() else None
    done = places.make("all", "USER=tests/user/broken.c " + " ".join(
        str(tmp_path / name) for name in WRONG))
    assert done.returncode
    line = broken.read_text().splitlines().index(
        'LOCK(broken, "a lock that cannot be released");') + 1
    assert f"tests/user/broken.c:{line}: lacks broken_release" in done.stderr
    for _, words in WRONG.values():
        assert f"{tmp_path}/{words}" in done.stderr
    assert "./sched/" not in done.stderr
    assert (IMAGE.stat().st_mtime_ns if IMAGE.exists() else None) == before


OPTIONS = SHORT + ("bench=counter,lock,queue "
                   "variant=add,patient,tas,leaky/pair,leaky/latency")


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
@built
def test_the_image_runs_what_is_right_and_names_what_is_wrong():
    check(lambda: boot(OPTIONS, smp="2", elf=IMAGE).records)


@built
def test_so_does_the_linux_program():
    check(lambda: said_by_program(OPTIONS, 1))


@built
def test_the_list_says_what_is_yours():
    yours = {(r["what"], r["name"]) for r in said_by_program("list", 0)
             if r["record"] == "listed" and r["yours"]}
    assert {("experiment", "counter"), ("variant", "add"),
            ("lock", "patient"), ("variant", "patient/contend"),
            ("queue", "leaky"), ("variant", "leaky/pair")} <= yours
    assert not {name for _, name in yours} & {"mcs", "tas", "ring/pair"}


@built
def test_names_that_are_taken_are_told_before_anything_runs(tmp_path):
    """A lock's rows are its own: their names are taken, too."""
    (tmp_path / "taken.c").write_text(
        '#include "bench/bench.h"\nstatic const struct experiment same = '
        '{ "lock", "s", NULL, NULL };\nREGISTER(qc_experiments, same);\n')
    (tmp_path / "twice.c").write_text(
        BLOCKS[1].replace("patient", "another")
        .replace("LOCK(another", 'LOCK_AS(another, "tas"'))
    make([str(tmp_path / "taken.c"), str(tmp_path / "twice.c")], "hosted")
    records = said_by_program("bench=floor,lock", 2)
    taken = warned(records, "duplicate_")
    for name in ("experiments are called 'lock'", "locks are called 'tas'",
                 "variants of lock are called 'tas"):
        assert any(text.startswith(f"two {name}") for text in taken), name
    assert "result" not in {r["record"] for r in records}
    assert records[-1]["status"] == "failed"


def is_told_and_the_run_goes_on(records):
    assert ["it keeps a core for ever"] == [
        r["reason"] for r in records
        if r["record"] == "validation" and r["variant"] == "stuck"]
    assert {"tas"} == {r["variant"] for r in records if r["record"] == "result"}
    assert records[-1]["record"] == "end" and records[-1]["status"] == "failed"
    assert records[-1]["panics"] == 0


@pytest.mark.full
def test_a_lock_which_nobody_explored_and_which_hangs_is_told(tmp_path):
    """The core is taken out of it: on the bare machine by an NMI, on Linux by a
    signal. A lock that hangs when it is timed: tests/wrong/test_wrong.py."""
    PROGRAM.with_name("hangs.txt").unlink(missing_ok=True)  # nobody explored it
    stuck = tmp_path / "stuck.c"
    text = (ROOT / "tests/user/stuck.c").read_text()
    stuck.write_text(text.replace(  # nobody ever gets in: no check helps it
        "while (atomic_swap_acquire(&lock->held, 1))",
        "while (!atomic_swap_acquire(&lock->held, 1) || true)"))
    make([str(stuck)])
    with subprocess.Popen([PROGRAM, *STUCK.split()],
                          text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL) as program:
        is_told_and_the_run_goes_on(boot(STUCK, smp="1", timeout=100,
                                         elf=IMAGE).records)
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
