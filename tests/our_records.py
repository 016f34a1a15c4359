# SPDX-License-Identifier: MIT
"""What a log of ours may hold: what the schema names, and nothing else.

Readers accept further fields and kinds (docs/log-format.md); our own images
write none that the schema does not name.
"""

import re

from quietcore.log.fields import json_schema, problem_with


def unknown_fields(record: dict) -> set[str]:
    """Fields of a record that the schema does not name."""
    every = json_schema()
    own = every["definitions"][record["record"]]["properties"]
    return {name for name in record.keys() - every["properties"].keys() - own.keys()
            if not any(re.search(pattern, name)
                       for pattern in every["patternProperties"])}


def objection(record: dict) -> str:
    """What is wrong with a record of ours; "" if nothing."""
    definitions = json_schema()["definitions"]
    if record["record"] not in definitions:
        return f"no kind of record is called {record['record']}"
    unknown = unknown_fields(record)
    if unknown:
        return (f"{record['record']}: not in tools/quietcore/log/fields.json:"
                f" {', '.join(sorted(unknown))}")
    return problem_with(record)
