# SPDX-License-Identifier: MIT
"""A log that grows: from a serial port that is unplugged and corrupts, from a
file that is begun anew. Ports are pseudo-terminals."""

import fcntl
import os
import pty
import select
import subprocess
import threading
import time
import tty

import make_log
import pytest
from in_process import qc
from places import ROOT, python_of

from quietcore.live import sources
from quietcore.live.following import Following, Unkept, follow
from quietcore.live.sources import File, Gone
from quietcore.live.table import NAME, Table, line_of
from quietcore.status import Status


class Pieces:
    """A source of pieces; None: it is unplugged, and opened again."""

    hint = "is it there?"

    def __init__(self, *pieces):
        self.pieces, self.opened = list(pieces), 0

    def open(self):
        self.opened += 1
        if self.pieces and self.pieces[0] is None:
            self.pieces.pop(0)
            raise Gone("no such port")

    def read(self):
        if not self.pieces:
            return b""
        piece = self.pieces.pop(0)
        if piece is None:
            raise Gone("unplugged")
        return piece

    def left(self):
        return ()

    def close(self):
        pass


def followed(source, timeout=60, keep=None):
    table = Table()
    found = Following(table, keep)
    return follow(source, found, table, timeout), found


def lines(count: int = 40) -> list[bytes]:
    return make_log.lines([make_log.result(variant=f"v{at}") for at in range(count)])


def test_it_ends_with_the_end_record_however_the_bytes_come(capsys):
    data = b"".join(lines())
    source = Pieces(*(data[at:at + 777] for at in range(0, len(data), 777)), b"GRUB\n")
    ended, found = followed(source)
    [run] = found.runs()
    assert ended and run.ok and run.count("result") == 40
    out = capsys.readouterr().out
    assert "QEMU TCG CPU, tcg, 2 cores" in out and out.count("queue v") == 40
    assert out.index("experiment, variant") < out.index("queue v0")


def test_what_an_unplugged_port_lost_is_named(tmp_path, capsys):
    data = lines()
    source = Pieces(None, None, b"".join(data[:10]) + data[10][:50], None, None,
                    data[12][30:] + b"".join(data[13:]))
    with (tmp_path / "log").open("wb") as keep:
        ended, found = followed(source, 60, keep)
        [run] = found.runs()
    assert ended and source.opened == 5
    text = " ".join(run.problems)
    assert "a record's line is damaged (it says seq 10)" in text
    assert "missing: seq 10-12" in text and run.count("result") == 37
    out = capsys.readouterr().out
    assert "not there (unplugged): waiting for it" in out
    assert out.count("not there (no such port)") == 2
    assert out.count("it is here\n") == out.count("it is here again\n") == 1
    assert (tmp_path / "log").read_bytes().startswith(data[0])


def test_bytes_that_are_wrong_leave_out_their_record_only():
    data = lines()
    data[7] = data[7].replace(b'"n":2000', b'"n":2\xff00')
    ended, found = followed(Pieces(b"".join(data)))
    [run] = found.runs()
    assert ended and run.count("result") == 39 and not run.complete


def test_a_line_without_an_end_takes_no_memory_and_nothing_more_comes():
    _, found = followed(Pieces(*([b"x" * 65536] * 50)), 0.3)
    assert len(found._rest) <= 2 * 65536 and not found.runs()
    began = time.monotonic()
    ended, found = followed(Pieces(*lines()[:3]), 1)
    assert not ended and time.monotonic() - began >= 1
    assert not found.runs()[0].complete


def test_noise_is_no_sign_of_life_and_is_named_meanwhile(capsys, monkeypatch):
    """At a wrong rate bytes come for ever, and none is of a record."""
    monkeypatch.setattr("quietcore.live.following.HINT", 0.5)

    class Noise(Pieces):
        def read(self):
            time.sleep(0.05)
            return bytes(range(128, 256)) * 3

    ended, found = followed(Noise(), 2)
    assert not ended and not found.runs() and found.bytes
    assert "no record so far (" in (out := capsys.readouterr().out)
    assert "is it there?" in out


# ---- a table -----------------------------------------------------------------


def test_a_foreign_name_is_harmless_and_keeps_its_column():
    line = line_of(make_log.result(variant="\x1b[31m" + "x" * 90, quiet="disturbed"))
    assert "\x1b" not in line and line[:NAME].endswith("...")
    assert line.split()[-5:] == ["13.5", "40.0", "123k", "ticks", "disturbed"]


def test_on_a_terminal_the_newest_rows_are_shown():
    master, slave = pty.openpty()
    with os.fdopen(slave, "w") as out:
        with Table(out) as table:
            for at in range(30):
                table.record(make_log.result(variant=f"v{at}"))
            table._live.refresh()
        seen = b""
        while not (b"v29" in seen and b"p99" in seen):
            assert select.select([master], [], [], 60)[0], seen
            seen += os.read(master, 1 << 16)
    os.close(master)


# ---- a file --------------------------------------------------------------------


def test_a_file_is_watched_from_before_it_is_there(tmp_path):
    path, data = tmp_path / "log", lines()

    def write():
        time.sleep(0.3)
        with path.open("wb", 0) as out:
            for line in data:
                out.write(line)

    writer = threading.Thread(target=write)
    writer.start()
    done = qc("watch", path, "--timeout", "60")
    writer.join()
    assert done.exit_code == Status.OK, done.output
    assert f"not there ({path}: No such file or directory)" in done.output
    assert "queue v39" in done.output and "tools/qc parse" in done.output


