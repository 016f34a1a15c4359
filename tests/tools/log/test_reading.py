# SPDX-License-Identifier: MIT
"""The reader: nothing damaged counts as whole, nothing undamaged is lost."""

import random

import make_log
import pytest
from in_process import read
from quietcore.log.reading import Reader

GOOD = make_log.lines()
OTHER = make_log.lines(run="fedcba9876543210")
ALL = len(GOOD)


def changed(at: int, *less: str, **fields) -> list[bytes]:
    """The lines of a log whose record at that place has other fields."""
    whole = make_log.records()
    whole[at] = {k: v for k, v in (whole[at] | fields).items() if k not in less}
    return [make_log.line(record) for record in whole]


def of_version(version: int, *less: str) -> list[bytes]:
    return [make_log.line({k: v for k, v in (r | {"q": version}).items()
                           if k not in less}) for r in make_log.records()]


def between(lines: list[int], run: str, other: str) -> list[str]:
    return [f"line {line}: seq {seq} of run {run} comes between records of run "
            f"{other}" for seq, line in enumerate(lines, 1)]


def whole(runs) -> bool:
    return len(runs) == 1 and runs[0].complete


PANIC = {"record": "panic", "core": 0, "vector": 6, "error": 0, "rip": "00",
         "registers": {}, "experiment": "", "variant": "", "text": "bad opcode"}
DIED = {"record": "end", "status": "failed", "records": 2, "results": 0,
        "warnings": 0, "panics": 1, "dropped": 0, "seconds": 0}
DAMAGED = ["line 3: a record's line is damaged (it says seq 2)", "missing: seq 2",
           "the end record counts 6 records, 5 are here"]
TWICE = make_log.line(make_log.records()[2] | {"apic_id": 9})
LATE = make_log.line(make_log.records()[2] | {"seq": ALL})
NO_END = "no end record: the run stops after seq 2"
LEFT_OUT = "left out, as nothing can be read from them: 1 record (1 result)"
SHAPE = "line 4: seq 3, result: quiet must be one of ['clean', 'disturbed']"
#: Lines; of each run how many records are kept, and what is wrong.
LOGS = {
    "nothing": ([], []),
    "text alone": ([b"hello\n{}\n"], []),
    "good": (GOOD, [(ALL, [])]),
    "text between": ([b"SeaBIOS (1.16)\r\nBooting\r\n", b"text\n".join(GOOD),
                      b"machine is off\n"], [(ALL, [])]),
    "CR LF": ([line.replace(b"\n", b"\r\n") for line in GOOD], [(ALL, [])]),
    "what the serial line lost": ([each for at, each in enumerate(
        changed(-1, dropped=1)) if at != 2], [(ALL - 1, [
            *DAMAGED[1:], "the serial line lost 1 record: its reader paused for "
            "too long"])]),
    "cut": (GOOD[:3], [(3, [NO_END])]),
    "a changed byte": ([*GOOD[:2], GOOD[2].replace(b'"apic_id":1', b'"apic_id":7'),
                        *GOOD[3:]], [(ALL - 1, DAMAGED)]),
    # A core that panics takes the line over.
    "a record after half a line": ([*GOOD[:2], GOOD[2][:40], *GOOD[3:]], [(ALL - 1, DAMAGED)]),
    "a number twice": ([*GOOD[:3], TWICE, *GOOD[3:]],
                       [(ALL, ["line 4: seq 2 comes a second time"])]),
    "the first line twice": ([GOOD[0], *GOOD], [(ALL, [])]),
    "more after the end": ([*GOOD, LATE], [(ALL + 1, [
        "line 7: seq 6 comes after the end record",
        "the end record counts 6 records, 7 are here"])]),
    "two runs": (GOOD + make_log.lines(seed=2), [(ALL, []), (ALL, [])]),
    "a killed run before another": (GOOD[:3] + make_log.lines(seed=2), [(3, [NO_END]), (ALL, [])]),
    "a panic before the context": ([make_log.line({"q": 3, "seq": at, "run": make_log.RUN} | record)
        for at, record in enumerate((PANIC, DIED))], [(2, [])]),
    **{f"a wrong count of {name}": (changed(-1, **{name: 7}), [
        (ALL, [f"the end record counts 7 {name}, {here} are here"])])
       for name, here in (("records", 6), ("results", 2), ("warnings", 0), ("panics", 0))},
    "a field missing": (changed(3, "p50"), [(ALL - 1, [
        "line 4: seq 3, result: p50 missing", LEFT_OUT])]),
    "a wrong shape": (changed(3, quiet=7), [(ALL - 1, [SHAPE, LEFT_OUT])]),
    "two wrong shapes": ([*changed(3, quiet=7)[:4], changed(4, quiet=7)[4], GOOD[5]], [
        (ALL - 2, [SHAPE, SHAPE.replace("4: seq 3", "5: seq 4"), LEFT_OUT.replace(
            "1 record (1", "2 records (2")])]),
    # A number of any size takes no time.
    "a large number": (changed(2, seq=10 ** 12), [(ALL, [
        *(f"line {at + 1}: seq {at} comes after {10 ** 12}" for at in (3, 4, 5)),
        f"missing: seq 2, 6-{10 ** 12 - 1}"])]),
    "the context missing": (GOOD[1:], [(ALL - 1, [
        "missing: seq 0", "the context record is missing",
        "the end record counts 6 records, 5 are here"])]),
    "two boots spliced": (GOOD[:3] + OTHER[3:], [(3, [NO_END]), (3, [
        "line 4: seq 3: run fedcba9876543210 begins here, without its first "
        "records, after seq 2 of run 0123456789abcdef", "missing: seq 0-2",
        "the context record is missing",
        "the end record counts 6 records, 3 are here"])]),
    "two runs line by line": ([line for pair in zip(GOOD, OTHER) for line in pair], [
        (ALL, between([3, 5, 7, 9, 11], "0123456789abcdef", "fedcba9876543210")),
        (ALL, between([4, 6, 8, 10, 12], "fedcba9876543210", "0123456789abcdef"))]),
    "version 2": (of_version(2), [(ALL, [])]),
    "an old version": (of_version(1, "run"), [(0, [
        "the log is of version 1, this qc reads 2 to 3: use an older qc"])]),
    "a newer version": (of_version(4), [(0, [
        "the log is of version 4, this qc reads 2 to 3: use a newer qc"])]),
    "kinds of version 2": (make_log.lines([
        {"record": kind, "x": 1} for kind in ("novelty", "finding", "headline")]),
        [(5, [])]),
}


