# SPDX-License-Identifier: MIT
"""The rows of `make peers`: which results of a log stand beside each other.

A row holds one operation of ours and of the libraries'. Ratios are to floors of
the same run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from quietcore.conclusions.rounds import reach_of
from quietcore.log.runs import Run
from quietcore.targets.spans import all_in_rounds, clean
from quietcore.terminal.numbers import median_of

#: How the names of other people's primitives begin (peers/guests).
GUESTS = ("ck_", "rte_", "tbb_", "boost_", "std_", "libc_", "gomp_",
          "rayon_", "vyukov")

#: Ours that stand beside them.
LOCKS = ("backoff", "clh", "mcs", "tas", "ticket", "ttas")
QUEUES = ("deque", "deque_8", "mpmc", "mpmc_8", "ring", "spsc", "spsc_8", "two",
          "workqueue")

FAIR = {"clh", "mcs", "ticket", "ck_clh", "ck_mcs", "ck_ticket", "rte_mcs",
        "rte_ticket", "tbb_queuing"}
#: Locks that need two locked instructions.
TWICE = {"mcs", "ck_mcs", "rte_mcs", "tbb_queuing"}
LOCKED = {"ring", "workqueue", "std_deque", "libc_ring"}
BULKS = {"deque", "mpmc", "mpmc_8", "spsc", "spsc_8", "two", "rte_spsc",
         "rte_spsc_8", "rte_mpmc", "rte_mpmc_8", "boost_spsc", "boost_spsc_8"}

#: Floors: variant of experiment `floor`, cores, share of one operation.
FLOORS = {"RMW": ("rmw", 1, 1), "XST": ("xst", 1, 1), "CALL": ("call", 1, 1),
          "STAMP": ("stamp", 1, 1), "LINE": ("line", 2, 0.5),
          "SYSCALL": ("syscall", 1, 1)}

Record = dict[str, str | float | list]


def is_guest(name: str) -> bool:
    """Somebody else's."""
    return name.startswith(GUESTS)


def who_of(name: str) -> str:
    """As the table calls it."""
    return name if is_guest(name) else f"ours/{name}"


@dataclass(frozen=True)
class Row:
    """One operation, and what of a result is one of it."""

    name: str
    floor: str = ""                # "XST + XST": the sum
    share: float = 1
    who: str = ""                  # "": by the variant's first word
    params: dict[str, int] = field(default_factory=dict)
    figure: str = "p50"            # or "mean", or the median of "round_means"
    by_hands: bool = False         # of an entry by another core than the last


#: The lengths at which all cores want a lock, and nothing else.
NOTHING_ELSE = {"inside": 0, "outside": 0}


def lock_row(name: str, way: str, cores: int) -> Row | None:
    """Alone, or all cores at it: an entry of the machine then, by its mean, as
    cores have a lock several times in a row. Where the log says how often they
    have, and the lock is fair, it is a hand-over instead."""
    if cores > 2 or not (is_guest(name) or name in LOCKS):
        return None
    if way == "contend" and cores == 2 and name in FAIR:
        return Row("lock handed over", "LINE", 1 / cores, params=NOTHING_ELSE,
                   figure="round_means", by_hands=True)
    if way:
        return None
    if cores == 1:
        return Row("queue lock alone", "RMW + RMW") if name in TWICE else \
            Row("lock alone", "XST")
    fair = name in FAIR
    return Row(f"lock 2 cores {'' if fair else 'un'}fair",
               "LINE" if fair else "XST", 1 / cores, figure="round_means")


def kind_of(queue: str) -> tuple[str, str]:
    """What it stands beside, and the floor of push + pop on one core."""
    if queue in LOCKED:
        return "locked ring", "XST + XST"
    if "spsc" in queue:
        return "spsc", ""
    return "deque" if "deque" in queue else "mpmc", "RMW + RMW"


