# SPDX-License-Identifier: MIT
"""The log's JSON Schema (tools/schema/log.schema.json), compiled."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

SCHEMA = Path(__file__).resolve().parents[1] / "schema" / "log.schema.json"


@cache
def schema() -> dict:
    """The whole schema; `definitions` has one entry per kind of record."""
    return json.loads(SCHEMA.read_text())


@cache
def validator(kind: str) -> Callable[[dict], dict] | None:
    """A function that raises on a record that is wrong; None: unknown kind."""
    import fastjsonschema

    definition = schema()["definitions"].get(kind)
    return fastjsonschema.compile(definition) if definition else None


def problem_with(record: dict) -> str:
    """What the schema has against a record; "" if nothing.

    Kinds that the schema does not know are accepted: newer images may write
    them (docs/log-format.md).
    """
    from fastjsonschema import JsonSchemaValueException

    validate = validator(record["record"])
    try:
        if validate:
            validate(record)
    except JsonSchemaValueException as error:
        return f"{record['record']} record: {error.message}"
    return ""
