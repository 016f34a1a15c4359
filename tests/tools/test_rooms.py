# SPDX-License-Identifier: MIT
"""The rooms of tools/quietcore are stacked, and no file is in a circle."""

import ast
from graphlib import TopologicalSorter

import pytest
import quietcore
from places import ROOT

PACKAGE = ROOT / "tools/quietcore"
#: From below, as the package's own text lists them.
ROOMS = [line.split()[0] for line in quietcore.__doc__.splitlines()
         if line.startswith("    ")]
#: The program itself, which every room may import: it imports none of them.
GROUND = {"places", "signals", "status", "streams"}
FILES = sorted(PACKAGE.rglob("*.py"))


def module_of(path) -> str:
    """`log.lines`; `cli` for what is in no room."""
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts)


def imports(source: str, modules: set[str]) -> set[str]:
    """The modules of qc that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module \
                and f"{node.module}.".startswith("quietcore."):
            within = node.module.removeprefix("quietcore").lstrip(".")
            for alias in node.names:
                name = f"{within}.{alias.name}".lstrip(".")
                found.add(name if name in modules else within)
    return found


MODULES = {module_of(path) for path in FILES}
GRAPH = {module_of(path): imports(path.read_text(), MODULES)
         for path in FILES}


def height(module: str) -> int:
    """Of a module's room; the ground is below, what calls commands above."""
    if module in GROUND:
        return -1
    room = module.partition(".")[0]
    return ROOMS.index(room) if room in ROOMS else len(ROOMS)


def test_every_folder_is_a_room_and_every_room_a_folder():
    folders = {path.parent.name for path in FILES if path.parent != PACKAGE}
    assert folders == {*ROOMS}


@pytest.mark.parametrize("module", sorted(GRAPH))
def test_a_file_imports_from_its_own_room_and_below(module):
    above = {other for other in GRAPH[module]
             if height(other) > height(module)}
    assert not above


def test_no_file_imports_itself_by_way_of_others():
    TopologicalSorter(GRAPH).prepare()  # raises CycleError with the circle


def test_what_the_test_reads_is_there():
    """Imports inside functions count; a module in a room is told from it."""
    assert "tables.show" in GRAPH["commands.parse"]
    assert "signals" in GRAPH["entry"] and "log.lines" in GRAPH["log.records"]
    assert imports("def f():\n from quietcore.log import lines\n",
                   MODULES) == {"log.lines"}
