# SPDX-License-Identifier: MIT
"""Records of a wrong shape or number are named, left out and counted."""

import zlib

import make_log
import pytest
from in_process import read

from quietcore.log.fields import misfit, problem_with, strict, versions
from quietcore.log.problems import shortened
from quietcore.log.records import records_of
from quietcore.log.runs import Sequence, ranges

GOOD = make_log.lines()


def test_so_many_problems_are_named_and_the_rest_counted():
    bad = GOOD[2].replace(b'"apic_id":1', b'"apic_id":7')
    runs = read(b"".join(line for run in "123" for line in [
        *make_log.lines(run=run * 16)[:2], *[bad] * 5000]))
    assert [r.problems[-1] for r in runs] == ["4901 more problems are not named"] + \
        ["5000 more problems are not named"] * 2
    assert sum(len(r.problems) for r in runs) < 120


@pytest.mark.parametrize("changes, words", [
    ({"record": ["result"]}, "its kind is not a string"),
    ({"record": None}, "its kind is not a string"),
    ({"params": None}, "params must be object"),
    ({"params": {"n": [1]}}, "params.n must be"),
    ({"cores": 2.0}, "cores must be integer"),
    ({"cores": 2**64}, "cores must be integer"),
    ({"rounds": [1, {}]}, "rounds[1] must be number"),
    ({"q": 0}, "q is not a version of the log"),
    ({"q": "3"}, "q is not a version of the log"),
    ({"q": 1}, "it is of version 1, its run of 3"),
    ({"seq": -1}, "seq is not a number from 0 up"),
    ({"seq": True}, "seq is not a number from 0 up"),
])
def test_what_is_wrong_with_a_shape_is_said(changes, words):
    whole = make_log.records()
    whole[3] |= changes
    [run] = read(b"".join(map(make_log.line, whole)))
    assert words in run.problems[0] and "line 4" in run.problems[0]
    assert run.count("result") == 1


@pytest.mark.parametrize("value, words", [
    *((value, "no JSON that we take") for value in (
        "NaN", "-Infinity", "1e400", "9" * 400, "[" * 1100 + "]" * 1100,
        '"\\ud800"')), ('{"a":' * 500 + "1" + "}" * 500, "p50 must be number"),
    ('1,"p50":1', "result: p50 stands in it twice")],
    ids=lambda value: value[:9])
def test_what_is_no_json_is_said(value, words):
    body = GOOD[3][:-len(',"crc":"01234567"}\n')].replace(b'"p50":13.5', b'"p50":' + value.encode())
    line = body + b',"crc":"%08x"}\n' % zlib.crc32(body)
    [run] = read(b"".join([*GOOD[:3], line, *GOOD[4:]]))
    assert run.problems[0].startswith("line 4: ") and words in run.problems[0]
    assert len(run.records) == len(GOOD) - 1


@pytest.mark.parametrize("record, words", [
    ({"record": "series", "columns": ["a", "b"], "rows": [[1]]}, "a row has 1 value for 2 columns"),
    ({"record": "noise", "when": "after", "cores": [0, 1], "gaps": [1, 2],
      "ticks_watched": [1, 2], "lost_ppm": [1, 2], "max": [1], "smi": [0, 0],
      "grade": ["A", "A"]}, "max has 1 value for 2 cores")])
def test_parts_that_do_not_fit_together(record, words):
    whole = {"experiment": "x", "variant": "y", "cores": 1, "params": {}}
    [run] = read(b"".join(make_log.lines([whole | record])))
    assert words in run.problems[0]


@pytest.mark.parametrize("gaps, text", [
    ([], ""), ([(4, 4)], "4"), ([(1, 3), (7, 7), (9, 9)], "1-3, 7, 9"),
    *(([(at, at) for at in range(0, end, 2)], ", ".join(map(str, range(0, 40, 2)))
       + more) for end, more in ((40, ""), (42, " and 1 more gaps"), (50, " and 5 more gaps")))])
def test_ranges(gaps, text):
    assert ranges(gaps) == text


NEW, SECOND = (True, ""), (False, "comes a second time")


@pytest.mark.parametrize("seqs, said, gaps", [
    ([], [], []), ([3], [NEW], [(0, 2)]), ([0, 1, 2], [NEW] * 3, []),
    ([1, 2, 5], [NEW] * 3, [(0, 0), (3, 4)]),
    ([0, 2, 2, 1, 0, 6, 4], [NEW, NEW, SECOND, (True, "comes after 2"), SECOND,
                             NEW, (True, "comes after 6")], [(3, 3), (5, 5)])])
def test_a_number_is_new_once_and_told_where_it_is_late(seqs, said, gaps):
    sequence = Sequence()
    assert [sequence.take(seq) for seq in seqs] == said
    assert sequence.highest == max(seqs, default=-1) and sequence.gaps() == gaps


@pytest.mark.parametrize("length, kept", [(199, 199), (200, 200), (201, 197)])
def test_a_long_text_is_shortened(length, kept):
    text = shortened("x" * length)
    assert len(text) <= 200 and text.rstrip(".") == "x" * kept
    assert shortened("abcdef", 5) == "ab..." and shortened("abcde", 5) == "abcde"


@pytest.mark.parametrize("line, found", [
    (b"", []), (b"text", []), (b"{}", [b"{}"]), (b"a {", []),
    (GOOD[2].strip(), [GOOD[2].strip()]),
    (GOOD[2].strip() + b"x", [GOOD[2].strip()]),
    (b"x" + GOOD[2].strip() + GOOD[3].strip(), [GOOD[2].strip(), GOOD[3].strip()]),
    (GOOD[2].strip()[:-1] + b"x", [GOOD[2].strip()[:-1] + b"x"]),
    (b'{"q":' + GOOD[2].strip(), [b'{"q":', GOOD[2].strip()]),
    (GOOD[2].strip() + b'a{"q":b', [GOOD[2].strip(), b'{"q":b']),
])
def test_every_stretch_of_a_line_that_is_or_was_a_record_is_found(line, found):
    assert [each.text for each in records_of(line)] == found
    assert [each.proven for each in records_of(line)] == \
        [text in (GOOD[2].strip(), GOOD[3].strip()) for text in found]


@pytest.mark.parametrize("line, fault", [
    (b'{"q":3,"seq":77,x', "a record's line is damaged (it says seq 77)"),
    (b"{x", "a record's line is damaged"),
    (b'ab{"q":3,"seq":5', "a record's line is damaged (it says seq 5)"),
])
def test_what_is_wrong_with_a_line_is_said(line, fault):
    assert records_of(line)[-1].fault == fault


def test_schemas_are_read_strictly():
    assert strict([{"const": 2}, "const"]) == [{"enum": [2]}, "const"]
    assert versions() == [2, 3]
    right = make_log.records()[3] | {"crc": "01234567"}
    assert problem_with(right) == "" == misfit(right)
    assert problem_with({k: v for k, v in right.items()
                         if k not in ("p50", "n")}) == "n, p50 missing"
    assert problem_with({"q": 3, "record": "novelty", "crc": ""}) == ""


@pytest.mark.parametrize("name", [
    "ticks_watched", "gaps", "lost_ppm", "max", "smi", "grade", "p9999",
    "clock_permille"])
def test_each_array_of_noise_has_an_entry_a_core(name):
    record = {"record": "noise", "cores": [0, 1], name: [1, 2, 3]}
    assert misfit(record) == f"{name} has 3 values for 2 cores"
    assert misfit(record | {name: [1, 2]}) == ""
