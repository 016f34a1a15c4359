# SPDX-License-Identifier: MIT
"""A run that went well: what each of them holds."""

from verdicts import nothing_wrong
from qemu import EXIT_OK

SHORT = "rounds=2 budget=20 samples=40 trust=tcg "

#: With more virtual cores than real ones a hand-over waits for the host's
#: scheduler: there one of each kind must do.
FEW = "variant=ring/pair,ring/push,ring/pop,mcs,call,yield,spawn,rmw "


def sweep(cores: int) -> list[int]:
    """Core counts of the quick suite."""
    counts = [1]
    while counts[-1] < cores:
        counts.append(min(2 * counts[-1], cores))
    return counts


def check_whole_run(run, cores: int):
    """A run that went well, with everything in it."""
    assert run.status == EXIT_OK
    assert run.end["status"] == "ok"
    assert run.of("panic") == []
    assert run.context["cores_started"] == cores
    assert len(run.context["apic_ids"]) == cores
    assert [c["state"] for c in run.of("core")] == ["started"] * cores
    assert nothing_wrong(run.of("validation"))
    assert all(v["counts"]["operations"] > 0 for v in run.of("validation"))
    for result in run.of("result"):
        assert result["min"] <= result["p50"] <= result["p90"]
        assert "p99" not in result or result["batch"] == 1
    measured = {(r["variant"], r["cores"]) for r in run.of("result")}
    assert {c for v, c in measured if v == "ring/pair"} == set(sweep(cores))
    assert {c for v, c in measured if v == "ring/push"} >= {1}
    assert {("call", 1), ("yield", 1), ("spawn", 1)} <= measured
    away = {c for v, c in measured if v == "spawn/remote"}
    assert away == set(sweep(cores)) - {1}
