# SPDX-License-Identifier: MIT
"""The headline of a log, written once more from its findings and its clock."""

from __future__ import annotations

from quietcore.conclusions.rounds import thousandths
from quietcore.log.trust import banner
from quietcore.terminal.numbers import number
from raw_log import Log, told

ALONE = "nobody else at it."


def doubt(finding: dict) -> str:
    """Nothing of what is sure."""
    return "" if finding["verdict"] == "sure" else \
        "no clean round" if finding["value"] is None else \
        "disturbed" if finding["reason"] == "disturbed" else "unsure"


def figure(finding: dict, khz: int = 1_000_000) -> str:
    """The value, or the range of one that is not sure; in ns of such a clock."""
    value, low, high = (
        None if finding[name] is None else
        told(thousandths(finding[name]) * 1_000_000 // khz)
        for name in ("value", "low", "high"))
    if value is None:
        return "?"
    return number(value) if not doubt(finding) or low == high \
        else f"{number(low)} to {number(high)}"


def bracketed(*parts: str) -> str:
    text = "; ".join(filter(None, parts))
    return f" ({text})" if text else ""


class Headline:
    """The sentences of one log."""

    def __init__(self, log: Log):
        self.found = {f["name"]: f for f in log.of("finding", "workqueue")}
        self.context = log.context
        self.cores = next(r["cores"] for r in log.of("headline"))
        self.pairs = {r["params"]["consumer"] + 1: r["pair"]
                      for r in log.of("result", "workqueue")
                      if r["variant"] == "across"}
        emulated = "emulated " if banner(log.context) else ""
        units = {f["unit"] for f in self.found.values()} - {"percent"}
        self.unit = "".join(units)
        self.ns = f"{emulated}ns"
        if self.unit == "ticks":
            self.unit = f"{emulated}ticks"

    def cost(self, finding: dict, units: bool) -> str:
        hz = self.context["tsc_hz"] or 0
        text = figure(finding) + f" {self.unit}" * units
        if not hz or finding["value"] is None or "ticks" not in self.unit:
            return text + bracketed(doubt(finding))
        ns = figure(finding, hz // 1000)
        return text + bracketed(doubt(finding), ns + f" {self.ns}" * units)

    def alone(self) -> str:
        verbs = [(verb, self.found[verb]) for verb in ("enqueue", "dequeue")
                 if verb in self.found]
        first = "".join(f"{verb} takes {self.cost(f, True)}, "
                        for verb, f in verbs[:1])
        text = first + "".join(f"{verb} {self.cost(f, False)}, "
                               for verb, f in verbs[1:]) + ALONE
        return text[0].upper() + text[1:] if verbs else ""

    def every(self, finding: dict, unit: bool) -> str:
        return (f"every {figure(finding)}" + f" {self.unit}" * unit
                + bracketed(doubt(finding)))

    def with_others(self) -> str:
        if self.cores < 2:
            return "Only one core ran: what several take is not known."
        contended, across = map(self.found.get, ("contended", "across"))
        parts = [f"With {self.cores} cores at it, an item passes "
                 + self.every(contended, True)] if contended else []
        if across:
            where = self.pairs[across["cores"]]
            parts += [f"between {where}, {self.every(across, False)}"
                      if contended else f"Between {where}, an item passes "
                      + self.every(across, True)]
        return "; ".join(parts) + "." if parts else ""

    def lock(self) -> str:
        share = self.found.get("lock_share")
        if not share:
            return ""
        if share["verdict"] == "none":
            return "The lock's share is not told: the lock is not proven right."
        return (f"The lock is {figure(share)} %"
                f"{bracketed(doubt(share))} of the {self.unit} of an enqueue "
                f"and a dequeue, {ALONE}")

    def sentences(self) -> list[str]:
        none = {f["reason"] for name, f in self.found.items()
                if f["verdict"] == "none" and name in (
                    "enqueue", "dequeue", "pair", "contended", "across",
                    "contended/enqueue", "contended/dequeue")}
        if "failed" in none:
            return ["The work queue gives wrong answers: what enqueue and "
                    "dequeue take means nothing."]
        if none:
            return ["The work queue is not proven right here: what enqueue and "
                    "dequeue take is not told."]
        return [*filter(None, (self.alone(), self.with_others(),
                               self.lock()))]


def untrue_headline(log: Log) -> list[str]:
    """What the log's headline says and its findings do not; where it has
    findings, a missing one."""
    if not log.of("finding", "workqueue"):
        return [str(r) for r in log.of("headline")]
    said = [r["sentences"] for r in log.of("headline")]
    right = Headline(log).sentences() if said else []
    return [] if said == [right] else [f"{said}, not {right}"]
