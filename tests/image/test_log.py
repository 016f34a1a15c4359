# SPDX-License-Identifier: MIT
"""What docs/log-format.md promises of every log, kept on odd command lines.

That a log holds no field which the schema does not name is checked of every
boot: tests/strict.py.
"""

import re

import pytest
from qemu import EXIT_FAILED, EXIT_OK, ICOUNT, boot

PROBE = "probe trust=tcg "
TEXT_MAX = 800  # kernel/log.h
NAME_MAX = 64


def test_each_boot_has_a_run_id_of_its_own():
    runs = [boot(PROBE, smp="1") for _ in range(2)]
    ids = {run.context["run"] for run in runs}
    assert len(ids) == 2
    assert all(re.fullmatch("[0-9a-f]{16}", name) for name in ids)


def test_counted_boots_share_theirs_and_the_options_are_part_of_it():
    def counted(options):
        return boot(options, smp="1", accel="tcg,thread=single",
                    extra=ICOUNT).context["run"]

    same = "probe trust=tcg-icount"
    assert counted(same) == counted(same)
    assert counted(same) != counted(same + " seed=7")


def test_a_panic_before_the_context_has_a_run_id():
    runs = [boot(PROBE + "fault=boot:ud", smp="1") for _ in range(2)]
    assert [r["record"] for r in runs[0].records] == ["panic", "end"]
    assert runs[0].records[0]["run"] != runs[1].records[0]["run"]


@pytest.mark.parametrize("name", ["trust", "lock", "zzz"])
def test_no_field_is_lost_to_a_long_option(name):
    """2,000 bytes that take six each in a record."""
    run = boot(f"probe {name}=" + "\udcff" * 2000, smp="1")
    assert run.status in (EXIT_OK, EXIT_FAILED)
    assert run.warned("line_too_long") == []
    assert run.context["cmdline_cut"] is True
    cmdline = run.context["cmdline"]
    assert cmdline.startswith(f"probe {name}=\xff\xff")
    assert cmdline.endswith("\xff...")
    escaped = len(cmdline) + 5 * cmdline.count("\xff")
    assert TEXT_MAX - 6 < escaped <= TEXT_MAX
    if name == "trust":
        claimed = run.context["trust_claimed"]
        assert run.context["trust_claimed_cut"] is True
        assert claimed == "\xff" * ((NAME_MAX - 3) // 6) + "..."
