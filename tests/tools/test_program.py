# SPDX-License-Identifier: MIT
"""qc as a process: signals, closed outputs, full disks, exit statuses."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import in_process
import make_log
import pytest
from busy import waited_for
from fake_machine import ends, fake_qemu
from quietcore import signals
from quietcore.cli import main
from quietcore.places import ROOT
from quietcore.status import Status
from quietcore.version import version


def heed_ctrl_c() -> None:
    """In a child: what runs in a shell's background ignores SIGINT."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Qc:
    """qc in a process of its own, below a build directory of its own."""

    def __init__(self, folder: Path):
        self.build = folder / "build"
        images = folder / "images"
        images.mkdir()
        (images / "quietcore.elf").touch()
        self.environment = {
            **os.environ, "QUIETCORE_BUILD": str(self.build),
            "QUIETCORE_IMAGES": str(images), "PYTHONPATH": f"{ROOT}/tools"}

    def start(self, *words: str, **how) -> subprocess.Popen:
        return subprocess.Popen(
            [sys.executable, "-m", "quietcore", *words], text=True,
            env=self.environment, stdin=subprocess.DEVNULL,
            preexec_fn=heed_ctrl_c, **how)

    def run(self, *words: str, **how):
        how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | how
        with self.start(*words, **how) as process:
            out, text = process.communicate(timeout=60)
        return process.returncode, out, text

    def facts(self) -> dict:
        return json.loads((self.build / "run" / "run.json").read_text())


@pytest.fixture
def qc(tmp_path):
    return Qc(tmp_path)


def wait_for(path: Path) -> str:
    """A file's text, once it is there whole."""
    return waited_for(lambda: path.exists() and re.fullmatch(
        r".*\n", path.read_text(), re.S), f"{path}")[0]


#: A machine that starts and stays, and tells its process.
STAYS = """
log.write_bytes(DATA[:1500])
(log.parent / 'new').write_text(f'{os.getpid()}\\n')
os.rename(log.parent / 'new', log.parent / 'pid')
time.sleep(600)
"""


