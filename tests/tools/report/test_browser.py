# SPDX-License-Identifier: MIT
"""Reports of every kind of log in headless Chromium: the console is silent, each
picture is there and not empty, nothing is cut off or wider than its page, and it
can be pointed at, zoomed, printed, read by keys."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
from pathlib import Path

import pytest
import svgs
from crowd import crowd
from hostile import HOSTILE, hostile_log
from in_process import read
from places import python_of
from quietcore.report.draw.drawing import as_file
from quietcore.report.page.assemble import report
from quietcore.report.pictures.catalogue import drawings
from quietcore.report.pictures.logs import named
from quietcore.terminal.numbers import number

pytestmark = pytest.mark.full
MANY = 255
LEAST_LETTERS = 8   # pixels high, on 390 pixels
WIDE = {"light": 1280, "dark": 1280, "narrow": 390}     # views and their pixels
BROWSE = Path(__file__).with_name("browse.py")
NAMES = ("chromium", "chromium-browser", "google-chrome")


def browsed(html: bytes, folder: Path, *hands: str) -> dict:
    """What browse.py tells of a page, by view."""
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    assert chromium, "no Chromium: run tools/build/setup full"
    page = folder / "report.html"
    page.write_bytes(html)
    done = subprocess.run([python_of("full"), BROWSE, chromium, page, *hands],
                          capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def broken():
    """The emulated log: one record damaged, its last third lost."""
    data = gzip.decompress(svgs.path_of("emulated").read_bytes())
    data = data[:len(data) * 2 // 3].replace(b'"lock"', b'"lick"', 1)
    return named([("broken.log", run) for run in read(data)])


LOGS = {
    "linux": lambda: svgs.logs_of("linux"),     # which has most pictures
    "bare": lambda: svgs.logs_of("emulated"),
    "icount": lambda: svgs.logs_of("counted"), "twin": lambda: svgs.logs_of("twin"),
    "full": lambda: svgs.logs_of("full"), "one core": lambda: svgs.logs_of("alone"),
    "wrong": lambda: svgs.logs_of("leaky"), "pair": lambda: svgs.logs_of("emulated", "twin"),
    "broken": broken, "many cores": lambda: crowd(MANY)}


# ---- each log ------------------------------------------------------------------


#: Which have a picture of each kind, or what is broken; make test-nightly has all.
SAMPLE = {"linux", "bare", "wrong", "pair", "broken", "many cores"}


@pytest.fixture(scope="module", params=[
    pytest.param(name, marks=[pytest.mark.nightly] * (name not in SAMPLE)) for name in LOGS])
def page(request, tmp_path_factory):
    """A report's name, its logs, and what Chromium makes of it."""
    logs = LOGS[request.param]()
    return request.param, logs, browsed(report(logs), tmp_path_factory.mktemp("p"))


def test_the_console_is_silent_and_nothing_is_asked_for(page):
    _, _, views = page
    assert {view: views[view]["said"] for view in WIDE} == dict.fromkeys(WIDE, [])


def test_every_picture_is_there_whole_and_not_empty(page):
    """And no page need be moved sideways."""
    name, logs, views = page
    wanted = {*drawings(logs)}
    assert wanted
    for view, wide in WIDE.items():
        seen = {figure["name"]: figure for figure in views[view]["seen"]}
        assert {*seen} == wanted, view
        assert views[view]["wide"] == wide
        for picture, figure in seen.items():
            assert 200 < figure["width"] <= wide and figure["height"] > 60, picture
            assert figure["marks"] > 0 and figure["out"] == [], picture
            assert figure["letters"] >= LEAST_LETTERS or name != "linux", picture


def test_a_map_of_many_cores_is_read_cell_by_cell(page):
    name, logs, views = page
    for view in WIDE:
        assert len(views[view]["cells"]) == 2 * (name == "many cores")
        for picture, said in views[view]["cells"].items():
            heat = drawings(logs)[picture].shape
            of = {(cell.row, cell.column): f"{number(cell.value)} ticks one way"
                  + "; disturbed" * bool(cell.doubt) for cell in heat.cells}
            assert len(said) > 2
            for row, column, text in said:
                assert text == ("" if row == column else
                                f"from core {row}, to core {column}: "
                                f"{of[row, column]}")


# ---- hands ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def views(tmp_path_factory):
    found = browsed(report(svgs.logs_of("linux")), tmp_path_factory.mktemp("p"), "hands")
    assert all(view["said"] == [] for view in found.values())
    return found


def test_dark_is_dark_and_light_is_light(views):
    def sum_of(view):
        return sum(map(int, views[view]["ground"][4:-1].split(",")))

    assert sum_of("dark") < 100 and sum_of("light") > 650


def test_a_mark_pointed_at_says_what_it_is(views):
    for name, found in views["light"]["pointed"].items():
        assert found["mark"] and found["tip"], name
        assert not found["after"], name
    assert {name for name, found in views["light"]["pointed"].items()
            if found["mark"] == found["tip"]} >= {"lock-alone", "line-matrix"}


def test_pictures_can_be_zoomed_turned_and_be_whole_again(views):
    """The script's figures of an axis are those of the file."""
    found = views["light"]["zoomed"]
    for name, ticks in found.items():
        assert ticks["first"] == ticks["whole"] == ticks["again"], name
    for name in ("lock-alone", "dispatch-overhead", "primes-timeline", "threads-took"):
        ticks = found[name]
        assert ticks["near"] != ticks["whole"] != ticks["dragged"], name
    assert found["floor-costs"]["turned"] != found["floor-costs"]["again"]


def test_keys_read_it_all_tables_open_and_it_can_be_printed(views):
    """Arrow keys read one mark after the other."""
    light = views["light"]
    one, two = light["keys"]
    assert one and two and one != two
    assert light["open"] and light["pdf"] == "%PDF-" and light["tools"] == 0
    assert all(f["width"] > 150 and f["marks"] for f in light["printed"])


def test_hostile_words_do_nothing_in_a_browser(tmp_path):
    runs = [("x", run) for run in read(hostile_log())]
    views = browsed(report(named(runs), [HOSTILE]), tmp_path)
    assert all(view["said"] == [] for view in views.values())


def test_a_picture_becomes_pixels(tmp_path):
    """By the library that `qc plot -o x.png` uses."""
    svg = tmp_path / "x.svg"
    svg.write_bytes(as_file(svgs.pictures_of("linux")["lock-alone"]))
    program = ("import cairosvg, io, sys; from PIL import Image; "
               "png = cairosvg.svg2png(url=sys.argv[1], output_width=900); "
               "image = Image.open(io.BytesIO(png)).convert('RGB'); "
               "print(image.width, len(set(image.getdata())))")
    done = subprocess.run([python_of("full"), "-c", program, svg], text=True,
                          capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    width, colours = map(int, done.stdout.split())
    assert width == 900 and colours > 50
