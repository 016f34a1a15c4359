# SPDX-License-Identifier: MIT
"""Two runs side by side, and one run beside its own floors."""

from pathlib import Path

import make_log
import pytest
from click.testing import CliRunner
from quietcore.cli import main
from quietcore.status import Status
from quietcore.targets import dispatch
from quietcore.targets.primitives import FLOORS, OPTIONS, TARGETS
from quietcore.terminal.numbers import median_of


def qc(*arguments: str):
    return CliRunner().invoke(main, [str(a) for a in arguments])


def write(path: Path, body=None, **changes) -> Path:
    path.write_bytes(b"".join(make_log.lines(body, **changes)))
    return path


# ---- twin --------------------------------------------------------------------


def twins(tmp_path, bare: dict, linux: dict):
    """The image's 13.5 ticks beside the program's 27."""
    one = write(tmp_path / "bare.log", [make_log.result()], **bare)
    two = write(tmp_path / "linux.log", [make_log.result(p50=27),
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
    logs = [write(tmp_path / f"{i}.log", [make_log.result(
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
    one = write(tmp_path / "1", [make_log.result(p50=10, **row)],
                **METAL | {"tsc_hz": 2_000_000_000})
    two = write(tmp_path / "2", [make_log.result(p50=20, unit=unit, **row)],
                **LINUX | {"machine": "linux", "tsc_hz": hz})
    done = qc("twin", one, two, "--unit", "ns")
    line = next(x for x in done.output.splitlines() if "ring/pair" in x)
    assert [word for word in line.split() if word.startswith("x")] == ratios
    assert ("clock unknown" in done.output) == (hz == 0)
    assert " 0 MHz" not in done.output


def test_one_log_is_not_enough(tmp_path):
    done = qc("twin", write(tmp_path / "bare.log"))
    assert done.exit_code == Status.USAGE and "two logs" in done.output


# ---- targets -----------------------------------------------------------------

FLOOR_TICKS = {"rmw": 6, "call": 4, "line": 200, "stamp": 30}


def floors() -> list[dict]:
    return [make_log.result(experiment="floor", variant=name, p50=ticks,
                            batch=64, cores=2 if name == "line" else 1)
            for name, ticks in FLOOR_TICKS.items()]


def test_a_target_is_a_multiple_of_the_floors_of_its_run(tmp_path):
    log = write(tmp_path / "x.log", floors() + [
        make_log.result(experiment="lock", variant="ticket", p50=6.3,
                        batch=64),
        make_log.result(experiment="lock", variant="ticket", p50=60),
        make_log.result(experiment="queue", variant="ring/pair", p50=24,
                        batch=64),
        make_log.result(experiment="queue", variant="spsc/across", cores=2,
                        p50=10, params={"bulk": 32}),
        make_log.result(experiment="queue", variant="spsc/across", cores=2,
                        p50=20, params={"bulk": 1}),
    ])
    done = qc("targets", log)
    assert done.exit_code == Status.OK, done.output
    assert "RMW 6.00, CALL 4.00, LINE 100.0" in done.output
    rows = {line.split()[1]: line for line in done.output.splitlines()
            if line.startswith(("lock", "queue"))}
    assert "1.05" in rows["ticket"] and "met" in rows["ticket"]
    assert "2.00" in rows["ring/pair"] and "missed" in rows["ring/pair"]
    assert "0.20" in rows["spsc/across"]
    assert "2 of 3 targets met." in done.output


def locked(**changes) -> list[dict]:
    """Floors, and a lock that is beside them."""
    return [r | changes for r in floors() + [make_log.result(
        experiment="lock", variant="ticket", p50=6, batch=64)]]


def test_targets_name_their_unit(tmp_path):
    log = write(tmp_path / "x.log", locked(unit="instructions"),
                trust_claimed="tcg-icount", trust="metal")
    lines = qc("targets", log).output.splitlines()
    [heading] = [x for x in lines if x.startswith("experiment")]
    assert "instructions" in heading and "ticks" not in heading


def test_every_label_of_several_runs_is_said(tmp_path):
    one = write(tmp_path / "1", locked(), **METAL)
    two = write(tmp_path / "2", locked(), run="f" * 16)
    one.write_bytes(one.read_bytes() + two.read_bytes())
    assert "EMULATED (tcg)" in qc("targets", one).output


def test_without_floors_no_target_is_counted(tmp_path):
    done = qc("targets", write(tmp_path / "x.log", [make_log.result()]))
    assert done.exit_code == Status.OK
    assert "No floor" in done.output and "targets met" not in done.output


def test_what_a_target_run_measures_covers_floors_and_targets():
    bench, variant = (word.split("=")[1].split(",") for word in
                      OPTIONS.split())
    assert {t.experiment for t in TARGETS} | {"floor"} == set(bench)
    assert {f"{t.variant}." for t in TARGETS} <= set(variant)
    assert {f"{f.variant}." for f in FLOORS.values()} <= set(variant)


# ---- dispatch ----------------------------------------------------------------


def dispatched(n: int, executor: str, wall: float, mean: float = 5) -> dict:
    return make_log.result(experiment="dispatch", variant=executor, cores=2,
                           params={"n": n}, mean=mean, wall_per_task=wall,
                           wall_rounds=[wall], all_in=20)


def test_the_adaptive_executor_is_beside_the_best_of_the_others(tmp_path):
    log = write(tmp_path / "x.log", floors() + [
        dispatched(0, "loop", 10), dispatched(0, "steal", 30, 9),
        dispatched(0, "adaptive", 11),
        dispatched(1001, "loop", 500), dispatched(1001, "steal", 250, 11),
        dispatched(1001, "adaptive", 300),
        dispatched(5001, "steal", 1500, 99),
    ])
    done = qc("targets", log)
    assert done.exit_code == Status.OK, done.output
    rows = {line.split()[0]: line for line in done.output.splitlines()
            if line.strip()}
    assert "1.10" in rows["0"] and "met" in rows["0"]
    assert "1.20" in rows["1001"] and "missed" in rows["1001"]
    # 11 of 2.5 x 4 ticks at n = 1001; beyond that n there is no goal.
    goal = next(line for line in done.output.splitlines()
                if line.startswith("steal") and "own queues" in line)
    assert goal.split()[-8:] == ["1001", "11.0", "13.5", "2.75", "CALL", "2.5", "CALL",
                                 "missed"]
    # 3 times the loop at n = 0, half of it at 1001: 1 at 800.8.
    even = next(line for line in done.output.splitlines()
                if "overtakes" in line)
    assert even.split()[-3:] == ["800.8", "50", "missed"]


@pytest.mark.parametrize("walls, n", [
    ([(5, 4), (5, 4), (5, 4)], 0), ([(5, 4), (5, 4), (5, 6)], None),
    ([(5, 10), (5, 4), (10, 12), (10, 8)], 21),
])
def test_a_break_even_is_the_last_crossing(walls, n):
    rows = {}
    for length, (loop, steal) in zip((0, 10, 20, 22), walls):
        rows[2, length, "loop"] = [{"wall_rounds": [loop]}]
        rows[2, length, "steal"] = [{"wall_rounds": [steal]}]
    assert dispatch.break_even(rows, 2, "steal") == pytest.approx(n)


def test_what_a_dispatch_run_measures_covers_its_goals():
    bench, variant = (word.split("=")[1].split(",")
                         for word in dispatch.OPTIONS.split())
    assert set(bench) == {"floor", "dispatch"}
    assert {f"{g.executor}." for g in dispatch.GOALS} <= set(variant)
    assert {FLOORS[g.floor].variant for g in dispatch.GOALS
            if g.floor} <= set(variant)


def test_of_several_runs_the_medians_count(tmp_path):
    log = tmp_path / "x.log"
    log.write_bytes(b"".join(
        line for p50 in (6.3, 60, 6.6) for line in make_log.lines(floors() + [
            make_log.result(experiment="lock", variant="ticket", p50=p50,
                            batch=64)])))
    done = qc("targets", log)
    assert done.exit_code == Status.OK, done.output
    row = next(line.split() for line in done.output.splitlines()
               if line.startswith("lock"))
    assert row[1] == "ticket" and "6.60" in row and row[-1] == "met"


def test_pairs_of_a_round_are_compared_before_the_median_is_taken(tmp_path):
    """Rounds fast and slow by turns: adaptive takes 1.1 times loop in each,
    and 11 to 10, 22 to 20 whatever the columns' own medians say."""
    log = tmp_path / "x.log"
    log.write_bytes(b"".join(
        line for fast, slow in ((1, 2), (2, 2), (2, 1))
        for line in make_log.lines(floors() + [
            dispatched(0, "loop", 10 * fast) | {
                "wall_rounds": [10 * fast, 10 * slow]},
            dispatched(0, "adaptive", 11 * slow) | {
                "wall_rounds": [11 * fast, 11 * slow]}])))
    done = qc("targets", log)
    assert done.exit_code == Status.OK, done.output
    row = next(line.split() for line in done.output.splitlines()
               if line.endswith(" met"))
    assert row[0] == "0" and row[-2] == "1.10"


def test_a_ratio_is_to_the_floor_of_its_own_run(tmp_path):
    """Ticks 6, 12, 60 beside RMW 6, 12, 6: ratios 1, 1, 10."""
    log = tmp_path / "x.log"
    log.write_bytes(b"".join(
        line for p50, rmw in ((6, 6), (12, 12), (60, 6))
        for line in make_log.lines([
            make_log.result(experiment="floor", variant="rmw", p50=rmw,
                            batch=64, cores=1),
            make_log.result(experiment="lock", variant="ticket", p50=p50,
                            batch=64)])))
    done = qc("targets", log)
    assert "RMW 6.00 to 12.0" in done.output
    row = next(line.split() for line in done.output.splitlines()
               if line.startswith("lock"))
    assert "12.0" in row and "1.00" in row and row[-1] == "met"


@pytest.mark.parametrize("values, middle", [
    ([3], 3), ([1, 9, 2], 2), ([1, 2], 1.5), ([None, 4, 5], 5),
    ([None, None, 4], None),
])
def test_a_median_knows_what_was_not_reached(values, middle):
    assert median_of(values) == middle