def test_a_file_that_is_begun_anew_is_read_anew(tmp_path):
    path = tmp_path / "log"
    path.write_bytes(b"".join(lines()[:5]))
    source = File(path)
    source.open()
    assert source.read() and source.read() == b""
    path.write_bytes(lines()[0][:50])
    with pytest.raises(Gone, match="begun anew"):
        source.read()
    source.close()
    path.unlink()
    with pytest.raises(Gone):
        source.open()


@pytest.mark.parametrize("data, status, words", [
    (b"hello\n" * 9, Status.NO_LOG, "holds no record"),
    (b"".join(lines()[:9]), Status.TIME_OUT, "no text came for 2 s"),
    (b"".join(make_log.lines(status="failed")), Status.RUN_FAILED, "failed"),
    (b"".join(make_log.line(r | {"q": 9}) for r in make_log.records()),
     Status.VERSION, "use a newer qc"),
    (b"".join(lines()[:-1]) + lines()[-1].replace(b"0.25", b"0.26"),
     Status.INCOMPLETE, "a record's line is damaged")],
    ids=["text", "cut", "failed", "newer", "damaged end"])
def test_a_file_that_is_no_good_log(tmp_path, data, status, words):
    """test_captures.py has more that are damaged."""
    path = tmp_path / "log"
    path.write_bytes(data)
    done = qc("watch", path, "--timeout", "60" if b'"end"' in data else "2")
    assert done.exit_code == status, done.output
    assert words in done.output


# ---- a port ----------------------------------------------------------------------


def test_without_pyserial_and_with_a_file_in_the_way(tmp_path, monkeypatch):
    done = qc("capture", "/dev/nowhere", "-o", tmp_path / "x")
    if done.exit_code == Status.MISSING:
        assert "package pyserial, which is not here: tools/venv extra" in done.output
    monkeypatch.setattr("quietcore.commands.output.must_have", lambda *_: None)
    (tmp_path / "x").touch()
    done = qc("capture", "/dev/nowhere", "-o", tmp_path / "x")
    assert done.exit_code == Status.UNWRITABLE and "is there already" in done.output


@pytest.mark.parametrize("port, words", [
    ("/dev/null", "is no serial port: name one, as in /dev/ttyUSB0"),
    (".", "is a folder: name a port")])
def test_what_no_wait_makes_a_port_of_is_refused(tmp_path, monkeypatch, port, words):
    """Before a log is begun."""
    assert words in sources.never_a_port(port)
    monkeypatch.setattr("quietcore.commands.output.must_have", lambda *_: None)
    done = qc("capture", port, "-o", tmp_path / "x")
    assert done.exit_code == Status.USAGE and words in done.output
    assert not (tmp_path / "x").exists()


def test_what_may_be_a_port_and_what_another_program_reads(monkeypatch):
    """What is not there may yet be plugged in; a terminal may be a port."""
    assert sources.never_a_port("/dev/nowhere") == ""
    master, slave = pty.openpty()
    try:
        assert sources.never_a_port(os.ttyname(slave)) == ""
        fcntl.flock(slave, fcntl.LOCK_EX)
        assert "another program reads it" in sources.never_a_port(os.ttyname(slave))
    finally:
        os.close(slave)
        os.close(master)

    def refuses(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(sources.os, "open", refuses)
    assert "join the group" in sources.never_a_port("/dev/ttyUSB0")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_a_full_disk_ends_it_and_is_named():
    with open("/dev/full", "wb", buffering=0) as keep, pytest.raises(
            Unkept, match="No space left on device"):
        followed(Pieces(*lines()), keep=keep)


@pytest.mark.full
def test_a_real_port_that_drops_and_corrupts(tmp_path):
    """A pseudo-terminal: closed in the middle, then a second one, to which the same link leads."""
    data, link, log = lines(), tmp_path / "port", tmp_path / "log"

    def plug():
        master, slave = pty.openpty()
        tty.setraw(slave)
        new = tmp_path / "new"
        new.symlink_to(os.ttyname(slave))
        new.rename(link)
        return master, slave

    master, slave = plug()
    process = subprocess.Popen(
        [python_of("extra"), "-m", "quietcore", "capture", link, "-o", log,
         "--timeout", "60"], cwd=ROOT / "tools", text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    for _ in range(300):
        if log.exists():
            break
        time.sleep(0.1)
    time.sleep(1)
    for line in data[:10]:
        os.write(master, line)
    os.write(master, data[10][:60])
    for _ in range(300):  # of a busy host's seconds
        if data[9] in log.read_bytes():
            break
        time.sleep(0.1)
    os.close(slave)
    os.close(master)
    time.sleep(3)
    master, slave = plug()
    time.sleep(1.5)
    for line in data[11:20] + [data[20].replace(b"ring", b"r\x00ng")] + data[21:]:
        os.write(master, line)
    said, _ = process.communicate(timeout=90)
    assert process.returncode == Status.INCOMPLETE, said
    assert "waiting for it" in said and "it is here again" in said
    assert "missing: seq 10, 20" in said or "missing: seq 10" in said
    assert log.read_bytes().startswith(data[0])
