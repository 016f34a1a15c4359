# SPDX-License-Identifier: MIT
"""What a record holds, told once (fields.json): as JSON Schema, as tables.

There a field is a line: name, type, when it is there, meaning and, of one that
may be null, where it is. A type is a name, of `types` or JSON Schema's own; an
array's is that of its elements in brackets; else it is JSON Schema itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).with_name("fields.json")
DRAFT = "http://json-schema.org/draft-07/schema#"
ALWAYS = "always"       # a field that no record of its kind lacks
ANY = "..."             # so a name begins of which the end alone is told
WORDS = {"string": "text"}

HEAD = """\
# The log's records

Every field of every kind of record; [log-format.md](log-format.md) says what a log is. This page is
written by `tools/qc list schema --format markdown`, from `tools/quietcore/log/fields.json`.
`tools/qc list schema` prints the same as JSON Schema.

The column *there* says when a field is in the record: always, or with what.

## Every record
"""
COLUMNS = """
| field | type | there | meaning | `null` where |
|---|---|---|---|---|"""


@cache
def source() -> dict:
    """`types` by name; `envelope`, the fields of every record; `kinds`."""
    return json.loads(SOURCE.read_text(encoding="ascii"))


def or_null(shape: dict) -> dict:
    """The same shape, or null."""
    if "enum" in shape:
        return {"enum": [*shape["enum"], None]}
    types = shape["type"]
    return shape | {"type": [*([types] if isinstance(types, str) else types),
                             "null"]}


def shape_of(type_: str | list | dict, null: str = "") -> dict:
    """A field's type as JSON Schema; `null` tells where it is null."""
    if isinstance(type_, str):
        shape = source()["types"].get(type_, {"type": type_})
    elif isinstance(type_, list):
        [element] = type_
        shape = {"type": "array", "items": shape_of(element)}
    else:
        shape = type_
    return or_null(shape) if null else shape


def object_of(fields: list[list]) -> dict:
    """The JSON Schema of an object with these fields, and maybe others."""
    shapes = {name: shape_of(type_, *null)
              for name, type_, _, _, *null in fields}
    ends = {re.escape(name.removeprefix(ANY)) + "$": shape
            for name, shape in shapes.items() if name.startswith(ANY)}
    return {"type": "object",
            "required": [name for name, _, there, *_ in fields
                         if there == ALWAYS],
            "properties": {name: shape for name, shape in shapes.items()
                           if not name.startswith(ANY)}} \
        | ({"patternProperties": ends} if ends else {})


@cache
def json_schema() -> dict:
    """A record's; `definitions` has what is further in each kind."""
    kinds = source()["kinds"]
    return {
        "$schema": DRAFT, "title": "quietcore log record",
        "description": "One line of the log. More fields and kinds of record "
                       "may be added.",
        **object_of(source()["envelope"]),
        "allOf": [{"if": {"properties": {"record": {"const": kind}}},
                   "then": {"$ref": f"#/definitions/{kind}"}}
                  for kind in kinds],
        "definitions": {
            kind: {"description": " ".join(filter(None, told["text"]))}
            | object_of(told["fields"]) for kind, told in kinds.items()}}


def type_in_words(shape: dict) -> str:
    """What a field's value is, for people."""
    if "type" not in shape:
        return "word or null" if None in shape.get("enum", ()) else "word"
    types = shape["type"]
    return " or ".join(WORDS.get(each, each) for each in
                       ([types] if isinstance(types, str) else types))


def table(fields: list[list]) -> Iterator[str]:
    """A row a field, in Markdown."""
    yield COLUMNS
    for name, type_, there, meaning, *null in fields:
        words = type_in_words(shape_of(type_, *null))
        yield f"| `{name}` | {words} | {there} | {meaning} | " \
            f"{''.join(null)} |"


def markdown() -> str:
    """docs/log-records.md."""
    lines = [HEAD.rstrip("\n"), *table(source()["envelope"]), "", "## Kinds"]
    for kind, told in source()["kinds"].items():
        lines += ["", f"### `{kind}`", "", *told["text"],
                  *table(told["fields"])]
    return "\n".join(lines) + "\n"
