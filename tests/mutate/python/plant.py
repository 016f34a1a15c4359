# SPDX-License-Identifier: MIT
"""Every fault that can be planted in a Python file, one after the other.

A fault is a change of the source's text, found by its syntax tree, so that
what is shown is what a person would have typed.
"""

from __future__ import annotations

import ast
import itertools
import re
from dataclasses import dataclass, replace
from pathlib import Path

from judged import Mutant, numbered, place_of

COMPARED = {
    ast.Lt: ("<", "<=", ">="), ast.LtE: ("<=", "<", ">"),
    ast.Gt: (">", ">=", "<="), ast.GtE: (">=", ">", "<"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"), ast.NotIn: (r"not\s+in", "in"),
    ast.Is: ("is", "is not"), ast.IsNot: (r"is\s+not", "is"),
}
SIGNS = {
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"), ast.FloorDiv: ("//", "*"), ast.Mod: ("%", "//"),
    ast.Pow: ("**", "*"), ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"),
}
JOINED = {ast.And: ("and", "or"), ast.Or: ("or", "and")}
OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}
#: What a function of a type returns instead.
RETURNED = {"bool": ("True", "False"), "str": ('""',), "bytes": ('b""',),
            "int": ("0",), "float": ("0",), "list": ("[]",), "dict": ("{}",)}
#: A fault beside these might reach beyond the test: other processes, files.
DANGEROUS = {"killpg", "kill", "rmtree"}
TEXTS = (str, bytes)


@dataclass(frozen=True)
class Fault:
    """One change of one file."""

    file: str       # from the root of the repository
    kind: str
    start: int      # bytes of the source that are replaced
    end: int
    new: str
    line: int       # from 1
    lines: range    # of the statement that it lies in, less its body
    imported: bool  # runs but once, in whichever test comes first
    mutant: Mutant  # how lists name it

    def planted_in(self, source: bytes) -> bytes:
        """The file with the fault in it."""
        return source[:self.start] + self.new.encode() + source[self.end:]


def one_line(text: bytes) -> str:
    """As it stands in a list: blanks and line ends are one blank."""
    return " ".join(text.decode().split())


