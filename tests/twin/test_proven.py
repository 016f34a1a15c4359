# SPDX-License-Identifier: MIT
"""What is timed is proven first: on as many cores, at the capacity and in the
bulk of each row; and `qc show LOG proven` sets both side by side."""

import io
import subprocess

import pytest
from program import PROGRAM, of, twin
from quietcore.log.reading import read_stream
from quietcore.tables.proven import beside, bulk_of, show_proven
from rich.console import Console

pytestmark = pytest.mark.full

OPTIONS = ("bench=lock,queue,dispatch,wake,workqueue rounds=1 budget=1 "
           "samples=10 cores=2")
#: In the full suite alone: the ring under each lock, SPSC without its caches.
FULL_ONLY = ("ring/", "spsc/plain")


def run_of(options):
    log = subprocess.run([PROGRAM, *options.split()], capture_output=True,
                         timeout=300, check=True).stdout
    return read_stream(io.BytesIO(log))[-1]


@pytest.fixture(scope="module")
def run():
    return run_of(OPTIONS)


def test_each_row_is_proven_with_its_cores_capacity_and_bulk(run):
    rows = 0
    for (experiment, name, cores), results, proof in beside(run):
        if experiment == "wake" and not name.startswith("barrier/"):
            continue
        assert proof and proof["cores"] == cores, (experiment, name, cores)
        assert proof["counts"]["operations"], name
        for row in results:
            if experiment == "queue" or name == "workqueue":
                assert row["capacity"] in proof["capacities"], row["variant"]
                assert bulk_of(row) in proof["bulks"], row["variant"]
        rows += len(results)
    assert rows > 150


def test_the_table_lists_all_that_is_registered(run):
    page = Console(file=io.StringIO(), width=100)
    show_proven(run, page)
    lines = page.file.getvalue().splitlines()
    timed = {line.split()[0] for line in lines if " timed " in line}
    listed, _ = twin("list")
    names = {f"barrier/{r['name']}" if r["what"] == "barrier" else r["name"]
             for r in of(listed, "listed")
             if r["what"] in ("lock", "queue", "barrier", "executor")}
    assert {n for n in names if not n.startswith(FULL_ONLY)} <= timed
    assert len(timed) > 20 and max(map(len, lines)) <= 80


@pytest.mark.parametrize("chosen", ["queue=mpmc", "lock=mcs"])
def test_what_the_scheduler_goes_through_is_proven_in_the_log(chosen):
    what, name = chosen.split("=")
    found = [proof for (_, of_what, cores), _, proof in beside(run_of(
        f"bench={what} {chosen} variant={name}* rounds=1 samples=10 cores=2"))
        if (of_what, cores) == (name, 2)]
    assert found and all(proof["counts"]["operations"] for proof in found)
