# SPDX-License-Identifier: MIT
"""Which accelerator is taken, and that a software KVM never is."""

import os

import pytest
from fake_machine import pretend_built
from in_process import qc
from quietcore.running import accelerator
from quietcore.status import Status


@pytest.fixture
def no_hardware(monkeypatch):
    monkeypatch.setattr(accelerator, "hardware_virtualisation", lambda: "")


@pytest.fixture
def hardware(monkeypatch):
    monkeypatch.setattr(accelerator, "hardware_virtualisation", lambda: "svm")
    monkeypatch.setattr(os, "access", lambda *_: True)
    monkeypatch.setattr(accelerator, "kvm_probe", lambda _: "")


def test_auto_does_not_take_kvm_without_hardware(no_hardware):
    chosen = accelerator.choose("auto", "qemu")
    assert chosen.name == "tcg" and "neither vmx nor svm" in chosen.why


def test_auto_does_not_take_kvm_when_the_probe_fails(hardware, monkeypatch):
    assert accelerator.choose("auto", "qemu").claim == "kvm"
    monkeypatch.setattr(accelerator, "kvm_probe", lambda _: "a probe hung")
    chosen = accelerator.choose("auto", "qemu")
    assert chosen.name == "tcg" and "a probe hung" in chosen.why


@pytest.mark.parametrize("words", [
    ["--accel", "kvm"], ["--machine", "q35,accel=kvm"],
    ["--qemu-arg", "-accel", "--qemu-arg", "kvm"],
    ["--accel", "tcg", "--qemu-arg", "-enable-kvm"]])
def test_kvm_asked_for_without_hardware_fails_at_once(no_hardware, tmp_path,
                                                      monkeypatch, words):
    """However it is asked for; with the reason and what to do."""
    pretend_built(monkeypatch, tmp_path)
    done = qc("run", "--qemu", "/bin/true", "--out",
              tmp_path / "run", *words)
    assert done.exit_code == Status.MISSING
    assert "neither vmx nor svm" in done.output
    assert "--accel tcg" in done.output
    assert not (tmp_path / "run").exists()


def test_kvm_asked_for_is_probed_first(hardware, monkeypatch):
    assert accelerator.choose("kvm", "qemu").claim == "kvm"
    monkeypatch.setattr(accelerator, "kvm_probe", lambda _: "a probe hung")
    with pytest.raises(accelerator.NoAccelerator, match="a probe hung"):
        accelerator.choose("kvm", "qemu")


def test_doctor_tells_tools_and_accelerator():
    done = qc("doctor")
    assert done.exit_code in (Status.OK, Status.MISSING)
    for word in ("NASM", "QEMU", "ACCEL=auto takes"):
        assert word in done.output
