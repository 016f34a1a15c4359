# SPDX-License-Identifier: MIT
"""One fault in a tree of its own, and the tests which may see it.

Every trial is a process, forked from one that has pytest and all libraries
loaded but nothing of qc. It leads a session of its own and is bounded in time,
memory and what it may write: a fault may be a loop without end.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import resource
import shutil
import signal
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

LOADED = ["pytest", "xdist", "click.testing", "orjson", "fastjsonschema",
          "rich.console", "rich.table", "rich.progress", "numpy"]
NOT_COPIED = ("build", ".git", "__pycache__")
LOADING = 60.0      # seconds until the first test begins
MEMORY = 4 << 30    # bytes
WRITTEN = 1 << 30   # bytes of a file


def tree(root: Path, folder: Path, build: Path) -> Path:
    """A copy of the checkout. What was built is linked: nothing that is done
    to a link reaches it."""
    shutil.copytree(root, folder, symlinks=True,
                    ignore=shutil.ignore_patterns(*NOT_COPIED))
    (folder / "build").mkdir()
    for entry in build.iterdir():
        (folder / "build" / entry.name).symlink_to(entry)
    return folder


class Chosen:
    """A plugin of pytest: these tests in this order, each for so many seconds
    at most; the first that fails is written down."""

    def __init__(self, limits: dict[str, float], said: Path):
        self.limits, self.said = limits, said

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items):
        """Only those that were chosen."""
        by_name = {item.nodeid: item for item in items}
        items[:] = [by_name[name] for name in self.limits if name in by_name]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item):
        """The kernel ends the process where one goes on for too long."""
        self.said.write_text(f"time-out: {item.nodeid}")
        signal.setitimer(signal.ITIMER_REAL, self.limits[item.nodeid])
        yield
        signal.setitimer(signal.ITIMER_REAL, 0)

    def pytest_runtest_logreport(self, report):
        """A failure is what all this is for."""
        if report.failed:
            self.said.write_text(report.nodeid)


def bounded() -> None:
    """A session of its own, which a fault cannot make large."""
    os.setsid()
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (WRITTEN, WRITTEN))


def run(place: str, limits: dict[str, float], scratch: str) -> None:
    """In the forked process: its status is pytest's."""
    bounded()
    folder = Path(scratch)
    with open(folder / "output", "wb") as out:
        os.dup2(out.fileno(), 1)
        os.dup2(out.fileno(), 2)
    os.chdir(place)
    os.environ.update(PYTHONPATH=f"{place}/tools", PYTHONDONTWRITEBYTECODE="1",
                      QUIETCORE_BUILD=f"{place}/build",
                      QUIETCORE_IMAGES=f"{place}/build")
    sys.dont_write_bytecode = True
    sys.path[:] = [each for each in sys.path if not each.endswith("/tools")]
    files = dict.fromkeys(name.split("::")[0] for name in limits)
    status = pytest.main(
        ["-q", "-x", "-m", "not full", "-p", "no:xdist", "--basetemp",
         str(folder / "tmp"), "-c", "tests/pytest.ini", "--rootdir", place,
         *files], plugins=[Chosen(limits, folder / "said")])
    os._exit(status)


class Workshop:
    """Trees, one a job; a trial takes a free one."""

    def __init__(self, root: Path, folder: Path, build: Path, jobs: int):
        self.folder, self.jobs = folder, jobs
        self.trees = [tree(root, folder / str(i), build) for i in range(jobs)]
        self._free: queue.Queue[Path] = queue.Queue()
        for each in self.trees:
            self._free.put(each)
        self._processes = multiprocessing.get_context("forkserver")
        self._processes.set_forkserver_preload(LOADED)

    def trial(self, file: str, text: bytes, limits: dict[str, float]
              ) -> str | None:
        """Which test fails when the file has this text; None: none does."""
        if not limits:
            return None
        place = self._free.get()
        path = place / file
        whole = path.read_bytes()
        try:
            path.write_bytes(text)
            return self._judge(place, limits)
        finally:
            path.write_bytes(whole)
            self._free.put(place)

    def _judge(self, place: Path, limits: dict[str, float]) -> str | None:
        with tempfile.TemporaryDirectory(dir=self.folder,
                                         ignore_cleanup_errors=True) as scratch:
            process = self._processes.Process(
                target=run, args=(str(place), limits, scratch))
            process.start()
            process.join(LOADING + sum(limits.values()))
            if process.exitcode is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.join()
            if process.exitcode in (pytest.ExitCode.OK,
                                    pytest.ExitCode.NO_TESTS_COLLECTED):
                return None
            said = Path(scratch) / "said"
            return said.read_text() if said.exists() else "none can begin"

    def map(self, function, what: list) -> list:
        """Calls it for each, as many at once as there are trees."""
        with ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(function, what))
