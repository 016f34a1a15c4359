# SPDX-License-Identifier: MIT
"""Files of the user's own: the page's examples, how they are built, and run."""

import re
import subprocess

import places
from places import BUILD, ROOT
from qemu import read_log

SHORT = "rounds=2 budget=20 samples=40 trust=tcg "
PAGE = (ROOT / "docs" / "adding-a-benchmark.md").read_text()
BLOCKS = re.findall(r"```c\n(.*?)```", PAGE, re.S)
EXAMPLES = ("counter.c", "patient.c", "simple.c")
STUCK = SHORT + "bench=lock variant=stuck,tas. cores=1"
IMAGE = BUILD / "user/quietcore.elf"
PROGRAM = BUILD / "user/quietcore-hosted"


def make(files: list[str], *targets: str) -> None:
    """Image (`all`) and program (`hosted`) with them, or one of the two."""
    done = places.make(*(targets or ("all", "hosted")),
                       f"USER={' '.join(files)}")
    assert done.returncode == 0, done.stdout + done.stderr


def said_by_program(options: str, status: int) -> list[dict]:
    """The records of the Linux program."""
    done = subprocess.run([PROGRAM, *options.split()], text=True,
                          capture_output=True, timeout=300, check=False)
    assert done.returncode == status, done.stderr
    return read_log(done.stdout)


def warned(records: list[dict], code: str) -> list[str]:
    """The texts of warnings whose code begins so."""
    return [r["text"] for r in records if r["record"] == "warning"
            and r["code"].startswith(code)]
