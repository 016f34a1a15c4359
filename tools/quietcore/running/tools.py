# SPDX-License-Identifier: MIT
"""What is here, what is missing, and what to do about it."""

from __future__ import annotations

import os
import shutil
import subprocess

from rich.console import Console

from quietcore.places import ROOT, elf, iso, short
from quietcore.running.qemu import hardware_virtualisation
from quietcore.running.qemu_here import find_ovmf
from quietcore.terminal.layout import Cell, Grid, words
from quietcore.terminal.printing import say, show_grid

SETUP_SECONDS = 60  # for tools/build/setup --check
PATH_LEAST = 20  # columns of a path or a version before it goes on below
TOOLS = (("NASM", ("nasm",), "-v"),
         ("cross compiler", ("x86_64-elf-gcc", "x86_64-linux-gnu-gcc"), "--version"),
         ("QEMU", ("qemu-system-x86_64",), "--version"),
         ("grub-mkrescue", ("grub-mkrescue",), "--version"),
         ("xorriso", ("xorriso",), "--version"), ("mtools", ("mformat",), "--version"),
         ("make", ("make",), "--version"), ("Bochs (make test-full)", ("bochs",), "--help"))


def version_of(path: str, flag: str) -> str:
    """First line a program prints about itself."""
    try:
        done = subprocess.run([path, flag], capture_output=True, text=True, timeout=20,
                              check=False, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"does not run: {error}"
    lines = (done.stdout + done.stderr).strip().splitlines()
    return next((line.strip(" =") for line in lines if line.strip(" =")), "?")


def acceleration() -> tuple[str, str]:
    """Which accelerator `auto` will try first, and why."""
    flag = hardware_virtualisation()
    if not flag:
        return "tcg", "the processor shows neither vmx nor svm"
    if not os.access("/dev/kvm", os.R_OK | os.W_OK):
        return "tcg", f"{flag} is there, but /dev/kvm cannot be opened"
    return "kvm", f"{flag} and /dev/kvm are there; each run probes first"


def found_tools() -> Grid:
    """What is here, as a table."""
    grid = Grid([*words("what"), *words("found", "version", least=PATH_LEAST)])
    for name, commands, flag in TOOLS:
        path = next(filter(None, map(shutil.which, commands)), None)
        grid.add(name, path or Cell("missing", "red"), version_of(path, flag) if path else "")
    ovmf = find_ovmf()
    grid.add("OVMF (UEFI)", ovmf or Cell("missing", "yellow"), "")
    for name, path in (("image", elf()), ("disc", iso())):
        size = f"{path.stat().st_size:,} bytes" if path.exists() else ""
        grid.add(name, short(path) if size else Cell("not built", "yellow"), size)
    return grid


def examine(console: Console) -> bool:
    """Prints the whole; False if a tool that `make run` needs is missing."""
    show_grid(found_tools(), console)
    name, why = acceleration()
    say(console, "")
    say(console, f"ACCEL=auto takes {name}: {why}.")
    lacks = missing()
    if lacks:
        for line in lacks.split("\n"):
            say(console, line, "bold red")
        say(console, "Remedy: tools/build/setup core")
        return False
    say(console, "Everything that make run and make test need is here.", "green")
    return True


def missing() -> str:
    """What tools/build/setup says is missing; "" where it misses nothing."""
    setup = ROOT / "tools" / "build" / "setup"
    if not setup.exists():
        return "This qc has no checkout: it reads logs and builds nothing."
    try:
        done = subprocess.run([str(setup), "--check", "core"], text=True, capture_output=True,
                              timeout=SETUP_SECONDS, check=False, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"tools/build/setup does not run: {error}"
    return done.stderr.strip() if done.returncode else ""
