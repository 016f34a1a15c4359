# SPDX-License-Identifier: MIT
"""What docs/log-format.md promises of every log, kept on odd command lines.

That a log holds no field which the schema does not name is checked of every
boot: tests/our_records.py.
"""

import fcntl
import os
import re
import subprocess
import time

import pytest
from qemu import EXIT_OK, boot, counted, qemu_command, read_log

PROBE = "probe trust=tcg "
TEXT_MAX = 800  # kernel/log.h
NAME_MAX = 64


def test_each_boot_has_a_run_id_of_its_own():
    """One that panics before its context, too: test_faults.py."""
    assert len({boot(PROBE, smp="1").context["run"] for _ in range(2)}) == 2


@pytest.mark.full
def test_counted_boots_share_theirs_and_the_options_are_part_of_it():
    first, second, other = (counted(*words).context["run"] for words in (
        ("probe", 1), ("probe", 2), ("probe seed=7", 1)))
    assert first == second != other


def test_no_field_is_lost_to_a_long_option():
    """2,000 bytes that take six each in a record."""
    run = boot("probe trust=" + "\udcff" * 2000, smp="1")
    assert run.status == EXIT_OK and run.warned("line_too_long") == []
    assert run.context["cmdline_cut"] is run.context["trust_claimed_cut"] is True
    cmdline = run.context["cmdline"]
    assert cmdline.startswith("probe trust=\xff\xff")
    assert cmdline.endswith("\xff...")
    escaped = len(cmdline) + 5 * cmdline.count("\xff")
    assert TEXT_MAX - 6 < escaped <= TEXT_MAX
    assert run.context["trust_claimed"] == "\xff" * ((NAME_MAX - 3) // 6) + "..."


# ---- a slow line -----------------------------------------------------------------

RAW = "bench=lock variant=ticket*,mcs rounds=3 samples=1500 samples=raw trust=tcg "
THIN_ROWS = 16  # bench/report/thin.h


def check_thinned(series: list[dict]):
    """The first, each k-th and the last row of a round, in its order."""
    assert series
    for record in series:
        assert record["thinned"] > 1 and len(record["rows"]) <= THIN_ROWS


def slow_read(options: str, bytes_a_second: int, seconds: float) -> str:
    """Boots with a reader of the serial line that takes its time."""
    command = [*qemu_command(options, smp="1"), "-serial", "stdio",
               "-monitor", "none"]
    end, text = time.monotonic() + seconds, b""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE) as process:
        fcntl.fcntl(process.stdout, fcntl.F_SETPIPE_SZ, 4096)
        try:
            while piece := os.read(process.stdout.fileno(),
                                   bytes_a_second // 10):
                if time.monotonic() > end:
                    raise TimeoutError(f"no end after {seconds} s")
                text += piece
                time.sleep(0.1)
        finally:
            process.kill()
    return text.decode(errors="replace")


def test_a_slow_line_is_noticed():
    """A real one at 115,200 baud; as many bytes come before it is known."""
    records = read_log(slow_read(RAW, 11520, 240))
    [warning] = [r for r in records if r.get("code") == "log_thinned"]
    assert re.match(r"the line takes \d+ bytes a second", warning["text"])
    series = [r for r in records if r["record"] == "series"]
    check_thinned([s for s in series if s["seq"] > warning["seq"]])
    assert not any("thinned" in s for s in series
                   if s["seq"] < warning["seq"])
