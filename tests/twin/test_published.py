# SPDX-License-Identifier: MIT
"""A full run carries the id of each row of docs/published.md."""

import pytest
from program import twin
from quietcore.published.catalogue import ARTICLES, catalogue


#: Of no run: its row says what it would take.
NEVER_CARRIED = {"threads.task"}


@pytest.mark.full
def test_a_full_run_lacks_no_published_row():
    records, _ = twin(f"suite=full rounds=2 budget=20 samples=40 bench="
                      f"{','.join(ARTICLES)},floor", seconds=900)
    rows = {row.id: row for row in catalogue()}
    carried = [record for record in records if record.get("published_id")]
    assert {record["published_id"] for record in carried} == \
        rows.keys() - NEVER_CARRIED
    for record in carried:
        row = rows[record["published_id"]]
        assert record["unit"] == row.unit, row.id
        assert record.get("reason") != "not_measured" or row.needs, row.id
