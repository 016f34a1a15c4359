# SPDX-License-Identifier: MIT
"""Two runs side by side."""

import make_log
import pytest
from in_process import qc
from quietcore.status import Status
from quietcore.tables.results import MEAN
from quietcore.tables.twin import quiet_of


def twins(tmp_path, bare: dict, linux: dict):
    """The image's 13.5 ticks beside the program's 27."""
    one = make_log.write(tmp_path / "bare.log", [make_log.result()], **bare)
    two = make_log.write(tmp_path / "linux.log", [make_log.result(p50=27),
                make_log.result(variant="only/here")], machine="linux",
                **linux)
    return qc("twin", one, two)


METAL = {"trust": "metal", "trust_claimed": "", "cpu": "A"}
LINUX = {"trust": "linux", "trust_claimed": "", "cpu": "A"}


@pytest.mark.parametrize("bare, linux, sentence", [
    (METAL, LINUX, "a ratio that further runs do not repeat is noise"),
    (METAL, LINUX | {"trust": "linux-vm"}, "A hypervisor lay beneath"),
    (METAL, LINUX | {"cpu": "B"}, "Two processors"),
    ({}, LINUX, "compare an emulator with a processor"),
])
def test_twins_say_when_their_ratio_means_something(tmp_path, bare, linux,
                                                    sentence):
    done = twins(tmp_path, bare, linux)
    assert done.exit_code == Status.OK, done.output
    assert sentence in " ".join(done.output.split())
    row = next(line for line in done.output.splitlines()
               if "ring/pair" in line)
    assert "13.5" in row and "27.0" in row and "x2.00" in row
    alone = next(line for line in done.output.splitlines()
                 if "only/here" in line)
    assert "x" not in alone.replace("only/here", "")
    labels = (bare.get("trust", "tcg"), linux["trust"])
    assert all(label in done.output for label in labels)


BARE_LOG = METAL | {"machine": "bare"}
LINUX_LOG = LINUX | {"machine": "linux"}


@pytest.mark.parametrize("one, two, labels", [
    (BARE_LOG, LINUX_LOG, ("bare", "linux")),
    (LINUX_LOG, BARE_LOG, ("bare", "linux")),
    (LINUX_LOG, LINUX_LOG, ("linux 1", "linux 2")),
    (BARE_LOG, BARE_LOG, ("bare 1", "bare 2")),
])
def test_the_logs_say_which_side_they_are(tmp_path, one, two, labels):
    """Whatever their order; and no Linux log is ever called bare."""
    ticks = {"bare": 13.5, "linux": 27}
    logs = [make_log.write(tmp_path / f"{i}.log", [make_log.result(
        p50=ticks[context["machine"]] + i)], **context)
        for i, context in enumerate((one, two))]
    done = qc("twin", *logs)
    assert done.exit_code == Status.OK, done.output
    told = " ".join(done.output.split())
    assert f"ratio = {labels[1]} / {labels[0]};" in told
    first, second = (line for line in done.output.splitlines()
                     if "trust:" in line)
    assert first.startswith(f"{labels[0]}  trust: ")
    assert second.startswith(f"{labels[1]}  trust: ")
    alike = one["machine"] == two["machine"]
    assert ("compares two runs, not Linux with bare metal" in told) == alike
    row = next(line for line in done.output.splitlines()
               if "ring/pair" in line)
    if not alike:
        swapped = one["machine"] == "linux"
        assert row.split()[3:5] == (["14.5", "27.0"] if swapped
                                    else ["13.5", "28.0"])


@pytest.mark.parametrize("one, two", [(METAL, LINUX), (LINUX, LINUX),
                                      (METAL, LINUX | {"cpu": "B"})])
def test_no_ratio_is_called_what_linux_costs(tmp_path, one, two):
    """One run a side cannot tell a cost from noise."""
    done = twins(tmp_path, one, two)
    assert "system costs" not in " ".join(done.output.split())


