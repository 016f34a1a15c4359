# SPDX-License-Identifier: MIT
"""A comparison for others: text, Markdown, JSON, JUnit's XML.

docs/compare.md is the contract of the last two.
"""

from __future__ import annotations

import io
from statistics import median
from xml.etree import ElementTree as xml

import orjson
from rich.console import Console

from quietcore.compare.compared import (
    EQUIVALENT, FASTER, LEFT_OUT, SLOWER, Compared, Comparison)
from quietcore.compare.measured import Side
from quietcore.compare.showing import (
    basis, counts, heading, notes, p_text, show_comparison, wanted)
from quietcore.log.trust import lesser
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.text import plain

VERSION = 1         # of the JSON document
WIDTH = 136
#: Letters that Markdown reads as more than themselves.
SPECIAL = "\\`*_{}[]<>#|~!&$@"


def as_text(found: Comparison, everything: bool) -> str:
    """As on a terminal, without colours."""
    out = io.StringIO()
    show_comparison(found, Console(file=out, highlight=False, markup=False,
                                   emoji=False, width=WIDTH), everything)
    return out.getvalue()


# ---- Markdown ------------------------------------------------------------------


def inert(text: str) -> str:
    """A foreign text that Markdown shows as it is."""
    return "".join(f"\\{letter}" if letter in SPECIAL else letter
                   for letter in plain(text))


def as_markdown(found: Comparison, everything: bool) -> str:
    """For a pull request's page."""
    slower = found.count(SLOWER)
    lines = [f"### {'Slower: ' + counted(slower, 'row') if slower else 'Nothing is slower'}",
             "", f"{counted(len(found.rows), 'row')}: {counts(found)}.", ""]
    lines += [f"- {inert(heading(side))}" for side in (found.old, found.new)]
    lines += [f"- {inert(text)}" for text in (*notes(found), basis(found))]
    rows = [row for row in found.rows if wanted(row, everything)]
    if rows:
        lines += ["", "| experiment | variant | cores | old | new | new/old | "
                  "interval | p | verdict |",
                  "|---|---|---:|---:|---:|---:|---|---:|---|"]
    lines += ["| " + " | ".join(markdown_cells(row)) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def markdown_cells(row: Compared) -> list[str]:
    """A line of its table."""
    figures = [number(median(values)) if values else "-"
               for values in row.values]
    ratio = [f"{row.ratio.value:.3f}", f"{row.ratio.low:.3f} to "
             f"{row.ratio.high:.3f}"] if row.ratio else ["-", "-"]
    verdict = f"**{row.verdict}**" if row.verdict == SLOWER else row.verdict
    reason = f": {inert(row.reason)}" if row.reason else ""
    return [inert(row.key.experiment), inert(row.key.name), str(row.key.cores),
            *figures, *ratio, inert(p_text(row)), verdict + reason]


# ---- JSON ----------------------------------------------------------------------


def as_json(found: Comparison, _everything: bool) -> str:
    """One document, with every row."""
    return orjson.dumps({
        "compare": VERSION, "unit": "boot" if found.boots else "round",
        "exact": found.like.exact, "refused": found.like.refused,
        "warnings": found.like.warnings, "old": told(found.old),
        "new": told(found.new),
        "only_old": [key._asdict() for key in found.gone],
        "only_new": [key._asdict() for key in found.added],
        "rows": [row_told(row) for row in found.rows],
    }, option=orjson.OPT_INDENT_2).decode() + "\n"


def told(side: Side) -> dict:
    """What a side is of."""
    c = side.context
    return {"logs": side.logs, "runs": [run.id for run in side.runs],
            "trust": lesser(c), **{name: c.get(name) for name in (
                "machine", "cpu", "version", "git", "dirty", "image_crc",
                "suite")}}


def row_told(row: Compared) -> dict:
    """A row with its samples."""
    ratio = row.ratio._asdict() if row.ratio else None
    return {**row.key._asdict(), "unit": row.unit, "old": row.values[0],
            "new": row.values[1], "alone": row.alone, "ratio": ratio, "p": row.p,
            "threshold": row.threshold, "verdict": row.verdict,
            "reason": row.reason, "few": row.few}


# ---- JUnit ---------------------------------------------------------------------


def as_junit(found: Comparison, _everything: bool) -> str:
    """A suite an experiment, a case a row: what is slower has failed, what
    cannot be told is skipped."""
    suites = xml.Element("testsuites", name="qc compare")
    for name, group in found.experiments():
        slower = sum(row.verdict == SLOWER for row in group)
        untold = sum(row.verdict not in (SLOWER, FASTER, EQUIVALENT)
                     for row in group)
        suite = xml.SubElement(
            suites, "testsuite", name=plain(name), tests=str(len(group)),
            failures=str(slower), skipped=str(untold), errors="0")
        for row in group:
            add_case(suite, row)
        if notes(found):
            xml.SubElement(suite, "system-out").text = plain(
                "; ".join(notes(found)))
    xml.indent(suites)
    return xml.tostring(suites, encoding="unicode",
                        xml_declaration=True) + "\n"


def add_case(suite: xml.Element, row: Compared) -> None:
    """A row's case."""
    case = xml.SubElement(suite, "testcase",
                          classname=plain(f"qc.{row.key.experiment}"),
                          name=plain(f"{row.key.name} ({row.key.cores})"))
    ratio = f"{row.ratio.value:.3f} ({row.ratio.low:.3f} to " \
        f"{row.ratio.high:.3f}) times the old" if row.ratio else "no ratio"
    if row.verdict == SLOWER:
        xml.SubElement(case, "failure", type=SLOWER,
                       message=plain(f"{ratio}, p {p_text(row)}"))
    elif row.verdict not in (FASTER, EQUIVALENT):
        xml.SubElement(case, "skipped", message=plain(
            f"{row.verdict}: {row.reason}; {ratio}"
            if row.verdict != LEFT_OUT else f"{row.verdict}: {row.reason}"))


FORMS = {"text": as_text, "markdown": as_markdown, "json": as_json,
         "junit": as_junit}
