# SPDX-License-Identifier: MIT
"""What a log says of its samples and rounds, reckoned again with NumPy and
SciPy: every statistic, every interval, every finding."""

import math

import numpy as np
import pytest
from program import of, twin
from qemu import boot
from quietcore.conclusions.finding import untrue
from quietcore.conclusions.rounds import four_digits
from scipy.stats import binom

#: What the runner samples, and what samples itself, in few items.
SAMPLED = "suite=quick bench=floor,line,lock,primes,queue,spawn,switch," \
          "timer,wake,workloads samples=raw rounds=6 budget=20 scale=10000"
#: It does not count the samples of its rounds.
UNCOUNTED = "line"
#: Whose findings are of nothing but rounds of results.
OF_RESULTS = ("wake", "workloads")
ALL = "suite=quick rounds=6 samples=200 budget=60 scale=10000"
PERCENTILES = {"p50": .5, "p90": .9, "p99": .99, "p999": .999}


def written(milli: int, batch: int) -> float:
    """Thousandths a sample as the log writes them for one operation."""
    size = abs(int(milli)) // batch
    return four_digits(-size if milli < 0 else size) / 1000


def key(record: dict) -> tuple:
    return (record["experiment"], record["variant"], record["cores"],
            *sorted(record["params"].items()))


def raw_of(records: list[dict]) -> dict[tuple, np.ndarray]:
    """By result: rows of round, ticks."""
    rows: dict[tuple, list] = {}
    for series in of(records, "series"):
        if series["columns"][-2:] == ["round", "ticks"]:
            assert "thinned" not in series
            rows.setdefault(key(series), []).extend(
                [row[-2:] for row in series["rows"]])
    return {name: np.array(found, dtype=np.int64)
            for name, found in rows.items()}


def quantile(values, share: float = .5) -> float:
    """By nearest rank."""
    return float(np.quantile(values, share, method="inverted_cdf"))


def middle(samples: np.ndarray, share: float = .5) -> int:
    return int(quantile(samples, share))


def mean(samples: np.ndarray) -> int:
    """Thousandths, cut as C does."""
    total = int(samples.sum()) * 1000
    return total // samples.size if total >= 0 else -(-total // samples.size)


def statistics_of(samples: np.ndarray, batch: int) -> dict[str, float]:
    """Every statistic of a result, in the log's words."""
    ticks = samples[:, 1]
    figures = {name: middle(ticks, share) for name, share
               in PERCENTILES.items()}
    figures |= {"min": ticks.min(), "max": ticks.max(),
                "mad": middle(np.abs(ticks - figures["p50"]))}
    by_round = [ticks[samples[:, 0] == at]
                for at in range(samples[:, 0].max() + 1)]
    return {name: written(int(each) * 1000, batch)
            for name, each in figures.items()} | {
        "n": ticks.size, "mean": written(mean(ticks), batch),
        "rounds": [written(middle(each) * 1000, batch) for each in by_round],
        "round_means": [written(mean(each), batch) for each in by_round]}


def differences(record: dict, right: dict) -> list[str]:
    return [f"{key(record)} {name}: {record[name]}, not {figure}"
            for name, figure in right.items()
            if record[name] is not None and record[name] != figure]


@pytest.mark.full
def test_every_statistic_of_the_raw_samples():
    records, _ = twin(SAMPLED, seconds=300)
    assert {r["experiment"] for r in of(records, "result")} >= {
        "floor", "line", "lock", "primes", "queue", "switch", "timer", "wake",
        "workloads"}
    assert_samples(records, 100)


@pytest.mark.full
def test_every_statistic_of_a_boot():
    run = boot("bench=line,primes,queue,wake,workloads samples=40 samples=raw "
               "rounds=6 budget=20 scale=100000 trust=tcg series=whole",
               smp="2", timeout=300)
    assert {r["experiment"] for r in run.of("result")} == {
        "line", "primes", "queue", "wake", "workloads"}
    assert_samples(run.records, 50)


def assert_samples(records: list[dict], least: int):
    """So many results at least, and each says what its samples do."""
    raw = raw_of(records)
    results = [r for r in of(records, "result")
               if r["experiment"] != UNCOUNTED]
    assert len(results) > least
    assert not [key(r) for r in results if key(r) not in raw]
    assert not [line for r in results for line in differences(
        r, statistics_of(raw[key(r)], r["batch"]))]
    assert not foreign_rounds(records, raw)
    assert_findings(of(records, "finding"))


def clean_rounds(result: dict, samples: np.ndarray) -> list:
    """As a finding takes them: a disturbed one is none."""
    rounds = statistics_of(samples, result["batch"])["rounds"]
    return [None if at in result.get("disturbed_rounds", ()) else middle
            for at, middle in enumerate(rounds)]


