# SPDX-License-Identifier: MIT
"""Which faults are planted: the changed texts for a node of C's syntax tree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tree_sitter import Node

#: What may stand in an operator's place: the bound moved, the sense turned.
BINARY = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"),
    "==": ("!=",), "!=": ("==",), "&&": ("||",), "||": ("&&",),
    "+": ("-",), "-": ("+",), "*": ("/",), "/": ("*",), "%": ("*",),
    "<<": (">>",), ">>": ("<<",), "&": ("|",), "|": ("&",), "^": ("&",),
}
ASSIGNMENT = {"+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=",
              "<<=": ">>=", ">>=": "<<=", "&=": "|=", "|=": "&="}
#: Hexadecimal or decimal: who writes in octal means the bits of a file's mode.
NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|0|[1-9][0-9]*)([uUlL]*)")
#: What reads a clock, or holds the span of two reads against a time. Two times
#: that are set may be equal.
TIMED = re.compile(r"\btsc_\w+\(|^\w+ - [\w.>-]+ [<>]=? ticks_of_\w+\(")


def text(node: Node | None) -> str:
    return node.text.decode() if node is not None and node.text else ""


def field(node: Node, name: str) -> Node:
    found = node.child_by_field_name(name)
    assert found is not None, f"no {name} in {node.type}"
    return found


def with_operator(node: Node, new: str) -> str:
    """The node's text with another operator."""
    sign = field(node, "operator")
    start, end = (at - node.start_byte for at in (sign.start_byte,
                                                  sign.end_byte))
    whole = node.text or b""
    return (whole[:start] + new.encode() + whole[end:]).decode()


# ---- expressions -------------------------------------------------------------


def is_extreme(node: Node) -> bool:
    """Is it `a < b ? a : b`, `a < 0 ? -a : a` or `if (a < b) b = a`? Equal
    ones give equal."""
    sides = {text(field(node, "left")), text(field(node, "right"))}
    above = node.parent
    if above is not None and above.type == "parenthesized_expression":
        above = above.parent
    if above is None or above.child_by_field_name("consequence") is None:
        return False
    then = field(above, "consequence")
    if above.type == "conditional_expression":
        other = field(above, "alternative")
        return sides == {text(then), text(other)} or "0" in sides \
            and text(then).lstrip("-") == text(other).lstrip("-")
    if then.type == "expression_statement" \
            and then.children[0].type == "assignment_expression":
        then = then.children[0]
        return sides == {text(field(then, "left")), text(field(then, "right"))}
    return False


def is_bound(sign: str, new: str) -> bool:
    """Is the bound moved, not the sense turned?"""
    return sign[0] == new[0] and sign[0] in "<>" and len(sign + new) == 3


def binary(node: Node) -> Iterator[str]:
    """Of the lesser of two the bound cannot be seen, nor of a time: that would
    be a tick."""
    sign = text(field(node, "operator"))
    for new in BINARY.get(sign, ()):
        if not is_bound(sign, new) or not (is_extreme(node)
                                           or TIMED.search(text(node))):
            yield with_operator(node, new)


def assignment(node: Node) -> Iterator[str]:
    new = ASSIGNMENT.get(text(field(node, "operator")))
    if new:
        yield with_operator(node, new)


def update(node: Node) -> Iterator[str]:
    yield with_operator(node, {"++": "--", "--": "++"}[
        text(field(node, "operator"))])


def unary(node: Node) -> Iterator[str]:
    """The sign, the negation or the complement is lost."""
    if text(field(node, "operator")) in "-!~":
        yield text(field(node, "argument"))


def ends_list(node: Node) -> bool:
    """Is it the 0 of `{ NULL, 0 }`? Nobody reads behind the name."""
    above = node.parent
    return above is not None and above.type == "initializer_list" \
        and text(above.named_children[0]) == "NULL"


def number(node: Node) -> Iterator[str]:
    found = NUMBER.fullmatch(text(node))
    if not found or ends_list(node):
        return
    value, suffix = found[1], found[2]
    is_now = int(value, 0)
    others = dict.fromkeys((is_now + 1, is_now - 1, 0))
    for new in others:
        if new >= 0 and new != is_now:
            yield f"{new}{suffix}"


def boolean(node: Node) -> Iterator[str]:
    yield {"true": "false", "false": "true"}[text(node)]


#: The order of their first two arguments tells nothing, as they are used.
SYMMETRIC = {"strcmp", "strncmp", "memcmp", "min_u64", "max_u64",
             "min_i64", "max_i64", "least", "least_of", "clamp_u64",
             "apart_u64", "distance_between", "proven_worse"}


def call(node: Node) -> Iterator[str]:
    """Two neighbours among the arguments change places."""
    symmetric = text(field(node, "function")) in SYMMETRIC
    arguments = field(node, "arguments")
    each = [child for child in arguments.named_children
            if child.type != "comment"]
    whole = node.text or b""
    for left, right in zip(each, each[1:]):
        if left.text is None or right.text is None \
                or left.text == right.text or left.text == b'"%s"' \
                or symmetric and left == each[0]:
            continue
        at = [end - node.start_byte for end in (
            left.start_byte, left.end_byte, right.start_byte, right.end_byte)]
        yield (whole[:at[0]] + right.text + whole[at[1]:at[2]] + left.text
               + whole[at[3]:]).decode()


EXPRESSIONS: dict[str, Callable[[Node], Iterator[str]]] = {
    "binary_expression": binary, "assignment_expression": assignment,
    "update_expression": update, "unary_expression": unary,
    "number_literal": number, "true": boolean, "false": boolean,
    "call_expression": call,
}

def condition(node: Node) -> Iterator[str]:
    """What is neither compared nor negated is negated."""
    if node.type in ("identifier", "field_expression", "call_expression",
                     "subscript_expression", "pointer_expression"):
        yield f"!({text(node)})"


# ---- statements --------------------------------------------------------------


def function_of(node: Node) -> Node | None:
    above = node.parent
    while above is not None and above.type != "function_definition":
        above = above.parent
    return above


def returned(node: Node) -> Iterator[str]:
    """Constants for the value that a `return` gives back."""
    function, value = function_of(node), node.named_children
    if function is None or not value:
        return
    kind = text(function.child_by_field_name("type"))
    pointer = field(function, "declarator").type == "pointer_declarator"
    if text(value[0]) == "NULL":
        return
    for new in {"bool": ("true", "false")}.get(kind, ("0",) if pointer
                                               else ("0", "1")):
        if text(value[0]) != new and value[0].type not in ("number_literal",
                                                           "true", "false"):
            yield new


def leaves_early(node: Node) -> bool:
    """Is it `if (...) return`: does the code go on behind it?"""
    above = node.parent
    if above is not None and above.type == "compound_statement":
        above = above.parent
    return (above is not None and above.type == "if_statement"
            and above.child_by_field_name("alternative") is None)


def can_be_dropped(node: Node) -> bool:
    """A statement without which the rest still compiles and ends."""
    if node.type in ("break_statement", "continue_statement",
                     "return_statement"):
        return leaves_early(node)
    children = node.named_children
    if node.type != "expression_statement" or not children:
        return False
    # A macro may declare something, or have a body of its own.
    name = text(children[0].child_by_field_name("function"))
    return not node.children[-1].is_missing and not name.isupper() \
        and not text(children[0]).startswith("(void)")
