# SPDX-License-Identifier: MIT
"""A full run carries the id of each row of docs/published.md."""

import pytest
from program import twin
from quietcore.published.catalogue import ARTICLES, catalogue


@pytest.mark.full
def test_a_full_run_lacks_no_published_row():
    records, _ = twin(f"suite=full rounds=2 budget=20 samples=40 bench="
                      f"{','.join(ARTICLES)},floor", seconds=900)
    carried = {record.get("published_id") for record in records}
    due = {row.id for row in catalogue() if not row.needs}
    assert due - carried == set()
