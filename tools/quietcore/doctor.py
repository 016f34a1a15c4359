# SPDX-License-Identifier: MIT
"""What is here, what is missing, and what to do about it."""

from __future__ import annotations

import os
import shutil
import subprocess

from rich.console import Console
from rich.table import Table

from quietcore.qemu import ELF, ISO, OVMF, ROOT, hardware_virtualisation

TOOLS = (
    ("NASM", ("nasm",), "-v"),
    ("cross compiler", ("x86_64-elf-gcc", "x86_64-linux-gnu-gcc"), "--version"),
    ("QEMU", ("qemu-system-x86_64",), "--version"),
    ("grub-mkrescue", ("grub-mkrescue",), "--version"),
    ("xorriso", ("xorriso",), "--version"),
    ("mtools", ("mformat",), "--version"),
    ("make", ("make",), "--version"),
    ("Bochs (make test-full)", ("bochs",), "--help"),
)


def version_of(path: str, flag: str) -> str:
    """First line a program prints about itself."""
    try:
        done = subprocess.run([path, flag], capture_output=True, text=True,
                              timeout=20, check=False,
                              stdin=subprocess.DEVNULL)
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


def examine(console: Console) -> bool:
    """Prints the whole; False if a tool that `make run` needs is missing."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("what", "found", "version"):
        table.add_column(column)
    for name, commands, flag in TOOLS:
        path = next(filter(None, map(shutil.which, commands)), None)
        table.add_row(name, path or "[red]missing[/]",
                      version_of(path, flag) if path else "")
    ovmf = next((p for p in OVMF if os.path.exists(p)), None)
    table.add_row("OVMF (UEFI)", ovmf or "[yellow]missing[/]", "")
    for name, path in (("image", ELF), ("disc", ISO)):
        size = f"{path.stat().st_size:,} bytes" if path.exists() else ""
        table.add_row(name, str(path.relative_to(ROOT)) if size
                      else "[yellow]not built[/]", size)
    console.print(table)
    name, why = acceleration()
    console.print(f"\nACCEL=auto takes {name}: {why}.")
    done = subprocess.run([str(ROOT / "tools" / "setup"), "--check", "core"],
                          capture_output=True, text=True, timeout=60,
                          check=False)
    if done.returncode:
        console.print(f"[bold red]{done.stderr.strip()}[/]")
        console.print("Remedy: tools/setup core")
        return False
    console.print("[green]Everything that make run and make test need is "
                  "here.[/]")
    return True
