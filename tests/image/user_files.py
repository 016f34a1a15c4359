# SPDX-License-Identifier: MIT
"""Files of the user's own: the page's examples, and how they are built."""

import re

import places
from places import ROOT

SHORT = "rounds=2 budget=20 samples=40 trust=tcg "
PAGE = (ROOT / "docs" / "adding-a-benchmark.md").read_text()
BLOCKS = re.findall(r"```c\n(.*?)```", PAGE, re.S)
EXAMPLES = ("counter.c", "patient.c", "simple.c")
STUCK = SHORT + "bench=lock variant=stuck,tas. cores=1"


def make(files: list[str], *targets: str) -> None:
    """Image (`all`) and program (`hosted`) with them, or one of the two."""
    done = places.make(*(targets or ("all", "hosted")),
                       f"USER={' '.join(files)}")
    assert done.returncode == 0, done.stdout + done.stderr