def queue_row(name: str, way: str, cores: int) -> list[Row]:
    """A row; of what goes across, one by one and in bulks."""
    if not (is_guest(name) or name in QUEUES):
        return []
    kind, floor = kind_of(name)
    bulk = way.endswith("32")
    if (bulk and name not in BULKS) or cores > 2:
        return []
    tail = " bulk 32" if bulk else ""
    if way in ("pair", "pair32"):
        return [Row(f"{kind} alone{tail}", floor) if cores == 1 else
                Row(f"{kind} both{tail}", "LINE", 1 / cores,
                    figure="round_means")]
    if way == "across" and kind != "deque":  # of that, what thieves take
        return [Row(f"{kind} across", "LINE", params={"bulk": 1})] + [
            Row(f"{kind} across bulk 32", "LINE", params={"bulk": 32})
            for _ in range(name in BULKS)]
    return [Row("deque steal" + " half" * bulk, "LINE")] \
        if way in ("steal", "steal32") else []


def metg_row(pattern: str, cores: int, percent: int) -> list[Row]:
    """Tasks at half of the peak. Those that need nothing are told in calls,
    the others in lines."""
    floor = "CALL" if pattern == "trivial" else "LINE"
    return [Row(f"metg 50 % {pattern}", floor)] \
        if (cores, percent) == (2, 50) else []


#: Of experiment `switch`, `spawn` and `wake`, by variant.
OTHERS = {
    "call": Row("fiber switch", "CALL", 0.5, "ours/fiber_switch"),
    "inline": Row("fiber switch", "CALL", 0.5, "ours/inlined"),
    "call/sketch": Row("fiber switch", "CALL", 0.5, "sketch"),
    "call/boost_context": Row("fiber switch", "CALL", 0.5, "boost_context"),
    "yield": Row("fiber yield", "CALL", 1, "ours/sched", {"fibers": 2}),
    "yield/boost_fiber": Row("fiber yield", "CALL", 1, "boost_fiber"),
    "join": Row("fiber spawn + join", "CALL", 1, "ours/sched"),
    "join/boost_fiber": Row("fiber spawn + join", "CALL", 1, "boost_fiber"),
    "join/many": Row("fiber spawn, 128 to a join", "CALL", 1, "ours/sched"),
    "join/many/boost_fiber": Row("fiber spawn, 128 to a join", "CALL", 1,
                                 "boost_fiber"),
    "yield/osthread": Row("sched_yield, 1 core", "SYSCALL", 0.5, "linux"),
    "sem/osthread": Row("futex ping-pong, 1 core", "SYSCALL", 0.5, "linux"),
    "futex": Row("futex ping-pong, 2 cores", "SYSCALL", 0.5, "linux"),
    "spawn/osthread": Row("pthread create + join", "SYSCALL", 1, "linux"),
}


def rows_of(result: dict) -> list[Row]:
    """Those that a result may be of."""
    experiment, variant, cores = (
        result["experiment"], result["variant"], result["cores"])
    name, _, way = variant.partition("/")
    if experiment == "lock":
        row = lock_row(name, way, cores)
        return [row] if row else []
    if experiment == "queue":
        return queue_row(name, way, cores)
    if experiment == "dispatch":
        return [Row(f"dispatch n={result['params']['n']}", "CALL",
                    figure="mean")] if cores == 2 and not way else []
    if experiment == "metg":
        return metg_row(way, cores, result["params"].get("percent", 50))
    return [OTHERS[variant]] if experiment in ("switch", "spawn", "wake") \
        and variant in OTHERS else []


# ---- figures -----------------------------------------------------------------


def batched(run: Run, experiment: str, variant: str, cores: int) -> dict | None:
    """The result that speaks for a row: of the largest batch."""
    found = [r for r in run.of("result") if (
        r["experiment"], r["variant"], r["cores"]) ==
        (experiment, variant, cores) and r["p50"] is not None]
    return max(found, key=lambda r: r["batch"], default=None)


def floors_of(run: Run) -> dict[str, float]:
    """Ticks of each that the run measured."""
    return {name: row["p50"] * share
            for name, (variant, cores, share) in FLOORS.items()
            if (row := batched(run, "floor", variant, cores))}


def floor_rounds_of(run: Run) -> dict[str, list[float]]:
    """The same by round."""
    return {name: [each * share for each in clean(row["rounds"])]
            for name, (variant, cores, share) in FLOORS.items()
            if (row := batched(run, "floor", variant, cores))}


def ends_of(name: str, rounds: list[list[float]]) -> Record:
    """Of a sum of medians the ends of its interval, as fields."""
    spans = [reach_of(each) for each in rounds]
    return {f"{name}low": sum(span.low for span in spans),
            f"{name}high": sum(span.high for span in spans)} \
        if all(rounds) else {}


