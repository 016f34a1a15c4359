# SPDX-License-Identifier: MIT
"""A comparison on a terminal (the counts first, then what differs) and for others: text, Markdown,
JSON, JUnit's XML. docs/compare.md is the contract of the last two."""

from __future__ import annotations

import io
from statistics import median
from xml.etree import ElementTree as xml

import orjson
from rich.console import Console

from quietcore.compare.measured import (
    EQUIVALENT, FASTER, INCONCLUSIVE, LEFT_OUT, SLOWER, VERDICTS, Compared, Comparison, Side)
from quietcore.compare.verdict import CHANCE, CHANCE_OF_ROUNDS, boots_needed
from quietcore.log.trust import banner, clock_doubt, lesser
from quietcore.terminal.layout import ORDER, Cell, Grid, words
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.printing import say, show_grid
from quietcore.terminal.text import plain

STYLES = {SLOWER: "bold red", FASTER: "green", EQUIVALENT: "",
          INCONCLUSIVE: "dim", LEFT_OUT: "yellow"}
NAME_LEAST = 28


def heading(side: Side) -> str:
    """What a side is of."""
    c = side.context
    return (f"{side.name}  {c['version']} ({c['git'] or 'no revision'}"
            f"{', changed' if c['dirty'] else ''}), {lesser(c)}, {c['cpu']}, "
            f"{counted(len(side.runs), 'boot')}")


def basis(found: Comparison) -> str:
    """What is compared with what, and how finely."""
    if found.like.exact:
        return ("Both sides count instructions: any difference is one, and none is chance.")
    rows = [row.threshold for row in found.rows if row.threshold]
    finest = f"{100 * min(rows):.3g}" if rows else "-"
    coarsest = f"{100 * max(rows):.3g}" if rows else "-"
    span = finest if finest == coarsest else f"{finest} to {coarsest}"
    unit = "boot" if found.boots else "round"
    chance = CHANCE if found.boots else CHANCE_OF_ROUNDS
    return (f"The unit is the {unit}. Nothing finer is claimed than {span} %; by chance alone at "
            f"most {100 * chance:g} % of an experiment's claims.")


def counts(found: Comparison) -> str:
    """`2 slower, 30 equivalent, ...`."""
    return ", ".join(f"{found.count(word)} {word}" for word in VERDICTS
                     if found.count(word) or word == SLOWER)


def few(found: Comparison) -> str:
    """Where too few samples can decide, and how many would; "" if not."""
    rows = [row for row in found.rows if row.few]
    if not rows:
        return ""
    groups = [len(group) for _, group in found.experiments() if any(row.few for row in group)]
    return (f"Too few samples: {counted(len(rows), 'row')} could not come out alone, whatever was "
            f"measured; {boots_needed(max(groups))} boots a side can tell each (qc run --boots).")


def missing(found: Comparison) -> list[str]:
    """What only one side has."""
    return [f"Only {side} has {counted(len(keys), 'row')}: "
            + "; ".join(f"{key.experiment} {key.name} ({key.cores})"
                        for key in keys[:3]) + ("; ..." if keys[3:] else "")
            for side, keys in (("old", found.gone), ("new", found.added)) if keys]


def notes(found: Comparison) -> list[str]:
    """All that stands beside the figures."""
    told = [f"NOT ALIKE: {text}" for text in found.like.refused]
    told += [f"Beware: {text}" for text in found.like.warnings]
    return told + missing(found) + [text for text in (few(found),) if text]


def p_text(row: Compared) -> str:
    """The chance of such a difference, rounded; counts know none."""
    if row.exact:
        return "-"
    return f"{row.p:.2g}" if row.p >= 0.001 else "<0.001"


def medians(row: Compared) -> list[str]:
    """Of both sides."""
    return [number(median(values)) if values else "-" for values in row.values]


def cells(row: Compared) -> list[object]:
    """A row of the table."""
    interval = "exact" if row.exact else "-"
    if row.ratio and not row.exact:
        interval = f"{row.ratio.low:.3f} to {row.ratio.high:.3f}"
    verdict = row.verdict + (f": {row.reason}" if row.reason else "")
    return [f"  {row.key.name}", row.key.cores, *medians(row),
            f"{row.ratio.value:.3f}" if row.ratio else "-", interval, p_text(row),
            Cell(verdict, STYLES[row.verdict], row.verdict)]


def wanted(row: Compared, everything: bool) -> bool:
    """Whether a row stands in the table."""
    return everything or row.verdict in (SLOWER, FASTER, LEFT_OUT)