@pytest.mark.parametrize("name", LOGS)
def test_what_is_kept_of_a_log_and_what_is_wrong(name):
    lines, runs = LOGS[name]
    found = read(b"".join(lines))
    assert [(len(run.records), run.problems) for run in found] == runs
    assert [run.complete for run in found] == [not wrong for _, wrong in runs]
    assert [note for run in found for note in run.notes] == [
        "1 record of the same run came again, the same in every byte: counted once"
    ] * (name == "the first line twice")


def test_what_a_run_tells_of_itself():
    [run] = read(b"".join(GOOD))
    assert run.ok and [r["seq"] for r in run.records] == [*range(ALL)]
    assert run.version == 3 and not run.foreign
    assert not read(b"".join(LOGS["a panic before the context"][0]))[0].ok
    runs = read(b"".join(LOGS["two runs"][0]))
    assert [run.context["seed"] for run in runs] == [1, 2]
    for name, foreign in (("an old version", "OLD"), ("a newer version", "NEWER")):
        [run] = read(b"".join(LOGS[name][0]))
        assert run.foreign == foreign and run.lines == []


def test_every_flipped_bit_of_a_log_is_noticed_and_costs_one_record():
    data = b"".join(GOOD)
    for at in range(len(data)):
        flipped = data[:at] + bytes([data[at] ^ 1 << at % 7]) + data[at + 1:]
        runs = read(flipped)
        assert not whole(runs) or data[at:at + 1] == b"\n", f"byte {at}"
        kept = {r["seq"] for run in runs for r in run.records}
        hit = data[:at].count(b"\n")
        intact = set(range(ALL)) - {hit}
        assert intact <= kept, f"byte {at}: lost {intact - kept}"


@pytest.mark.parametrize("seed", range(24))
def test_damage_of_any_kind_is_never_whole(seed):
    rng = random.Random(seed)
    lines = list(GOOD)
    kind = seed % 4
    at = rng.randrange(ALL)
    if kind == 0:                       # dropped
        del lines[at]
    elif kind == 1:                     # swapped with its neighbour
        at = rng.randrange(ALL - 1)
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
    elif kind == 2:                     # cut anywhere
        lines = [b"".join(lines)[:rng.randrange(1, len(b"".join(lines)) - 1)]]
    else:                               # firmware noise in the middle
        cut = rng.randrange(1, len(lines[at]) - 1)
        lines[at] = lines[at][:cut] + b"\xffSMM\r\n" + lines[at][cut:]
    runs = read(b"".join(lines))
    assert not whole(runs)
    survived = {seq for seq, one in enumerate(GOOD) if one in lines}
    kept = {r["seq"] for run in runs for r in run.records}
    assert kind == 2 or survived <= kept


def test_parts_are_records_of_their_own():
    first, *rest = make_log.records()
    parts = [first | {"part": part, "parts": 2} for part in (1, 2)]
    rest[-1]["records"] += 1
    [run] = read(b"".join(make_log.line(record | {"seq": at})
                          for at, record in enumerate([*parts, *rest])))
    assert run.complete


def test_what_is_fed_comes_back_if_it_is_kept():
    wrong = changed(2, state=7)[2]
    reader = Reader()
    fed = [reader.feed(line.strip()) for line in
           (GOOD[0], b"text", GOOD[1], GOOD[1], wrong, GOOD[3] + GOOD[4])]
    assert [[r["seq"] for r in each] for each in fed] == [[0], [], [1], [], [], [3, 4]]
    [run] = reader.finish()
    assert run.count("core") == 1
    assert any(p.startswith("line 5: ") for p in run.problems)
    assert Reader().feed(of_version(4)[0].strip()) == []
