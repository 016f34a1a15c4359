# SPDX-License-Identifier: MIT
"""docs/report.md names every picture, and none that there is not."""

import re

from places import ROOT
from quietcore.report.pictures.catalogue import ENTRIES

PAGE = (ROOT / "docs/report.md").read_text()


def test_the_page_names_every_picture_and_no_other():
    table = PAGE[PAGE.index("| WHAT |"):PAGE.index("An experiment of your own")]
    cells = [row.split("|")[1] for row in table.splitlines()[2:] if row]
    named = re.findall(r"`([a-z0-9-]+)`", " ".join(cells))
    assert len(named) == len({*named})
    assert {*named} == {entry.name for entry in ENTRIES}
