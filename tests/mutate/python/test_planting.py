# SPDX-License-Identifier: MIT
"""What plants faults in qc, and what says that a test saw them."""

import re
import subprocess
import sys
from pathlib import Path

import judged
import plant
import pytest
import tests_of
import trial
from places import ROOT

HERE = Path(__file__).resolve().parent


def planted(tmp_path, source: str) -> set[str]:
    (tmp_path / "x.py").write_text(source)
    found = plant.faults_of(tmp_path, "x.py")
    for fault in found:     # each is one that Python takes
        compile(fault.planted_in(source.encode()), fault.file, "exec")
    return {f"{f.mutant.old} -> {f.mutant.new}" for f in found}


@pytest.mark.parametrize("source, faults", [
    ("a < b", {"a < b -> a <= b", "a < b -> a >= b"}),
    ("a not  in b", {"a not in b -> a in b"}),
    ("(a) is not (b)", {"(a) is not (b) -> (a) is (b)"}),
    ("a and b", {"a and b -> a or b"}),
    ("not a", {"not a -> a"}),
    ("a - b", {"a - b -> a + b"}),
    ("-a", {"-a -> a"}),
    ("a // b", {"a // b -> a * b"}),
    ("a + 'b'", {"'b' -> \"\""}),
    ("True", {"True -> False"}),
    ("7", {"7 -> 8"}),
    (".5", {".5 -> 1.0"}),
    ("b''", {"b'' -> b\"x\""}),
    ("a == 7", {"a == 7 -> a != 7", "7 -> 8", "7 -> 6"}),
    ("a[1:]", {"1: -> :", "1 -> 2", "1 -> 0"}),
    ("a['key']", set()),
    ("max(a, b)", {"max -> min"}),
    ("f(a, b)", {"f(a, b) -> f(b, a)"}),
    ("f(*a, b)", set()),
    ("a if b else c", {"b -> not (b)"}),
    ("[a for a in b if c]", {"c -> not (c)"}),
])
def test_what_is_planted_in_an_expression(tmp_path, source, faults):
    assert planted(tmp_path, f"x = {source}\n") == faults


@pytest.mark.parametrize("source, faults", [
    ("a.b = c", {"a.b = c -> pass"}),
    ("a()", {"a() -> pass"}),
    ("a += b", {"a += b -> pass", "a += b -> a -= b"}),
    ("raise a", {"raise a -> pass"}),
    ("a = c", set()),
    ("a: int | None = b", set()),
    ("import a", set()),
    ("'Words.'", set()),
])
def test_what_is_planted_in_a_statement(tmp_path, source, faults):
    assert planted(tmp_path, source + "\n") == faults


@pytest.mark.parametrize("source, faults", [
    ("def f() -> bool:\n    return a", {"return a -> return True",
                                       "return a -> return False"}),
    ("def f() -> str | None:\n    return a", {"return a -> return None"}),
    ("def f() -> dict[str, int]:\n    return a", {"return a -> return {}"}),
    ("def f():\n    '''Words.'''\n    return", {"return -> pass"}),
    ("@a.option('--b', default=3)\ndef f():\n    pass", {"3 -> 4"}),
    ("def f():\n    shutil.rmtree(a + b)", set()),
])
def test_what_is_planted_in_a_function(tmp_path, source, faults):
    assert planted(tmp_path, source + "\n") == faults


def test_what_a_cache_keeps_is_seen_by_all_tests(tmp_path):
    (tmp_path / "x.py").write_text(
        "@cache\ndef f():\n    return 4\ndef g():\n    return 7\n")
    once = {f.mutant.new: f.imported
            for f in plant.faults_of(tmp_path, "x.py")}
    assert once["5"] and not once["8"]


def test_a_fault_runs_with_its_statement_or_while_the_file_is_imported(
        tmp_path):
    (tmp_path / "x.py").write_text(
        "MOST = 4\ndef f(a):\n    if (a\n            < MOST):\n        g(\n"
        "            a, MOST)\n")
    places = {f.mutant.new: (f.line, [*f.lines], f.imported)
              for f in plant.faults_of(tmp_path, "x.py")}
    assert places["5"] == (1, [1], True)
    assert places["(a <= MOST)"[1:-1]] == (4, [3, 4], False)
    assert places["g( MOST, a)"] == (6, [5, 6], False)


# ---- which tests -------------------------------------------------------------


def fault(file: str, lines: range, imported: bool = False) -> plant.Fault:
    return plant.Fault(file, "sign", 0, 1, "-", lines[0], lines, imported,
                       judged.Mutant(file, "a + b", "a + b", "a - b"))


