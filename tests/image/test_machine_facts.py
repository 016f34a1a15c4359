# SPDX-License-Identifier: MIT
"""What the log says of machine, memory and caches."""

import pytest
from qemu import boot

NAMES = ("maker", "product", "board", "firmware")
#: A type and its texts, as QEMU's SMBIOS tables are told to hold them.
SOLD = ("-smbios", "type=0,vendor=Firm,version=1.2,date=03/01/2021",
        "-smbios", "type=1,manufacturer=Maker,product=Product 3,"
        "serial=SECRET1,uuid=12345678-1234-1234-1234-123456789abc",
        "-smbios", "type=2,product=Board,serial=SECRET2")


#: QEMU's translator has no newer cache leaf of AMD's.
INTEL = "Icelake-Server"


def names_of(run) -> tuple:
    return tuple(run.context[name] for name in NAMES)


@pytest.mark.parametrize("machine", ["pc", "q35,smbios-entry-point-type=64"])
def test_the_firmware_s_names_are_in_the_log_and_no_serial_number(machine):
    """By the entry point of 32 bits and by that of 64."""
    run = boot("probe", machine=machine, smp="1", extra=SOLD)
    assert names_of(run) == ("Maker", "Product 3", "Board",
                             "Firm 1.2 03/01/2021")
    assert "SECRET" not in run.text and "123456789abc" not in run.text
    assert not run.warned("smbios_damaged")


def test_placeholders_and_what_is_not_there_are_null():
    run = boot("probe", smp="1", extra=(
        "-smbios", "type=1,manufacturer=To Be Filled By O.E.M.,"
        "product=System Product Name", "-smbios", "type=2,product= "))
    assert names_of(run)[:3] == (None, None, None)
    run = boot("probe", machine="microvm", smp="1")
    assert names_of(run) == (None,) * 4
    assert not run.warned("smbios_damaged")


@pytest.mark.parametrize("machine, watchdog", [
    ("pc", "nmi"), ("q35", "nmi"), ("pc,hpet=off", "timer"),
    ("pc,acpi=off", "timer"), ("microvm", "timer")])
def test_the_kind_of_watchdog_is_in_the_log(machine, watchdog):
    """Without ACPI nobody tells where the HPET is; a microvm has none."""
    run = boot("probe", machine=machine, smp="1")
    assert run.context["watchdog"] == watchdog


def test_the_memory_map_holds_all_memory():
    run = boot("probe", smp="1", memory=5120, machine="q35")
    ranges = [r for part in run.of("context") for r in part["memory_map"]]
    usable = [(base, length) for base, length, kind in ranges if kind == 1]
    total = sum(length for _, length in usable)
    assert 5100 << 20 < total <= 5120 << 20
    assert 0 <= total - run.context["memory_bytes"] < 1 << 20
    assert any(base == 4 << 30 for base, _ in usable)
    assert {kind for _, _, kind in ranges} >= {1, 2}


def test_caches_tell_which_cores_share_them():
    """QEMU's packages have a third level of their own."""
    run = boot("probe", smp="4,sockets=2,cores=2", cpu=INTEL)
    caches = run.context["caches"]
    assert [(c["level"], c["type"]) for c in caches] == [
        (1, "data"), (1, "code"), (2, "unified"), (3, "unified")]
    assert [c["shared"] for c in caches] == [1, 1, 1, 2]
    assert all(c["bytes"] > 0 and c["line"] == 64 and c["ways"] > 0
               for c in caches)


def test_caches_of_amd_s_older_leaves():
    """QEMU's translator has neither of the newer ones for this processor."""
    run = boot("probe", smp="2", cpu="phenom")
    assert [(c["level"], c["type"], c["bytes"] >> 10, c["ways"], c["shared"])
            for c in run.context["caches"]] == [
        (1, "data", 64, 2, 1), (1, "code", 64, 2, 1),
        (2, "unified", 512, 16, 1), (3, "unified", 16384, 16, 2)]


def test_a_processor_that_tells_nothing_of_its_caches():
    run = boot("probe", smp="1", cpu="max,level=1,xlevel=0x80000004")
    assert run.context["caches"] is None


def test_dies_are_told_apart():
    run = boot("probe", smp="4,sockets=1,dies=2,cores=2",
               cpu=INTEL)
    places = [(c["package"], c["die"], c["core_id"]) for c in run.of("core")]
    assert places == [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)]
    assert {c["module"] for c in run.of("core")} == {None}
