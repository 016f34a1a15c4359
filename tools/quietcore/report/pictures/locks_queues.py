# SPDX-License-Identifier: MIT
"""The work queue, queues and locks: uncontended, contended, from core to core,
who waits, which core did how much."""

from __future__ import annotations

from collections.abc import Iterator

from quietcore.report.draw.model import Axis, Drawing, Lanes, Segment
from quietcore.report.pictures.logs import Log, axis_title, doubt_of, of_several
from quietcore.report.pictures.making import (
    WHISKERS, Value, chart_of, curves, dots, dots_of, drawn, floor_rules, pictures, value_of)
from quietcore.tables.results import parameters
from quietcore.terminal.numbers import counted

JAIN = "Jain's index, 1: all cores had as many"


# ---- the work queue --------------------------------------------------------------


def per_operation(row: dict) -> Value | None:
    """Of several cores at one queue the time between operations of any."""
    if row["cores"] > 1 and row.get("together") is not None:
        return Value(row["together"], None, None, doubt_of(row),
                     "between two operations of any core", "throughput")
    return value_of(row)


@curves("workqueue-cores", "Enqueue and dequeue by cores", "cores", "{unit} per operation",
        "rows of enqueue, dequeue or pair", floors="XST RMW LINE", notes=[
            WHISKERS, "Lines across are floors: what the hardware itself asks "
            "(XST an exchange and a store, LINE a cache line's way)."])
def workqueue_by_cores(log: Log):
    """What an operation takes on one core, and with all cores at the same queue
    how often one of any core ends. No line joins the two: one is a latency, the
    other an inverse throughput."""
    for row in log.coarsest("workqueue"):
        if row["variant"] in ("enqueue", "dequeue", "pair", "lock", "copy"):
            yield row["variant"], row["cores"], per_operation(row)


DEPTHS = ("half", "full", "refused", "bulk8", "bulk32", "warm", "cold")


@dots("workqueue-depth", "Enqueue and dequeue by depth", "{unit} per operation",
      "rows by depth, which the full suite writes", notes=[WHISKERS])
def workqueue_by_depth(log: Log):
    """What an operation takes where the queue begins empty, is half full, full,
    refuses, or moves several items at once."""
    rows = [(row["variant"].split("/"), row) for row in log.coarsest("workqueue")]
    deep = {words[0] for words, _ in rows if words[-1] in DEPTHS}
    for words, row in rows:
        if words[0] in deep and (len(words) == 1 or words[-1] in DEPTHS):
            yield (row["variant"] if len(words) > 1 else f"{words[0]}, begins empty",
                   counted(row["cores"], "core"), per_operation(row))


@dots("workqueue-across", "From core to core", "{unit} per item",
      "rows `across`, of two cores and more", floors="LINE", notes=[WHISKERS])
def workqueue_across(log: Log):
    """An item's time where one core enqueues and another dequeues."""
    for row in log.of("workqueue"):
        if row["variant"] == "across":
            ends = row["params"]
            yield (f"{ends.get('producer', 0)} to {ends.get('consumer', '?')}, "
                   f"{row.get('pair', '')}", "", value_of(row))


@dots("workqueue-wait", "The longest wait", "{unit}, longest operation",
      "rows `wait`, of two cores and more", notes=[WHISKERS])
def workqueue_wait(log: Log):
    """The longest enqueue or dequeue of any core in a millisecond, at the work
    queue and at a ring under a ticket lock."""
    for row in log.of("workqueue"):
        if row["variant"].split("/")[0] == "wait":
            yield row["variant"], counted(row["cores"], "core"), value_of(row)


@dots("workqueue-fairness", "Fairness", JAIN, "rows of two cores and more", log=False,
      bounds=(0, 1.05))
def workqueue_fairness(log: Log):
    """How evenly the cores got their operations."""
    for row in log.of("workqueue"):
        if row.get("jain") is not None:
            yield (f"{row['variant']}, batch {row['batch']}", counted(row["cores"], "core"),
                   Value(row["jain"], doubt=doubt_of(row)))


# ---- queues ----------------------------------------------------------------------


def verbs(log: Log, *wanted: str) -> Iterator[tuple[str, str, dict]]:
    """Queue, verb and row, of these verbs."""
    for row in log.coarsest("queue"):
        queue, _, verb = row["variant"].rpartition("/")
        if verb in wanted:
            yield queue, verb, row


@dots("queue-alone", "Alone", "{unit} per operation", "rows of one core", floors="XST RMW",
      notes=[WHISKERS])
