# SPDX-License-Identifier: MIT
"""The shape of a record: the log's JSON Schema, compiled for each kind; and
what no schema can say, parts that must fit together."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import fastjsonschema

from quietcore.log.fields import json_schema
from quietcore.terminal.numbers import counted

#: What the reader has looked at before it asks for a kind's schema.
PROVEN = ("q", "seq", "record", "crc")
DRAFT = "http://json-schema.org/draft-04/schema#"
LEAST_HZ = 1_000_000
MOST = 2 ** 64
#: The arrays of a noise record that have an entry a core.
BY_CORE = ("ticks_watched", "gaps", "lost_ppm", "max", "smi", "grade",
           "p9999", "clock_permille")


@cache
def schemas() -> dict[int, dict]:
    """Each version's schema, oldest first: they share one. `definitions` has
    one entry a kind of record."""
    schema = json_schema()
    return dict.fromkeys(schema["properties"]["q"]["enum"], schema)


@cache
def oldest() -> int:
    """The oldest version that is understood."""
    return min(schemas())


@cache
def newest() -> int:
    """The newest version that is understood."""
    return max(schemas())


def strict(part: object) -> object:
    """A part of a schema as draft 4 writes it, numbers with bounds: no counter
    has more than 64 bits.

    From draft 6 on, 2.0 is an integer; here it would index a list.
    """
    if isinstance(part, list):
        return [strict(each) for each in part]
    if not isinstance(part, dict):
        return part
    bounds = {"minimum": -MOST, "maximum": MOST} \
        if "number" in part.get("type", ()) else {}
    return bounds | {"enum" if key == "const" else key:
                     [value] if key == "const" else strict(value)
                     for key, value in part.items()}


@cache
def validator(version: int, kind: str) -> Callable[[dict], dict] | None:
    """A function that raises on a record that is wrong; None: unknown kind."""
    every = schemas()[version]
    own = every["definitions"].get(kind)
    if not own:
        return None
    return fastjsonschema.compile({"$schema": DRAFT} | strict({
        "type": "object", "required": [*every["required"], *own["required"]],
        "properties": {name: shape for name, shape in (
            every["properties"] | own["properties"]).items()
            if name not in PROVEN},
        "patternProperties": every["patternProperties"]}))


def in_words(error) -> str:
    """A fastjsonschema error without the record's name and long lists."""
    if error.rule == "required":
        missing = [name for name in error.rule_definition
                   if name not in error.value]
        return f"{', '.join(missing)} missing"
    return error.message.removeprefix("data.")


def problem_with(record: dict) -> str:
    """What the schema of its version has against a record; "" if nothing.

    Kinds that the schema does not know are accepted: newer images may write
    them (docs/log-format.md).
    """
    validate = validator(record["q"], record["record"])
    try:
        if validate:
            validate(record)
    except fastjsonschema.JsonSchemaValueException as error:
        return in_words(error)
    return ""


# ---- parts that must fit together ----------------------------------------


def noise(record: dict) -> str:
    """Every array has an entry a core."""
    cores = len(record["cores"])
    return next((f"{name} has {counted(len(record[name]), 'value')} for "
                 f"{counted(cores, 'core')}"
                 for name in BY_CORE
                 if name in record and len(record[name]) != cores), "")


def series(record: dict) -> str:
    """Every row has an entry a column."""
    columns = len(record["columns"])
    return next((f"a row has {counted(len(row), 'value')} for "
                 f"{counted(columns, 'column')}"
                 for row in record["rows"] if len(row) != columns), "")


def context(record: dict) -> str:
    """The stamp of no processor runs below 1 MHz."""
    hz = record.get("tsc_hz") or 0
    return f"tsc_hz is {hz}, which no processor has" if 0 < hz < LEAST_HZ \
        else ""


CHECKS = {"context": context, "noise": noise, "series": series}


def misfit(record: dict) -> str:
    """What does not fit together in a record of a right shape; "" if all."""
    check = CHECKS.get(record["record"])
    return check(record) if check else ""
