# SPDX-License-Identifier: MIT
"""The report in headless Chromium: nothing goes wrong, every picture is there
and not empty, and it can be pointed at, zoomed, printed, read by keys."""

import subprocess

import pytest
import svgs
from chromium import VIEWS, browsed
from hostile import HOSTILE, hostile_log
from in_process import read
from places import python_of
from quietcore.report.draw.drawing import as_file
from quietcore.report.page.assemble import report
from quietcore.report.pictures.logs import named

pytestmark = pytest.mark.full
LEAST_LETTERS = 8   # pixels high, on 390 pixels


@pytest.fixture(scope="module")
def views(tmp_path_factory):
    """Of a log of the Linux program, which has most pictures."""
    return browsed(report(svgs.logs_of("linux")), tmp_path_factory.mktemp("p"),
                   "hands")


@pytest.mark.parametrize("view", VIEWS)
def test_the_console_is_silent_and_nothing_is_asked_for(views, view):
    assert views[view]["said"] == []


@pytest.mark.parametrize("view", VIEWS)
def test_every_picture_is_there_and_not_empty(views, view):
    seen = {figure["name"]: figure for figure in views[view]["seen"]}
    assert {*seen} == {*svgs.pictures_of("linux")}
    for name, figure in seen.items():
        assert figure["width"] > 200 and figure["height"] > 60, name
        assert figure["marks"] > 0, name


@pytest.mark.parametrize("view", VIEWS)
def test_no_word_is_cut_off_and_all_can_be_read(views, view):
    for figure in views[view]["seen"]:
        assert figure["out"] == [], figure["name"]
        assert figure["letters"] >= LEAST_LETTERS, figure["name"]


def test_a_narrow_page_need_not_be_moved_sideways(views):
    assert views["narrow"]["wide"] == 390
    assert all(f["width"] <= 390 for f in views["narrow"]["seen"])


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


def test_pictures_can_be_zoomed_and_be_whole_again(views):
    found = views["light"]["zoomed"]
    for name, ticks in found.items():
        assert ticks["whole"] == ticks["again"], name
    for name in ("lock-alone", "dispatch-overhead", "primes-timeline",
                 "threads-took"):
        ticks = found[name]
        assert ticks["near"] != ticks["whole"] != ticks["dragged"], name


def test_the_script_s_figures_of_an_axis_are_those_of_the_file(views):
    for name, ticks in views["light"]["zoomed"].items():
        assert ticks["first"] == ticks["whole"], name


def test_an_axis_can_be_turned(views):
    found = views["light"]["zoomed"]["floor-costs"]
    assert found["turned"] != found["again"]


def test_arrow_keys_read_one_mark_after_the_other(views):
    one, two = views["light"]["keys"]
    assert one and two and one != two


def test_all_tables_open_at_once(views):
    assert views["light"]["open"]


def test_it_can_be_printed(views):
    light = views["light"]
    assert light["pdf"] == "%PDF-" and light["tools"] == 0
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
