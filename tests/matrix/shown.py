# SPDX-License-Identifier: MIT
"""What a machine that stays holds in memory: its log, and the screen's cells."""

from __future__ import annotations

from qemu import Machine, read_log, symbol

RING_SIZE = 65536
VGA_TEXT = 0xB8000
TEXT_BYTES = 2 * 80 * 25


def records_in_memory(machine: Machine) -> list[dict]:
    """The whole log, once it has its end; else none."""
    ring = machine.memory(symbol("log_ring"), RING_SIZE + 16)
    written = int.from_bytes(ring[8:16], "little")
    text = ring[16:16 + min(written, RING_SIZE)].decode("latin-1")
    return read_log(text) if '"record":"end"' in text else []


def cells_of(raw: bytes) -> list[list[tuple[int, int, int]]]:
    """Text memory's bytes, as picture.cells() has them."""
    found = [(code or 32, attribute & 15, attribute >> 4)
             for code, attribute in zip(raw[::2], raw[1::2])]
    return [found[at:at + 80] for at in range(0, len(found), 80)]


def shadow(machine: Machine) -> list[list[tuple[int, int, int]]]:
    """The cells of record."""
    return cells_of(machine.memory(symbol("screen_shadow"), TEXT_BYTES))


def alike(seen, wanted) -> bool:
    """Are they the same? A blank has no ink."""
    return all(s[0] == w[0] and s[2] == w[2] and s[1] in (-1, w[1])
               for seen_row, wanted_row in zip(seen, wanted)
               for s, w in zip(seen_row, wanted_row))


def status(machine: Machine) -> str:
    return "".join(chr(code) for code, _, _ in shadow(machine)[24])
