# SPDX-License-Identifier: MIT
"""No sentence that a reader must guess at (DEFECTS, E 4), in image or host."""

import re

import pytest
from places import ROOT

#: What meant nothing to a reader, and what is said now.
UNCLEAR = {
    r"overtakes the plain loop at n = ": "Iterations from which X beats it",
    r"\(published: so\)": "(published: the figure)",
    r"%\w+ left\"": "what is left, with its unit and what of",
    r"one entry each": "An entry, all cores at one lock",
    r"\bThe same, ": "what is the same",
    r"\bn = -": "never",
    r"\"k = %": "so many a core",
    r"\bmin %[ul]": "so many workers at least",
    r"reined in": "of so many workers so many stay",
    r"of the looks\b": "whose looks",
    r"taken for blocking\b": "taken for blocked",
    r"there and another back": "there and one back",
}
TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"')
SOURCES = sorted([*(ROOT / "bench").rglob("*.c"),
                  *(ROOT / "tools/quietcore").rglob("*.py")])


def unclear(text: str) -> list[str]:
    """The phrases in a source's texts, those of two lines put together."""
    text = re.sub(r'"""(?:.|\n)*?"""', "", text)
    joined = re.sub(r'"\s*\n\s*"', "", text)
    said = "\n".join(TEXT.findall(joined))
    return [phrase for phrase in UNCLEAR if re.search(phrase, said)]


@pytest.mark.parametrize("folder", ["bench", "tools"])
def test_no_text_is_unclear(folder):
    found = {str(path.relative_to(ROOT)): unclear(path.read_text())
             for path in SOURCES if path.is_relative_to(ROOT / folder)}
    assert found and not {path: each for path, each in found.items() if each}


def test_the_check_sees_an_unclear_text():
    assert unclear('f("%s overtakes the plain "\n\t"loop at n = %s");') == [
        "overtakes the plain loop at n = "]
    assert unclear('"""The same, but."""\nsay("The same, but")') == [
        r"\bThe same, "]
    assert unclear('f("k = %u", k);') == [r"\"k = %"]
    assert unclear("/* The same, but */") == []
