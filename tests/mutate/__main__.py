# SPDX-License-Identifier: MIT
"""Plants faults in C or in tools/quietcore and counts those that tests see.

usage: tests/mutate c|python [--number N] [--seed S] [--file PATH...]
                             [--unit] [--each] [--list]

So many (600 in C, 200 in Python) are drawn as the seed (1) says, or all of the
files and folders that are named. The same seed draws the same ones from code
that did not change, so that two states of the tests can be compared. make
passes the first three as QC_MUTATE_N, _SEED and _FILE. --list only tells which
are drawn. In C, unit tests see them or a golden run does: two columns. --unit:
only the unit tests, which is quick; --each: both judge every fault.
Status 0: enough were killed; 1: not; 2: a list names what is not there, or the
tests fail without a fault.
"""

from __future__ import annotations

import argparse
import importlib
import os
import signal
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "c"), str(HERE / "python"),
                str(HERE.parent), str(HERE.parent / "golden")]

from judged import BOTH, Wrong, argued, check_known, show  # noqa: E402
from places import BUILD, ROOT  # noqa: E402  (found by the path above)

#: By language: what is drawn where nothing is said, how files end, its name.
LANGUAGES = {"c": (600, (".c", ".h"), "C"), "python": (200, ".py", "Python")}


def typed(name: str) -> str | None:
    """What was typed at make; empty: nothing."""
    return os.environ.get(f"QC_MUTATE_{name}") or None


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("tests/mutate", description=__doc__,
                                     formatter_class=argparse.
                                     RawDescriptionHelpFormatter)
    parser.add_argument("language", choices=LANGUAGES)
    parser.add_argument("--number", type=int, default=typed("N"))
    parser.add_argument("--seed", type=int, default=typed("SEED") or "1")
    parser.add_argument("--file", nargs="*",
                        default=(typed("FILE") or "").split())
    for name in ("--unit", "--each", "--list"):
        parser.add_argument(name, action="store_true")
    return parser.parse_args()


def run(options: argparse.Namespace) -> int:
    usual, ending, name = LANGUAGES[options.language]
    code = importlib.import_module(f"{options.language}_faults")
    for path in options.file:
        if not (ROOT / path).exists():
            raise Wrong(f"there is no {path}")
    number = options.number or (None if options.file else usual)
    listed = argued(ending)
    check_known(listed, code.known({one.file for one in listed}))
    drawn = code.draw(options.file, number, options.seed)
    if options.list:
        print(*(f"{one.mutant.file}:{one.line}: {one.mutant.old} -> "
                f"{one.mutant.new}" for one in drawn), sep="\n")
        return 0
    if not drawn:   # where only files of another language are named
        return 0
    with tempfile.TemporaryDirectory(dir=BUILD, prefix=options.language,
                                     ignore_cleanup_errors=True) as folder:
        stages, judged = code.judge(drawn, number, Path(folder), options)
    return show(name, [one.argued_by(listed) for one in judged],
                [*stages, BOTH] if stages else [])


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        sys.exit(run(arguments()))
    except Wrong as wrong:
        print(f"mutate: {wrong}", file=sys.stderr)
        sys.exit(2)
