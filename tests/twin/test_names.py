# SPDX-License-Identifier: MIT
"""Names on the command line, which are wrong or right, and lists of them; by the
program and by `qc list`."""

import re

import pytest
from announced import announced
from in_process import qc
from program import SHORT, of, twin

EXPERIMENTS = ("dispatch floor inject line lock metg primes queue silence spawn "
               "switch threads timer wake workloads workqueue")
LOCKS = " ".join(sorted(announced("sched/lock", "LOCK")))
TITLES = {"experiment": "Experiments ", "lock": "Locks ", "queue": "Queues ",
          "barrier": "Barriers", "executor": "Executors", "design": "Designs ",
          "option": "Options "}


@pytest.mark.parametrize("options, code, sentences", [
    ("bench=zzz,lock variant=nothing", "bad_experiment", [
        "bench=zzz: no experiment is called 'zzz'; there are: " + EXPERIMENTS]),
    ("bench=line variant=handover.", "bad_variant", [
        "variant=handover.: that is no row, but several. Name one, or leave out "
        "the full stop"]),
    ("lock=k42 lock=", "bad_option", [
        "lock=: no lock is called ''; there are: " + LOCKS]),
    ("lock=mcs queue=mpmc", "bad_option", [
        "queue=mpmc: a lock of choice goes around the ring, a queue of choice "
        "takes its place: one of them, not both"]),
    ("memory=1 cores=99999 rounds=99999999999999999999", "bad_option", [
        "memory=1: at least 8", "cores=99999: at most 1024",
        "rounds=99999999999999999999: at most 40"]),
    ("queue=nonsense", "bad_option", [
        "queue=nonsense: no queue for all cores is called 'nonsense'; there are: "
        "mpmc steal ring "]),
    ("queue=spsc", "bad_option", ["queue=spsc: only one core at a time may push"])])
def test_what_is_wrong_is_named_with_what_there_is(options, code, sentences):
    """And nothing is measured. Unit tests have the cases."""
    records, text = twin(options, status=2)
    assert records[-1]["status"] == "failed"
    assert not of(records, "result") and not of(records, "progress")
    warnings = of(records, "warning")
    assert {warning["code"] for warning in warnings} == {code}
    for warning, sentence in zip(warnings, sentences, strict=True):
        assert warning["text"].startswith(sentence)
        assert warning["text"] in " ".join(text.split())
        assert " mpmc/push " not in warning["text"]  # a long list is cut
    assert all(len(line) < 80 for line in text.splitlines())


def test_the_work_queue_is_measured_first_and_then_what_others_are_made_of():
    records, _ = twin(SHORT + "variant=call")
    assert [r["experiment"] for r in of(records, "noise")
            if r["when"] == "before"] == (
        "workqueue floor queue line lock spawn switch timer wake "
        "dispatch inject primes threads workloads").split()


@pytest.mark.parametrize("options, lock, queue", [
    ("", "backoff", "workqueue"), ("lock=mcs", "mcs", "ring/mcs"),
    ("queue=mpmc", None, "mpmc")])
def test_context_names_the_lock_and_the_queue_that_are_used(options, lock,
                                                            queue):
    context = twin(f"probe {options}")[0][0]
    assert (context["lock"], context["queue"]) == (lock, queue)


# ---- lists -----------------------------------------------------------------------


def listed(options: str = "list") -> list[dict]:
    records, text = twin(options)
    assert not of(records, "result") and not of(records, "warning")
    assert all(len(line) < 80 for line in text.splitlines())
    for record in of(records, "listed"):
        assert f"\n  {record['name']} " in text
    return of(records, "listed")


def test_the_list_holds_everything_once():
    found = listed()
    keys = [(r["what"], r.get("experiment"), r["name"]) for r in found]
    assert len(set(keys)) == len(keys)
    assert [name for what, _, name in keys if what == "experiment"] == \
        EXPERIMENTS.split()
    assert {e for what, e, _ in keys if what == "variant"} == \
        set(EXPERIMENTS.split()) - {"silence"}   # which has no rows
    assert {what for what, _, _ in keys} == {*TITLES, "variant"}
    assert all(r["summary"] and not r["yours"] for r in found)


def test_options_are_listed_with_kind_default_bounds_and_choices():
    """Of what they are when absent, whatever else is given."""
    options = {r["name"]: r for r in listed("list rounds=7 suite=full")
               if r["what"] == "option"}
    for name, wanted in {
            "rounds": {"kind": "number", "default": None, "least": 1, "most": 40},
            "seed": {"kind": "number", "default": 1, "least": 0,
                     "most": 2**64 - 1},
            "samples": {"kind": "number", "choices": ["raw"]},
            "suite": {"kind": "choice", "default": "quick",
                      "choices": ["quick", "full"]},
            "bench": {"kind": "text", "default": None},
            "list": {"kind": "flag", "default": None}}.items():
        assert wanted.items() <= options[name].items()


def test_a_list_of_some_experiments_holds_these_only():
    assert {(r["what"], r.get("experiment", r["name"]))
            for r in listed("list bench=line,lock")} == {
        (what, e) for what in ("experiment", "variant")
        for e in ("line", "lock")}
    done = qc("list", "line")
    assert re.findall(r"^(\w.*)\(", done.output, re.M) == [
        "Experiments ", "Variants of line "]


@pytest.mark.parametrize("width", [80, 140])
def test_every_name_is_in_a_table_of_that_width(width):
    done = qc("list", "--width", str(width))
    assert done.exit_code == 0, done.output
    assert max(map(len, done.output.splitlines())) <= width
    tables = {part.split("\n", 1)[0]: part
              for part in done.output.split("\n\n") if part.strip()}
    for record in listed():
        title = TITLES.get(record["what"]) or \
            f"Variants of {record['experiment']} "
        [table] = [t for name, t in tables.items() if name.startswith(title)]
        row = re.search(rf"^{re.escape(record['name'])} .*(\n +.*)*", table,
                        re.M)
        assert row, record
        bounds = (record.get(key) for key in ("least", "most", "default"))
        words = [word.strip("()") for word in record["summary"].split()] + [
            str(bound) for bound in bounds if bound is not None]
        assert all(word in row[0] for word in
                   words + record.get("choices", [])), record


def test_a_run_with_the_option_shows_the_list(tmp_path):
    done = qc("run", "--machine", "hosted", "--args", "list", "--out",
              tmp_path / "run")
    assert done.exit_code == 0, done.output
    assert "\nmcs/wait " in done.output and "\nrounds " in done.output
    assert "Run ok: 0 results" in " ".join(done.output.split())
