# SPDX-License-Identifier: MIT
"""The experiment `workloads`: one worker and eight, on one core and on all."""

import functools

import pytest
from concluded import findings
from quietcore.conclusions.rounds import FIGURE_LEAST
from quietcore.published.catalogue import catalogue
from qemu import EXIT_OK, HOST_BUSY, all_of, boot

SHORT = "bench=workloads rounds=2 trust=tcg "
WORK = ["add", "sort", "find"]
QUICK = {"add": 1000000, "sort": 1024, "find": 100}
CROWDS = (1, 2, 4, 8, 16)  # workers a core, on all cores


@functools.cache
def run_on(cores: int):
    return boot(SHORT + all_of(cores), smp=str(cores))


each_machine = pytest.mark.parametrize("cores", [1, 2, 4])


def forms(n: int, cores: int) -> dict[str, int]:
    """Workers by form on n of so many cores, in the log's order."""
    crowds = {f"{each}_a_core": each * n for each in CROWDS} \
        if n == cores else {}
    return {"sequential": 1, "concurrent": 8} | crowds | {"again": 1}


def counts(cores: int) -> list[int]:
    return [1] if cores == 1 else [1, cores]


@each_machine
def test_each_work_is_validated_and_the_run_is_whole(cores):
    run = run_on(cores)
    assert run.status == EXIT_OK and run.end["status"] == "ok"
    assert {w["code"] for w in run.of("warning")} <= HOST_BUSY
    checked = [(v["variant"], v["cores"]) for v in run.of("validation")]
    assert checked == [(name, n) for n in counts(cores) for name in WORK]
    for v in run.of("validation"):
        assert v["verdict"] == "ok"
        assert v["counts"]["operations"] == 2 * QUICK[v["variant"]]  # both forms


@each_machine
def test_both_forms_are_there_on_one_core_and_on_all(cores):
    results = run_on(cores).of("result")
    assert [(r["variant"], r["cores"]) for r in results] == [
        (f"{name}/{form}", n) for n in counts(cores) for name in WORK
        for form in forms(n, cores)]
    for r in results:
        name, form = r["variant"].split("/")
        assert r["params"]["items"] == r["batch"] == QUICK[name]
        assert r["params"]["workers"] == forms(r["cores"], cores)[form]
        assert ("scale" in r["params"]) == (name == "find")
        assert 0 < r["min"] <= r["p50"]


@each_machine
def test_findings_compare_rows_round_by_round(cores):
    """Workers with one worker of the same round."""
    run = run_on(cores)
    found = {f["name"]: f for f in findings(run.records)
             if f["name"].startswith("gain/")}
    assert found.keys() == {f"gain/{name}/{n}" for n in counts(cores)
                            for name in WORK}
    for name, finding in found.items():
        _, work, n = name.split("/")
        assert (finding["claim"], finding["unit"]) == ("ratio", "times")
        assert finding["subjects"] == [f"{work}/sequential",
                                       f"{work}/concurrent"]
        assert finding["cores"] == int(n)
        assert "published: " in finding["text"]
        check_ratio(finding)


@each_machine
def test_each_published_figure_has_its_finding(cores):
    found = {f.get("published_id") for f in findings(run_on(cores).records)}
    due = {row.id for row in catalogue()
           if row.article == "workloads" and not row.needs
           and not (cores == 1 and ("all_cores" in row.id
                                    or row.id.endswith("further")))}
    assert due <= found


@each_machine
def test_the_number_of_workers_that_does_best_is_asked(cores):
    for f in findings(run_on(cores).records):
        if f["name"].startswith("workers/"):
            work = f["name"].split("/")[1]
            assert f["claim"] == "order" and f["cores"] == cores
            assert f["subjects"] == [f"{work}/sequential", *(
                f"{work}/{each}_a_core" for each in CROWDS)]


def check_ratio(finding: dict):
    """The value lies among the ratios of the rounds that are there."""
    ratios = [own / base for base, own in zip(*finding["rounds"], strict=True)
              if base and own]
    if len(ratios) < FIGURE_LEAST:
        assert finding["value"] is None and finding["verdict"] == "unsure"
        return
    # A thousandth is cut off, at most.
    assert min(ratios) - 0.001 <= finding["low"] <= finding["value"] <= \
        finding["high"] <= max(ratios)


def test_waiting_overlaps_on_a_single_core():
    """Order of magnitude only: eight readers that wait wait together."""
    p50 = {r["variant"]: r["p50"] for r in run_on(1).of("result")}
    assert p50["find/concurrent"] < p50["find/sequential"] / 2


@pytest.mark.parametrize("scale", [1, 8])
def test_the_scale_is_recorded_and_keeps_the_ratio(scale):
    run = boot(SHORT + f"variant=find scale={scale}", smp="1")
    results = {r["variant"]: r for r in run.of("result")}
    assert {r["params"]["scale"] for r in results.values()} == {scale}
    ratio = results["find/concurrent"]["p50"] / results["find/sequential"]["p50"]
    assert ratio < 0.5
    hz = run.context["tsc_hz"]
    assert results["find/sequential"]["min"] >= hz / 1000 / scale  # the wait


def test_all_workers_run_where_there_are_more_workers_than_cores():
    run = boot(SHORT + "variant=sort cores=1", smp="2")
    assert {r["variant"] for r in run.of("result")} == {
        f"sort/{form}" for form in forms(1, 1)}


def test_the_full_suite_has_the_published_sizes():
    run = boot("bench=workloads suite=full rounds=2 trust=tcg variant=sort,add",
               smp="1", memory=384, timeout=200)
    assert run.status == EXIT_OK
    assert {r["variant"].split("/")[0]: r["params"]["items"]
            for r in run.of("result")} == {"add": 10000000, "sort": 4096}


def test_little_memory_scales_the_sum_down_and_says_so():
    run = boot("bench=workloads suite=full rounds=2 trust=tcg variant=add",
               smp="1", memory=64)
    assert run.status == EXIT_OK
    warning, = run.warned("scaled_down")
    items = {r["params"]["items"] for r in run.of("result")}
    assert len(items) == 1 and 1000 <= items.pop() < 10000000
    assert "of 10000000" in warning["text"]
