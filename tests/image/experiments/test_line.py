# SPDX-License-Identifier: MIT
"""The experiments `line` and `timer`: shapes, answers, facts. No times."""

import functools

import pytest
from verdicts import nothing_wrong
from qemu import EXIT_OK, all_of, boot

SHORT = "rounds=2 budget=20 samples=40 trust=tcg "
MATRIX = ["from", "to", "ticks", "line_least", "line_most"]
ROUNDS = [f"round_{at}" for at in range(1, 9)]
DISTANCES = [0, 8, 16, 32, 64, 128, 256]
WAYS = {"rdtsc", "rdtsc/lfence", "rdtsc/rdtscp", "rdtsc/rdtscp/lfence",
        "rdtsc/cpuid"}
DEVICES = {"hpet", "pmtimer", "pit", "lapic"}
READINGS = ["core", "ticks", "step", "grain"]


def check_run(run):
    assert run.status == EXIT_OK and run.end["status"] == "ok"
    assert not run.of("validation") or nothing_wrong(run.of("validation"))
    assert all(v["counts"]["operations"] > 0 for v in run.of("validation"))
    assert all(f["text"].endswith(".") for f in run.concluded)


def rows_of(run, variant: str, columns: list[str]) -> list[list]:
    """The rows of a series, its parts joined."""
    parts = [s for s in run.of("series") if s["variant"] == variant]
    assert parts and all(s["columns"] == columns for s in parts)
    return [row for s in parts for row in s["rows"]]


def matrix_of(run, variant: str) -> list[list]:
    """Of cores that take turns there are fewer rounds; one has no column. It may
    be noticed behind the matrix only."""
    columns = next(s["columns"] for s in run.of("series")
                   if s["variant"] == variant)
    rounds = columns[len(MATRIX):]
    assert columns == MATRIX + ROUNDS[:len(rounds)]
    assert rounds == ROUNDS or run.warned("crowded")
    return rows_of(run, variant, columns)


def named(run, name: str) -> list[dict]:
    return [f for f in run.concluded if f["name"] == name]


@functools.cache
def line_on(smp: int):
    run = boot(SHORT + all_of(smp) + "bench=line", smp=str(smp))
    check_run(run)
    return run


@pytest.mark.parametrize("smp", [2, 3, 8])
def test_every_ordered_pair_hands_over(smp):
    run = line_on(smp)
    pairs = [[a, b] for a in range(smp) for b in range(smp) if a != b]
    for variant in ("handover/cas", "handover/store"):
        rows = matrix_of(run, variant)
        assert [row[:2] for row in rows] == pairs
        assert all(0 < row[3] <= row[4] for row in rows)
        assert all(min(row[5:]) <= row[2] for row in rows if row[5:])
        [whole] = [r for r in run.of("result") if r["variant"] == variant
                   and "from" not in r["params"]]
        ticks = [row[2] for row in rows]
        assert whole["n"] == len(pairs) and whole["cores"] == smp
        assert (whole["min"], whole.get("max", max(ticks))) == \
            (min(ticks), max(ticks))
    assert {v["variant"] for v in run.of("validation")} == \
        {"handover/cas", "handover/store", "false"}


@pytest.mark.parametrize("smp", [2, 3, 8])
def test_the_ends_of_the_matrix_are_concluded_from(smp):
    run = line_on(smp)
    rows = {f"core {row[0]} to {row[1]}": row
            for row in matrix_of(run, "handover/cas")}
    calm = run.of("series")[0]["calm_most"]
    ticks = {pair: row[2] for pair, row in rows.items() if row[2] <= calm}
    assert len([w for w in run.warned("pairs_disturbed")
                if "handover/cas" in w["text"]]) == (len(ticks) < len(rows))
    for finding in named(run, "slowest over fastest"):
        fastest, slowest = finding["subjects"]
        assert finding["claim"] == "ratio"
        assert ticks[fastest] == min(ticks.values())
        assert ticks[slowest] == max(ticks.values())
        assert run.warned("crowded") or finding["rounds"] == [
            [ticks or None for ticks in rows[pair][5:]]
            for pair in (fastest, slowest)]
    assert len(ticks) < 2 or \
        len(named(run, "slowest over fastest")) == 1


@pytest.mark.parametrize("topology, places", [
    ("4,sockets=2,cores=2,threads=1", {"cores of one die": 4, "two packages": 8}),
    ("4,sockets=1,cores=2,threads=2", {"threads of one core": 4,
                                       "cores of one die": 8}),
    ("3,sockets=1,cores=3,threads=1", {"cores of one die": 6})])
def test_pairs_are_named_by_what_cpuid_claims(topology, places):
    """Of a to b holds what holds of b to a: each place has an even count."""
    run = boot(SHORT + "bench=line variant=handover/cas", smp=topology)
    check_run(run)
    assert not [r for r in run.of("result") if r["variant"] == "false"]
    told = {f["name"]: int(f["text"].split("median of ")[1].split()[0])
            for f in run.concluded if "median of" in f["text"]}
    assert told == places
    cores = int(topology.split(",")[0])
    claimed = {c["core"]: [c["package"], c["die"], c["core_id"]]
               for c in run.of("core")}
    rows = rows_of(run, "handover/clusters",
                   ["core", "cluster", "package", "die", "core_id"])
    assert [row[0] for row in rows] == list(range(cores))
    assert {row[0]: row[2:] for row in rows} == claimed
    [clusters] = named(run, "clusters")
    assert clusters["text"].startswith("Clusters of cores by distance: ")
    [rounds] = clusters["rounds"]
    if "turns" in clusters.get("fitness", ()):
        assert clusters["verdict"] == "unsure"
    assert all(number is None or 1 <= number <= cores for number in rounds)


