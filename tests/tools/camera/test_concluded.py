# SPDX-License-Identifier: MIT
"""What is concluded from codes is what is concluded from the log that the same
records make, by the image's own functions."""

import csv
import gzip
from functools import cache
from pathlib import Path

import camera_codes
import orjson
import pytest
from concluded import run_of as log_of
from in_process import qc
from quietcore.camera.collected import part_of
from quietcore.camera.shown import run_of
from quietcore.camera.told import told_by
from quietcore.conclusions.asking import asked_by, concluded, finding, record_of
from quietcore.conclusions.questions import Template, table
from quietcore.conclusions.rows import rows_of
from quietcore.log.reading import Run, read_stream
from quietcore.status import Status
from quietcore.tables.page import Page

RECORDED = Path(__file__).parents[1] / "recorded"
LOGS = ("full", "silicon", "emulated", "linux", "leaky", "workqueue")
#: Fields that a question may ask for, of those that codes carry.
CARRIED = {"unit", "fair", "record"}
FIELDS = ("experiment", "variant", "cores", "unit", "rounds", "p50", "batch",
          "primitive", "together_rounds", "user", "crowded", "fair", "serial",
          "pair", "peak_rounds")


def row(kind: str, experiment: str, variant: str, rounds: list, cores: int = 2,
        unit: str = "ticks", **more) -> dict:
    own = {"p50": rounds[0], "batch": 1} if kind == "result" else {}
    return {"record": kind, "experiment": experiment, "variant": variant, "cores": cores,
            "params": {}, "unit": unit, "rounds": rounds} | own | more


def proof(variant: str, verdict: str, experiment: str = "lock") -> dict:
    return {"record": "validation", "experiment": experiment,
            "variant": variant, "cores": 2, "verdict": verdict}


CONTEXT = {"record": "context", "trust": "metal", "trust_claimed": None,
           "tsc_hz": 2100000000, "tsc_step": 42}
NOISY = [100.5, 97, 96.25, 120, 101, 99, 98]
#: What no recorded log has.
OWN = [
    CONTEXT,
    row("result", "lock", "mcs", [42, 42, 42.5, 41.75, 42, 42, 42], 1,
        batch=8, params={"mode": "batch"}),
    row("result", "lock", "own", NOISY, 1, user=True),
    row("result", "lock", "mcs/contend", NOISY, primitive="mcs", fair=True,
        together_rounds=[each / 2 for each in NOISY], disturbed_rounds=[3],
        quiet="disturbed", round_means=[each + 1 for each in NOISY]),
    row("result", "lock", "own/contend", [200, 201.5, 199, 250, 200, 200, 203],
        primitive="own", user=True, fair=True),
    row("result", "lock", "tas/contend", NOISY, crowded=True, primitive="tas"),
    proof("ttas", "failed"), proof("tas", "not_proven"),
    proof("mcs", "not_proven", "queue"),
    row("result", "workqueue", "across", NOISY, params={"consumer": 1},
        primitive="workqueue", pair="cores of one die"),
    row("result", "primes", "sequential", NOISY, params={"n": 100},
        serial=True),
    row("result", "primes", "shared", [500] * 7, params={"n": 100}),
    row("quantity", "primes", "shared/crossover", ["never"] * 4 + [
        5000, None, 7000], unit="numbers", primitive="shared"),
    row("quantity", "inject", "cpu", [2, 2.25, 2, 1.75, 2, 2],
        unit="workers a second", peak_rounds=[90, 91, 88, 90, 90, 92]),
    row("quantity", "switch", "memory", [8192], 1, "bytes"),
]
UNSURE = [CONTEXT, {"record": "warning", "code": "exchange_not_proven",
                    "text": ""}, *OWN[1:]]


def as_now(record: dict) -> dict:
    """Images of before told the mean between operations of any core alone."""
    return {name: value for name, value in record.items()
            if name != "together" or "together_rounds" in record}


@cache
def log(name: str) -> Run:
    if name in ("own", "unsure"):
        return log_of(OWN if name == "own" else UNSURE)
    lines = gzip.decompress((RECORDED / f"{name}.log.gz").read_bytes())
    run = read_stream(lines.splitlines(keepends=True))[-1]
    return log_of(map(as_now, map(orjson.loads, run.lines)))


def codes_of(run: Run) -> list[bytes]:
    text, context = camera_codes.kept(line + b"\n" for line in run.lines)
    return camera_codes.parts(f" a page\n{text}", context=context)


