# SPDX-License-Identifier: MIT
"""The program's last page shows what its log has: docs/answer-page.md."""

from decimal import Decimal

import pytest
from program import of, twin
from quietcore.conclusions.rounds import NO_ROUND, median as median_of
from quietcore.conclusions.rows import Row, Rows, rows_of
from quietcore.tables.page import COLUMNS, LINES
from quietcore.terminal.numbers import number
from concluded import run_of

QUICK = "rounds=6 budget=5 samples=60 cores=2 "


def clean_of(row: Row, column: str = "") -> list[int]:
    return sorted(each for each in row.rounds(column) if each != NO_ROUND)


def shown_as(milli: int) -> str:
    return number(Decimal(milli) / 1000)


def figure(rows: Rows, experiment: str, variant: str, cores: int) -> str:
    """`7.47 (7.36 to 7.61`: median, least and greatest clean round if there
    are several."""
    row = rows.best(experiment, variant, cores)
    clean = clean_of(row)
    if not clean:
        return f"no clean round of {len(row.rounds())}"
    median, least, most = map(shown_as, (
        median_of(clean), clean[0], clean[-1]))
    return f"{median} (1 of " if len(clean) == 1 else \
        f"{median} ({least} to {most}"


@pytest.fixture(scope="module")
def shown():
    """Its log's rows, and the lines of its page."""
    records, text = twin(QUICK + "bench=workqueue,lock,floor")
    lines = [line.rstrip() for line in text.splitlines()]
    begin = max(at for at, line in enumerate(lines)
                if line.startswith("quietcore "))
    return records, lines[begin:]


def test_the_headline_is_of_the_log(shown):
    records, page = shown
    rows = rows_of(run_of(records))
    for begins, variant, cores in (
            ("Enqueue, uncontended", "enqueue", 1),
            ("Dequeue, uncontended", "dequeue", 1),
            ("Both, contended", "pair", 2),
            ("An item, cross-core", "across", 2)):
        [line] = [line for line in page if line.startswith(begins)]
        assert figure(rows, "workqueue", variant, cores) in line or \
            "not proven right" in line


def test_what_each_core_takes_is_what_qc_concludes_from(shown):
    records, page = shown
    row = rows_of(run_of(records)).best("workqueue", "pair", 2)
    [line] = [line for line in page if line.startswith("Both, contended")]
    each = clean_of(row, "round_means")
    assert "each of" not in line or line.endswith(
        f"; each of 2 cores {shown_as(median_of(each))}")


def test_each_experiment_has_its_key_rows(shown):
    records, page = shown
    rows = rows_of(run_of(records))
    for experiment, variant in (("lock", "ticket"), ("floor", "rmw")):
        [line] = [line for line in page if line.startswith(f"{experiment} ")]
        assert f"ticks: {variant} {figure(rows, experiment, variant, 1)}" \
            in line
    assert not any(line.startswith("workqueue") for line in page)


def test_no_line_is_too_long_and_nothing_is_judged(shown):
    records, page = shown
    assert len(page) <= LINES + 1 and max(map(len, page)) <= COLUMNS
    assert not any(word in line for line in page for word in (
        "sure", "fastest", "cheapest", "conclusive"))
    assert len(of(records, "end")) == 1
