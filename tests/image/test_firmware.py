# SPDX-License-Identifier: MIT
"""`make run FIRMWARE=`: from the disc image, by BIOS and by UEFI."""

import json
import shutil
import subprocess
import sys

import pytest
from places import ROOT, clean_environment
from qemu import ELF, ISO, boot, read_log
from quietcore.running.qemu_here import find_ovmf


def qc(*words: str, **environment: str):
    env = clean_environment() | {"PYTHONPATH": str(ROOT / "tools")}
    return subprocess.run(
        [sys.executable, "-m", "quietcore", "run", "--accel", "tcg", "--smp",
         "1", *words], text=True, capture_output=True, timeout=300,
        check=False, env=env | environment)


@pytest.mark.parametrize("firmware", ["bios", pytest.param(
    "uefi", marks=pytest.mark.skipif(not find_ovmf(), reason="no OVMF"))])
def test_a_run_from_the_disc_leaves_a_whole_log(firmware, tmp_path):
    """GRUB writes on the same line before us."""
    done = qc("--firmware", firmware, "--args", "probe", "--out",
              str(tmp_path / "run"))
    assert done.returncode == 0, done.stdout + done.stderr
    facts = json.loads((tmp_path / "run" / "run.json").read_text())
    assert facts["status"] == "ok"
    text = (tmp_path / "run" / "serial.log").read_bytes()
    context = read_log(text.decode(errors="replace").replace("\r", ""))[0]
    assert context["maker"] == "QEMU" and context["product"]
    assert context["firmware"]
    assert context["firmware"].startswith("SeaBIOS") == (firmware == "bios")


def test_the_image_begins_a_line_before_its_first_record():
    """Whatever the loader left on it."""
    assert boot("probe", smp="1").text.lstrip("\n") \
        != boot("probe", smp="1").text


@pytest.mark.parametrize("firmware", ["direct", "bios"])
def test_a_path_with_blanks_and_odd_letters(firmware, tmp_path):
    """Nothing of it gets into the image's options, and its log is found."""
    images = tmp_path / "quiet core, é&'=%$x"
    images.mkdir()
    shutil.copy(ELF if firmware == "direct" else ISO, images)
    done = qc("--firmware", firmware, "--args", "probe",
              QUIETCORE_BUILD=str(images), QUIETCORE_IMAGES=str(images))
    assert done.returncode == 0, done.stdout + done.stderr
    log = images / "run" / "serial.log"
    records = read_log(log.read_text(errors="replace").replace("\r", ""))
    told = "suite=quick trust=tcg probe"
    assert records[0]["cmdline"] == told or firmware == "bios"
    assert records[0]["cmdline"].endswith(told)
