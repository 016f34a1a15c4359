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
from qemu import (EXIT_FAILED, EXIT_OK, boot, counted, qemu_command,
                  read_log)

PROBE = "probe trust=tcg "
TEXT_MAX = 800  # kernel/log.h
NAME_MAX = 64


@pytest.mark.parametrize("options", [PROBE, PROBE + "fault=boot:ud"])
def test_each_boot_has_a_run_id_of_its_own(options):
    """A panic before the context, too."""
    ids = {boot(options, smp="1").records[0]["run"] for _ in range(2)}
    assert len(ids) == 2
    assert all(re.fullmatch("[0-9a-f]{16}", name) for name in ids)


@pytest.mark.full
def test_counted_boots_share_theirs_and_the_options_are_part_of_it():
    first, second, other = (counted(*words).context["run"] for words in (
        ("probe", 1), ("probe", 2), ("probe seed=7", 1)))
    assert first == second != other


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


# ---- a slow line -----------------------------------------------------------------

RAW = "bench=lock variant=ticket*,mcs rounds=3 samples=1500 samples=raw trust=tcg "
THIN_ROWS = 16  # bench/report/thin.h


def check_thinned(series: list[dict]):
    """The first, each k-th and the last row of a round, in its order."""
    assert series
    for record in series:
        assert record["thinned"] > 1 and len(record["rows"]) <= THIN_ROWS


def test_a_thin_log_says_so_and_leaves_out_rows_only():
    whole, thin = (boot(RAW + f"series={how} histogram", smp="1")
                   for how in ("whole", "thin"))
    assert whole.warned("log_thinned") == []
    assert not any("thinned" in r for r in whole.records)
    assert len(thin.warned("log_thinned")) == 1
    check_thinned(thin.of("series"))
    for kind in ("result", "validation"):
        assert len(thin.of(kind)) == len(whole.of(kind)) > 0
    for result, histogram in zip(thin.of("result"), thin.of("histogram")):
        assert len(histogram["bins"]) <= THIN_ROWS
        # Merged, not dropped: each sample is in one of them.
        assert sum(count for _, count in histogram["bins"]) == result["n"]
    for result in thin.of("result"):
        rows = [r for s in thin.of("series") if s["params"] == result["params"]
                for r in s["rows"]]
        assert {round_number for _, round_number, _ in rows} == \
            set(range(len(result["rounds"])))


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
