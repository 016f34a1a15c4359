# SPDX-License-Identifier: MIT
"""The machine's own screen after a run is the answer page, as qc makes it of the
log (docs/answer-page.md)."""

from qemu import Monitor, symbol
from quietcore.log.reading import read_stream
from quietcore.tables.page import LINES, Page
from test_boot import VGA_TEXT, rows_of

SHORT = "rounds=6 budget=20 samples=120 trust=tcg end=stay "
COLUMNS = 80


def screen_after(options: str, tmp_path) -> tuple[list[str], list[str]]:
    """The 25 rows that stand first after a run on one core, and qc's page."""
    log = tmp_path / "serial.log"
    with Monitor(SHORT + options, smp="1",
                 extra=("-serial", f"file:{log}")) as machine:
        def shown():
            rows = rows_of(machine.memory(symbol("screen_shadow"),
                                          25 * 2 * COLUMNS))
            return "run complete" in rows[24] and rows
        rows = machine.wait_for(shown)
        assert rows_of(machine.memory(VGA_TEXT, 25 * 2 * COLUMNS)) == rows
    [run] = read_stream([log.read_bytes()])
    return rows, [text for text, _ in Page(run).lines()]


def same(rows: list[str], page: list[str]) -> bool:
    return [row.rstrip() for row in rows[:len(page)]] == page \
        and not any(row.strip() for row in rows[len(page):24])


def test_the_last_screen_is_the_page_that_qc_makes(tmp_path):
    rows, page = screen_after("bench=workqueue,switch variant=enqueue,"
                              "dequeue,pair,lock,call,yield", tmp_path)
    assert same(rows, page)
    assert any(row.startswith("Enqueue takes ") for row in page)
    assert any(row.startswith("switch     ") for row in page)
    assert len(page) <= LINES
    assert rows[24].endswith("EMULATED ticks")
    at, pages = rows[24].split("page ")[1].split(" - ")[0].split(" of ")
    assert at == pages != "1"


def test_a_run_without_the_work_queue_has_a_page_without_a_headline(tmp_path):
    rows, page = screen_after("bench=switch variant=call", tmp_path)
    assert same(rows, page)
    assert not any("nqueue" in row or row.rstrip().endswith(" alone")
                   for row in rows)
