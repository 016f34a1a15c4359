# SPDX-License-Identifier: MIT
"""Who may include whom (docs/design.md), and what every file owes its reader."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted(p.relative_to(ROOT).as_posix()
                 for folder in ("boot", "kernel", "sched", "bench", "hosted")
                 for p in (ROOT / folder).rglob("*")
                 if p.suffix in (".c", ".h", ".asm"))

FREESTANDING = {"stdarg.h", "stdbool.h", "stddef.h", "stdint.h"}

#: folder -> what its files may include: folders (with /) and single headers.
MAY_INCLUDE = {
    "kernel/x86/": ("kernel/x86/", "kernel/atomic.h", "kernel/string.h"),
    "kernel/": ("kernel/",),
    "sched/": ("sched/", "kernel/machine.h", "kernel/atomic.h",
               "kernel/assert.h", "kernel/format.h", "kernel/hook.h",
               "kernel/minmax.h", "kernel/registry.h", "kernel/ticks.h",
               "kernel/tsc.h"),
    "bench/": ("bench/", "sched/", "kernel/machine.h", "kernel/atomic.h",
               "kernel/assert.h", "kernel/log.h", "kernel/options.h",
               "kernel/format.h", "kernel/print.h", "kernel/registry.h",
               "kernel/string.h", "kernel/nearest.h", "kernel/words.h",
               "kernel/minmax.h", "kernel/ticks.h", "kernel/tsc.h"),
    "hosted/": ("hosted/", "kernel/", "bench/bench.h",
                "bench/experiments/threads/design.h"),
}
#: Where the C library is used.
HOSTED = "hosted/"
#: The two places that join a machine and the program.
COMPOSITION_ROOTS = ("bench/image.c", "hosted/main.c")

#: In assembly only: a row may be called "hlt".
PRIVILEGED = re.compile(
    r'\b(?:__)?asm(?:__)?\b[^}]*?"[^"]*\b(cli|sti|hlt|in[bwl]|out[bwl]|rdmsr|wrmsr|lgdt|lidt|ltr|invlpg|'
    r'mwait|monitor|wbinvd|mov[^"]*%%cr\d)\b')


def folder_of(path: str) -> str:
    return next(f for f in MAY_INCLUDE if path.startswith(f))


def violations(path: str, text: str) -> list[str]:
    """What one C file includes against the rules."""
    allowed = MAY_INCLUDE[folder_of(path)]
    wrong = [f"<{name}>" for name in re.findall(r"#include <([^>]+)>", text)
             if name not in FREESTANDING and not path.startswith(HOSTED)]
    for name in re.findall(r'#include "([^"]+)"', text):
        if not any(name == a or (a.endswith("/") and name.startswith(a))
                   for a in allowed):
            wrong.append(name)
    return wrong


def c_files() -> list[str]:
    return [p for p in SOURCES if not p.endswith(".asm")]


@pytest.mark.parametrize("path", [p for p in c_files()
                                  if p not in COMPOSITION_ROOTS])
def test_includes_go_down_only(path):
    assert violations(path, (ROOT / path).read_text()) == []


def test_the_check_itself_finds_an_upward_include():
    assert violations("sched/x.c", '#include "bench/bench.h"\n')
    assert violations("kernel/x.c", '#include "sched/sched.h"\n')
    assert violations("bench/x.c", '#include "kernel/x86/insn.h"\n')
    assert violations("bench/x.c", "#include <stdio.h>\n")
    assert violations("hosted/x.c", '#include "sched/sched.h"\n')
    assert not violations("hosted/x.c", "#include <stdio.h>\n")
    assert not violations("bench/x.c", '#include "sched/sched.h"\n')


@pytest.mark.parametrize("path", [p for p in c_files()
                                  if p.startswith(("sched/", "bench/"))])
def test_no_privileged_instruction_above_the_kernel(path):
    assert not PRIVILEGED.search((ROOT / path).read_text())


def test_the_check_itself_finds_a_privileged_instruction():
    assert PRIVILEGED.search('__asm__ volatile("nop; hlt" : : : "memory");')
    assert PRIVILEGED.search('asm("nop\\n\\t"\n"cli");')
    assert not PRIVILEGED.search('static const char name[] = "hlt";')


def test_nothing_above_the_machine_asks_for_linux():
    for path in SOURCES:
        if path.startswith(("sched/", "bench/")):
            assert "__linux__" not in (ROOT / path).read_text(), path


@pytest.mark.parametrize("path", SOURCES)
def test_a_file_begins_with_its_licence_and_fits_the_screen(path):
    lines = (ROOT / path).read_text().splitlines()
    assert "SPDX-License-Identifier: MIT" in lines[0]
    assert len(lines) <= 400, "is it one idea?"
    for number, line in enumerate(lines, 1):
        assert len(line.expandtabs(8)) <= 100, f"line {number}"
        assert not re.search(r"\b(TODO|FIXME|XXX)\b", line), f"line {number}"


@pytest.mark.parametrize("path", [p for p in SOURCES if p.endswith(".asm")])
def test_an_assembly_file_opens_with_its_contract(path):
    lines = (ROOT / path).read_text().splitlines()
    opening = []
    for line in lines:
        if not line.startswith(";"):
            break
        opening.append(line)
    text = "\n".join(opening).lower()
    assert len(opening) >= 6 and "enter" in text


@pytest.mark.parametrize("path", [p for p in SOURCES if p.endswith(".h")])
def test_a_header_guards_itself_by_its_path(path):
    guard = re.sub(r"[/.]", "_", path).upper()
    text = (ROOT / path).read_text()
    assert f"#ifndef {guard}\n#define {guard}\n" in text
