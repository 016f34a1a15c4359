# SPDX-License-Identifier: MIT
"""Two runs side by side."""

import make_log
import pytest
from in_process import qc
from make_log import noise, result
from quietcore.status import Status
from quietcore.tables.results import MEAN
from quietcore.tables.twin import quiet_of

METAL = {"trust": "metal", "trust_claimed": "", "cpu": "A", "machine": "bare"}
LINUX = {"trust": "linux", "trust_claimed": "", "cpu": "A", "machine": "linux"}
EMULATED = {"machine": "bare"}


def twins(folder, one: tuple, two: tuple, *words: str) -> tuple[str, list[str]]:
    """What is told of two runs (context and rows), and the rows of the table."""
    logs = [make_log.write(folder / f"{at}.log", rows, **context)
            for at, (context, *rows) in enumerate((one, two))]
    done = qc("twin", *logs, *words)
    assert done.exit_code == Status.OK, done.output
    lines = [" ".join(line.split()) for line in done.output.splitlines()]
    return " ".join(lines), [line for line in lines if line.startswith(
        ("ring/pair ", "only/here ", "right "))]


@pytest.mark.parametrize("bare, linux, said", [
    (METAL, LINUX, ["a ratio that further runs do not repeat is noise", "!system costs"]),
    (METAL, LINUX | {"trust": "linux-vm"}, ["A hypervisor lay beneath"]),
    (METAL, LINUX | {"cpu": "B"}, ["Two processors (A and B): the ratios compare these, not "
                                   "Linux with bare metal.", "!system costs"]),
    (EMULATED, LINUX, ["compare an emulator with a processor",
                       "One side ran in an emulator (tcg): these ratios compare",
                       "give both logs to `tools/qc twin`."])])
def test_twins_say_when_their_ratio_means_something(tmp_path, bare, linux, said):
    """One run a side cannot tell what Linux costs from noise."""
    told, (row, alone) = twins(tmp_path, (bare, result()), (
        linux, result(p50=27), result(variant="only/here")))
    assert all((each.lstrip("!") in told) != each.startswith("!") for each in said)
    assert "13.5 27.0 x2.00" in row and " x" not in alone
    assert all(side.get("trust", "tcg") in told for side in (bare, linux))


@pytest.mark.parametrize("one, two, labels, figures", [
    (METAL, LINUX, ("bare", "linux"), "13.5 28.0"), (LINUX, METAL, ("bare", "linux"), "14.5 27.0"),
    (LINUX, LINUX, ("linux 1", "linux 2"), ""), (METAL, METAL, ("bare 1", "bare 2"), "")])
def test_the_logs_say_which_side_they_are(tmp_path, one, two, labels, figures):
    """Whatever their order; and no Linux log is ever called bare."""
    ticks = {"bare": 13.5, "linux": 27}
    told, [row] = twins(tmp_path, *((context, result(p50=ticks[context["machine"]] + at))
                                    for at, context in enumerate((one, two))))
    assert f"ratio = {labels[1]} / {labels[0]};" in told
    assert told.startswith(f"{labels[0]} trust: ") and f" {labels[1]} trust: " in told
    assert ("compares two runs, not Linux with bare metal" in told) == (one == two)
    assert figures in row


@pytest.mark.parametrize("unit, hz, ratios", [
    ("ticks", 2_000_000_000, ["x2.00"]), ("instructions", 10**9, []), ("ticks", 0, [])])
def test_unlike_units_have_no_ratio(tmp_path, unit, hz, ratios):
    """Instructions beside ns, ticks of an unknown clock beside ns."""
    tail = {"p99": None, "p999": None, "max": None}
    told, [row] = twins(
        tmp_path, (METAL | {"tsc_hz": 2_000_000_000}, result(p50=10, **tail)),
        (LINUX | {"tsc_hz": hz}, result(p50=20, unit=unit, **tail)), "--unit", "ns")
    assert [word for word in row.split() if word.startswith("x")] == ratios
    assert ("clock unknown" in told) == (hz == 0) and " 0 MHz" not in told


@pytest.mark.parametrize("bare, linux, differ", [
    ("AB", "AB", False), ("ABD", "D", False), ("AD", "D", False),
    ("AB", "AC", True), ("D", "ABC", True), ("BC", "BCD", True)])
def test_the_worst_grades_are_compared(tmp_path, bare, linux, differ):
    told, _ = twins(tmp_path, *((METAL, result(), noise(grades)) for grades in (bare, linux)))
    assert all(f"noise grades seen: {grades} " in told for grades in (bare, linux))
    assert ("The worst noise grades differ" in told) == differ


def test_one_log_is_not_enough(tmp_path):
    done = qc("twin", make_log.write(tmp_path / "bare.log"))
    assert done.exit_code == Status.USAGE and "two logs" in done.output


@pytest.mark.parametrize("width, doubts", [
    (200, ["disturbed: bare, linux; failed: linux", "turns: bare; not_proven: linux"]),
    (80, ["~!", "<?"])])
def test_each_side_s_doubts_are_named_and_marked_where_there_is_no_room(tmp_path, width, doubts):
    told, rows = twins(
        tmp_path, (METAL, result(quiet="disturbed"), result(variant="right", crowded=True)),
        (LINUX, result(quiet="disturbed", proven="failed"),
         result(variant="right", proven="not_proven")), "--width", width)
    assert all(row.endswith(doubt) for row, doubt in zip(rows, doubts, strict=True))
    assert (MEAN in told) == (width == 80)


def test_a_word_of_a_later_version_has_no_mark():
    assert quiet_of(("one", "two"), {"proven": "new"}, {}).mark == ""
