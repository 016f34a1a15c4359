# SPDX-License-Identifier: MIT
"""Under -icount a result is exact: it repeats, and it has a budget."""

import json
from pathlib import Path

import pytest
from qemu import EXIT_OK, counted, reasons, repeats

BUDGETS = {f"{experiment} {variant}": most for experiment, rows in json.loads(
    (Path(__file__).parent / "budgets.json").read_text()).items()
    if experiment != "_" for variant, most in rows.items()}

#: The hardware's own, and whole workloads.
NO_PATHS = {"floor"}


#: Options by number of cores.
RUNS = {1: "suite=quick rounds=2 samples=60 bench=workqueue,floor,queue,lock,"
           "spawn,switch,wake,dispatch,primes,workloads",
        2: "suite=quick rounds=2 samples=60 bench=lock,queue "
           "variant=ticket,ring/pair,spsc"}
FULL = pytest.mark.full


@FULL
@pytest.mark.parametrize("cores", [1, 2])
def test_two_runs_are_the_same_to_the_last_digit(cores):
    first = counted(RUNS[cores], 1, str(cores))
    assert first.status == EXIT_OK and first.of("result")
    assert repeats(RUNS[cores], str(cores))


def words_for_people(run):
    """Sentences, tables, notes and warnings: all that is no record, and the
    texts of those that have one."""
    for record in run.records:
        yield from (v for k, v in record.items()
                    if k in {"text", "reason", "unit", "per"} and v)
    yield from (line for line in run.text.splitlines()
                if not line.startswith("{"))


@pytest.mark.parametrize("cores", [1, pytest.param(2, marks=FULL)])
def test_the_unit_is_instructions_and_no_word_for_people_takes_them_for_ticks(
        cores):
    run = counted(RUNS[cores], 1, str(cores))
    assert run.context["trust"] == run.context["trust_claimed"] == "tcg-icount"
    assert {r["unit"] for r in run.of("result")} == {"instructions"}
    assert "EMULATED" in run.text and not run.warned("trust_mismatch")
    words = [*words_for_people(run)]
    assert [w for w in words if "ticks" in w] == []
    assert any("instructions" in w for w in words)
    # Cores that share a thread meet at once, and no grade shows it.
    assert {r["cores"]: r.get("crowded", False) for r in run.of("result")} == {
        n: n > 1 for n in range(1, cores + 1)}
    crowded = " ".join(w["text"] for w in run.warned("crowded"))
    assert ("2 cores take turns" in crowded) == bool(crowded) == (cores > 1)


def test_nothing_disturbs_counted_instructions():
    run = counted(RUNS[1])
    assert {g for n in run.of("noise") for g in n["grade"]} == {"A"}
    assert not any("quiet" in r for r in run.of("result"))
    assert all(r["mad"] == 0 for r in run.of("result") if r["batch"] > 1)
    assert "instructions" in reasons(run)["timer"]  # of wake: no lateness is told
    [cost] = [f for f in run.concluded if f["name"] == "trace_cost"]
    assert 0 < cost["value"] <= 2   # per cent of the run


def test_every_one_core_path_keeps_its_budget():
    """Shows what changed: the count now beside the budget."""
    results = sorted(counted(RUNS[1]).of("result"), key=lambda r: r["batch"])
    found = {f"{r['experiment']} {r['variant']}": r["p50"] for r in results
             if r["experiment"] not in NO_PATHS}
    assert found.keys() == BUDGETS.keys()
    over = {name: (now, BUDGETS[name]) for name, now in found.items()
            if now > BUDGETS[name]}
    assert not over, "over its budget (instructions, budget)"


@FULL
def test_waits_that_are_timed_let_the_other_core_run():
    """Without a PAUSE in them, QEMU 7.2 never runs the core waited for."""
    run = counted("bench=floor,line variant=line,handover rounds=1 samples=8 "
                  "suite=full budget=20", smp="2")
    assert run.status == EXIT_OK
    assert {r["variant"] for r in run.of("result") if r["cores"] == 2} == {
        "line", "handover/cas", "handover/store", "handover/swap",
        "handover/add"}
