# SPDX-License-Identifier: MIT
"""Faults are planted in both languages, and most of a sample are seen."""

import re
import subprocess
import sys
from pathlib import Path

import plant
import pytest
from places import ROOT

HERE = Path(__file__).resolve().parent


@pytest.mark.parametrize("source, faults", [
    ("x = a < b", ["a < b -> a <= b", "a < b -> a >= b"]),
    ("x = a and b", ["a and b -> a or b"]),
    ("x = (-a) // b", ["(-a) // b -> (-a) * b", "-a -> a"]),
    ("x = a == 7", ["7 -> 6", "7 -> 8", "a == 7 -> a != 7"]),
    ("x = a[1:]", ["1 -> 0", "1 -> 2", "1: -> :"]),
    ("x = a['key']", []),
    ("x = max(a, b)", ["max -> min"]),
    ("x = f(a, b, *c)", ["f(a, b, *c) -> f(b, a, *c)"]),
    ("x = [a for a in b if c]", ["c -> not (c)"]),
    ("a.b = c", ["a.b = c -> pass"]),
    ("a += b", ["a += b -> a -= b", "a += b -> pass"]),
    ("def f() -> str | None:\n    'Words.'\n    return a",
     ["return a -> return None"]),
    ("def f():\n    shutil.rmtree(a + b)", []),
])
def test_what_is_planted_in_python(tmp_path, source, faults):
    (tmp_path / "x.py").write_text(source + "\n")
    found = plant.faults_of(tmp_path, "x.py")
    for fault in found:     # each is one that Python takes
        compile(fault.planted_in(source.encode()), fault.file, "exec")
    assert sorted(f"{f.mutant.old} -> {f.mutant.new}" for f in found) == faults


def test_a_sample_has_all_kinds_and_keeps_what_did_not_change():
    faults = plant.all_faults(ROOT)
    one = plant.drawn(faults, 70, 3)
    kinds = [fault.kind for fault in one]
    assert {kinds.count(kind) for kind in kinds} == {10} and len(one) == 70
    less = [fault for fault in faults if "/report/" not in fault.file]
    assert {*one} & {*less} <= {*plant.drawn(less, 70, 3)}


@pytest.mark.full
@pytest.mark.parametrize("language, number, least", [
    ("c", 30, 20), pytest.param("python", 14, 10, marks=pytest.mark.nightly)])
def test_most_of_a_sample_is_seen(language, number, least):
    done = subprocess.run(
        [sys.executable, HERE, language, "--number", str(number)], timeout=900,
        capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    killed, of = re.search(r"^\w+: killed (\d+).* of (\d+)$", done.stdout,
                           re.M).groups()
    assert int(of) == number and int(killed) >= least, done.stdout