@pytest.mark.full
def test_more_cores_than_are_measured_are_chosen_and_it_says_so():
    run = boot(SHORT + all_of(10) + "bench=line variant=handover/cas",
               smp="10,sockets=2")
    check_run(run)
    rows = matrix_of(run, "handover/cas")
    cores = {row[0] for row in rows}
    assert len(cores) == 8 and len(rows) == 8 * 7 and 0 in cores
    [chosen] = named(run, "cores chosen")
    assert chosen["value"] == 8 and "of 10" in chosen["text"]
    assert {run.of("core")[c]["package"] for c in cores} == {0, 1}


@pytest.mark.parametrize("smp", [2, 8])
def test_false_sharing_at_all_distances(smp):
    run = line_on(smp)
    both = [r for r in run.of("result") if r["variant"] == "false"]
    assert [r["params"]["distance"] for r in both] == DISTANCES
    assert all(len(set(r["counting"])) == 2 == len(r["each"]) for r in both)
    [alone] = [r for r in run.of("result") if r["variant"] == "false/alone"]
    assert len(alone["counting"]) == 1
    check_false_sharing(run, both)


def check_false_sharing(run, both: list[dict]):
    """Each is of two distances; sure never of cores that took turns."""
    for name, distance in ("false sharing", 8), ("next line", 64):
        [finding] = named(run, name)
        assert (finding["claim"], finding["unit"]) == ("ratio", "times")
        assert finding["subjects"] == ["256 bytes apart",
                                       f"{distance} bytes apart"]
        if "turns" in finding.get("fitness", ()):
            assert finding["verdict"] == "unsure"
    assert all(0 <= r["overlap"] <= 1 for r in both)


def test_one_core_has_nobody_to_hand_to():
    run = boot(SHORT + "bench=line", smp="1")
    check_run(run)
    assert {s["variant"]: s["reason"] for s in run.of("skipped")} == \
        dict.fromkeys(("handover/cas", "handover/store", "false"),
                      "one core: it needs two")
    assert not run.of("result")


@pytest.mark.full
def test_the_other_ways_to_hand_over_are_there_when_asked_for():
    run = boot(SHORT + "bench=line variant=handover/swap,handover/add")
    check_run(run)
    for variant in ("handover/swap", "handover/add"):
        assert len(matrix_of(run, variant)) == 2


#: What QEMU's devices count in a second.
RATES = {"hpet": 100_000_000, "pmtimer": 3_579_545, "pit": 1_193_182,
         "lapic": 1_000_000_000}


@pytest.mark.parametrize("smp", [1, 2, 8])
def test_the_time_is_read_on_every_core(smp):
    run = boot(SHORT + all_of(smp) + "bench=timer", smp=str(smp))
    check_run(run)
    assert {r["variant"] for r in run.of("result")} == WAYS | DEVICES
    assert {v["variant"] for v in run.of("validation")} == WAYS | DEVICES
    assert not run.of("skipped")
    for way in WAYS | DEVICES:
        rows = rows_of(run, way, READINGS)
        # What the cores share is read on core 0; each has an APIC of its own.
        cores = 1 if way in DEVICES - {"lapic"} else smp
        assert [row[0] for row in rows] == list(range(cores))
        for _, ticks, step, grain in rows:
            assert ticks > 0 and step > 0 and step % grain == 0
    [finding] = named(run, "step")
    assert finding["low"] >= min(
        row[2] for way in WAYS
        for row in rows_of(run, way, READINGS) if row[0] == 0)
    for device in DEVICES:
        [series] = [s for s in run.of("series") if s["variant"] == device]
        grain = series["rows"][0][3]
        [finding] = named(run, device)
        assert finding["unit"] == "ns" and finding["value"] == \
            pytest.approx(grain * 1e9 / series["counts_hz"], rel=1e-3, abs=0.001)
        # That of the APIC is measured.
        assert series["counts_hz"] == pytest.approx(
            RATES[device], rel=.1 if device == "lapic" else 1e-6)


@pytest.mark.parametrize("device, without, reason", [
    ("hpet", {"machine": "pc,hpet=off"}, "ACPI lists no HPET"),
    ("pit", {"machine": "pc,pit=off"}, "it stands still"),
    ("pmtimer", {"machine": "pc,acpi=off"}, "ACPI names no port")])
def test_a_timer_that_is_not_there_is_skipped(device, without, reason):
    run = boot(SHORT + "bench=timer", smp="1", **without)
    check_run(run)
    why = {s["variant"]: s["reason"] for s in run.of("skipped")}
    assert reason in why.pop(device)
    assert set(why) <= {"hpet"}  # without ACPI there is no list of it either
    assert not [s for s in run.of("series") if s["variant"] == device]
    assert {v["variant"] for v in run.of("validation")} == \
        WAYS | DEVICES - {device} - set(why)


def test_without_rdtscp_its_rows_are_skipped():
    run = boot(SHORT + "bench=timer", smp="1", cpu="max,-rdtscp")
    check_run(run)
    assert {s["variant"] for s in run.of("skipped")} == \
        {"rdtsc/rdtscp", "rdtsc/rdtscp/lfence"}
    assert all("RDTSCP" in s["reason"] for s in run.of("skipped"))