@pytest.mark.parametrize("unit, hz, ratios", [
    ("ticks", 2_000_000_000, ["x2.00"]), ("instructions", 10**9, []),
    ("ticks", 0, [])])
def test_unlike_units_have_no_ratio(tmp_path, unit, hz, ratios):
    """Instructions beside ns, ticks of an unknown clock beside ns."""
    row = {"p99": None, "p999": None, "max": None}
    one = make_log.write(tmp_path / "1", [make_log.result(p50=10, **row)],
                         **METAL | {"tsc_hz": 2_000_000_000})
    two = make_log.write(tmp_path / "2",
                         [make_log.result(p50=20, unit=unit, **row)],
                         **LINUX | {"machine": "linux", "tsc_hz": hz})
    done = qc("twin", one, two, "--unit", "ns")
    line = next(x for x in done.output.splitlines() if "ring/pair" in x)
    assert [word for word in line.split() if word.startswith("x")] == ratios
    assert ("clock unknown" in done.output) == (hz == 0)
    assert " 0 MHz" not in done.output


def audit(grades: str) -> dict:
    """A noise record of as many cores."""
    return {"record": "noise", "experiment": "queue", "when": "before",
            "cores": [*range(len(grades))], "grade": [*grades]} | {
                name: [0] * len(grades) for name in (
                    "ticks_watched", "gaps", "lost_ppm", "max", "smi")}


@pytest.mark.parametrize("bare, linux, differ", [
    ("AB", "AB", False), ("ABD", "D", False), ("AD", "D", False),
    ("AB", "AC", True), ("D", "ABC", True), ("BC", "BCD", True)])
def test_the_worst_grades_are_compared(tmp_path, bare, linux, differ):
    logs = [make_log.write(tmp_path / name, [make_log.result(), audit(grades)],
                           **METAL)
            for name, grades in (("1", bare), ("2", linux))]
    told = qc("twin", *logs).output
    assert f"noise grades seen: {bare}\n" in told
    assert f"noise grades seen: {linux}\n" in told
    assert ("The worst noise grades differ" in told) == differ


def test_two_processors_and_an_emulated_side_are_named(tmp_path):
    told = " ".join(twins(tmp_path, METAL, LINUX | {"cpu": "B"}).output.split())
    assert ("Two processors (A and B): the ratios compare these, not Linux "
            "with bare metal.") in told
    told = " ".join(twins(tmp_path, {}, LINUX).output.split())
    assert "One side ran in an emulator (tcg): these ratios compare" in told
    assert "give both logs to `tools/qc twin`." in told


def test_one_log_is_not_enough(tmp_path):
    done = qc("twin", make_log.write(tmp_path / "bare.log"))
    assert done.exit_code == Status.USAGE and "two logs" in done.output


def test_each_side_s_doubts_are_named_and_marked_where_there_is_no_room(tmp_path):
    one = make_log.write(tmp_path / "bare.log", [
        make_log.result(quiet="disturbed"),
        make_log.result(variant="right", crowded=True)], **METAL)
    two = make_log.write(tmp_path / "linux.log", [
        make_log.result(quiet="disturbed", proven="failed"),
        make_log.result(variant="right", proven="not_proven")], **LINUX_LOG)
    wide, narrow = (qc("twin", one, two, "--width", width).output.splitlines()
                    for width in ("200", "80"))
    assert [line.split("  ")[-1] for line in wide
            if line.startswith(("  ring/pair ", "  right "))] == [
        "disturbed: bare, linux; failed: linux",
        "turns: bare; not_proven: linux"]
    assert [line.split()[-1] for line in narrow
            if line.startswith(("  ring/pair ", "  right "))] == ["~!", "<?"]
    assert any(line.startswith(MEAN) for line in narrow)


@pytest.mark.parametrize("side, marks", [
    ({"quiet": "disturbed", "proven": "failed"}, "~!"),
    ({"proven": "a word of a later version"}, "")])
def test_marks_stand_side_by_side(side, marks):
    assert quiet_of(("one", "two"), side, {}).mark == marks
