# SPDX-License-Identifier: MIT
"""What of an experiment only the bare machine shows: its own state and devices,
what its cores did, and lists that are right. test_as_linux.py has all rows."""

import pytest
from concluded import findings
from qemu import EXIT_OK, boot, by_variant, counted, reasons
from quietcore.running.qemu_here import find_ovmf
from verdicts import nothing_wrong

SHORT = "rounds=2 budget=20 samples=40 trust=tcg "


# ---- state of a processor ----------------------------------------------------------


@pytest.mark.parametrize("cpu", ["max", "max,-xsave"])
def test_state_takes_the_bytes_that_the_processor_says(cpu):
    run = boot(SHORT + "bench=switch variant=sse,xsave,sem/away", smp="2",
               cpu=cpu)
    assert run.status == EXIT_OK and nothing_wrong(run.of("validation"))
    rows = by_variant(run)
    assert rows["sse"]["state_bytes"] == 512
    assert rows["sem/away"]["partner_core"] == 1
    if cpu == "max":
        assert rows["xsave"]["state_bytes"] >= 512 + 64  # region and header
    else:
        assert "xsave" not in rows and "XSAVE" in reasons(run)["xsave"]


# ---- screen and port ----------------------------------------------------------------


@pytest.mark.parametrize("firmware, vga, measured, left_out", [
    ("direct", (), {"text", "port", "memory"}, {
        "pixel": "the screen is not of pixels", "file": "file system",
        "terminal": "terminal"}),
    pytest.param("uefi", ("-vga", "std"), {"pixel", "port", "memory"}, {
        "text": "the screen is no text memory"}, marks=[
            pytest.mark.full, pytest.mark.skipif(not find_ovmf(),
                                                 reason="no OVMF")])])
def test_screen_and_port_are_measured_and_given_back(firmware, vga, measured,
                                                     left_out):
    """A log that is whole came by the port that was measured."""
    run = boot("bench=floor variant=written rounds=2 samples=20 trust=tcg",
               smp="1", firmware=firmware, extra=vga)
    assert run.status == EXIT_OK and run.end["status"] == "ok"
    wanted = {f"written/{name}" for name in measured}
    assert {name for name, proof in by_variant(run, "validation").items()
            if proof["verdict"] == "ok"} == by_variant(run).keys() == wanted
    said = reasons(run)
    assert all(words in said[f"written/{name}"]
               for name, words in left_out.items())
    assert {f["name"]: f["subjects"] for f in findings(run.records)} == {
        name: ["written/memory", name] for name in wanted - {"written/memory"}}


# ---- what cores did -----------------------------------------------------------------

#: N -> how many primes there are, and their sum.
KNOWN = {100: (25, 1060), 10000: (1229, 5736396), 1000000: (78498, 37550402023)}
END, EXECUTE = 0, 1


@pytest.mark.parametrize("more, most", [
    ("", 10000), pytest.param("suite=full variant=steal", 10**6,
                              marks=pytest.mark.full)])
def test_primes_are_right_and_each_task_ran_once(more, most):
    """Each core's timeline goes from 0 to its end without a step back."""
    run = boot(f"bench=primes rounds=3 trust=tcg {more}", smp="2", timeout=200)
    assert run.status == EXIT_OK and nothing_wrong(run.of("validation"))
    assert {r["params"]["n"]: (r["primes"], r["checksum"])
            for r in run.of("result")} == {n: KNOWN[n] for n in KNOWN if n <= most}
    lines: dict[int, list] = {}
    for t in run.of("trace"):
        if t["variant"] == "steal":     # the full suite has all
            assert t["dropped"] == 0
            lines.setdefault(t["core"], []).extend(t["events"])
    assert sorted(lines) == [0, 1]
    for events in lines.values():
        ticks = [event[0] for event in events]
        assert ticks == sorted(ticks) and ticks[0] == 0
        assert [event[1] == END for event in events].index(True) == \
            len(events) - 1
    tasks = max(r["params"]["tasks"] for r in run.of("result")
                if (r["variant"], r["params"]["n"]) == ("steal", most))
    assert sorted(event[2] for events in lines.values() for event in events
                  if event[1] == EXECUTE) == list(range(tasks))


@pytest.mark.full
def test_waiting_overlaps_on_a_single_core():
    """Eight readers that wait, wait together: order of magnitude only."""
    p50 = {r["variant"]: r["p50"] for r in boot(
        "bench=workloads rounds=2 trust=tcg variant=find", smp="1").of("result")}
    assert p50["find/concurrent"] < p50["find/sequential"] / 2


# ---- threads, instructions counted ------------------------------------------------


def curves(run) -> dict[str, dict[int, dict]]:
    """By design, then by k: the row with its columns' names."""
    return {s["variant"]: {row[0]: dict(zip(s["columns"], row))
                           for row in s["rows"]} for s in run.of("series")}


@pytest.mark.full
def test_counted_instructions_have_the_published_shape():
    rows = curves(counted("bench=threads suite=full rounds=1"))
    # As many threads as tasks gain nothing, and starve each other.
    pure, many = rows["fixed/pure"][100], rows["unbounded/pure"][100]
    assert 0.95 < many["took"] / pure["took"] < 1.1
    assert many["earliest"] > 50 * pure["earliest"]
    assert many["late"] > 50 * pure["late"]
    # A sleeping task holds its worker in the fixed pool alone.
    fixed = rows["fixed"]
    assert all(0.98 < fixed[k]["took"] / fixed[1]["took"] / k < 1.02
               for k in fixed)
    for name in {name for name in rows if "/" not in name} - {"fixed"}:
        assert rows[name][18]["took"] < 1.1 * rows[name][1]["took"]
        assert rows[name][25]["took"] > 1.25 * rows[name][1]["took"]


# ---- METG, instructions counted -----------------------------------------------------

ROWS = "steal/stencil_1d.,loop/trivial."
NEAR = 0.10     # as asked of it


def half(planted: int) -> dict[str, int]:
    """Instructions a task at half of the peak, by variant."""
    run = counted(f"bench=metg variant={ROWS} rounds=1 planted_ns={planted}")
    return {r["variant"]: r["p50"] for r in run.of("result")
            if r["params"]["percent"] == 50}


@pytest.mark.full
def test_planted_overhead_of_tasks_is_recovered():
    """A nanosecond is an instruction there; half of the time is overhead."""
    plain = half(0)
    assert len(plain) == 2
    for planted in (200, 5000):
        for variant, ticks in half(planted).items():
            found = (ticks - plain[variant]) / 2
            assert abs(found - planted) <= NEAR * planted, (variant, found)
