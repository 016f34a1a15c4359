# SPDX-License-Identifier: MIT
"""A log for other programs: JSON with everything, CSV with the results."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

import orjson

from quietcore.log import Run
from quietcore.published import references
from quietcore.trust import lesser

RESULT_COLUMNS = (
    "run", "complete", "trust", "experiment", "variant", "cores", "params",
    "unit", "per", "batch", "n", "min", "p50", "p90", "p99", "p999", "max",
    "mean", "mad", "overhead", "quiet", "stop",
)


def as_json(runs: list[Run]) -> Iterator[bytes]:
    """{"runs": [{"complete", "trust", "problems", "records"}]}, in pieces.

    A record is a JSON object already: its bytes go out as they came in. Where
    a run has a published counterpart, "published" follows: rows of other
    people's, each with its mark and source.
    """
    yield b'{"runs": ['
    for index, run in enumerate(runs):
        head = {"complete": run.complete, "trust": lesser(run.context),
                "problems": run.problems}
        yield b",\n" if index else b"\n"
        yield orjson.dumps(head)[:-1] + b',"records": ['
        for number, line in enumerate(run.lines):
            yield (b",\n" if number else b"\n") + line
        yield b"]}"
    yield b"\n]"
    published = references(runs)
    if published:
        yield b',\n"published": ' + orjson.dumps(published)
    yield b"}\n"


def as_csv(runs: list[Run]) -> Iterator[bytes]:
    """One row a result; an empty field where the log has null.

    Published rows follow, marked as such where the trust label stands.
    """
    out = io.StringIO()
    writer = csv.DictWriter(out, RESULT_COLUMNS, extrasaction="ignore",
                            lineterminator="\n")
    writer.writeheader()
    for index, run in enumerate(runs):
        for result in run.of("result"):
            params = orjson.dumps(result["params"]).decode()
            writer.writerow(result | {
                "run": index, "complete": run.complete, "params": params,
                "trust": lesser(run.context)})
    for row in references(runs):
        writer.writerow(row | {
            "trust": row["mark"], "params": f'{{"n":{row["n"]}}}', "n": "",
            "unit": "ticks", "per": "task", "mean": row["overhead"]})
    yield out.getvalue().encode()
