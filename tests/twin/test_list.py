# SPDX-License-Identifier: MIT
"""qc list and `list` in a run: every record of the program is in a table."""

import os
import re
import subprocess

import pytest
from places import BUILD, ROOT
from program import of, twin


def qc(*words: str, **environment: str):
    done = subprocess.run(
        [ROOT / "tools" / "qc", *words], text=True, capture_output=True,
        timeout=120, check=False, stdin=subprocess.DEVNULL,
        env={**os.environ, "QUIETCORE_BUILD": str(BUILD), **environment})
    assert "Traceback" not in done.stderr
    return done


def joined(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("width", [80, 140])
def test_every_name_is_in_a_table_of_that_width(width):
    done = qc("list", "--width", str(width))
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= width
    tables = {part.split("\n", 1)[0]: part
              for part in done.stdout.split("\n\n") if part.strip()}
    titles = {"experiment": "Experiments ", "lock": "Locks ",
              "queue": "Queues ", "barrier": "Barriers",
              "executor": "Executors", "design": "Designs ",
              "option": "Options "}
    for record in of(twin("list")[0], "listed"):
        title = titles.get(record["what"]) or \
            f"Variants of {record['experiment']} "
        [table] = [t for name, t in tables.items() if name.startswith(title)]
        row = re.search(rf"^{re.escape(record['name'])} .*(\n +.*)*", table,
                        re.M)
        assert row, record
        for word in record["summary"].split() + record.get("choices", []):
            assert word.strip("()") in row[0], record
        for bound in ("least", "most", "default"):
            if record.get(bound) is not None:
                assert str(record[bound]) in row[0], record


def test_one_experiment_by_itself():
    done = qc("list", "line")
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^(\w.*)\(", done.stdout, re.M) == [
        "Experiments ", "Variants of line "]
    assert "\nhandover/cas " in done.stdout


def test_a_wrong_experiment_is_named_with_the_nearest():
    done = qc("list", "lok")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("qc: bench=lok: no experiment is called "
                                  "'lok' (did you mean 'lock'?); there are: "
                                  "dispatch floor ")


def test_where_the_program_is_not_built_the_remedy_is_named(tmp_path):
    done = qc("list", QUIETCORE_IMAGES=str(tmp_path))
    assert done.returncode == 6
    assert "is not built: run make hosted" in done.stderr


@pytest.mark.parametrize("script, status, words", [
    ("exit 3", 4, "wrote no record (exit 3): nothing at all"),
    ("echo no >&2; exit 2", 4, "wrote no record (exit 2): no"),
    ("echo '{\"q\":3,'", 4, "wrote no record")])
def test_a_program_that_does_not_answer_is_told(tmp_path, script, status,
                                                words):
    program = tmp_path / "quietcore-hosted"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    done = qc("list", QUIETCORE_IMAGES=str(tmp_path))
    assert done.returncode == status and words in done.stderr


def test_a_run_with_the_option_shows_the_list(tmp_path):
    done = qc("run", "--machine", "hosted", "--args", "list", "--out",
              str(tmp_path / "run"))
    assert done.returncode == 0, done.stderr
    assert "\nmcs/wait " in done.stdout and "\nrounds " in done.stdout
    assert "Run ok: 0 results" in joined(done.stdout)
