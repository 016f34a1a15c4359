# SPDX-License-Identifier: MIT
"""Files that are no logs: each is named, with the reason and what helps."""

import gzip
import io
import lzma
import os
import threading

import make_log
import pytest
from in_process import qc
from quietcore.log import opening
from quietcore.log.opening import Joined, runs_in
from quietcore.status import Status

GOOD = b"".join(make_log.lines())
NEWER = b"".join(make_log.line(r | {"q": 9}) for r in make_log.records())
VERSION_9 = "the log is of version 9, this qc reads 2 to 3: use a newer qc"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "x.log"


@pytest.mark.parametrize("command", ["parse", "trace", "targets"])
@pytest.mark.parametrize("data, words", [
    (b"", "is empty"), (b"hello\n", "holds no record"),
    (bytes(range(256)) * 4096, "holds no record"),
    (b"\0" * 5_000_000, "holds no record"),
    (lzma.compress(GOOD), "is compressed: unpack it with xz -d"),
    (b"\x28\xb5\x2f\xfd" + GOOD, "is compressed: unpack it with zstd -d"),
    (b"BZh" + GOOD, "is compressed: unpack it with bzip2 -d"),
    (b"PK\x03\x04" + GOOD, "is a ZIP archive: unpack it with unzip"),
    (b"\x7fELF" + GOOD, "is a program: give its log: tools/qc run makes one"),
    (b"SQLite" + GOOD, "is a data base: give a log: tools/qc run makes one"),
    (b"\x1f\x8bjunk", "the gzip file is damaged"),
    (gzip.compress(GOOD, mtime=0)[:15], "copy or pack it again"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_no_log_is_named(path, command, data, words):
    path.write_bytes(data)
    done = qc(command, path)
    assert done.exit_code == Status.NO_LOG
    assert words in done.output and f"qc: {path}" in done.output


@pytest.mark.parametrize("name, words", [
    (".", "is a folder: give one of its logs"),
    ("no", "No such file or directory; give a log")])
def test_a_folder_and_nothing_are_named(tmp_path, name, words):
    done = qc("parse", tmp_path / name)
    assert done.exit_code == Status.NO_LOG and words in done.output


def test_a_packed_log_is_read(tmp_path):
    path = tmp_path / "x.log.gz"
    path.write_bytes(gzip.compress(GOOD, mtime=0))
    for given in ([str(path)], ["-"]):
        done = qc("parse", *given, input=path.read_bytes())
        assert done.exit_code == Status.OK and "ring/pair" in done.output


@pytest.mark.parametrize("packed", [
    gzip.compress(GOOD, mtime=0)[:-9],
    gzip.compress(GOOD, mtime=0)[:-8] + b"01234567",
    gzip.compress(GOOD, 0, mtime=0)[:-200]])
def test_of_a_damaged_packed_log_the_beginning_is_shown(tmp_path, packed):
    path = tmp_path / "x.log.gz"
    path.write_bytes(packed)
    for command in ("parse", "show"):
        done = qc(command, path)
        assert done.exit_code == Status.INCOMPLETE
        assert "machine  trust: tcg" in done.output
        assert "INCOMPLETE LOG" in done.output
        assert "x.log.gz: the log is incomplete: the gzip file is damaged" in done.output
    assert "ring/pair" in qc("parse", path).output


def test_damage_does_not_hide_that_a_packed_log_is_newer(path):
    path.write_bytes(gzip.compress(NEWER)[:-3])
    done = qc("show", path)
    assert done.exit_code == Status.VERSION and "use a newer qc" in done.output


def test_a_stream_goes_on_after_its_beginning():
    whole = Joined(b"abc", io.BytesIO(b"defgh"))
    assert [whole.read(2), whole.read(2), whole.read(2), whole.read()] == [
        b"ab", b"c", b"de", b"fgh"]
    assert Joined(b"abc", io.BytesIO(b"d")).read() == b"abc"
    joined = Joined(b"be", io.BytesIO(b"gun"))
    assert joined.read(0) == b""    # a look takes nothing
    assert joined.read() + joined.read() == b"begun"


@pytest.mark.parametrize("version, remedy, mark", [
    (1, "use an older qc", "OLD LOG: "), (4, "use a newer qc", "NEWER LOG: ")])
def test_a_log_of_another_version_asks_for_another_qc(path, version, remedy, mark):
    """And is not said to be incomplete, nor to lack its first record."""
    path.write_bytes(b"".join(make_log.line(r | {"q": version}) for r in make_log.records()))
    for command in ("parse", "show", "targets"):
        done = qc(command, path)
        assert done.exit_code == Status.VERSION
        assert f"{path}: the log is of version {version}" in done.output
        assert remedy in done.output and "INCOMPLETE" not in done.output
        assert "context record" not in done.output
        assert (mark in done.output) == (command != "targets")
    assert "bold" not in qc("parse", path).output


def test_of_a_large_file_it_is_told_how_far_one_is(tmp_path, monkeypatch):
    told = []

    def far(items, total, what, done):
        for count, item in enumerate(items, 1):
            yield item
            told.append((done(count), total, what))

    monkeypatch.setattr(opening, "far", far)
    monkeypatch.setattr(opening, "MB", 1000)
    log = make_log.write(tmp_path / "a.log")
    log.write_bytes(log.read_bytes() + b"#" * 150_000)
    [run] = runs_in(str(log))
    size = log.stat().st_size // 1000
    assert run.complete and told == [(65, size, "MB"), (131, size, "MB"), (size, size, "MB")]


def test_a_pipe_is_read_though_nobody_knows_its_length(tmp_path):
    log = make_log.write(tmp_path / "a.log")
    pipe = tmp_path / "pipe.log"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(log.read_bytes()))
    writer.start()
    [run] = runs_in(str(pipe))
    writer.join(10)
    assert run.complete


@pytest.mark.parametrize("data, words, status, said", [
    (NEWER, ["show", "LOG", "lock"], Status.VERSION, VERSION_9),
    (NEWER, ["trace", "LOG"], Status.VERSION, VERSION_9),
    (NEWER, ["export", "--history", "lock/mcs", "LOG"], Status.NO_LOG, VERSION_9),
    (b"".join(make_log.lines()[:-1]), ["trace", "LOG"], Status.INCOMPLETE,
     "no end record")], ids=["show", "trace", "export", "cut"])
def test_what_is_not_in_a_newer_or_cut_log_is_no_wrong_name(path, data, words, status, said):
    """The reason is told that nothing of it is there."""
    path.write_bytes(data)
    done = qc(*(path if word == "LOG" else word for word in words))
    assert said in done.output and done.exit_code == status
