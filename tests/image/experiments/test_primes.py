# SPDX-License-Identifier: MIT
"""The experiment `primes`: right lists, crossovers, and what each core did."""

import functools

import pytest
from announced import announced
from concluded import findings, middle
from verdicts import nothing_wrong
from qemu import EXIT_OK, HOST_BUSY, all_of, boot

SHORT = "bench=primes rounds=3 trust=tcg "
#: N -> how many primes there are, and their sum.
KNOWN = {100: (25, 1060), 10000: (1229, 5736396),
         1000000: (78498, 37550402023)}
QUICK = [100, 10000]
SHARES = ["executing", "lock", "stealing", "idle", "switching"]
END, EXECUTE, IDLE, SLEEP = 0, 1, 5, 6
EXECUTORS = announced("sched/executor", "EXECUTOR")
POOLS = EXECUTORS - {"loop"}


@functools.cache
def run_on(cores: int):
    return boot(SHORT + all_of(cores), smp=str(cores))


each_machine = pytest.mark.parametrize("cores", [1, 2, 4])


def rows(run, variant: str) -> list:
    return [row for s in run.of("series") if s["variant"] == variant
            and "executing" in s["columns"] for row in s["rows"]]


@each_machine
def test_every_way_is_validated_and_the_run_is_whole(cores):
    run = run_on(cores)
    assert run.status == EXIT_OK and run.end["status"] == "ok"
    assert {w["code"] for w in run.of("warning")} <= HOST_BUSY
    checked = {v["variant"]: v for v in run.of("validation")}
    assert checked.keys() == EXECUTORS | {"sequential"}
    assert nothing_wrong(checked.values())
    assert {v["counts"]["operations"] for v in checked.values()} == {sum(QUICK)}


@each_machine
def test_every_way_finds_the_known_primes(cores):
    run = run_on(cores)
    for variant in EXECUTORS | {"sequential"}:
        own = [r for r in run.of("result") if r["variant"] == variant]
        assert [r["params"]["n"] for r in own] == QUICK
        for r in own:
            assert (r["primes"], r["checksum"]) == KNOWN[r["params"]["n"]]
            assert r["batch"] == r["params"]["n"] and r["cores"] == cores
            assert (r["params"]["tasks"] == 0) == (variant == "sequential")
            assert 0 < r["min"] <= r["p50"]


@each_machine
def test_the_shares_of_each_core_fill_the_run(cores):
    run = run_on(cores)
    assert ["core", *SHARES] in [s["columns"] for s in run.of("series")]
    for executor in EXECUTORS:
        own = rows(run, executor)
        assert [row[0] for row in own] == \
            list(range(cores if executor in POOLS else 1))
        for row in own:
            assert sum(row[1:]) == 1_000_000 and min(row) >= 0
        assert any(row[1] > 0 for row in own)  # somebody executed something


def events(run, variant: str) -> dict[int, list]:
    found: dict[int, list] = {}
    for t in run.of("trace"):
        if t["variant"] == variant:
            assert t["dropped"] == 0
            found.setdefault(t["core"], []).extend(t["events"])
    return found


def check_timeline(found: dict[int, list], cores: int, tasks: int) -> None:
    """Each core from 0 to its end without a step back; each task once."""
    assert sorted(found) == list(range(cores))
    for own in found.values():
        ticks = [event[0] for event in own]
        assert ticks == sorted(ticks) and ticks[0] == 0
        assert own[-1][1] == END and \
            all(event[1] != END for event in own[:-1])
    executed = [e[2] for own in found.values() for e in own if e[1] == EXECUTE]
    assert sorted(executed) == list(range(tasks))


@each_machine
def test_the_timeline_holds_each_task_once(cores):
    run = run_on(cores)
    assert {t["variant"] for t in run.of("trace")} == {"steal"}
    tasks = next(r["params"]["tasks"] for r in run.of("result")
                 if r["variant"] == "steal" and r["params"]["n"] == QUICK[-1])
    check_timeline(events(run, "steal"), cores, tasks)


@each_machine
def test_conclusions_are_drawn_beside_the_published(cores):
    run = run_on(cores)
    concluded = findings(run.records)
    found = {f["name"]: f for f in concluded}
    assert len(found) == len(concluded), "one name, two findings"
    crossed = {name for name in found if name.startswith("crossover/")}
    left_out = {f"crossover/{s['variant']}" for s in run.of("skipped")}
    expected = {f"crossover/{pool}" for pool in POOLS} if cores > 1 else set()
    assert crossed | left_out == expected
    for name in crossed:
        assert found[name]["claim"] == "value"
        assert found[name]["value"] is None or \
            16 <= found[name]["value"] <= 100000
    times = {name for name in found if name.startswith("times/")}
    assert times == ({f"times/{pool}/{n}" for pool in POOLS for n in QUICK}
                     if cores > 1 else set())
    for name in times:
        assert found[name]["subjects"] == ["sequential", name.split("/")[1]]
        assert ("published: 8" in found[name]["text"]) == \
            name.endswith("/100")
    assert "published: synchronising 58" in found["executing/steal"]["text"]
    assert 0 < middle(found["executing/steal"]) <= 100
    assert middle(found["trace_cost"]) > 0


@each_machine
def test_the_page_fits_the_screen(cores):
    text = run_on(cores).text.splitlines()
    first = next(i for i, line in enumerate(text)
                 if line.startswith("Primes in 1..N"))
    page = [line for line in text[first:] if not line.startswith("{")]
    page = page[:next(i for i, line in enumerate(page)
                      if line.startswith("Noise"))]
    assert len(page) <= 30 + 5  # four cores' lines; the split's five
    assert all(len(line) <= 79 for line in page), max(page, key=len)


def test_the_option_trace_writes_every_timeline():
    run = boot(SHORT + "trace variant=shared,loop", smp="2")
    assert {t["variant"] for t in run.of("trace")} == \
        {"sequential", "shared", "loop"}
    tasks = {r["variant"]: r["params"]["tasks"] for r in run.of("result")
             if r["params"]["n"] == QUICK[-1]}
    check_timeline(events(run, "shared"), 2, tasks["shared"])
    check_timeline(events(run, "loop"), 1, tasks["loop"])
    assert not {IDLE, SLEEP} & {e[1] for e in events(run, "loop")[0]}


@pytest.mark.full
def test_the_full_suite_has_the_published_sizes():
    run = boot("bench=primes suite=full rounds=3 trust=tcg variant=steal",
               smp="2", timeout=200)
    assert run.status == EXIT_OK
    for cores in (1, 2):
        for variant in ("sequential", "steal"):
            own = {r["params"]["n"]: (r["primes"], r["checksum"])
                   for r in run.of("result")
                   if (r["variant"], r["cores"]) == (variant, cores)}
            assert own == KNOWN
    tasks = next(r["params"]["tasks"] for r in run.of("result")
                 if r["variant"] == "steal" and r["params"]["n"] == 1000000)
    check_timeline(events(run, "steal"), 2, tasks)


def test_the_smallest_machine_is_enough():
    run = boot(SHORT, smp="2", memory=8)
    assert run.status == EXIT_OK
    assert not [s for s in run.of("skipped") if "memory" in s["reason"]]
    assert len(run.of("result")) == len(QUICK) * (len(EXECUTORS) + 1)
