# SPDX-License-Identifier: MIT
"""Records that a CRC proves and that no image writes, made of the real ones of every
kind in records.jsonl."""

from __future__ import annotations

import json
import random
import zlib
from functools import cache
from pathlib import Path

import make_log
from quietcore.log.fields import json_schema

REAL = Path(__file__).with_name("records.jsonl")
PROVEN = ("q", "seq", "run", "crc")


@cache
def real() -> list[dict]:
    """The real records."""
    return [json.loads(line) for line in REAL.read_text().splitlines()]


@cache
def kinds() -> dict:
    """What the schema says of each kind of record."""
    return json_schema()["definitions"]


SCALARS = (None, True, 7, -1, 2.5, "odd")
CONTAINERS = ([], {}, [None], {"q": 1}, [[{}]])

NUMBERS = (0, -1, 1, 2**31, 2**63, -2**63, 2**64 - 1, 0.5, -0.0, 1e308, -1e308, 1e-308)
TEXTS = ("", "\x1b[31mred\x1b]0;title\x07", "[/red]", "[bold]x", "add[mcs]",
         "\u202egnihton", "x" * 900, "loop", "n", "=1+1", "\ud7ff\U0001f600",
         "a\nb\r\tc", "\\", ":smile:", "from", "linux", "\0")


def line(record: dict) -> bytes:
    """A record with its CRC, its letters as they are."""
    body = json.dumps(record, separators=(",", ":"), ensure_ascii=False)[:-1].encode(
        errors="replace")
    return body + b',"crc":"%08x"}\n' % zlib.crc32(body)


def odd_value(value: object, rng: random.Random) -> object:
    """Another value of the same kind, or null."""
    if rng.random() < 0.1:
        return None
    if isinstance(value, bool):
        return not value
    if isinstance(value, str):
        return rng.choice(TEXTS)
    if isinstance(value, list):
        if value and rng.random() < 0.6:
            at = rng.randrange(len(value))
            return value[:at] + [odd_value(value[at], rng)] + value[at + 1:]
        return rng.choice([[], value * 2, value[1:], value[::-1]])
    if isinstance(value, dict):
        if value and rng.random() < 0.7:
            key = rng.choice(sorted(value))
            return value | {key: odd_value(value[key], rng)}
        return rng.choice([{}, {rng.choice(TEXTS): rng.choice(NUMBERS)},
                           value | {"n": rng.choice(TEXTS)}])
    return rng.choice(NUMBERS)


def odd(record: dict, rng: random.Random) -> bytes:
    """A record that is strange; the schema may allow it."""
    strange = dict(record)
    for name in rng.choices(sorted({*record} - {"q", "seq", "record"}), k=rng.randrange(1, 4)):
        if rng.random() < 0.1:
            strange.pop(name, None)
        elif name in strange:
            strange[name] = odd_value(strange[name], rng)
    if rng.random() < 0.03:
        strange["record"] = rng.choice(TEXTS)
    return line(strange)


def log(rng: random.Random, version: int, size: int) -> bytes:
    """A log of `size` odd records among right ones, its counts right."""
    body = [{k: v for k, v in r.items() if k not in PROVEN} for r in real()
            if r["record"] in kinds() and r["record"] not in ("context", "end")]
    whole = make_log.records([*rng.choices(body, k=size), make_log.result()])
    changed = {0, len(whole) - 1} if rng.random() < 0.1 else set(range(1, len(whole) - 2))
    return b"".join(odd(r, rng) if at in changed else make_log.line(r)
                    for at, r in enumerate(r | {"q": version} for r in whole))
