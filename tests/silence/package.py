# SPDX-License-Identifier: MIT
"""A Linux kernel for the guests: the distribution's own package, unpacked."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

#: Packages that stand for the newest kernel: Debian's, then Ubuntu's.
NEWEST = ("linux-image-cloud-amd64", "linux-image-virtual")
TOOLS = ("apt-cache", "apt-get", "dpkg-deb")
OS_RELEASE = Path("/etc/os-release")    # os-release(5)
SECONDS = 300       # for the package to come
BY_HAND = ("make silence KERNEL=FILE takes any kernel for x86-64 with serial "
           "ports (8250) and devtmpfs built in, as in /boot/vmlinuz-* or "
           "/lib/modules/*/vmlinuz")


class NoKernel(Exception):
    """There is none; the text says why, and what helps."""


def said(words: list[str], folder: Path) -> str:
    """What a command prints. Raises NoKernel."""
    try:
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True,
                              errors="replace", check=False, timeout=SECONDS,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired as late:
        raise NoKernel(f"{' '.join(words)} did not end within {SECONDS} s; "
                       f"{BY_HAND}") from late
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise NoKernel(f"{' '.join(words)} failed: {last}; apt-get update may "
                       f"help; {BY_HAND}")
    return done.stdout


def system() -> str:
    """What this system calls itself."""
    try:
        text = OS_RELEASE.read_text(errors="replace")
    except OSError:
        return "this system"
    name = re.search(r'^PRETTY_NAME="?([^"\n]+)', text, re.MULTILINE)
    return name[1] if name else "this system"


def named_by(description: str) -> str:
    """The package of the kernel that a NEWEST one depends on; "": none."""
    depends = re.search(r"^Depends: (.*)$", description, re.MULTILINE)
    kernel = depends and re.search(r"linux-image-[0-9][^ ,|]*", depends[1])
    return kernel[0] if kernel else ""


def newest(folder: Path) -> str:
    """The name of the newest kernel's package. Raises NoKernel."""
    for name in NEWEST:
        try:
            found = named_by(said(["apt-cache", "show", "--no-all-versions",
                                   name], folder))
        except NoKernel:
            continue
        if found:
            return found
    raise NoKernel(f"apt-cache knows no {' and no '.join(NEWEST)}: "
                   f"apt-get update may help; {BY_HAND}")


def unpacked(folder: Path) -> Path | None:
    """The kernel that is there already."""
    return next(iter(sorted(folder.glob("boot/vmlinuz-*"))), None)


def fetch(folder: Path) -> Path:
    """Fetches and unpacks one below `folder`; installs nothing."""
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        raise NoKernel("only packages of Debian and Ubuntu are fetched, and "
                       f"{system()} has no {', '.join(missing)}; {BY_HAND}")
    folder.mkdir(parents=True, exist_ok=True)
    name = newest(folder)
    print(f"silence: fetching {name} (nothing is installed)", file=sys.stderr,
          flush=True)
    for left in sorted(folder.glob("*.deb")):
        left.unlink()
    said(["apt-get", "download", name], folder)
    for package in sorted(folder.glob("*.deb")):
        said(["dpkg-deb", "-x", str(package), "."], folder)
        package.unlink()
    found = unpacked(folder)
    if not found:
        raise NoKernel(f"{name} holds no boot/vmlinuz-*; {BY_HAND}")
    return found


def kernel(wanted: str, folder: Path) -> Path:
    """The file that is named, or the package's. Raises NoKernel."""
    if not wanted:
        return unpacked(folder) or fetch(folder)
    if not Path(wanted).is_file():
        raise NoKernel(f"KERNEL={wanted} is no file; {BY_HAND}")
    return Path(wanted).resolve()
