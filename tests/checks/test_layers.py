# SPDX-License-Identifier: MIT
"""Who may include whom (docs/design.md), and what every file owes its reader."""

import re
from pathlib import Path

import house
import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = house.files(ROOT)
EDGES = house.edges(ROOT, FILES)
FLOORS = house.stack((ROOT / "docs/design.md").read_text())
SOURCES = [path for path in FILES if path.endswith((".c", ".h", ".asm"))
           and path.startswith(("boot/", "kernel/", "sched/", "bench/",
                                "hosted/"))]

FREESTANDING = {"stdarg.h", "stdbool.h", "stddef.h", "stdint.h"}
#: Where the C library is used.
HOSTED = "hosted/"

#: Files that a folder may have: one idea, seen at a glance.
MOST_FILES = 24
#: Lines of a function, signature and braces included: 19 of 20, and all.
MOST_LINES, MOST_LINES_OF_ALL = 21, 60

#: In assembly only: a row may be called "hlt".
PRIVILEGED = re.compile(
    r'\b(?:__)?asm(?:__)?\b[^}]*?"[^"]*\b(cli|sti|hlt|in[bwl]|out[bwl]|rdmsr|wrmsr|lgdt|lidt|ltr|invlpg|'
    r'mwait|monitor|wbinvd|mov[^"]*%%cr\d)\b')


def c_files() -> list[str]:
    return [p for p in SOURCES if not p.endswith(".asm")]


# ---- the house ---------------------------------------------------------------


def planted(folder: Path, **texts: str) -> list[house.Edge]:
    """The edges of a tree with these files: "a__b_h" stands for a/b.h."""
    for name, text in texts.items():
        stem, suffix = name.replace("__", "/").rsplit("_", 1)
        path = folder / f"{stem}.{suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return house.edges(folder, house.files(folder))


def none(found: list[str]) -> None:
    assert not found, "\n" + "\n".join(found)


def include(path: str) -> str:
    return f'#include "{path}"\n'


def test_includes_go_down_only():
    none(house.upward(EDGES, FLOORS))


def test_every_file_of_a_floor_lies_in_a_room():
    assert house.homeless(FILES, FLOORS) == []
    lost = ["kernel/new/x.c", "sched/new/x.h", "tools/quietcore/new/x.py"]
    assert house.homeless(lost, FLOORS) == lost


@pytest.mark.parametrize("source, target", [
    ("kernel/x.c", "sched/sched.h"), ("kernel/x86/x.c", "kernel/cpu/trap.h"),
    ("kernel/machine.h", "kernel/x86/regs.h"),
    ("sched/x.c", "bench/bench.h"), ("sched/x.c", "kernel/x86/insn.h"),
    ("sched/lock/x.c", "sched/sched.h"),
    ("bench/x.c", "kernel/x86/insn.h"), ("bench/x.c", "kernel/common/trust.h"),
    ("bench/stats/x.c", "bench/report/table.h"),
    ("bench/experiments/wake/x.c", "bench/experiments/line/line.h"),
    ("bench/harness/x.c", "bench/experiments/lock/lock.h"),
    ("bench/harness/x.c", "bench/new/x.h"),
    ("hosted/x.c", "sched/sched.h"), ("hosted/x.c", "kernel/cpu/cores.h"),
    ("hosted/x.c", "bench/report/table.h"),
    ("tools/quietcore/log/x.py", "tools/quietcore/tables/show.py"),
    ("tools/quietcore/status.py", "tools/quietcore/signals.py")])
def test_the_check_itself_finds_an_upward_include(source, target):
    edge = house.Edge(source, target)
    assert house.upward([edge], FLOORS) == [f"{source} -> {target}"]


@pytest.mark.parametrize("source, target", [
    ("kernel/x86/x.c", "kernel/atomic.h"), ("kernel/init.c", "kernel/cpu/x.h"),
    ("kernel/cpu/x.c", "kernel/cpu/y.h"),
    ("sched/x.c", "kernel/x.h"), ("sched/run/x.c", "sched/fiber/fiber.h"),
    ("bench/experiments/wake/x.c", "bench/experiments/wake/wake.h"),
    ("bench/experiments/wake/x.c", "bench/bench.h"),
    ("bench/experiments/wake/x.c", "sched/lock/lock.h"),
    ("hosted/x.c", "kernel/x86/cpu.h"), ("hosted/x.c", "bench/bench.h"),
    ("tools/quietcore/commands/x.py", "tools/quietcore/log/records.py"),
    ("tests/unit/x.c", "bench/report/table.h")])
def test_and_lets_one_that_goes_down_pass(source, target):
    assert house.upward([house.Edge(source, target)], FLOORS) == []


def test_no_files_include_or_import_each_other_in_a_circle():
    none(house.circles(EDGES))


def test_the_check_itself_finds_a_circle_of_headers_and_sources(tmp_path):
    edges = planted(tmp_path, bench__a_h=include("bench/b.h"),
                    bench__b_h="", bench__b_c=include("bench/c.h"),
                    bench__c_h=include("bench/a.h"),
                    bench__d_c=include("bench/a.h"))
    assert house.circles(edges) == [
        "3 files: bench/a.h -> bench/b.h; bench/b.c -> bench/c.h; "
        "bench/c.h -> bench/a.h"]


