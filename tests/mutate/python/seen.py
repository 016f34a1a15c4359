# SPDX-License-Identifier: MIT
"""A plugin of pytest: which test runs which lines of qc, and how long it takes.

Each process of pytest writes one file of JSON into QC_SEEN. A test that starts
another program may see any line: what runs there is not watched.
"""

from __future__ import annotations

import json
import os
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


def pytest_configure(config):
    """Watches from before qc is imported."""
    config.pluginmanager.register(Watch())
