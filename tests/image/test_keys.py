# SPDX-License-Identifier: MIT
"""The keyboard: it turns the pages of the run, and Esc ends it early."""

import re

import pytest
from qemu import Monitor, read_log

#: What QEMU calls the keys.
SPACE, PAGE_UP, PAGE_DOWN, HOME, END, ESCAPE = (
    "spc", "pgup", "pgdn", "home", "end", "esc")
#: Of a table of results: name, cores, batch, the least.
ROW = re.compile(r"\S.{27} +1 +\d+ +[\d.]+ ")


class Typed:
    """A machine on one core, in front of whose screen somebody types."""

    def __init__(self, options: str, folder, **kwargs):
        self.log = folder / "serial.log"
        self.machine = Monitor(options, smp="1", extra=(
            "-serial", f"file:{self.log}"), **kwargs)
        self.rows = self.machine.rows

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.machine.__exit__(*what)

    def press(self, key: str) -> None:
        self.machine.say(f"sendkey {key}")

    def page(self, number: int | None = None) -> tuple[list[str], int]:
        """The page of that number, once it is shown whole (any, where there is
        none), and how many there are."""
        def shown():
            rows = self.rows()
            said = re.search(r"page (\d+) of (\d+)", rows[24])
            right = said and number in (None, int(said[1]))
            return right and rows == self.rows() and (rows[:24], int(said[2]))
        return self.machine.wait_for(shown)

    def pages(self) -> list[list[str]]:
        """All of them, from the first one on."""
        self.page()
        self.press(HOME)
        first, count = self.page(1)
        found = [first]
        for number in range(2, count + 1):
            self.press(PAGE_DOWN)
            found.append(self.page(number)[0])
        return found

    def printed(self) -> list[str]:
        """What people read on the serial line."""
        return [line.rstrip() for line in
                self.log.read_text(errors="replace").splitlines()
                if line.strip() and not line.startswith("{")]


@pytest.mark.full
def test_keys_turn_the_pages_of_the_whole_run(tmp_path):
    """Nothing of what was printed is missing on them."""
    with Typed("list end=stay", tmp_path) as typed:
        pages = typed.pages()
        rows = [row.rstrip() for page in pages for row in page if row.strip()]
        assert rows == typed.printed() and len(pages) > 3
        count = len(pages)
        for key, number in ((PAGE_DOWN, count), (SPACE, 1), (PAGE_UP, 1),
                            (END, count), (PAGE_UP, count - 1), (HOME, 1),
                            (SPACE, 2)):
            typed.press(key)
            assert typed.page(number)[0] == pages[number - 1]


def test_keys_that_stop_nothing_and_each_page_of_a_table_has_its_head(tmp_path):
    with Typed("bench=queue rounds=1 budget=1 samples=10 trust=tcg end=stay",
               tmp_path) as typed:
        for key in (SPACE, HOME, PAGE_DOWN, "a", "pause"):
            typed.press(key)
        pages = typed.pages()
        assert "run complete" in typed.rows()[24]
    found = [[i for i, row in enumerate(page) if ROW.match(row)]
             for page in pages]
    tables = [(page, rows) for page, rows in zip(pages, found) if rows]
    assert len(tables) > 1
    for page, rows in tables:
        above = page[:rows[0]]
        assert any(row.startswith("queue: ") for row in above)
        assert any(" c batch   min " in row for row in above)


def test_without_a_keyboard_the_pages_turn_by_themselves(tmp_path):
    with Typed("probe end=stay", tmp_path, machine="pc,i8042=off") as typed:
        typed.page()
        assert "you may switch off now" in typed.rows()[24]


def test_escape_skips_the_rest_and_still_shows_and_writes_all(tmp_path):
    # A minute at least: a fast machine is not through before the key comes.
    with Typed("suite=full rounds=40 trust=tcg end=stay "
               "bench=lock,queue,switch", tmp_path) as typed:
        typed.machine.wait_for(lambda: " %" in typed.rows()[24])
        typed.press(ESCAPE)
        first, count = typed.page()
        assert "run stopped" in typed.rows()[24] and count > 1
        assert any("stopped by a key" in row for row in first)
        pages = typed.pages()
        assert len(pages) == count
        assert any("Stopped by a key during " in row
                   for page in pages for row in page)
        records = read_log(typed.log.read_text(errors="replace"))
    assert records[-1]["status"] == "stopped"
    [warning] = [r for r in records if r.get("code") == "stopped"]
    during, missing = re.fullmatch(
        r"a key ended the run during (\w+), which is not whole; not "
        r"measured: (.*)", warning["text"]).groups()
    left = [] if missing == "no other" else missing.split(", ")
    order = ["queue", "lock", "switch"]
    assert [during, *left] == order[len(order) - len(left) - 1:]
    measured = [r["experiment"] for r in records if r["record"] == "result"]
    assert set(measured) <= set(order) - set(left)
    assert all(r["rounds"] for r in records if r["record"] == "result")
