# SPDX-License-Identifier: MIT
"""A lock that does one instruction more, in an image of its own: qc compare
finds it under -icount, and nothing else."""

import json
import os
import re
import subprocess

import pytest
from places import BUILD, ROOT
from user_files import make

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("user_folder")]

OPTIONS = "rounds=2 budget=20 samples=40 cores=1 variant=longer.,tas."


def counted(folder, nops: int):
    """A log of a lock with so many instructions that do nothing."""
    text = (ROOT / "tests/aa/planted.c").read_text()
    text = text[:text.index("PLANTED(light, 5);")]
    text = text.replace("\t/* R1: pairs", '\t__asm__ volatile("' + "nop; " * nops
                        + '" : : : "memory");\n\t/* R1: pairs', 1)
    folder.mkdir()
    source = folder / "planted.c"
    source.write_text(text + "PLANTED(longer, 2);\n")
    make([str(source)], "all")
    out = folder / "run"
    done = subprocess.run(
        [ROOT / "tools/qc", "run", "--accel", "icount", "--smp", "1", "--bench",
         "lock", "--args", OPTIONS, "--out", out], text=True, timeout=300,
        capture_output=True, check=False,
        env=os.environ | {"QUIETCORE_IMAGES": str(BUILD / "user")})
    assert done.returncode == 0, done.stdout + done.stderr
    return out / "serial.log"


def test_one_instruction_is_found_and_nothing_else(tmp_path):
    logs = [counted(tmp_path / str(nops), nops) for nops in (1, 2)]
    out = tmp_path / "compared.json"
    done = subprocess.run([ROOT / "tools/qc", "compare", *logs, "--format",
                           "json", "-o", out], check=False, timeout=60)
    told = json.loads(out.read_text())
    verdicts = {(row["variant"], row["params"]): row for row in told["rows"]}
    planted = verdicts["longer", "mode=batch"]
    assert done.returncode == 1 and told["exact"]
    assert planted["verdict"] == "slower"
    old, new = map(float, re.findall(r"[\d.]+", planted["reason"]))
    assert new - old == pytest.approx(1, abs=0.02)
    assert {row["verdict"] for row in told["rows"]
            if row["variant"] == "tas"} == {"equivalent"}
