# SPDX-License-Identifier: MIT
"""The Linux program in a terminal: what it answers, and where its output goes."""

import fcntl
import os
import pty
import select
import signal
import subprocess
import termios
import time

import pytest
from places import ROOT
from qemu import BadLog, read_log
from program import PROGRAM, of

SHORT = ("bench=floor", "variant=rmw", "rounds=1", "samples=20", "cores=1")
LONG = ("bench=floor", "rounds=40", "samples=100000", "budget=60000")
PATIENCE = 60  # seconds until a word counts as not coming


def run(*words: str, shell: str = 'exec "$@"') -> subprocess.CompletedProcess:
    """The program, begun by a shell that may have redirected its streams."""
    return subprocess.run(["sh", "-c", shell, "sh", PROGRAM, *words], text=True,
                          capture_output=True, timeout=PATIENCE, check=False)


def ask(*words: str) -> str:
    """What it says on standard output; nothing may be on standard error."""
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert '{"q"' not in done.stdout
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    return done.stdout


class Terminal:
    """The program with a terminal as its standard output and error."""

    def __init__(self, *words: str, **variables: str):
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [PROGRAM, *words], stdin=slave, stdout=slave, stderr=slave,
            env=os.environ | {"TERM": "xterm", "NO_COLOR": ""} | variables)
        os.close(slave)
        self.seen = ""

    def read(self) -> bool:
        """Takes what comes; False once the terminal is closed."""
        ready, _, _ = select.select([self.master], [], [], PATIENCE)
        assert ready, f"nothing came for {PATIENCE} s after: {self.seen}"
        try:
            text = os.read(self.master, 65536)
        except OSError:  # EIO: the program has ended
            return False
        self.seen += text.decode(errors="replace")
        return bool(text)

    def until(self, word: str) -> None:
        while word not in self.seen:
            assert self.read(), f"no '{word}' in: {self.seen}"

    def end(self) -> int:
        """Its exit status, once all it said is read."""
        while self.read():
            pass
        os.close(self.master)
        return self.process.wait(PATIENCE)


def test_help_and_version_are_said_alone():
    """tests/golden/help.txt has the text."""
    assert ask("-h") == ask("help") == ask("bench=lock", "--help", "rubbish")
    version = (ROOT / "VERSION").read_text().strip()
    assert ask("--version").startswith(f"quietcore-hosted {version} (")


def test_list_is_text_wherever_it_goes(tmp_path):
    log = tmp_path / "list.log"
    for words in (), ("--log", str(log)):
        text = ask("--list", "bench=lock", *words)
        assert "\n  mcs/wait " in text and "spawn" not in text
    assert len(of(read_log(log.read_text()), "listed")) > 9


def test_dashes_change_nothing():
    done = run("--probe", "--rounds=3", "--lst")
    [warning] = of(read_log(done.stdout), "warning")
    assert done.returncode == 2
    assert warning["text"].startswith("lst: no option is called 'lst' (did "
                                      "you mean 'list'?); there are: ")


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_gets_no_escape_sequence_where_none_is_wanted(variables):
    terminal = Terminal(*SHORT, **variables)
    assert terminal.end() == 0
    assert "rmw" in terminal.seen and "\033" not in terminal.seen


@pytest.mark.parametrize("name", ["log={}", "--log={}"])
def test_records_go_where_they_are_told(tmp_path, name):
    log = tmp_path / "with a blank.log"
    terminal = Terminal(*SHORT, name.format(log))
    assert terminal.end() == 0
    assert "rmw" in terminal.seen and '{"q"' not in terminal.seen
    assert "tools/qc show LOG " in terminal.seen
    records = read_log(log.read_text())
    assert of(records, "result") and "blank" not in records[0]["cmdline"]
    assert "rmw" in ask(*SHORT, name.format(log))  # tables, no terminal


def test_where_there_is_no_terminal_records_go_to_standard_output():
    done = run(*SHORT)
    assert all(line.startswith("{") for line in done.stdout.splitlines())
    assert of(read_log(done.stdout), "result") and "rmw" in done.stderr
    assert '{"q"' not in done.stderr and "\033" not in done.stderr


def test_a_log_that_cannot_be_written_is_named_before_anything_runs(tmp_path):
    for log, why in ((tmp_path / "none" / "x.log", "No such file"),
                     (tmp_path, "Is a directory")):
        done = run(*LONG, "--log", log)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"cannot write the log '{log}': {why}" in done.stderr
    done = run(*LONG, "log=/dev/full")
    assert done.returncode == 1
    assert done.stderr.endswith("cannot write the log: No space left on "
                                "device\n")


@pytest.mark.parametrize("standard_error", ["2>&-", "2>/dev/full"])
def test_a_log_is_whole_though_its_tables_cannot_be_written(standard_error):
    done = run(*SHORT, shell=f'exec "$@" {standard_error}')
    assert done.returncode == 0 and of(read_log(done.stdout), "result")


def test_a_closed_standard_output_is_named_with_the_remedy(tmp_path):
    done = run(*SHORT, shell='exec "$@" >&-')
    assert done.returncode == 2
    assert done.stderr.endswith(
        "standard output is closed: write '>FILE' or '--log FILE'\n")
    log = tmp_path / "a.log"
    assert run(*SHORT, "--log", log, shell='exec "$@" >&- 2>&-').returncode == 0
    assert of(read_log(log.read_text()), "result")


def test_a_reader_that_is_late_gets_the_whole_log():
    """Through a pipe of 4 KiB that does not block, read once it is full."""
    source, sink = os.pipe()
    os.set_blocking(sink, False)
    fcntl.fcntl(sink, fcntl.F_SETPIPE_SZ, 4096)
    with subprocess.Popen([PROGRAM, *SHORT], stdout=sink,
                          stderr=subprocess.DEVNULL) as process:
        os.close(sink)
        held, deadline = 0, time.monotonic() + PATIENCE
        while held < 3500 and time.monotonic() < deadline:
            time.sleep(0.05)
            held = int.from_bytes(fcntl.ioctl(source, termios.FIONREAD,
                                              bytes(4)), "little")
        with open(source, encoding="utf-8") as log:
            text = log.read()
        assert process.wait(PATIENCE) == 0
    assert held >= 3500 and of(read_log(text), "result")


@pytest.mark.parametrize("words", [("--list",), SHORT])
def test_a_reader_that_has_gone_ends_it_quietly(words):
    with subprocess.Popen([PROGRAM, *words], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:
        process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()
        assert process.wait(PATIENCE) in (0, 128 + signal.SIGPIPE)
    assert "ipe" not in said and "cannot write" not in said


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_it_and_leaves_the_terminal_in_order(tmp_path,
                                                              number):
    log = tmp_path / "cut.log"
    terminal = Terminal(*LONG, f"log={log}")
    terminal.until("floor:")
    terminal.process.send_signal(number)
    assert terminal.end() == -number  # a shell says 128 + number
    assert terminal.seen.endswith("\033[0m")
    with pytest.raises(BadLog, match="does not end with a right end record"):
        read_log(log.read_text())
