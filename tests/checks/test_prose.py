# SPDX-License-Identifier: MIT
"""What every document owes its reader: one sentence, one fact, 25 words."""

import re

import pytest
from places import ROOT

MOST = 25   # words
DOCUMENTS = sorted(path for path in (
    *ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("boot/*.md"),
    *ROOT.glob("peers/*.md"), *ROOT.glob("sched/**/*.md"),
    *ROOT.glob("tests/**/*.md")))
#: What is no prose: code between fences, indented code, comments.
CODE = re.compile(r"^```.*?^```$|^(?: {4}|\t)[^\n]*$|<!--.*?-->", re.M | re.S)
ITEM = re.compile(r"^(?:[-*]|\d\.) ")
#: A full stop, a question or an exclamation mark, and what begins a sentence.
END = re.compile(r"(?<=[.!?])[)\"*_]* +(?=[A-Z0-9`\"*(\[])")


def blocks(text: str) -> list[str]:
    """Paragraphs, items of lists and cells of tables, each in one line."""
    found, open_ = [], False
    for line in CODE.sub("", text).splitlines():
        line = line.strip()
        if line.startswith("|"):
            found += [cell.strip() for cell in re.split(r"(?<!\\)\|", line)]
        elif line and not line.startswith("#"):
            if not open_ or ITEM.match(line):
                found.append("")
            found[-1] += ITEM.sub("", line, count=1) + " "
        open_ = bool(line) and not line.startswith(("|", "#"))
    return found


def words(sentence: str) -> int:
    """A name in code is one word; so is a link's text, without its address."""
    plain = re.sub(r"`[^`]*`", "X", re.sub(r"\]\([^)]*\)", "]", sentence))
    return len(re.findall(r"[A-Za-z0-9][\w'.,/%-]*", plain))


def long_sentences(text: str) -> list[str]:
    """Those of more than MOST words, with their number."""
    found = (sentence for block in blocks(text) for sentence in END.split(block))
    return [f"{words(each)}: {each}" for each in found if words(each) > MOST]


@pytest.mark.parametrize("path", DOCUMENTS,
                         ids=lambda path: str(path.relative_to(ROOT)))
def test_no_sentence_is_longer_than_a_reader_s_breath(path):
    assert long_sentences(path.read_text()) == []


def test_the_check_itself_finds_a_long_sentence():
    right, long = "Word" + " word" * 24 + ".", "Word" + " word" * 25 + "."
    for form in ("{}", "- {}", "1. {}", "| a | {} |", "{} {}", "`x y`. {}"):
        assert not long_sentences(form.format(right, right)), form
        assert long_sentences(form.format(long, right)), form
    for form in ("```\n{}\n```", "    {}", "# {}"):
        assert not long_sentences(form.format(long)), form
