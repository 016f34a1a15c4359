# SPDX-License-Identifier: MIT
"""Names and numbers on the command line: what is wrong with them, and lists."""

import pytest
from program import SHORT, of, twin

EXPERIMENTS = ("dispatch floor inject line lock metg primes queue silence spawn "
               "switch threads timer wake workloads workqueue")
LOCKS = "backoff clh mcs qspin rw tas ticket ttas"


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


@pytest.mark.parametrize("options, code, sentences", [
    ("bench=lok", "bad_experiment",
     ["bench=lok: no experiment is called 'lok' (did you mean 'lock'?); "
      f"there are: {EXPERIMENTS}"]),
    ("bench=zzz,lock,quue variant=nothing", "bad_experiment",
     [f"bench=zzz: no experiment is called 'zzz'; there are: {EXPERIMENTS}",
      "bench=quue: no experiment is called 'quue' (did you mean 'queue'?); "
      f"there are: {EXPERIMENTS}"]),
    ("bench=lock variant=tas,zzz", "bad_variant",
     ["variant=zzz: no variant of lock is called 'zzz'; there are: "
      f"{LOCKS}"]),
    ("bench=lock variant=tsa.,mcs,Ticket/prp", "bad_variant",
     ["variant=tsa: no variant of lock is called 'tsa' (did you mean 'tas'?); "
      f"there are: {LOCKS}",
      "variant=Ticket/prp: no variant of lock is called 'Ticket/prp' (did you "
      f"mean 'ticket/prop'?); there are: {LOCKS}"]),
    ("bench=line variant=handover.", "bad_variant",
     ["variant=handover.: that is no row, but several. Name one, or leave out "
      "the full stop"]),
    ("bench=workloads variant=add/sequential", "bad_variant",
     ["variant=add/sequential: no variant of workloads is called "
      "'add/sequential'; there are: add sort find"]),
    ("bench=lock,", "bad_option",
     ["bench=lock,: a name is missing beside a comma"]),
    ("variant=tas,,mcs", "bad_option",
     ["variant=tas,,mcs: a name is missing beside a comma"]),
    ("lock=k42", "bad_option",
     ["lock=k42: no lock is called 'k42'; there are: backoff clh mcs qspin rw "
      "tas ticket ticket/prop ttas"]),
    ("lock=", "bad_option",
     ["lock=: no lock is called ''; there are: backoff clh mcs qspin rw tas "
      "ticket ticket/prop ttas"]),
    ("lock=mcs queue=mpmc", "bad_option",
     ["queue=mpmc: a lock of choice goes around the ring, a queue of choice "
      "takes its place: one of them, not both"]),
    ("memory=1 cores=0 rounds=99999999999999999999 seed=-1", "bad_option",
     ["memory=1: at least 8", "cores=0: at least 1",
      "rounds=99999999999999999999: at most 40",
      "seed=-1: a whole number is needed, 0 to 18446744073709551615"]),
    ("samples=12a cores=99999 budget=0x", "bad_option",
     ["samples=12a: a whole number is needed, 1 to 100000 or raw",
      "cores=99999: at most 1024",
      "budget=0x: a whole number is needed, 1 to 3600000"]),
    ("suite=ful realtime=yes list=1 bench", "bad_option",
     ["suite=ful: one of these is needed: quick full (did you mean 'full'?)",
      "realtime=yes: one of these is needed: auto on off",
      "list=1: takes no value", "bench: a value is needed, after a '='"]),
])
def test_what_is_wrong_is_named_with_what_there_is(options, code, sentences):
    assert refused(options) == {code: sentences}


def test_an_option_that_is_none_is_named_with_those_there_are():
    one, other = refused("roundz=3 colour=red")["bad_option"]
    assert one.startswith("roundz=3: no option is called 'roundz' (did you "
                          "mean 'rounds'?); there are: bench bound budget ")
    assert other.startswith("colour=red: no option is called 'colour'; there "
                            "are: bench ")


def test_a_word_under_a_first_word_shows_what_is_under_it():
    [text] = refused("bench=queue variant=ring/pare")["bad_variant"]
    assert "(did you mean 'ring/pair'?)" in text
    assert " ring/push " in text and " mpmc " in text
    assert " mpmc/push " not in text and text.endswith(" ...")


# ---- order ---------------------------------------------------------------------


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


def test_options_are_listed_with_kind_default_bounds_and_choices():
    """Of what they are when absent, whatever else is given."""
    option = {r["name"]: r for r in listed("list rounds=7 max=20 suite=full")
              if r["what"] == "option"}
    for name, wanted in {
            "rounds": {"kind": "number", "default": None, "least": 1,
                       "most": 40},
            "max": {"kind": "number", "default": 1000, "least": 1,
                    "most": 10000},
            "seed": {"kind": "number", "default": 1, "least": 0,
                     "most": 2**64 - 1},
            "samples": {"kind": "number", "choices": ["raw"]},
            "suite": {"kind": "choice", "default": "quick",
                      "choices": ["quick", "full"]},
            "bench": {"kind": "text", "default": None},
            "list": {"kind": "flag", "default": None}}.items():
        assert wanted.items() <= option[name].items()


def test_a_list_of_some_experiments_holds_these_only():
    found = listed("list bench=line,lock")
    assert {(r["what"], r.get("experiment", r["name"])) for r in found} == {
        (what, e) for what in ("experiment", "variant")
        for e in ("line", "lock")}
    assert refused("list bench=lok")["bad_experiment"]


def test_context_names_the_lock_and_the_queue_that_are_used():
    for options, lock, queue in (("", "backoff", "workqueue"),
                                 ("lock=mcs", "mcs", "ring/mcs"),
                                 ("queue=mpmc", None, "mpmc")):
        context = twin(f"probe {options}")[0][0]
        assert (context["lock"], context["queue"]) == (lock, queue)
