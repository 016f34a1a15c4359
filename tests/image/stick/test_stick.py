# SPDX-License-Identifier: MIT
"""The log on the stick: docs/stick.md."""

import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from places import BUILD
from qemu import (EXIT_FAILED, EXIT_OK, ICOUNT, Machine, boot, disc_with,
                  read_log)
from quietcore.log.reading import read_stream
from quietcore.running.qemu_here import find_ovmf
from sticks import MEDIA, PARTITION, Stick, lines_of_log

pytestmark = [pytest.mark.full,
              pytest.mark.skipif(not find_ovmf(), reason="no OVMF")]

SHORT = "rounds=2 budget=20 samples=40 bench=floor variant=call"


@pytest.fixture
def stick(tmp_path) -> Stick:
    return Stick(tmp_path)


def warned(stick: Stick) -> list[str]:
    """What was said of a log that is not on the stick."""
    return [r["text"] for r in stick.records()
            if r["record"] == "warning" and r["code"] == "log_not_kept"]


def services(stick: Stick):
    return stick.records()[0]["boot_services"]


# ---- what is written -------------------------------------------------------------


@pytest.mark.parametrize("medium", [medium if medium in ("usb", "nvme") else
    pytest.param(medium, marks=pytest.mark.nightly) for medium in MEDIA])
def test_the_file_holds_the_records_of_the_run(stick, medium):
    assert stick.boot("probe", medium=medium) == EXIT_OK
    assert services(stick) == "kept" and not warned(stick)
    # A firmware that uses no HPET leaves it to us.
    assert stick.records()[0]["watchdog"] == "nmi"
    text = stick.text()
    assert text.splitlines() == lines_of_log(stick.said())
    [name] = stick.logs()
    run = stick.records()[0]["run"]
    assert re.fullmatch(rf".*/20\d{{6}}-qemu-tcg-cpu[a-z0-9-]*-{run}\.log", name)
    told = stick.said().partition("Writing the log to the stick.")[2]
    assert f"Log on the stick: {name.rsplit('/', 1)[1]}" in told
    assert "read back and the same" in stick.said()


def test_screen_menu_and_readme_say_that_nothing_else_is_written(stick):
    only = "Nothing is written but this log."
    assert only in " ".join(stick.mtools("mtype", "::/README.TXT").split())
    with Machine(stick.command("", menu=True)) as machine:
        machine.wait_for(lambda: "without a log (log=off)" in stick.said(), 200)
        machine.wait_for(lambda: only in stick.said())
    assert stick.boot("probe") == EXIT_OK
    assert f"Writing the log to the stick. {only}\n" in stick.said()


@pytest.mark.parametrize("x2apic", [False, True])
def test_a_run_of_three_cores_that_measures_comes_back(stick, x2apic, request):
    """A wake-up that is left in the APIC would stop the firmware's clock. Its APIC
    is in xAPIC mode: from x2APIC the way there leads through off."""
    qemu = request.getfixturevalue("newer") if x2apic else "qemu-system-x86_64"
    assert stick.boot("rounds=2 budget=20 samples=40 cores=3 bench=wake "
                      "variant=hlt,ipi/trip", smp="3", qemu=qemu) == EXIT_OK
    assert ("apic=x2apic" in stick.records()[0]["signs"]) == x2apic
    assert lines_of_log(stick.text()) == lines_of_log(stick.said())


def test_each_run_has_a_file_of_its_own(stick):
    """The first one's is whole without a serial port, too."""
    assert stick.boot("probe", serial=False) == EXIT_OK and not stick.said()
    records = read_log(stick.text())
    assert records[-1]["status"] == "ok"
    assert records[0]["boot_services"] == "kept"
    assert stick.boot("probe") == EXIT_OK
    assert len(stick.logs()) == 2


def test_a_panic_is_in_the_file(stick):
    assert stick.boot(SHORT + " fault=0:ud") == EXIT_FAILED
    records = read_log(stick.text())
    assert records[-1]["status"] == "failed"
    assert [r["vector"] for r in records if r["record"] == "panic"] == [6]


def test_another_cores_panic_leaves_the_first_records(stick):
    """The firmware serves the boot core alone."""
    assert stick.boot(SHORT + " fault=1:ud") == EXIT_FAILED
    [run] = read_stream([stick.text().encode()])
    assert run.context["cmdline"] and not run.complete


# ---- what is not -----------------------------------------------------------------


def without_marker(stick: Stick) -> None:
    stick.mtools("mdel", "::/quietcore/logs-go-here.txt")


def as_disc(stick: Stick) -> None:
    """A disc with the stick's image has no folder of ours."""
    shutil.copy(disc_with("probe", stick.folder,
                          elf=BUILD / "quietcore-log.elf"), stick.path)


def damaged(stick: Stick) -> None:
    """The folder's first cluster is noise: nothing of ours is found there."""
    data = bytearray(stick.path.read_bytes())
    at = data.find(b".          \x10")
    while b"LOGS-G~1" not in data[at:at + 512]:
        at = data.find(b".          \x10", at + 1)
    data[at:at + 512] = random.Random(1).randbytes(512)
    stick.path.write_bytes(data)