def started(qc, tmp_path) -> tuple[subprocess.Popen, int]:
    """A qc run that goes on, and the process of its machine."""
    process = qc.start("run", "--accel", "tcg", "--qemu",
                       str(fake_qemu(tmp_path, STAYS)), "--label", "stays",
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return process, int(wait_for(qc.build / "run" / "pid"))


# ---- signals -------------------------------------------------------------------


@pytest.mark.parametrize("number, status", [
    (signal.SIGINT, Status.INTERRUPTED), (signal.SIGTERM, Status.TERMINATED),
    (signal.SIGHUP, Status.HUNG_UP)])
def test_a_signal_leaves_no_machine_and_no_stale_status(qc, tmp_path, number, status):
    process, machine = started(qc, tmp_path)
    assert qc.facts()["status"] == "running"
    process.send_signal(number)
    _, text = process.communicate(timeout=60)
    assert process.returncode == status
    assert ends(machine)
    assert qc.facts()["status"] == status.name.lower()
    last = text.splitlines()[-1]
    assert status.text in last and "-stays/serial.log" in last
    assert "Traceback" not in text
    assert (qc.build / "run" / "serial.log").stat().st_size == 1500


def test_a_signal_is_held_until_nothing_is_in_the_middle(monkeypatch):
    """A lock that is taken when an exception comes would stay taken."""
    monkeypatch.setattr(signals, "_came", None)
    handlers = [signal.getsignal(number) for number in signals.ENDING]
    reached = []
    try:
        signals.catch()
        signals.release()
        with pytest.raises(signals.Stopped), signals.held():
            with signals.held():
                os.kill(os.getpid(), signal.SIGTERM)
                reached.append("after the signal")
            reached.append("after the inner block")
    finally:
        for number, handler in zip(signals.ENDING, handlers):
            signal.signal(number, handler)
    assert reached == ["after the signal"]


def test_a_signal_while_qc_begins_ends_it_in_one_line(qc, tmp_path):
    """As a module that is being loaded would not bear it."""
    (tmp_path / "orjson.py").write_text(
        "import os, signal\nos.kill(os.getpid(), signal.SIGTERM)\n"
        "class JSONDecodeError(Exception): pass\n")
    qc.environment["PYTHONPATH"] = f"{tmp_path}:{qc.environment['PYTHONPATH']}"
    status, out, text = qc.run("--help")
    assert (status, out) == (Status.TERMINATED, "")
    assert text == f"qc: {Status.TERMINATED.text}\n"


@pytest.mark.skipif(sys.platform != "linux", reason="prctl is Linux's")
def test_a_killed_qc_leaves_no_machine(qc, tmp_path):
    process, machine = started(qc, tmp_path)
    process.kill()
    process.communicate(timeout=60)
    assert ends(machine)


def test_a_terminated_make_leaves_no_machine(qc, tmp_path):
    """It ends the shell of its recipe, which passes nothing on."""
    makefile = tmp_path / "Makefile"
    makefile.write_text(
        f"run:\n\t@'{sys.executable}' -m quietcore run --accel tcg --qemu "
        f"'{fake_qemu(tmp_path, STAYS)}' || exit 1; exit 0\n")
    make = subprocess.Popen(["make", "-f", makefile], env=qc.environment,
                            stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    machine = int(wait_for(qc.build / "run" / "pid"))
    make.terminate()
    make.communicate(timeout=60)
    assert ends(machine)
    waited_for(lambda: qc.facts()["status"] != "running", "its end")
    assert qc.facts()["status"] == "terminated"


def test_a_signal_that_is_ignored_stays_ignored(qc, tmp_path):
    """As under nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        process, _ = started(qc, tmp_path)
    finally:
        signal.signal(signal.SIGHUP, before)
    process.send_signal(signal.SIGHUP)
    process.terminate()
    process.communicate(timeout=60)
    assert process.returncode == Status.TERMINATED


# ---- outputs that nobody takes -------------------------------------------------


@pytest.fixture
def log(tmp_path) -> Path:
    """A good log of a few lines more than one write of a table."""
    path = tmp_path / "serial.log"
    make_log.write(path, [make_log.result(variant=f"v{i}") for i in range(60)])
    return path


def no_reader(qc, *words: str, both: bool = False) -> tuple[int, str]:
    """Runs qc with an output whose reader has left: status, complaints."""
    read, write = os.pipe()
    os.close(read)
    try:
        status, _, text = qc.run(*words, stdout=write, stderr=write if both else subprocess.PIPE)
    finally:
        os.close(write)
    return status, text or ""


@pytest.mark.parametrize("words", [
    "--help", "--version", "run --help", "parse LOG", "parse LOG --format csv",
    "parse LOG --format json", "twin LOG LOG", "targets LOG"])
def test_a_reader_who_leaves_gets_no_complaint(qc, log, words):
    status, text = no_reader(qc, *words.replace("LOG", str(log)).split())
    assert (status, text) == (Status.OK, "")


def test_the_status_tells_of_the_log_whoever_reads(qc, log):
    log.write_bytes(log.read_bytes()[:-1000])
    status, text = no_reader(qc, "parse", str(log))
    assert status == Status.INCOMPLETE and "Traceback" not in text


def test_a_run_that_nobody_reads_ends_and_says_so(qc, tmp_path):
    path = fake_qemu(tmp_path, STAYS)
    status, _ = no_reader(qc, "run", "--accel", "tcg", "--qemu", str(path), both=True)
    assert status == Status.CLOSED


FULL, BAD = "No space left on device\n", "Bad file descriptor\n"
CANNOT = "qc: cannot write"


@pytest.mark.parametrize("words, redirections, status, text", [
    ("targets LOG", ">/dev/full", Status.UNWRITABLE, f"qc: an output: {FULL}"),
    *((f"parse LOG --format {form} {more}", ">/dev/full", Status.UNWRITABLE,
       f"{CANNOT} {name}: {FULL}") for form in ("table", "csv", "json")
      for more, name in (("", "standard output"), ("-o /dev/full", "/dev/full"))),
    ("parse LOG", ">&-", Status.UNWRITABLE, f"{CANNOT} standard output: {BAD}"),
    ("--help", ">&-", Status.UNWRITABLE, f"qc: an output: {BAD}"),
    ("targets LOG", ">&-", Status.UNWRITABLE, f"qc: an output: {BAD}"),
    ("parse LOG", ">&- 2>&-", Status.UNWRITABLE, ""),
    ("parse -", "<&-", Status.NO_LOG, f"qc: cannot read standard input: {BAD}"),
    ("parse LOG -o OUT", "<&- >&- 2>&-", Status.OK, ""),
    ("parse /nowhere", "2>&-", Status.NO_LOG, "")])
def test_a_full_disk_and_a_closed_stream_are_named_once(qc, log, tmp_path, words,
                                                        redirections, status, text):
    """Which a shell closes for it."""
    if "full" in redirections and not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full")
    names = {"LOG": str(log), "OUT": str(tmp_path / "out")}
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {redirections}', "sh", sys.executable,
         "-m", "quietcore", *(names.get(w, w) for w in words.split())],
        env=qc.environment, text=True, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", text)
    assert "OUT" not in words or "Run ok" in (tmp_path / "out").read_text()


def test_a_mistake_of_our_own_is_one_line(qc, tmp_path):
    """And run.json tells of it."""
    module = tmp_path / "sitecustomize.py"
    module.write_text(
        "import quietcore.running.follower\n"
        "def fails(*_): raise RuntimeError('broken on purpose')\n"
        "quietcore.running.follower.Follower.look = fails\n")
    qc.environment["PYTHONPATH"] += f":{tmp_path}"
    status, _, text = qc.run("run", "--accel", "tcg", "--qemu", str(fake_qemu(tmp_path, STAYS)))
    assert status == Status.INTERNAL
    assert "a mistake of qc's own: RuntimeError: broken on purpose" in text
    assert "Traceback" not in text
    assert qc.facts()["status"] == "internal"


# ---- help, version, statuses ---------------------------------------------------


def rows(text: str) -> dict[int, str]:
    """The statuses of a table, in the help or in Markdown."""
    return {int(n): words for n, words in
            re.findall(r"^[ |]*(\d+)[ |]+(.+?)[ |]*$", text, re.MULTILINE)}


def test_the_statuses_are_told_in_the_help_and_in_the_document(qc):
    told = {status.value: status.text for status in Status}
    assert len(told) == len(set(told.values())) == len(list(Status))
    _, out, _ = qc.run("--help")
    assert rows(out.partition("Exit status:")[2]) == told
    text = (ROOT / "docs" / "running.md").read_text()
    assert rows(text.partition("## Exit statuses")[2].partition("\n## ")[0]) == told


@pytest.mark.parametrize("word", ["-h", "--help"])
def test_every_command_has_help(word):
    assert set(main.commands) >= {"run", "parse", "twin", "doctor"}
    for command in main.commands:
        done = in_process.qc(command, word, prog_name="qc")
        assert done.exit_code == Status.OK
        assert done.output.startswith(f"Usage: qc {command}")


def test_the_version_is_that_of_the_checkout(qc):
    assert qc.run("--version") == (Status.OK, f"qc (quietcore) {version()}\n", "")


@pytest.mark.parametrize("words, near", [
    (["rnu"], "did you mean 'run'? there are: "),
    (["zzz"], "No command is called 'zzz'; there are: "),
    (["run", "--smpp", "3"], "--smp"),
    (["parse", "x", "--format", "cvs"], "did you mean 'csv'? there are: "),
    (["parse", "x", "--what", "resuls"], "did you mean 'results'? there ")])
def test_a_wrong_word_is_named_with_the_nearest(qc, words, near):
    status, _, text = qc.run(*words)
    assert status == Status.USAGE
    assert near in " ".join(text.split())
