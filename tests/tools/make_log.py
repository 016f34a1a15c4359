# SPDX-License-Identifier: MIT
"""Logs made to order for the tests of the tools."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from statistics import median

RUN = "0123456789abcdef"


def line(record: dict) -> bytes:
    """A record as the image writes it: crc last, LF."""
    body = json.dumps(record, separators=(",", ":"))[:-1].encode()
    return body + b',"crc":"%08x"}\n' % zlib.crc32(body)


def context(**changes) -> dict:
    """A context record's fields, without q, seq and crc."""
    return {"record": "context", "project": "quietcore", "version": "0.1.0",
            "git": "0123456789ab", "dirty": False, "compiler": "gcc",
            "image_crc": "00c0ffee", "cmdline": "suite=quick", "seed": 1,
            "suite": "quick", "machine": "bare", "trust": "tcg",
            "trust_claimed": "tcg", "signs": "", "hypervisor": "TCGTCGTCGTCG",
            "cpu": "QEMU TCG CPU", "cores_asked": 2, "cores_started": 2,
            "apic_ids": [0, 1], "tsc_hz": 2450000000, "tsc_source": "hpet",
            "tsc_spread_ppm": 100, "tsc_invariant": False,
            "tsc_skew_ticks": None, "memory_bytes": 268435456,
            "memory_map": None, "maker": None, "product": None,
            "board": None, "firmware": None, "caches": None} | changes


def result(**changes) -> dict:
    """A result record's fields."""
    return {"record": "result", "experiment": "queue", "variant": "ring/pair",
            "cores": 1, "params": {"mode": "single"}, "unit": "ticks",
            "method": 1, "per": "push + pop", "batch": 1, "n": 2000,
            "min": 12, "p50": 13.5, "p90": 20, "p99": 40, "p999": 900,
            "max": 123456, "mean": 15.25, "mad": 1, "rounds": [13, 14],
            "round_means": [15, 15.5], "overhead": 8, "quiet": "clean",
            "stop": "samples"} | changes


def row(experiment: str, variant: str, rounds: list[float], **changes) -> dict:
    """A result in batches of which the rounds alone matter."""
    return result(experiment=experiment, variant=variant, params={}, rounds=[*rounds], batch=64,
                  p50=median([each or 0 for each in rounds] or [0])) | changes


def quantity(experiment: str, variant: str, rounds: list, **changes) -> dict:
    """What was measured and is no time."""
    return {"record": "quantity", "experiment": experiment, "variant": variant,
            "cores": 1, "params": {}, "unit": "tasks",
            "rounds": [*rounds]} | changes


def validation(experiment: str, variant: str, verdict: str = "ok", **changes) -> dict:
    """What a check of a primitive came to."""
    return {"record": "validation", "experiment": experiment,
            "variant": variant, "cores": 2, "verdict": verdict,
            "property": None, "counts": {"operations": 7}} | changes


def noise(grades: str | list[str], when: str = "before", **changes) -> dict:
    """An audit of as many cores."""
    return {"record": "noise", "experiment": "queue", "when": when,
            "cores": [*range(len(grades))], "grade": [*grades]} | {
                name: [0] * len(grades) for name in (
                    "ticks_watched", "gaps", "lost_ppm", "max", "smi")} | changes


def series(experiment: str, columns: str, rows: list[list], **changes) -> dict:
    """Rows of these columns."""
    return {"record": "series", "experiment": experiment, "variant": "v",
            "cores": 2, "params": {}, "unit": "ticks",
            "columns": columns.split(), "rows": rows} | changes


def core(index: int) -> dict:
    """A started core."""
    return {"record": "core", "core": index, "apic_id": index,
            "state": "started", "package": 0, "die": 0, "core_id": index,
            "thread": 0, "node": None, "type": "uniform"}


def records(body: list[dict] | None = None, status: str = "ok",
            run: str = RUN, **context_changes) -> list[dict]:
    """A whole run's records, numbered, with a right end record."""
    if body is None:
        body = [core(0), core(1), result(), result(cores=2)]
    whole = [context(**context_changes), *body]
    count = {kind: sum(r["record"] == kind for r in whole)
             for kind in ("result", "warning", "panic")}
    whole.append({"record": "end", "status": status, "records": len(whole) + 1,
                  "results": count["result"], "warnings": count["warning"],
                  "panics": count["panic"], "dropped": 0, "seconds": 0.25})
    return [{"q": 3, "seq": seq, "run": run} | r for seq, r in enumerate(whole)]


def lines(body: list[dict] | None = None, **changes) -> list[bytes]:
    """The same as lines of a log."""
    return [line(r) for r in records(body, **changes)]


def write(path: Path, body: list[dict] | None = None, **changes) -> Path:
    """The same as a file; its path."""
    path.write_bytes(b"".join(lines(body, **changes)))
    return path