def queue_alone(log: Log):
    """A push and a pop, each of them, and 32 at once, on one core."""
    for queue, verb, row in verbs(log, "pair", "push", "pop", "pair32"):
        if row["cores"] == 1:
            yield queue, verb, value_of(row)


@curves("queue-cores", "All cores at one queue", "cores at one queue", "{unit} per push and pop",
        "rows `pair`", floors="LINE")
def queue_by_cores(log: Log):
    """Time between two pairs of any core: lower is more throughput."""
    for queue, _, row in verbs(log, "pair"):
        if row["cores"] == 1:
            yield queue, 1, value_of(row)
        elif row.get("together") is not None:
            yield queue, row["cores"], Value(row["together"], doubt=doubt_of(row),
                                             note="between two pairs of any core")


def split_of(row: dict) -> str:
    """How many cores push and how many pop; "" where the row has not both."""
    ends = [row["params"].get(side) for side in ("producers", "consumers")]
    return "" if None in ends else "{} to {}".format(*ends)


def bulk_of(row: dict) -> int:
    """How many items move at once."""
    return row["params"].get("bulk", 1)


@pictures("queue-across", "From core to core", "rows `across`, of two cores and more")
def queue_across(logs: list[Log]) -> list[Drawing]:
    """Producers on some cores, consumers on others: of several splits a picture
    a bulk, else one by queue and bulk."""
    rows = [row for log in logs for _, _, row in verbs(log, "across")]
    splits = [*dict.fromkeys(filter(None, map(split_of, rows)))]
    found = []
    for bulk in sorted({*map(bulk_of, rows)}) if len(splits) > 1 else []:
        def places(log: Log, bulk=bulk):
            for queue, _, row in verbs(log, "across"):
                if split_of(row) and bulk_of(row) == bulk:
                    yield queue, splits.index(split_of(row)), value_of(row)

        x = Axis("producers to consumers", zero=False, names=list(enumerate(splits)))
        found += drawn(
            chart_of(logs, x, "{unit} per item", places, floor_rules(logs, "LINE")),
            f"queue-across-{bulk}", f"From core to core, {bulk} at once",
            "An item's time by how many cores push and how many pop.", [WHISKERS])

    def figures(log: Log):
        for queue, _, row in verbs(log, "across"):
            yield queue, f"{bulk_of(row)} at once", value_of(row)

    return found or drawn(
        dots_of(logs, "{unit} per item", figures, floor_rules(logs, "LINE")),
        "queue-across", f"From core to core, {', '.join(splits)}",
        "An item's time where one core pushes and another pops.", [WHISKERS])


@dots("queue-latency", "One item there and one back", "{unit} per round trip, or item stolen",
      "rows `latency` or `steal`, of two cores and more", floors="LINE", notes=[WHISKERS])
def queue_latency(log: Log):
    """A round trip through two queues, and what a steal takes."""
    for queue, verb, row in verbs(log, "latency", "steal", "steal32"):
        yield queue, verb, value_of(row)


# ---- locks -----------------------------------------------------------------------


CONTEND, HANDOVER = "/contend", "/handover"
MOST_SETTINGS = 6


def contended(log: Log) -> Iterator[tuple[str, dict]]:
    """Lock and row, where all cores are at it."""
    return ((row["variant"].removesuffix(CONTEND), row) for row in log.coarsest("lock")
            if row["variant"].endswith(CONTEND))


def settings(logs: list[Log]) -> list[str]:
    """Work inside and outside of a contended lock, as words."""
    return list(dict.fromkeys(
        parameters(row) for log in logs for _, row in contended(log)))[:MOST_SETTINGS]


@dots("lock-alone", "Alone", "{unit} per lock and unlock", "rows of one core", floors="XST RMW",
      notes=[WHISKERS])
def lock_alone(log: Log):
    """Lock and unlock on one core that nobody else is at."""
    for row in log.coarsest("lock"):
        if row["cores"] == 1:
            yield row["variant"], "", value_of(row)


@pictures("lock-contended", "All cores at one lock", "rows `contend`, of two cores and more")
def lock_contended(logs: list[Log]) -> Iterator[Drawing]:
    """Time between two entries, by cores: a picture a setting."""
    for words in settings(logs):
        def places(log: Log, words=words):
            for lock, row in contended(log):
                if parameters(row) == words and row.get("together") is not None:
                    yield lock, row["cores"], Value(row["together"], doubt=doubt_of(row),
                                                    note="between two entries of any core")

        yield from drawn(
            chart_of(logs, "cores at one lock", "{unit} per entry", places,
                     floor_rules(logs, "LINE")),
            "lock-contended", f"All cores at one lock, {words}",
            "Time between two entries of any core: lower is more throughput.",
            ["in, out: ticks of work inside and outside of the lock."])


