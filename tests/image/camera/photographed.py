# SPDX-License-Identifier: MIT
"""A run whose pages of codes have been turned to and dumped by QEMU."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import picture
from PIL import Image
from qemu import Monitor, read_log
from quietcore.log.reading import read_stream
from shown import shadow

OPTIONS = "rounds=6 budget=20 samples=120 trust=tcg end=stay bench=lock,switch,queue"
TOLD = re.compile(r"Photograph the (\d+) codes? of pages? (\d+)(?: to (\d+))?, "
                  r"then: tools/qc scan PHOTO\.\.\.")
KEYS = ("experiment", "variant", "cores", "unit")


def dump(machine: Monitor, path: Path) -> bytes:
    """Writes the screen to that PNG; the pixels."""
    raw = path.with_suffix(".ppm")
    machine.say(f'screendump "{raw}"')
    Image.open(raw).save(path, optimize=True)
    return raw.read_bytes()


class Photographed:
    """`meanwhile` is called with the machine and its log while it runs."""

    def __init__(self, options: str, folder: Path,
                 meanwhile: Callable[[Monitor, Path], None] | None = None,
                 **kwargs):
        log = folder / "serial.log"
        kwargs["extra"] = (*kwargs.get("extra", ()), "-serial", f"file:{log}")
        with Monitor(options, smp="1", **kwargs) as self.machine:
            if meanwhile:
                meanwhile(self.machine, log)
            self.machine.wait_for(lambda: " page " in self.machine.rows()[24], 120)
            self.machine.say("sendkey end")
            self.machine.wait_for(lambda: TOLD.match(self.machine.rows()[0]))
            told = TOLD.match(self.machine.rows()[0])
            self.codes, first = int(told[1]), int(told[2])
            pages = range(first, int(told[3] or first) + 1)
            self.machine.say("sendkey home")
            self.machine.wait_for(lambda: " page 1 of" in self.machine.rows()[24])
            dump(self.machine, folder / "text.png")
            self.wanted = shadow(self.machine)
            self.text = picture.read_picture(folder / "text.ppm")
            self.shots = [self.page(number, folder) for number in
                          reversed(pages)]
        self.records = read_log(log.read_text(errors="replace"))
        #: What the serial line carried for people.
        self.said = [line.rstrip() for line in log.read_text(
            errors="replace").splitlines() if not line.startswith("{")]
        [self.run] = read_stream([log.read_bytes()])

    def page(self, number: int, folder: Path) -> Path:
        """The picture of that page, once nothing on it changes any more."""
        self.machine.say("sendkey end" if not hasattr(self, "turned")
                         else "sendkey pgup")
        self.turned = True
        self.machine.wait_for(lambda: f" page {number} of" in self.machine.rows()[24])
        path, last = folder / f"{number}.png", None

        def still():
            nonlocal last
            last, before = dump(self.machine, path), last
            return before == last
        self.machine.wait_for(still)
        return path


def middle(record: dict) -> float:
    """The median that a log tells, or of rounds, to a thousandth below."""
    if "p50" in record:
        return float(record["p50"])
    milli = sorted(round(each * 1000) for each in record["rounds"] if each)
    return (milli[(len(milli) - 1) // 2] + milli[len(milli) // 2]) // 2 / 1000


def medians(run: Photographed) -> list[dict]:
    """What the log says of the same."""
    return [{**{key: str(r[key]) for key in KEYS}, "median": middle(r),
             "params": " ".join(f"{key}={value}" for key, value in
                                r["params"].items() if key != "mode"),
             "mode": "batch" if r["params"].get("mode") == "batch" else "",
             "disturbed": str("quiet" in r).lower()}
            for r in run.records if r["record"] in ("result", "quantity")]
