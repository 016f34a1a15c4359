# SPDX-License-Identifier: MIT
"""Plants faults in tools/quietcore and looks whether a test fails.

usage: tests/mutate/python [--number N] [--seed S] [--file TEXT] [--jobs J]
       tests/mutate/python --list

`--number` (200) are drawn as `--seed` (1) says, from each kind in turn; with
`--file`, of those whose path has its text (all). The same seed draws the same
ones from code that did not change. make passes these three as QC_MUTATE_N,
_SEED and _FILE. Status 0: enough were killed; 1: not; 2: the list names what is
not there; 3: the tests fail without a fault.
"""

from __future__ import annotations

import argparse
import itertools
import os
import signal
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent), str(HERE)]

from judged import (ARGUED, EQUIVALENT, KILLED, SURVIVED,  # noqa: E402
                    Judged, Mutant, Wrong, argued, check_known, show)
from places import BUILD, ROOT  # noqa: E402  (found by the path above)
from plant import Fault, all_faults, drawn  # noqa: E402
from tests_of import Broken, watch  # noqa: E402
from trial import Workshop  # noqa: E402

NUMBER = 200
TRIED = 20      # tests that are run once with nothing planted


def plant(shop: Workshop, fault: Fault, limits: dict[str, float]) -> str | None:
    """Which test kills it; None: it survives."""
    source = (ROOT / fault.file).read_bytes()
    return shop.trial(fault.file, fault.planted_in(source), limits)


def must_be_sound(shop: Workshop, fault: Fault,
                  limits: dict[str, float]) -> None:
    """A trial with nothing planted sees nothing. Raises Broken."""
    limits = dict(itertools.islice(limits.items(), TRIED))
    said = shop.trial(fault.file, (ROOT / fault.file).read_bytes(), limits)
    if said:
        raise Broken(f"with nothing planted a test fails: {said}")


def judged(fault: Fault, killer: str | None, reason: str | None) -> Judged:
    """Raises Wrong where what is called equivalent was seen."""
    if reason is not None:
        if killer:
            raise Wrong(f"{ARGUED.name}: {killer} sees {fault.mutant}")
        return Judged(fault.mutant, fault.line, EQUIVALENT, reason)
    return Judged(fault.mutant, fault.line, KILLED if killer else SURVIVED,
                  killer or "")


def sampled(shop: Workshop, faults: list[Fault],
            reasons: dict[Mutant, str]) -> list[Judged]:
    """Each of them against all tests that can see it."""
    if not faults:
        return []
    seen = watch(shop.trees[0], shop.folder / "seen", shop.jobs)
    must_be_sound(shop, faults[0], seen.of(faults[0]))

    def one(fault: Fault) -> Judged:
        found = judged(fault, plant(shop, fault, seen.of(fault)),
                       reasons.get(fault.mutant))
        print(found, file=sys.stderr, flush=True)
        return found

    return shop.map(one, faults)


def typed(name: str) -> str:
    """What was typed at make; empty: nothing."""
    return os.environ.get(f"QC_MUTATE_{name}", "")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "mutate-python", description=__doc__.splitlines()[0])
    parser.add_argument("--number", type=int, metavar="N",
                        default=typed("N") or None)
    parser.add_argument("--seed", type=int, metavar="S",
                        default=typed("SEED") or "1")
    parser.add_argument("--file", metavar="TEXT", default=typed("FILE"))
    parser.add_argument("--jobs", type=int, metavar="J",
                        default=len(os.sched_getaffinity(0)))
    parser.add_argument("--list", action="store_true")
    return parser.parse_args()


def main() -> int:
    options = arguments()
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    faults = all_faults(ROOT)
    reasons = argued(".py")
    check_known(reasons, [fault.mutant for fault in faults])
    chosen = drawn([fault for fault in faults if options.file in fault.file],
                   options.number or (len(faults) if options.file else NUMBER),
                   options.seed)
    # Where files of another language are named, nothing is said.
    if not chosen and not (ROOT / options.file).exists():
        raise Wrong(f"no path below tools/quietcore has '{options.file}'")
    if options.list:
        print(*(f"{f.kind:18} {f.file}:{f.line}: {f.mutant.old} -> "
                f"{f.mutant.new}" for f in chosen), sep="\n")
        return 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        shop = Workshop(ROOT, Path(folder), BUILD, options.jobs)
        return show("Python", sampled(shop, chosen, reasons))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Wrong as wrong:
        print(f"mutate: {wrong}", file=sys.stderr)
        sys.exit(2)
    except Broken as broken:
        print(f"mutate: {broken}", file=sys.stderr)
        sys.exit(3)
