# SPDX-License-Identifier: MIT
"""Experiment `dispatch`: what follows from several of its rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from quietcore.conclusions.asked import Asked, by_round, fitness_of
from quietcore.conclusions.gate import (
    FAILED, MARGINS, WHOLE, Subject, truncated)
from quietcore.conclusions.rounds import NEVER, NO_ROUND, median
from quietcore.conclusions.rows import Row, Rows, round_of
from quietcore.terminal.numbers import counted, median_of

#: Lengths of the published table; one more is found, of a body of 4,700 ticks.
LENGTHS = (0, 5, 11, 51, 101, 501, 1001, 5001, 10001, 100001)
ALONE = 501         # published: one worker up to that length
LOOP, ADAPTIVE, SHARED = "loop", "adaptive", "shared"
PERCENT = 100_000   # thousandths of a per cent
NINETEEN = 19       # work to overhead, where that is 5 %
SHARE = 2**20       # how fine a crossing lies between two lengths

#: Of figures that were published, by conclusion and executor.
PUBLISHED = {
    ("slowdown_empty", SHARED): "empty_slower",
    ("break_even", SHARED): "break_even_pool",
    **{("break_even", name): f"break_even_{name}"
       for name in (ADAPTIVE, "static", "chunk")},
    ("five_percent", SHARED): "rule_4750",
    ("rule_5_95", SHARED): "rule_sorted",
    ("overhead_share", LOOP): "share_loop",
    ("overhead_share", SHARED): "share_pool",
    ("overhead_share", ADAPTIVE): "share_adaptive"}

Cells = dict[int, Row]      # an executor's rows, by length
Curves = list[tuple[int, int, int]]     # length, the loop's, an executor's


# ---- rows ------------------------------------------------------------------------


def walls(row: Row) -> list[int]:
    """Wall time of a task by round. A round that was disturbed with stamps
    need not have been without."""
    return [round_of(each) for each in row.record.get("wall_rounds", ())]


def work(row: Row) -> list[int]:
    """Ticks of its work by round, with stamps."""
    return row.rounds("work_rounds")


def overhead(row: Row) -> list[int]:
    """Mean overhead of a task by round, with stamps."""
    return row.rounds("round_means")


def in_ranges(row: Row) -> bool:
    """It is given all tasks at once, an easier task: nobody's rival."""
    return row.record.get("in_ranges", False)


def is_exchange(name: str) -> bool:
    """`shared` with another lock or queue."""
    return "/" in name


def results(rows: Rows, cores: int) -> dict[str, Cells]:
    """Of each executor and exchange, on so many cores."""
    found: dict[str, Cells] = {}
    for row in rows.of.get("dispatch", ()):
        if row.record["record"] == "result" and row.cores == cores \
                and row.params.get("n") in LENGTHS:
            found.setdefault(row.variant, {})[row.params["n"]] = row
    return found


def executors(rows: Rows) -> dict[str, Cells]:
    """On all cores, exchanges aside."""
    return {name: cells for name, cells in results(rows, rows.cores).items()
            if not is_exchange(name)}


def bound(conclusion: str, name: str, row: Row, **more: object) -> dict:
    """What the texts are filled with."""
    published = PUBLISHED.get((conclusion, name), "")
    return {"name": name, "unit": row.record["unit"],
            "on_cores": counted(row.cores, "core"),
            "id": published and f"dispatch.{published}"} | more


def value_of(conclusion: str, name: str, used: list[Row], rounds: list[int],
             shortest: list[int] = (), **more: object) -> Asked:
    """A figure of an executor; `shortest`: what it is by round at the shortest
    length that was measured, where that bounds it."""
    clean = sorted(each for each in shortest if each != NO_ROUND)
    return Asked(bound(conclusion, name, used[0], **more),
                 [Subject(name, fitness_of(used), rounds,
                          least=median(clean) if clean else None)],
                 used[0].cores, used[0].record["unit"])


def rounds_of(cells: Cells, of: Callable[[Row], list[int]]) -> int:
    """The most that any length has."""
    return max(len(of(row)) for row in cells.values())


def at_round(rounds: list[int], at: int) -> int:
    """Lengths may have fewer rounds than others."""
    return rounds[at] if at < len(rounds) else NO_ROUND


# ---- curves over the lengths -----------------------------------------------------


