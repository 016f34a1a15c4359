# SPDX-License-Identifier: MIT
"""Logs as a Parquet set, and the queries of docs/export.md by DuckDB."""

import json
import re
import subprocess

import pytest
from places import ROOT, python_of

pytestmark = pytest.mark.full

RECORDED = ROOT / "tests/tools/recorded"
PAGE = (ROOT / "docs/export.md").read_text()
QUERIES = re.findall(r"```sql\n(.*?)```", PAGE, re.S)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The recorded logs, twice, by the environment that has pyarrow."""
    out = tmp_path_factory.mktemp("parquet") / "set"
    done = subprocess.run(
        [python_of("extra"), "-m", "quietcore", "export", RECORDED,
         "--format", "parquet", "-o", out], cwd=ROOT / "tools", check=False,
        capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return out


def asked(folder, query: str) -> list:
    """What DuckDB answers, in the folder that holds the set."""
    done = subprocess.run(
        [python_of("full"), "-c", "import duckdb, json, sys; print(json.dumps("
         "duckdb.sql(sys.argv[1]).fetchall(), default=str))", query],
        cwd=folder.parent, check=False, capture_output=True, text=True,
        timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_every_row_is_there(folder):
    found = asked(folder, "SELECT count(*), count(DISTINCT log) FROM "
                  "read_parquet('set/results/**/*.parquet', "
                  "hive_partitioning = true)")
    done = subprocess.run([ROOT / "tools/qc", "export", RECORDED, "--format",
                           "jsonl"], check=True, capture_output=True, timeout=60)
    lines = done.stdout.splitlines()
    assert found == [[len(lines), 7]]
    wanted = sorted((json.loads(line)["experiment"], json.loads(line)["trust"],
                     json.loads(line)["mean"]) for line in lines)
    assert wanted == sorted(map(tuple, asked(
        folder, "SELECT experiment, trust, mean FROM read_parquet("
        "'set/results/**/*.parquet', hive_partitioning = true)")))


def test_a_table_has_the_same_columns_in_all_its_files(folder):
    for table in folder.iterdir():
        found = asked(folder, "SELECT DISTINCT list(name) FROM parquet_schema("
                      f"'set/{table.name}/**/*.parquet') GROUP BY file_name")
        assert len(found) == 1, table


@pytest.mark.parametrize("query", QUERIES, ids=range(len(QUERIES)))
def test_the_documented_queries_answer(folder, query):
    assert asked(folder, query), query


def test_there_are_three():
    assert len(QUERIES) >= 3
