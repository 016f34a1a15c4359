# SPDX-License-Identifier: MIT
"""Which accelerator is taken, and that a software KVM never is."""

import os
import re

import make_log
import pytest
from fake_machine import GOOD, fake_qemu, pretend_built
from in_process import qc
from quietcore.running import qemu, tools
from quietcore.status import Status

NEITHER = "the processor shows neither vmx nor svm"
EXIT = "-no-reboot -device isa-debug-exit,iobase=0xf4,iosize=0x04"


@pytest.fixture
def host(monkeypatch):
    """One with such a flag, such rights on /dev/kvm and such a probe."""
    def of(flag: str, rights: int = os.R_OK | os.W_OK, probe: str = "") -> None:
        for module in (qemu, tools):
            monkeypatch.setattr(module, "hardware_virtualisation", lambda: flag)
        monkeypatch.setattr(os, "access", lambda path, asked: path == "/dev/kvm"
                            and rights & asked == asked)
        monkeypatch.setattr(qemu, "kvm_probe", lambda path: probe and f"{probe} of {path}")
    return of


@pytest.mark.parametrize("flag, rights, probe, why, first", [
    ("", 6, "", NEITHER, ("tcg", NEITHER)),
    # Who may read it only cannot start a machine.
    *(("svm", rights, "", "/dev/kvm cannot be opened",
       ("tcg", "svm is there, but /dev/kvm cannot be opened"))
      for rights in (0, os.R_OK, os.W_OK)),
    *(("vmx", 6, probe, why, ("kvm", "vmx and /dev/kvm are there; each run probes "
                                     "first"))
      for probe, why in (("a hang", "a hang of q"), ("", "")))])
def test_which_is_taken_and_why(host, flag, rights, probe, why, first):
    """In a run, and what doctor says of one that will be."""
    host(flag, rights, probe)
    chosen = {name: qemu.choose(name, "q") for name in ("tcg", "icount", "auto")}
    assert {name: (each.name, each.why) for name, each in chosen.items()} == {
        "tcg": ("tcg", "asked for"), "icount": ("icount", "asked for"),
        "auto": ("tcg", f"no KVM: {why}") if why else
        ("kvm", f"{flag} is there and a probe boot went well")}
    if why:
        with pytest.raises(qemu.NoAccelerator, match=f"^{why}$"):
            qemu.choose("kvm", "q")
    else:
        kvm = qemu.choose("kvm", "q")
        assert (kvm.claim, kvm.why) == ("kvm", "asked for, and a probe boot went well")
    assert tools.acceleration() == first


@pytest.mark.parametrize("words", [
    ["--accel", "kvm"], ["--machine", "q35,accel=kvm"],
    ["--qemu-arg", "-accel", "--qemu-arg", "kvm"],
    ["--accel", "tcg", "--qemu-arg", "-enable-kvm"]])
def test_kvm_asked_for_without_hardware_fails_at_once(monkeypatch, tmp_path, words):
    """However it is asked for; with the reason and what to do."""
    monkeypatch.setattr(qemu, "hardware_virtualisation", lambda: "")
    pretend_built(monkeypatch, tmp_path)
    done = qc("run", "--qemu", "/bin/true", "--out", tmp_path / "run", *words)
    assert done.exit_code == Status.MISSING
    assert NEITHER in done.output and "--accel tcg" in done.output
    assert not (tmp_path / "run").exists()


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
    monkeypatch.setattr(qemu, "PROBE_SECONDS",
                        1 if "1 s" in words else 30)
    told = tmp_path / "argv"
    if body is not None:
        fake_qemu(tmp_path, f"pathlib.Path({str(told)!r}).write_text("
                  f"' '.join(sys.argv[1:]))\n{body}", records)
    why = qemu.kvm_probe(str(tmp_path / "fake-qemu"))
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

    monkeypatch.setattr(qemu.Path, "read_text", text)
    assert qemu.hardware_virtualisation() == flag
