# SPDX-License-Identifier: MIT
"""Findings of a run carry the ids of docs/published.md: the right ones."""

import re

import pytest
from concluded import findings
from program import twin
from quietcore.published.catalogue import ARTICLES, Published, catalogue

#: Of no run: its row says what it would take.
OF_THREE_CORES = {"dispatch.pool_some_workers"}  # some, and not all
NEVER_CARRIED = {"threads.task"}
#: Cores may take turns, and budgets be short.
WHEREVER = {"primes.timeline", "dispatch.break_even_static",
            "dispatch.break_even_chunk"}
ROWS = {row.id: row for row in catalogue()}
RUN = f"rounds=2 samples=20 bench={','.join(ARTICLES)},floor"


def carried_by(words: str, seconds: int) -> list[dict]:
    """The findings that carry an id, of a run on two cores; they are right."""
    records, _ = twin(words, seconds=seconds)
    assert records[0]["cores_started"] == 2
    found = [record for record in findings(records)
             if record.get("published_id")]
    for record in found:
        assert_right(record)
    return found


def figures(text: str) -> set[float]:
    return {float(figure.replace(",", ""))
            for figure in re.findall(r"\d[\d,]*(?:\.\d+)?", text)}


def is_told(figure: float, row: Published) -> bool:
    """Whether a published figure is the row's, in its words or its range."""
    return figure in figures(f"{row.theirs} {row.what}") or (
        row.low is not None and row.low <= figure <= row.high)


def assert_right(record: dict) -> None:
    """The row's own finding, in its unit, beside its published figure."""
    row = ROWS[record["published_id"]]
    assert row.is_of(record["name"], 2), (row.id, record["name"])
    assert record["unit"] == row.unit, row.id
    assert record.get("reason") != "not_measured" or row.needs, row.id
    for figure in figures(record.get("published") or ""):
        assert is_told(figure, row), (row.id, record["published"])
    if re.match(r"threads\.flat_(?!to_)", row.id):    # about 10 x cores
        assert record["subjects"] == ["1 a core", "10 a core"], row.id


@pytest.mark.full
def test_a_quick_run_sets_each_finding_beside_its_row():
    found = carried_by(f"suite=quick budget=5 scale=20000 {RUN}", 300)
    # Where cores take turns `threads` concludes nothing.
    assert {ROWS[record["published_id"]].article for record in found} >= \
        ARTICLES.keys() - {"threads"}
    assert WHEREVER <= {record["published_id"] for record in found}


def test_a_pool_carries_each_row_of_blocking_tasks():
    found = carried_by("bench=inject variant=block,burst rounds=1 scale=2000", 300)
    assert {record["published_id"] for record in found} == {
        name for name in ROWS
        if name.startswith(("inject.block_", "inject.burst_", "inject.at_"))}


@pytest.mark.full
@pytest.mark.nightly
def test_a_full_run_lacks_no_published_row():
    found = carried_by(f"suite=full budget=20 {RUN}", 900)
    assert {record["published_id"] for record in found} == \
        ROWS.keys() - NEVER_CARRIED - OF_THREE_CORES
