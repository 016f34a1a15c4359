# SPDX-License-Identifier: MIT
"""Elements of SVG and HTML as text in which foreign words are inert."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape

from quietcore.terminal.text import plain

Attribute = str | int | float | None


def text_of(value: object) -> Markup:
    """A foreign text: one line, no control characters, nothing that is markup."""
    return escape(plain(value))


def rounded(value: float) -> str:
    """A coordinate with one decimal at most."""
    return f"{value:.1f}".removesuffix(".0")


def attribute(name: str, value: Attribute) -> str:
    """` name="value"`; class_ is class, data_x is data-x."""
    shown = rounded(value) if isinstance(value, float) else text_of(value)
    return f' {name.rstrip("_").replace("_", "-")}="{shown}"'


def el(name: str, *children: object, **attributes: Attribute) -> Markup:
    """An element. Texts among its children are escaped, attributes of None
    left out."""
    opening = name + "".join(attribute(key, value) for key, value
                             in attributes.items() if value is not None)
    inner = together(children)
    return Markup(f"<{opening}>{inner}</{name}>" if inner else f"<{opening}/>")


def together(children: Iterable[object]) -> Markup:
    """Elements and texts, one after the other."""
    return Markup("".join(
        child if isinstance(child, Markup) else text_of(child)
        for child in children if child is not None))


def text(x: float, y: float, words: object, **attributes: Attribute) -> Markup:
    """A line of text at a place."""
    return el("text", str(words), x=float(x), y=float(y), **attributes)


def line(x1: float, y1: float, x2: float, y2: float,
         **attributes: Attribute) -> Markup:
    """A straight line."""
    return el("line", x1=float(x1), y1=float(y1), x2=float(x2), y2=float(y2),
              **attributes)