def crossing(points: Curves) -> int:
    """At which length, in thousandths, the executor's curve first meets the
    loop's: between two lengths on straight lines."""
    if len(points) < 2:
        return NO_ROUND
    above = [own - loop for _, loop, own in points]
    first = next((at for at, over in enumerate(above) if over <= 0), None)
    if first is None:
        return NEVER
    after = points[first][0] * WHOLE
    if not first:
        return after
    before = points[first - 1][0] * WHOLE
    share = above[first - 1] * SHARE // (above[first - 1] - above[first])
    return before + (after - before) * share // SHARE


def height(points: list[tuple[int, int]], at: int) -> int:
    """A curve's value at thousandths of a length, on straight lines."""
    second = next((i for i in range(1, len(points) - 1)
                   if points[i][0] * WHOLE >= at), len(points) - 1)
    (n, low), (end, high) = points[second - 1], points[second]
    part = (at - n * WHOLE) * WHOLE // ((end - n) * WHOLE)
    return low + truncated((high - low) * part, WHOLE)


def curves(cells: Cells, loop: Cells, at: int) -> Curves:
    """Wall times of a round, where it was clean for both."""
    both = [(n, at_round(walls(loop[n]), at), at_round(walls(row), at))
            for n, row in sorted(cells.items()) if n in loop]
    return [each for each in both if NO_ROUND not in each]


