# SPDX-License-Identifier: MIT
"""`make run FIRMWARE=`: by QEMU's loader, and from the disc by BIOS and by UEFI."""

import json
import shutil
import subprocess
import sys

import pytest
from places import ROOT, clean_environment
from qemu import ELF, ISO, read_log
from quietcore.running.qemu_here import find_ovmf

ODD = "quiet core, é&'=%$x"


@pytest.mark.parametrize("firmware, name", [
    ("direct", ODD), ("bios", ODD), pytest.param("uefi", "plain", marks=[
        pytest.mark.full, pytest.mark.skipif(not find_ovmf(), reason="no OVMF")])])
def test_a_run_leaves_a_whole_log_in_a_path_of_any_letters(firmware, name,
                                                           tmp_path):
    """Nothing of the path gets into the image's options. GRUB writes on the same
    line before us."""
    images = tmp_path / name
    images.mkdir()
    shutil.copy(ELF if firmware == "direct" else ISO, images)
    done = subprocess.run(
        [sys.executable, "-m", "quietcore", "run", "--accel", "tcg", "--smp", "1",
         "--firmware", firmware, "--args", "probe"], text=True, check=False,
        capture_output=True, timeout=300, env=clean_environment() | {
            "PYTHONPATH": str(ROOT / "tools"), "QUIETCORE_BUILD": str(images),
            "QUIETCORE_IMAGES": str(images)})
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads((images / "run" / "run.json").read_text())["status"] == "ok"
    text = (images / "run" / "serial.log").read_text(errors="replace")
    context = read_log(text)[0]
    told = "suite=quick trust=tcg probe"
    assert context["cmdline"] == told or firmware != "direct"
    assert context["cmdline"].endswith(told)
    assert context["maker"] == "QEMU" and context["product"]
    assert context["firmware"].startswith("SeaBIOS") == (firmware != "uefi")
    # Whatever the loader left on the line, ours begins a new one.
    assert text.startswith("\n") or firmware != "direct"
