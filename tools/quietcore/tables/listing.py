# SPDX-License-Identifier: MIT
"""What can be named in options, as tables: the records `listed` of a run."""

from __future__ import annotations

from rich.console import Console

from quietcore.log.runs import Run
from quietcore.terminal.layout import Grid, words
from quietcore.terminal.printing import show_grids

#: Title of the table of a kind, in the order in which they are shown.
TITLES = {"experiment": "Experiments (bench=NAME,NAME)",
          "variant": "Variants of {experiment} (variant=NAME,NAME)", "lock": "Locks (lock=NAME)",
          "queue": "Queues (queue=NAME)", "barrier": "Barriers", "executor": "Executors",
          "design": "Designs of a pool (experiment threads)"}
OPTIONS = "Options (NAME or NAME=VALUE)"
SUMMARY_LEAST = 30  # columns of a sentence before it goes on below
VALUE_LEAST = 12


def value_of(option: dict) -> str:
    """What an option takes: "1 to 50", "quick, full"; "" for a flag."""
    words = []
    if None not in (option.get("least"), option.get("most")):
        words.append(f"{option['least']} to {option['most']}")
    words += option.get("choices") or []
    return ", ".join(words) or ("text" if option.get("kind") == "text" else "")


def grid_of(title: str, records: list[dict]) -> Grid:
    """Names and sentences; whose they are, where some are the user's."""
    yours = any(r["yours"] for r in records)
    grid = Grid([*words("name"), *words("whose") * yours,
                 *words("what it is", least=SUMMARY_LEAST)], title=title)
    for r in records:
        grid.add(r["name"], *["yours" if r["yours"] else ""] * yours, r["summary"])
    return grid


def options_grid(records: list[dict]) -> Grid:
    """Names, values, defaults, sentences."""
    grid = Grid([*words("name"), *words("takes", least=VALUE_LEAST), *words("default"),
                 *words("what it does", least=SUMMARY_LEAST)], title=OPTIONS)
    for r in records:
        default = r.get("default")      # None: nothing, or what suite or machine say
        grid.add(r["name"], value_of(r), "-" if default is None else default, r["summary"])
    return grid


def show_listed(run: Run, console: Console) -> None:
    """A table a kind, variants by experiment, in the log's order; options last. Other kinds are
    newer than us. Nothing where the run was not asked for a list."""
    tables: dict[str, list[dict]] = {}
    for record in run.each("listed"):
        title = TITLES.get(record["what"], "").format(experiment=record.get("experiment", "?"))
        tables.setdefault(title, []).append(record)
    options = [r for r in tables.pop("", []) if r["what"] == "option"]
    show_grids(console, *(grid_of(title, records) for title, records in tables.items()),
               *([options_grid(options)] if options else []))
