# SPDX-License-Identifier: MIT
"""`qc show LOG proven` of logs made to order: never better than the log is."""

import make_log
import pytest
from in_process import qc
from quietcore.status import Status


def verdict(word, experiment="queue", **changes):
    return {"record": "validation", "experiment": experiment,
            "variant": "ring", "cores": 1, "verdict": word,
            "property": "each item once", "counts": {"operations": 100},
            } | changes


def shown(tmp_path, *body, name="proven", **changes):
    log = make_log.write(tmp_path / "x.log", list(body), **changes)
    return qc("show", log, name)


ROW = make_log.result(variant="ring/pair", primitive="ring", capacity=64,
                      cores=1)
QUEUE = {"capacities": [64], "bulks": [1]}


@pytest.mark.parametrize("verdicts, told", [
    ([verdict("ok", **QUEUE), verdict("failed", reason="an item was lost")],
     "failed"),
    ([verdict("ok", **QUEUE), verdict("failed", cores=8)], "ok"),
    ([verdict("not_proven", cores=8, reason="late")], "no verdict"),
    ([verdict("ok", cores=2, **QUEUE)], "ok"),
    ([verdict("ok", variant="two", **QUEUE), verdict("ok", "lock")],
     "no verdict"),
    ([verdict("not_proven", **QUEUE, reason="late"), verdict("ok", **QUEUE)],
     "not_proven"),
])
def test_the_worst_verdict_on_as_many_cores_is_told(tmp_path, verdicts, told):
    done = shown(tmp_path, *verdicts, ROW)
    [line] = [x for x in done.output.splitlines() if " proven " in x]
    assert line.rstrip().endswith(told), done.output


def test_another_experiment_s_verdict_on_the_same_queue_counts(tmp_path):
    done = shown(tmp_path, verdict("ok", variant="two", **QUEUE), verdict(
        "ok", "workqueue", variant="pair", primitive="ring", **QUEUE), ROW)
    [line] = [x for x in done.output.splitlines() if " proven " in x]
    assert line.rstrip().endswith("ok"), done.output


def test_an_experiment_of_that_name_is_shown(tmp_path):
    done = shown(tmp_path, make_log.result(experiment="proven", variant="mine"))
    assert done.exit_code == Status.OK and "mine" in done.output


def test_a_log_that_cannot_be_read_says_that_alone(tmp_path):
    path = make_log.write(tmp_path / "x.log", [ROW])
    path.write_bytes(b"".join(
        make_log.line(r | {"q": 9}) for r in make_log.records([ROW])))
    done = qc("show", path, "proven")
    assert done.exit_code == Status.VERSION
    assert "Nothing of what" not in done.output