def menu_off(stick: Stick) -> None:
    stick.menu("probe log=off")


@pytest.mark.parametrize("prepare, how, said, services_are", [
    (None, {"read_only": True}, "write-protected", "left"),
    (without_marker, {}, "no stick of ours", "left"),
    (as_disc, {"medium": "disc", "read_only": True}, "write-protected", "left"),
    (as_disc, {}, "no stick of ours", "left"),
    (damaged, {}, "", "left"),
    # In the menu it is known before any core is started.
    (menu_off, {"options": ""}, "not wanted (log=off)", "left"),
    (None, {"options": "probe log=off"}, None, "kept")])
def test_what_is_no_stick_of_ours_or_not_to_be_written_is_left_as_it_is(
        stick, prepare, how, said, services_are):
    """The run is whole, and says why it keeps no log if nobody wished so."""
    if prepare:
        prepare(stick)
    before = stick.path.read_bytes()
    how = {"options": "probe"} | how
    assert stick.boot(how.pop("options"), **how) == EXIT_OK
    assert stick.path.read_bytes() == before
    assert services(stick) == services_are
    assert bool(warned(stick)) == (said is not None)
    assert not said or said in warned(stick)[0]


def another(stick: Stick) -> Path:
    other = stick.folder / "other.img"
    shutil.copy(stick.path, other)
    return other


def test_beside_a_disk_that_it_was_booted_from_the_stick_is_left_alone(stick):
    """The inner disk has our boot loader and folder, but no marker."""
    inner = another(stick)
    subprocess.run(["mdel", "-i", f"{inner}{PARTITION}",
                    "::/quietcore/logs-go-here.txt"], check=True, timeout=60)
    before = stick.path.read_bytes(), inner.read_bytes()
    assert stick.boot("probe", medium="behind", extra=(
        "-drive", f"if=none,id=inner,format=raw,file={inner}",
        "-device", "ide-hd,drive=inner,bootindex=0")) == EXIT_OK
    assert "no stick of ours" in warned(stick)[0]
    assert (stick.path.read_bytes(), inner.read_bytes()) == before


def test_beside_another_stick_of_ours_only_the_booted_one_is_written(stick):
    other = another(stick)
    before = other.read_bytes()
    assert stick.boot("probe", extra=(
        "-drive", f"if=none,id=other,format=raw,file={other}",
        "-device", "ide-hd,drive=other,bootindex=1")) == EXIT_OK
    assert stick.text().splitlines() == lines_of_log(stick.said())
    assert other.read_bytes() == before


def test_a_full_stick_leaves_the_run_whole(stick):
    free = stick.mtools("mdir", "::")
    [space] = re.findall(r"([\d ]+) bytes free", free)
    stick.put("/full", b"\0" * (int(space.replace(" ", "")) - 512))
    assert stick.boot("probe") == EXIT_OK
    assert warned(stick) and stick.records()[-1]["status"] == "ok"


# ---- what the sleeping firmware costs ----------------------------------------------


def counted(folder, kept: str) -> list[dict]:
    """Records of the floors and of a second's watch, instructions counted."""
    folder.mkdir()
    stick = Stick(folder)
    stick.menu("trust=tcg-icount suite=quick bench=floor,silence watch=1"
               + (" log=off" if kept == "left" else ""))
    assert stick.boot(smp="1", cpu=ICOUNT[1], accel="tcg,thread=single",
                      extra=ICOUNT[2:], timeout=400) == EXIT_OK
    assert services(stick) == kept
    return stick.records()


@pytest.mark.nightly
def test_services_kept_or_left_make_no_difference(tmp_path):
    """Nothing of the firmware runs meanwhile: counted, it would show."""
    floors = {}
    for kept in ("kept", "left"):
        records = counted(tmp_path / kept, kept)
        noise = [r for r in records if r["record"] == "noise"]
        assert noise and all(r["gaps"] == [0] for r in noise)
        [watch] = [r for r in records if r["record"] == "silence"]
        assert watch["gaps"] == 0 and watch["watched"] >= 999_000_000
        floors[kept] = {r["variant"]: r["p50"] for r in records
                        if r["record"] == "result"}
    assert {"rmw", "xst", "call", "stamp"} <= set(floors["kept"])
    assert floors["kept"] == pytest.approx(floors["left"], rel=0.01)


# ---- the same image elsewhere ----------------------------------------------------


@pytest.mark.parametrize("image, firmware", [
    ("quietcore-log.elf", "bios"), ("quietcore.elf", "uefi")])
def test_by_a_bios_and_by_the_discs_image_there_is_no_log(stick, image, firmware):
    stick.menu("probe", image=image)
    assert stick.boot(firmware=firmware) == EXIT_OK
    assert services(stick) is None and not warned(stick) and not stick.logs()


def test_the_sticks_image_takes_qemus_loader():
    assert boot("probe", elf=BUILD / "quietcore-log.elf").status == EXIT_OK
