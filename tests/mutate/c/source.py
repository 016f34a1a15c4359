# SPDX-License-Identifier: MIT
"""A C file with its numbered faults, each chosen when the program runs.

An expression becomes `(qc_mutant(17) ? changed : original)`, a statement that
can be dropped `if (qc_mutant(18)) ; else statement`. What has to be a constant for
the compiler (static data, sizes of arrays, labels of cases, assertions) and
what the preprocessor reads is left as it is: nothing can be chosen there.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import tree_sitter_c
from operators import EXPRESSIONS, can_be_dropped, condition, returned, text
from tree_sitter import Language, Node, Parser

from judged import Mutant, numbered

PARSER = Parser(Language(tree_sitter_c.language()))

#: No expression below these is evaluated when the program runs.
CONSTANT = {
    "array_declarator", "attribute_specifier", "enumerator", "sizeof_expression",
    "bitfield_clause", "gnu_asm_expression", "subscript_designator",
    "offsetof_expression", "alignof_expression", "struct_specifier",
    "generic_expression", "preproc_if", "preproc_ifdef", "preproc_def",
    "preproc_function_def", "type_descriptor", "parameter_list",
}
CONSTANT_CALLS = {"_Static_assert", "static_assert", "assert",
                  "__builtin_constant_p", "va_start", "va_arg"}
#: A loop's head that the grammar cannot know, and one of the same length.
LOOP = re.compile(rb"\bREGISTRY_EACH\([^()]*\)")
#: A registration: behind a long one the grammar takes the whole file for an error.
REGISTERS = re.compile(rb"^[A-Z_]+\((?:[^;{}]|\{[^{};]*\})*\);$", re.M)
DROPPED = ""


class Place(NamedTuple):
    """A fault and where in the file it is planted."""

    mutant: Mutant
    line: int   # from 1
    start: int  # bytes
    end: int
    is_statement: bool  # dropped or not; else an expression


def blank(source: bytes) -> bytes:
    return re.sub(rb"[^\n]", b" ", source)


def macros_known(source: bytes) -> bytes:
    """The same lines and bytes, as the grammar reads them."""
    source = REGISTERS.sub(lambda found: blank(found[0]), source)
    return LOOP.sub(lambda found: b"while(e)" + blank(found[0])[8:], source)


def is_constant(node: Node) -> bool:
    if node.type in CONSTANT:
        return True
    if node.type == "declaration":
        return any(text(child) == "static" for child in node.named_children)
    if node.type == "call_expression":
        name = text(node.child_by_field_name("function"))
        return name in CONSTANT_CALLS or name.isupper() # a macro
    return False


def below(node: Node) -> list[Node]:
    """The children in which faults may lie."""
    if node.type == "case_statement":
        value = node.child_by_field_name("value")
        return [child for child in node.children if child != value]
    if node.type == "update_expression":
        # The grammar takes `!n--` for `(!n)--`.
        return [child for child in node.children
                if child.type not in ("unary_expression", "pointer_expression")]
    return node.children


def changes(node: Node) -> Iterator[tuple[Node, str, bool]]:
    """Every change below a node: what is changed, into what, how."""
    if is_constant(node) or node.type == "ERROR":
        return
    if can_be_dropped(node):
        yield node, DROPPED, True
    if node.type == "return_statement":
        for new in returned(node):
            yield node.named_children[0], new, False
    asked = node.child_by_field_name("condition")
    if asked is not None:
        while asked.type == "parenthesized_expression":
            asked = asked.named_children[0]
        for new in condition(asked):
            yield asked, new, False
    for new in EXPRESSIONS.get(node.type, lambda _: iter(()))(node):
        yield node, new, False
    for child in below(node):
        yield from changes(child)


def functions(node: Node) -> Iterator[Node]:
    """Bodies of functions, those between #if and #endif too."""
    for child in node.named_children:
        if child.type == "function_definition":
            body = child.child_by_field_name("body")
            if body is not None:
                yield body
        elif child.type.startswith("preproc_"):
            yield from functions(child)


def one_line(words: str) -> str:
    return " ".join(words.split())


@functools.cache
def source_of(root: Path, file: str) -> bytes:
    """A file as it was when it was first looked at: faults are planted in the
    text that they were found in, whatever is edited meanwhile."""
    return (root / file).read_bytes()


def places(root: Path, file: str) -> list[Place]:
    """All faults that can be planted in a file, in its order."""
    source = source_of(root, file)
    lines = source.decode().split("\n")
    found = [change for body in functions(
        PARSER.parse(macros_known(source)).root_node) for change in changes(body)]
    mutants = numbered(
        (file, lines[node.start_point[0]].strip(), one_line(text(node)),
         one_line(new) or "nothing") for node, new, _ in found)
    return [Place(mutant, node.start_point[0] + 1, node.start_byte,
                  node.end_byte, drop)
            for mutant, (node, _, drop) in zip(mutants, found)]


# ---- the file with its faults ------------------------------------------------


class Planted(NamedTuple):
    """A place and the number by which its fault is chosen."""

    place: Place
    number: int


def changed(planted: Planted, original: str) -> str:
    """The changed text stands on a line of its own: errors name that."""
    place, number = planted
    if place.is_statement:
        return f"if (qc_mutant({number}))\n;\nelse {original}"
    return f"(qc_mutant({number}) ? (\n{place.mutant.new}\n) : (\n{original}))"


def plant(source: bytes, chosen: list[Planted]) -> bytes:
    """The file with these faults in it."""
    by_span: dict[tuple[int, int, bool], list[Planted]] = {}
    for one in chosen:
        span = (one.place.start, one.place.end, one.place.is_statement)
        by_span.setdefault(span, []).append(one)
    # From outside to inside; a statement before the expression that it is.
    spans = sorted(by_span, key=lambda span: (span[0], -span[1], not span[2]))
    return b"".join(written(source, spans, by_span, 0, len(source)))


def written(source: bytes, spans: list[tuple[int, int, bool]],
            by_span: dict, start: int, end: int) -> Iterator[bytes]:
    """The text from start to end; takes the spans in it from the list."""
    at = start
    while spans and spans[0][0] < end:
        span = spans.pop(0)
        yield source[at:span[0]]
        inner = b"".join(written(source, spans, by_span, span[0],
                                 span[1])).decode()
        for one in by_span[span]:
            inner = changed(one, inner)
        yield inner.encode()
        at = span[1]
    yield source[at:end]
