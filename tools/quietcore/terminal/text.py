# SPDX-License-Identifier: MIT
"""Text that is fit for a terminal: escaped, broken where a reader would; pictures of letters."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from rich.cells import cell_len, chop_cells

GLUE = "\ue000"  # a blank that no line ends at; plain() leaves none in a text
BRACKETS = re.compile(r"\([^()]*\)|\[[^][]*\]")
#: A number by itself and the blank before its unit.
NUMBER = re.compile(rf"(?<![^\s({GLUE}])([-+]?\d[\d.,]*[kMGT]?) (?=[^\s(\d])")


def plain(text: object) -> str:
    """Any text, foreign too, so that it prints as one line of what it says.

    What is not printable (control characters of C0 and C1, DEL, marks of direction, odd blanks)
    and the backslash are escaped as Python does it, so that two unlike texts stay unlike.
    """
    text = str(text)
    if text.isprintable() and "\\" not in text:
        return text
    return "".join(
        c if c.isprintable() and c != "\\"
        else c.encode("unicode_escape").decode() for c in text)


def file_text(name: object) -> str:
    """A file's name as text, whatever its bytes are and whatever the locale: what is no UTF-8 is
    escaped."""
    return os.fsencode(str(name)).decode("utf-8", "backslashreplace")


def glued(text: str, most: int) -> str:
    """Blanks that no line may end at replaced: between a number and its unit, around an equals
    sign, in brackets; where that makes at most so many columns."""
    text = text.replace(" = ", f"{GLUE}={GLUE}")
    text = NUMBER.sub(rf"\1{GLUE}", text)
    return " ".join(
        word if cell_len(word) <= most else word.replace(GLUE, " ")
        for word in BRACKETS.sub(
            lambda found: found[0].replace(" ", GLUE)
            if cell_len(found[0]) <= most else found[0], text).split(" "))


def wrapped(text: str, width: int, hang: int = 4) -> list[str]:
    """Lines of at most `width` columns, broken at blanks.

    Lines after the first begin with `hang` blanks. Only a word that is wider than a whole line is
    broken elsewhere; nothing is left out.
    """
    hang = min(hang, width // 2)
    lines, line = [], None
    for word in glued(text, width - hang).split(" "):
        longer = word if line is None else f"{line} {word}"
        if cell_len(longer) > width and line is not None and line.strip():
            lines.append(line)
            longer = " " * hang + word
        while cell_len(longer) > width:
            first = chop_cells(longer, width)[0]
            lines.append(first)
            longer = " " * hang + longer[len(first):]
        line = longer
    return [each.replace(GLUE, " ").rstrip() for each in [*lines, line or ""]]


def broken(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns as the image breaks them (bench/config/wrap.c): at the last
    blank that fits, else in a word."""
    lines = []
    while text:
        if cell_len(text) <= width:
            return [*lines, text]
        fits = chop_cells(text, width)[0]
        at = text.rfind(" ", 0, len(fits) + 1)
        at = at if at > 0 else len(fits)
        lines.append(text[:at])
        text = text[at:].lstrip(" ")
    return lines


def counted_list(names: list[str], columns: int) -> str:
    """`a, b and 7 more`, in so many columns: what does not fit is counted (bench/config/wrap.c).
    """
    shown = ""
    for at, name in enumerate(names):
        longer = f"{shown}, {name}" if shown else name
        left = len(names) - at - 1
        more = f" and {left} more" if left else ""
        if cell_len(longer + more) > columns:
            return f"{shown} and {left + 1} more" if shown else f"{left + 1} more"
        shown = longer
    return shown


BLOCKS = "▁▂▃▄▅▆▇█"
ASCII = "_.-=+*%#"   # where the output's encoding has no blocks
LINE, BLOCK = "#", "█"


def has_blocks(encoding: str | None) -> bool:
    """Can the output show them?"""
    try:
        BLOCKS.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


MOST = 12   # letters of a sparkline


def thinned(values: Sequence, most: int) -> Sequence:
    """At most so many of them, evenly, the first and the last among them."""
    last = len(values) - 1
    return values if last < most else [values[last * at // (most - 1)] for at in range(most)]


def sparkline(values: Sequence[float | None], encoding: str | None) -> str:
    """A letter a value, from the lowest to the highest; a blank for None. All equal: all the
    lowest."""
    steps = BLOCKS if has_blocks(encoding) else ASCII
    values = thinned(values, MOST)
    known = [value for value in values if value is not None]
    if not known:
        return ""
    low, high = min(known), max(known)
    scale = (len(steps) - 1) / (high - low) if high > low else 0
    return "".join(" " if value is None
                   else steps[round((value - low) * scale)]
                   for value in values)


def bar(share: float, columns: int, encoding: str | None) -> str:
    """That share of so many columns; what is not nothing has one at least."""
    length = max(round(share * columns), 1 if share > 0 else 0)
    return (BLOCK if has_blocks(encoding) else LINE) * length
