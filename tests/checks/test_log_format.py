# SPDX-License-Identifier: MIT
"""docs/log-records.md is what the fields' source says; docs/log-format.md names
the sources' warnings."""

import re

from places import ROOT
from quietcore.log.fields import markdown
from quietcore.running.reasons import GRAVE, HARMLESS, WRONG_WORD


def test_the_document_is_written_from_the_source():
    """tools/qc list schema --format markdown >docs/log-records.md"""
    assert (ROOT / "docs" / "log-records.md").read_text() == markdown()


# ---- codes of warnings -------------------------------------------------------

#: A code is the first argument; wrong_name_end() complains in others' name.
CODE = re.compile(r'\b(?:log_warning|warnings_add|complain|wrong_name_end)'
                  r'\(\s*"(\w+)"')


def codes_of_the_table() -> dict[str, bool]:
    """Each code, and whether a run fails by it."""
    text = (ROOT / "docs" / "log-format.md").read_text()
    table = text.split("\n## Codes of warnings\n")[1].split("\n## ")[0]
    return {code: row.endswith("| yes |") for row in table.splitlines()
            if row.startswith("| `")
            for code in re.findall(r"`(\w+)`", row.split(" | ")[0])}


def test_every_warning_of_the_sources_is_in_the_table():
    found = {code for floor in ("kernel", "bench", "sched", "hosted")
             for path in (ROOT / floor).rglob("*.c")
             for code in CODE.findall(path.read_text())}
    assert found == codes_of_the_table().keys()


def test_qc_calls_the_same_warnings_grave():
    failing = {code for code, fails in codes_of_the_table().items() if fails}
    assert failing == {code for code in codes_of_the_table()
                       if code in GRAVE or code.startswith(WRONG_WORD)} \
        - {*HARMLESS}