class Planter(ast.NodeVisitor):
    """Walks a file; `faults` is what was found, in no order."""

    def __init__(self, file: str, source: bytes):
        self.file, self.source = file, source
        self.lines = source.splitlines(keepends=True)
        self.faults: dict[tuple[int, int, str], Fault] = {}
        self._function: list[ast.FunctionDef] = []
        self._statement: ast.stmt | None = None

    def visit(self, node: ast.AST) -> None:
        """Keeps in mind which statement it is in."""
        outer = self._statement
        if isinstance(node, ast.stmt):
            self._statement = node
        super().visit(node)
        self._statement = outer

    def statement_lines(self) -> range:
        """Those that run when the statement does."""
        body = getattr(self._statement, "body", None)
        first = self._statement.lineno
        last = body[0].lineno - 1 if body else self._statement.end_lineno
        return range(first, max(first, last) + 1)

    def runs_once(self) -> bool:
        """While the file is imported, or in a function that keeps what it
        answers."""
        return not self._function or any(
            isinstance(each, ast.Name) and each.id == "cache"
            for each in self._function[-1].decorator_list)

    # ---- where --------------------------------------------------------------

    def at(self, line: int, column: int) -> int:
        return sum(map(len, self.lines[:line - 1])) + column

    def start(self, node: ast.AST) -> int:
        return self.at(node.lineno, node.col_offset)

    def end(self, node: ast.AST) -> int:
        return self.at(node.end_lineno, node.end_col_offset)

    def text(self, node: ast.AST) -> str:
        return self.source[self.start(node):self.end(node)].decode()

    # ---- what ---------------------------------------------------------------

    def plant(self, kind: str, shown: ast.AST, start: int, end: int,
              new: str) -> None:
        """A fault, shown by the whole of a node that it lies in."""
        if self.source[start:end].decode() == new:
            return
        first, last = self.start(shown), self.end(shown)
        line = self.source.count(b"\n", 0, start) + 1
        after = self.source[first:start] + new.encode() + self.source[end:last]
        mutant = Mutant(self.file, one_line(self.lines[line - 1]),
                        one_line(self.source[first:last]), one_line(after))
        self.faults.setdefault((start, end, new), Fault(
            self.file, kind, start, end, new, line, self.statement_lines(),
            self.runs_once(), mutant))

    def replace(self, kind: str, node: ast.AST, new: str) -> None:
        self.plant(kind, node, self.start(node), self.end(node), new)

    def between(self, kind: str, shown: ast.AST, left: ast.AST,
                right: ast.AST, old: str, new: str) -> None:
        """Replaces the operator between two operands."""
        begins = self.end(left)
        gap = self.source[begins:self.start(right)].decode()
        found = re.search(old, gap)
        if found:
            self.plant(kind, shown, begins + found.start(),
                       begins + found.end(), new)

    # ---- operators ----------------------------------------------------------

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, right, op in zip(operands, operands[1:], node.ops):
            old, *others = COMPARED[type(op)]
            for new in others:
                self.between("comparison", node, left, right, old, new)
        for operand in operands:
            self.bound(operand)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        old, new = JOINED[type(node.op)]
        for left, right in zip(node.values, node.values[1:]):
            self.between("comparison", node, left, right, rf"\b{old}\b", new)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self.signed(node, node.left, node.right)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        kind = {ast.USub: "sign", ast.Not: "comparison"}.get(type(node.op))
        if kind:
            self.replace(kind, node, self.text(node.operand))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self.replace("constant", node, str(not value))
        elif isinstance(value, int):
            self.replace("constant", node, str(value + 1))
        elif isinstance(value, float):
            self.replace("constant", node, str(value * 2 or 1.0))
        elif isinstance(value, TEXTS):
            mark = "b" if isinstance(value, bytes) else ""
            self.replace("constant", node, f'{mark}""' if value
                         else f'{mark}"x"')

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self.replace("constant", node, '""')
        for part in node.values:    # in 3.11 its texts have no place
            if isinstance(part, ast.FormattedValue) and self.placed(part):
                self.visit(part.value)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in OPPOSITES:
            self.replace("bound", node.func, OPPOSITES[name])
        if name == "range":
            for argument in node.args:
                self.bound(argument)
        if name not in OPPOSITES:  # the same either way round
            for one, two in zip(node.args, node.args[1:]):
                self.swap(node, one, two)
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)
        at = node.slice
        if isinstance(at, ast.Constant) and isinstance(at.value, TEXTS):
            return  # a key that is not there: no test can miss it
        self.bound(at)
        self.visit(at)

    def visit_Slice(self, node: ast.Slice) -> None:
        for edge in filter(None, (node.lower, node.upper)):
            self.plant("bound", node, self.start(edge), self.end(edge), "")
            self.bound(edge)
        self.generic_visit(node)

    # ---- statements ---------------------------------------------------------

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for decorator in node.decorator_list:
            for part in ast.walk(decorator):
                if isinstance(part, ast.Constant) \
                        and not isinstance(part.value, TEXTS):
                    self.visit_Constant(part)
        for default in [*node.args.defaults, *node.args.kw_defaults]:
            if default:
                self.visit(default)
        if DANGEROUS & {getattr(part, "attr", "") for part in ast.walk(node)}:
            return
        self._function.append(node)
        self.body(node.body)
        self._function.pop()

    def visit_Module(self, node: ast.Module | ast.ClassDef) -> None:
        self.body(node.body)

    visit_ClassDef = visit_Module

    def body(self, statements: list[ast.stmt]) -> None:
        """Without the docstring, what is imported, and __all__."""
        for statement in statements:
            if not (isinstance(statement, (ast.Import, ast.ImportFrom))
                    or isinstance(statement, ast.Expr)
                    and isinstance(statement.value, ast.Constant)
                    or "__all__" in self.text(statement).split()[:1]):
                self.visit(statement)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)

    def dropped(self, node: ast.stmt) -> None:
        self.drop(node)
        self.generic_visit(node)

    visit_Expr = visit_Raise = visit_Continue = visit_Break = dropped

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.drop(node)
        self.signed(node, node.target, node.value)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if all(isinstance(target, (ast.Attribute, ast.Subscript))
               for target in node.targets) \
                and "__init__" not in [each.name for each in self._function[-1:]]:
            self.drop(node)
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value:
            for new in self.returned():
                self.plant("returned constant", node, self.start(node.value),
                           self.end(node.value), new)
        else:
            self.drop(node)
        self.generic_visit(node)

    def visit_If(self, node: ast.If | ast.While | ast.IfExp) -> None:
        self.negate(node.test)
        self.generic_visit(node)

    visit_While = visit_IfExp = visit_If

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.negate(test)
        self.generic_visit(node)

    # ---- parts --------------------------------------------------------------

    def placed(self, part: ast.FormattedValue) -> bool:
        """Before Python 3.12 what stands in braces may have a wrong place."""
        try:
            same = ast.dump(ast.parse(self.text(part.value), mode="eval").body)
        except (SyntaxError, UnicodeDecodeError):
            return False
        return same == ast.dump(part.value)

    def signed(self, node: ast.BinOp | ast.AugAssign, left: ast.expr,
               right: ast.expr) -> None:
        """Texts and types have one sign: a fault would be an error at once."""
        if type(node.op) in SIGNS and not any(
                isinstance(side, (ast.JoinedStr, ast.Dict, ast.List))
                or isinstance(side, ast.Constant)
                and isinstance(side.value, (*TEXTS, type(None)))
                for side in (left, right)):
            old, new = SIGNS[type(node.op)]
            self.between("sign", node, left, right, re.escape(old), new)

    def bound(self, node: ast.expr) -> None:
        """One less: visit_Constant has one more."""
        if isinstance(node, ast.Constant) and type(node.value) is int \
                and node.value > 0:
            self.replace("bound", node, str(node.value - 1))

    def swap(self, call: ast.Call, one: ast.expr, two: ast.expr) -> None:
        first, second = self.text(one), self.text(two)
        gap = self.source[self.end(one):self.start(two)].decode()
        if first != second and ast.Starred not in (type(one), type(two)):
            self.plant("swapped arguments", call, self.start(one),
                       self.end(two), second + gap + first)

    def drop(self, statement: ast.stmt) -> None:
        self.replace("dropped statement", statement, "pass")

    def negate(self, test: ast.expr) -> None:
        if isinstance(test, (ast.Name, ast.Attribute, ast.Call,
                             ast.Subscript, ast.NamedExpr)):
            self.replace("comparison", test, f"not ({self.text(test)})")

    def returned(self) -> tuple[str, ...]:
        told = self._function[-1].returns
        told = ast.unparse(told) if told else ""
        return RETURNED.get(re.split(r"\W", told)[0], ()) \
            if not told.endswith("None") else ("None",)


def faults_of(root: Path, file: str) -> list[Fault]:
    """All of a file, in the order of its text."""
    source = (root / file).read_bytes()
    planter = Planter(file, source)
    planter.visit(ast.parse(source))
    found = [fault for _, fault in sorted(planter.faults.items())]
    names = numbered(fault.mutant[:4] for fault in found)
    return [replace(fault, mutant=name) for fault, name in zip(found, names)]


def all_faults(root: Path) -> list[Fault]:
    """Of every file of qc, in the order of paths and texts."""
    files = sorted(str(path.relative_to(root)) for path
                   in (root / "tools/quietcore").rglob("*.py"))
    return [fault for file in files for fault in faults_of(root, file)]


def drawn(faults: list[Fault], count: int, seed: int) -> list[Fault]:
    """So many, or all: from each kind in turn, so that none hides another."""
    kinds: dict[str, list[Fault]] = {}
    for fault in sorted(faults, key=lambda one: place_of(one.mutant, seed)):
        kinds.setdefault(fault.kind, []).append(fault)
    turns = itertools.zip_longest(*(kinds[kind] for kind in sorted(kinds)))
    return [fault for turn in turns for fault in turn if fault][:count]
