# SPDX-License-Identifier: MIT
"""The rows of rows.txt, made of the pieces of pieces.txt."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
EMULATORS = ("q7", "q10", "bochs")
#: Begins a word that goes to the image, not to the emulator.
TO_IMAGE = "image:"
#: What may be expected, and what is where neither row nor piece says so.
USUAL = {"cores": "2", "clock": "host", "label": "tcg",
         "screen": "text", "port": "yes", "memory": "", "packages": "",
         "dies": "", "modules": "", "threads": "", "nodes": "", "warn": "",
         "says": "", "monitor": "", "seconds": "300",
         "cannot": ""}
#: In make test; in make test-full.
QUICK, FULL = "*", "+"


class BadTable(ValueError):
    """A line of the tables that says nothing."""


@dataclass(frozen=True)
class Row:
    """One machine, and what is expected of it."""

    name: str
    axis: str
    mark: str                  # QUICK, FULL or ""
    emulator: str
    pieces: tuple[str, ...]
    arguments: tuple[str, ...]
    options: tuple[str, ...]   # of the image
    expected: dict[str, str] = field(hash=False)

    def words(self, kind: str) -> str:
        """What is said by `says` or `monitor`."""
        return self.expected[kind].replace("_", " ")

    @property
    def warnings(self) -> set[str]:
        return set(self.expected["warn"].split(",")) - {""}

    def __str__(self) -> str:
        """What it is, as the table of docs/hardware.md says it."""
        return " ".join([*self.pieces, *self.arguments, *self.options])


def expectations(text: str) -> dict[str, str]:
    """Words like cores=2."""
    found = dict(word.split("=", 1) for word in text.split())
    if not found.keys() <= USUAL.keys():
        raise BadTable(f"nothing is called {found.keys() - USUAL.keys()}")
    return found


def lines(name: str) -> list[str]:
    text = (HERE / name).read_text().splitlines()
    return [line for line in text if line and not line.startswith("#")]


def pieces() -> dict[str, tuple[list[str], dict[str, str]]]:
    """By name: arguments, and what they make expected."""
    found = {}
    for line in lines("pieces.txt"):
        words, _, expected = line.partition("=>")
        name, *arguments = words.split()
        found[name] = arguments, expectations(expected)
    return found


def one_row(line: str, axis: str, known: dict) -> Row:
    left, _, expected = line.partition("=>")
    name, made_of, further = (*re.split(r"\s{2,}", left.strip(), maxsplit=2),
                              "")[:3]
    emulator, *names = made_of.split()
    if emulator not in EMULATORS or not known.keys() >= set(names):
        raise BadTable(f"{name}: no emulator or piece: {made_of}")
    words, wanted = [], dict(USUAL)
    for piece in (emulator, *names):
        words += known[piece][0]
        wanted |= known[piece][1]
    words += further.split()
    wanted |= expectations(expected)
    to_image = [word.removeprefix(TO_IMAGE) for word in words
                if word.startswith(TO_IMAGE)]
    rest = [word for word in words if not word.startswith(TO_IMAGE)]
    return Row(name.strip(QUICK + FULL), axis, name[0] if name[0] in
               QUICK + FULL else "", emulator, (emulator, *names),
               tuple(rest), tuple(to_image), wanted)


def each_of(line: str) -> list[str]:
    """name-{a,b} with {} further on: a line for a, and one for b."""
    name, *rest = re.split(r"(?<=\S)(?=\s)", line, maxsplit=1)
    listed = re.search(r"\{(.+)\}", name)
    if not listed:
        return [line]
    return [name.replace(listed[0], word) + rest[0].replace("{}", word)
            for word in listed[1].split(",")]


def rows() -> list[Row]:
    """All of them, in their order."""
    known, found, axis = pieces(), [], ""
    for line in lines("rows.txt"):
        if line.startswith("["):
            axis = line.strip("[]")
        else:
            found += [one_row(each, axis, known) for each in each_of(line)]
    return found
