# SPDX-License-Identifier: MIT
"""The experiment `wake`: what answers, what is skipped and why, and what
happens where a core does not answer. Only the bare machine has these rows."""

import functools

import pytest
from concluded import findings
from qemu import EXIT_FAILED, EXIT_OK, all_of, boot
from verdicts import nothing_wrong

SHORT = "bench=wake rounds=2 samples=40 budget=20 trust=tcg "
FULL = pytest.mark.full
BARRIERS = {"barrier/central", "barrier/sense", "barrier/dissemination"}
IPIS = {"ipi/store", "ipi/trip", "ipi/each", "ipi/broadcast"}
STAMP = "ipi/stamp"  # skipped where the clocks' skew is too large for it
ALONE = "no second core"


@functools.cache
def run_on(smp: int, options: str = "", topology: str = "", cpu: str = "max"):
    return boot(SHORT + all_of(smp) + options, smp=topology or str(smp), cpu=cpu)


def variants(run, kind: str = "result") -> set[str]:
    return {r["variant"] for r in run.of(kind)}


def reasons(run) -> dict[str, str]:
    return {r["variant"]: r["reason"] for r in run.of("skipped")}


@pytest.mark.parametrize("smp", [2, pytest.param(3, marks=FULL), pytest.param(
    8, marks=[FULL, pytest.mark.nightly])])
def test_every_row_is_validated_and_measured_or_skipped_with_a_reason(smp):
    run = run_on(smp)
    assert run.status == EXIT_OK, run.of("warning")
    assert nothing_wrong(run.of("validation"))
    assert all(v["counts"]["operations"] > 0 for v in run.of("validation"))
    there = {"poll", "hlt", "timer"} | IPIS | BARRIERS
    assert variants(run) - {STAMP} == variants(run, "validation") == there
    assert set(reasons(run)) - {STAMP} == {"futex", "mwait"}
    assert (STAMP in variants(run)) != (STAMP in reasons(run))
    assert "returned at once in a trial" in reasons(run)["mwait"]
    text = " ".join(run.text.split())
    assert all(f"{variant} {reason}" in text
               for variant, reason in reasons(run).items())
    counts = sorted({n for n in (2, 4, 8, smp) if n <= smp})
    for variant in BARRIERS | {"ipi/each", "ipi/broadcast"}:
        found = sorted(r["cores"] for r in run.of("result")
                       if r["variant"] == variant)
        assert found == (counts if variant != "ipi/broadcast" else [smp])


def test_a_result_says_which_pair_and_whether_the_cores_were_there():
    for r in run_on(2).of("result"):
        assert r.get("crowded", True) is True and r["n"] >= 1
        assert 0 <= r["min"] <= r["p50"]
        if r["variant"] in ("poll", "hlt", "ipi/store", "ipi/trip"):
            assert r["params"] == {"partner": 1}
            assert r["pair"] == "cores of one die"
        if r["variant"] == STAMP:
            assert r["p50"] > r["skew_ticks"]


def test_conclusions_compare_what_was_measured():
    """Each is of the rows it names, on the cores it says."""
    run = run_on(2)
    told = {f["name"]: (f["claim"], f["cores"], set(f["subjects"]))
            for f in findings(run.records)}
    assert told == {
        "hlt over poll, core 1": ("ratio", 2, {"poll", "hlt"}),
        "ipi there and back, core 1": ("value", 2, {"ipi/trip"}),
        "broadcast over each": ("ratio", 2, {"ipi/each", "ipi/broadcast"}),
        "best barrier of 2": ("order", 2, BARRIERS),
        "timer lateness after 100 us": ("value", 1, {"timer"}),
        "timer lateness after 2000 us": ("value", 1, {"timer"})}


@pytest.mark.parametrize("topology, pairs", [
    ("4,sockets=2,cores=1,threads=2", {"threads of one core", "two packages"}),
    pytest.param("4,sockets=1,cores=2,threads=2", {
        "threads of one core", "cores of one die"}, marks=FULL)])
def test_one_partner_for_each_distance(topology, pairs):
    run = boot(SHORT + "variant=hlt", smp=topology)
    assert sorted(r["pair"] for r in run.of("result")) == sorted(pairs)


# ---- what is left out ---------------------------------------------------------------


@pytest.mark.parametrize("smp, options, cpu, measured, left_out", [
    (1, "", "max", {"timer"}, {
        **dict.fromkeys(("poll", "hlt", "barrier", "mwait", *IPIS), ALONE),
        "futex": "", STAMP: ""}),
    (2, "variant=mwait", "max,-monitor", set(), {"mwait": "CPUID 1 ECX[3]"}),
    # Here MWAIT is a no-op, and the row a poll: it shows that none is lost.
    (2, "variant=mwait mwait=trust", "max", {"mwait"}, {}),
    (3, "variant=ipi cores=2", "max", IPIS - {"ipi/broadcast"}, {
        "ipi/broadcast": "cores="}),
    (2, "variant=ipi apic=xapic", "max", IPIS, {}),
    pytest.param(2, "variant=ipi apic=x2apic", "max", IPIS, {}, marks=FULL)])
def test_what_is_not_there_is_skipped_with_the_reason(smp, options, cpu,
                                                      measured, left_out):
    run = boot(SHORT + options, smp=str(smp), cpu=cpu)
    assert run.status == EXIT_OK
    assert variants(run) - {STAMP} == measured
    assert set(reasons(run)) - {STAMP} == left_out.keys() - {STAMP}
    assert all(words in reasons(run)[name] for name, words in left_out.items())


def test_where_instructions_are_counted_there_is_no_lateness():
    run = boot("bench=wake rounds=1 samples=20 trust=tcg-icount", smp="1",
               accel="tcg,thread=single",
               extra=("-icount", "shift=0,sleep=off"))
    assert run.status == EXIT_OK and not run.of("result")
    assert "instructions" in reasons(run)["timer"]


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


@FULL
def test_a_deaf_partner_costs_its_pair_only_its_interrupts():
    run = run_on(2, "deaf=1")
    assert run.status == EXIT_FAILED
    assert len(run.warned("validation_failed")) == 1
    assert {"poll", "hlt", "timer"} | BARRIERS == variants(run)
