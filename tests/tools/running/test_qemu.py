# SPDX-License-Identifier: MIT
"""QEMU's command line, and what QEMU says of itself."""

import re

import make_log
import pytest
from fake_machine import GOOD, fake_qemu, pretend_built
from quietcore.running import accelerator, qemu_here
from quietcore.running.qemu import ICOUNT, KVM, TCG, Machine

EXIT = "-no-reboot -device isa-debug-exit,iobase=0xf4,iosize=0x04"
TCG_WORDS = "-accel tcg,thread=multi -cpu max"


def machine(firmware="direct", how=TCG, window=False, extra=()) -> Machine:
    return Machine("q", "a=1 b", 3, "q35", 256, firmware, how, window, "L",
                   extra)


@pytest.mark.parametrize("one, words", [
    (machine(), f"q -machine q35 -smp 3 -m 256 {TCG_WORDS} -serial file:L "
     f"{EXIT} -display none -kernel quietcore.elf -append a=1 b"),
    (machine(window=True, extra=("-x", "y")),
     f"q -machine q35 -smp 3 -m 256 {TCG_WORDS} -serial file:L {EXIT} "
     "-kernel quietcore.elf -append a=1 b -x y"),
    (machine("bios", KVM), "q -machine q35 -smp 3 -m 256 -accel kvm -cpu host "
     f"-serial file:L {EXIT} -display none -cdrom quietcore.iso -smbios "
     "type=1,serial=quietcore: no menu -fw_cfg name=opt/quietcore/cmdline,string=a=1 b"),
    (machine("uefi", ICOUNT), "q -machine q35 -smp 3 -m 256 -accel "
     "tcg,thread=single -cpu max,-x2apic -icount shift=0,sleep=off -rtc "
     f"base=2000-01-01T00:00:00,clock=vm -serial file:L {EXIT} -display none "
     "-cdrom quietcore.iso -smbios type=1,serial=quietcore: no menu "
     "-fw_cfg name=opt/quietcore/cmdline,string=a=1 b "
     "-drive if=pflash,format=raw,readonly=on,file=/a,,b.fd"),
])
def test_the_whole_command_line(monkeypatch, one, words):
    monkeypatch.setattr("quietcore.running.qemu.find_ovmf", lambda: "/a,b.fd")
    assert " ".join(one.command()) == words


def test_claims_are_trust_labels():
    assert [(how.name, how.claim) for how in (TCG, KVM, ICOUNT)] == [
        ("tcg", "tcg"), ("kvm", "kvm"), ("icount", "tcg-icount")]
    assert Machine.exits == (33, 35)


@pytest.mark.parametrize("stderr, most", [
    ("Invalid SMP CPUs 300. The max CPUs supported by machine 'x' is 288", 288),
    ("a\nNumber of SMP CPUs requested (300) exceeds max CPUs supported by "
     "machine 'pc' (255)\nb", 255)])
def test_too_many_cores_in_qemu_s_words(stderr, most):
    assert machine().explain(stderr) == (
        "SMP=3 is more than the machine model 'q35' takes (at most "
        f"{most})")


@pytest.mark.parametrize("stderr, last", [
    ("one\ntwo\n\n", "two"), ("", "it said nothing"),
    (" \n", "it said nothing")])
def test_other_complaints_are_its_last_words(stderr, last):
    assert machine().explain(stderr) == last


MODELS = ["q35", "pc-q35-7.2", "pc", "pc-i440fx-2.12"]


def test_a_wrong_model_is_told_with_the_unversioned_ones():
    assert qemu_here.unknown_model("q36", MODELS) == (
        "no machine model is called 'q36'; did you mean q35? there are: q35 "
        "pc, and hosted, the Linux program")
    assert "; there are: q35" in qemu_here.unknown_model("zzzzz", MODELS)


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


# ---- the probe of KVM --------------------------------------------------------


@pytest.mark.parametrize("body, records, words", [
    (GOOD, None, ""),
    (GOOD, make_log.lines(status="failed"),
     "a probe boot did not end well"),
    ("", None, "a probe boot left no log"),
    ("log.touch()", None, "a probe boot did not end well"),
    ("time.sleep(60)", None, "a probe boot did not end within 1 s"),
    (None, None, "fake-qemu cannot be started: No such file or directory"),
])
def test_a_probe_boot(tmp_path, monkeypatch, body, records, words):
    pretend_built(monkeypatch, tmp_path)
    monkeypatch.setattr(accelerator, "PROBE_SECONDS",
                        1 if "1 s" in words else 30)
    told = tmp_path / "argv"
    if body is not None:
        fake_qemu(tmp_path, f"pathlib.Path({str(told)!r}).write_text("
                  f"' '.join(sys.argv[1:]))\n{body}", records)
    why = accelerator.kvm_probe(str(tmp_path / "fake-qemu"))
    assert why == words or words and why.endswith(words)
    if body is not None and "sleep" not in body:
        first, last = re.split(r"file:\S+", told.read_text())
        assert first == ("-machine pc -smp 1 -m 128 -accel kvm -cpu host "
                         "-serial ")
        assert last == (f" {EXIT} -display none -kernel quietcore.elf -append "
                        "probe trust=kvm")


@pytest.mark.parametrize("flags, flag", [
    ("fpu svm x", "svm"), ("vmx svm", "vmx"), ("fpu svm_lock", ""),
    (None, "")])
def test_the_processor_s_flag_for_virtual_machines(monkeypatch, flags, flag):
    def text(path):
        assert str(path) == "/proc/cpuinfo"
        if flags is None:
            raise FileNotFoundError
        return f"flags\t: {flags}\n"

    monkeypatch.setattr(accelerator.Path, "read_text", text)
    assert accelerator.hardware_virtualisation() == flag


@pytest.mark.parametrize("flag, opens, why", [
    ("", True, "the processor shows neither vmx nor svm"),
    ("vmx", False, "/dev/kvm cannot be opened"),
    ("vmx", True, "probed q"),
])
def test_why_there_is_no_kvm(monkeypatch, flag, opens, why):
    monkeypatch.setattr(accelerator, "hardware_virtualisation", lambda: flag)
    monkeypatch.setattr(accelerator.os, "access", lambda *_: opens)
    monkeypatch.setattr(accelerator, "kvm_probe", lambda qemu: f"probed {qemu}")
    assert accelerator.no_kvm("q") == why


def test_a_choice_gives_its_reason(monkeypatch):
    monkeypatch.setattr(accelerator, "hardware_virtualisation", lambda: "svm")
    monkeypatch.setattr(accelerator, "no_kvm", lambda _: "")
    reasons = {name: accelerator.choose(name, "q").why
               for name in ("tcg", "icount", "kvm", "auto")}
    assert reasons == {
        "tcg": "asked for", "icount": "asked for",
        "kvm": "asked for, and a probe boot went well",
        "auto": "svm is there and a probe boot went well"}
    monkeypatch.setattr(accelerator, "no_kvm", lambda _: "none")
    assert accelerator.choose("auto", "q").why == "no KVM: none"
