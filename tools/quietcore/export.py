# SPDX-License-Identifier: MIT
"""A log for other programs: JSON with everything, CSV with the results."""

from __future__ import annotations

import csv
import io

import orjson

from quietcore.log import Run
from quietcore.trust import lesser

RESULT_COLUMNS = (
    "run", "complete", "trust", "experiment", "variant", "cores", "params",
    "unit", "per", "batch", "n", "min", "p50", "p90", "p99", "p999", "max",
    "mean", "mad", "overhead", "quiet", "stop",
)


def as_json(runs: list[Run]) -> bytes:
    """{"runs": [{"complete", "trust", "problems", "records"}]}."""
    whole = [{"complete": run.complete, "trust": lesser(run.context),
              "problems": run.problems, "records": run.records}
             for run in runs]
    return orjson.dumps({"runs": whole}, option=orjson.OPT_INDENT_2) + b"\n"


def as_csv(runs: list[Run]) -> str:
    """One row a result; an empty field where the log has null."""
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
    return out.getvalue()
