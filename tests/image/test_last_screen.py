# SPDX-License-Identifier: MIT
"""The machine's own screen after a run has the rows that the answer page is made
of (docs/answer-page.md)."""

from qemu import Monitor, symbol
from quietcore.log.reading import read_stream
from test_boot import VGA_TEXT, rows_of

SHORT = "rounds=6 budget=20 samples=120 trust=tcg end=stay "
COLUMNS = 80


def screen_after(options: str, tmp_path) -> tuple[list[str], list[dict]]:
    """The 25 rows that stand first after a run on one core, and its results."""
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
    return [row.rstrip() for row in rows], run.of("result")


def test_the_last_screen_has_the_headline_and_key_rows(tmp_path):
    rows, results = screen_after("bench=workqueue,switch variant=enqueue,"
                                 "dequeue,pair,lock,call,yield", tmp_path)
    assert any(row.startswith("EMULATED") for row in rows)
    for variant, begins in (("enqueue", "Enqueue, uncontended "),
                            ("dequeue", "Dequeue, uncontended ")):
        [row] = [row for row in rows if row.startswith(begins)]
        assert "emulated ticks" in row or "no clean round" in row
        assert any(r["variant"] == variant for r in results)
    assert any(row.startswith("switch     ticks: ") for row in rows)
    assert rows[24].endswith("EMULATED ticks")
    at, pages = rows[24].split("page ")[1].split(" - ")[0].split(" of ")
    assert at == pages != "1"


def test_a_run_without_the_work_queue_has_a_page_without_a_headline(tmp_path):
    rows, _ = screen_after("bench=switch variant=call", tmp_path)
    assert not any("nqueue" in row for row in rows)
