# SPDX-License-Identifier: MIT
"""qc flash: what it refuses, and that it writes what it says. The devices are
plain files with a sysfs of their own."""

from types import SimpleNamespace

import pytest
from flashed import image
from in_process import qc
from quietcore.commands import flash as command
from quietcore.disc import device as device_room
from quietcore.disc.device import SECTOR, System, look, refusals
from quietcore.status import Status

SIZE = 3 << 20


class Machine:
    """A machine with one disk, `sdx`, whose first partition is `sdx1`."""

    def __init__(self, folder):
        self.folder, self.dev = folder, folder / "dev"
        self.system = System(folder / "sys", folder / "mounts",
                             folder / "swaps", False)
        self.stick = self.dev / "sdx"
        self.own = folder / "sys/class/block/sdx"
        self.dev.mkdir()
        (self.own / "holders").mkdir(parents=True)
        (self.own / "device").mkdir()
        self.tell("size", SIZE // SECTOR)
        self.tell("removable", 1)
        self.tell("ro", 0)
        self.tell("device/vendor", "Maker")
        self.tell("device/model", "Stick \x1b[31m")
        (self.own / "sdx1/holders").mkdir(parents=True)
        self.tell("sdx1/partition", 1)
        for name in ("sdx", "sdx1"):
            (self.dev / name).write_bytes(b"\xaa" * SIZE)
        self.mount("proc /proc proc")
        (folder / "swaps").write_text("Filename Type Size\n")

    def mount(self, words: str) -> None:
        (self.folder / "mounts").write_text(f"{words} rw 0 0\n")

    def tell(self, name: str, value) -> None:
        (self.own / name).write_text(f"{value}\n")

    def reasons(self, size: int = SIZE) -> str:
        return "; ".join(refusals(look(self.stick, self.system), size))


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


@pytest.fixture
def iso(tmp_path):
    return image(tmp_path / "x.iso", SIZE - 5000)


def test_our_stick_is_an_image_to_write(tmp_path):
    path = tmp_path / "stick.img"
    data = bytearray(device_room.LABEL_AT + len(device_room.LABEL) + 1)
    data[device_room.MBR_AT:device_room.MBR_AT + 2] = device_room.MBR
    data[device_room.LABEL_AT:-1] = device_room.LABEL
    for boots in (True, False):
        path.write_bytes(data)
        assert device_room.boots_from_stick(path) == boots
        data[device_room.LABEL_AT] ^= 1


@pytest.fixture
def flash(machine, iso, monkeypatch):
    """qc flash on that machine."""
    monkeypatch.setattr(device_room, "System", lambda: machine.system)
    return lambda *words, **how: qc("flash", iso, machine.stick, *words, **how)


def test_a_stick_is_written_and_verified(flash, machine, iso):
    done = flash("--yes")
    assert done.exit_code == Status.OK, done.output
    data = machine.stick.read_bytes()
    assert data.startswith(iso.read_bytes()) and len(data) == SIZE
    assert data.endswith(b"\xaa" * 5000)
    assert "written 100 %" in done.output and "verified 100 %" in done.output
    assert "bytes written and verified, SHA-256 " in done.output


def test_it_asks_and_takes_the_name_only(flash, machine, monkeypatch):
    found = look(machine.stick, machine.system)
    assert (found.bytes, found.removable, found.used) == (SIZE, True, [])
    assert machine.reasons() == ""
    before = machine.stick.read_bytes()
    done = flash()
    assert done.exit_code == Status.USAGE and "nobody is there" in done.output
    there = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr(command, "sys", SimpleNamespace(stdin=there, stderr=there))
    for word, status in (("yes", Status.USAGE), ("", Status.USAGE),
                         ("sdx", Status.OK)):
        assert machine.stick.read_bytes() == before
        monkeypatch.setattr(command.click, "prompt", lambda *_, w=word, **__: w)
        done = flash()
        assert done.exit_code == status, done.output
        assert "Maker Stick" in done.output and "\x1b" not in done.output


@pytest.mark.parametrize("change, words", [
    (lambda m: m.tell("removable", 0), "it is a fixed disk"),
    (lambda m: m.tell("ro", 1), "it is write-protected"),
    (lambda m: m.tell("size", 100), "it is too small: 51,200 bytes, 3,140,728"),
    (lambda m: m.tell("size", ""), "it is too small: 0 bytes"),
    (lambda m: m.tell("partition", 1), "name the whole device"),
    (lambda m: (m.own / "holders/dm-0").mkdir(), "sdx is part of dm-0"),
    (lambda m: (m.own / "sdx1/holders/md0").mkdir(), "sdx1 is part of md0"),
    (lambda m: m.mount(f"{m.dev}/sdx1 /media/x vfat"), "sdx1 is mounted at /media/x"),
    (lambda m: m.mount(f"{m.dev}/sdx1 / ext4"), "the running system is on it"),
    (lambda m: (m.folder / "swaps").write_text(
        f"Filename Type\n{m.dev}/sdx1 partition 1\n"), "sdx1 is swap"),
    # Mounted by another name.
    (lambda m: ((m.dev / "by-label").symlink_to(m.dev / "sdx1"),
                m.mount(f"{m.dev}/by-label /media/x vfat")), "sdx1 is mounted")])
def test_what_is_refused_stays_as_it_is(flash, machine, change, words):
    before = machine.stick.read_bytes()
    change(machine)
    done = flash("--yes")
    assert done.exit_code == Status.USAGE and words in done.output
    assert machine.stick.read_bytes() == before


def test_a_disk_on_usb_is_no_fixed_one(machine):
    machine.tell("removable", 0)
    real = machine.folder / "sys/devices/pci0/usb1/sdx"
    real.parent.mkdir(parents=True)
    machine.own.rename(real)
    machine.own.symlink_to(real)
    assert machine.reasons() == ""


@pytest.mark.parametrize("place, words", [
    ("plain", "is no block device"), ("none", "No such file"),
    ("/dev/null", "is no block device")])
def test_what_is_no_device_or_none_that_the_kernel_knows(tmp_path, machine, iso, place, words):
    (tmp_path / "plain").write_bytes(b"x" * SIZE)
    done = qc("flash", iso, tmp_path / place, "--yes")
    assert done.exit_code == Status.USAGE and words in done.output
    assert (tmp_path / "plain").read_bytes() == b"x" * SIZE
    (machine.dev / "sdy").touch()
    with pytest.raises(ValueError, match="no sysfs entry"):
        look(machine.dev / "sdy", machine.system)


@pytest.mark.parametrize("data, words", [
    (b"", "no image that boots"), (b"x" * 40000, "no image that boots"),
    (b"x" * device_room.MAGIC_AT + device_room.MAGIC, "no image that boots"),
    (b"x" * device_room.LABEL_AT + device_room.LABEL, "no image that boots")],
    ids=["empty", "noise", "no MBR", "a label alone"])
def test_what_is_no_image(flash, iso, data, words):
    iso.write_bytes(data)
    done = flash("--yes")
    assert done.exit_code == Status.USAGE and words in done.output
    iso.unlink()
    done = flash("--yes")
    assert done.exit_code == Status.MISSING and "make iso" in done.output


def other_bytes(real=device_room.read_back):
    """Another byte comes back than went there."""
    def bad(device, size, shown):
        with device.open("r+b") as stream:
            stream.seek(1 << 20)
            stream.write(b"?!?!")
        return real(device, size, shown)
    return bad


def full(*_):
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("step, fault, said", [
    ("read_back", other_bytes(), ["other bytes"]),
    ("copy", full, ["No space left", "not whole"])])
def test_a_stick_that_is_bad_full_or_gone(flash, monkeypatch, step, fault, said):
    monkeypatch.setattr(device_room, step, fault)
    done = flash("--yes")
    assert done.exit_code == Status.UNWRITABLE
    assert all(words in done.output for words in said)
