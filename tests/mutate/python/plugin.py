# SPDX-License-Identifier: MIT
"""A plugin of pytest: which test runs which lines of qc, and which fails.

With QC_SEEN each process of pytest writes one file of JSON into that folder. A
test that starts another program may see any line: what runs there is not
watched. With QC_CHOSEN only the tests that this file names are run.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

import coverage
import pytest


class Watch:
    """Tests by their name: seconds, and whether each starts a program."""

    def __init__(self) -> None:
        self.coverage = coverage.Coverage(
            data_file=None, source=["tools/quietcore"], config_file=False)
        self.tests: dict[str, dict] = {}
        self.running: dict | None = None
        sys.addaudithook(self.audit)
        self.coverage.start()

    def audit(self, event: str, arguments: tuple) -> None:
        """Python calls this for what it does to the system."""
        del arguments
        if event == "subprocess.Popen" and self.running is not None:
            self.running["starts"] = True

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item):
        """One test, from set-up to tear-down."""
        self.running = {"seconds": 0.0, "starts": False}
        self.tests[item.nodeid] = self.running
        self.coverage.switch_context(item.nodeid)
        began = time.monotonic()
        yield
        self.running["seconds"] = round(time.monotonic() - began, 3)
        self.coverage.switch_context("")
        self.running = None

    def pytest_sessionfinish(self):
        """Writes the file; a process that ran no test has nothing to say."""
        self.coverage.stop()
        if not self.tests:
            return
        data = self.coverage.get_data()
        root = Path.cwd()
        lines = {str(Path(file).relative_to(root)): data.contexts_by_lineno(file)
                 for file in data.measured_files()}
        out = Path(os.environ["QC_SEEN"]) / f"{os.getpid()}.json"
        out.write_text(json.dumps({"tests": self.tests, "lines": lines}))


class Chosen:
    """These tests in this order, each for so many seconds at most; the first
    that fails is written down."""

    def __init__(self, limits: dict[str, float], said: str):
        self.limits, self.said = limits, Path(said)

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


def pytest_configure(config):
    """Watches from before qc is imported."""
    if "QC_SEEN" in os.environ:
        config.pluginmanager.register(Watch())
    if "QC_CHOSEN" in os.environ:
        chosen = Path(os.environ.pop("QC_CHOSEN")).read_text()
        config.pluginmanager.register(Chosen(*json.loads(chosen)))
