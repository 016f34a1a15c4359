# SPDX-License-Identifier: MIT
"""Experiment `primes` on a narrow terminal."""

import io

import make_log
from in_process import read
from quietcore.conclusions.gate import Subject
from quietcore.tables.shares import show_runs
from records import stated, value
from rich.cells import cell_len
from rich.console import Console


def test_where_it_pays_goes_on_below_where_there_is_no_room():
    doubted = stated(value("crossover/spsc", Subject(
        "", "fit", [1000, 9000000] * 3), "primes", cores=2))
    body = [make_log.result(experiment="primes", variant=name, cores=2,
                            params={"n": n}, p50=p50)
            for name in ("sequential", "spsc")
            for n, p50 in ((100, 400), (10000, 123456))]
    [run] = read(b"".join(make_log.lines([*body, doubted])))
    out = io.StringIO()
    show_runs(run, Console(file=out, width=40))
    lines = out.getvalue().splitlines()
    assert all(cell_len(line) <= 40 for line in lines), lines
    assert " ".join(" ".join(lines).split()).count("inconclusive") == 1
    assert any("9000" in line for line in lines)
