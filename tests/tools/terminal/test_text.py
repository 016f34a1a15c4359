# SPDX-License-Identifier: MIT
"""Foreign text does nothing to a terminal; sentences break where they may."""

import copy
import functools
import io
import json
import random
import re
import sys
import unicodedata
from pathlib import Path

import cases
import make_log
import pytest
from in_process import qc
from quietcore.commands.output import tell
from quietcore.conclusions.gate import judge
from quietcore.conclusions.sentence import sentence
from quietcore.terminal.progress import Progress
from quietcore.terminal.text import plain, wrapped
from rich.cells import cell_len

HERE = Path(__file__).parent
TOOLS = HERE.parents[2] / "tools" / "quietcore"
KINDS = {record["record"]: record for record in map(json.loads, (
    HERE.parent / "log" / "records.jsonl").read_text().splitlines())}
HOSTILE = ("\x1b[31mred\x1b]0;title\x07\x9b2J\x7f\u202eright\u2066\u200b\ufeff"
           "\r\n\t\0\u2028[/mcs][bold]:smile:\\")


def harmless(text: str) -> bool:
    """Nothing but printable characters and line ends."""
    return all(c == "\n" or unicodedata.category(c) not in
               ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for c in text)


def places(tree, path=()):
    """Every string of a record and every key, as paths."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for key, value in items:
        if isinstance(value, str):
            yield (*path, key), False
        elif isinstance(value, (dict, list)):
            yield from places(value, (*path, key))
        if isinstance(tree, dict) and path:
            yield (*path, key), True


def with_hostile(tree, path: tuple, as_key: bool):
    """The record with its string, or its key, at that place exchanged."""
    tree = copy.deepcopy(tree)
    *way, last = path
    inner = functools.reduce(lambda part, key: part[key], way, tree)
    if as_key:
        inner[HOSTILE] = inner.pop(last)
    else:
        inner[last] = HOSTILE
    return tree


def parse(path: Path, body: list[dict], *options: str):
    path.write_bytes(b"".join(make_log.line(
        {"q": 3, "seq": seq, "run": make_log.RUN} | record) for seq, record in enumerate(body)))
    return qc("parse", path, *options)


CASES = [pytest.param(kind, path, as_key,
                      id=f"{kind}.{'.'.join(map(str, path))}"
                      + " as key" * as_key)
         for kind, record in KINDS.items() for path, as_key in places(record)
         if path[0] not in ("record", "crc")]


@pytest.mark.parametrize("kind, path, as_key", CASES)
def test_no_field_reaches_the_terminal_as_it_is(tmp_path, kind, path, as_key):
    record = {k: v for k, v in KINDS[kind].items()
              if k not in ("q", "seq", "crc")} | {"run": make_log.RUN}
    body = [with_hostile(record, path, as_key)]
    if kind != "context":
        body.insert(0, make_log.context())
    done = parse(tmp_path / "x.log", body)
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert harmless(done.output), [c for c in done.output if not harmless(c)]


@pytest.mark.parametrize("variant, shown", [
    *((markup, markup) for markup in ("add[mcs]", "add[/mcs]", "[bold]add", ":smile:")),
    ("a\x1b[31mb\u202ec", r"a\x1b[31mb\u202ec")])
def test_markup_is_shown_as_it_stands_and_what_is_hostile_is_told(tmp_path, variant, shown):
    body = [make_log.context(cpu=variant), make_log.core(0), make_log.result(variant=variant)]
    assert parse(tmp_path / "x.log", body).output.count(shown) == 2


@pytest.mark.parametrize("text, expected", [
    ("add[mcs]", "add[mcs]"), ("\x1b[0m", r"\x1b[0m"), ("\\x1b", r"\\x1b"),
    ("a\u00a0b", r"a\xa0b"), ("\ue000", r"\ue000"), ("µs é 漢", "µs é 漢"),
    ("\ud800", r"\ud800"), ("\U000e0041", r"\U000e0041"), (7, "7")])
def test_escapes(text, expected):
    assert plain(text) == expected


def told(experiment: str) -> None:
    with Progress() as progress:
        progress.record({"record": "progress", "experiment": experiment,
                         "variant": "add[/mcs]", "done": 1, "of": 2})
        if progress._live:
            progress._live.refresh()


def test_messages_names_and_progress_are_escaped(capsys, monkeypatch):
    tell(f"one {HOSTILE}\ntwo")
    error = capsys.readouterr().err
    assert harmless(error) and error.endswith("\ntwo\n")
    done = qc("parse", "/none/\x1b[31mred")
    assert r"\x1b[31mred" in done.output and harmless(done.output)
    told(HOSTILE)
    error = capsys.readouterr().err
    assert "add[/mcs]" in error and harmless(error)
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stderr", terminal)
    told("\x1b]0;title\a")
    assert "add[/mcs]" in terminal.getvalue()
    assert "\x1b]0;" not in terminal.getvalue()


def test_one_module_prints():
    """Whoever prints past it may forget to escape."""
    past = [f"{path.name}: {line.strip()}" for path in TOOLS.rglob("*.py")
            if path.name != "printing.py"
            for line in path.read_text().splitlines()
            if re.search(r"(console|out|target)\.print\(", line)]
    assert not past, past


# ---- where sentences break ---------------------------------------------------


@functools.cache
def sentences() -> list[str]:
    """Some hundreds, of whatever is asked."""
    asked = [cases.question(random.Random(seed)) for seed in range(400)]
    return [sentence(each, judge(each.claim, each.subjects, each.threshold))
            for each in asked]


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120, 200])
def test_sentences_break_between_words_and_lose_nothing(width):
    """And, where there is room, neither inside brackets nor before a unit."""
    assert len(sentences()) > 100
    for text in sentences():
        lines = wrapped(text, width)
        assert all(cell_len(line) <= width for line in lines), lines
        assert all(line.startswith("    ") for line in lines[1:])
        assert " ".join(line.strip() for line in lines) == text
        for line, after in zip(lines, lines[1:] if width >= 80 else ()):
            assert line.count("(") == line.count(")"), line
            assert not re.search(r"(^|[\s(])[-+]?[\d.]+[kMGT]?$", line) or \
                after.strip()[0] in "(0123456789", (line, after)
            assert not line.endswith(" =")


@pytest.mark.parametrize("text, width, between", [
    # Wider than the line: a bracket, and a word; wide characters count as two.
    ("so (" + "word " * 30 + "end)", 40, " "), ("see " + "x" * 100, 40, ""),
    ("漢字 " * 30, 20, " ")])
def test_what_is_wider_than_the_line_is_broken(text, width, between):
    lines = wrapped(text, width)
    assert all(cell_len(line) <= width for line in lines)
    assert between.join(line.strip() for line in lines) == (
        text.strip() if between else text.replace(" ", ""))


@pytest.mark.parametrize("text, width, lines", [
    ("", 9, [""]), ("abc", 3, ["abc"]), ("abc d", 3, ["abc", " d"]),
    ("ab cd", 5, ["ab cd"]), ("ab cde", 5, ["ab", "  cde"]),
    ("a = b c", 6, ["a = b", "   c"]), ("x 3 ms", 4, ["x 3", "  ms"]),
    ("xx 3 ms", 8, ["xx 3 ms"]), ("xx 3 ms", 6, ["xx 3", "   ms"]),
    ("x (a b) c", 11, ["x (a b) c"]), ("xxx (a b c)", 10, ["xxx (a b", "    c)"]),
    ("xx (a b)", 10, ["xx (a b)"]), ("xxxxx (a b)", 10, ["xxxxx", "    (a b)"]),
    ("xxxxxxx (ab)", 10, ["xxxxxxx", "    (ab)"]),
    ("xxxxxxx [a b c]", 11, ["xxxxxxx", "    [a b c]"]),
    ("abcdefgh", 4, ["abcd", "  ef", "  gh"]), ("abcdefghij", 8, ["abcdefgh", "    ij"])])
def test_where_a_line_ends(text, width, lines):
    assert wrapped(text, width) == lines
