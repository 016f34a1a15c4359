# SPDX-License-Identifier: MIT
"""Who may include whom (docs/design.md), and what every file owes its reader."""

import re
from pathlib import Path

import house
import pytest
from places import ROOT

FILES = house.files(ROOT)
EDGES = house.edges(ROOT, FILES)
FLOORS = house.stack((ROOT / "docs/design.md").read_text())
SOURCES = [path for path in FILES if path.endswith((".c", ".h", ".asm"))
           and path.startswith(("boot/", "kernel/", "sched/", "bench/",
                                "hosted/"))]

FREESTANDING = {"stdarg.h", "stdbool.h", "stddef.h", "stdint.h"}
#: Files that a folder may have: one idea, seen at a glance.
MOST_FILES = 24
#: Lines of a function, signature and braces included: 19 of 20, and all.
MOST_LINES, MOST_LINES_OF_ALL = 21, 60

#: In assembly only: a row may be called "hlt".
PRIVILEGED = re.compile(
    r'\b(?:__)?asm(?:__)?\b[^}]*?"[^"]*\b(cli|sti|hlt|in[bwl]|out[bwl]|rdmsr|wrmsr|'
    r'lgdt|lidt|ltr|invlpg|mwait|monitor|wbinvd|mov[^"]*%%cr\d)\b')

def planted(folder: Path, **texts: str) -> list[house.Edge]:
    """The edges of a tree with these files: "a__b_h" stands for a/b.h."""
    for name, text in texts.items():
        stem, suffix = name.replace("__", "/").rsplit("_", 1)
        path = folder / f"{stem}.{suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return house.edges(folder, house.files(folder))


def include(path: str) -> str:
    return f'#include "{path}"\n'


def test_includes_go_down_only():
    assert house.upward(EDGES, FLOORS) == []


def test_every_file_of_a_floor_lies_in_a_room():
    assert house.homeless(FILES, FLOORS) == []
    lost = ["kernel/new/x.c", "sched/new/x.h", "tools/quietcore/new/x.py"]
    assert house.homeless(lost, FLOORS) == lost


@pytest.mark.parametrize("source, up, down", [
    ("kernel/x.c", ["sched/sched.h"], ["kernel/cpu/x.h"]),
    ("kernel/x86/x.c", ["kernel/cpu/trap.h"], ["kernel/atomic.h", "kernel/x86/y.h"]),
    ("kernel/machine.h", ["kernel/x86/regs.h"], []),
    ("sched/x.c", ["bench/bench.h", "kernel/x86/insn.h"], ["kernel/x.h"]),
    ("bench/experiments/wake/x.c", ["bench/experiments/line/line.h"], [
        "bench/experiments/wake/wake.h", "bench/bench.h", "sched/lock/lock.h"]),
    ("hosted/x.c", ["sched/sched.h", "kernel/cpu/cores.h", "bench/report/table.h"],
     ["kernel/x86/cpu.h", "bench/bench.h"]),
    ("tools/quietcore/status.py", ["tools/quietcore/signals.py"], []),
    ("tests/unit/x.c", [], ["bench/report/table.h"])])
def test_the_check_itself_finds_upward_includes_alone(source, up, down):
    assert house.upward([house.Edge(source, target) for target in up + down],
                        FLOORS) == [f"{source} -> {target}" for target in up]


def test_no_files_include_or_import_each_other_in_a_circle():
    assert house.circle(EDGES) == []


@pytest.mark.parametrize("texts, count", [
    ({"bench__a_h": include("bench/b.h"), "bench__b_h": "",
      "bench__b_c": include("bench/c.h"), "bench__c_h": include("bench/a.h")}, 3),
    # Through a source in another language, and in a condition.
    ({"peers__a_cpp": '#  include "peers/b.h"\n',
      "peers__b_h": "#ifdef X\n # include \"peers/a.cpp\"\n#endif\n"}, 2),
    ({"tools__quietcore__a_py": "from quietcore.log import b\n",
      "tools__quietcore__log__b_py": "def f():\n    import quietcore.a\n"}, 2),
    ({"bench__a_c": include("bench/a.h"), "bench__a_h": ""}, 0)])
def test_the_check_itself_finds_a_circle(tmp_path, texts, count):
    """A source and its header are none."""
    edges = planted(tmp_path, **texts)
    assert edges and len(set(house.circle(edges))) == count


def unseen(root: Path, paths: list[str]) -> list[str]:
    """Includes and imports that edges() cannot follow: by another path than
    the root's."""
    found = []
    for path in (p for p in paths if house.is_ours(p, ".c", ".h", ".cpp")):
        text = (root / path).read_text()
        named = set(re.findall(r"^\s*#\s*include\s+<([^>]+)>", text, re.M))
        found += [f"{path}: {name}" for name in sorted(
            named & set(paths) | set(house.INCLUDE.findall(text)) - set(paths))]
    for path in (p for p in paths if house.is_ours(p, ".py")):
        if re.search(r"^\s*from \.", (root / path).read_text(), re.M):
            found.append(f"{path}: from .")
    return found


def test_every_include_is_one_that_the_checks_see():
    assert unseen(ROOT, FILES) == []


