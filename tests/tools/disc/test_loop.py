# SPDX-License-Identifier: MIT
"""qc flash on block devices of the kernel's own: loop devices, which root may
set up. What test_flash.py plays with files, the kernel says here."""

import os
import subprocess
from contextlib import contextmanager

import pytest
from flashed import image
from in_process import qc
from quietcore.disc import device as device_room
from quietcore.status import Status

SIZE = 8 << 20


def told(*words) -> str:
    """What a command of the system says; nothing where it fails."""
    try:
        done = subprocess.run([*map(str, words)], check=False, text=True,
                              capture_output=True, timeout=60)
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


@contextmanager
def loop_of(disk, *words):
    """A loop device over a file; the test is left out where none may be."""
    device = told("losetup", "--find", "--show", *words, disk)
    if not device:
        pytest.skip("no loop device may be set up here")
    try:
        yield device
    finally:
        subprocess.run(["losetup", "--detach", device], check=False,
                       timeout=60)


@pytest.fixture
def disk(tmp_path):
    path = tmp_path / "disk"
    path.write_bytes(b"\xaa" * SIZE)
    return path


@pytest.fixture
def iso(tmp_path):
    return image(tmp_path / "x.iso", SIZE - (1 << 20) - 512)


@pytest.fixture
def as_stick(monkeypatch):
    """The kernel calls a loop device fixed; here it is a stick. All else that
    it tells is taken as it is."""
    says = device_room.told
    monkeypatch.setattr(device_room, "told", lambda path: "1"
                        if path.name == "removable" else says(path))


def test_a_device_is_written_and_verified(disk, iso, as_stick):
    with loop_of(disk) as device:
        done = qc("flash", iso, device, "--yes")
        assert done.exit_code == Status.OK, done.output
    data = disk.read_bytes()
    assert data.startswith(iso.read_bytes()) and len(data) == SIZE
    assert data.endswith(b"\xaa" * 512)
    assert "bytes written and verified, SHA-256 " in done.output


@pytest.mark.parametrize("words, stick, size, said", [
    ([], False, SIZE, "neither removable nor on USB"),
    (["--read-only"], True, SIZE, "it is write-protected"),
    ([], True, SIZE // 2, "it is too small: 4,194,304 bytes, ")])
def test_what_is_refused_stays_as_it_is(disk, iso, request, words, stick, size, said):
    if stick:
        request.getfixturevalue("as_stick")
    os.truncate(disk, size)
    before = disk.read_bytes()
    with loop_of(disk, *words) as device:
        done = qc("flash", iso, device, "--yes")
    assert done.exit_code == Status.USAGE and said in done.output
    assert disk.read_bytes() == before


def test_a_mounted_one_stays_as_it_is(disk, iso, as_stick, tmp_path):
    where = tmp_path / "mounted"
    where.mkdir()
    with loop_of(disk) as device:
        if not told("mke2fs", "-F", device):
            pytest.skip("no mke2fs is here")
        if subprocess.run(["mount", device, where], check=False, timeout=60,
                          capture_output=True).returncode:
            pytest.skip("nothing may be mounted here")
        try:
            done = qc("flash", iso, device, "--yes")
        finally:
            subprocess.run(["umount", where], check=True, timeout=60)
    assert done.exit_code == Status.USAGE
    assert f"is mounted at {where}" in done.output
    assert not disk.read_bytes().startswith(iso.read_bytes()[:4096])


def test_one_that_another_holds_is_not_touched(disk, iso, as_stick):
    """Somebody opens it exclusively, as a mount or another writer does."""
    with loop_of(disk) as device:
        holder = os.open(device, os.O_RDONLY | os.O_EXCL)
        try:
            done = qc("flash", iso, device, "--yes")
        finally:
            os.close(holder)
    assert done.exit_code == Status.UNWRITABLE
    assert "Device or resource busy" in done.output
    assert disk.read_bytes() == b"\xaa" * SIZE
