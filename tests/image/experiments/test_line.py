# SPDX-License-Identifier: MIT
"""`line` and `timer` on the bare machine: pairs by what CPUID claims, and the
devices that Linux keeps to itself. Shapes and facts, no times."""

import pytest
from qemu import EXIT_OK, all_of, boot, by_variant, reasons
from verdicts import nothing_wrong

SHORT = "rounds=2 budget=20 samples=40 trust=tcg "
MATRIX = ["from", "to", "ticks", "line_least", "line_most"]
WAYS = {"rdtsc", "rdtsc/lfence", "rdtsc/rdtscp", "rdtsc/rdtscp/lfence",
        "rdtsc/cpuid"}
READINGS = ["core", "ticks", "step", "grain"]
#: What QEMU's devices count in a second.
RATES = {"hpet": 100_000_000, "pmtimer": 3_579_545, "pit": 1_193_182,
         "lapic": 1_000_000_000}
DEVICES = set(RATES)


def timed(options: str, smp: str, **machine):
    run = boot(SHORT + options, smp=smp, **machine)
    assert run.status == EXIT_OK and run.end["status"] == "ok"
    assert not run.of("validation") or nothing_wrong(run.of("validation"))
    assert all(f["text"].endswith(".") for f in run.concluded)
    return run


def rows_of(run, variant: str, columns: list[str]) -> list[list]:
    """The rows of a series, its parts joined."""
    parts = [s for s in run.of("series") if s["variant"] == variant]
    assert parts and all(s["columns"][:len(columns)] == columns for s in parts)
    return [row for s in parts for row in s["rows"]]


def test_every_ordered_pair_hands_over():
    run = timed(all_of(3) + "bench=line", "3")
    pairs = [[a, b] for a in range(3) for b in range(3) if a != b]
    for variant in ("handover/cas", "handover/store"):
        rows = rows_of(run, variant, MATRIX)
        assert [row[:2] for row in rows] == pairs
        assert all(0 < row[3] <= row[4] for row in rows)
        [whole] = [r for r in run.of("result") if r["variant"] == variant
                   and "from" not in r["params"]]
        assert whole["n"] == len(pairs) and whole["cores"] == 3
        assert whole["min"] == min(row[2] for row in rows)


def test_pairs_are_named_by_what_cpuid_claims():
    """Of a to b holds what holds of b to a: each place has an even count."""
    run = timed("bench=line variant=handover/cas", "4,sockets=2,cores=2")
    told = {f["name"]: int(f["text"].split("median of ")[1].split()[0])
            for f in run.concluded if "median of" in f["text"]}
    assert told == {"cores of one die": 4, "two packages": 8}


def test_the_time_is_read_on_every_core():
    run = timed("bench=timer", "2")
    for kind in ("result", "validation"):
        assert by_variant(run, kind).keys() == WAYS | DEVICES
    assert not run.of("skipped")
    for way in WAYS | DEVICES:
        rows = rows_of(run, way, READINGS)
        # What the cores share is read on core 0; each has an APIC of its own.
        cores = 1 if way in DEVICES - {"lapic"} else 2
        assert [row[0] for row in rows] == list(range(cores))
        for _, ticks, step, grain in rows:
            assert ticks > 0 and step > 0 and step % grain == 0
    series, said = by_variant(run, "series"), run.findings()
    for device, rate in RATES.items():
        counts_hz = series[device]["counts_hz"]
        assert said[device]["unit"] == "ns"
        assert said[device]["value"] == pytest.approx(
            series[device]["rows"][0][3] * 1e9 / counts_hz, rel=1e-3, abs=0.001)
        # That of the APIC is measured.
        assert counts_hz == pytest.approx(
            rate, rel=.1 if device == "lapic" else 1e-6)


@pytest.mark.parametrize("lost, without, reason", [
    ({"hpet"}, {"machine": "pc,hpet=off"}, "ACPI lists no HPET"),
    ({"pit"}, {"machine": "pc,pit=off"}, "it stands still"),
    # Without ACPI there is no list of the HPET either.
    ({"pmtimer", "hpet"}, {"machine": "pc,acpi=off"}, "ACPI"),
    ({"rdtsc/rdtscp", "rdtsc/rdtscp/lfence"}, {"cpu": "max,-rdtscp"}, "RDTSCP")])
def test_a_way_to_read_the_time_that_is_not_there_is_skipped(lost, without,
                                                             reason):
    run = timed("bench=timer", "1", **without)
    why = reasons(run)
    assert why.keys() == lost and all(reason in text for text in why.values())
    assert by_variant(run, "validation").keys() == (WAYS | DEVICES) - lost
