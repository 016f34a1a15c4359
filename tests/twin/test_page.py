# SPDX-License-Identifier: MIT
"""The program's last page shows what its log has: docs/answer-page.md."""

from decimal import Decimal

import pytest
from concluded import run_of
from program import of, twin
from quietcore.conclusions.rounds import NO_ROUND, median as median_of
from quietcore.conclusions.rows import Row, rows_of
from quietcore.tables.page import COLUMNS, LINES
from quietcore.terminal.numbers import number

QUICK = ("rounds=6 budget=5 samples=60 cores=2 bench=workqueue,lock,floor "
         "variant=enqueue.,dequeue.,pair.,across,ticket.,rmw.")


def clean_of(row: Row, column: str = "") -> list[int]:
    return sorted(each for each in row.rounds(column) if each != NO_ROUND)


def shown_as(milli: int) -> str:
    return number(Decimal(milli) / 1000)


def figure(row: Row) -> str:
    """`7.47 (7.36 to 7.61`: median, least and greatest clean round if there
    are several."""
    clean = clean_of(row)
    if not clean:
        return f"no clean round of {len(row.rounds())}"
    median, least, most = map(shown_as, (
        median_of(clean), clean[0], clean[-1]))
    return f"{median} (1 of " if len(clean) == 1 else \
        f"{median} ({least} to {most}"


@pytest.fixture(scope="module")
def shown():
    """Its log, and the lines of its page."""
    records, text = twin(QUICK)
    lines = [line.rstrip() for line in text.splitlines()]
    begin = max(at for at, line in enumerate(lines)
                if line.startswith("quietcore "))
    return records, lines[begin:]


@pytest.mark.parametrize("begins, experiment, variant, cores", [
    ("Enqueue, uncontended", "workqueue", "enqueue", 1),
    ("Dequeue, uncontended", "workqueue", "dequeue", 1),
    ("Both, contended", "workqueue", "pair", 2),
    ("An item, cross-core", "workqueue", "across", 2),
    ("lock ", "lock", "ticket", 1), ("floor ", "floor", "rmw", 1)])
def test_headline_and_key_rows_are_of_the_log(shown, begins, experiment, variant,
                                              cores):
    records, page = shown
    row = rows_of(run_of(records)).best(experiment, variant, cores)
    [line] = [line for line in page if line.startswith(begins)]
    told = figure(row) if experiment == "workqueue" else \
        f"ticks: {variant} {figure(row)}"
    assert told in line or "not proven right" in line
    each = clean_of(row, "round_means")
    assert "each of" not in line or line.endswith(
        f"; each of 2 cores {shown_as(median_of(each))}")


def test_no_line_is_too_long_and_nothing_is_judged(shown):
    records, page = shown
    assert len(page) <= LINES + 1 and max(map(len, page)) <= COLUMNS
    assert not any(line.startswith("workqueue") for line in page)
    assert not any(word in line for line in page for word in (
        "sure", "fastest", "cheapest", "conclusive"))
    assert len(of(records, "end")) == 1
