# SPDX-License-Identifier: MIT
"""Logs as a Parquet set, and the queries of docs/export.md by DuckDB."""

import gzip
import json
import re
import subprocess
from functools import cache
from statistics import median

import make_log
import pytest
from places import ROOT, python_of
from quietcore.status import Status

pytestmark = pytest.mark.full

RECORDED = ROOT / "tests/tools/recorded"
PAGE = (ROOT / "docs/export.md").read_text()
QUERIES = re.findall(r"```sql\n(.*?)```", PAGE, re.S)


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    """The recorded logs; one of these without its end; and a made one, which
    has several rows of a floor, one of them disturbed."""
    more = tmp_path_factory.mktemp("more")
    data = gzip.decompress((RECORDED / "tas.log.gz").read_bytes())
    (more / "cut.log").write_bytes(b"".join(data.splitlines(keepends=True)[:-1]))
    make_log.write(more / "made.log", [
        make_log.result(experiment="floor", variant="call", mean=mean,
                        quiet=quiet, params={"mode": "batch", "n": at})
        for at, (mean, quiet) in enumerate((
            (3, "clean"), (9, "clean"), (5, "clean"), (90, "disturbed")))])
    return [RECORDED, more]


@pytest.fixture(scope="module")
def folder(tmp_path_factory, logs):
    """All these logs, by the environment that has pyarrow."""
    out = tmp_path_factory.mktemp("parquet") / "set"
    done = subprocess.run(
        [python_of("extra"), "-m", "quietcore", "export", *logs,
         "--format", "parquet", "-o", out], cwd=ROOT / "tools", check=False,
        capture_output=True, text=True, timeout=300)
    assert done.returncode == Status.INCOMPLETE, done.stderr
    return out


@pytest.fixture(scope="module")
def rows(logs):
    """A table of the same logs, as `qc export` writes it by line."""
    @cache
    def table(what: str) -> list[dict]:
        done = subprocess.run(
            [ROOT / "tools/qc", "export", *logs, "--format", "jsonl",
             "--what", what], check=False, capture_output=True, timeout=120)
        assert done.returncode == Status.INCOMPLETE, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    return table


def asked(folder, query: str) -> list:
    """What DuckDB answers, in the folder that holds the set."""
    done = subprocess.run(
        [python_of("full"), "-c", "import duckdb, json, sys; print(json.dumps("
         "duckdb.sql(sys.argv[1]).fetchall(), default=str))", query],
        cwd=folder.parent, check=False, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_every_row_is_there(folder, rows):
    found = asked(folder, "SELECT count(*), count(DISTINCT log) FROM "
                  "read_parquet('set/results/**/*.parquet', "
                  "hive_partitioning = true)")
    results = rows("results")
    assert found == [[len(results), len([*RECORDED.glob("*.log.gz")]) + 2]]
    wanted = sorted((row["experiment"], row["trust"], row["mean"]) for row in results)
    assert wanted == sorted(map(tuple, asked(
        folder, "SELECT experiment, trust, mean FROM read_parquet("
        "'set/results/**/*.parquet', hive_partitioning = true)")))


def test_a_table_has_the_same_columns_in_all_its_files(folder):
    for table in folder.iterdir():
        found = asked(folder, "SELECT DISTINCT list(name) FROM parquet_schema("
                      f"'set/{table.name}/**/*.parquet') GROUP BY file_name")
        assert len(found) == 1, table


# ---- the documented queries, by another reader -------------------------------


def grouped(found, *names):
    """Rows by their figures of these names."""
    groups: dict[tuple, list[dict]] = {}
    for row in found:
        groups.setdefault(tuple(row[name] for name in names), []).append(row)
    return groups


def cheapest_locks(rows):
    """Which locks take least alone, by processor."""
    found = grouped((row for row in rows("results")
                     if row["experiment"] == "lock" and row["cores"] == 1
                     and row.get("param_mode") == "batch" and row["complete"]),
                    "cpu", "trust", "variant")
    return [[*key, median(row["p50"] for row in some)] for key, some in found.items()]


def over_revisions(rows):
    """How a figure moved from revision to revision."""
    found = grouped((row for row in rows("results")
                     if row["experiment"] == "floor"
                     and row["variant"] == "call" and row["quiet"] == "clean"
                     and row.get("param_mode") == "batch"), "git")
    return [[git.removeprefix("g"), min(row["date"] for row in some), len(some),
             median(row["mean"] for row in some)]
            for (git,), some in found.items()]


def noisy_machines(rows):
    """The worst grade of each machine, and what its logs warned of."""
    warned = grouped(rows("warnings"), "log", "run")
    return [[*key, max(row["grade"] for row in some), sorted(
        {w["code"] for row in some for w in warned.get((row["log"], row["run"]), [])})]
        for key, some in grouped(rows("noise"), "cpu", "trust").items()]


def in_order(answer) -> list:
    """Rows in an order of our own, figures to nine digits, lists sorted."""
    def plain(value):
        if isinstance(value, list):
            return sorted(each for each in value if each is not None)
        return f"{value:.9g}" if isinstance(value, (int, float)) else \
            str(value)[:10] if re.match(r"\d{4}-\d\d-\d\d", str(value)) else value

    return sorted(map(lambda row: [*map(plain, row)], answer), key=lambda row: [*map(str, row)])


@pytest.mark.parametrize("query, ours, column, falling", [
    (QUERIES[0], cheapest_locks, 3, False),
    (QUERIES[1], over_revisions, 1, False),
    (QUERIES[2], noisy_machines, 2, True)], ids=["locks", "revisions", "noise"])
def test_a_documented_query_has_the_answer_that_the_logs_give(
        folder, rows, query, ours, column, falling):
    answer, wanted = asked(folder, query), ours(rows)
    assert len(wanted) > 1
    assert in_order(answer) == in_order(wanted)
    within = answer if column != 3 else [row for row in answer if row[0] == answer[0][0]]
    ordered = [row[column] for row in within]
    assert ordered == sorted(ordered, reverse=falling)


def test_there_are_three():
    assert len(QUERIES) == 3
