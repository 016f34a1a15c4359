# SPDX-License-Identifier: MIT
"""The table of questions, questions.toml."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path

try:
    import tomllib
except ModuleNotFoundError:     # Python 3.10
    import tomli as tomllib

from quietcore.conclusions.gate import (
    CROSSING, FACT, ORDER, RATIO, VALUE)

TABLE = Path(__file__).with_name("questions.toml")
CLAIMS = (ORDER, RATIO, VALUE, FACT, CROSSING)
#: Nothing finer is claimed, in thousandths: a lock without contention, other
#: work of one core, work of several.
MARGINS = {"lock": 50, "core": 150, "cores": 250}
PLACE = re.compile(r"{(\w+)}")


class QuestionError(ValueError):
    """A table that is none; the text names file, question and remedy."""


@dataclass(frozen=True)
class Subjects:
    """Rows that are asked about: a pattern over their names, in which `{x}`
    stands for one word or more, and binds it."""

    variant: str
    as_name: str = ""           # of the subject; "": what {name} binds
    column: str = ""            # of the record; "": time between operations
    cores: int | str = ""       # as of a question; "": the same as there
    params: dict = field(default_factory=dict)  # "{x}" binds, too
    where: dict = field(default_factory=dict)   # fields of the record
    experiment: str = ""        # "": the question's


@dataclass(frozen=True)
class Template:
    """One row of the table; in its texts `{x}` stands for what was bound."""

    experiment: str
    name: str
    claim: str
    subjects: tuple[Subjects, ...] = ()
    reckon: str = ""            # a function of reckoned.py, instead
    margin: str = ""            # of MARGINS; "": by the number of cores
    cores: int | str = ""       # a number, "all", "several": all of two or
                                # more; "": each number there is
    unit: str = ""              # "": the rows'; of a ratio "times"
    what: str = ""
    superlative: str = ""
    never: str = ""
    published: str = ""
    published_id: str = ""

    @property
    def sorted_by(self) -> tuple[str, ...]:
        """What its name binds: each combination is a conclusion."""
        return tuple(PLACE.findall(self.name))


def subject_of(entry: dict, place: str) -> Subjects:
    """One entry of `subjects`."""
    entry = dict(entry)
    if "as" in entry:
        entry["as_name"] = entry.pop("as")
    return made(Subjects, entry, place)


def made(kind: type, entry: dict, place: str):
    """An entry as what it is, if it has no key too many or too few."""
    known = {each.name for each in fields(kind)}
    odd = [name for name in entry if name not in known]
    if odd:
        raise QuestionError(f"{place}: there is no key '{odd[0]}', only "
                            f"{', '.join(sorted(known))}")
    try:
        return kind(**entry)
    except TypeError as error:
        raise QuestionError(f"{place}: {str(error).split('() ')[-1]}") \
            from error


def template_of(entry: dict, place: str) -> Template:
    """One question."""
    place = f"{place}, {entry.get('experiment')} {entry.get('name')}"
    subjects = tuple(subject_of(each, place)
                     for each in entry.get("subjects", ()))
    template = made(Template, entry | {"subjects": subjects}, place)
    if template.claim not in CLAIMS:
        raise QuestionError(f"{place}: claim is '{template.claim}', not "
                            f"{', '.join(CLAIMS)}")
    if template.margin and template.margin not in MARGINS:
        raise QuestionError(f"{place}: margin is '{template.margin}', not "
                            f"{', '.join(MARGINS)}")
    return template


def words_of(each: Template) -> str:
    """Its sentence, with `...` where figures stand."""
    said = each.what.replace("%s", "...").replace("|", r"\|")
    return f"{said}: which is the {each.superlative}" \
        if each.claim == ORDER else said


def markdown() -> str:
    """The whole table, as docs/conclusions.md has it."""
    lines = ["| experiment | name | claim | margin | asks |",
             "|---|---|---|---|---|"]
    lines += [f"| `{each.experiment}` | `{each.name}` | {each.claim} | "
              f"{each.margin or '-'} | {words_of(each)} |"
              for each in table()]
    return "\n".join(lines) + "\n"


def read(path: Path) -> dict:
    """A file of TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise QuestionError(f"{path}: {error}") from error


@cache
def table(path: Path = TABLE) -> tuple[Template, ...]:
    """All questions of a file."""
    entries = read(path)
    return tuple(template_of(entry, path.name)
                 for entry in entries.get("question", ()))