def table(found: Comparison, everything: bool) -> Grid:
    """The rows, under the names of their experiments."""
    grid = Grid([*words("experiment, variant", least=NAME_LEAST), "cores", "old", "new", "new/old",
                 "interval", "p", *words("verdict")], ORDER["compare"])
    for name, group in found.experiments():
        shown = [row for row in group if wanted(row, everything)]
        if shown:
            grid.head(name)
        for row in shown:
            grid.add(*cells(row))
    return grid


def show_comparison(found: Comparison, console: Console, everything: bool) -> None:
    """All of it."""
    for side in (found.old, found.new):
        say(console, heading(side), "bold cyan")
    marks = dict.fromkeys(filter(None, (
        said(side.context) for said in (clock_doubt, banner)
        for side in (found.old, found.new))))
    for text in (*marks, *notes(found)):
        say(console, text, "yellow")
    say(console, basis(found))
    say(console, f"{counted(len(found.rows), 'row')}: {counts(found)}.",
        "bold red" if found.count(SLOWER) else "bold")
    grid = table(found, everything)
    if grid.rows:
        say(console, "")
        show_grid(grid, console)
    left = sum(not wanted(row, everything) for row in found.rows)
    if left:
        say(console, f"{counted(left, 'row')} more with --all.", "dim")


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
    return "".join(f"\\{letter}" if letter in SPECIAL else letter for letter in plain(text))


def as_markdown(found: Comparison, everything: bool) -> str:
    """For a pull request's page."""
    slower = found.count(SLOWER)
    lines = [f"### {'Slower: ' + counted(slower, 'row') if slower else 'Nothing is slower'}",
             "", f"{counted(len(found.rows), 'row')}: {counts(found)}.", ""]
    lines += [f"- {inert(heading(side))}" for side in (found.old, found.new)]
    lines += [f"- {inert(text)}" for text in (*notes(found), basis(found))]
    rows = [row for row in found.rows if wanted(row, everything)]
    if rows:
        lines += ["", "| experiment | variant | cores | old | new | new/old | interval | p | "
                  "verdict |", "|---|---|---:|---:|---:|---:|---|---:|---|"]
    lines += ["| " + " | ".join(markdown_cells(row)) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def markdown_cells(row: Compared) -> list[str]:
    """A line of its table."""
    ratio = [f"{row.ratio.value:.3f}", f"{row.ratio.low:.3f} to "
             f"{row.ratio.high:.3f}"] if row.ratio else ["-", "-"]
    verdict = f"**{row.verdict}**" if row.verdict == SLOWER else row.verdict
    reason = f": {inert(row.reason)}" if row.reason else ""
    return [inert(row.key.experiment), inert(row.key.name), str(row.key.cores),
            *medians(row), *ratio, inert(p_text(row)), verdict + reason]


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
    return {**row.key._asdict(), "unit": row.unit, "old": row.values[0], "new": row.values[1],
            "alone": row.alone, "ratio": ratio, "p": row.p, "threshold": row.threshold,
            "verdict": row.verdict, "reason": row.reason, "few": row.few}


# ---- JUnit ---------------------------------------------------------------------


def as_junit(found: Comparison, _everything: bool) -> str:
    """A suite an experiment, a case a row: what is slower has failed, what cannot be told is
    skipped."""
    suites = xml.Element("testsuites", name="qc compare")
    for name, group in found.experiments():
        slower = sum(row.verdict == SLOWER for row in group)
        untold = sum(row.verdict not in (SLOWER, FASTER, EQUIVALENT) for row in group)
        suite = xml.SubElement(suites, "testsuite", name=plain(name), tests=str(len(group)),
                               failures=str(slower), skipped=str(untold), errors="0")
        for row in group:
            add_case(suite, row)
        if notes(found):
            xml.SubElement(suite, "system-out").text = plain("; ".join(notes(found)))
    xml.indent(suites)
    return xml.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def add_case(suite: xml.Element, row: Compared) -> None:
    """A row's case."""
    case = xml.SubElement(suite, "testcase", classname=plain(f"qc.{row.key.experiment}"),
                          name=plain(f"{row.key.name} ({row.key.cores})"))
    ratio = f"{row.ratio.value:.3f} ({row.ratio.low:.3f} to " \
        f"{row.ratio.high:.3f}) times the old" if row.ratio else "no ratio"
    if row.verdict == SLOWER:
        xml.SubElement(case, "failure", type=SLOWER, message=plain(f"{ratio}, p {p_text(row)}"))
    elif row.verdict not in (FASTER, EQUIVALENT):
        xml.SubElement(case, "skipped", message=plain(
            f"{row.verdict}: {row.reason}; {ratio}"
            if row.verdict != LEFT_OUT else f"{row.verdict}: {row.reason}"))


FORMS = {"text": as_text, "markdown": as_markdown, "json": as_json, "junit": as_junit}
