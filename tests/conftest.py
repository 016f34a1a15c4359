# SPDX-License-Identifier: MIT
"""What all tests share: their order, their fixtures, how they are counted."""

import fcntl
import itertools
import os
import signal
import subprocess
from collections import Counter

import pytest
from alive import watch
from busy import WORD, Busy
from places import BUILD, ROOT


@pytest.fixture(scope="module")
def user_folder():
    """BUILD/user, into which one module at a time builds files of a user's."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with open(BUILD / "user.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield BUILD / "user"


@pytest.fixture(scope="session")
def newer() -> str:
    """The path of a QEMU that has x2APIC without KVM."""
    done = subprocess.run([ROOT / "tools/build/newer-qemu"], capture_output=True,
                          text=True, timeout=600, check=False)
    if done.returncode:
        pytest.skip(done.stderr.strip().splitlines()[-1])
    return done.stdout.strip()


SHOWN, LEAST = 30, 20  # files that took longest, seconds
#: A file is run by one process, so the longest begin first; what is short
#: comes last and fills both. Those that wait for one another in user_folder
#: stand apart.
LONGEST = ("explore/test_explore", "image/test_boot", "image/test_user.py",
           "unit/test_unit", "twin/test_program", "torture/test_torture",
           "wrong/test_wrong", "golden/", "image/experiments/", "image/", "mutate/",
           "tools/test_program", "tools/report/test_browser", "twin/",
           "checks/test_make", "tools/running/")


def turn(item) -> int:
    """Where the file of a test comes."""
    return next((at for at, part in enumerate(LONGEST)
                 if f"tests/{part}" in item.nodeid), len(LONGEST))


def pytest_collection_modifyitems(items):
    """tests/run keeps xdist from ordering files by how many tests they have."""
    items.sort(key=turn)


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    """Tables are as wide in a worker, which is told COLUMNS, as elsewhere; and
    programs that tests start take signals which nohup has this one ignore."""
    watch(config)
    config.pluginmanager.register(Busy())
    os.environ.pop("COLUMNS", None)
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        if signal.getsignal(number) is signal.SIG_IGN:
            # A handler: the programs get the default then, and this one goes on.
            signal.signal(number, lambda *_: None)


def pytest_addoption(parser):
    parser.addoption("--counts", help="file that gets 'passed failed "
                     "skipped inconclusive'")


def tell_longest(terminalreporter):
    """Files that took longest."""
    seconds = Counter()
    for report in itertools.chain(*terminalreporter.stats.values()):
        if hasattr(report, "duration"):
            seconds[report.nodeid.partition("::")[0]] += report.duration
    longest = [(file, took) for file, took in seconds.most_common(SHOWN)
               if took >= LEAST]
    if longest:
        terminalreporter.write_line("seconds of the longest files:")
    for file, took in longest:
        terminalreporter.write_line(f"{took:6.0f} {file}")


def pytest_terminal_summary(terminalreporter, config):
    """The longest files; skipped tests by name and reason; the counts for
    tests/run."""
    stats = terminalreporter.stats
    tell_longest(terminalreporter)
    skipped = [(report.nodeid, report.longrepr[2].removeprefix("Skipped: "))
               for report in stats.get("skipped", [])]
    nothing = [why for _, why in skipped if why.startswith(WORD)]
    for name, why in skipped:
        mark = "" if why in nothing else "skipped: "
        terminalreporter.write_line(f"{mark}{name}: {why}")
    path = config.getoption("--counts")
    if path:
        failed = len(stats.get("failed", [])) + len(stats.get("error", []))
        with open(path, "w", encoding="ascii") as out:
            print(len(stats.get("passed", [])), failed,
                  len(skipped) - len(nothing), len(nothing), file=out)
