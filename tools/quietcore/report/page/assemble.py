# SPDX-License-Identifier: MIT
"""A page as one file, within its size.

Nothing in it comes from a network, and no script but its own runs in it: its
policy names the script's hash. Jinja2 escapes every text.
"""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from quietcore.report.draw.svg import sheet
from quietcore.report.page.content import page_of
from quietcore.report.pictures.logs import Log
from quietcore.terminal.text import plain
from quietcore.version import version

MOST = 6_000_000    # bytes of a report
FOLDER = Path(__file__).with_name("templates")


def inert(value: object) -> object:
    """Foreign text without control characters and marks of direction."""
    return plain(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def written(page: dict) -> bytes:
    """The page as HTML."""
    environment = Environment(loader=FileSystemLoader(FOLDER), autoescape=True,
                              undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
                              finalize=inert)
    script, style = ((FOLDER / name).read_text(encoding="utf-8")
                     for name in ("script.js", "style.css"))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return environment.get_template("page.html").render(
        page=page, version=version(), script=Markup(script), hash=f"'sha256-{digest}'",
        style=Markup(style + sheet()), several=len(page["answers"]) > 1).encode()


def report(logs: list[Log], unread: list[str] | None = None) -> bytes:
    """The report; where it would be too large, less of it, and it says so."""
    html = written(page_of(logs, unread or []))
    if len(html) <= MOST:
        return html
    page = page_of(logs, unread or [], tables=False)
    page["left_out"] = "Tables are left out: with them the page is too large."
    html = written(page)
    if len(html) > MOST:
        leave_out(page, len(html) - MOST)
        html = written(page)
    return html


def leave_out(page: dict, bytes_: int) -> None:
    """The largest pictures go, until so many bytes are gone; each is named."""
    all_ = sorted(((len(figure.svg), section, figure) for section in page["sections"]
                   for figure in section.figures), key=lambda each: each[0], reverse=True)
    for size, section, figure in all_:
        if bytes_ <= 0:
            return
        bytes_ -= size
        section.figures = [f for f in section.figures if f is not figure]
        section.missing.append((figure.drawing.title, "a page that is less large"))
