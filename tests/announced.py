# SPDX-License-Identifier: MIT
"""Names that sources announce to a registry, read from the sources."""

import re

from places import ROOT


def announced(folder: str, word: str) -> set[str]:
    """The names behind WORD(name, ...) and WORD_AS(..., "name", ...)."""
    text = "\n".join(p.read_text() for p in (ROOT / folder).glob("*.c"))
    found = re.findall(rf'^{word}(?:\((\w+)|_AS\(\w+,\s*"([\w/]+)"),', text,
                       re.MULTILINE)
    return {plain or quoted for plain, quoted in found}
