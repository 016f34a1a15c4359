# SPDX-License-Identifier: MIT
"""The table of questions, questions.toml, and those that a user brings. What a
table holds is checked when it is read: no log makes it fail later."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from pathlib import Path

try:
    import tomllib
except ModuleNotFoundError:     # Python 3.10
    import tomli as tomllib

from quietcore.conclusions import reckoned
from quietcore.conclusions.gate import (
    CROSSING, FACT, MARGINS, ORDER, RATIO, VALUE)
from quietcore.log import fields as log_fields
from quietcore.log.problems import shortened

NAME = "questions.toml"     # of a user's table, beside his file or a log
BY_DEFAULT = "order"    # what is asked where no table asks
TABLE = Path(__file__).with_name(NAME)
CLAIMS = (ORDER, RATIO, VALUE, FACT, CROSSING)
PLACE = re.compile(r"{([a-z_]\w*)}", re.ASCII | re.IGNORECASE)
#: What each row binds besides.
OF_ROW = ("cores", "on_cores", "pair", "row", "unit")
#: Keys of a question in whose text {x} stands for what was bound.
TEXTS = ("name", "what", "superlative", "never", "published", "published_id")
COUNTED = (VALUE, FACT, CROSSING)   # claims whose sentence has a figure
#: Of how many entries of `subjects` a claim is.
ENTRIES = {RATIO: 2, VALUE: 1, FACT: 1, CROSSING: 0}
#: What a key takes, by its type below.
TAKES: dict[str, tuple[tuple[type, ...], str]] = {
    "str": ((str,), "a text"), "dict": ((dict,), "of the form { x = 1 }"),
    "int | str": ((int, str), 'a number, "all" or "several"'),
    "tuple[Subjects, ...]": ((tuple,), '[{ variant = "..." }]')}
#: What the command at work asks besides the table: texts by their files; empty:
#: what lies beside each log. None: nothing.
FURTHER: ContextVar[dict[str, str] | None] = ContextVar("FURTHER", default=None)


class QuestionError(ValueError):
    """A table that is none; the text names file, question, key and remedy."""


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


# ---- patterns --------------------------------------------------------------------


def pattern(text: str) -> re.Pattern:
    """A name with {x} in it; the last one may hold a `/`."""
    parts = PLACE.split(text)
    return re.compile("".join(
        re.escape(part) if at % 2 == 0 else f"(?P<{part}>.+)"
        for at, part in enumerate(parts)))


def own_places(subjects: Subjects) -> list[str]:
    """What its patterns bind."""
    return PLACE.findall(subjects.variant) + [
        place for value in subjects.params.values() if isinstance(value, str)
        for place in PLACE.findall(value)]


# ---- what may be wrong with a question --------------------------------------------


@cache
def of_records() -> dict[str, object]:
    """The fields of rows with their types."""
    return {name: type_ for kind in ("result", "quantity") for name, type_, *_
            in log_fields.source()["kinds"][kind]["fields"]} | {"record": "text"}


def is_column(name: str) -> bool:
    """It is a figure of each round."""
    type_ = of_records().get(name)
    return isinstance(type_, list) and not isinstance(type_[0], list) \
        and name.endswith(("rounds", "round_means")) \
        and name != "disturbed_rounds"  # these are indices


def wrong_cores(cores: int | str) -> Iterator[str]:
    """Of a question or of its subjects."""
    if cores not in ("", "all", "several") and (
            isinstance(cores, str) or cores < 1):
        yield f"cores = {cores!r} has to be {TAKES['int | str'][1]}"


def wrong_subjects(each: Subjects) -> Iterator[str]:
    """Of one entry."""
    yield from wrong_cores(each.cores)
    for place in own_places(each):
        if place in OF_ROW:
            yield f"{{{place}}} is bound by each row itself: take another word"
    for key, value in each.params.items():
        if isinstance(value, str) and PLACE.search(value) \
                and not PLACE.fullmatch(value):
            yield f"params: {key} = '{value}' has to be {{x}} alone, or none"
    if each.column and not is_column(each.column):
        yield (f"column = '{each.column}' is no array of rounds; "
               "docs/log-records.md has all")
    for key in each.where:
        if key not in of_records():
            yield (f"where: rows have no field '{key}'; docs/log-records.md "
                   "has all")


def texts_of(each: Template) -> Iterator[tuple[str, str]]:
    """All in which {x} may stand, by their keys."""
    for key in TEXTS:
        yield key, getattr(each, key)
    for subjects in each.subjects:
        yield "variant", subjects.variant
        yield "as", subjects.as_name
        yield from ((f"params: {key}", value) for key, value
                    in subjects.params.items() if isinstance(value, str))


def wrong_places(each: Template) -> Iterator[str]:
    """A {x} that nothing binds, or that binds more than one row."""
    bound = [{*own_places(subjects), *OF_ROW} for subjects in each.subjects]
    wanted = [(key, getattr(each, key), set.intersection(*bound))
              for key in TEXTS if bound]
    wanted += [("as", subjects.as_name, own)
               for subjects, own in zip(each.subjects, bound)]
    for key, text, there in wanted:
        for place in PLACE.findall(text):
            if place not in there:
                yield (f"{key}: no row binds {{{place}}}, only "
                       f"{', '.join(sorted(there))}")
    told = {*PLACE.findall(each.name), "cores", "on_cores"}
    for subjects in each.subjects if each.claim != ORDER else ():
        names = subjects.as_name or "{name}" * ("name" in own_places(subjects))
        for place in PLACE.findall(subjects.variant + names):
            if place not in told:
                yield (f"{{{place}}} has to stand in name, too: the claim "
                       f"{each.claim} is of one row each")


def wrong_words(each: Template) -> Iterator[str]:
    """A sentence that would lack something."""
    missing = ["what"] * (not each.what) \
        + ["superlative"] * (each.claim == ORDER and not each.superlative) \
        + ["never"] * (each.claim == CROSSING and not each.never)
    yield from (f"{key} is missing: the claim {each.claim} has one"
                for key in missing)
    figures, often = each.what.count("%s"), each.claim in COUNTED
    if figures != often:
        yield (f"what = '{each.what}' has %s {figures} times: it stands for a "
               f"figure, {('never', 'once')[often]} in the claim {each.claim}")


def wrong(each: Template) -> Iterator[str]:
    """All that is wrong with a question, the first first."""
    if each.claim not in CLAIMS:
        yield f"claim is '{each.claim}', not {', '.join(CLAIMS)}"
    if each.margin and each.margin not in MARGINS:
        yield f"margin is '{each.margin}', not {', '.join(MARGINS)}"
    if each.reckon and each.reckon not in reckoned.BY_NAME:
        yield f"reckon: nothing is reckoned as '{each.reckon}': give subjects"
    if bool(each.reckon) == bool(each.subjects):
        yield "subjects is missing" if not each.subjects else \
            "subjects and reckon exclude each other: give subjects"
    count = len(each.subjects)
    if count and count != ENTRIES.get(each.claim, count):
        yield (f"subjects: the claim {each.claim} has {ENTRIES[each.claim]}, "
               f"and {count} are here")
    for key, text in texts_of(each):
        if re.search("[{}]", PLACE.sub("", text)):
            yield (f"{key} = '{text}' has a brace too many: one word stands "
                   "between two, as in {name}")
        places = PLACE.findall(text)
        if key in ("name", "variant") and len({*places}) < len(places):
            yield f"{key} = '{text}' has a word twice: take two"
    yield from wrong_cores(each.cores)
    for subjects in each.subjects:
        yield from wrong_subjects(subjects)
    yield from wrong_places(each)
    yield from wrong_words(each)


def wrong_here(each: Template) -> Iterator[str]:
    """What only quietcore's own table may."""
    if each.reckon:
        yield "reckon is for quietcore's own table: give subjects"
    for other in table():
        if other.experiment == each.experiment \
                and pattern(each.name).fullmatch(other.name):
            yield (f"quietcore's own table asks '{other.name}': take another "
                   "name")


