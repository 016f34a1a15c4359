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

    def coarsest(self, experiment: str) -> list[dict]:
        """The same; of rows that differ in their batch only the largest."""
        return coarsest(self.of(experiment))

    def series_of(self, experiment: str, *columns: str) -> Iterator[dict]:
        """The experiment's series whose first columns are these."""
        return (each for each in self.run.series if each["experiment"] == experiment
                and tuple(each["columns"][:len(columns)]) == columns)

    def found(self, experiment: str, begins: str = "") -> Iterator[dict]:
        """The experiment's findings whose name begins so."""
        return (each for each in self.findings if each["experiment"] == experiment
                and each["name"].startswith(begins))


def named(runs: list[tuple[str, Run]]) -> list[Log]:
    """Logs with names that differ: what they ran on, with a number where
    several ran on the like."""
    words = [lesser(run.context) if run.context else "unknown" for _, run in runs]
    logs = []
    for i, (file, run) in enumerate(runs):
        number = f" {words[:i + 1].count(words[i])}" if words.count(words[i]) > 1 else ""
        logs.append(Log(words[i] + number, file_text(file), run))
    return logs


def of_several(log: Log, logs: list[Log], form: str = " ({})") -> str:
    """A log's name in that form, where several are shown; else ""."""
    return form.format(log.name) if len(logs) > 1 else ""


def axis_title(logs: list[Log], words: str) -> str:
    """The words of an axis: `{unit}` is what figures of all these logs count; an
    axis of anything else names emulators, too."""
    if "{unit}" in words:
        return words.format(unit=" or ".join(dict.fromkeys(log.unit for log in logs)))
    found = dict.fromkeys(lesser(log.run.context) for log in logs if mark(log.run.context))
    return f"{words} (EMULATED: {', '.join(found)})" if found else words


def doubt_of(record: dict) -> str:
    """Why a result is to be doubted; "" if nothing is known."""
    words = quiet_words(record) + proven_words(record)
    return ", ".join(word.replace("_", " ") for word in words)


def coarsest(rows: Iterable[dict]) -> list[dict]:
    """Of rows that differ in their batch only the one with the largest: its
    median is the honest cost of one operation."""
    best: dict[tuple, dict] = {}
    for row in rows:
        key = (row["experiment"], row["variant"], row["cores"], parameters(row))
        if key not in best or row["batch"] > best[key]["batch"]:
            best[key] = row
    return list(best.values())


def columns(series: dict, *names: str) -> list[tuple]:
    """A series' rows, of each the values of these names."""
    places = [series["columns"].index(name) for name in names]
    return [tuple(row[at] for at in places) for row in series["rows"]]
