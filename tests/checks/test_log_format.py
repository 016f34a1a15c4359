# SPDX-License-Identifier: MIT
"""docs/log-format.md and the log's schema say the same, field by field."""

import re

import pytest
from places import ROOT
from quietcore.log.schema import newest, schemas
from quietcore.running.reasons import GRAVE, HARMLESS, WRONG_WORD

#: Of every record; the document has them in a table of their own.
ENVELOPE = {"q", "seq", "run", "record", "crc", "part", "parts"}
DEFINITIONS = schemas()[newest()]["definitions"]
WORDS = {"string": "text"}


def sections() -> dict[str, str]:
    """The document's text about each kind of record."""
    text = (ROOT / "docs" / "log-format.md").read_text()
    kinds = text.split("\n## Kinds\n")[1].split("\n## ")[0]
    parts = re.split(r"^### `(\w+)`$", kinds, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def rows(section: str) -> dict[str, list[str]]:
    """A table's cells behind the name of the field."""
    found = {}
    for line in section.splitlines():
        name = re.match(r"\| `(\w+)` \|", line)
        if name:
            assert name[1] not in found, f"{name[1]} is there twice"
            found[name[1]] = [c.strip() for c in line.split(" | ")[1:]]
    return found


def type_of(field: dict) -> str:
    """The type of a field, as the document words it."""
    if "const" in field:
        return "word"
    if "enum" in field:
        return "word or null" if None in field["enum"] else "word"
    types = field["type"]
    types = types if isinstance(types, list) else [types]
    return " or ".join(WORDS.get(t, t) for t in types)


def test_they_name_the_same_kinds():
    assert list(sections()) == list(DEFINITIONS)


@pytest.mark.parametrize("kind", DEFINITIONS)
def test_they_name_the_same_fields(kind):
    fields = DEFINITIONS[kind]["properties"]
    assert set(rows(sections()[kind])) == fields.keys() - ENVELOPE


@pytest.mark.parametrize("kind", DEFINITIONS)
def test_they_say_alike_what_a_field_holds_and_when(kind):
    definition = DEFINITIONS[kind]
    for name, (kept, there, meaning, null) in rows(sections()[kind]).items():
        assert kept == type_of(definition["properties"][name]), name
        assert (there == "always") == (name in definition["required"]), name
        assert meaning, name
        assert bool(null.strip("| ")) == ("null" in kept), name


@pytest.mark.parametrize("kind", DEFINITIONS)
def test_the_document_has_what_every_record_has(kind):
    text = (ROOT / "docs" / "log-format.md").read_text()
    table = text.split("## Every record")[1].split("\n## ")[0]
    properties = DEFINITIONS[kind]["properties"]
    for name in properties.keys() & ENVELOPE:
        assert re.search(rf"^\|.*`{name}`", table, re.M), name
    assert {"q", "seq", "run", "record", "crc"} <= \
        set(DEFINITIONS[kind]["required"])
    assert DEFINITIONS[kind]["patternProperties"] == {"_cut$": {"const": True}}


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
