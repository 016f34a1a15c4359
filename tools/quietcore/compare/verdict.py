# SPDX-License-Identifier: MIT
"""Each row's verdict: slower, faster, equivalent, inconclusive.

docs/compare.md is the contract. The rows of an experiment are judged together: of many rows some
lie far apart by chance. Of counted instructions any difference is one, and none is chance.
"""

from __future__ import annotations

import math

from quietcore.compare.around import boots_alike, parted, rounds_alike
from quietcore.compare.beside import set_beside
from quietcore.compare.measured import (
    EQUIVALENT, FASTER, INCONCLUSIVE, LEFT_OUT, SLOWER, Compared, Comparison, Key, Likeness, Row,
    Side)
from quietcore.compare.ranks import Ratio, adjusted, least_p, outer, p_value, ratio_of
from quietcore.log.trust import lesser

#: What is compared; the first one that differs says in which direction.
FIGURES = ("mean", "p50", "wall_per_task", "accumulate_mean", "rounds", "round_means",
           "wall_rounds", "min", "max", "p90", "p99", "p999", "batch", "n", "overhead")


def figures(result: dict) -> list[object]:
    """All that has to be the same."""
    return [result.get(name) for name in FIGURES]


def size(value: object) -> float:
    """A figure, or the sum of several, to say which of two is more."""
    if isinstance(value, list):
        return sum(each for each in value if each is not None)
    return value if isinstance(value, (int, float)) else 0


def exactly(row: Compared) -> bool:
    """Judges a row that counts instructions; False: it has to be judged as any other, since runs
    of one side differ among themselves."""
    if row.unit != "instructions" or any(figures(result) != figures(side.results[0])
                                         for side in (row.old, row.new) for result in side.results):
        return False
    one, two = (side.results[0] for side in (row.old, row.new))
    row.values = ([size(one.get("mean"))], [size(two.get("mean"))])
    row.p, row.verdict, row.exact = 0.0, EQUIVALENT, True
    for name, old, new in zip(FIGURES, figures(one), figures(two)):
        if old != new:
            row.verdict = SLOWER if size(new) > size(old) else FASTER
            row.reason = f"{name}: {told(old, new)}"
            break
    old, new = row.values[0][0], row.values[1][0]
    if old > 0 and new > 0:
        row.ratio = Ratio(*[new / old] * 3)
    return True


def told(old: object, new: object) -> str:
    """Two figures in words; of a list the first pair that differs."""
    if isinstance(old, list) and isinstance(new, list):
        pairs = [pair for pair in zip(old, new) if pair[0] != pair[1]]
        old, new = pairs[0] if pairs else (len(old), len(new))
    return f"{old} is old, {new} new"


#: Of the rows of an experiment that are told apart, so many may be so by
#: chance, where nothing differs: Benjamini and Hochberg's rate.
CHANCE, CHANCE_OF_ROUNDS = 0.02, 0.005
#: Nothing finer is claimed, of one core and of several: over boots, then over
#: the rounds of one, which are more alike than boots are.
OVER_BOOTS = 0.02, 0.10
OVER_ROUNDS = 0.25, 0.50
#: Over boots: so many thresholds the interval of what is equivalent may reach.
OF_EQUALS = 2.5
MOST_BOOTS = 1000
#: Why no round of two boots can be compared: of several cores, of one.
ELSEWHERE = ("its cores were put elsewhere", "others used its core more in one of them")
BARE = ("metal", "linux")   # where cores are no virtual ones


def compare(old: Side, new: Side, like: Likeness) -> Comparison:
    """Both sides, judged."""
    found = Comparison(old, new, like, min(len(old.runs), len(new.runs)) > 1)
    virtual = any(lesser(side.context) not in BARE for side in (old, new))
    judge_all(found, old.rows(like.hz), new.rows(like.hz), virtual)
    return found


def judge_all(found: Comparison, old: dict[Key, Row], new: dict[Key, Row], virtual: bool) -> None:
    """Fills a comparison with the rows of both sides and their verdicts."""
    found.gone = [key for key in old if key not in new]
    found.added = [key for key in new if key not in old]
    found.rows = [Compared(key, row, new[key]) for key, row in old.items() if key in new]
    for _, group in found.experiments():
        judge(group, found, virtual)


