# SPDX-License-Identifier: MIT
"""A sign of life while tests run that take long: a line that names them.

It comes where nothing else was shown for SILENCE seconds. In the log of an
unattended run (CI is set) nobody waits: there it comes once a minute.
"""

import os
import threading
import time

SILENCE, UNATTENDED = 4.0, 60.0
WIDTH = 76


class Alive:
    """A plugin of the process that prints."""

    def __init__(self, reporter):
        self._reporter = reporter
        self._silence = UNATTENDED if os.environ.get("CI") else SILENCE
        self._running: dict[str, float] = {}
        self._last = time.monotonic()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def pytest_sessionstart(self):
        self._thread.start()

    def pytest_runtest_logstart(self, nodeid):
        self._running[nodeid] = time.monotonic()

    def pytest_runtest_logreport(self, report):
        """When called, a letter is shown: of the call, or of what went wrong."""
        if report.when == "call" or not report.passed:
            self._last = time.monotonic()

    def pytest_runtest_logfinish(self, nodeid):
        self._running.pop(nodeid, None)

    def pytest_sessionfinish(self):
        self._over.set()
        self._thread.join()

    def _watch(self):
        """Tells what runs, the longest first, in one line."""
        while not self._over.wait(0.5):
            now = time.monotonic()
            if now - self._last > self._silence:
                self._last = now
                names = [f"{node.rsplit('/', 1)[-1]} {now - begun:.0f} s"
                         for node, begun in list(self._running.items())]
                text = ("  still: " + "; ".join(names or ["preparing"]))[:WIDTH]
                self._reporter.write(f"\n{text}\n", flush=True)


def watch(config) -> None:
    """Has it told from now on, where workers run the tests: what the process
    that runs one writes meanwhile is captured."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if config.getoption("numprocesses", None) and reporter:
        config.pluginmanager.register(Alive(reporter))
