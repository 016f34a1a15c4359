# SPDX-License-Identifier: MIT
"""Tasks that compute and sleep, by every design: how long, on what, starved."""

import pytest
from concluded import findings, middle
from verdicts import nothing_wrong
from quietcore.published.catalogue import catalogue
from qemu import EXIT_FAILED, EXIT_OK, all_of, boot, counted, repeats

DESIGNS = {"fixed", "unbounded", "bounded", "gated", "steps", "virtual"}
PURE = {"fixed", "unbounded", "virtual"}
SMALL = "bench=threads trust=tcg scale=4000"
COUNTED = "bench=threads scale=4000"


def concluded(run) -> dict[str, dict]:
    """By name, what the host concludes."""
    return {f["name"]: f for f in findings(run.records)}


def curves(run) -> dict[str, dict[int, dict]]:
    """By design, then by k: the row with its columns' names."""
    return {s["variant"]: {row[0]: dict(zip(s["columns"], row))
                           for row in s["rows"]} for s in run.of("series")}


@pytest.mark.parametrize("cores", [1, *(pytest.param(
    n, marks=pytest.mark.full) for n in (2, 4))])
def test_every_design_does_every_task(cores):
    run = boot(f"{SMALL} {all_of(cores)}", smp=str(cores))
    assert run.status == EXIT_OK
    assert nothing_wrong(run.of("validation"))
    rows = curves(run)
    assert set(rows) == DESIGNS | {f"{name}/pure" for name in PURE}
    for name, points in rows.items():
        for k, p in points.items():
            few = name.split("/")[0] in ("fixed", "steps")
            assert p["tasks"] == k * cores
            most = 18 * cores if name == "bounded" else p["tasks"]
            assert p["workers"] == (cores if few else min(most, p["tasks"]))
            assert p["stack_kib"] == p["workers"] * 20
            assert p["took"] >= p["earliest"] > 0
            assert p["took"] >= p["queued"]
            assert 0 < p["share_ppm"] <= 1000000
    assert {s["params"]["scale"] for s in run.of("series")} == {4000}


def test_the_sentences_name_the_published_figures():
    found = concluded(counted(COUNTED))
    assert {"together", "pure_ratio", "first_done", "bystander", "fixed_batch",
            "flat_steps", "flat_to_steps", "gate", "queue", "utilisation",
            "formula", "best_k", "pure_virtual", "asleep", "wake_once",
            "late_random"} <= set(found)
    assert all("(published: " in f["text"] for f in found.values()
               if f.get("published"))
    assert {name for name, f in found.items() if f["published_id"]} == {
        row.id.removeprefix("threads.") for row in catalogue()
        if row.article == "threads" and not row.needs}


def test_counted_rounds_are_alike_and_most_claims_sure():
    found = concluded(counted("bench=threads"))
    unsure = {name for name, f in found.items() if f["verdict"] == "unsure"}
    assert 3 * len(unsure) <= len(found), unsure
    assert found["pure_ratio"]["verdict"] == "tie"
    assert found["first_done"]["winners"] == ["fixed"]
    assert found["fixed_batch"]["value"] == pytest.approx(5, rel=0.02)
    assert found["asleep"]["verdict"] == "tie"


def test_only_the_designs_asked_for():
    run = boot(SMALL + " variant=steps,gated", smp="2")
    assert set(curves(run)) == {"steps", "gated"}


def test_two_runs_are_the_same_to_the_last_digit():
    assert counted(COUNTED).status == EXIT_OK
    assert repeats(COUNTED)


@pytest.mark.full
def test_counted_instructions_have_the_published_shape():
    run = counted("bench=threads suite=full rounds=1")
    rows, found = curves(run), concluded(run)
    assert set(rows["fixed"]) == {1, 2, 5, 10, 18, 25}
    assert set(rows["steps"]) == {1, 2, 5, 10, 18, 25, 40, 100}
    assert set(rows["fixed/pure"]) == {1, 2, 5, 10, 18, 40, 100}
    # As many threads as tasks gain nothing, and starve each other.
    pure, many = rows["fixed/pure"][100], rows["unbounded/pure"][100]
    assert 0.95 < many["took"] / pure["took"] < 1.1
    assert many["earliest"] > 50 * pure["earliest"]
    assert many["late"] > 50 * pure["late"]
    # A sleeping task holds its worker in the fixed pool alone.
    fixed = rows["fixed"]
    assert all(0.98 < fixed[k]["took"] / fixed[1]["took"] / k < 1.02
               for k in fixed)
    for name in DESIGNS - {"fixed"}:
        assert rows[name][18]["took"] < 1.1 * rows[name][1]["took"]
        assert rows[name][25]["took"] > 1.25 * rows[name][1]["took"]
    assert rows["gated"][18]["took"] < rows["unbounded"][18]["took"]
    rounds = [first for first, in found["best_k"]["rounds"]]
    subjects = found["best_k"]["subjects"]
    # From 18 on all cores are busy: none beyond does more.
    assert subjects[rounds.index(min(rounds))] in (
        "18 a core", "25 a core", "40 a core", "100 a core")
    assert abs(middle(found["utilisation"]) - 1000 / 18.5) < 1
    assert found["asleep"]["subjects"] == ["alone", "beside 6000 sleepers"]


@pytest.mark.full
@pytest.mark.nightly
def test_ratios_do_not_depend_on_the_scale():
    """The reported ratios at two scales, within 10 %."""
    one, other = (curves(counted(f"bench=threads suite=full rounds=1 scale={scale}"))
                  for scale in (1000, 400))
    assert set(one) == set(other)
    for name, points in one.items():
        base = points[1]["took"], other[name][1]["took"]
        for k, p in points.items():
            ratio = p["took"] / base[0], other[name][k]["took"] / base[1]
            assert 0.9 < ratio[0] / ratio[1] < 1.1, (name, k, ratio)


@pytest.mark.parametrize("option", ["scale=0", "slice=0", "scale=x"])
def test_a_bad_option_is_named(option):
    run = boot(f"bench=threads {option}")
    assert run.status == EXIT_FAILED
    assert any(w["text"].startswith(f"{option}: ") for w in run.warned("bad_option"))


def test_a_scale_too_large_for_a_task_is_said():
    run = boot("bench=threads variant=steps trust=tcg scale=1000000")
    assert run.status == EXIT_OK and run.warned("task_length")


@pytest.mark.full
def test_little_memory_limits_what_is_recorded():
    """Workers and sleepers that do not fit: said so, and the run goes on."""
    run = counted("bench=threads suite=full rounds=1 scale=4000 "
                  "variant=fixed,unbounded", memory=15)
    assert run.status == EXIT_OK
    skipped = {s["variant"]: s["reason"] for s in run.of("skipped")}
    assert "no memory" in skipped["unbounded"]
    assert "from k=" in skipped["unbounded"]
    assert "fixed" not in skipped and "fixed" in curves(run)
    assert run.warned("few_sleepers")
