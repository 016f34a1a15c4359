# SPDX-License-Identifier: MIT
"""What is timed is proven on as many cores: each row of a lock, a queue, a
barrier, an executor."""

from campaign import primitive
from program import of, twin

#: Rows of the work queue's parts, by the names that these have elsewhere.
PARTS = {"lock": "backoff", "wait/ticket": "ring"}


def subject(record: dict) -> str:
    """What a row or a validation is of."""
    if record["experiment"] == "workqueue":
        return PARTS.get(record["variant"], "workqueue")
    return primitive(record["variant"])


def test_each_row_has_a_verdict_of_its_subject_on_as_many_cores():
    records, _ = twin("bench=lock,queue,dispatch,wake,workqueue rounds=1 "
                      "budget=1 samples=10 cores=2")
    verdicts = {(subject(v), v["cores"]) for v in of(records, "validation")}
    rows = {(subject(r), r["cores"]) for r in of(records, "result")
            if r["experiment"] != "wake" or r["variant"].startswith("barrier/")}
    assert len(rows) > 40 and rows - verdicts == set()
