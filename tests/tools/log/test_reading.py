# SPDX-License-Identifier: MIT
"""The reader: nothing damaged counts as whole, nothing undamaged is lost."""

import random

import make_log
import pytest
from in_process import read
from quietcore.log.reading import Reader, read_stream

GOOD = make_log.lines()


def split_lf(data: bytes) -> list[bytes]:
    """Lines as a file gives them: by LF alone."""
    parts = data.split(b"\n")
    return [p + b"\n" for p in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def whole(runs) -> bool:
    return len(runs) == 1 and runs[0].complete


def test_a_good_log_is_whole():
    [run] = read(b"".join(GOOD))
    assert run.complete and run.ok and run.problems == []
    assert [r["seq"] for r in run.records] == list(range(len(GOOD)))


def test_text_between_records_is_ignored():
    noise = b"SeaBIOS (version 1.16)\r\nBooting\r\n"
    [run] = read(noise + b"text\n".join(GOOD) + b"machine is off\n")
    assert run.ok


def test_cr_lf_is_accepted():
    assert read(b"".join(GOOD).replace(b"\n", b"\r\n"))[0].ok


def test_a_failed_run_is_complete_but_not_ok():
    [run] = read(b"".join(make_log.lines(status="failed")))
    assert run.complete and not run.ok


def test_every_flipped_bit_of_a_log_is_noticed_and_costs_one_record():
    data = b"".join(GOOD)
    for at in range(len(data)):
        flipped = data[:at] + bytes([data[at] ^ 1 << at % 7]) + data[at + 1:]
        runs = read_stream(split_lf(flipped))
        assert not whole(runs) or data[at:at + 1] == b"\n", f"byte {at}"
        kept = {r["seq"] for run in runs for r in run.records}
        hit = data[:at].count(b"\n")
        intact = set(range(len(GOOD))) - {hit}
        assert intact <= kept, f"byte {at}: lost {intact - kept}"


@pytest.mark.parametrize("seed", range(24))
def test_damage_of_any_kind_is_never_whole(seed):
    rng = random.Random(seed)
    lines = list(GOOD)
    kind = seed % 4
    at = rng.randrange(len(lines))
    if kind == 0:                       # dropped
        del lines[at]
    elif kind == 1:                     # swapped with its neighbour
        at = rng.randrange(len(lines) - 1)
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
    elif kind == 2:                     # cut anywhere
        lines = [b"".join(lines)[:rng.randrange(1, len(b"".join(lines)) - 1)]]
    else:                               # firmware noise in the middle
        cut = rng.randrange(1, len(lines[at]) - 1)
        lines[at] = lines[at][:cut] + b"\xffSMM\r\n" + lines[at][cut:]
    runs = read_stream(split_lf(b"".join(lines)))
    assert not whole(runs)
    survived = {seq for seq, one in enumerate(GOOD) if one in lines}
    kept = {r["seq"] for run in runs for r in run.records}
    assert kind == 2 or survived <= kept


@pytest.mark.parametrize("seed", range(30))
def test_firmware_noise_between_lines_costs_nothing(seed):
    """Whatever a BIOS prints, as long as it leaves our lines alone."""
    rng = random.Random(seed)
    data = b""
    for line in GOOD:
        noise = bytes(rng.choice(b" aZ{}[]:\x1b\xff\r0") for _ in
                      range(rng.randrange(60)))
        data += b"SMM " + noise + b"\n" + line
    [run] = read_stream(split_lf(data))
    assert run.problems == [] and run.complete


def test_what_is_missing_is_named():
    [run] = read(b"".join(GOOD[:2] + GOOD[4:]))
    assert "missing: seq 2-3" in run.problems
    assert len(run.records) == len(GOOD) - 2


def test_what_the_serial_line_lost_is_told():
    whole = make_log.records()
    del whole[2]
    whole[-1]["dropped"] = 1
    [run] = read(b"".join(make_log.line(r) for r in whole))
    assert "missing: seq 2" in run.problems
    assert ("the serial line lost 1 record: its reader paused for too long"
            in run.problems)


def test_a_cut_log_has_no_end():
    [run] = read(b"".join(GOOD[:3]))
    assert run.problems == ["no end record: the run stops after seq 2"]


def test_a_damaged_line_is_named_with_the_number_it_claims():
    bad = GOOD[2].replace(b'"apic_id":1', b'"apic_id":7')
    [run] = read(b"".join([*GOOD[:2], bad, *GOOD[3:]]))
    assert run.problems[0] == \
        "line 3: a record's line is damaged (it says seq 2)"
    assert "missing: seq 2" in run.problems


def test_a_record_after_half_a_line_is_kept():
    """A core that panics takes the line over: LOG.md, "seq"."""
    [run] = read(b"".join([*GOOD[:2], GOOD[2][:40] + GOOD[3], *GOOD[4:]]))
    assert {r["seq"] for r in run.records} == set(range(len(GOOD))) - {2}


def test_a_second_time_is_told_and_counts_once():
    other = make_log.line(make_log.records()[2] | {"apic_id": 9})
    [run] = read(b"".join([*GOOD[:3], other, *GOOD[3:]]))
    assert run.problems == ["line 4: seq 2 comes a second time"]
    assert len(run.records) == len(GOOD)


def test_a_first_record_that_comes_twice_begins_no_run():
    [run] = read(b"".join([GOOD[0], *GOOD]))
    assert run.complete
    assert run.notes == ["1 record of the same run came again, the same in "
                         "every byte: counted once"]


def test_a_record_after_the_end_is_told():
    late = make_log.records()[2] | {"seq": len(GOOD)}
    [run] = read(b"".join([*GOOD, make_log.line(late)]))
    assert run.problems[0] == "line 7: seq 6 comes after the end record"


def test_two_runs_are_told_apart():
    runs = read(b"".join(GOOD + make_log.lines(seed=2)))
    assert [r.complete for r in runs] == [True, True]
    assert [r.context["seed"] for r in runs] == [1, 2]


def test_a_killed_run_before_a_good_one_stays_its_own():
    first, second = read(b"".join(GOOD[:3] + make_log.lines(seed=2)))
    assert not first.complete and second.complete


def test_a_panic_before_the_context():
    panic = {"record": "panic", "core": 0, "vector": 6, "error": 0,
             "rip": "00", "registers": {}, "experiment": "", "variant": "",
             "text": "invalid opcode"}
    end = {"record": "end", "status": "failed", "records": 2, "results": 0,
           "warnings": 0, "panics": 1, "dropped": 0, "seconds": 0}
    data = b"".join(make_log.line({"q": 3, "seq": i, "run": make_log.RUN} | r)
                    for i, r in enumerate([panic, end]))
    [run] = read(data)
    assert run.complete and not run.ok


@pytest.mark.parametrize("name, here", [
    ("records", 6), ("results", 2), ("warnings", 0), ("panics", 0)])
def test_wrong_counts_in_the_end_record(name, here):
    records = make_log.records()
    records[-1][name] = 7
    [run] = read(b"".join(map(make_log.line, records)))
    assert run.problems == [
        f"the end record counts 7 {name}, {here} are here"]


def test_a_field_missing_from_a_record_is_told():
    records = make_log.records()
    del records[3]["p50"]
    [run] = read(b"".join(map(make_log.line, records)))
    assert "seq 3" in run.problems[0] and "p50" in run.problems[0]


@pytest.mark.parametrize("kind", ["novelty", "finding", "headline"])
def test_an_unknown_kind_is_skipped(kind):
    """`finding` and `headline` were kinds of version 2."""
    [run] = read(b"".join(make_log.lines([{"record": kind, "x": 1}])))
    assert run.ok and run.notes == []


def test_parts_are_records_of_their_own():
    records = make_log.records()
    first = records[0] | {"part": 1, "parts": 2}
    second = records[0] | {"part": 2, "parts": 2, "apic_ids": [2]}
    rest = [r for r in records[1:]]
    all_records = [r | {"seq": i} for i, r in enumerate([first, second, *rest])]
    all_records[-1]["records"] += 1
    [run] = read(b"".join(map(make_log.line, all_records)))
    assert run.complete


def test_nothing_is_no_run():
    assert read(b"") == [] and read(b"hello\n{}\n") == []


# ---- versions and runs -------------------------------------------------------


@pytest.mark.parametrize("version", [2, 3])
def test_two_versions_are_read_alike(version):
    [run] = read(b"".join(make_log.line(r | {"q": version})
                          for r in make_log.records()))
    assert run.ok and run.version == version and not run.foreign
    assert len(run.records) == len(GOOD)


@pytest.mark.parametrize("version, how, remedy", [
    (1, "OLD", "an older"), (4, "NEWER", "a newer")])
def test_other_versions_are_named_and_not_incomplete(version, how, remedy):
    other = [r | {"q": version} for r in make_log.records()]
    if version == 1:
        for r in other:
            del r["run"]
    [run] = read(b"".join(map(make_log.line, other)))
    assert run.foreign == how and run.lines == []
    assert run.problems == [f"the log is of version {version}, this qc reads "
                            f"2 to 3: use {remedy} qc"]


OTHER = make_log.lines(run="fedcba9876543210")


def test_a_log_spliced_from_two_boots_is_not_whole():
    first, second = read(b"".join(GOOD[:3] + OTHER[3:]))
    assert first.problems == ["no end record: the run stops after seq 2"]
    assert second.problems[0] == (
        "line 4: seq 3: run fedcba9876543210 begins here, without its first "
        "records, after seq 2 of run 0123456789abcdef")
    assert len(first.records) == 3 and len(second.records) == len(OTHER) - 3


def test_two_runs_line_by_line_are_told_apart_and_not_whole():
    mixed = [line for pair in zip(GOOD, OTHER) for line in pair]
    first, second = read(b"".join(mixed))
    assert (len(first.records), len(second.records)) == (6, 6)
    assert not first.complete and not second.complete
    assert first.problems[0] == (
        "line 3: seq 1 of run 0123456789abcdef comes between records of run "
        "fedcba9876543210")


def test_what_is_fed_comes_back_if_it_is_kept():
    wrong = make_log.line(make_log.records()[2] | {"state": 7})
    reader = Reader()
    fed = [reader.feed(line.strip()) for line in
           (GOOD[0], b"text", GOOD[1], GOOD[1], wrong, GOOD[3] + GOOD[4])]
    assert [[r["seq"] for r in each] for each in fed] == [
        [0], [], [1], [], [], [3, 4]]
    [run] = reader.finish()
    assert run.count("core") == 1
    assert any(p.startswith("line 5: ") for p in run.problems)
    newer = make_log.line(make_log.records()[0] | {"q": 4})
    assert Reader().feed(newer.strip()) == []


def test_a_log_without_its_context_says_what_is_missing():
    [run] = read(b"".join(GOOD[1:]))
    assert "the context record is missing" in run.problems
    assert "the context record is missing" not in read(b"".join(GOOD))[0].problems