def test_and_one_through_a_source_in_another_language(tmp_path):
    edges = planted(tmp_path, peers__a_cpp='#  include "peers/b.h"\n',
                    peers__b_h="#ifdef X\n # include \"peers/a.cpp\"\n#endif\n")
    assert [str(edge) for edge in edges] == [
        "peers/a.cpp -> peers/b.h", "peers/b.h -> peers/a.cpp"]
    assert len(house.circles(edges)) == 1


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
    none(unseen(ROOT, FILES))


def test_the_check_itself_finds_an_include_that_goes_unseen(tmp_path):
    planted(tmp_path, bench__a_h='#include "b.h"\n#include <bench/b.h>\n'
            "#include <stdint.h>\n" + include("bench/b.h"), bench__b_h="",
            tools__a_py="from . import b\n", tools__b_py="")
    assert unseen(tmp_path, house.files(tmp_path)) == [
        "bench/a.h: b.h", "bench/a.h: bench/b.h", "tools/a.py: from ."]


def test_and_a_circle_of_imports_inside_functions(tmp_path):
    edges = planted(
        tmp_path, tools__quietcore__a_py="from quietcore.log import b\n",
        tools__quietcore__log__b_py="def f():\n    import quietcore.a\n")
    assert house.circles(edges) == [
        "2 files: tools/quietcore/a.py -> tools/quietcore/log/b.py; "
        "tools/quietcore/log/b.py -> tools/quietcore/a.py"]


def test_a_source_and_its_header_are_no_circle(tmp_path):
    edges = planted(tmp_path, bench__a_c=include("bench/a.h"), bench__a_h="")
    assert edges and not house.circles(edges)


def crowded(paths: list[str]) -> list[str]:
    return [folder for folder, number in house.per_folder(paths).items()
            if number > MOST_FILES]


def test_no_folder_has_more_files_than_one_sees_at_a_glance():
    """But what golden runs keep, which has a bound of its own."""
    none(crowded([path for path in FILES
                  if not re.fullmatch(r"tests/golden/[\w-]+\.txt", path)]))


def test_the_check_itself_finds_a_crowded_folder():
    paths = [f"docs/x/{n}.md" for n in range(MOST_FILES)] + ["docs/y.md"]
    assert not crowded(paths)
    assert crowded([*paths, "docs/x/z.md"]) == ["docs/x"]


@pytest.mark.parametrize("suffixes", [(".c", ".h"), (".py",)])
def test_functions_fit_the_screen(suffixes):
    lines = house.lengths(ROOT, FILES, *suffixes)
    assert {place: number for place, number in lines.items()
            if number > MOST_LINES_OF_ALL} == {}
    assert house.quantile(list(lines.values()), .95) <= MOST_LINES


def test_the_check_itself_counts_the_lines_of_functions(tmp_path):
    planted(tmp_path, bench__a_c="int x;\n\n/* Why. */\nstatic int f(int a,\n"
            "\t     int b)\n{\n\treturn a;\n}\n",
            tools__b_py="class A:\n    def g(self):\n        pass\n")
    paths = house.files(tmp_path)
    assert house.lengths(tmp_path, paths, ".c") == {"bench/a.c:4": 5}
    assert house.lengths(tmp_path, paths, ".py") == {"tools/b.py:2": 2}
    assert house.quantile(list(range(100)), .95) == 95


# ---- every file --------------------------------------------------------------


def of_the_c_library(text: str) -> set[str]:
    return set(re.findall(r"#\s*include\s*<([^>]+)>", text)) - FREESTANDING


def test_only_what_is_hosted_uses_the_c_library():
    for path in c_files():
        if not path.startswith(HOSTED):
            assert not of_the_c_library((ROOT / path).read_text()), path
    assert of_the_c_library("# include <stdio.h>\n#include <stdint.h>\n") == \
        {"stdio.h"}


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


#: What looks like a path of ours and is none: QEMU's, and what a tutorial makes.
NOT_OURS = {"docs/specs/fw_cfg", "bench/experiments/counter/counter.c"}


def cited(text: str) -> set[str]:
    """Files and folders of this tree that a text names; NAME is no name."""
    found = re.findall(
        r"(?<![\w/.-])(?:boot|kernel|sched|bench|hosted|tests|tools|docs|peers)"
        r"/[\w./-]*\w", text)
    return {path for path in found if "NAME" not in path} - NOT_OURS


def test_what_a_text_cites_exists():
    """Everywhere but in tests, which make files, and in rules, which have %."""
    texts = [path for path in FILES
             if Path(path).suffix not in {".mk", ".ini", *house.DATA}
             and not (path.startswith("tests/") and path.endswith(".py"))]
    gone = [f"{path}: {name}" for path in texts
            for name in sorted(cited((ROOT / path).read_text()))
            if not (ROOT / name).exists()]
    none(gone)
    assert cited("/* tests/image/gone.py; docs/method.md, `sched/gone/` */") \
        == {"tests/image/gone.py", "docs/method.md", "sched/gone"}
    assert not cited("sched/lock/NAME.c, a/sched/x.h, /usr/tools/x")
