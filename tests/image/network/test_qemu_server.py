# SPDX-License-Identifier: MIT
"""Booted from QEMU's own TFTP server, which takes no files: docs/netboot.md."""

import pytest
from places import BUILD
from qemu import EXIT_OK, boot
from quietcore.running.qemu_here import find_ovmf

pytestmark = [pytest.mark.full,
              pytest.mark.skipif(not find_ovmf(), reason="no OVMF")]


def test_a_server_that_does_not_answer_is_said_and_the_run_goes_on():
    """It drops what asks it to write; nobody refuses anything."""
    run = boot("probe", firmware="uefi net", machine="q35", memory=512, extra=(
        "-netdev", f"user,id=net,tftp={BUILD / 'netboot'},"
        "bootfile=quietcore.efi", "-device",
        "virtio-net-pci,netdev=net,bootindex=0,romfile="))
    assert run.status == EXIT_OK
    [warning] = run.warned("log_not_kept")
    assert "the server does not answer" in warning["text"]
    assert run.context["boot_services"] == "kept"
