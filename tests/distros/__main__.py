# SPDX-License-Identifier: MIT
"""Builds and boots in clean roots of distributions, and prints a table.

usage: distros [--keep] [NAME...]     (make distros)

In each root git and make are there and nothing else: what follows is what the
README promises a newcomer, `make run`, and then the disc by UEFI. What was said
is in BUILD/distros/NAME.log. Ubuntu 24.04 (GCC 13.2, NASM 2.16.01, QEMU 8.2,
GRUB 2.12) is not built: Debian 12 has its NASM, Debian 13 its GRUB, and GCC and
QEMU lie between those of the two. The status is 0 if all that is required is
right, 3 where roots cannot be made.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from places import BUILD, ROOT  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402
from root import Failed, Missing, Root, need  # noqa: E402

RUN_SECONDS = 3000  # installing, building and the quick suite
DISC_SECONDS = 1200
TOOLS = {"gcc": "x86_64-linux-gnu-gcc --version", "nasm": "nasm -v",
         "ld": "x86_64-linux-gnu-ld --version",
         "qemu": "qemu-system-x86_64 --version | grep -o 'version [0-9.]*'",
         "grub": "grub-mkrescue --version"}


class Distribution(NamedTuple):
    """A row of the table."""

    title: str
    suite: str
    backports: bool = False
    required: bool = True


DISTRIBUTIONS = {
    "debian-12": Distribution("Debian 12", "bookworm"),
    "debian-12-backports": Distribution("Debian 12 + backports", "bookworm", True),
    "debian-13": Distribution("Debian 13", "trixie"),
    "unstable": Distribution("Debian unstable (not required)", "sid", required=False)}


@dataclass
class Outcome:
    """How far a newcomer came."""

    versions: list[str] = field(default_factory=lambda: ["-"] * len(TOOLS))
    built: bool = False
    booted: bool = False
    disc: bool = False
    warnings: int = 0
    reason: str = "warnings"

    @property
    def right(self) -> bool:
        return self.disc and not self.warnings

    def cells(self) -> list[str]:
        return [*self.versions, *("yes" if each else "no" for each in (
            self.built, self.booted, self.disc)), str(self.warnings),
            "right" if self.right else self.reason]


def follow_the_readme(root: Root, checkout: Path, outcome: Outcome) -> None:
    """What the README says, one command after the other."""
    subprocess.run(["git", "clone", "-q", ROOT, checkout], check=True, timeout=300)
    try:
        root.run("cd /srv/quietcore && make run", RUN_SECONDS)
        outcome.booted = True
        root.run("cd /srv/quietcore && make run FIRMWARE=uefi BENCH=floor",
                 DISC_SECONDS)
        outcome.disc = True
    except Failed as failure:
        outcome.reason = str(failure)


def attempt(distribution: Distribution, folder: Path, log: Path) -> Outcome:
    """One distribution, in a new root at `folder`."""
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_bytes(b"")
    root, outcome, checkout = Root(folder, log), Outcome(), folder / "srv/quietcore"
    try:
        root.make(distribution.suite, distribution.backports)
    except Failed as failure:
        outcome.reason = str(failure)
        return outcome
    follow_the_readme(root, checkout, outcome)
    outcome.built = (checkout / "build/quietcore.elf").exists()
    outcome.warnings = log.read_text(errors="replace").count(": warning: ")
    outcome.versions = [root.version(command) for command in TOOLS.values()]
    return outcome


def outcomes_of(names: list[str], keep: bool) -> dict[str, Outcome]:
    """Each distribution in a root, which goes afterwards."""
    roots, outcomes = Path(tempfile.mkdtemp(prefix="quietcore-distros-")), {}
    roots.chmod(0o755)
    try:
        for name in names:
            log = BUILD / "distros" / f"{name}.log"
            print(f"distros: {name} (log: {log})", file=sys.stderr)
            outcomes[name] = attempt(DISTRIBUTIONS[name], roots / name, log)
            if not keep:
                shutil.rmtree(roots / name, ignore_errors=True)
    finally:
        if keep:
            print(f"distros: the roots are in {roots}", file=sys.stderr)
        else:
            shutil.rmtree(roots, ignore_errors=True)
    return outcomes


def main() -> int:
    parser = argparse.ArgumentParser(prog="distros",
                                     description=__doc__.split("\n")[0])
    parser.add_argument("--keep", action="store_true",
                        help="leave the roots where they are")
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help=f"of {', '.join(DISTRIBUTIONS)}; all if none")
    options = parser.parse_args()
    unknown = set(options.names) - set(DISTRIBUTIONS)
    if unknown:
        parser.error(f"no distribution {min(unknown)}: there are "
                     f"{', '.join(DISTRIBUTIONS)}")
    try:
        need()
    except Missing as missing:
        print(f"distros: {missing}", file=sys.stderr)
        return 3
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    print(f"distros: all {len(DISTRIBUTIONS)} take about 30 minutes", file=sys.stderr)
    outcomes = outcomes_of(options.names or [*DISTRIBUTIONS], options.keep)
    shown = Table("distribution", *TOOLS, "built", "booted", "disc", "warnings",
                  "result", box=None, pad_edge=False)
    for name, outcome in outcomes.items():
        shown.add_row(DISTRIBUTIONS[name].title, *outcome.cells())
    Console(width=150).print(shown)
    return int(not all(outcome.right for name, outcome in outcomes.items()
                       if DISTRIBUTIONS[name].required))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