@dots("lock-handover", "Hand-over", "{unit} per hand-over",
      "rows `handover`, which the full suite writes", floors="LINE",
      notes=[WHISKERS, "Half of a row, which is two hand-overs."])
def lock_handover(log: Log):
    """What it takes until the next core has the lock."""
    for row in log.coarsest("lock"):
        if row["variant"].endswith(HANDOVER):
            yield (row["variant"].removesuffix(HANDOVER), counted(row["cores"], "core"),
                   value_of(row, share=0.5))


@pictures("lock-fairness", "Fairness by cores", "rows `contend`, of two cores and more")
def lock_fairness(logs: list[Log]) -> list[Drawing]:
    """Jain's index over all, and over short windows, by cores."""
    several = len(settings(logs)) > 1

    def figures(log: Log):
        for lock, row in contended(log):
            words = [lock, counted(row["cores"], "core"), parameters(row) if several else ""]
            for field, name in (("jain", "all entries"), ("jain_64", "of 64 entries"),
                                ("jain_8", "of 8 entries")):
                if row.get(field) is not None:
                    yield (" ".join(filter(None, words)), name,
                           Value(row[field], doubt=doubt_of(row)))

    return drawn(dots_of(logs, JAIN, figures, log=False, bounds=(0, 1.05)),
                 "lock-fairness", "Fairness by cores",
                 "How evenly cores get a lock, over all entries and over short windows.")


@dots("lock-bursts", "Entries in a row", "entries in a row by one core",
      "bursts, which the full suite writes")
def lock_bursts(log: Log):
    """How often one core takes the lock again before another gets it."""
    for row in log.coarsest("lock"):
        for field, name in (("burst", "mean"), ("burst_longest", "longest")):
            if row.get(field) is not None:
                yield (f"{row['variant'].removesuffix(CONTEND)} {counted(row['cores'], 'core')}",
                       name, Value(row[field], doubt=doubt_of(row)))


# ---- which core did how much -----------------------------------------------------


MOST_LANES = 24
CORES = 8       # kinds there are; of more cores two share one


def segments_of(row: dict, name: str) -> list[Segment]:
    """A row's operations, core after core, in per cent."""
    counts = row["per_core"]
    total, at, found = sum(counts), 0.0, []
    for core, count in enumerate(counts):
        end = at + 100 * count / total
        found.append(Segment(name, at, end, core % CORES, f"core {core}: {count} of {total}"))
        at = end
    return found


def shares_by_core(logs: list[Log], experiment: str) -> list[Drawing]:
    """A lane for each row that several cores did together."""
    segments, most, cut = [], 0, 0
    common: dict[str, None] = {}
    for log in logs:
        rows = [r for r in log.of(experiment)
                if sum(r.get("per_core") or ()) > 0 and r["cores"] > 1]
        shown = rows[:max(1, MOST_LANES // len(logs))]
        alike = len({parameters(row) for row in shown}) == 1
        if alike and parameters(shown[0]):
            common[f"All with {parameters(shown[0])}."] = None
        for row in shown:
            words = [row["variant"], f"{row['cores']}c", "" if alike else parameters(row),
                     f"x{row['batch']}", of_several(log, logs, "{}")]
            most = max(most, len(row["per_core"]))
            cut = max(cut, row["cores"] - len(row["per_core"]))
            segments += segments_of(row, " ".join(filter(None, words)))
    kinds = ["core " + ", ".join(map(str, range(i, max(most, i + 1), CORES))) for i in range(CORES)]
    axis = Axis(axis_title(logs, "% of the operations"), bounds=(0, 100))
    return drawn(
        Lanes(axis, kinds, segments, whole=True) if segments else None,
        f"{experiment}-shares", "Operations by core",
        "Which share of the operations each core did, until the first had all of its own.",
        [f"c: cores, x: batch. At most {MOST_LANES} rows are shown.", *common,
         *[f"Logs tell of the first {most} cores only: shares are of these."] * (cut > 0)])


for _name, _title in (("workqueue", "Operations by core"), ("queue", "Operations by core"),
                      ("lock", "Entries by core")):
    pictures(f"{_name}-shares", _title, "rows of two cores and more")(
        lambda logs, name=_name: shares_by_core(logs, name))
