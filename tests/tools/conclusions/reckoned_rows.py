# SPDX-License-Identifier: MIT
"""Rows of an experiment, and what is asked of them, in a line of text."""

from __future__ import annotations

from concluded import run_of
from quietcore.conclusions.asked import Asked
from quietcore.conclusions.gate import FIT
from quietcore.conclusions.reckoned import BY_NAME
from quietcore.conclusions.rounds import NEVER, NO_ROUND
from quietcore.conclusions.rows import rows_of

#: Fields that are parameters of a row.
PARAMS = {"consumer", "cpu_ms", "hint", "items", "max", "min", "n", "partner", "percent",
          "producer", "scale", "sleepers", "steps", "ticks_a_ms", "workers"}
#: What is bound and shown, by the experiment or the function.
SHOWN = {
    "line_places": ("place", "pairs"), "line_clusters": ("cpuid",), "line_chosen": ("of",),
    "wake_ways": ("way", "partner"), "wake_barriers": ("on_cores",),
    "dispatch": ("name", "n", "part"),
    "inject_block": ("min", "published_id"), "inject_at_once": ("min", "published_id"),
    "inject_half": ("kind", "pool"),
    "primes_times": ("n", "published"), "primes": ("id", "published"),
    "workqueue_across": ("name", "places"), "workqueue_shares": ("part",),
    "workqueue_cold": ("verb",),
    "workloads_gain": ("work", "on_cores", "items", "which", "published"),
    "workloads": ("published", "published_id"),
    "metg_reach": ("pattern", "percent", "name", "place"), "metg": ("pattern", "percent")}


def row(variant: str, *rounds, cores: int = 2, **fields) -> dict:
    """A quantity; fields that are parameters become such."""
    return {"record": "quantity", "variant": variant, "cores": cores, "unit": "ticks",
            "rounds": [*rounds], "per": "integer",
            "params": {name: fields.pop(name) for name in [*fields] if name in PARAMS}} | fields


def result(variant: str, *rounds, **fields) -> dict:
    """A result."""
    return row(variant, *rounds, **{"record": "result", "batch": 1} | fields)


def proof(variant: str, verdict: str = "failed", cores: int = 2) -> dict:
    """A validation."""
    return {"record": "validation", "variant": variant, "cores": cores, "verdict": verdict}


def entry(milli: int) -> str:
    """A round as a log has it."""
    return {NO_ROUND: "-", NEVER: "never"}.get(milli, f"{milli / 1000:g}")


def line(name: str, asked: Asked) -> str:
    """`what is bound: subject rounds, subject (unfit) rounds @cores`."""
    keys = next((keys for begin, keys in SHOWN.items() if name.startswith(begin)), ())
    bound = ", ".join(str(asked.bound[key]) for key in keys if asked.bound.get(key, "") != "")
    subjects = [" ".join([each.name, *[f"({each.fitness})"] * (each.fitness != FIT),
                          *map(entry, each.rounds)]).strip() for each in asked.subjects]
    return f"{bound}: " * bool(bound) + ", ".join(subjects) + f" @{asked.cores}"


def reckoned(name: str, *records: dict) -> list[str]:
    """What a function makes of an experiment's rows."""
    experiment = name.partition("_")[0]
    rows = rows_of(run_of({"experiment": experiment} | each for each in records))
    return [line(name, asked) for asked in BY_NAME[name](rows)]
