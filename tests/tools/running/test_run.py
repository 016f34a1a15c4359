# SPDX-License-Identifier: MIT
"""qc run, with stand-ins for QEMU: what it starts and how it ends."""

import io
import json
import re
import sys

import make_log
import pytest
from fake_machine import GOOD, ends, fake_qemu, pretend_built
from in_process import qc
from quietcore.status import Status
from quietcore.terminal.progress import Progress


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """Runs qc with a stand-in for QEMU: a few lines of Python."""
    pretend_built(monkeypatch, tmp_path)

    def run(body: str, *arguments: str, records=None):
        return qc("run", "--qemu", str(fake_qemu(tmp_path, body, records)),
                  "--accel", "tcg", "--out", str(tmp_path / "run"), *arguments)
    run.out = tmp_path / "run"
    run.facts = lambda: json.loads((run.out / "run.json").read_text())
    return run


def test_a_good_run(fake):
    """Empty words, as make gives them, are defaults."""
    done = fake(GOOD, *(word for name in (
        "smp", "bench", "args", "firmware", "timeout", "memory") for word in (f"--{name}", "")))
    assert done.exit_code == Status.OK
    # The answer page, without the rows.
    assert "Run ok: " in done.output
    assert "ring/pair" not in done.output   # the page, no table
    assert "queue      nothing is concluded: nothing to compare" in done.output
    facts = fake.facts()
    assert facts["status"] == "ok" and facts["exit_code"] == 33
    assert facts["first_record_seconds"] is not None
    # One line follows the page: a terminal has 24.
    *_, page, report = lines = done.output.splitlines()
    assert page.startswith("tools/qc show LOG")
    assert any(f"log: {fake.out / 'serial.log'}" in line for line in lines)
    assert f"report: {fake.out / 'report.html'} (open" in report
    assert b"ring/pair" in (fake.out / "report.html").read_bytes()


def test_a_report_that_cannot_be_made_is_told_and_fails_no_run(
        fake, monkeypatch):
    def broken(*_):
        raise ValueError("no ink")

    monkeypatch.setattr("quietcore.report.page.assemble.report", broken)
    done = fake(GOOD)
    assert done.exit_code == Status.OK
    last = done.output.splitlines()[-1]
    assert "no report: ValueError: no ink; tools/qc report" in last
    assert not (fake.out / "report.html").exists()


def test_all_shows_every_row_before_the_answer_page(fake):
    done = fake(GOOD, "--all")
    rows, page = done.output.split("Run ok: ")[0], done.output.split(
        "tools/qc show LOG")[0]
    assert done.exit_code == Status.OK and "ring/pair" in rows
    assert page.count("trust: tcg") == 2


CUT = "log.write_bytes(DATA[:1500])\n"
PANIC = {"record": "panic", "core": 1, "text": "page fault",
         "experiment": "lock", "variant": "mcs", "rip": "0x1",
         "vector": 14, "error": 0, "registers": {}}
MODELS = """
if "help" in sys.argv:
    print("Supported machines are:\\nq35   Standard PC\\npc-q35-7.2  PC")
    sys.exit(0)
print("qemu: unsupported machine type", file=sys.stderr)
sys.exit(1)"""


@pytest.mark.parametrize("body, options, status, said", [
    ("sys.exit(1)", (), Status.EMULATOR, ["did not start (exit 1): it said nothing"]),
    (CUT + "sys.exit(139)", (), Status.EMULATOR, [
        "died in the middle", "the last lines of the log", "INCOMPLETE"]),
    (CUT + "sys.exit(33)", (), Status.INCOMPLETE, []),
    # Noise without end costs no record that came before it.
    ("log.write_bytes(DATA[:1500] + b'\\n' + b'{\"q\":' * 3000000)\n"
     "sys.exit(33)", (), Status.INCOMPLETE, ["2 of 2 cores"]),
    # A busy machine takes a second to begin.
    (CUT + "time.sleep(60)", ("--timeout", "4"), Status.TIME_OUT, [
        "did not end within 4 s: ", "was '2 cores up'",
        "; --timeout (make: TIMEOUT=) gives it longer"]),
    ("time.sleep(60)", ("--timeout", "1"), Status.TIME_OUT, [
        "did not end within 1 s: ", "no record came"]),
    ("print('cannot map', file=sys.stderr); sys.exit(1)", (), Status.EMULATOR, [
        "did not start (exit 1): cannot map"]),
    *((MODELS, ("--machine", name), Status.EMULATOR, [
        f"no machine model is called '{name}'; {hint}there are: q35, and hosted"])
      for name, hint in (("q36", "did you mean q35? "), ("zzz", ""))),
])
def test_what_an_emulator_does_is_told(fake, body, options, status, said):
    done = fake(body, *options)
    assert done.exit_code == status, done.output
    assert all(words in done.output for words in said), done.output
    assert fake.facts()["status"] == status.name.lower()
    log = fake.out / "serial.log"
    assert not body.startswith(CUT) or log.stat().st_size == 1500


