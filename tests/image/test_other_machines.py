# SPDX-License-Identifier: MIT
"""A newer QEMU, which has x2APIC without KVM. More of it, and Bochs: tests/matrix."""

import subprocess

import pytest
from places import ROOT
from qemu import boot

pytestmark = pytest.mark.full


def test_xapic_where_the_firmware_wants_no_x2apic(newer, tmp_path):
    data = tmp_path / "dmar"
    data.write_bytes(bytes([46, 2]) + bytes(10))
    table = ("-acpitable", f"sig=DMAR,data={data}")
    assert "apic=xapic" in boot("probe", qemu=newer, extra=table).context[
        "signs"]
    for wish, more in (("x2apic", table), ("xapic", ())):
        run = boot(f"probe apic={wish}", qemu=newer, extra=more)
        assert f"apic={wish}" in run.context["signs"]


def test_qc_counts_instructions_with_a_newer_qemu(newer, tmp_path):
    """Its x2APIC cannot be used then: `Bad icount read`."""
    done = subprocess.run(
        [ROOT / "tools" / "qc", "run", "--accel", "icount", "--qemu", newer,
         "--smp", "2", "--bench", "lock", "--args", "variant=tas rounds=1",
         "--out", tmp_path / "run"], capture_output=True, text=True,
        timeout=300, check=False)
    assert done.returncode == 0 and "Run ok" in done.stdout, done.stderr
