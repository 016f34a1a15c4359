# SPDX-License-Identifier: MIT
"""Which core did how many of the operations that cores did together."""

from __future__ import annotations

from quietcore.report.draw.model import Axis, Drawing, Lanes, Segment
from quietcore.report.pictures.logs import Log, emulated
from quietcore.tables.results import parameters

MOST_LANES = 24
CORES = 8       # kinds there are; of more cores two share one


def segments_of(log: Log, row: dict, name: str) -> list[Segment]:
    """A row's operations, core after core, in per cent."""
    counts = row["per_core"]
    total, at, found = sum(counts), 0.0, []
    for core, count in enumerate(counts):
        end = at + 100 * count / total
        found.append(Segment(name, at, end, core % CORES,
                             f"core {core}: {count} of {total}"))
        at = end
    return found


def shares_by_core(logs: list[Log], experiment: str) -> list[Drawing]:
    """A lane for each row that several cores did together."""
    segments, most, cut = [], 0, 0
    common: dict[str, None] = {}
    for log in logs:
        rows = [r for r in log.of(experiment)
                if sum(r.get("per_core") or ()) > 0 and r["cores"] > 1]
        shown = rows[:max(1, MOST_LANES // len(logs))]
        alike = len({parameters(row) for row in shown}) == 1
        if alike and parameters(shown[0]):
            common[f"All with {parameters(shown[0])}."] = None
        for row in shown:
            words = [row["variant"], f"{row['cores']}c"]
            words += [parameters(row)] if parameters(row) and not alike else []
            words += [f"x{row['batch']}"] + \
                ([log.name] if len(logs) > 1 else [])
            most = max(most, len(row["per_core"]))
            cut = max(cut, row["cores"] - len(row["per_core"]))
            segments += segments_of(log, row, " ".join(words))
    if not segments:
        return []
    kinds = ["core " + ", ".join(map(str, range(i, max(most, i + 1), CORES)))
             for i in range(CORES)]
    return [Drawing(
        f"{experiment}-shares", "Operations by core",
        "Which share of the operations each core did, until the first had all "
        "of its own.", Lanes(
            Axis(emulated("% of the operations", logs), bounds=(0, 100)),
            kinds, segments, whole=True),
        [f"c: cores, x: batch. At most {MOST_LANES} rows are shown.",
         *common,
         *([f"Logs tell of the first {most} cores only: shares are of "
            "these."] if cut > 0 else [])])]
