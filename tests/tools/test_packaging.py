# SPDX-License-Identifier: MIT
"""qc's environments and its wheel: small, whole, without a checkout."""

import os
import re
import subprocess
import sys
from pathlib import Path

import make_log
import pytest
from packaging.requirements import Requirement
from places import ROOT, python_of, weight
from quietcore.status import Status

MOST = 30_000_000   # bytes of what prints a table

if sys.version_info >= (3, 11):
    import tomllib
else:
    tomllib = pytest.importorskip("tomli")


def pins(name: str) -> dict[str, str]:
    """Versions by package of a file of requirements."""
    lines = (ROOT / name).read_text().splitlines()
    return {package.lower(): version for package, _, version in
            (line.partition(";")[0].partition("==") for line in lines)}


def test_the_checkout_has_versions_that_the_wheel_takes():
    """The report is in a checkout, other extras come by `tools/venv extra`; what
    qc needs and what tests need are two files."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    core, extra, tests = map(pins, (
        "tools/requirements.txt", "tools/requirements-extra.txt",
        "tests/requirements.txt"))
    extras = project["optional-dependencies"]
    for texts, pinned in ((project["dependencies"], core),
                          (sum(extras.values(), []), core | extra)):
        for text in texts:
            wanted = Requirement(text)
            assert pinned[wanted.name.lower()] in wanted.specifier, text
    assert "jinja2" in core and {*extras["report"]} < {*extras["png"]}
    assert all(re.fullmatch(r"[\d.]+", v) for v in [*core.values(), *tests.values()])
    assert not {*core} & {*tests} and not {"numpy", "pytest"} & {*core}


@pytest.mark.parametrize("words", [(), ("other",)])
def test_an_unknown_environment(words):
    done = subprocess.run([ROOT / "tools/venv", *words], text=True, timeout=60,
                          capture_output=True, check=False)
    assert done.returncode == Status.USAGE and "core|extra|tests" in done.stderr


def test_a_build_directory_that_cannot_be_written(tmp_path):
    (tmp_path / "file").touch()
    done = subprocess.run(
        [ROOT / "tools/qc", "--help"], text=True, timeout=60, check=False,
        capture_output=True,
        env=os.environ | {"QUIETCORE_BUILD": str(tmp_path / "file")})
    assert done.returncode == Status.MISSING
    assert "set QUIETCORE_BUILD" in done.stderr


@pytest.mark.full
def test_two_at_once_make_one_small_environment(tmp_path):
    """In a directory with a blank, from nothing; it prints a table."""
    log = tmp_path / "a log"
    make_log.write(log)
    build = tmp_path / "its own build"
    both = [subprocess.Popen(
        [ROOT / "tools/qc", "parse", log], text=True, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env=os.environ | {"QUIETCORE_BUILD": str(build)})
        for _ in range(2)]
    said = [process.communicate(timeout=900) for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    assert all("Run ok: 2 results" in out for out, _ in said)
    assert sum("making the Python" in err for _, err in said) == 1
    assert weight(build) <= MOST


# ---- the wheel ---------------------------------------------------------------


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """The folder of programs of an environment that has the wheel alone."""
    folder = tmp_path_factory.mktemp("wheel")

    def run(*words) -> None:
        done = subprocess.run([*map(str, words)], text=True, timeout=600,
                              capture_output=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    run(python_of("tests"), "-m", "pip", "wheel", "--no-deps", "-w", folder, ROOT)
    [wheel] = folder.glob("quietcore-*.whl")
    assert (ROOT / "VERSION").read_text().strip() in wheel.name
    run(sys.executable, "-m", "venv", folder / "env")
    run(folder / "env/bin/pip", "install", wheel)
    return folder / "env/bin"


def qc(installed: Path, *words) -> subprocess.CompletedProcess:
    """Runs the installed qc far from any checkout."""
    return subprocess.run([installed / "qc", *map(str, words)], text=True,
                          cwd=installed, capture_output=True, check=False,
                          timeout=120, env={"PATH": os.environ["PATH"]})


@pytest.mark.full
def test_the_wheel_reads_logs_and_reports_once_it_has_the_extra(installed, tmp_path):
    log, page = make_log.write(tmp_path / "x.log"), tmp_path / "x.html"
    assert "Run ok: 2 results" in qc(installed, "parse", log).stdout
    csv = qc(installed, "parse", log, "--format", "csv")
    assert csv.returncode == Status.OK and "ring/pair" in csv.stdout
    assert qc(installed, "targets", log).returncode == Status.OK
    assert '"definitions"' in qc(installed, "list", "schema").stdout
    words = "report", log, "-o", page
    done = qc(installed, *words)
    assert done.returncode == Status.MISSING and not page.exists()
    assert "pip install 'quietcore[report]'" in done.stderr
    pinned = pins("tools/requirements.txt")
    subprocess.run([installed / "pip", "install", "--quiet",
                    f"jinja2=={pinned['jinja2']}"], check=True, timeout=600)
    assert qc(installed, *words).returncode == Status.OK
    assert page.read_bytes().startswith(b"<!doctype html>")


@pytest.mark.full
@pytest.mark.parametrize("command", ["run", "twin", "targets", "doctor"])
def test_the_wheel_says_what_needs_a_checkout(installed, command):
    done = qc(installed, command)
    assert done.returncode == Status.MISSING
    assert "needs a checkout" in done.stderr
    assert "Traceback" not in done.stderr
