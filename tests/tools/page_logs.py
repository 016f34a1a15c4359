# SPDX-License-Identifier: MIT
"""Logs that have something of everything, for test_whole_pages.py."""

from __future__ import annotations

from pathlib import Path

import make_log
from quietcore.targets.dispatch import EXECUTORS
from quietcore.targets.primitives import FLOORS, TARGETS

METAL = {"trust": "metal", "trust_claimed": "", "cpu": "A"}
ICOUNT = {"trust": "tcg-icount", "trust_claimed": "tcg-icount"}
FLOOR_TICKS = {"rmw": 6, "xst": 9, "call": 4, "line": 200, "stamp": 30}


def log_of(path: Path, *runs: tuple[list[dict], dict]) -> Path:
    """A file of runs: records and what differs in the context."""
    path.write_bytes(b"".join(
        line for at, (body, context) in enumerate(runs)
        for line in make_log.lines(body, run=f"{at:016x}", **context)))
    return path


def audit(grade: str, when: str = "before") -> dict:
    """A noise record of two cores, the first one silent."""
    return make_log.noise(["A", grade], when, ticks_watched=[900, 901], gaps=[0, 3],
                          lost_ppm=[0, 5], max=[0, 77], smi=[0, None])


def timeline(core: int, events: list, **changes) -> dict:
    return {"record": "trace", "experiment": "primes", "variant": "steal",
            "cores": 2, "params": {"n": 100, "grain": 4}, "core": core,
            "dropped": 0, "events": events} | changes


# ---- what a run measures -----------------------------------------------------


def in_rounds(p50: float, **fields) -> dict:
    """A result in batches, and rounds on both sides of its middle."""
    return make_log.result(p50=p50, batch=64, rounds=[
        p50 * part for part in (0.98, 0.99, 1, 1, 1.01, 1.03)], **fields)


def primitives(scale: float = 1) -> list[dict]:
    """The floors, and each target of its own p50, from 10 ticks up."""
    return [in_rounds(experiment="floor", variant=floor, p50=FLOOR_TICKS[floor] * scale,
                      cores=2 if floor == "line" else 1)
            for floor in map(str.lower, FLOORS)] + [
        in_rounds(experiment=t.experiment, variant=t.variant, cores=t.cores,
                  p50=(10 + 3 * at) * scale, params=dict(t.params))
        for at, t in enumerate(TARGETS)]


LENGTHS = (0, 11, 101, 501, 1001, 5001)


def wall_and_all_in(at: int, n: int, scale: float) -> tuple[float, float]:
    return ((30 + n + 20 * at) / (1 + at * n / 700) * scale, 20 + at + n / 100)


def body(cores: int, n: int, scale: float) -> dict:
    """As long as one submitter's all-in makes it."""
    wall, all_in = wall_and_all_in(EXECUTORS.index("spsc"), n, scale)
    return make_log.quantity("dispatch", "body", [wall * cores - all_in] * 6,
                             cores=cores, params={"n": n}, unit="ticks")


def executor(at: int, cores: int, n: int, scale: float) -> dict:
    """Each gains on the plain loop as n grows, and all but that begin behind
    it."""
    wall, all_in = wall_and_all_in(at, n, scale)
    mean = (5 + at + n / 1000) * scale
    return make_log.result(
        experiment="dispatch", variant=EXECUTORS[at], cores=cores,
        params={"n": n}, mean=mean, p50=4.5 + at, all_in=all_in,
        round_means=[mean * part for part in (0.9, 1, 1, 1, 1.1, 1.4)],
        wall_per_task=wall, wall_rounds=[wall, wall * 1.1] * 3)


def executors(cores: int, scale: float = 1) -> list[dict]:
    """Those of experiment dispatch. Two were measured at 11 alone."""
    return [body(cores, n, scale) for n in LENGTHS] + [
        executor(at, cores, n, scale) for at in range(len(EXECUTORS))
        for n in LENGTHS if n != 11 or at < 2]


