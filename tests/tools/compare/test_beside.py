# SPDX-License-Identifier: MIT
"""A row beside the others of its rounds: turbo moves all of them alike."""

import json
import random
from pathlib import Path

import make_log
import pytest
from in_process import qc
from quietcore.compare.beside import usual
from sides import METAL, row


CLOCKS = (1, 0.973, 0.948, 0.92)    # of turbo
PLACES = (1, 0.9, 0.8, 0.7)        # of virtual cores, near and far


def boots(folder: Path, seed: int, factors: dict[str, float], rows: int = 6,
          cores: int = 1, clocks: tuple = CLOCKS, odd: float = 1) -> Path:
    """Eight boots, in each round of which all rows take another share. In the
    first of them v2 takes `odd` times its own."""
    luck = random.Random(seed)
    folder.mkdir(parents=True)
    for boot in range(8):
        moved = [luck.choice(clocks) for _ in range(6)]
        make_log.write(folder / f"{boot}.log", [
            row([round(100 * (at + 1) * factors.get(f"v{at}", 1) * clock
                       * (odd if boot == 0 and at == 2 else 1)
                       * luck.gauss(1, 0.002), 3) for clock in moved],
                f"v{at}", cores=cores) for at in range(rows)],
            run=f"{luck.getrandbits(64):016x}", **METAL)
    return folder


def verdicts(tmp_path, factors: dict, **changes) -> list[str]:
    out = tmp_path / "out"
    qc("compare", boots(tmp_path / "a", 1, {}, **changes),
       boots(tmp_path / "b", 2, factors, **changes), "--format", "json",
       "-o", out)
    return [each["verdict"] for each in json.loads(out.read_text())["rows"]]


def test_one_row_of_several_is_found_under_a_moving_clock(tmp_path):
    found = verdicts(tmp_path, {"v2": 1.05})
    assert found[2] == "slower" and "slower" not in found[:2] + found[3:]
    assert "faster" not in found


def test_a_boot_like_no_other_does_not_hide_a_row(tmp_path):
    """Of thirty rows together, none is told where one boot of eight is odd."""
    out = tmp_path / "out"
    wide = {"rows": 30, "clocks": (1, 0.95, 0.9, 0.85)}
    qc("compare", boots(tmp_path / "a", 1, {}, odd=1.3, **wide),
       boots(tmp_path / "b", 2, {"v2": 1.03}, odd=0.7, **wide),
       "--format", "json", "-o", out)
    found = json.loads(out.read_text())["rows"]
    assert [each["variant"] for each in found
            if each["verdict"] == "slower"] == ["v2"]
    assert found[2]["reason"].startswith("beside its neighbours 1.0")


def test_few_rows_have_no_neighbours(tmp_path):
    assert "slower" not in verdicts(tmp_path, {"v1": 1.05}, rows=2)


def test_rows_of_several_cores_have_neighbours_as_well(tmp_path):
    """Where the host puts the cores moves all of them, from round to round."""
    found = verdicts(tmp_path, {"v2": 1.15}, cores=2, clocks=PLACES)
    assert found[2] == "slower" and "slower" not in found[:2] + found[3:]
    assert "faster" not in found
    assert "slower" not in verdicts(tmp_path / "few", {"v1": 1.15}, cores=2,
                                    clocks=PLACES, rows=2)


def test_rows_that_do_not_keep_together_tell_nothing(tmp_path):
    """Half of them are faster: is it these, or are the others slower?"""
    found = verdicts(tmp_path, {"v0": 0.95, "v1": 0.9, "v2": 0.93})
    assert "slower" not in found


def test_what_all_others_gained_is_no_loss_of_one(tmp_path):
    found = verdicts(tmp_path, {f"v{at}": 0.7 for at in range(5)})
    assert found == ["faster"] * 5 + found[5:] and found[5] != "slower"


def test_the_clock_s_course_is_found_whatever_each_row_takes():
    """Rows whose own medians lie at other states of the clock."""
    clock = [0, 0, 0, 0.05, 0.05, 0.1, 0.1]
    rows = [{(0, 0, at): base + off for at, off in enumerate(clock)
             if at not in without} for base, without in (
                 (1, ()), (5, (0, 1)), (9, (5, 6)), (2, (3,)), (3, (0, 1, 2)))]
    found = usual(rows)
    assert [found[0, 0, at] - found[0, 0, 0]
            for at in range(7)] == pytest.approx(clock, abs=0.002)


def test_a_verdict_beside_its_neighbours_says_so(tmp_path):
    out = tmp_path / "out"
    clocks = (1, 0.95, 0.9, 0.85)
    qc("compare", boots(tmp_path / "a", 1, {}, clocks=clocks), boots(
        tmp_path / "b", 2, {"v2": 1.03}, clocks=clocks),
       "--format", "json", "-o", out)
    told = json.loads(out.read_text())["rows"][2]
    assert told["reason"].startswith("beside its neighbours 1.0")
