# SPDX-License-Identifier: MIT
"""The answer page: what a run found, on one screen of 80 x 24.

docs/answer-page.md is its contract. The machine's own last page has the rows that it is made of
(bench/page).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import chain

from rich.cells import cell_len, chop_cells
from rich.console import Console
from rich.text import Text

from quietcore.conclusions.asking import conclusions
from quietcore.conclusions.brief import CERTAIN, FACTUAL, TIED
from quietcore.conclusions.gate import NONE
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.headline import WORK_QUEUE
from quietcore.conclusions.rows import rows_of
from quietcore.log.reading import Run
from quietcore.log.trust import clock_doubt, lesser, mark
from quietcore.conclusions.answers import Answer, answers
from quietcore.tables.headline import found_of, laid_out, sentences_over, table_over
from quietcore.tables.machine import build_line, worst_grades
from quietcore.terminal.numbers import counted
from quietcore.terminal.printing import put
from quietcore.terminal.text import broken, counted_list, plain

LINES = 22          # of 24: qc's own last line and the prompt are below
COLUMNS = 79        # some terminals break a line of 80
NAME_COLUMNS = 10   # of an experiment
HEADLINE_LINES = 6  # of the first two sentences
LIST_COLUMNS = COLUMNS - 26
BLANKS = 3
GRADED = 8          # cores that are named; more are counted by grade
MORE = "tools/qc show LOG EXPERIMENT: tables, pictures; tools/qc parse LOG: every row"
TITLE, WARN, BAD, GOOD, DIM = ("bold cyan", "yellow", "bold red", "green", "dim")
STYLES = {CERTAIN: GOOD, TIED: GOOD, FACTUAL: ""}
ENDS = {"ok": ("ok", GOOD), "failed": ("FAILED", BAD), "stopped": ("stopped by a key", WARN)}
#: Records that tell of an experiment.
KINDS = ("result", "quantity", "skipped", "validation")

Line = tuple[str, str]  # text and style


def cut(text: str, columns: int = COLUMNS) -> str:
    """A line, its end left out where it is too long."""
    text = plain(text)
    if cell_len(text) <= columns:
        return text
    return chop_cells(text, columns - 3)[0] + "..."


class Page:
    """What a run says on its page. `run` is the first of `runs`, here the only one."""

    def __init__(self, *runs: Run) -> None:
        self.runs, self.run = runs, runs[0]

    @cached_property
    def work_queue(self) -> dict[str, Finding]:
        """What the headline is made of, by name."""
        return found_of(self.run)

    @cached_property
    def sentences(self) -> list[str]:
        """Those of the headline."""
        return [plain(each) for each in sentences_over(self.runs, self.work_queue)]

    # ---- the machine ---------------------------------------------------------

    def build(self) -> Line:
        """Version, commit, trust; the suite where it has room."""
        line = plain(build_line(self.run.context))
        suite = plain(f"  suite {self.run.context['suite']}")
        return cut(line + suite if cell_len(line + suite) <= COLUMNS else line), TITLE

    def processor(self) -> Line:
        """Its name, which may be cut, cores and clock, which may not."""
        context = self.run.context
        hz = context["tsc_hz"]
        clock = f"{hz // 10**6}.{hz // 1000 % 1000:03} MHz " \
            f"({context['tsc_source']})" if hz else "clock unknown"
        rest = plain(f", {context['cores_started']} of "
                     f"{counted(context['cores_asked'], 'core')}, {clock}")
        cpu = plain(context["cpu"] or "unnamed processor")
        room = COLUMNS - cell_len(rest)
        if cell_len(cpu) > room > 3:
            cpu = broken(cpu, room - 3)[0] + "..."
        return cut(cpu + rest), ""

    def swapped(self) -> Iterator[Line]:
        """What was put under the scheduler."""
        lock, queue = map(self.run.context.get, ("lock", "queue"))
        what = f"queue {queue}" if queue and not lock else \
            f"lock {lock}" if lock and queue == f"ring/{lock}" else ""
        if what:
            yield cut(f"The scheduler's shared queue: {what}"), WARN

    def machine(self) -> Iterator[Line]:
        """Who measured, and what it is worth."""
        context = self.run.context
        if self.run.foreign:
            return      # the end says it
        if not context:
            yield ("The context record is missing: nothing is known of the machine."), BAD
            return
        yield self.build()
        yield self.processor()
        yield from self.swapped()
        if clock_doubt(context):
            for line in broken(clock_doubt(context), COLUMNS):
                yield line, WARN
        if not mark(context):
            return
        yield (f"{mark(context)}: exact counts of instructions; they tell no "
               "time." if lesser(context) == "tcg-icount" else
               f"{mark(context)}: ticks tell of the emulator, not of any "
               "processor."), WARN

    # ---- the headline --------------------------------------------------------

    def said(self, index: int) -> list[Line]:
        """The lines of a sentence."""
        return [(line, TITLE) for line in
                broken(self.sentences[index], COLUMNS)] \
            if index < len(self.sentences) else []

    @cached_property
    def headline(self) -> list[list[Line]]:
        """The first two sentences, where they keep to their lines."""
        room, found = HEADLINE_LINES, []
        for index in range(2):
            lines = self.said(index)
            if not lines or len(lines) > room:
                break
            room -= len(lines)
            found.append(lines)
        return found

    def table(self) -> list[Line]:
        """That of the headline, below an empty line."""
        lines = laid_out(table_over(self.runs, self.work_queue, False)) if self.sentences else []
        return [("", ""), *((cut(line), DIM if at == 0 else "")
                            for at, line in enumerate(lines))] if lines else []

    # ---- experiments ---------------------------------------------------------

    @cached_property
    def answers(self) -> list[Answer]:
        """The lines below the headline."""
        return answers(conclusions(self.run), rows_of(self.run))

    def each(self, kind: str) -> Iterator[dict]:
        """Records of a kind."""
        return chain.from_iterable(run.each(kind) for run in self.runs)

    @cached_property
    def silent(self) -> dict[str, int]:
        """Experiments that no line is about: how many results they have."""
        told = {each.experiment for each in self.answers}
        if self.sentences:
            told.add(WORK_QUEUE)
        names = dict.fromkeys(r["experiment"] for kind in KINDS for r in self.each(kind))
        count = Counter(r["experiment"] for r in self.each("result"))
        return {name: count[name] for name in names if name not in told}

    def why_silent(self, experiment: str) -> str:
        """Its conclusions are too long for a line, or there are none."""
        return "tools/qc parse has its conclusions" if any(
            each.experiment == experiment and each.judged.verdict != NONE
            for each in conclusions(self.run)) else "nothing is concluded"

    def experiments(self, most: int, untold: bool) -> Iterator[Line]:
        """At most so many of those that conclude something."""
        left = len(self.answers) - (most - 1) if len(self.answers) > most else 0
        for each in self.answers[:len(self.answers) - left]:
            yield cut(f"{plain(each.experiment):<{NAME_COLUMNS}} "
                      f"{each.brief.text}"), STYLES.get(each.brief.rank, DIM)
        for name, count in self.silent.items() if untold else ():
            yield cut(f"{plain(name):<{NAME_COLUMNS}} {counted(count, 'result')}, "
                      f"{self.why_silent(name)}"), DIM
        if left:
            yield f"and {counted(left, 'more line')}", DIM

    def concluded(self) -> list[Line]:
        """All that it concludes, and nothing else."""
        headline = [line for index in range(len(self.sentences)) for line in self.said(index)]
        lines = [*headline, *self.table()]
        told = [*self.experiments(len(self.answers), False)]
        return [*lines, *[("", "")] * bool(lines and told), *told]

    # ---- doubts --------------------------------------------------------------

    @cached_property
    def verdicts(self) -> dict[str, str]:
        """The worst of each variant that is not proven right."""
        worst: dict[str, str] = {}
        for record in self.each("validation"):
            name = f"{record['experiment']} {record['variant']}"
            if record["verdict"] == "failed" \
                    or record["verdict"] == "not_proven" and name not in worst:
                worst[name] = record["verdict"]
        return worst

    def unproven(self, verdict: str, word: str, style: str) -> Iterator[Line]:
        """The variants with that verdict."""
        names = [plain(name) for name, each in self.verdicts.items() if each == verdict]
        if names:
            yield (f"{word} ({len(names)}): {counted_list(names, LIST_COLUMNS)}"), style

    def grades(self) -> Iterator[Line]:
        """The worst grade of each core."""
        worst = worst_grades(self.each("noise"))
        if not worst:
            return
        if len(worst) <= GRADED:
            text = "".join(f" {core}:{grade}" for core, grade in sorted(worst.items()))
        else:
            count = Counter(worst.values())
            text = ",".join(f" {count[grade]} {grade}" for grade in sorted(count))
        yield cut(f"Noise grade by core (A silent .. F useless):{text}"), ""

    def warnings(self) -> Iterator[Line]:
        """How often each code came."""
        codes = Counter(r["code"] for r in self.each("warning"))
        if codes:
            names = [plain(code) + (f" {n}" if n > 1 else "") for code, n in codes.items()]
            yield (f"Warnings ({codes.total()}): {counted_list(names, LIST_COLUMNS)}"), WARN

    # ---- the end -------------------------------------------------------------

    def panics(self) -> Iterator[Line]:
        """The first one."""
        for record in self.each("panic"):
            yield cut(f"PANIC on core {record['core']}: {record['text']}"), BAD
            return

    def end(self) -> Iterator[Line]:
        """How the run went, and where the rest is."""
        run = self.run
        skips, results = run.count("skipped"), run.count("result")
        skipped = f", {skips} skipped" if skips else ""
        if run.foreign:
            yield cut(f"{run.foreign} LOG: {run.problems[0]}"), BAD
        elif not run.complete:
            more = f" (and {len(run.problems) - 1} more)" if run.problems[1:] else ""
            begun = "INCOMPLETE LOG: "
            yield begun + cut(run.problems[0], COLUMNS - len(begun) - len(more)) + more, BAD
        else:
            word, style = ENDS[run.end["status"]]
            busy = ""
            if any(w["code"] == "host_busy" for w in self.each("warning")):
                busy, style = ", on a busy host", WARN if style == GOOD else style
            yield cut(f"Run {word}{busy}: {counted(results, 'result')}{skipped}, "
                   f"{counted(run.count('warning'), 'warning')}."), style
        yield MORE, DIM

    # ---- all -----------------------------------------------------------------

    def lines(self) -> list[Line]:
        """The page: what it must have, and then what has room."""
        machine = [*self.machine()]
        wrong = [*self.unproven("failed", "WRONG ANSWERS", BAD)]
        foot = [*self.unproven("not_proven", "Not proven right", WARN),
                *self.grades(), *self.warnings(), *self.panics(), *self.end()]
        headline = sum(self.headline, [])
        room = LINES - sum(map(len, (machine, wrong, foot, headline)))

        def take(lines: list) -> list:
            nonlocal room
            if len(lines) > room:
                return []
            room -= len(lines)
            return lines

        told = min(len(self.answers), room)
        room -= told
        if len(self.headline) == 2:
            headline += take(self.said(2))
        untold = bool(take([*self.silent]))
        headline += take(self.table())
        blank = [("", "")]
        experiments = [*self.experiments(told, untold)]
        return [*machine, *blank * (room > 2 and bool(self.headline)), *headline,
                *blank * (room > 0), *wrong, *experiments,
                *blank * (room > 1 and bool(experiments)), *foot]


def show_page(run: Run, console: Console) -> None:
    """A run's page, as wide as it is."""
    put_lines(Page(run).lines(), console)


def put_lines(lines: list[Line], console: Console) -> None:
    """Lines of a page, each as it is."""
    for text, style in lines:
        put(console, Text(text, style))