def beside_published() -> list[dict]:
    """Dispatch with all columns of a published row."""
    return [make_log.result(
        experiment="dispatch", variant=name, cores=cores, per="task", n=998,
        mean=mean, params={"n": n}, tasks=1000, work_mean=work, workers=2,
        wall_ticks=2450000, all_in=300.0, together=1.5, jain=0.97, slope=0.1,
        accumulate_mean=3, repeated=1, passes_differ=True)
        for name, cores, n, mean, work in (
            ("loop", 2, 0, 0.0, 0.0), ("shared", 2, 501, 250.0, 4750.0),
            ("shared", 1, 501, 99.0, 1.0), ("shared/mcs", 2, 7, 2.0, 3.0))]


def everything() -> list[dict]:
    """Of each kind of record one that is shown, and one that is not."""
    failed = make_log.core(1) | {"state": "failed", "apic_id": 7,
                                 "reason": "no answer"}
    return [
        make_log.core(0), failed, audit("B"), audit("D", "after"),
        audit("", "after") | {"cores": [1, 0], "grade": ["C", "B"]},
        make_log.result(params={"mode": "batch", "producers": 2, "k": "v"}),
        make_log.result(cores=2, quiet="disturbed", p999=None, max=None),
        make_log.result(experiment="lock", variant="mcs", p50=1e7, min=-3.5),
        *beside_published(),
        *(make_log.series(name, columns, rows, **{"params": {"n": 5}} | changes)
          for name, columns, rows, changes in (
              ("line", "from to ticks", [
                  [0, 1, 100], [1, 0, 120], [0, 2, 400], [2, 0, 180], [1, 2, 199]], {}),
              ("inject", "time_s threads running pending target done",
               [[i, 12, i % 3, 188 - i, 9, i] for i in range(5)],
               {"limit": 77, "params": {"tasks": 200, "min": 12, "max": 1000, "scale": 500}}),
              ("inject", "workers tasks_per_s", [[5, 4.91], [6, 7]],
               {"variant": "fixed", "params": {"scale": 1}}),
              ("threads", "took k cpu", [[2450, 3, 99999], [123456, 100000, 5.5]],
               {"params": {"slice": 4900, "mode": "m", "n": 2}}),
              ("primes", "core tasks", [[0, 5], [1, 6]], {"part": 2}))),
        {"record": "histogram", "experiment": "queue", "variant": "ring",
         "cores": 2, "params": {"n": 3}, "base": 1, "digits": 3,
         "bins": [[10, 5], [20.5, 6]]},
        *({"record": "validation", "experiment": "lock", "variant": verdict,
           "cores": 2, "verdict": verdict, "property": None, "counts": {"operations": 7}}
          for verdict in ("ok", "failed", "not_proven")),
        {"record": "skipped", "experiment": "switch", "variant": "yield",
         "reason": "one core"},
        {"record": "warning", "code": "odd", "text": "something is odd."},
        {"record": "panic", "core": 1, "text": "page fault", "vector": 14,
         "experiment": "lock", "variant": "mcs", "rip": "0x1", "error": 0,
         "registers": {}},
        timeline(0, [[0, 2, 0], [2450, 1, 7]], part=1, parts=2),
        timeline(0, [[24500, 1, 8], [49000, 4, 3], [49100, 3, 0], [50000, 9, 0],
                     [50100, 5, 0], [50200, 6, 0], [50300, 0, 0]],
                 part=2, parts=2),
        timeline(1, [[0, 5, 0], [4900, 0, 0], [5000, 5, 0], [5100, 0, 0]],
                 dropped=12),
        timeline(0, [[0, 6, 0], [2450, 0, 0]], variant="shared", cores=1,
                 params={}),
    ]