def test_a_file_that_is_no_program(fake, tmp_path):
    path = tmp_path / "text"
    path.write_text("\0")
    path.chmod(0o755)
    done = qc("run", "--qemu", path, "--accel", "tcg", "--out", fake.out)
    assert done.exit_code == Status.EMULATOR
    assert f"{path} cannot be started" in done.output
    assert fake.facts()["status"] == "emulator"


@pytest.mark.parametrize("record, status, said", [
    (PANIC, Status.RUN_FAILED, "panic on core 1: page fault"),
    # No word of it is obeyed by the terminal.
    ({"record": "warning", "code": "bad_experiment", "text":
      "no experiment is called 'quue\x1b[2J'; there are: queue"}, Status.USAGE,
     "no experiment is called 'quue\\x1b[2J'; there are: queue")])
def test_the_images_complaint_is_the_message(fake, record, status, said):
    """Not a table of nothing."""
    done = fake("log.write_bytes(DATA); sys.exit(35)",
                records=make_log.lines([record], status="failed"))
    assert done.exit_code == status
    assert f"qc: error: {said}\n" in done.output and "\x1b" not in done.output
    assert ("machine  trust" in done.output) == (record is PANIC)
    assert fake.facts()["errors"] == [said.replace("\\x1b", "\x1b")]


def test_what_an_emulator_leaves_behind_is_ended_with_it(fake):
    """A wrapper which starts the machine and leaves."""
    fake("child = subprocess.Popen(['sleep', '1000'])\n"
         "(log.parent / 'pid').write_text(str(child.pid))\n" + GOOD)
    pid = (fake.out / "pid").read_text()
    assert ends(int(pid))


@pytest.mark.parametrize("option, word, bounds", [
    *(("--smp", word, "at least 1, at most 1024") for word in ("0", "-1", "abc")),
    *(("--timeout", word, "at least 1, at most 604800") for word in ("nan", "inf")),
    *(("--boots", word, "at least 1, at most 100") for word in ("0", "101")),
    ("--memory", "1", "at least 8, at most 1048576"),
    ("--accel", "kmv", "did you mean 'kvm'? there are: auto, tcg"),
    ("--firmware", "ufi", "did you mean 'uefi'? there are: direct"),
])
def test_a_bad_value_is_named_with_what_may_be(option, word, bounds):
    done = qc("run", option, word)
    said = " ".join(done.output.split())
    assert done.exit_code == Status.USAGE
    assert word in said and bounds in said and option in said


def test_what_is_not_here_is_named_with_the_remedy(fake, monkeypatch, tmp_path):
    """And what means nothing to the Linux program is refused."""
    done = qc("run", "--machine", "hosted", "--firmware", "uefi")
    assert done.exit_code == Status.USAGE and "--firmware" in done.output
    done = qc("run", "--qemu", "no-such-qemu")
    assert done.exit_code == Status.MISSING
    assert "no-such-qemu" in done.output and "tools/build/setup" in done.output
    monkeypatch.setenv("QUIETCORE_IMAGES", "build/none")
    done = fake("")
    assert done.exit_code == Status.MISSING and "run make" in done.output
    assert not fake.out.exists()
    monkeypatch.setenv("PATH", str(tmp_path))
    done = qc("run")
    assert done.exit_code == Status.MISSING
    assert "no qemu-system-x86_64 is here" in done.output


def test_what_the_image_is_told(fake, monkeypatch, tmp_path):
    """It starts in its folder: a Multiboot command line begins with the file's
    name, and a blank in that ends it."""
    folder = tmp_path / "a b, é&'"
    folder.mkdir()
    pretend_built(monkeypatch, folder)
    done = fake("(log.parent / 'told').write_text('\\n'.join([os.getcwd(), *sys.argv]))\n"
                + GOOD, "--bench", "queue", "--args", "rounds=3 seed=9 'odd", "--smp", "5")
    cwd, *argv = (fake.out / "told").read_text().splitlines()
    assert done.exit_code == Status.OK and cwd == str(folder)
    assert [argv[argv.index(option) + 1] for option in ("-smp", "-kernel", "-append")] == [
        "5", "quietcore.elf", "suite=quick trust=tcg bench=queue rounds=3 seed=9 'odd"]


def test_a_terminal_is_told_what_passed_and_what_is_left(monkeypatch):
    """No 'left' before there is anything that it could be said of."""
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    def unstyled():
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", sys.stderr.getvalue())

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("sys.stderr", Terminal())
    with Progress() as progress:
        progress.record({"record": "context", "cores_started": 2})
        before = unstyled()
        progress.record({"record": "progress", "experiment": "lock",
                         "variant": "tas", "done": 1, "of": 4})
    assert "left" not in before
    assert re.search(r"25% 0:00:\d\d \d+ s left", unstyled())


@pytest.mark.skipif(sys.platform != "linux", reason="of X and Wayland")
@pytest.mark.parametrize("name, told", [
    ("", True), ("DISPLAY", False), ("WAYLAND_DISPLAY", False)])
def test_a_window_that_cannot_be_is_told(fake, monkeypatch, name, told):
    for each in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(each, raising=False)
    if name:
        monkeypatch.setenv(name, ":0")
    done = fake(GOOD, "--window")
    assert done.exit_code == Status.OK
    assert ("no display is here" in done.output) == told
    assert "no display" not in fake(GOOD).output
