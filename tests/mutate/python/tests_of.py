# SPDX-License-Identifier: MIT
"""Which tests can see a fault: those that run its line, or start a program."""

from __future__ import annotations

import ast
import json
import sys
from collections import defaultdict
from pathlib import Path

from plant import Fault
from workshop import pytest

from judged import Wrong

#: What is looked at. The tests of the image and of the twin take minutes, and
#: see of qc what these see.
FOLDERS = ("tests/tools", "tests/checks/test_log_format.py")
#: Rooms that neither start nor end a process: what runs qc as a program sees
#: of them what the tests of the room see.
PURE = {"log", "tables", "targets", "export", "conclusions"}
PATIENCE = 10   # times what a test takes without a fault,
LEAST = 10.0    # seconds; never less than this
SECONDS = 600   # of all of them, with no fault planted


class Seen:
    """What each test ran, and how long it took."""

    def __init__(self, parts: list[dict], tree: Path):
        self.tests: dict[str, dict] = {}
        self.lines: dict[str, dict[int, set[str]]] = defaultdict(
            lambda: defaultdict(set))
        for part in parts:
            self.tests |= part["tests"]
            for file, lines in part["lines"].items():
                for line, names in lines.items():
                    self.lines[file][int(line)] |= set(names)
        self.importers = importers(tree, {name.split("::")[0]
                                          for name in self.tests})

    def runs(self, fault: Fault) -> set[str]:
        """Tests that run the line; where it runs but once, all of the file
        and of those that import it, tests or not."""
        if not fault.imported:
            return set().union(*(self.lines[fault.file].get(line, set())
                                 for line in fault.lines))
        near = {fault.file, *self.importers.get(fault.file, ())}
        return {name for name in self.tests if name.split("::")[0] in near} \
            .union(*(names for file in near
                     for names in self.lines[file].values())) - {""}

    def of(self, fault: Fault) -> dict[str, float]:
        """Tests that can see it, and how many seconds each may take: near ones
        before far ones, quick ones before slow ones, and last those that start
        a program, which may run any line."""
        ran = self.runs(fault)
        room = fault.file.split("/")[2]

        def order(name: str) -> tuple:
            return (name not in ran, f"/{room}" not in name,
                    self.tests[name]["seconds"])

        return {name: max(LEAST, PATIENCE * self.tests[name]["seconds"])
                for name in sorted(
            (name for name, test in self.tests.items()
             if name in ran or test["starts"] and room not in PURE),
            key=order)}


def importers(tree: Path, tests: set[str]) -> dict[str, set[str]]:
    """Files of qc, and of tests, which import one, by that one."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in (*(tree / "tools/quietcore").rglob("*.py"),
                 *(tree / test for test in tests if (tree / test).exists())):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ImportFrom) and node.module:
                for name in (node.module, *(f"{node.module}.{alias.name}"
                                            for alias in node.names)):
                    found[f"tools/{name.replace('.', '/')}.py"].add(
                        str(path.relative_to(tree)))
    return found


def watch(tree: Path, folder: Path, jobs: int) -> Seen:
    """Runs the tests once, in a tree without a fault; shows what they say."""
    folder.mkdir()
    ended = pytest(tree, ["-n", str(jobs), "--dist", "loadfile", "--tb=short",
                          *FOLDERS], SECONDS, sys.stderr, QC_SEEN=str(folder))
    if ended.status is None:
        raise Wrong(f"without a fault the tests take above {SECONDS} s")
    if ended.status != 0:
        raise Wrong("without a fault the tests fail, too: see above")
    return Seen([json.loads(path.read_text())
                 for path in sorted(folder.glob("*.json"))], tree)
