# SPDX-License-Identifier: MIT
"""Copies of the checkout: a fault stands in one, and its tests are run there.

Each run is a process that leads a session of its own and is bounded in time,
memory and what it may write: a fault may be a loop without end.
"""

from __future__ import annotations

import json
import os
import queue
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO

import trial

from places import BUILD, ROOT

NOT_COPIED = ("build", ".git", "__pycache__")
LOADING = 60        # seconds until the first test begins
BOUNDS = {resource.RLIMIT_AS: 4 << 30, resource.RLIMIT_FSIZE: 1 << 30}
#: Of pytest: all passed, or there was none.
WELL = (0, 5)


def copied(tree: Path) -> Path:
    """What was built is linked: nothing that is done to a link reaches it."""
    shutil.copytree(ROOT, tree, symlinks=True,
                    ignore=shutil.ignore_patterns(*NOT_COPIED))
    (tree / "build").mkdir()
    for entry in BUILD.iterdir():
        (tree / "build" / entry.name).symlink_to(entry)
    return tree


def pytest(tree: Path, words: list, seconds: float,
           stdout: int | IO = subprocess.DEVNULL, **environment: str
           ) -> trial.Ended:
    """Runs it there, with our plugin."""
    path = os.pathsep.join([str(Path(__file__).parent), str(tree / "tools")])
    return trial.run(
        [sys.executable, "-m", "pytest", "-q", "-m", "not full", "-p", "plugin",
         "-c", "tests/pytest.ini", "--rootdir", tree, *words], tree,
        bounds=BOUNDS | {resource.RLIMIT_CPU: int(seconds)},
        hangs=int(seconds), stdout=stdout,
        more={"PYTHONPATH": path, **environment})


class Workshop:
    """Trees, one a core; a trial takes a free one."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.trees = [copied(folder / f"tree{i}")
                      for i in range(len(os.sched_getaffinity(0)))]
        self._free: queue.Queue[Path] = queue.Queue()
        for tree in self.trees:
            self._free.put(tree)

    def trial(self, file: str, text: bytes, limits: dict[str, float]
              ) -> str | None:
        """Which test fails when the file has this text; None: none does."""
        if not limits:
            return None
        tree = self._free.get()
        whole = (tree / file).read_bytes()
        try:
            (tree / file).write_bytes(text)
            return self._judge(tree, limits)
        finally:
            (tree / file).write_bytes(whole)
            self._free.put(tree)

    def _judge(self, tree: Path, limits: dict[str, float]) -> str | None:
        with tempfile.TemporaryDirectory(dir=self.folder,
                                         ignore_cleanup_errors=True) as scratch:
            said = Path(scratch) / "said"
            chosen = Path(scratch) / "chosen"
            chosen.write_text(json.dumps([limits, str(said)]))
            ended = pytest(
                tree, ["-x", "-p", "no:xdist", "--basetemp", f"{scratch}/tmp",
                       *dict.fromkeys(name.split("::")[0] for name in limits)],
                LOADING + sum(limits.values()), QC_CHOSEN=str(chosen))
            if ended.status in WELL:
                return None
            return said.read_text() if said.exists() else "none can begin"

    def map(self, function, what: list) -> list:
        return trial.on_every_core(function, what)
