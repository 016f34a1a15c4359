# SPDX-License-Identifier: MIT
"""The fields' source: its lines are right, and its JSON Schema says the same as
the reader."""

import json

import fastjsonschema
import make_log
import odd_records
import pytest
from in_process import qc

from quietcore.log.fields import (
    ALWAYS, DRAFT, json_schema, markdown, object_of, problem_with,
    shape_of, source, strict, table, type_in_words)
from quietcore.status import Status

KINDS = source()["kinds"]


@pytest.mark.parametrize("fields", [
    source()["envelope"], *(kind["fields"] for kind in KINDS.values())])
def test_a_field_s_line_says_all_that_it_has_to(fields):
    names = [name for name, *_ in fields]
    assert len(names) == len(set(names))
    for name, type_, there, meaning, *null in fields:
        assert there and meaning and (not null or null[0]), name
        assert type_in_words(shape_of(type_, *null)), name


def test_names_and_types_are_used_and_are_not_of_two():
    every = {name for name, *_ in source()["envelope"]}
    for kind, told in KINDS.items():
        assert not every & {name for name, *_ in told["fields"]}, kind
    lines = json.dumps([source()["envelope"], KINDS])
    assert all(f'"{name}"' in lines for name in source()["types"])


@pytest.mark.parametrize("type_, null, shape, words", [
    ("text", "", {"type": "string"}, "text"),
    ("number", "unknown", {"type": ["number", "null"]}, "number or null"),
    ("count", "unknown", {"type": ["integer", "null"], "minimum": 0}, "integer or null"),
    (["integer"], "", {"type": "array", "items": {"type": "integer"}}, "array"),
    ([["number"]], "", {"type": "array", "items": {
        "type": "array", "items": {"type": "number"}}}, "array"),
    ({"enum": ["a"]}, "", {"enum": ["a"]}, "word"),
    ({"enum": ["a"]}, "unknown", {"enum": ["a", None]}, "word or null"),
    ({"const": "a"}, "", {"const": "a"}, "word"),
    ({"type": ["integer", "string"]}, "none",
     {"type": ["integer", "string", "null"]}, "integer or text or null")])
def test_a_type_as_json_schema_and_in_words(type_, null, shape, words):
    assert shape_of(type_, null) == shape and type_in_words(shape) == words


def test_an_object_has_its_fields_and_maybe_others():
    fields = [["a", "text", ALWAYS, "one"], ["b", "integer", "may be", "two"],
              ["..._cut", {"const": True}, "may be", "three"]]
    assert object_of(fields) == {
        "type": "object", "required": ["a"],
        "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
        "patternProperties": {"_cut$": {"const": True}}}
    assert list(table(fields[:1]))[1:] == ["| `a` | text | always | one |  |"]


# ---- JSON Schema -------------------------------------------------------------

VALIDATE = fastjsonschema.compile(strict(json_schema()) | {"$schema": DRAFT})


def refused(record: dict) -> bool:
    """Does the schema, as it is printed, refuse a record?"""
    try:
        VALIDATE(record)
    except fastjsonschema.JsonSchemaValueException:
        return True
    return False


@pytest.mark.parametrize("record", odd_records.real(), ids=lambda record: record["record"])
def test_real_records_are_right(record):
    assert not refused(record) and problem_with(record) == ""


def test_there_is_a_real_record_of_every_kind_by_one_schema():
    assert KINDS.keys() - {r["record"] for r in odd_records.real()} == set()


@pytest.mark.parametrize("record", [
    record for record in odd_records.real() if record["record"] in KINDS],
    ids=lambda record: record["record"])
def test_the_printed_schema_and_the_reader_refuse_the_same(record):
    """A whole number with a point is one to JSON Schema alone: none is here."""
    for name in record.keys() - {"q", "seq", "record", "crc"}:
        rest = {k: v for k, v in record.items() if k != name}
        for changed in (rest, *(rest | {name: value} for value in (
                *odd_records.SCALARS, *odd_records.CONTAINERS))):
            assert refused(changed) == bool(problem_with(changed)), changed


def test_a_kind_that_is_not_known_is_accepted():
    right = make_log.records()[0] | {"record": "novelty", "crc": "01234567"}
    assert not refused(right) and refused(right | {"run": "x"})


# ---- qc list schema ----------------------------------------------------------


def test_qc_prints_the_schema_and_the_document():
    plain = qc("list", "schema").output
    assert json.loads(plain) == json_schema()
    assert qc("list", "schema", "--format", "json").output == plain
    assert qc("list", "schema", "--format", "markdown").output == markdown()


def test_a_format_of_anything_else_is_refused():
    done = qc("list", "lock", "--format", "json")
    assert done.exit_code == Status.USAGE
    assert "--format goes with the word schema" in done.output
