# SPDX-License-Identifier: MIT
"""The program's answer page is what qc makes of its log: docs/answer-page.md."""

import json

import pytest
from in_process import read
from program import of, twin
from quietcore.tables.page import COLUMNS, LINES, Page

QUICK = "rounds=6 budget=5 samples=60 cores=2 "


def page_of(records: list[dict]) -> list[str]:
    """qc's."""
    [run] = read(b"".join(map(line_of, records)))
    return [text for text, _ in Page(run).lines()]


def line_of(record: dict) -> bytes:
    """As the program wrote it."""
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


@pytest.mark.parametrize("options", [
    "bench=workqueue variant=enqueue,dequeue,pair,lock",
    "bench=lock,floor,timer,switch", "bench=workqueue,line,lock=mcs",
    "bench=floor variant=rmw", "bench=spawn trust=tcg", pytest.param(
        "bench=queue,workloads,spawn trust=tcg", marks=pytest.mark.full),
    "bench=dispatch,primes,wake cores=1"])
def test_the_program_and_qc_make_the_same_page(options):
    options = options.replace(",lock=", " lock=")
    records, text = twin(QUICK + options)
    page = page_of(records)
    shown = [line.rstrip() for line in text.splitlines()][-len(page):]
    assert shown == page
    assert len(page) <= LINES and max(map(len, page)) <= COLUMNS
    assert len(of(records, "end")) == 1
