# SPDX-License-Identifier: MIT
"""What the codes of a run tell: its answer page, its rows, its end."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

PAGE = " "      # how a row of the page begins
NUMBER = r"-?\d+(?:\.\d+)?"
ROUNDS = r"(?:(?:[+-]\d+|[nx])~?)+"
ROUND = re.compile(r"([+-]\d+|[nx])(~?)")
ROW = re.compile(rf"(\S+)((?: [^\s=]+=-?\d+)*) ({NUMBER})(?:([bx])(\d+))?"
                 rf"(q?)(~?)(<?)([?!]?)(?: ({ROUNDS})((?: \S+)*))?")
#: What a row says besides: a column, words, or a fact.
MORE = re.compile(rf"(\w+)=({NUMBER})({ROUNDS})|(\w+)=([A-Za-z]\S*)|(\w+)")
HEADS = re.compile(r">\S+ \d+ \S.*")
DOUBT = re.compile(r"!(\S+) ([?!])")
SHARED = "!exchange_not_proven"
LAST = re.compile(r"=(\w+) (\d+) (\d+)")
PROVEN = {"": "ok", "?": "not_proven", "!": "failed"}
MEANS = "round_means"   # the one column whose name is told whole


@dataclass
class Told:
    """The lines of a text, by what they are."""

    page: list[str] = field(default_factory=list)
    #: Of the log: results, quantities, and what is not proven.
    records: list[dict] = field(default_factory=list)
    status: str = ""        # how the run ended; "": that line is missing
    sent: int = 0           # records that the image sent
    left_out: int = 0       # those for which it had no room
    unknown: list[str] = field(default_factory=list)

    @property
    def rows(self) -> list[dict]:
        """Results and quantities."""
        return [each for each in self.records if each["record"] in ("result", "quantity")]


def told_by(text: str) -> Told:
    """What a text tells; a line that is not understood is kept as unknown."""
    told, head = Told(), ["", "0", ""]
    for line in text.splitlines():
        last = LAST.fullmatch(line)
        if line.startswith(PAGE):
            told.page.append(line[1:])
        elif HEADS.fullmatch(line):
            head = line[1:].split(" ", 2)
        elif last:
            told.status, told.sent, told.left_out = last[1], int(last[2]), int(last[3])
        elif record := record_of(head, line):
            told.records.append(record)
        else:
            told.unknown.append(line)
    return told


def record_of(head: list[str], line: str) -> dict | None:
    """What a line below that head says; None where it is none of ours."""
    if line == SHARED:
        return {"record": "warning", "code": SHARED[1:], "text": ""}
    row, doubt = ROW.fullmatch(line), DOUBT.fullmatch(line)
    if not head[0] or not (row or doubt):
        return None
    key = {"experiment": head[0], "cores": int(head[1])}
    if doubt:
        return key | {"record": "validation", "variant": doubt[1], "verdict": PROVEN[doubt[2]]}
    more = more_of(row[11] or "")
    return None if more is None else key | {"unit": head[2]} | row_of(row) | more


def row_of(row: re.Match) -> dict:
    """The fields of a row, as its record has them."""
    name, params, median, mode, batch, quantity, quiet, turns, doubt, rounds = row.groups()[:10]
    values, disturbed = rounds_of(median, rounds or "")
    fields = names_of(name) | {
        "record": "quantity" if quantity else "result",
        "params": {"mode": "batch"} if mode == "b" else {},
        "rounds": values, "proven": PROVEN[doubt],
        MEANS: []}  # or the reader of a log takes the medians for them
    for each in params.split():
        key, value = each.split("=")
        fields["params"][key] = int(value)
    if not quantity:
        fields |= {"p50": float(median), "batch": int(batch or 1)}
    if disturbed:
        fields["disturbed_rounds"] = disturbed
    if quiet:
        fields["quiet"] = "disturbed"
    if turns:
        fields["crowded"] = True
    return fields


def names_of(name: str) -> dict:
    """The variant, and what its proof is of."""
    variant, at, rest = name.partition("@")
    if rest.startswith("/"):
        return {"variant": variant + rest, "primitive": variant}
    return {"variant": variant} | ({"primitive": rest} if at else {})


def rounds_of(figure: str, rounds: str) -> tuple[list, list[int]]:
    """Rounds from their differences to a figure, in its last place; and which
    were disturbed."""
    worth = 10 ** len(figure.partition(".")[2])
    base, values, disturbed = int(figure.replace(".", "")), [], []
    for at, found in enumerate(ROUND.finditer(rounds)):
        values.append({"n": "never", "x": None}[found[1]] if found[1] in "nx"
                      else (base + int(found[1])) / worth)
        disturbed += [at] * bool(found[2])
    return values, disturbed


def more_of(text: str) -> dict | None:
    """What follows a row's rounds; None where some of it is unknown."""
    fields: dict = {}
    for each in text.split():
        found = MORE.fullmatch(each)
        if not found:
            return None
        column, figure, rounds, named, words, fact = found.groups()
        if column:
            name = column if column == MEANS else f"{column}_rounds"
            fields[name] = rounds_of(figure, rounds)[0]
        elif named:
            fields[named] = words.replace("_", " ")
        else:
            fields[fact] = True
    return fields
