# SPDX-License-Identifier: MIT
"""The experiment `wake`: what answers, what is skipped and why, and what
happens where a core does not answer. Only the bare machine has these rows."""

import functools

import pytest
from qemu import EXIT_FAILED, EXIT_OK, all_of, boot, reasons
from verdicts import nothing_wrong

SHORT = "bench=wake rounds=2 samples=40 budget=20 trust=tcg "
BARRIERS = {"barrier/central", "barrier/sense", "barrier/dissemination"}
IPIS = {"ipi/store", "ipi/trip", "ipi/each", "ipi/broadcast"}
STAMP = "ipi/stamp"  # skipped where the clocks' skew is too large for it
ALONE = "no second core"


@functools.cache
def run_on(smp: int, options: str = ""):
    return boot(SHORT + all_of(smp) + options, smp=str(smp))


def variants(run, kind: str = "result") -> set[str]:
    return {r["variant"] for r in run.of(kind)}


@pytest.mark.parametrize("smp", [2, pytest.param(3, marks=pytest.mark.full)])
def test_every_row_is_validated_and_measured_or_skipped_with_a_reason(smp):
    run = run_on(smp)
    assert run.status == EXIT_OK, run.of("warning")
    assert nothing_wrong(run.of("validation"))
    assert all(v["counts"]["operations"] > 0 for v in run.of("validation"))
    there = {"poll", "hlt", "timer"} | IPIS | BARRIERS
    assert variants(run) - {STAMP} == variants(run, "validation") - {STAMP} == there
    assert set(reasons(run)) - {STAMP} == {"futex", "mwait"}
    assert (STAMP in variants(run)) != (STAMP in reasons(run))
    assert "returned at once in a trial" in reasons(run)["mwait"]
    text = " ".join(run.text.split())
    assert all(f"{variant} {reason}" in text
               for variant, reason in reasons(run).items())
    for variant in BARRIERS | {"ipi/each", "ipi/broadcast"}:
        found = sorted(r["cores"] for r in run.of("result")
                       if r["variant"] == variant)
        assert found == ([smp] if variant == "ipi/broadcast" else
                         list(range(2, smp + 1)))


def test_results_and_conclusions_say_of_which_cores_they_are():
    run = run_on(2)
    for r in run.of("result"):
        assert r.get("crowded", True) is True and r["n"] >= 1
        if r["variant"] in ("poll", "hlt", "ipi/store", "ipi/trip"):
            assert r["params"] == {"partner": 1}
            assert r["pair"] == "cores of one die"
        if r["variant"] == STAMP:
            assert r["p50"] > r["skew_ticks"]
    assert {name: (f["claim"], f["cores"], set(f["subjects"]))
            for name, f in run.findings().items()} == {
        "hlt over poll, core 1": ("ratio", 2, {"poll", "hlt"}),
        "ipi there and back, core 1": ("value", 2, {"ipi/trip"}),
        "broadcast over each": ("ratio", 2, {"ipi/each", "ipi/broadcast"}),
        "best barrier of 2": ("order", 2, BARRIERS),
        "timer lateness after 100 us": ("value", 1, {"timer"}),
        "timer lateness after 2000 us": ("value", 1, {"timer"})}


def test_one_partner_for_each_distance():
    run = boot(SHORT + "variant=hlt", smp="4,sockets=2,cores=1,threads=2")
    assert sorted(r["pair"] for r in run.of("result")) == [
        "threads of one core", "two packages"]


# ---- what is left out ---------------------------------------------------------------


@pytest.mark.parametrize("smp, options, cpu, measured, left_out", [
    (1, "", "max", {"timer"}, {
        **dict.fromkeys(("poll", "hlt", "barrier", "mwait", *IPIS), ALONE),
        "futex": "", STAMP: ""}),
    (2, "variant=mwait", "max,-monitor", set(), {"mwait": "CPUID 1 ECX[3]"}),
    # Here MWAIT is a no-op, and the row a poll: it shows that none is lost.
    (2, "variant=mwait mwait=trust", "max", {"mwait"}, {}),
    (3, "variant=ipi cores=2", "max", IPIS - {"ipi/broadcast"}, {
        "ipi/broadcast": "cores="})])
def test_what_is_not_there_is_skipped_with_the_reason(smp, options, cpu,
                                                      measured, left_out):
    run = boot(SHORT + options, smp=str(smp), cpu=cpu)
    assert run.status == EXIT_OK
    assert variants(run) - {STAMP} == measured
    assert set(reasons(run)) - {STAMP} == left_out.keys() - {STAMP}
    assert all(words in reasons(run)[name] for name, words in left_out.items())


def test_a_core_that_takes_no_interrupt_is_named_and_the_run_goes_on():
    run = run_on(3, "deaf=2 variant=ipi,timer")
    assert run.status == EXIT_FAILED and run.end["status"] == "failed"
    [failed] = [v for v in run.of("validation") if v["verdict"] == "failed"]
    assert (failed["variant"], failed["cores"]) == ("ipi/each", 3)
    [warning] = run.warned("validation_failed")
    assert "core 2 took no interrupt" in warning["text"]
    assert "core 2" in reasons(run)["ipi/broadcast"]
    assert "timer" in variants(run)
    assert [r["cores"] for r in run.of("result")
            if r["variant"] == "ipi/each"] == [2]
