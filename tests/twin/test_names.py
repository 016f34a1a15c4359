# SPDX-License-Identifier: MIT
"""Names and numbers on the command line: what is wrong with them, and lists."""

import pytest
from program import SHORT, of, twin

EXPERIMENTS = ("dispatch floor inject line lock metg primes queue silence spawn "
               "switch threads timer wake workloads workqueue")
LOCKS = "backoff clh mcs qspin rw tas ticket ttas"
OF_CHOICE = LOCKS.replace("ticket", "ticket ticket/prop")


def refused(options: str) -> dict[str, list[str]]:
    """The warnings of a run that must fail and measure nothing, by code."""
    records, text = twin(options, status=2)
    assert records[-1]["status"] == "failed"
    assert not of(records, "result") and not of(records, "progress")
    found = {}
    for warning in of(records, "warning"):
        found.setdefault(warning["code"], []).append(warning["text"])
        assert warning["text"] in " ".join(text.split())
    assert all(len(line) < 80 for line in text.splitlines())
    return found


def unknown(option: str, what: str, name: str, there: str, near: str = "") -> str:
    hint = f" (did you mean '{near}'?)" if near else ""
    return f"{option}={name}: no {what} is called '{name}'{hint}; there are: {there}"


@pytest.mark.parametrize("options, code, sentences", [
    ("bench=zzz,lock,quue variant=nothing", "bad_experiment", [
        unknown("bench", "experiment", "zzz", EXPERIMENTS),
        unknown("bench", "experiment", "quue", EXPERIMENTS, "queue")]),
    ("bench=lock variant=tsa.,mcs,Ticket/prp", "bad_variant", [
        unknown("variant", "variant of lock", "tsa", LOCKS, "tas"),
        unknown("variant", "variant of lock", "Ticket/prp", LOCKS,
                "ticket/prop")]),
    ("bench=line variant=handover.", "bad_variant", [
        "variant=handover.: that is no row, but several. Name one, or leave out "
        "the full stop"]),
    ("bench=workloads variant=add/sequential", "bad_variant", [unknown(
        "variant", "variant of workloads", "add/sequential", "add sort find")]),
    ("bench=lock,", "bad_option", ["bench=lock,: a name is missing beside a comma"]),
    ("lock=k42", "bad_option", [unknown("lock", "lock", "k42", OF_CHOICE)]),
    ("lock=", "bad_option", [unknown("lock", "lock", "", OF_CHOICE)]),
    ("lock=mcs queue=mpmc", "bad_option", [
        "queue=mpmc: a lock of choice goes around the ring, a queue of choice "
        "takes its place: one of them, not both"]),
    ("memory=1 cores=0 rounds=99999999999999999999 seed=-1", "bad_option", [
        "memory=1: at least 8", "cores=0: at least 1",
        "rounds=99999999999999999999: at most 40",
        "seed=-1: a whole number is needed, 0 to 18446744073709551615"]),
    ("samples=12a cores=99999", "bad_option", [
        "samples=12a: a whole number is needed, 1 to 100000 or raw",
        "cores=99999: at most 1024"]),
    ("suite=ful list=1 bench", "bad_option", [
        "suite=ful: one of these is needed: quick full (did you mean 'full'?)",
        "list=1: takes no value", "bench: a value is needed, after a '='"]),
])
def test_what_is_wrong_is_named_with_what_there_is(options, code, sentences):
    assert refused(options) == {code: sentences}


@pytest.mark.parametrize("options, code, parts", [
    ("bench=queue variant=ring/pare", "bad_variant", (
        "(did you mean 'ring/pair'?)", " ring/push ", " mpmc ", " ...")),
    ("queue=nonsense", "bad_option", (
        "queue=nonsense: no queue for all cores is called 'nonsense'; there are: "
        "mpmc steal ring ",)),
    ("queue=spsc", "bad_option", ("only one core at a time may push",))])
def test_a_long_list_is_cut(options, code, parts):
    [text] = refused(options)[code]
    assert all(part in text for part in parts) and " mpmc/push " not in text


def test_the_work_queue_is_measured_first_and_then_what_others_are_made_of():
    records, _ = twin(SHORT + "variant=call")
    assert [r["experiment"] for r in of(records, "noise")
            if r["when"] == "before"] == (
        "workqueue floor queue line lock spawn switch timer wake "
        "dispatch inject primes threads workloads").split()


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
    assert {"lock", "queue", "barrier", "executor", "design", "option"} <= \
        {what for what, _, _ in keys}
    assert all(r["summary"] and not r["yours"] for r in found)


@pytest.mark.parametrize("name, wanted", [
    ("rounds", {"kind": "number", "default": None, "least": 1, "most": 40}),
    ("seed", {"kind": "number", "default": 1, "least": 0, "most": 2**64 - 1}),
    ("samples", {"kind": "number", "choices": ["raw"]}),
    ("suite", {"kind": "choice", "default": "quick",
               "choices": ["quick", "full"]}),
    ("bench", {"kind": "text", "default": None}),
    ("list", {"kind": "flag", "default": None})])
def test_options_are_listed_with_kind_default_bounds_and_choices(name, wanted):
    """Of what they are when absent, whatever else is given."""
    [option] = [r for r in listed("list rounds=7 suite=full")
                if (r["what"], r["name"]) == ("option", name)]
    assert wanted.items() <= option.items()


def test_a_list_of_some_experiments_holds_these_only():
    assert {(r["what"], r.get("experiment", r["name"]))
            for r in listed("list bench=line,lock")} == {
        (what, e) for what in ("experiment", "variant")
        for e in ("line", "lock")}


@pytest.mark.parametrize("options, lock, queue", [
    ("", "backoff", "workqueue"), ("lock=mcs", "mcs", "ring/mcs"),
    ("queue=mpmc", None, "mpmc")])
def test_context_names_the_lock_and_the_queue_that_are_used(options, lock,
                                                            queue):
    context = twin(f"probe {options}")[0][0]
    assert (context["lock"], context["queue"]) == (lock, queue)
