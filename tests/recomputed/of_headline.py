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
        "disturbed" if finding["reason"] == "disturbed" else "unsure"


def figure(finding: dict, name: str = "value", khz: int = 1_000_000) -> str:
    """One of value, low and high; in ns of such a clock."""
    return number(told(thousandths(finding[name]) * 1_000_000 // khz))


def interval(finding: dict) -> str:
    low, high = figure(finding, "low"), figure(finding, "high")
    return f"{low} to {high}" if doubt(finding) and low != high else ""


def bracketed(*parts: str) -> str:
    text = "; ".join(filter(None, parts))
    return f" ({text})" if text else ""


def how_sure(finding: dict) -> str:
    return ", ".join(filter(None, (interval(finding), doubt(finding))))


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
        units = {f["unit"] for f in self.found.values()}
        self.unit = "".join(units & {"ticks", "instructions"})
        self.ns = f"{emulated}ns"
        if self.unit == "ticks":
            self.unit = f"{emulated}ticks"

    def cost(self, finding: dict, units: bool) -> str:
        hz = self.context["tsc_hz"] or 0
        text = figure(finding) + f" {self.unit}" * units
        if not hz or "ticks" not in self.unit:
            return text + bracketed(how_sure(finding))
        ns = figure(finding, khz=hz // 1000)
        return text + bracketed(how_sure(finding),
                                ns + f" {self.ns}" * units)

    def alone(self) -> str:
        verbs = {verb: self.found[verb] for verb in ("enqueue", "dequeue")
                 if verb in self.found}
        known = [verb for verb, f in verbs.items() if f["value"] is not None]
        without = [verb for verb in verbs if verb not in known]
        text = "".join(f"{verb} takes {self.cost(verbs[verb], True)}, "
                       for verb in known[:1])
        text += "".join(f"{verb} {self.cost(verbs[verb], False)}, "
                        for verb in known[1:])
        text += "nobody else at it; " if known else ""
        if without:
            text += f"every round of {' and of '.join(without)} was disturbed; "
        return text[0].upper() + text[1:-2] + "." if text else ""

    def pace(self, finding: dict, first: bool) -> str:
        if finding["value"] is None:
            return "every round was disturbed"
        return ("items pass every " * first + figure(finding)
                + f" {self.unit}" * first + bracketed(how_sure(finding)))

    def with_others(self) -> str:
        if self.cores < 2:
            return "Only one core ran: what several take is not known."
        contended, across = map(self.found.get, ("contended", "across"))
        if "none" in [f["verdict"] for f in (contended, across) if f]:
            return ("What several cores take is not told: the queue is not "
                    "proven right with them.")
        parts = [f"With {self.cores} cores at it, "
                 + self.pace(contended, True)] if contended else []
        if across:
            first = not contended or contended["value"] is None
            parts += [f"{'between' if contended else 'Between'} "
                      f"{self.pairs[across['cores']]}, "
                      + self.pace(across, first)]
        return "; ".join(parts) + "." if parts else ""

    def lock(self) -> str:
        share = self.found.get("lock_share")
        if not share:
            return ""
        if share["verdict"] == "none":
            return "The lock's share is not told: the lock is not proven right."
        if share["value"] is None:
            return "The lock's share is not known: every round was disturbed."
        if max(share["value"], share["low"], share["high"]) > 100:
            times = share | {
                end: (thousandths(share[end]) + 50) // 100 / 1000
                for end in ("value", "low", "high")}
            return (f"By itself, the lock takes {figure(times)} times"
                    f"{bracketed(how_sure(times))} the {self.unit} of an "
                    f"enqueue and a dequeue, {ALONE}")
        return (f"The lock is {figure(share)} %"
                f"{bracketed(how_sure(share))} of the {self.unit} of an enqueue "
                f"and a dequeue, {ALONE}")

    def sentences(self) -> list[str]:
        none = {f["name"]: f["reason"] for f in self.found.values()
                if f["verdict"] == "none"}
        alone = {"enqueue", "dequeue", "pair"}
        several = {"contended", "contended/enqueue", "contended/dequeue",
                   "across"}
        if "failed" in [none.get(name) for name in alone | several]:
            return ["The work queue gives wrong answers: what enqueue and "
                    "dequeue take means nothing."]
        if alone & {*none}:
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