def spread_of(rounds: list[float]) -> float:
    """Median distance of the rounds from their median, as a share of it."""
    middle = median_of(rounds) if rounds else 0
    return median_of([abs(each - middle) for each in rounds]) / abs(middle) \
        if middle else 0


def rounds_of(result: dict, row: Row) -> list[float | None]:
    """Ticks of one operation by round, None where there is none."""
    means = row.figure in ("round_means", "mean")
    share = row.share * (result["burst"] if row.by_hands else 1)
    return [None if each is None else each * share
            for each in result["round_means" if means else "rounds"]]


def ticks_of(result: dict, row: Row) -> float | None:
    """Of one operation; None where it is wrong, or the figure means nothing."""
    if result.get("proven") == "failed":
        return None
    if row.figure == "round_means":
        return median_of(clean(rounds_of(result, row)))
    figure = result[row.figure]
    return None if figure is None else figure * row.share


def record_of(run: Run, result: dict, row: Row, floors: dict[str, float],
              floor_rounds: dict[str, list[float]]) -> Record:
    """A line of the table: ticks of one operation and their ratio, with the
    ends of the intervals of both, and what both were in each round."""
    every, ticks = rounds_of(result, row), ticks_of(result, row)
    rounds = clean(every)
    proven = not result.get("crowded") and \
        result.get("proven", "ok") == "ok"
    sure = proven and result["quiet"] == "clean"
    record = {"row": row.name,
              "who": row.who or who_of(result["variant"].partition("/")[0]),
              "n": len(rounds), "quiet": len(rounds) * sure,
              "failed": int(ticks is None), "proven": int(proven)}
    if ticks is None:
        return record
    record |= {"ticks": ticks, "min": min(rounds, default=0),
               "spread": spread_of(rounds), "rounds": every}
    record |= ends_of("", [rounds])
    parts = row.floor.split(" + ")
    if row.floor and all(part in floors for part in parts):
        floor = sum(floors[part] for part in parts)
        record |= {"floor": row.floor, "floor_ticks": floor,
                   "ratio": ticks / floor}
        record |= ends_of("floor_", [floor_rounds[part] for part in parts])
    if "all_in" in result:
        record |= {"all_in": result["all_in"],
                   "all_in_rounds": all_in_rounds(run, result)}
    return record


def burst_of(run: Run, name: str, cores: int) -> float | None:
    """How often in a row one core had the lock, with nothing to do inside: in
    another loop than that of the entries, so for unfair locks alone."""
    return next((r["burst"] for r in run.of("result")
                 if r["experiment"] == "lock" and "burst" in r
                 and (r["variant"], r["cores"]) == (f"{name}/contend", cores)
                 and r["params"]["inside"] == r["params"]["outside"] == 0),
                None)


def failed(run: Run) -> Iterator[Record]:
    """The rows of what failed its proof, so that nobody misses them."""
    for each in run.of("validation"):
        if each["verdict"] == "failed":
            for row in rows_of(each | {"params": {"n": 0}}):
                yield {"row": row.name, "n": 0, "quiet": 0, "failed": 1,
                       "who": row.who or
                       who_of(each["variant"].partition("/")[0])}


def records_of(run: Run) -> list[Record]:
    """All rows of a run; of each result the largest batch."""
    floors, found = (floors_of(run), floor_rounds_of(run)), {}
    for result in run.of("result"):
        for row in rows_of(result):
            if any(result["params"].get(name) != value
                   for name, value in row.params.items()) or (
                       row.by_hands and "burst" not in result):
                continue
            key = row.name, row.who or result["variant"]
            if key not in found or result["batch"] > found[key][0]["batch"]:
                found[key] = result, row
    records = [record_of(run, *each, *floors) for each in found.values()]
    for (result, _), record in zip(found.values(), records):
        if record["row"] == "lock handed over":
            record["burst"] = result["burst"]
        elif record["row"] == "lock 2 cores unfair":
            burst = burst_of(run, result["variant"], result["cores"])
            record |= {"burst": burst} if burst is not None else {}
    return records + list(failed(run)) + [
        {"row": "floor", "who": name, "ticks": ticks, "min": ticks,
         "spread": 0, "n": 9, "quiet": 9, "failed": 0}
        for name, ticks in floors[0].items()]
