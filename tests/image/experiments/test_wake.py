# SPDX-License-Identifier: MIT
"""The experiment `wake`: what answers, what is skipped and why, and what
happens where a core does not answer."""

import functools

import pytest
from concluded import findings
from verdicts import nothing_wrong
from qemu import EXIT_FAILED, EXIT_OK, all_of, boot

SHORT = "bench=wake rounds=2 samples=40 budget=20 trust=tcg "
CROWD = pytest.param(8, marks=[pytest.mark.full, pytest.mark.nightly])
BARRIERS = {"barrier/central", "barrier/sense", "barrier/dissemination"}
IPIS = {"ipi/store", "ipi/trip", "ipi/each", "ipi/broadcast"}
STAMP = "ipi/stamp"  # skipped where the clocks' skew is too large for it


@functools.cache
def run_on(smp: int, options: str = ""):
    return boot(SHORT + all_of(smp) + options, smp=str(smp))


def variants(run, kind: str) -> set[str]:
    return {r["variant"] for r in run.of(kind)}


def concluded(run) -> dict[str, dict]:
    found = findings(run.records)
    assert len({f["name"] for f in found}) == len(found)
    return {f["name"]: f for f in found}


def reasons(run) -> dict[str, str]:
    return {r["variant"]: r["reason"] for r in run.of("skipped")}


@pytest.mark.parametrize("smp", [2, CROWD])
def test_every_row_is_validated_and_measured_or_skipped_with_a_reason(smp):
    run = run_on(smp)
    assert run.status == EXIT_OK, run.of("warning")
    assert nothing_wrong(run.of("validation"))
    assert all(v["counts"]["operations"] > 0 for v in run.of("validation"))
    there = {"poll", "hlt", "timer"} | IPIS | BARRIERS
    assert variants(run, "result") - {STAMP} == there
    assert variants(run, "validation") == there
    assert set(reasons(run)) - {STAMP} == {"futex", "mwait"}
    assert (STAMP in variants(run, "result")) != (STAMP in reasons(run))
    assert "returned at once in a trial" in reasons(run)["mwait"]


def test_a_reason_stands_whole_in_the_image_s_table():
    run = run_on(2)
    text = " ".join(run.text.split())
    assert all(f"{variant} {reason}" in text
               for variant, reason in reasons(run).items())


@pytest.mark.parametrize("smp, counts", [
    (2, {2}), pytest.param(3, {2, 3}, marks=pytest.mark.full),
    pytest.param(8, {2, 4, 8}, marks=pytest.mark.full)])
def test_meetings_and_interrupts_are_swept_over_the_cores(smp, counts):
    results = run_on(smp).of("result")
    for variant in BARRIERS | {"ipi/each"}:
        found = [r["cores"] for r in results if r["variant"] == variant]
        assert sorted(found) == sorted(counts), variant
    assert [r["cores"] for r in results
            if r["variant"] == "ipi/broadcast"] == [smp]


def test_a_result_says_which_pair_and_whether_the_cores_were_there():
    results = run_on(2).of("result")
    for r in results:
        assert r.get("crowded", True) is True and r["n"] >= 1
        assert 0 <= r["min"] <= r["p50"]
        if r["variant"] in ("poll", "hlt", "ipi/store", "ipi/trip"):
            assert r["params"] == {"partner": 1}
            assert r["pair"] == "cores of one die"
        if r["variant"] == STAMP:
            assert r["p50"] > r["skew_ticks"]
    assert {r["params"]["sleep_us"] for r in results
            if r["variant"] == "timer"} == {100, 2000}


@pytest.mark.parametrize("topology, pairs", [
    ("4,sockets=2,cores=1,threads=2", {"threads of one core", "two packages"}),
    ("4,sockets=1,cores=2,threads=2", {"threads of one core",
                                       "cores of one die"})])
def test_one_partner_for_each_distance(topology, pairs):
    run = boot(SHORT + "variant=hlt", smp=topology)
    assert {r["pair"] for r in run.of("result")} == pairs
    assert len(run.of("result")) == len(pairs)


def test_alone_there_is_nobody_to_wake():
    run = run_on(1)
    assert run.status == EXIT_OK
    assert variants(run, "result") == variants(run, "validation") == {"timer"}
    why = reasons(run)
    assert set(why) == {"poll", "hlt", "mwait", "futex", "barrier",
                        STAMP} | IPIS
    assert all("no second core" in why[v] for v in ("poll", "hlt", "barrier"))
    assert all("no second core" in why[v] for v in IPIS)


