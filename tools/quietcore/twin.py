# SPDX-License-Identifier: MIT
"""The bare machine and its hosted twin side by side."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from quietcore.log import Run
from quietcore.show import number, parameters
from quietcore.trust import banner, lesser

VALUES = (("p50", "p50"), ("p99", "p99"), ("p999", "p99.9"), ("max", "max"))

Key = tuple[str, str, int, str]


def key(result: dict) -> Key:
    """What makes two results the same question."""
    words = [result["params"].get("mode", ""), parameters(result)]
    return (result["experiment"], result["variant"], result["cores"],
            " ".join(filter(None, words)))


def worst_grades(run: Run) -> str:
    """The letters of the run's noise records that occur at all."""
    return "".join(sorted({g for r in run.of("noise") for g in r["grade"]}))


def meaning(bare: Run, linux: Run) -> str:
    """When the ratio means something, in plain words."""
    contexts = bare.context, linux.context
    emulated = [lesser(c) for c in contexts if banner(c)]
    if emulated:
        return (f"One side ran in an emulator ({', '.join(emulated)}): these "
                "ratios compare an emulator with a processor and say nothing "
                "about what an operating system costs. For that, boot the disc "
                "on a machine, run the twin under Linux on the same one, and "
                "give both logs to `tools/qc twin BARE LINUX`.")
    if contexts[0]["cpu"] != contexts[1]["cpu"]:
        return (f"Two processors ({contexts[0]['cpu']} and "
                f"{contexts[1]['cpu']}): the ratios compare these, not Linux "
                "with bare metal.")
    text = ("Both ran on the same kind of processor: where the ratio is above "
            "1, that is what the operating system costs")
    if lesser(contexts[0]) != "metal" or lesser(contexts[1]) != "linux":
        text += ", as far as the hypervisor beneath treats both alike"
    return text + "."


def ratio(linux: float | None, bare: float | None) -> str:
    """Linux over bare, or - where one of them means nothing."""
    if not linux or not bare:
        return "-"
    return f"x{number(linux / bare)}"


def table(bare: Run, linux: Run) -> Table:
    """One row a question that either side answered."""
    found = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("experiment", "variant", "cores", "mode"):
        found.add_column(name, no_wrap=True,
                         justify="right" if name == "cores" else "left")
    for _, name in VALUES:
        found.add_column(f"bare\n{name}", justify="right", no_wrap=True)
        found.add_column("linux\n", justify="right", no_wrap=True)
        found.add_column("ratio\n", justify="right", no_wrap=True,
                         style="bold")
    sides = [{key(r): r for r in run.of("result")} for run in (bare, linux)]
    last = None
    for which in dict.fromkeys([*sides[0], *sides[1]]):
        b, h = (side.get(which, {}) for side in sides)
        row = [which[0] if which[0] != last else "", which[1], str(which[2]),
               which[3]]
        last = which[0]
        for name, _ in VALUES:
            row += [number(b.get(name)), number(h.get(name)),
                    ratio(h.get(name), b.get(name))]
        found.add_row(*row)
    return found


def show_twins(bare: Run, linux: Run, console: Console) -> None:
    """The whole comparison, on the console."""
    for name, run in (("bare ", bare), ("linux", linux)):
        c = run.context
        console.print(Text(
            f"{name}  trust: {lesser(c)}, {c['cpu']}, {c['cores_started']} "
            f"cores, {c['tsc_hz'] / 1e6:.0f} MHz, noise grades seen: "
            f"{worst_grades(run) or '-'}", style="bold cyan"))
        if banner(c):
            console.print(Text(banner(c), style="bold yellow"))
    console.print(Text(meaning(bare, linux), style="yellow"))
    if worst_grades(bare)[-1:] != worst_grades(linux)[-1:]:
        console.print(Text("The worst noise grades differ: compare the tails "
                           "with care.", style="yellow"))
    console.print("All figures in ticks per operation; ratio = linux / bare; "
                  "- where a side has none.\n")
    console.print(table(bare, linux))
