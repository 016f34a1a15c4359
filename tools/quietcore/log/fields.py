# SPDX-License-Identifier: MIT
"""What a record holds, told once (fields.json): as JSON Schema, as tables, as a check of a record.

There a field is a line: name, type, when it is there, meaning and, of one that may be null, where
it is. A type is a name, of `types` or JSON Schema's own; an array's is that of its elements in
brackets; else it is JSON Schema itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import fastjsonschema

from quietcore.terminal.numbers import counted

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
    return shape | {"type": [*([types] if isinstance(types, str) else types), "null"]}


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
    shapes = {name: shape_of(type_, *null) for name, type_, _, _, *null in fields}
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
        yield f"| `{name}` | {words} | {there} | {meaning} | {''.join(null)} |"


def markdown() -> str:
    """docs/log-records.md."""
    lines = [HEAD.rstrip("\n"), *table(source()["envelope"]), "", "## Kinds"]
    for kind, told in source()["kinds"].items():
        lines += ["", f"### `{kind}`", "", *told["text"], *table(told["fields"])]
    return "\n".join(lines) + "\n"


# ---- checking a record -------------------------------------------------------------


#: What the reader has looked at before it asks for a kind's schema.
PROVEN = ("q", "seq", "record", "crc")
DRAFT_4 = "http://json-schema.org/draft-04/schema#"
LEAST_HZ = 1_000_000
MOST = 2 ** 64
#: The arrays of a noise record that have an entry a core.
BY_CORE = ("ticks_watched", "gaps", "lost_ppm", "max", "smi", "grade", "p9999", "clock_permille")


@cache
def versions() -> list[int]:
    """Of the log, that are understood: from the oldest to the newest."""
    return sorted(json_schema()["properties"]["q"]["enum"])


def strict(part: object) -> object:
    """A part of a schema as draft 4 writes it, numbers with bounds: no counter has more than 64
    bits.

    From draft 6 on, 2.0 is an integer; here it would index a list.
    """
    if isinstance(part, list):
        return [strict(each) for each in part]
    if not isinstance(part, dict):
        return part
    bounds = {"minimum": -MOST, "maximum": MOST} if "number" in part.get("type", ()) else {}
    return bounds | {"enum" if key == "const" else key:
                     [value] if key == "const" else strict(value)
                     for key, value in part.items()}


@cache
def validator(kind: str) -> Callable[[dict], dict] | None:
    """A function that raises on a record that is wrong; None: unknown kind."""
    every = json_schema()
    own = every["definitions"].get(kind)
    if not own:
        return None
    return fastjsonschema.compile({"$schema": DRAFT_4} | strict({
        "type": "object", "required": [*every["required"], *own["required"]],
        "properties": {name: shape for name, shape in (
            every["properties"] | own["properties"]).items() if name not in PROVEN},
        "patternProperties": every["patternProperties"]}))


def problem_with(record: dict) -> str:
    """What the schema has against a record, without long lists; "" if nothing.

    Kinds that the schema does not know are accepted: newer images may write them
    (docs/log-format.md).
    """
    validate = validator(record["record"])
    try:
        if validate:
            validate(record)
    except fastjsonschema.JsonSchemaValueException as error:
        if error.rule == "required":
            missing = [name for name in error.rule_definition if name not in error.value]
            return f"{', '.join(missing)} missing"
        return error.message.removeprefix("data.")
    return ""


# ---- parts that must fit together ----------------------------------------


def misfit(record: dict) -> str:
    """What does not fit together in a record of a right shape; "" if all does."""
    if record["record"] == "noise":     # every array has an entry a core
        cores = len(record["cores"])
        wrong = ((name, len(record[name])) for name in BY_CORE if name in record)
        return next((f"{name} has {counted(found, 'value')} for {counted(cores, 'core')}"
                     for name, found in wrong if found != cores), "")
    if record["record"] == "series":    # every row has an entry a column
        columns = len(record["columns"])
        return next((f"a row has {counted(len(row), 'value')} for {counted(columns, 'column')}"
                     for row in record["rows"] if len(row) != columns), "")
    hz = record.get("tsc_hz") or 0      # the stamp of no processor runs below 1 MHz
    return f"tsc_hz is {hz}, which no processor has" \
        if record["record"] == "context" and 0 < hz < LEAST_HZ else ""
