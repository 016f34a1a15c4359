# SPDX-License-Identifier: MIT
"""Logs as pictures need them: rows and series by experiment, names, units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from quietcore.conclusions.asking import concluded
from quietcore.log.reading import Run
from quietcore.log.trust import lesser, mark
from quietcore.tables.results import parameters, proven_words, quiet_words
from quietcore.terminal.text import file_text


@dataclass
class Log:
    """A run and what it is called beside others."""

    name: str       # "linux-vm", "tcg 2"; told where several logs are shown
    file: str
    run: Run

    @cached_property
    def results(self) -> list[dict]:
        """All results but those of one core that is not core 0: of a name and
        a number of cores, pictures show one row."""
        return [r for r in self.run.of("result") if "core" not in r["params"]]

    @cached_property
    def findings(self) -> list[dict]:
        """All findings."""
        return concluded(self.run)

    @cached_property
    def series(self) -> list[dict]:
        """All series, parts put together."""
        return joined(self.run.each("series"), "rows")

    @cached_property
    def histograms(self) -> list[dict]:
        """All histograms, parts put together."""
        return joined(self.run.each("histogram"), "bins")

    @cached_property
    def unit(self) -> str:
        """What its figures count, in words that name an emulator."""
        name = next((r["unit"] for r in self.results
                     if r["unit"] in ("ticks", "instructions")), "ticks")
        if not mark(self.run.context):
            return name
        if name == "instructions":
            return "instructions, EMULATED"
        return f"emulated ticks ({lesser(self.run.context)})"

    def of(self, experiment: str) -> list[dict]:
        """The results of an experiment."""
        return [r for r in self.results if r["experiment"] == experiment]

    def series_of(self, experiment: str, *columns: str) -> Iterator[dict]:
        """The experiment's series whose first columns are these."""
        for each in self.series:
            if each["experiment"] == experiment \
                    and tuple(each["columns"][:len(columns)]) == columns:
                yield each

    def found(self, experiment: str, begins: str) -> Iterator[dict]:
        """The experiment's findings whose name begins so."""
        for each in self.findings:
            if each["experiment"] == experiment \
                    and each["name"].startswith(begins):
                yield each


def joined(records: Iterable[dict], field: str) -> list[dict]:
    """Records whose parts after the first are put to it."""
    whole: list[dict] = []
    for record in records:
        if record.get("part", 1) > 1 and whole and same(whole[-1], record):
            whole[-1][field] += record[field]
        else:
            whole.append(record)
    return whole


def same(one: dict, other: dict) -> bool:
    """Are they parts of one?"""
    return all(one.get(key) == other.get(key) for key in (
        "experiment", "variant", "cores", "params", "columns"))


def named(runs: list[tuple[str, Run]]) -> list[Log]:
    """Logs with names that differ: what they ran on, with a number where
    several ran on the like."""
    words = [lesser(run.context) if run.context else "unknown"
             for _, run in runs]
    logs = []
    for i, (file, run) in enumerate(runs):
        number = f" {words[:i + 1].count(words[i])}" \
            if words.count(words[i]) > 1 else ""
        logs.append(Log(words[i] + number, file_text(file), run))
    return logs


def measure(logs: list[Log]) -> str:
    """What figures of all these logs count."""
    return " or ".join(dict.fromkeys(log.unit for log in logs))


def emulated(title: str, logs: list[Log]) -> str:
    """An axis that counts no ticks: it names emulators, too."""
    found = dict.fromkeys(lesser(log.run.context) for log in logs
                          if mark(log.run.context))
    return f"{title} (EMULATED: {', '.join(found)})" if found else title


def doubt_of(record: dict) -> str:
    """Why a result is to be doubted; "" if nothing is known."""
    words = quiet_words(record) + proven_words(record)
    return ", ".join(word.replace("_", " ") for word in words)


def coarsest(rows: Iterable[dict]) -> list[dict]:
    """Of rows that differ in their batch only the one with the largest: its
    median is the honest cost of one operation."""
    best: dict[tuple, dict] = {}
    for row in rows:
        key = (row["experiment"], row["variant"], row["cores"],
               parameters(row))
        if key not in best or row["batch"] > best[key]["batch"]:
            best[key] = row
    return list(best.values())


def column(series: dict, name: str) -> list:
    """A series' values of one name."""
    at = series["columns"].index(name)
    return [row[at] for row in series["rows"]]