# ---- a table ---------------------------------------------------------------------


def made(kind: type, entry: dict, place: str):
    """An entry as what it is: no key too many or too few, each of its type."""
    known = {each.name.removesuffix("_name"): each for each in fields(kind)}
    for key, value in entry.items():
        if key not in known:
            raise QuestionError(f"{place}: there is no key '{key}', only "
                                f"{', '.join(sorted(known))}")
        right, takes = TAKES[known[key].type]
        if not isinstance(value, right) or isinstance(value, bool):
            raise QuestionError(f"{place}: {key} = {shortened(repr(value))} "
                                f"has to be {takes}")
    for key, each in known.items():
        if not entry.get(key) and each.default is MISSING \
                and each.default_factory is MISSING:
            raise QuestionError(f"{place}: {key} is missing")
    return kind(**{known[key].name: value for key, value in entry.items()})


def template_of(entry: dict, place: str) -> Template:
    """One question."""
    name = " ".join(str(entry[key]) for key in ("experiment", "name")
                    if key in entry)
    place += f" ({name})" if name else ""
    listed = entry.get("subjects", [])
    if isinstance(listed, list) and all(isinstance(each, dict)
                                        for each in listed):
        entry = entry | {"subjects": tuple(
            made(Subjects, each, f"{place}, subjects") for each in listed)}
    template = made(Template, entry, place)
    for fault in wrong(template):
        raise QuestionError(f"{place}: {fault}")
    return template


