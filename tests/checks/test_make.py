# SPDX-License-Identifier: MIT
"""The Makefile's face: what is typed, what is refused, what help says.

Each make runs in a copy that has the Makefiles and, in place of the tools,
scripts that write down how they were called.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from busy import waited_for
from places import ROOT, clean_environment

STAND_IN = """#!/bin/sh
mkdir -p "$QUIETCORE_BUILD"
echo "$0 $*" >>"$QUIETCORE_BUILD/called"
env -0 >"$QUIETCORE_BUILD/environment"
"""
#: What nothing may take for more than letters.
HOSTILE = ["`touch X`", "$(touch X)", "$(shell touch X)", "${shell touch X}",
           "a 'b", 'a "b', "a; touch X", "a & touch X", "a | touch X > X",
           "$(error no)", "$$HOME $HOME", "a\\", "#a", "a\ntouch X\n", "*"]
ENVIRONMENT = "build/venv/core/made-from"
TYPED = ("SMP", "BENCH", "ARGS", "ACCEL", "FIRMWARE", "WINDOW", "TIMEOUT",
         "LABEL")


def copy_to(folder: Path, tools: str = STAND_IN) -> Path:
    """The Makefiles, with an image that is there already, and `tools`."""
    for path in [ROOT / "Makefile", *ROOT.glob("*/build.mk"),
                 *ROOT.glob("tests/*/build.mk"),
                 *ROOT.glob("tools/build/*.*")]:
        target = folder / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    shutil.copy(ROOT / "tools/build/suggest", folder / "tools/build/suggest")
    for name in ("qc", "build/setup", "build/user-explore",
                 "build/user-files", "build/build-info"):
        (folder / "tools" / name).write_text(tools)
        (folder / "tools" / name).chmod(0o755)
    return folder


@pytest.fixture
def copy(tmp_path):
    return copy_to(tmp_path / "copy")


def make(folder: Path, *words: str, **environment: str):
    """-o: what is to be run counts as built."""
    return subprocess.run(
        ["make", "-s", "-o", "build/quietcore.elf", "-o",
         "build/quietcore-hosted", "-o", ENVIRONMENT, *words], cwd=folder, text=True, check=False,
        env=clean_environment() | environment, capture_output=True, timeout=60)


def got(folder: Path) -> dict[str, str]:
    """The environment of the tool that was called last."""
    text = (folder / "build" / "environment").read_text()
    return dict(entry.split("=", 1) for entry in text.split("\0") if entry)


# ---- what is typed -----------------------------------------------------------


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_typed_reaches_qc_letter_by_letter(copy, text):
    done = make(copy, "run", *(f"{name}={text}" for name in TYPED))
    assert done.returncode == 0, done.stderr
    for name in TYPED:
        assert got(copy)[f"QC_RUN_{name}"] == text
        assert name not in got(copy)
    assert make(copy, "twin", ARGS=text).returncode == 0    # of the environment
    assert got(copy)["QC_TWIN_ARGS"] == text
    assert not (copy / "X").exists()


def test_real_runs_the_linux_program(copy):
    for words, bench in ((), "floor,"), (["BENCH=lock", "ARGS=rounds=3"], "lock"):
        assert make(copy, "real", *words).returncode == 0
        assert got(copy)["QC_RUN_MACHINE"] == "hosted"
        assert got(copy)["QC_RUN_BENCH"].startswith(bench)
    assert got(copy)["QC_RUN_ARGS"] == "rounds=3"


def test_questions_beside_files_of_one_s_own_reach_qc(copy):
    for name in ("a/x.c", "a/y.c", "b/z.c", "b/questions.toml",
                 "a/questions.toml", "c/w.c"):
        (copy / name).parent.mkdir(exist_ok=True)
        (copy / name).touch()
    tables = "a/questions.toml:b/questions.toml"
    for target, command in (("run", "RUN"), ("real", "RUN"), ("twin", "TWIN")):
        for files, told in (("b/z.c c/w.c a/x.c a/y.c", tables), ("c/w.c", "")):
            done = make(copy, "-o", "build/user/quietcore.elf", "-o",
                        "build/user/quietcore-hosted", target, f"USER={files}")
            assert done.returncode == 0, done.stderr
            assert got(copy)[f"QC_{command}_QUESTIONS"] == told


@pytest.mark.parametrize("virtual", ["", "yes"])
def test_run_begins_with_the_processor_where_the_image_is_emulated(copy, virtual):
    def asked(*words):
        return make(copy, "-e", "-n", "run", *words, VIRTUAL=virtual).stdout
    assert ("--machine hosted" in asked()) == (not virtual)
    assert ("tools/qc run --bench workqueue" in asked()) == (not virtual)
    assert "--machine hosted" not in asked("BENCH=lock")
    assert asked("BENCH=lock").rstrip().endswith("exec tools/qc run")


def test_the_processor_is_asked_before_the_image_is_compiled(tmp_path):
    """And nothing is compiled meanwhile: it would disturb what is measured."""
    done = subprocess.run(
        ["make", "-e", "-n", "-j2", "run", f"BUILD={tmp_path}"], cwd=ROOT, text=True,
        env=clean_environment() | {"VIRTUAL": ""}, capture_output=True, timeout=60,
        check=False)
    assert done.returncode == 0, done.stderr
    program, image = done.stdout.split("--machine hosted")
    assert "HOSTCC  " in program and "tools/venv core" in program
    assert '"  CC  ' not in program and '"  CC  ' in image


def test_how_long_a_target_takes_is_told_first(copy):
    assert make(copy, "-n", "matrix").stdout.startswith(
        "make matrix: takes about half an hour\n")
    assert "takes about" not in make(copy, "-n", "list").stdout


@pytest.mark.parametrize("words, said", [
    *(([f"{name}={text}"], name) for name in ("USER", "BUILD") for text in HOSTILE),
    *(([f"{name}=lock"], f"no value is called '{name}'; {hint}there are: SMP BENCH")
      for name, hint in (
          ("bench", "did you mean 'BENCH'? "), ("BNCH", "did you mean 'BENCH'? "),
          ("quite", ""), ("ACEL", "did you mean 'ACCEL'? "))),
    *((["-n", "iso", name], f"no target is called '{name}';{hint} make help lists all")
      for name, hint in (
          ("runn", " did you mean 'run'?"), ("matrx", " did you mean 'matrix'?"),
          ("core-need", " did you mean 'core-needs'?"), ("quiet", ""))),
    (["USER=none.c"], "'none.c' does not exist"),
    (["USER=folder.c"], "'folder.c' is a directory"),
    (["USER=folder.c x.c"], "'folder.c' is a directory (blanks part the names; "),
    (["USER=mine.h"], "'mine.h' is no C file"),
    (["USER=my file.c"], "tools/qc run --with FILE takes any name"),
    (["USER=a$b.c"], "may not have a $"),
    # A build directory that is none of ours.
    (["distclean", "BUILD=a b"], "without blanks"),
    (["distclean", "BUILD="], "name one directory"),
    (["distclean", "BUILD=mine"], "holds other things (mine/thesis.tex)")])
def test_what_is_refused_is_named_and_nothing_runs(copy, words, said):
    (copy / "folder.c").mkdir()
    (copy / "mine").mkdir()
    for name in ("mine.h", "my file.c", "mine/thesis.tex"):
        (copy / name).touch()
    done = make(copy, *["run"] * ("distclean" not in words), *words)
    assert done.returncode and said in done.stderr
    assert not (copy / "build").exists() and not (copy / "X").exists()
    assert (copy / "mine" / "thesis.tex").exists()


def test_no_value_that_help_names_is_unknown(copy):
    values = make(copy, "help").stdout.split("\nValues")[1]
    names = re.findall(r"^  ([A-Z]+)=", values, re.M)
    assert len(names) >= 10 and {*names} >= {*TYPED, "USER", "BUILD"}
    (copy / "x.c").touch()
    done = make(copy, "help", "CROSS=x", "PEERS_ARGS=x", "HOST_CFLAGS=-g",
                *(f"{name}=x.c" for name in names))
    assert done.returncode == 0, done.stderr


# ---- where it is -------------------------------------------------------------


def test_an_odd_path_reaches_the_tools_whole(tmp_path):
    folder = copy_to(tmp_path / "b l é'&$#%()\"`;*")
    assert make(folder, "run", "BENCH=lock").returncode == 0
    assert (folder / "build" / "called").read_text() == "tools/qc run\n"
    assert got(folder)["QC_RUN_BENCH"] == "lock"
    assert got(folder)["QUIETCORE_BUILD"] == f"{folder}/build"
    assert got(folder)["QUIETCORE_IMAGES"] == f"{folder}/build"
    done = make(copy_to(tmp_path / "a:b"), "run")
    assert done.returncode and "has a colon" in done.stderr


def test_a_place_that_cannot_be_written_gets_the_remedy(copy):
    """A file stands where the directory would be: root may write anywhere."""
    (copy / "build").touch()
    done = make(copy, "build/.tools")
    assert done.returncode and "make BUILD=/tmp/quietcore" in done.stderr


def test_two_makes_at_once_write_what_was_built_each_for_itself(copy):
    """Both are in the middle of writing when the other one ends."""
    (copy / "tools" / "build" / "build-info").write_text("#!/bin/sh\nsleep 1; echo 1\n")
    (copy / "VERSION").write_text("1\n")
    command = ["make", "-s", "build/image/build_info.c"]
    both = [subprocess.Popen(command, cwd=copy, env=clean_environment())
            for _ in range(2)]
    assert [make.wait(60) for make in both] == [0, 0]
    assert [p.name for p in (copy / "build/image").iterdir()] == \
        ["build_info.c"]


# ---- clearing away -----------------------------------------------------------


def test_clean_leaves_logs_and_environment_and_says_so(copy):
    for name in ("runs/1/serial.log", "venv/bin/python", "image/a.o", ".tools"):
        (copy / "build" / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / "build" / name).touch()
    (copy / "build" / "run").symlink_to("runs/1")
    done = make(copy, "clean")
    assert done.returncode == 0 and all(
        words in done.stdout for words in ("build/runs", "build/venv", "make distclean"))
    assert sorted(p.name for p in (copy / "build").iterdir()) == \
        ["run", "runs", "venv"]
    assert make(copy, "distclean").returncode == 0
    assert not (copy / "build").exists()
    assert make(copy, "clean", "distclean").returncode == 0  # nothing there


# ---- help --------------------------------------------------------------------


def targets() -> set[str]:
    """All that are phony, but for those that only force a rule."""
    text = "".join(p.read_text() for p in [
        ROOT / "Makefile", *ROOT.glob("*/build.mk"),
        *ROOT.glob("tests/*/build.mk"), *ROOT.glob("tools/build/*.mk")])
    text = text.replace("\\\n", " ")
    return {name for line in re.findall(r"^\.PHONY:(.*)$", text, re.M)
            for name in line.split() if not name.isupper()
            and not name.endswith("FORCE")}


def test_help_has_every_target_with_an_example(copy):
    done = make(copy, "help")
    assert done.returncode == 0 and targets() >= {"run", "test", "distclean"}
    part = done.stdout.split("\nValues")[0] + done.stdout.split("scripts\n")[1]
    named = {word for line in part.splitlines()
             if re.match(r"  \S", line)
             for word in re.split(r"  +", line.strip())[0].split()}
    assert named == targets()
    examples = set(re.findall(r"^ {17}make(?: ([a-z][a-z-]+))?", part, re.M))
    assert examples <= targets() | {""}
    assert all(len(line) <= 80 for line in done.stdout.splitlines())


# ---- the way out -------------------------------------------------------------

WAITS = """#!/bin/sh
mkdir -p "$QUIETCORE_BUILD"
trap 'echo got TERM >"$QUIETCORE_BUILD/got"; exit 143' TERM
touch "$QUIETCORE_BUILD/waits"
i=0; while [ $i -lt 600 ]; do sleep 0.1; i=$((i + 1)); done
"""


def test_a_signal_to_make_reaches_qc(tmp_path):
    folder = copy_to(tmp_path / "copy", WAITS)
    with subprocess.Popen(
            ["make", "-s", "-o", "build/quietcore.elf", "-o", ENVIRONMENT,
             "run"], cwd=folder, env=clean_environment(),
            stderr=subprocess.DEVNULL) as process:
        waited_for((folder / "build/waits").exists, "qc")
        os.kill(process.pid, signal.SIGTERM)
        process.wait(60)
    assert (folder / "build" / "got").read_text() == "got TERM\n"


# ---- the tools' side ---------------------------------------------------------


def test_a_failed_run_ends_with_a_line_that_names_the_status():
    """The line is qc's: make's own status is always 2."""
    done = subprocess.run(
        [ROOT / "tools" / "qc", "run"], text=True, check=False, timeout=60,
        capture_output=True, env=clean_environment() | {
            "QC_MODULE": "quietcore", "QC_RUN_SMP": "many",
            "QUIETCORE_TARGET": "make run"})
    assert done.returncode == 2 and "many" in done.stderr
    assert re.fullmatch(r"make run: qc ended with status 2 \(.*\)",
                        done.stderr.splitlines()[-1])


@pytest.mark.parametrize("script", [
    "tests/aa/__main__.py", "tests/climb/__main__.py", "tests/distros/__main__.py",
    "tests/matrix/__main__.py", "tests/silence/__main__.py", "tests/speed.py",
    "tests/wrong/campaign.py", "peers/show.py"])
def test_what_a_long_target_runs_finds_its_modules(script):
    """No test runs it whole: it takes minutes, or an hour."""
    environment = clean_environment()
    environment.pop("PYTHONPATH", None)     # make gives it none
    folder = str((ROOT / script).parent)
    done = subprocess.run(
        [sys.executable, "-c", f"import runpy, sys; sys.path[0] = {folder!r}; "
         f"runpy.run_path({str(ROOT / script)!r})"], cwd=ROOT, text=True,
        env=environment, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
