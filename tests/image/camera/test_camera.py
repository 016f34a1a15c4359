# SPDX-License-Identifier: MIT
"""The codes on the machine's own screen, photographed by QEMU and read by qc."""

from __future__ import annotations

import csv
import re
import shutil
import subprocess

import picture
import pytest
from in_process import qc
from PIL import Image
from photographed import KEYS, OPTIONS, TOLD, Photographed, medians
from qemu import Monitor, disc_with
from quietcore.camera.collected import Collected
from quietcore.camera.images import codes_in
from quietcore.camera.shown import run_of
from quietcore.camera.told import told_by
from quietcore.conclusions.asking import concluded
from quietcore.running.qemu_here import find_ovmf
from quietcore.status import Status
from shown import alike

NEEDS_OVMF = pytest.mark.skipif(not find_ovmf(), reason="no OVMF")


def scanned(run: Photographed, folder) -> list[dict]:
    done = qc("scan", *run.shots, "-o", folder / "x.csv")
    assert done.exit_code == Status.OK, done.output
    with open(folder / "x.csv", newline="") as file:
        rows = [*csv.DictReader(file)]
    return [{**{key: row[key] for key in (*KEYS, "params", "mode",
                                          "disturbed")},
             "median": float(row["median"])} for row in rows]


def concludes_as_its_log(run: Photographed) -> None:
    """Verdict for verdict, figure for figure."""
    found = Collected()
    for shot in run.shots:
        found.add(str(shot), *codes_in(shot))
    codes = found.chosen(None)
    told = run_of(told_by(codes.text()), codes.any.context)
    of_log, of_codes = concluded(run.run), concluded(told)
    assert [each for each in of_codes if each not in of_log] == []
    names = {(each["experiment"], each["name"]) for each in of_codes}
    assert names >= {("lock", "cheapest_alone"), ("queue", "cheapest_alone"),
                     ("switch", "call"), ("switch", "memory")}


def all_is_told(run: Photographed, folder) -> None:
    """Page, medians and conclusions are those of the log."""
    assert scanned(run, folder) == medians(run)
    concludes_as_its_log(run)
    done = qc("scan", *run.shots)
    lines = [line.rstrip() for line in done.output.splitlines()]
    page = lines[:next(at for at, line in enumerate(lines)
                       if line.startswith("Run ")) + 1]
    assert len(page) > 5 and page in (run.said[at:at + len(page)]
                                      for at in range(len(run.said)))
    run_id = run.records[0]["run"]
    assert f"Run {run_id}: {run.codes} of {run.codes} codes." in done.output


# ---- by another reader -------------------------------------------------------

FIRST = re.compile(rb"QC2 ([0-9a-f]{16}) (\d+)/(\d+) \d+x\d \S+ \S+ \d+ \d+ "
                   rb"[0-9a-f]{8}\n")


def by_zbar(shots) -> bytes:
    """The text of all codes, by a reader that shares nothing with qc's."""
    done = subprocess.run(
        ["zbarimg", "--quiet", "--raw", "--set", "*.enable=0",
         "--set", "qrcode.enable=1", *map(str, reversed(shots))],
        capture_output=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    heads = [*FIRST.finditer(done.stdout)]
    ends = [head.start() - 1 for head in heads[1:]] + [len(done.stdout) - 1]
    codes = {int(head[2]): done.stdout[head.end():end]
             for head, end in zip(heads, ends)}
    assert sorted(codes) == [*range(1, int(heads[0][3]) + 1)]
    assert {int(head[3]) for head in heads} == {len(codes)}
    return b"".join(codes[number] for number in sorted(codes))


def told_by_zbar(run: Photographed) -> list[dict]:
    """Its figures, as medians() has them: of a quantity the first round's."""
    rows, head = [], []
    for line in by_zbar(run.shots).decode("cp437").splitlines():
        if line.startswith(">"):
            head = line[1:].split(" ")
        elif line[0] not in " =!":
            name, params, value, marks = re.match(
                r"(\S+)((?: \w+=-?\d+)*) (-?[\d.]+)(\S*) ", line).groups()
            variant, _, of = name.partition("@")
            rows.append({"experiment": head[0],
                         "variant": variant + of * of.startswith("/"),
                         "cores": head[1], "unit": head[2],
                         "median": float(value), "params": params.strip(),
                         "mode": "batch" * ("b" in marks),
                         "disturbed": str("~" in marks).lower()})
    return rows


def another_reader_reads_the_same(run: Photographed) -> None:
    quantities = [at for at, record in enumerate(
        record for record in run.records
        if record["record"] in ("result", "quantity"))
        if record["record"] == "quantity"]
    found, wanted = told_by_zbar(run), medians(run)
    assert len(found) == len(wanted) > len(quantities)
    for at in set(range(len(found))) - {*quantities}:
        assert found[at] == wanted[at]


# ---- by qc -------------------------------------------------------------------


@pytest.mark.full
@pytest.mark.parametrize("mode, size", [
    ("800x600x16", (800, 600)), ("1280x1024x32", (1280, 1024)), *(
        pytest.param(*row, marks=pytest.mark.nightly) for row in (
            ("1024x768x32", (1024, 768)), ("640x480x24", (640, 480))))])
def test_codes_in_modes_of_a_bios(mode, size, tmp_path):
    """One code on a page, and two."""
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
    if not shutil.which("zbarimg"):
        pytest.skip("no zbarimg: not read by another reader")
    another_reader_reads_the_same(run)


@pytest.mark.full
@NEEDS_OVMF
def test_codes_on_a_large_screen(tmp_path):
    disc = disc_with(OPTIONS, tmp_path, "insmod all_video",
                     "set gfxpayload=3840x2160")
    run = Photographed(disc, tmp_path, firmware="uefi disc", extra=(
        "-vga", "none", "-device", "VGA,vgamem_mb=64"))
    assert all(Image.open(shot).size == (3840, 2160) for shot in run.shots)
    assert picture.scale_of(run.text) == 5
    assert alike(picture.cells(run.text), run.wanted)
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
        rows = machine.rows
        machine.wait_for(lambda: " page " in rows()[24], 120)
        assert "codes" not in rows()[24]
        machine.say("sendkey end")
        count = re.search(r"of (\d+)", rows()[24])[1]
        machine.wait_for(lambda: f"page {count} of {count}" in rows()[24])
        assert not TOLD.match(rows()[0])
