# SPDX-License-Identifier: MIT
"""Findings of `metg`: each subject is an executor; share and pattern stand in
the finding's name, as in `first_50/tree`."""

from __future__ import annotations

from of_results import rounds_of
from raw_log import Log


def of_metg(log: Log, finding: dict) -> list[list]:
    """The rounds of each subject's row."""
    word, _, pattern = finding["name"].partition("/")
    percent = int(word.rpartition("_")[2])
    rows = {r["variant"]: r for r in log.of("result", "metg")
            if r["cores"] == finding["cores"]
            and r["params"]["percent"] == percent}
    return [rounds_of(log, rows[f"{subject}/{pattern}"])
            for subject in finding["subjects"]]
