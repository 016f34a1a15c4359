# SPDX-License-Identifier: MIT
"""Writes the golden runs anew: make golden. git diff shows what changed.

usage: tests/golden [NAME...]
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import golden  # noqa: E402  (found by the path above)


def renew(file: Path) -> str:
    """What happened to the file."""
    kept = file.read_text(encoding="utf-8")
    now = golden.text_of(golden.run_of(kept))
    if now == kept:
        return ""
    file.write_text(now, encoding="utf-8")
    return f"changed {file.relative_to(golden.ROOT)}"


def main() -> int:
    names = sys.argv[1:]
    files = [file for file in golden.files()
             if not names or file.stem in names]
    missing = set(names) - {file.stem for file in files}
    if missing:
        print(f"golden: there is no tests/golden/{missing.pop()}.txt",
              file=sys.stderr)
        return 2
    # The others leave out what those say that are shown whole.
    first = [file for file in golden.shown_whole() if file in files]
    then = [file for file in files if file not in first]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        changed = [word for part in (first, then)
                   for word in pool.map(renew, part) if word]
    print(*changed, f"{len(files)} golden runs, {len(changed)} changed",
          sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