def scaled(points: Curves, milli: int) -> Curves:
    """The same if the executor took so many thousandths."""
    return [(n, loop, own * milli // WHOLE) for n, loop, own in points]


def break_even(rows: Rows) -> Iterator[Asked]:
    """If it were as much faster than it is as is claimed at least, as much
    slower, and as it is."""
    found = executors(rows)
    loop = found.pop(LOOP, {})
    margin = MARGINS["cores"]
    sides = (WHOLE * WHOLE // (WHOLE + margin), WHOLE + margin, WHOLE)
    for name, cells in found.items():
        if 0 not in loop or len(cells) < 2:
            continue
        first = next(iter(cells.values()))
        count = rounds_of(cells, walls)
        takes = [[crossing(scaled(curves(cells, loop, at), side))
                  for at in range(count)] for side in sides]
        yield Asked(
            bound("break_even", name, first),
            [Subject(who, fitness_of([row]), rounds) for who, row, rounds in
             zip((LOOP, name, "break-even"), (loop[0], first, first), takes)],
            first.cores, "iterations")


def even_work(points: Curves) -> int:
    """Ticks of the loop's task at the crossing."""
    at = crossing(points)
    return at if at in (NO_ROUND, NEVER) \
        else height([(n, loop) for n, loop, _ in points], at)


def break_even_work(rows: Rows) -> Iterator[Asked]:
    """How long a task of the loop takes where the pool overtakes it."""
    found = executors(rows)
    loop, cells = found.get(LOOP), found.get(SHARED)
    if loop and cells:
        yield value_of("break_even_work", SHARED, [*cells.values()],
                       [even_work(curves(cells, loop, at))
                        for at in range(rounds_of(cells, walls))],
                       walls(loop[min(loop)]))


def five_in_round(cells: Cells, at: int) -> int:
    """The work from which on overhead is 5 % or less."""
    points = [(n, at_round(work(row), at), at_round(overhead(row), at))
              for n, row in sorted(cells.items())]
    clean = [(n, own, over * NINETEEN) for n, own, over in points
             if NO_ROUND not in (own, over)]
    met = crossing(clean)
    return met if met in (NO_ROUND, NEVER) \
        else height([(n, own) for n, own, _ in clean], met)


def five_percent(rows: Rows) -> Iterator[Asked]:
    """Of each executor."""
    for name, cells in executors(rows).items():
        count = rounds_of(cells, work)
        if count and len(cells) > 1:
            yield value_of("five_percent", name, [*cells.values()],
                           [five_in_round(cells, at) for at in range(count)],
                           work(cells[min(cells)]))


# ---- wall times ------------------------------------------------------------------


def subject(name: str, row: Row) -> Subject:
    """Its wall times, to be ranked."""
    return Subject(name, row.ranked, walls(row))


def wrong(rows: Rows, found: list[Subject],
          wanted: Callable[[str], bool]) -> list[Subject]:
    """What failed its proof and was not timed is named all the same."""
    names = {each.name for each in found}
    return [Subject(name, FAILED, []) for name in rows.failed.get(
        "dispatch", ()) if wanted(name) and name not in names]


def slowdown_empty(rows: Rows) -> Iterator[Asked]:
    """Empty tasks on all cores, beside the same on one."""
    alone = results(rows, 1)
    for name, cells in executors(rows).items():
        if rows.cores == 1 or name == LOOP or 0 not in cells \
                or 0 not in alone.get(name, ()):
            continue
        both = alone[name][0], cells[0]
        yield Asked(bound("slowdown_empty", name, cells[0]),
                    [subject(f"a run on {counted(row.cores, 'core')}", row)
                     for row in both], rows.cores, "times")


def is_shared(name: str) -> bool:
    """`shared` or one of its exchanges."""
    return name == SHARED or is_exchange(name)


def swap(rows: Rows) -> Iterator[Asked]:
    """Which lock or queue makes `shared` fastest."""
    found = {name: cells[0] for name, cells
             in results(rows, rows.cores).items()
             if is_shared(name) and 0 in cells}
    if any(map(is_exchange, found)):
        row = next(iter(found.values()))
        subjects = [subject(*each) for each in found.items()]
        yield Asked(bound("swap", SHARED, row),
                    subjects + wrong(rows, subjects, is_shared), row.cores,
                    row.record["unit"])


def rivals(rows: Rows, n: int) -> dict[str, Row]:
    """Executors that are given one task after the other."""
    return {name: cells[n] for name, cells in executors(rows).items()
            if n in cells and not in_ranges(cells[n])}


def best_executor(rows: Rows) -> Iterator[Asked]:
    """At each length."""
    for n in LENGTHS:
        found = rivals(rows, n)
        if found:
            row = next(iter(found.values()))
            subjects = [subject(*each) for each in found.items()]
            yield Asked(bound("best_executor", row.variant, row, n=n),
                        subjects + wrong(rows, subjects,
                                         lambda name: not is_exchange(name)),
                        row.cores, row.record["unit"])


def to_best(rows: Rows) -> Iterator[Asked]:
    """Of each round the median over the lengths."""
    cells = executors(rows).get(ADAPTIVE)
    if not cells:
        return
    best = {n: min(rivals(rows, n).values(),
                   key=lambda row: row.record["wall_per_task"]) for n in cells}
    times = [by_round(lambda own, least: own * WHOLE // least if least
                      else None, walls(row), walls(best[n]))
             for n, row in cells.items()]
    yield value_of("to_best", ADAPTIVE, [*cells.values()],
                   medians(times, rounds_of(cells, walls)))


# ---- passes with stamps ----------------------------------------------------------


def medians(lengths: list[list[int]], count: int) -> list[int]:
    """By round, over the lengths that were clean."""
    found = []
    for at in range(count):
        clean = [each for each in (at_round(own, at) for own in lengths)
                 if each != NO_ROUND]
        found.append(median(sorted(clean)) if clean else NO_ROUND)
    return found


#: Name, executor, lengths, how they are said, what was published.
TABLES = (
    ("table", LOOP, LENGTHS, "all lengths", "table_loop"),
    ("table", SHARED, LENGTHS, "all lengths", "table_pool"),
    ("short", ADAPTIVE, [n for n in LENGTHS if n <= ALONE],
     "lengths up to 501 iterations", "table_adaptive_alone"),
    ("long", ADAPTIVE, [n for n in LENGTHS if n > ALONE],
     "lengths from 1,001 iterations on", "table_adaptive_wide"))


def overhead_table(rows: Rows) -> Iterator[Asked]:
    """The overhead's median over lengths."""
    found = executors(rows)
    for part, name, lengths, said, published in TABLES:
        cells = found.get(name, {})
        used = [row for n, row in cells.items() if n in lengths]
        if used:
            yield value_of("overhead_table", name, used, medians(
                [*map(overhead, used)], rounds_of(cells, overhead)),
                part=part, lengths=said, published=f"dispatch.{published}")


def overhead_some_cores(rows: Rows) -> Iterator[Asked]:
    """The empty task on the most cores that are not all; it stands for all."""
    counts = [row.cores for row in rows.of.get("dispatch", ())
              if (row.variant, row.params.get("n")) == (SHARED, 0)
              and 1 < row.cores < rows.cores]
    if counts:
        row = results(rows, max(counts))[SHARED][0]
        asked = value_of("overhead_some_cores", SHARED, [row], overhead(row))
        asked.cores = rows.cores
        yield asked


def quantities(conclusion: str, rows: Rows) -> Iterator[Asked]:
    """Logs of before told it as a quantity."""
    for row in rows.find("dispatch", lambda row: row.cores == rows.cores
                         and row.variant.endswith(f"/{conclusion}")):
        yield value_of(conclusion, row.record["primitive"], [row],
                       row.rounds(), n=row.params.get("n", ""))


def rule_5_95(rows: Rows) -> Iterator[Asked]:
    """How many tasks keep the rule, at the length that was found."""
    yield from quantities("rule_5_95", rows)
    for row in rows.find("dispatch", lambda row: row.cores == rows.cores
                         and "rule_rounds" in row.record):
        yield value_of("rule_5_95", row.variant, [row],
                       row.rounds("rule_rounds"), n=row.params["n"])


# ---- what the time is made of ----------------------------------------------------


def predicted(row: dict, empty: dict, alone: float, body: float) -> float:
    """The wall time of a task from parts that none of its own wall times is in:
    what an empty task takes on all cores and, `alone`, on one; and its body
    beyond an empty one's. Core 0 runs what the others do not; they share the
    rest. The slower side bounds both, and neither gets below what handing over
    a task takes. Logs of before do not tell the share: there all workers have
    the same."""
    one = alone + body
    away = row["away"] if "away" in row else 1 - 1 / row["workers"]
    others = away * one / (row["cores"] - 1) if row["cores"] > 1 else 0
    return max(empty["wall_per_task"], (1 - away) * one, others)


def predictions(cells: dict[int, dict], alone: dict | None,
                quantities: Iterable[dict]) -> dict[int, float]:
    """Of an executor's results at all lengths but the shortest. alone: of that
    on one core, where it ran there, too. Where no quantity tells of the body, as
    in logs of before, its work with stamps has to."""
    empty = cells.get(0, {})
    if not {"wall_per_task", "work_mean"} <= empty.keys():
        return {}
    bodies = {each["params"]["n"]: median_of(each["rounds"])
              for each in quantities if (each["variant"], each["cores"])
              == ("body", empty["cores"])}
    one = (alone or empty)["wall_per_task"]
    return {n: predicted(
        record, empty, one, bodies[n] - bodies[0] if n in bodies
        else record["work_mean"] - empty["work_mean"])
        for n, record in sorted(cells.items()) if n}


def explained(rows: Rows) -> Iterator[Asked]:
    """By round what is left when the median residual over the lengths is taken
    off."""
    of_before = [*quantities("explained", rows)]
    yield from of_before
    if of_before:
        return
    alone = results(rows, 1)
    for name, cells in executors(rows).items():
        one = alone.get(name, {}).get(0)
        found = predictions(
            {n: row.record for n, row in cells.items()}, one and one.record,
            (row.record for row in rows.of["dispatch"]))
        if not found:
            continue
        left = [by_round(lambda wall, n=n: abs(wall - round(1000 * found[n]))
                         * PERCENT // wall if wall else None, walls(cells[n]))
                for n in found]
        yield value_of(
            "explained", name, [cells[n] for n in found], by_round(
                lambda rest: max(PERCENT - rest, 0), medians(
                    left, max(map(len, left)))))


def share_of(over: int, own: int) -> int | None:
    """Of overhead and work together, where the clock's cost left any."""
    both = max(over, 0) + own
    return max(over, 0) * PERCENT // both if both > 0 else None


def at_length(conclusion: str, n: int, names: tuple[str, ...],
              made: Callable[[int, int], int | None],
              ) -> Callable[[Rows], Iterator[Asked]]:
    """A figure of overhead and work, of executors at one length."""
    def reckon(rows: Rows) -> Iterator[Asked]:
        """By round."""
        found = executors(rows)
        for row in (found[name][n] for name in names
                    if n in found.get(name, ())):
            if work(row):
                yield value_of(conclusion, row.variant, [row],
                               by_round(made, overhead(row), work(row)))
    return reckon


#: By the names that the table of questions has: from a run's rows, what is asked.
BY_NAME: dict = {f"dispatch_{name}": reckon for name, reckon in {
    "break_even": break_even, "break_even_work": break_even_work,
    "five_percent": five_percent, "slowdown_empty": slowdown_empty,
    "swap": swap, "best_executor": best_executor, "to_best": to_best,
    "overhead_table": overhead_table, "rule_5_95": rule_5_95,
    "explained": explained,
    "overhead_some_cores": overhead_some_cores,
    "overhead_share": at_length("overhead_share", 0, (LOOP, SHARED, ADAPTIVE),
                                share_of),
    "task_51": at_length("task_51", 51, (LOOP,),
                         lambda over, own: over + own)}.items()}