def judge(group: list[Compared], whole: Comparison, virtual: bool) -> None:
    """The verdicts of the rows of one experiment."""
    open_ = []
    for row in group:
        row.reason = why_not(row)
        if row.reason:
            row.verdict = LEFT_OUT
        elif whole.like.exact and exactly(row):
            continue
        else:
            measure(row, whole.boots, virtual)
            open_.append(row)
    aside = set_beside(open_) if whole.boots else []
    for row, chance in zip(open_, adjusted([p_value(*row.values) for row in open_])):
        row.p = chance
    for row, chance in zip(aside, adjusted([p_value(*row.beside) for row in aside])):
        row.beside_p = chance
    for row in open_:
        row.few = is_few(row, len(open_), whole.boots)
        row.verdict, row.reason = verdict_of(row, whole.boots)


def why_not(row: Compared) -> str:
    """Why a row is not compared; "" where it is."""
    for name, what in (("method", "methods"), ("unit", "units")):
        one, two = row.old.every(name), row.new.every(name)
        if one != two:
            return f"unlike {what}: {words(one)} is old, {words(two)} new"
    for side, of in (("old", row.old), ("new", row.new)):
        if "failed" in of.every("proven"):
            return f"gives wrong answers ({side})"
        if True in of.every("crowded"):
            return f"its cores took turns on fewer real ones ({side})"
        if not of.rounds:
            return f"no round is there ({side})"
    return ""


def words(values: set) -> str:
    """Values of a field as words."""
    return ", ".join(sorted("unknown" if value is None else str(value) for value in values))


def measure(row: Compared, boots: bool, virtual: bool) -> None:
    """The row's samples, ratio and threshold."""
    sides = row.old, row.new
    row.values = (boots_alike if boots else rounds_alike)(row) or tuple(
        side.medians if boots else side.rounds for side in sides)
    several = row.key.cores > 1
    row.threshold = (OVER_BOOTS if boots else OVER_ROUNDS)[several]
    if boots:
        row.values, row.alone = parted(row.values, row.threshold)
    else:
        row.threshold *= 2 if any(side.poor for side in sides) else 1
        row.threshold *= 1 if virtual or not several else 0.5
    row.ratio = ratio_of(*row.values)


def is_few(row: Compared, rows: int, boots: bool) -> bool:
    """Even samples that lie wholly apart would not tell this row alone."""
    sizes = tuple(map(len, row.values))
    chance = CHANCE if boots else CHANCE_OF_ROUNDS
    return least_p(*sizes) * rows > chance or outer(*sizes) < 0


def boots_needed(rows: int) -> int:
    """Boots a side which can tell one row of so many."""
    return next((n for n in range(2, MOST_BOOTS)
                 if 2 * rows <= CHANCE * math.comb(2 * n, n)), MOST_BOOTS)


def verdict_of(row: Compared, boots: bool) -> tuple[str, str]:
    """The verdict, and why it is none."""
    if not all(row.values):
        return INCONCLUSIVE, ELSEWHERE[row.key.cores == 1]
    if not row.ratio:
        return INCONCLUSIVE, "a figure is not above zero: there is no ratio"
    for word, sign in ((SLOWER, 1), (FASTER, -1)):
        if apart(row, sign, boots):
            return word, ""
        if apart_beside(row, sign):
            return word, (f"beside its neighbours {row.beside_ratio.value:.3f} times the old")
    if is_equivalent(row, boots):
        return EQUIVALENT, ""
    if row.few:
        return INCONCLUSIVE, "too few samples can be told apart"
    return INCONCLUSIVE, "the samples spread too far"


def reach(ratio: Ratio, sign: int, boots: bool) -> float:
    """How far the ratio lies off, in that direction; over rounds, which share the luck of one
    boot, how far its whole interval does."""
    if boots:
        return ratio.value**sign
    return ratio.low if sign > 0 else 1 / ratio.high


def apart(row: Compared, sign: int, boots: bool) -> bool:
    """The figures themselves say so."""
    chance = CHANCE if boots else CHANCE_OF_ROUNDS
    return row.p <= chance and reach(row.ratio, sign, boots) >= 1 + row.threshold


def apart_beside(row: Compared, sign: int) -> bool:
    """The row says so beside its neighbours, and its own figure does not say otherwise: else a row
    would be slower because all others are faster."""
    return row.beside_ratio is not None and row.beside_p <= CHANCE \
        and row.beside_ratio.value**sign >= 1 + row.threshold \
        and row.ratio.value**sign >= 1


def is_equivalent(row: Compared, boots: bool) -> bool:
    """Interval and neighbours leave no room for a difference that counts."""
    if outer(*map(len, row.values)) < 0:
        return False
    margin = 1 + (row.threshold * OF_EQUALS if boots else row.threshold)
    aside = row.beside_ratio
    return 1 / margin < row.ratio.low and row.ratio.high < margin and (
        aside is None or 1 / (1 + row.threshold) < aside.low
        and aside.high < 1 + row.threshold)