def listing() -> list[dict]:
    """What can be named in options; one kind is newer than qc."""
    def listed(what: str, name: str, **changes) -> dict:
        return {"record": "listed", "what": what, "name": name, "yours": False,
                "summary": f"What {name} is."} | changes

    def option(name: str, kind: str, **changes) -> dict:
        return listed("option", name, kind=kind, **changes)

    return [listed("experiment", "lock"), listed("experiment", "queue"),
            listed("variant", "mcs", experiment="lock"),
            listed("variant", "ring/pair", experiment="queue", yours=True,
                   summary="Push and pop, " + "one after the other, " * 5),
            *(listed(what, f"a-{what}") for what in
              ("lock", "queue", "barrier", "executor", "design", "novelty")),
            option("rounds", "number", least=1, most=50, default=6),
            option("suite", "choice", choices=["quick", "full"],
                   default="quick"),
            option("lock", "text", default=None), option("list", "flag")]


# ---- files -------------------------------------------------------------------


def whole(folder: Path) -> list[Path]:
    return [log_of(folder / "1", (everything(), METAL | {
        "dirty": True, "lock": "mcs", "executor": "steal"}))]


def few_rows(folder: Path) -> list[Path]:
    """The series of the same, a row of each: a table has a line a cell."""
    return [log_of(folder / "1", ([each | {"rows": each["rows"][-1:]}
                                   for each in everything()
                                   if each["record"] == "series"], METAL))]


def counted(folder: Path) -> list[Path]:
    """Instructions: neither ticks nor time."""
    return [log_of(folder / "1", ([
        make_log.result(unit="instructions", p50=7)], ICOUNT))]


def damaged(folder: Path) -> list[Path]:
    """A failed run: one damaged line, lost records, wrong counts."""
    lines = make_log.lines([make_log.core(0), *[make_log.result()] * 4],
                           status="failed", tsc_hz=0)
    path = folder / "1"
    path.write_bytes(b"".join([*lines[:2], b"?" + lines[2], lines[3][9:],
                               *lines[5:], b"more\n"]))
    return [path]


def failed(folder: Path) -> list[Path]:
    return [log_of(folder / "1", ([make_log.result()] * 2, {
        "status": "failed", "tsc_hz": 0}))]


def lists(folder: Path) -> list[Path]:
    return [log_of(folder / "1", (listing(), METAL))]


def one_run(folder: Path) -> list[Path]:
    return [log_of(folder / "1", (primitives() + executors(2), METAL))]


def two_small(folder: Path) -> list[Path]:
    return [log_of(folder / "1", ([make_log.result(min=None)], METAL),
                   ([make_log.result(params={"k": 3})], {"tsc_hz": 0}))]


def three_runs(folder: Path) -> list[Path]:
    """Of few targets; the last one slower, and with cores of its own."""
    few = len(FLOORS) + 3
    return [log_of(folder / "1", (primitives()[:few] + executors(2), METAL),
                   (primitives(1.5)[:few] + executors(2, 2), METAL),
                   (primitives(3)[:few] + executors(4, 3), METAL))]


def twins(folder: Path) -> list[Path]:
    """Bare and Linux: alike, disturbed, on one side only, of other grades."""
    bare = [make_log.result(), make_log.result(cores=2, quiet="disturbed"),
            make_log.result(experiment="lock", variant="mcs", params={"k": 3}),
            audit("B")]
    linux = [make_log.result(p50=27, p99=41, p999=1000, max=234567),
             make_log.result(cores=2, p50=6), audit("D"),
             make_log.result(experiment="lock", variant="tas")]
    return [log_of(folder / "1", (bare, METAL)),
            log_of(folder / "2", (linux, METAL | {
                "trust": "linux", "machine": "linux", "tsc_hz": 10**9}))]


def emulated_twins(folder: Path) -> list[Path]:
    return [log_of(folder / "1", ([make_log.result()], {})),
            log_of(folder / "2", ([make_log.result(unit="instructions")],
                                  ICOUNT | {"machine": "linux"}))]
