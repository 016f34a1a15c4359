# SPDX-License-Identifier: MIT
"""qc list and `list` in a run: every record of the program is in a table."""

import os
import re
import subprocess

import pytest
from places import BUILD, ROOT
from program import of, twin

TITLES = {"experiment": "Experiments ", "lock": "Locks ", "queue": "Queues ",
          "barrier": "Barriers", "executor": "Executors", "design": "Designs ",
          "option": "Options "}


def qc(*words: str, **environment: str):
    done = subprocess.run(
        [ROOT / "tools" / "qc", *words], text=True, capture_output=True,
        timeout=120, check=False, stdin=subprocess.DEVNULL,
        env={**os.environ, "QUIETCORE_BUILD": str(BUILD), **environment})
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.parametrize("width", [80, 140])
def test_every_name_is_in_a_table_of_that_width(width):
    done = qc("list", "--width", str(width))
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= width
    tables = {part.split("\n", 1)[0]: part
              for part in done.stdout.split("\n\n") if part.strip()}
    for record in of(twin("list")[0], "listed"):
        title = TITLES.get(record["what"]) or \
            f"Variants of {record['experiment']} "
        [table] = [t for name, t in tables.items() if name.startswith(title)]
        row = re.search(rf"^{re.escape(record['name'])} .*(\n +.*)*", table,
                        re.M)
        assert row, record
        bounds = (record.get(key) for key in ("least", "most", "default"))
        words = [word.strip("()") for word in record["summary"].split()] + [
            str(bound) for bound in bounds if bound is not None]
        assert all(word in row[0] for word in
                   words + record.get("choices", [])), record


def test_one_experiment_by_itself():
    done = qc("list", "line")
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^(\w.*)\(", done.stdout, re.M) == [
        "Experiments ", "Variants of line "]
    assert "\nhandover/cas " in done.stdout


@pytest.mark.parametrize("words, script, status, said", [
    (["lok"], None, 2, "qc: bench=lok: no experiment is called 'lok' (did you "
                       "mean 'lock'?); there are: dispatch floor "),
    ([], "", 6, "is not built: run make hosted"),
    ([], "exit 3", 4, "wrote no record (exit 3): nothing at all"),
    ([], "echo no >&2; exit 2", 4, "wrote no record (exit 2): no"),
    ([], "echo '{\"q\":3,'", 4, "wrote no record")])
def test_why_there_is_no_list(tmp_path, words, script, status, said):
    """script: what stands for the program; None: ours, "": none."""
    if script:
        program = tmp_path / "quietcore-hosted"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
    elsewhere = {} if script is None else {"QUIETCORE_IMAGES": str(tmp_path)}
    done = qc("list", *words, **elsewhere)
    assert (done.returncode, done.stdout) == (status, "")
    assert said in done.stderr


def test_a_run_with_the_option_shows_the_list(tmp_path):
    done = qc("run", "--machine", "hosted", "--args", "list", "--out",
              str(tmp_path / "run"))
    assert done.returncode == 0, done.stderr
    assert "\nmcs/wait " in done.stdout and "\nrounds " in done.stdout
    assert "Run ok: 0 results" in " ".join(done.stdout.split())
