# SPDX-License-Identifier: MIT
"""The runtimes of `make runtimes`: how their programs are built and called.

Each is built and run as its package comes. No flag here makes one faster than
a user's own build would be.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from quietcore import places

SOURCES = Path(__file__).resolve().parent
#: Seconds after which a build, or a program, counts as hung.
BUILD_PATIENCE, PATIENCE = 300, 60

#: Tasks of a pass by their length: some milliseconds on two cores.
LENGTHS = {0: 50000, 101: 50000, 501: 30000, 1001: 20000, 5001: 5000,
           10001: 2500}
#: Rounds of a program in a turn. Just-in-time compilers see more before.
ROUNDS, WARM = 7, {"ticks": 1, "ns": 4}
QUEUE_ROUNDS, ITEMS = 15, 100_000


class Failed(Exception):
    """A command that did not end well; says which and how."""


@dataclass(frozen=True)
class Runtime:
    """What its programs need, how they are built, and what their clock is."""

    name: str
    tools: dict[str, str]           # a command or a file, and the remedy
    build: tuple[str, ...]
    programs: dict[str, tuple[str, ...]]    # what they measure; the command
    clock: str                      # "ticks" of the TSC, or "ns"
    versions: tuple[tuple[str, ...], ...]   # commands that say them
    environment: dict[str, str] = field(default_factory=dict)

    def commands(self) -> list[tuple[str, ...]]:
        """All that is called, its flags included."""
        return [self.build, *self.programs.values()]

    def missing(self) -> list[str]:
        """What is not here, with the remedy of each."""
        return [f"no {Path(tool).name}: {remedy}"
                for tool, remedy in self.tools.items()
                if not shutil.which(tool)]


def run(command: Sequence[str | Path], patience: float,
        environment: dict[str, str] | None = None) -> str:
    """What a command prints; with all that it started it is ended in time."""
    name = Path(command[0]).name
    with subprocess.Popen(
            command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=os.environ | (environment or {}),
            start_new_session=True) as process:
        try:
            out, said = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            raise Failed(f"{name} has not ended after {patience} "
                         "seconds") from None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    if process.returncode:
        raise Failed(f"{name} ended with status {process.returncode}: "
                     f"{said.strip() or 'it says no more'}")
    return out


def rust(folder: Path) -> Runtime:
    """crossbeam, the queues of std, rayon."""
    made = folder / "rust"
    programs = made / "release"
    return Runtime(
        "rust", {"cargo": "apt-get install cargo"},
        ("cargo", "build", "--release", "--locked", "--manifest-path",
         f"{SOURCES}/rust/Cargo.toml", "--target-dir", f"{made}"),
        {"queue": (f"{programs}/queues",), "deque": (f"{programs}/deque",),
         "dispatch": (f"{programs}/dispatch",)},
        "ticks", (("rustc", "--version"),))


def java(folder: Path) -> Runtime:
    """ForkJoinPool."""
    made = f"{folder / 'java'}"
    jdk = "apt-get install default-jdk-headless"
    return Runtime(
        "java", {"javac": jdk, "java": jdk,
                 "taskset": "apt-get install util-linux"},
        ("javac", "-d", made, f"{SOURCES}/java/ForkJoin.java", f"{SOURCES}/java/Bound.java"),
        {"dispatch": ("java", "-cp", made, "ForkJoin")}, "ns",
        (("java", "--version"),))


def dotnet(folder: Path) -> Runtime:
    """The thread pool of the .NET that PyPI has; mono's compiler is older."""
    package = places.build() / "venv" / "dotnet"
    host = next(package.glob("lib/python3*/site-packages/dotnetcore2/bin/"
                             "dotnet"), package / "dotnet")
    made = folder / "dotnet"
    return Runtime(
        "dotnet", {"mcs": "apt-get install mono-mcs",
                   f"{host}": "tools/venv dotnet"},
        ("mcs", "-optimize+", "-target:exe", f"-out:{made}/Pool.dll",
         f"{SOURCES}/dotnet/Pool.cs", f"{SOURCES}/dotnet/Processor.cs"),
        {"dispatch": (f"{host}", f"{made}/Pool.dll")}, "ns",
        ((f"{host}", "--list-runtimes"), ("mcs", "--version")),
        # Without it .NET asks for a library of languages.
        {"DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"})


def all_of(folder: Path) -> list[Runtime]:
    """Those that there may be; what they are made of goes into the folder."""
    return [rust(folder), java(folder), dotnet(folder)]


def build(runtime: Runtime, folder: Path) -> list[str]:
    """Makes its programs; what it says of its versions."""
    made = folder / runtime.name
    made.mkdir(parents=True, exist_ok=True)
    run(runtime.build, BUILD_PATIENCE)
    said = [run(command, PATIENCE, runtime.environment).splitlines()[0]
            for command in runtime.versions]
    if runtime.name == "dotnet":    # what `dotnet` is told a program needs
        name, version, *_ = said[0].split()
        (made / "Pool.runtimeconfig.json").write_text(
            '{"runtimeOptions": {"framework": {"name": "%s", "version": "%s"}}}'
            % (name, version))
    return said


def words_of(runtime: Runtime, measures: str,
             processors: Sequence[int]) -> list[str]:
    """The arguments of one of its programs."""
    if measures != "dispatch":
        return [f"{n}" for n in (QUEUE_ROUNDS, ITEMS, *processors)]
    return [f"{n}" for n in (WARM[runtime.clock], ROUNDS, *processors, *(
        each for length in LENGTHS.items() for each in length))]