@cache
def told(name: str):
    """The same by its codes: what they tell, and as a run."""
    parts = [*map(part_of, codes_of(log(name)))]
    found = told_by("".join(part.text for part in parts))
    return found, run_of(found, parts[0].context)


def by_question(run: Run, template: Template) -> list[dict]:
    return [record_of(finding(template, each)) for each in asked_by(template, rows_of(run))]


def is_carried(template: Template) -> bool:
    """Its rows have all that it asks for in the codes, too."""
    return not template.reckon and all(
        not each.column and each.where.keys() <= CARRIED
        for each in template.subjects)


@pytest.mark.parametrize("name", (*LOGS, "own", "unsure"))
def test_verdicts_and_figures_are_those_of_the_log(name):
    found, run = told(name)
    assert found.unknown == [] and found.sent == len(found.records) > 0
    for template in filter(is_carried, table()):
        assert by_question(run, template) == by_question(log(name), template)
    all_of_log, all_of_codes = concluded(log(name)), concluded(run)
    assert all_of_codes and [each for each in all_of_codes
                             if each not in all_of_log] == []


@pytest.mark.parametrize("name", (*LOGS, "own"))
def test_rows_have_the_log_s_rounds_to_the_digit(name):
    found = told(name)[0].rows
    for kind in ("result", "quantity"):
        for of_codes, of_log in zip([each for each in found if each["record"] == kind],
                                    log(name).of(kind), strict=True):
            for key in FIELDS:
                # One that is false is left out, and was not once.
                assert of_codes.get(key, False) == of_log.get(key, False), key
            assert of_codes.get("disturbed_rounds", []) == \
                of_log.get("disturbed_rounds", [])


def test_what_is_reckoned_and_asked_of_other_columns_is_there():
    names = {(each["experiment"], each["name"])
             for each in concluded(told("own")[1])}
    assert names >= {
        ("lock", "fastest_fair"), ("lock", "fastest_contended"),
        ("workqueue", "across"), ("primes", "times/shared/100"),
        ("primes", "crossover/shared"), ("inject", "cpu_injected"),
        ("inject", "cpu_peak"), ("switch", "memory")}
    assert ("workqueue", "contended/each") in {
        (each["experiment"], each["name"])
        for each in concluded(told("silicon")[1])}


def photographed(name: str, folder: Path) -> list[Path]:
    shots = []
    for at, codes in enumerate(camera_codes.paired(codes_of(log(name)))):
        shots.append(folder / f"{at}.png")
        camera_codes.screen(codes).save(shots[-1])
    return shots


@pytest.mark.parametrize("name", ("silicon", "leaky", "own"))
def test_a_photograph_concludes_in_the_form_of_a_log(name, tmp_path):
    done = qc("scan", *photographed(name, tmp_path))
    assert done.exit_code == Status.OK, done.output
    lines = [line.rstrip() for line in done.output.splitlines()]
    wanted = [text.rstrip() for text, _ in
              Page(told(name)[1]).concluded()]
    at = lines.index("a page") + 2
    assert lines[at:at + len(wanted)] == wanted != []
    # A log's page has no room for all, and says why something is not told.
    of_log = {text.rstrip() for text, _ in Page(log(name)).concluded()}
    assert set(wanted) - of_log == set()


def test_without_a_code_the_rows_that_are_there_conclude(tmp_path):
    shots = photographed("leaky", tmp_path)
    done = qc("scan", *shots[1:])
    assert done.exit_code == Status.INCOMPLETE
    assert "code with the answer page is missing" in done.output
    assert "lock " in done.output and "inconclusive" in done.output


def test_csv_has_the_clean_rounds_ends(tmp_path):
    qc("scan", *photographed("own", tmp_path), "-o", tmp_path / "x.csv")
    with open(tmp_path / "x.csv", newline="") as file:
        rows = {(row["experiment"], row["variant"]): row
                for row in csv.DictReader(file)}
    names = ("median", "low", "high", "clean", "disturbed", "turns")
    for row, figures in {
            ("lock", "mcs/contend"): "100.5 96.25 101 6 true false",
            ("primes", "shared/crossover"): " 5000  6 false false",
            ("switch", "memory"): "8192 8192 8192 1 false false"}.items():
        assert [rows[row][name] for name in names] == figures.split(" ")
    assert rows["lock", "tas/contend"]["turns"] == "true"