def parsed(text: str, name: str) -> dict:
    """TOML."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise QuestionError(f"{name}: this is no TOML: {error}") from error


def read(path: Path) -> str:
    """A file's text."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise QuestionError(f"{path} is not UTF-8: save it so") from error
    except (OSError, ValueError) as error:
        raise QuestionError(f"{path}: {error}") from error


def questions(text: str, name: str) -> tuple[Template, ...]:
    """Those of a table; `name` is its file's."""
    entries = parsed(text, name)
    listed = entries.get("question", [])
    if entries.keys() - {"question"} or not isinstance(listed, list) \
            or not all(isinstance(each, dict) for each in listed):
        raise QuestionError(f"{name}: a table of questions holds nothing but "
                            "entries [[question]]")
    found: dict[tuple, Template] = {}
    for at, entry in enumerate(listed, 1):
        each = template_of(entry, f"{name}, question {at}")
        key = each.experiment, each.name, each.cores, each.reckon
        if key in found:
            raise QuestionError(f"{name}, question {at} ({each.experiment} "
                                f"{each.name}): the name is there already: "
                                "take another name")
        found[key] = each
    return (*found.values(),)


@cache
def table() -> tuple[Template, ...]:
    """Quietcore's own."""
    return questions(read(TABLE), NAME)


# ---- a table of the user's -------------------------------------------------------


def own(text: str, name: str) -> tuple[Template, ...]:
    """The questions of one."""
    found = questions(text, name)
    for at, each in enumerate(found, 1):
        for fault in wrong_here(each):
            raise QuestionError(f"{name}, question {at} ({each.experiment} "
                                f"{each.name}): {fault}")
    return found


def beside(*files: Path) -> list[Path]:
    """The tables in the folders of files."""
    return [path for file in files if (path := file.with_name(NAME)).is_file()]


def texts(paths: list[Path]) -> dict[str, str]:
    """Tables by their names, each once."""
    return {str(path): read(path)
            for path in {path.resolve(): path for path in paths}.values()}


def joined(given: dict[str, str]) -> tuple[Template, ...]:
    """Those of several tables, of which no two may ask the same."""
    found: list[Template] = []
    asks: dict[tuple, str] = {}
    for name, text in given.items():
        for at, each in enumerate(own(text, name), 1):
            key = each.experiment, each.name, each.cores
            if key in asks:
                raise QuestionError(
                    f"{name}, question {at} ({each.experiment} {each.name}): "
                    f"{asks[key]} asks it, too: take another name")
            asks[key] = name
            found.append(each)
    return (*found,)


def further(log: str) -> tuple[Template, ...]:
    """What the command at work asks of a log besides the table."""
    given = FURTHER.get()
    if given is None:
        return ()
    if not given and log:
        given = texts(beside(Path(log)))
    return joined(given)


# ---- as a document ---------------------------------------------------------------


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
