# SPDX-License-Identifier: MIT
"""Prints how fast and how small things are, beside what we hold ourselves to.

Nothing is asserted: a loaded machine is no defect. `make speed` runs it.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT / "tools"), str(ROOT / "tests" / "tools"),
             str(ROOT / "tests" / "image"), str(ROOT / "tests")]

import make_log  # noqa: E402
import qemu as boots  # noqa: E402
from places import python_of, weight  # noqa: E402
from quietcore.log.reading import read_stream  # noqa: E402
from quietcore.places import elf, iso  # noqa: E402
from quietcore.running.follower import Limits  # noqa: E402
from quietcore.running.outcome import run_machine  # noqa: E402
from quietcore.running.qemu import TCG, Machine  # noqa: E402
from quietcore.running.qemu_here import find_qemu  # noqa: E402
from quietcore.status import Status  # noqa: E402
from sizes import rooms  # noqa: E402
from speed_logs import Row, over_logs  # noqa: E402

BIG_LOG_MB = 100
LONGEST_RUN = 300       # seconds of the quick run


def quick_run(folder: Path) -> list[Row]:
    """One quick suite with two cores."""
    machine = Machine(find_qemu(""), "suite=quick trust=tcg", 2, "q35", 512,
                      "direct", TCG, False, folder / "serial.log")
    outcome = run_machine(machine, Limits(LONGEST_RUN))
    if outcome.status != Status.OK:
        sys.exit(f"speed: the quick run did not go well ({outcome.reason}): "
                 "make run shows more; a quieter machine may help")
    [run] = outcome.runs
    lines = (folder / "serial.log").read_bytes().splitlines(keepends=True)
    size = sum(map(len, lines))
    records = sum(len(line) for line in lines if line.startswith(b"{"))
    single = next(r for r in run.of("result") if r["batch"] == 1)
    apart = [abs(r["accumulate_mean"] / r["mean"] - 1)
             for r in run.of("result")
             if r["cores"] == 1 and "accumulate_mean" in r]
    return [
        ("quick suite, SMP=2, TCG", f"{outcome.seconds:.1f} s", "30 s"),
        ("  until its first record", f"{outcome.first_record:.2f} s", "2 s"),
        ("  its log's records", f"{records:,} bytes", "400,000 bytes"),
        ("  and what people read between them", f"{size - records:,} bytes", ""),
        ("  harness cost of a sample", f"{single['overhead']} ticks", ""),
        ("  record pass / accumulate pass, one core, worst",
         f"{100 * max(apart):.1f} % apart", ""),
    ]


def many_cores() -> list[Row]:
    """Sixty-four cores up."""
    begin = time.monotonic()
    run = boots.boot("probe", smp="64")
    return [(f"{run.context['cores_started']} cores up, TCG",
             f"{time.monotonic() - begin:.1f} s", "10 s")]


def sizes() -> list[Row]:
    """What is loaded, the disc, and what is installed to print a table."""
    loaded = boots.symbol("image_load_end") - boots.symbol("image_start")
    by_room = rooms(elf().parent / "image")
    return [*((f"{name}: code and constants", f"{is_now:,} bytes",
               f"{budget:,} bytes")
              for name, (is_now, budget) in by_room.items()),
            ("image, loaded", f"{loaded:,} bytes", ""),
            ("ELF with symbols", f"{elf().stat().st_size:,} bytes", ""),
            ("disc", f"{iso().stat().st_size:,} bytes", "12 MB"),
            ("Python environment of qc",
             f"{weight(python_of('core').parents[1]) / 1e6:.1f} MB", "30 MB")]


def parsing(folder: Path) -> list[Row]:
    """A very long log, as `qc parse` reads it."""
    path = folder / "big.log"
    body = [make_log.result(cores=i % 64) for i in range(2000)]
    with path.open("wb") as out:
        seq, written = 0, 0
        records = make_log.records(body)
        while written < BIG_LOG_MB << 20:
            for record in records[:-1] if seq == 0 else records[1:-1]:
                written += out.write(make_log.line(record | {"seq": seq}))
                seq += 1
        end = records[-1] | {"seq": seq, "records": seq + 1,
                             "results": seq - 1}
        out.write(make_log.line(end))
    begin = time.monotonic()
    with path.open("rb") as stream:
        [run] = read_stream(stream)
    seconds = time.monotonic() - begin
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    state = "whole" if run.complete else run.problems[0]
    return [(f"parsing {BIG_LOG_MB} MB ({len(run.lines):,} records, {state})",
             f"{seconds:.1f} s, {peak} MB", "20 s, 500 MB")]


def main() -> None:
    print("This takes some ten minutes; no part of it more than two, but the "
          "run at most five.", flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        first = quick_run(folder)
        for rows in ([("what", "is", "should be at most")], first,
                     over_logs(folder, folder / "serial.log"), parsing(folder),
                     many_cores(), sizes()):
            for what, is_now, most in rows:     # the next one may take two minutes
                print(f"{what:<52}  {is_now:<20}  {most}".rstrip(), flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
