# SPDX-License-Identifier: MIT
"""The unit that figures are shown in: the log's own, or nanoseconds."""

from __future__ import annotations

from typing import NamedTuple

from quietcore.log.trust import banner

UNITS = ("ticks", "ns")  # what a user may ask for


class Unit(NamedTuple):
    """What figures are shown in."""

    name: str             # "ticks", "instructions", "ns", "emulated ns"
    factor: float = 1.0   # times the record's figure

    def of(self, value: float | None) -> float | None:
        """A record's figure in this unit; None stays."""
        return None if value is None else value * self.factor

    def like(self, other: Unit) -> bool:
        """Can figures in both be divided? Emulated ns are ns."""
        return self.name.removeprefix("emulated ") == other.name.removeprefix("emulated ")


def unit_of(record: dict, context: dict, wanted: str) -> Unit:
    """In what a record's figures are shown where `wanted` was asked for.

    Nanoseconds only of ticks whose frequency is known. Instructions are neither.
    """
    unit = record.get("unit") or "ticks"
    hz = context.get("tsc_hz") or 0
    if wanted != "ns" or unit != "ticks" or hz <= 0:
        return Unit(unit)
    return Unit("emulated ns" if banner(context) else "ns", 1e9 / hz)


def units_of(records: list[dict], context: dict, wanted: str) -> str:
    """The names of the units of some records, in words."""
    return " or ".join(dict.fromkeys(unit_of(r, context, wanted).name for r in records))


def refusal(records: list[dict], context: dict, wanted: str) -> str:
    """Why nanoseconds were asked for and are not shown; "" otherwise."""
    if wanted != "ns" or not records:
        return ""
    if not (context.get("tsc_hz") or 0) > 0:
        return "No nanoseconds: the log does not know the clock's frequency."
    if any((r.get("unit") or "ticks") != "ticks" for r in records):
        return "No nanoseconds: the log counts instructions, not time."
    return ""