def test_the_check_itself_finds_an_include_that_goes_unseen(tmp_path):
    planted(tmp_path, bench__a_h='#include "b.h"\n#include <bench/b.h>\n'
            "#include <stdint.h>\n" + include("bench/b.h"), bench__b_h="",
            tools__a_py="from . import b\n", tools__b_py="")
    assert unseen(tmp_path, house.files(tmp_path)) == [
        "bench/a.h: b.h", "bench/a.h: bench/b.h", "tools/a.py: from ."]


def test_no_folder_has_more_files_than_one_sees_at_a_glance():
    """But what golden runs keep, which has a bound of its own."""
    found = house.per_folder([path for path in FILES if not re.fullmatch(
        r"tests/golden/[\w-]+\.txt", path)])
    assert {folder: count for folder, count in found.items()
            if count > MOST_FILES} == {}


@pytest.mark.parametrize("suffixes", [(".c", ".h"), (".py",)])
def test_functions_fit_the_screen(suffixes):
    lines = house.lengths(ROOT, FILES, *suffixes)
    assert {place: number for place, number in lines.items()
            if number > MOST_LINES_OF_ALL} == {}
    assert sorted(lines.values())[int(.95 * len(lines))] <= MOST_LINES


def test_the_check_itself_counts_the_lines_of_functions(tmp_path):
    planted(tmp_path, bench__a_c="int x;\n\n/* Why. */\nstatic int f(int a,\n"
            "\t     int b)\n{\n\treturn a;\n}\n",
            tools__b_py="class A:\n    def g(self):\n        pass\n")
    assert house.lengths(tmp_path, house.files(tmp_path), ".c", ".py") == {
        "bench/a.c:4": 5, "tools/b.py:2": 2}


# ---- every file --------------------------------------------------------------


def of_the_c_library(text: str) -> set[str]:
    return set(re.findall(r"#\s*include\s*<([^>]+)>", text)) - FREESTANDING


def above_the_machine(text: str) -> bool:
    """Has it an instruction that only the kernel may have, or asks it for Linux?"""
    return bool(PRIVILEGED.search(text)) or "__linux__" in text


@pytest.mark.parametrize("path", [path for path in SOURCES if path[-2:] in (".c", ".h")])
def test_only_what_is_hosted_uses_the_c_library_and_only_the_kernel_the_machine(path):
    text = (ROOT / path).read_text()
    assert path.startswith("hosted/") or not of_the_c_library(text)
    assert not path.startswith(("sched/", "bench/")) or not above_the_machine(text)


@pytest.mark.parametrize("text, found", [
    ('__asm__ volatile("nop; hlt" : : : "memory");', True),
    ('asm("nop\\n\\t"\n"cli");', True), ("#ifdef __linux__", True),
    ('static const char name[] = "hlt";', False)])
def test_the_check_itself_finds_what_is_the_kernel_s(text, found):
    assert above_the_machine(text) == found
    assert of_the_c_library("# include <stdio.h>\n#include <stdint.h>\n") == {
        "stdio.h"}


@pytest.mark.parametrize("path", SOURCES)
def test_a_file_begins_with_its_licence_and_fits_the_screen(path):
    lines = (ROOT / path).read_text().splitlines()
    assert "SPDX-License-Identifier: MIT" in lines[0]
    assert len(lines) <= 400, "is it one idea?"
    for number, line in enumerate(lines, 1):
        assert len(line.expandtabs(8)) <= 100, f"line {number}"
        assert not re.search(r"\b(TODO|FIXME|XXX)\b", line), f"line {number}"
    text = "\n".join(lines)
    if path.endswith(".asm"):   # opens with its contract
        opening = re.match("(?:;.*\n)*", text)[0].lower()
        assert opening.count("\n") >= 6 and "enter" in opening
    if path.endswith(".h"):     # guards itself by its path
        guard = re.sub(r"[/.]", "_", path).upper()
        assert f"#ifndef {guard}\n#define {guard}\n" in text


#: What is no text that somebody wrote, and rules, which have %.
DATA = {".gz", ".json", ".jsonl", ".png", ".mk", ".ini"}
#: What looks like a path of ours and is none: QEMU's, and what a tutorial makes.
NOT_OURS = {"docs/specs/fw_cfg", "bench/experiments/counter/counter.c"}


def cited(text: str) -> set[str]:
    """Files and folders of this tree that a text names; NAME is no name."""
    found = re.findall(
        r"(?<![\w/.-])(?:boot|kernel|sched|bench|hosted|tests|tools|docs|peers)"
        r"/[\w./-]*\w", text)
    return {path for path in found if "NAME" not in path} - NOT_OURS


def test_what_a_text_cites_exists():
    """Everywhere but in tests, which make files."""
    texts = [path for path in FILES
             if Path(path).suffix not in DATA
             and not (path.startswith("tests/") and path.endswith(".py"))]
    gone = [f"{path}: {name}" for path in texts
            for name in sorted(cited((ROOT / path).read_text()))
            if not (ROOT / name).exists()]
    assert gone == []
    assert cited("/* tests/image/gone.py; docs/method.md, `sched/gone/` */") \
        == {"tests/image/gone.py", "docs/method.md", "sched/gone"}
    assert not cited("sched/lock/NAME.c, a/sched/x.h, /usr/tools/x")
