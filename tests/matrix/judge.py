# SPDX-License-Identifier: MIT
"""Is what a machine left what its row expects? Each objection is a sentence."""

from __future__ import annotations

import functools
import re
import subprocess

from machine import Seen
from places import BUILD, ROOT
from qemu import HOST_BUSY, read_log
from table import Row

#: Of a machine; others are of experiments, and of their figures.
CODE = re.compile(r'\b(?:log_warning|warnings_add)\(\s*"(\w+)"')
#: What is said where a busy host kept the clock from being found.
UNKNOWN = {"no_clock", "clock_unsteady"}
WITHIN = 0.01
#: By what is expected: the field of a core's record, and what tells two apart.
PLACES = {"packages": ("package",), "dies": ("package", "die"),
          "modules": ("package", "die", "module"), "threads": ("thread",),
          "nodes": ("node",)}
MIB = 1 << 20


@functools.cache
def machine_codes() -> set[str]:
    return {code for path in (ROOT / "kernel").rglob("*.c")
            for code in CODE.findall(path.read_text())}


@functools.cache
def host_hz() -> int:
    """Of the host's time stamp, which TCG hands on."""
    done = subprocess.run([BUILD / "quietcore-hosted", "probe"], check=True,
                          capture_output=True, text=True, timeout=60)
    return read_log(done.stdout)[0]["tsc_hz"]


def of(seen: Seen, kind: str) -> list[dict]:
    return [r for r in seen.records if r["record"] == kind]


def of_run(row: Row, seen: Seen) -> list[str]:
    end, wrong = seen.records[-1], []
    if end["status"] != "ok" or of(seen, "panic"):
        wrong.append(f"it ended with {end['status']}, {of(seen, 'panic')}")
    if "probe" not in row.options and not of(seen, "result"):
        wrong.append("nothing was measured")
    if any(v["verdict"] == "failed" for v in of(seen, "validation")):
        wrong.append("a validation failed")
    by = "memory" if row.expected["port"] == "none" \
        or "no_serial" in row.warnings else "line"
    if seen.by != by:
        wrong.append(f"the log came by {seen.by}")
    return wrong


def of_cores(row: Row, seen: Seen) -> list[str]:
    context, wrong = of(seen, "context")[0], []
    wanted = int(row.expected["cores"])
    if context["cores_started"] != wanted:
        wrong.append(f"{context['cores_started']} cores started")
    cores = [c for c in of(seen, "core") if c["state"] == "started"]
    if len(cores) != wanted:
        wrong.append(f"{len(cores)} cores have records")
    for what, fields in PLACES.items():
        number = len({tuple(core[field] for field in fields)
                      for core in cores})
        if row.expected[what] not in ("", str(number)):
            wrong.append(f"{number} {what}")
    return wrong


def of_clock(row: Row, seen: Seen) -> list[str]:
    context, wanted = of(seen, "context")[0], row.expected["clock"]
    told = {w["code"] for w in of(seen, "warning")} & UNKNOWN
    if not context["tsc_hz"]:
        return [] if told else ["the clock is unknown, and nobody says so"]
    if wanted == "none":
        return ["it has a clock"]
    right = host_hz() if wanted == "host" else int(wanted)
    if abs(context["tsc_hz"] - right) > WITHIN * right:
        return [f"the clock is {context['tsc_hz']} Hz ({context['tsc_source']})"
                f" and not {right}"]
    return []


def of_facts(row: Row, seen: Seen) -> list[str]:
    context, wrong = of(seen, "context")[0], []
    if context["trust"] != row.expected["label"]:
        wrong.append(f"its label is {context['trust']}")
    mib, wanted = context["memory_bytes"] / MIB, row.expected["memory"]
    if wanted and not 0.6 * int(wanted) <= mib <= int(wanted):
        wrong.append(f"it has {mib:.1f} MiB")
    codes = {w["code"] for w in of(seen, "warning")} & machine_codes()
    odd = (codes ^ row.warnings) - HOST_BUSY
    if row.expected["clock"] != "none" and codes & UNKNOWN:
        odd -= UNKNOWN | {"clock_unchecked"}
    if odd:
        wrong.append("warnings too many or too few: "
                     + ", ".join(sorted(odd)))
    return wrong


def of_screen(row: Row, seen: Seen) -> list[str]:
    if row.expected["screen"] == "none":
        return []
    if seen.screen:
        return [f"screen: {seen.screen}"]
    if not any("quietcore" in line for line in seen.page):
        return ["the screen does not name quietcore"]
    return []


def judge(row: Row, seen: Seen) -> list[str]:
    """What is wrong; nothing where all is right."""
    if seen.died:
        return [seen.died]
    if row.expected["says"]:
        return [f"screen: {seen.screen}"] if seen.screen else []
    if not of(seen, "context"):
        return [f"its log has no context: {of(seen, 'panic')}"]
    return [objection for part in (of_run, of_cores, of_clock, of_facts,
                                   of_screen) for objection in part(row, seen)]