def foreign_rounds(records: list[dict], raw: dict) -> list[str]:
    """Subjects of findings whose rounds are no result's raw samples'."""
    known = [(r["experiment"], clean_rounds(r, raw[key(r)]))
             for r in of(records, "result") if key(r) in raw]
    findings = [f for f in of(records, "finding")
                if f["experiment"] in OF_RESULTS and "rounds" in f]
    assert {f["experiment"] for f in findings} >= {"workloads"}
    return [f"{f['experiment']} {f['name']}: {subject}"
            for f in findings for subject, rounds
            in zip(f["subjects"], f["rounds"])
            if (f["experiment"], rounds) not in known]


#: What a series of `threads` says of a k, and its rounds.
CURVE = ("took", "earliest", "queued", "waited", "late", "share_ppm")


def curves_of(records: list[dict], column: str) -> dict[tuple, list[dict]]:
    """By design: the rows of those series that have this column."""
    curves: dict[tuple, list] = {}
    for series in of(records, "series"):
        if series["experiment"] == "threads" and column in series["columns"]:
            curves.setdefault(key(series), []).extend(
                dict(zip(series["columns"], row)) for row in series["rows"])
    return curves


def median_of(rounds: list[dict], name: str) -> int:
    clean = [row for row in rounds if not row["disturbed"]]
    return middle(np.array([row[name] for row in clean or rounds]))


@pytest.mark.full
def test_every_point_of_a_curve_of_its_raw_rounds():
    records, _ = twin("suite=quick bench=threads samples=raw rounds=6 "
                      "scale=10000", seconds=300)
    rounds = curves_of(records, "round")
    curves = curves_of(records, "workers")
    assert len(curves) >= 4
    for design, points in curves.items():
        for point in points:
            own = [row for row in rounds[design] if row["k"] == point["k"]]
            assert [row["round"] for row in own] == list(range(len(own)))
            assert {name: point[name] for name in CURVE} == {
                name: median_of(own, name) for name in CURVE}
    assert_findings(of(records, "finding"))


def interval(values: list[float]) -> tuple[float, float, float]:
    """The median, and the order statistics that enclose it in 95 %."""
    ordered, n = sorted(values), len(values)
    k = max((k for k in range(1, n // 2 + 1)
             if 1 - 2 * binom.cdf(k - 1, n, .5) >= .95), default=1)
    return quantile(ordered), ordered[k - 1], ordered[n - k]


def figures_of(finding: dict) -> tuple[float, float, float] | None:
    """Value and interval of a finding from its rounds; None: it has none."""
    rounds = [[math.inf if value == "never" else value
               for value in own if value is not None]
              for own in finding["rounds"]]
    if finding["claim"] == "ratio":
        base, own = finding["rounds"]
        pairs = [int(b * 1000 * 1000 + .5) // int(a * 1000 + .5)
                 for a, b in zip(base, own) if a and b is not None]
        value, low, high = interval(pairs)
        return tuple(four_digits(int(each)) / 1000
                     for each in (value, low, high))
    if finding["claim"] == "order":
        fit = [own for own, fitness in zip(rounds, finding["fitness"])
               if fitness == "fit" and len(own) >= 6]
        return min(map(interval, fit), default=None)
    if finding["claim"] == "crossing":
        least, most, middle = map(interval, rounds)
        return middle[0], least[1], most[2]
    return interval(rounds[0])


@pytest.mark.full
def test_every_interval_and_finding_of_all_experiments():
    records, _ = twin(ALL, seconds=300)
    findings = [f for f in of(records, "finding") if f.get("claim")]
    assert len({f["experiment"] for f in findings}) >= 4
    assert_findings(findings)


def assert_findings(findings: list[dict]):
    for finding in findings:
        assert untrue(finding) == ""
        if not finding.get("claim"):
            continue
        if finding["verdict"] not in ("sure", "tie"):
            continue
        # "never" is null: above all numbers.
        told = tuple(math.inf if finding[name] is None else finding[name]
                     for name in ("value", "low", "high"))
        right = figures_of(finding)
        assert told[0] == right[0], finding
        if finding["claim"] != "order":     # two may share the least median
            assert told == right, finding


@pytest.mark.full
def test_every_price_of_its_rounds():
    """What `dispatch` says of passes without stamps."""
    records, _ = twin("suite=quick bench=dispatch rounds=6 budget=20",
                      seconds=300)
    results = [r for r in of(records, "result") if len(r["wall_rounds"]) > 1]
    assert len(results) > 20
    for result in results:
        clean = [wall for wall in result["wall_rounds"] if wall is not None]
        assert not clean or result["wall_per_task"] == quantile(clean), result
        assert result["body"] == quantile(result["body_rounds"]), result
    assert_findings(of(records, "finding"))
