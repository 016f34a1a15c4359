# SPDX-License-Identifier: MIT
"""The codes on the machine's own screen, photographed by QEMU and read by qc."""

from __future__ import annotations

import csv
import re

import picture
import pytest
from in_process import qc
from PIL import Image
from qemu import Monitor, disc_with, read_log, symbol
from quietcore.log.reading import read_stream
from quietcore.running.qemu_here import find_ovmf
from quietcore.status import Status
from quietcore.tables.page import Page
from shown import alike, shadow
from test_boot import rows_of

OPTIONS = "rounds=6 budget=20 samples=120 trust=tcg end=stay bench=lock,switch,queue"
NEEDS_OVMF = pytest.mark.skipif(not find_ovmf(), reason="no OVMF")
TOLD = re.compile(r"Photograph the (\d+) codes? of pages? (\d+)(?: to (\d+))?, "
                  r"then: tools/qc scan PHOTO\.\.\.")
KEYS = ("experiment", "variant", "cores", "unit")


class Photographed:
    """A run whose pages of codes have been turned to and dumped."""

    def __init__(self, options: str, folder, **kwargs):
        log = folder / "serial.log"
        kwargs["extra"] = (*kwargs.get("extra", ()), "-serial", f"file:{log}")
        with Monitor(options, smp="1", **kwargs) as self.machine:
            self.machine.wait_for(lambda: " page " in self.rows()[24], 120)
            self.machine.say("sendkey end")
            self.machine.wait_for(lambda: TOLD.match(self.rows()[0]))
            told = TOLD.match(self.rows()[0])
            self.codes, first = int(told[1]), int(told[2])
            pages = range(first, int(told[3] or first) + 1)
            self.machine.say("sendkey home")
            self.machine.wait_for(lambda: " page 1 of" in self.rows()[24])
            self.dump(folder / "text.png")
            self.wanted = shadow(self.machine)
            self.text = picture.read_picture(folder / "text.ppm")
            self.shots = [self.page(number, folder) for number in
                          reversed(pages)]
        self.records = read_log(log.read_text(errors="replace"))
        [self.run] = read_stream([log.read_bytes()])

    def rows(self) -> list[str]:
        return rows_of(self.machine.memory(symbol("screen_shadow"), 25 * 160))

    def page(self, number: int, folder):
        """The picture of that page, once nothing on it changes any more."""
        self.machine.say("sendkey end" if not hasattr(self, "turned")
                         else "sendkey pgup")
        self.turned = True
        self.machine.wait_for(lambda: f" page {number} of" in self.rows()[24])
        path, last = folder / f"{number}.png", None

        def still():
            nonlocal last
            last, before = self.dump(path), last
            return before == last
        self.machine.wait_for(still)
        return path

    def dump(self, path) -> bytes:
        raw = path.with_suffix(".ppm")
        self.machine.say(f'screendump "{raw}"')
        Image.open(raw).save(path)
        return raw.read_bytes()


def medians(run: Photographed) -> list[dict]:
    """What the log says of the same."""
    return [{**{key: str(r[key]) for key in KEYS}, "median": float(r["p50"]),
             "params": " ".join(f"{key}={value}" for key, value in
                                r["params"].items() if key != "mode"),
             "mode": "batch" if r["params"].get("mode") == "batch" else "",
             "disturbed": str(r["quiet"] == "disturbed").lower()}
            for r in run.records if r["record"] == "result"]


def scanned(run: Photographed, folder) -> list[dict]:
    done = qc("scan", *run.shots, "-o", folder / "x.csv")
    assert done.exit_code == Status.OK, done.output
    with open(folder / "x.csv", newline="") as file:
        rows = [*csv.DictReader(file)]
    return [{**{key: row[key] for key in (*KEYS, "params", "mode",
                                          "disturbed")},
             "median": float(row["median"])} for row in rows]


def all_is_told(run: Photographed, folder) -> None:
    """Page and medians are those of the log."""
    assert scanned(run, folder) == medians(run)
    done = qc("scan", *run.shots)
    page = [text for text, _ in Page(run.run).lines()]
    assert [line.rstrip() for line in done.output.splitlines()][:len(page)] \
        == page
    run_id = run.records[0]["run"]
    assert f"Run {run_id}: {run.codes} of {run.codes} codes." in done.output


@pytest.mark.full
@pytest.mark.parametrize("mode, size", [
    ("1024x768x32", (1024, 768)), ("800x600x16", (800, 600)),
    ("640x480x24", (640, 480)), ("1280x1024x32", (1280, 1024))])
def test_codes_in_modes_of_a_bios(mode, size, tmp_path):
    disc = disc_with(OPTIONS, tmp_path, "insmod all_video",
                     f"set gfxpayload={mode}")
    run = Photographed(disc, tmp_path, firmware="disc", extra=("-vga", "std"))
    assert all(Image.open(shot).size == size for shot in run.shots)
    across = 2 if size[0] >= 1024 else 1
    assert len(run.shots) == (run.codes + across - 1) // across
    assert run.codes > 1
    all_is_told(run, tmp_path)
    # Behind the codes the pages of the run are as ever.
    assert alike(picture.cells(run.text, 5), run.wanted)
    assert picture.border_is_black(run.text)


@pytest.mark.full
@NEEDS_OVMF
def test_codes_on_a_large_screen(tmp_path):
    disc = disc_with(OPTIONS, tmp_path, "insmod all_video",
                     "set gfxpayload=3840x2160")
    run = Photographed(disc, tmp_path, firmware="uefi disc", extra=(
        "-vga", "none", "-device", "VGA,vgamem_mb=64"))
    assert all(Image.open(shot).size == (3840, 2160) for shot in run.shots)
    all_is_told(run, tmp_path)


@pytest.mark.full
@pytest.mark.parametrize("options, mode", [
    ("probe end=stay", "1024x768x32"),
    ("bench=switch variant=call trust=tcg end=stay", "text")])
def test_without_results_or_pixels_there_are_no_codes(options, mode, tmp_path):
    disc = disc_with(options, tmp_path, "insmod all_video",
                     f"set gfxpayload={mode}")
    with Monitor(disc, smp="1", firmware="disc",
                 extra=("-vga", "std")) as machine:
        def rows():
            return rows_of(machine.memory(symbol("screen_shadow"), 25 * 160))
        machine.wait_for(lambda: " page " in rows()[24], 120)
        assert "codes" not in rows()[24]
        machine.say("sendkey end")
        count = re.search(r"of (\d+)", rows()[24])[1]
        machine.wait_for(lambda: f"page {count} of {count}" in rows()[24])
        assert not TOLD.match(rows()[0])
