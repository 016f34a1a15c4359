# SPDX-License-Identifier: MIT
"""Machines that need more than the core tools: a newer QEMU, Bochs."""

import subprocess

import bochs
import pytest
from verdicts import nothing_wrong
from places import ROOT
from qemu import Run, boot, disc_with, read_log
from whole_run import FEW, SHORT, check_whole_run

pytestmark = pytest.mark.full


# ---- a newer QEMU: x2APIC without KVM --------------------------------------------------


def test_x2apic_is_used_where_it_is(newer):
    run = boot(SHORT + FEW, qemu=newer)
    check_whole_run(run, 2)
    assert "apic=x2apic" in run.context["signs"]


def test_xapic_where_the_firmware_wants_no_x2apic(newer, tmp_path):
    data = tmp_path / "dmar"
    data.write_bytes(bytes([46, 2]) + bytes(10))
    table = ("-acpitable", f"sig=DMAR,data={data}")
    assert "apic=xapic" in boot("probe", qemu=newer, extra=table).context[
        "signs"]
    for wish, more in (("x2apic", table), ("xapic", ())):
        run = boot(f"probe apic={wish}", qemu=newer, extra=more)
        assert f"apic={wish}" in run.context["signs"]


def test_apic_ids_above_255(newer):
    run = boot("probe", smp="288", machine="q35", qemu=newer, memory=512,
               extra=("-device", "intel-iommu"), timeout=300)
    assert run.context["cores_started"] == 288
    ids = [i for r in run.of("context") for i in r["apic_ids"]]
    assert ids == list(range(288))
    parts = [(r["part"], r["parts"]) for r in run.of("context")]
    assert parts == [(n, len(parts)) for n in range(1, len(parts) + 1)]
    assert len(parts) > 1


def test_qc_counts_instructions_with_a_newer_qemu(newer, tmp_path):
    """Its x2APIC cannot be used then: `Bad icount read`."""
    done = subprocess.run(
        [ROOT / "tools" / "qc", "run", "--accel", "icount", "--qemu", newer,
         "--smp", "2", "--bench", "lock", "--args", "variant=tas rounds=1",
         "--out", tmp_path / "run"], capture_output=True, text=True,
        timeout=300, check=False)
    assert done.returncode == 0 and "Run ok" in done.stdout, done.stderr


# ---- Bochs: an independent machine -----------------------------------------------------

@pytest.mark.skipif(bool(bochs.missing()), reason="bochs is not installed")
@pytest.mark.parametrize("cores", [pytest.param(
    1, marks=pytest.mark.nightly), 2])
def test_bochs_runs_the_same_disc(tmp_path, cores):
    disc = disc_with("budget=20 samples=50 rounds=2 end=stay bench=floor,"
                     "timer,lock,queue,switch,spawn,wake " + FEW, tmp_path)
    with bochs.display() as screen:
        text = bochs.boot(disc, tmp_path, screen, f"count={cores}")
    run = Run(0, text, read_log(text))
    assert run.end["status"] == "ok" and run.of("panic") == []
    assert run.context["trust"] == "bochs"
    assert run.context["hypervisor"] == ""
    assert "EMULATED" in run.text
    assert run.context["cores_started"] == cores
    assert nothing_wrong(run.of("validation"))
    assert {r["cores"] for r in run.of("result")} == set(range(1, cores + 1))