def test_mwait_rows_work_where_they_are_trusted():
    """Here MWAIT is a no-op, and the row a poll: it shows that none is lost."""
    run = boot(SHORT + "variant=mwait mwait=trust", smp="2")
    assert run.status == EXIT_OK
    [result] = run.of("result")
    assert result["params"] == {"partner": 1, "hint": 0}
    [validation] = run.of("validation")
    assert validation["verdict"] == "ok"


def test_a_processor_without_monitor():
    run = boot(SHORT + "variant=mwait", smp="2", cpu="max,-monitor")
    assert run.status == EXIT_OK and not run.of("result")
    assert "CPUID 1 ECX[3]" in reasons(run)["mwait"]


def test_an_mwait_that_sleeps_passes_its_trial():
    """One core alone really halts in this emulator's MWAIT."""
    run = boot(SHORT + "variant=mwait", smp="1")
    assert "no second core" in reasons(run)["mwait"]


@pytest.mark.parametrize("apic", ["xapic", "x2apic"])
def test_both_kinds_of_apic_interrupt(apic):
    run = boot(SHORT + f"variant=ipi apic={apic}", smp="2")
    assert run.status == EXIT_OK
    assert variants(run, "result") - {STAMP} == IPIS


def test_a_core_that_takes_no_interrupt_is_named_and_the_run_goes_on():
    run = run_on(3, "deaf=2 variant=ipi,timer")
    assert run.status == EXIT_FAILED and run.end["status"] == "failed"
    [failed] = [v for v in run.of("validation") if v["verdict"] == "failed"]
    assert (failed["variant"], failed["cores"]) == ("ipi/each", 3)
    [warning] = run.warned("validation_failed")
    assert "core 2 took no interrupt" in warning["text"]
    assert "core 2" in reasons(run)["ipi/broadcast"]
    assert "timer" in variants(run, "result")
    assert [r["cores"] for r in run.of("result")
            if r["variant"] == "ipi/each"] == [2]


def test_a_deaf_partner_costs_its_pair_only_its_interrupts():
    run = run_on(2, "deaf=1")
    assert run.status == EXIT_FAILED
    assert len(run.warned("validation_failed")) == 1
    assert {"poll", "hlt", "timer"} | BARRIERS == variants(run, "result")


def test_a_broadcast_needs_all_cores():
    run = boot(SHORT + "variant=ipi cores=2", smp="3")
    assert "cores=" in reasons(run)["ipi/broadcast"]
    assert run.status == EXIT_OK


def test_conclusions_compare_what_was_measured():
    """Each is of the rows it names, on the cores it says."""
    run = run_on(2)
    found = concluded(run)
    told = {name: (f["claim"], f["cores"], tuple(f["subjects"]))
            for name, f in found.items()}
    assert told == {
        "hlt over poll, core 1": ("ratio", 2, ("poll", "hlt")),
        "ipi there and back, core 1": ("value", 2, ("ipi/trip",)),
        "broadcast over each": ("ratio", 2, ("ipi/each", "ipi/broadcast")),
        "best barrier of 2": ("order", 2, tuple(sorted(BARRIERS))),
        "timer lateness after 100 us": ("value", 1, ("timer",)),
        "timer lateness after 2000 us": ("value", 1, ("timer",))}
    assert {f["verdict"] for f in found.values()
            if "turns" in f.get("fitness", ())} <= {"unsure"}


def test_a_conclusion_s_rounds_are_those_of_its_row():
    run = run_on(2)
    [trip] = [r for r in run.of("result") if r["variant"] == "ipi/trip"]
    [rounds] = concluded(run)["ipi there and back, core 1"]["rounds"]
    there = [r for r in rounds if r is not None]
    assert all(trip["min"] <= r for r in there)
    assert len(rounds) == len(trip["rounds"])


def test_where_instructions_are_counted_there_is_no_lateness():
    run = boot("bench=wake rounds=1 samples=20 trust=tcg-icount", smp="1",
               accel="tcg,thread=single",
               extra=("-icount", "shift=0,sleep=off"))
    assert run.status == EXIT_OK and not run.of("result")
    assert "instructions" in reasons(run)["timer"]
