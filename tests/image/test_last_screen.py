# SPDX-License-Identifier: MIT
"""The machine's own screen after a run begins with the headline."""

from qemu import Monitor, read_log, symbol
from test_boot import VGA_TEXT, rows_of

SHORT = "rounds=6 budget=20 samples=120 trust=tcg end=stay "
COLUMNS = 80


def screen_after(options: str, tmp_path) -> tuple[list[str], list[dict]]:
    """The 25 rows that stand first after a run on one core, and the log."""
    log = tmp_path / "serial.log"
    with Monitor(SHORT + options, smp="1",
                 extra=("-serial", f"file:{log}")) as machine:
        def shown():
            rows = rows_of(machine.memory(symbol("screen_shadow"),
                                          25 * 2 * COLUMNS))
            return "run complete" in rows[24] and rows
        rows = machine.wait_for(shown)
        assert rows_of(machine.memory(VGA_TEXT, 25 * 2 * COLUMNS)) == rows
    return rows, read_log(log.read_text(errors="replace"))


def test_the_last_screen_begins_with_the_headline(tmp_path):
    rows, records = screen_after("bench=workqueue,switch variant=enqueue,"
                                 "dequeue,pair,lock,call,yield", tmp_path)
    [headline] = [r for r in records if r["record"] == "headline"]
    assert " ".join(rows).startswith(" ".join(headline["sentences"]))
    assert rows[0].startswith("Enqueue takes ") and "emulated ticks" in rows[0]
    table = next(i for i, row in enumerate(rows) if row.rstrip().endswith(" alone"))
    assert [row.split()[0] for row in rows[table:table + 4]] == [
        "emulated", "enqueue", "dequeue", "both"]
    # The same figures as in the sentence.
    assert f"takes {rows[table + 1].split()[1]} " in rows[0]
    assert any(row.startswith("switch: ") for row in rows[table + 4:])
    assert rows[24].endswith("EMULATED ticks")
    assert "Complete: " in "".join(rows[:24])
    page, pages = rows[24].split("page ")[1].split(" - ")[0].split(" of ")
    assert page == pages != "1"


def test_a_run_without_the_work_queue_has_no_headline(tmp_path):
    rows, records = screen_after("bench=switch variant=call", tmp_path)
    assert not [r for r in records if r["record"] == "headline"]
    assert not any("nqueue" in row or row.rstrip().endswith(" alone")
                   for row in rows)
