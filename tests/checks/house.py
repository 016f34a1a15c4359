# SPDX-License-Identifier: MIT
"""The house in figures: rooms, circles, lengths, upward includes. The stack of
rooms is the table in docs/design.md; test_layers.py holds what is found here."""

from __future__ import annotations

import ast
import os
import re
from collections import Counter
from fnmatch import fnmatch
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

FLOORS = ("boot", "kernel", "sched", "bench", "hosted", "peers", "tools",
          "tests", "docs")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


class Edge(NamedTuple):
    """One file includes or imports another."""

    source: str
    target: str

    def __str__(self) -> str:
        return f"{self.source} -> {self.target}"


def files(root: Path) -> list[str]:
    """Every file of the tree, less what was built or cached."""
    found = []
    for folder, below, names in os.walk(root):
        if "CACHEDIR.TAG" in names:
            below.clear()
            continue
        below[:] = [name for name in below
                    if name not in (".git", "__pycache__")]
        found += [(Path(folder) / name).relative_to(root).as_posix()
                  for name in names if name != ".git"]
    return sorted(found)


def is_ours(path: str, *suffixes: str) -> bool:
    return path.startswith(tuple(f"{floor}/" for floor in FLOORS)) \
        and path.endswith(suffixes)


def search_path(root: Path) -> list[str]:
    """Where Python looks for modules of ours: tools/, and what the tests add."""
    settings = root / "tests/pytest.ini"
    text = settings.read_text() if settings.exists() else ""
    added = re.search(r"^pythonpath = (.*)", text, re.M)
    return ["tools", *(os.path.normpath(f"tests/{folder}") for folder
                       in (added[1].split() if added else ()))]


def imported(text: str, bases: list[str], known: set[str]) -> set[str]:
    """The modules of ours which a Python file imports, at any depth."""
    names = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}"
                                      for alias in node.names}
    places = {f"{base}/{name.replace('.', '/')}.py"
              for base in bases for name in names}
    return places & known


def edges(root: Path, paths: list[str]) -> list[Edge]:
    """Every include and every import between files of ours."""
    known, found, bases = set(paths), [], search_path(root)
    for path in paths:
        if is_ours(path, ".c", ".h", ".cpp"):
            targets = set(INCLUDE.findall((root / path).read_text())) & known
        elif is_ours(path, ".py"):
            targets = imported((root / path).read_text(),
                               [os.path.dirname(path), *bases], known)
        else:
            continue
        found += [Edge(path, target) for target in sorted(targets)]
    return found


def circle(found: list[Edge]) -> list[str]:
    """Files that lead back to where they begin; X.c and X.h are one."""
    graph = TopologicalSorter()
    for pair in found:
        source, target = (re.sub(r"\.(c|h)$", "", path) for path in pair)
        if source != target:
            graph.add(source, target)
    try:
        graph.prepare()
    except CycleError as error:
        return error.args[1]
    return []


# ---- the stack of rooms ------------------------------------------------------


class Floor(NamedTuple):
    """A row of the table: what lies on a floor, from below."""

    rooms: list[str]    # "x86/": a folder; "*.h": files of the floor itself
    besides: list[str]  # what of other floors may be included

    def level(self, path: str) -> int:
        """How high a path, seen from the floor, lies; -1 if in no room."""
        return next((level for level, room in enumerate(self.rooms)
                     if room.endswith("/") and path.startswith(room)
                     or "/" not in path and fnmatch(path, room)), -1)


def stack(design: str) -> dict[str, Floor]:
    """The floors of docs/design.md, by the folder they begin with."""
    rows = re.findall(r"^\| `([\w/]+/)` \| (`.*) \| (.*) \|$", design, re.M)
    return {floor: Floor(re.findall(r"`([^`]+)`", rooms),
                         re.findall(r"`([^`]+)`", besides))
            for floor, rooms, besides in rows}


def floor_of(path: str, floors: dict[str, Floor]) -> str | None:
    return next((name for name in floors if path.startswith(name)), None)


def may(edge: Edge, floors: dict[str, Floor]) -> bool:
    """Does this include go down, or stay in its folder?"""
    name = floor_of(edge.source, floors)
    floor = floors[name]
    if floor_of(edge.target, floors) != name:
        return any(edge.target.startswith(rule) if rule.endswith("/")
                   else re.fullmatch(re.escape(rule).replace(r"\*", "[^/]*"),
                                     edge.target)
                   for rule in floor.besides)
    below = floor.level(edge.target.removeprefix(name))
    own = floor.level(edge.source.removeprefix(name))
    return 0 <= below < own or own >= 0 and (
        os.path.dirname(edge.source) == os.path.dirname(edge.target)
        and below == own)


def upward(found: list[Edge], floors: dict[str, Floor]) -> list[str]:
    """Includes that the stack does not allow, and files in no room of it."""
    return [str(edge) for edge in found
            if floor_of(edge.source, floors) and not may(edge, floors)]


def homeless(paths: list[str], floors: dict[str, Floor]) -> list[str]:
    """Sources on a floor of the table which lie in none of its rooms."""
    return [path for path in paths if is_ours(path, ".c", ".h", ".py")
            and (name := floor_of(path, floors))
            and floors[name].level(path.removeprefix(name)) < 0]


def c_functions(lines: list[str]) -> list[tuple[int, int]]:
    """First and last line of each function, from 0: brackets in column 1."""
    found, number = [], 0
    while number < len(lines):
        if lines[number] == "{":
            first = number
            while first and lines[first - 1] \
                    and not lines[first - 1].startswith(("#", "}", " *", "/*")) \
                    and not lines[first - 1].endswith((";", "\\")):
                first -= 1
            while not lines[number].startswith("}"):
                number += 1
            found.append((first, number))
        number += 1
    return found


def lengths(root: Path, paths: list[str], *suffixes: str) -> dict[str, int]:
    """Lines of each function, by "path:line"."""
    found = {}
    for path in (p for p in paths if is_ours(p, *suffixes)):
        text = (root / path).read_text()
        if path.endswith(".py"):
            spans = [(node.lineno - 1, node.end_lineno - 1)
                     for node in ast.walk(ast.parse(text))
                     if isinstance(node, ast.FunctionDef)]
        else:
            spans = c_functions(text.splitlines())
        found |= {f"{path}:{first + 1}": last - first + 1
                  for first, last in spans}
    return found


def per_folder(paths: list[str]) -> Counter[str]:
    return Counter(os.path.dirname(path) for path in paths)
