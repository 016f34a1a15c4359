# SPDX-License-Identifier: MIT
"""What a run says of its machine: who made it, its memory, its caches, its noise."""

from __future__ import annotations

from collections.abc import Iterable

from quietcore.log.reading import Run
from quietcore.log.trust import lesser
from quietcore.terminal.numbers import counted

KINDS = {"data": "data", "code": "code", "unified": ""}
UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")
USABLE = 1  # by Multiboot


def size(count: int) -> str:
    """Bytes in the largest unit that leaves one at least: `31.9 GiB`."""
    value, unit = float(count), 0
    while value >= 1024 and unit + 1 < len(UNITS):
        value, unit = value / 1024, unit + 1
    return f"{value:.1f}".removesuffix(".0") + f" {UNITS[unit]}"


def microcode(run: Run) -> str:
    """Each revision that a core has; "" where none is known."""
    found = {core["microcode"]: None for core in run.of("core") if core.get("microcode")}
    return " and ".join(found)


def machine_line(run: Run) -> str:
    """Maker, product, board, firmware and whether its services are kept, microcode; "" where none
    is known."""
    context = run.context
    names = [context.get(name) for name in ("maker", "product")]
    parts = [" ".join(name for name in names if name)]
    if context.get("board"):
        parts.append(f"board {context['board']}")
    if context.get("firmware"):
        parts.append(f"firmware {context['firmware']}")
    if context.get("boot_services"):
        parts.append(f"boot services {context['boot_services']}")
    if microcode(run):
        parts.append(f"microcode {microcode(run)}")
    text = ", ".join(part for part in parts if part)
    return f"Machine: {text}" if text else ""


def cache_text(cache: dict) -> str:
    """`L2 512 KiB by 2`: what it holds and how many cores share it."""
    name = f"L{cache['level']} {KINDS[cache['type']]}".strip()
    shared = cache.get("shared", 0)
    return f"{name} {size(cache['bytes'])}" + (f" by {shared}" if shared > 1 else "")


def memory_line(run: Run) -> str:
    """Usable memory, the map's ranges, caches; "" where none is known."""
    parts, context = [], run.context
    if context.get("memory_bytes"):
        parts.append(f"{size(context['memory_bytes'])} usable")
    ranges = [each for record in run.each("context") for each in record.get("memory_map") or []]
    if ranges:
        usable = sum(kind == USABLE for _, _, kind in ranges)
        parts.append(f"{usable} of {counted(len(ranges), 'range')}")
    caches = context.get("caches") or []
    if caches:
        parts.append("caches of core 0: " + ", ".join(map(cache_text, caches)))
    return f"Memory: {'; '.join(parts)}" if parts else ""


def build_line(context: dict) -> str:
    """What was run, on which kind of machine."""
    dirty = "+changes" if context["dirty"] else ""
    return f"quietcore {context['version']} ({context['git']}{dirty})  " \
        f"{context['machine']} machine  trust: {lesser(context)}"


def worst_grades(records: Iterable[dict]) -> dict[int, str]:
    """The worst grade of each core in records of noise."""
    worst: dict[int, str] = {}
    for record in records:
        for core, grade in zip(record["cores"], record["grade"]):
            worst[core] = max(worst.get(core, "A"), grade)
    return worst
