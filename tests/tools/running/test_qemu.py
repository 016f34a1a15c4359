# SPDX-License-Identifier: MIT
"""QEMU's command line, and what QEMU says of itself."""

import re

import pytest
from fake_machine import fake_qemu
from quietcore.running import qemu_here
from quietcore.running.qemu import ICOUNT, KVM, TCG, Machine

EXIT = "-no-reboot -device isa-debug-exit,iobase=0xf4,iosize=0x04"
TCG_WORDS = "-accel tcg,thread=multi -cpu max"


def machine(firmware="direct", how=TCG, window=False, extra=()) -> Machine:
    return Machine("q", "a=1,2 b", 3, "q35", 256, firmware, how, window, "L",
                   extra)


@pytest.mark.parametrize("one, words", [
    (machine(), f"q -machine q35 -smp 3 -m 256 {TCG_WORDS} -serial file:L "
     f"{EXIT} -display none -kernel quietcore.elf -append a=1,2 b"),
    (machine(window=True, extra=("-x", "y")),
     f"q -machine q35 -smp 3 -m 256 {TCG_WORDS} -serial file:L {EXIT} "
     "-kernel quietcore.elf -append a=1,2 b -x y"),
    (machine("bios", KVM), "q -machine q35 -smp 3 -m 256 -accel kvm -cpu host "
     f"-serial file:L {EXIT} -display none -cdrom quietcore.iso -smbios "
     "type=1,serial=quietcore: no menu -fw_cfg name=opt/quietcore/cmdline,string=a=1,,2 b"),
    (machine("uefi", ICOUNT), "q -machine q35 -smp 3 -m 256 -accel "
     "tcg,thread=single -cpu max,-x2apic -icount shift=0,sleep=off -rtc "
     f"base=2000-01-01T00:00:00,clock=vm -serial file:L {EXIT} -display none "
     "-cdrom quietcore.iso -smbios type=1,serial=quietcore: no menu "
     "-fw_cfg name=opt/quietcore/cmdline,string=a=1,,2 b "
     "-drive if=pflash,format=raw,readonly=on,file=/a,,b.fd"),
])
def test_the_whole_command_line(monkeypatch, one, words):
    monkeypatch.setattr("quietcore.running.qemu.find_ovmf", lambda: "/a,b.fd")
    assert " ".join(one.command()) == words


def test_claims_are_trust_labels():
    assert [(how.name, how.claim) for how in (TCG, KVM, ICOUNT)] == [
        ("tcg", "tcg"), ("kvm", "kvm"), ("icount", "tcg-icount")]
    assert Machine.exits == (33, 35)


@pytest.mark.parametrize("stderr, said", [
    *((text, f"SMP=3 is more than the machine model 'q35' takes (at most {most})")
      for text, most in (
          ("Invalid SMP CPUs 300. The max CPUs supported by machine 'x' is 288", 288),
          ("a\nNumber of SMP CPUs requested (300) exceeds max CPUs supported by "
           "machine 'pc' (255)\nb", 255))),
    # Other complaints are its last words.
    ("one\ntwo\n\n", "two"), ("", "it said nothing"), (" \n", "it said nothing")])
def test_what_qemu_complains_of(stderr, said):
    assert machine().explain(stderr) == said


def test_questions_to_a_qemu(tmp_path):
    path = fake_qemu(tmp_path, "print('Supported:\\nq35  P\\n\\npc  Q')")
    assert qemu_here.machine_models(str(path)) == ["q35", "pc"]
    path.write_text("#!/bin/sh\necho 'QEMU 9'; echo more\n")
    assert qemu_here.version(str(path)) == "QEMU 9"
    path.write_text("#!/bin/sh\nexit 1\n")
    assert qemu_here.version(str(path)) == "unknown"
    assert qemu_here.answer(str(tmp_path / "none")) == []
    path.chmod(0o755)
    assert qemu_here.find_qemu(str(path)) == str(path)
    assert qemu_here.find_qemu(str(tmp_path / "none")) is None


def test_the_firmware_that_is_there_is_found(tmp_path, monkeypatch):
    assert all(re.fullmatch(r"/usr/share/\S+\.fd", path)
               for path in qemu_here.OVMF)
    (tmp_path / "b").touch()
    monkeypatch.setattr(qemu_here, "OVMF", (f"{tmp_path}/a", f"{tmp_path}/b"))
    assert qemu_here.find_ovmf() == f"{tmp_path}/b"
    monkeypatch.setattr(qemu_here, "OVMF", (f"{tmp_path}/a",))
    assert qemu_here.find_ovmf() is None