@pytest.fixture
def seen(tmp_path):
    folder = tmp_path / "tools/quietcore/log"
    folder.mkdir(parents=True)
    (folder / "a.py").write_text("MOST = 4\n")
    (folder / "b.py").write_text("from quietcore.log.a import MOST\n")
    (tmp_path / "t").mkdir()
    (tmp_path / "t/p.py").write_text("from quietcore.log import a\n")
    (tmp_path / "t/x.py").write_text("from quietcore.log import b\n")
    return tests_of.Seen([
        {"tests": {"t/log/t.py::slow": {"seconds": 2.0, "starts": False},
                   "t/x.py::quick": {"seconds": 0.1, "starts": False}},
         "lines": {"tools/quietcore/log/a.py": {
             "1": [""], "3": ["t/log/t.py::slow", "t/x.py::quick"]}}},
        {"tests": {"t/p.py::program": {"seconds": 0.5, "starts": True},
                   "t/log/t.py::far": {"seconds": 0.1, "starts": False}},
         "lines": {"tools/quietcore/log/b.py": {"9": ["t/log/t.py::far"]}}},
    ], tmp_path)


def test_those_tests_see_a_fault_which_run_its_line(seen):
    of = seen.of(fault("tools/quietcore/log/a.py", range(2, 4)))
    assert [*of.items()] == [("t/log/t.py::slow", 20.0),
                             ("t/x.py::quick", tests_of.LEAST)]
    assert not seen.of(fault("tools/quietcore/log/a.py", range(4, 5)))


def test_what_runs_on_import_is_seen_by_those_who_import_it(seen):
    of = seen.of(fault("tools/quietcore/log/a.py", range(1, 2), True))
    assert set(of) == {"t/log/t.py::slow", "t/x.py::quick", "t/log/t.py::far",
                       "t/p.py::program"}
    of = seen.of(fault("tools/quietcore/log/c.py", range(1, 2), True))
    assert not of


def test_a_program_sees_what_starts_and_ends_processes(seen):
    of = seen.of(fault("tools/quietcore/running/c.py", range(1, 2)))
    assert set(of) == {"t/p.py::program"}


# ---- trials ------------------------------------------------------------------


@pytest.fixture
def workshop(tmp_path):
    """A checkout with one file of qc and three tests."""
    root, tests = tmp_path / "root", tmp_path / "root/tests"
    tests.mkdir(parents=True)
    (root / "build").mkdir()
    (root / "code.py").write_text("def f():\n    return 1\n")
    (tests / "pytest.ini").write_text("[pytest]\npythonpath = ..\n")
    (tests / "test_it.py").write_text(
        "import code_\n\ndef test_one():\n    assert code_.f() == 1\n\n"
        "def test_any():\n    assert code_.f()\n")
    (root / "code.py").rename(root / "code_.py")
    return trial.Workshop(root, tmp_path / "shop", root / "build", 1)


@pytest.mark.parametrize("text, tests, killer", [
    ("return 1", ("any", "one"), None),
    ("return 2", ("any", "one"), "tests/test_it.py::test_one"),
    ("return 2", ("any",), None),
    ("return 0", ("any", "one"), "tests/test_it.py::test_any"),
    ("while True: pass", ("one",), "time-out: tests/test_it.py::test_one"),
    ("return", (), None),
    ("return 1 1", ("one",), "none can begin"),
])
def test_a_trial_tells_which_test_sees_the_fault(workshop, text, tests,
                                                killer):
    assert workshop.trial(
        "code_.py", f"def f():\n    {text}\n".encode(),
        {f"tests/test_it.py::test_{name}": 2.0 for name in tests}) == killer
    assert b"return 1" in (workshop.trees[0] / "code_.py").read_bytes()


# ---- the program -------------------------------------------------------------


def test_a_sample_has_all_kinds_and_keeps_what_did_not_change():
    faults = plant.all_faults(ROOT)
    one, other = (plant.drawn(faults, 70, seed) for seed in (3, 4))
    kinds = [fault.kind for fault in one]
    assert {kinds.count(kind) for kind in kinds} == {10} and len(one) == 70
    assert one != other
    less = [fault for fault in faults if "/report/" not in fault.file]
    assert {*one} & {*less} <= {*plant.drawn(less, 70, 3)}
    assert set(plant.drawn(faults, 10**6, 1)) == set(faults)


@pytest.mark.nightly
@pytest.mark.full
def test_most_of_a_sample_is_seen():
    done = subprocess.run([sys.executable, HERE, "--number", "14"],
                          timeout=900, capture_output=True, text=True,
                          check=False)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    killed = re.search(r"^Python: killed (\d+), .* of 14$", done.stdout, re.M)
    assert killed and int(killed[1]) >= 10, done.stdout
