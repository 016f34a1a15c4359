#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Boots image and Linux program with what is wrong: locks, queues, barriers,
executors.

usage: tests/wrong/campaign.py [--boots N] [--explore]     (make wrong)

Prints the table of docs/method.md, mistake by tool: in how many of N boots the
validation failed on a calm and on a loaded host, and what the explorer says.
Status 1 where a mistake that a validation must see was missed once, or where
one of our own was not proven on the calm host.
"""

import argparse
import contextlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.append(str(HERE.parent))

import verdicts  # noqa: E402  (found by the path above)

BUILD = ROOT / (os.environ.get("QUIETCORE_BUILD") or "build")
#: As make takes it: without the blanks of the folders above.
FOLDER = os.path.relpath(BUILD, ROOT)
#: By the experiment that proves them, and how their rows begin.
FILES = {"lock": ["locks.c"], "queue": ["queues.c", "aba.c"],
         "wake": ["barriers.c"], "dispatch": ["executors.c"]}
PREFIX = {"wake": "barrier/"}
TEXT = re.compile(r'^(?:WRONG\w*|QUEUE)\((\w+),\s+"([^"]*)"', re.M)
#: They take long: test_wrong.py boots them.
HANGS = re.compile(r"^HANGS\((\w+),", re.M)

#: x86 forgives them, or shows them too seldom: the explorer has to see them.
EXPLORERS = {"no_fence", "relaxed_acquire", "relaxed_release"}
#: Wrong so seldom that on a busy host, where cores do not meet, a boot may see
#: nothing of it.
SELDOM = {"walks_in"}
#: Seen while they are timed, for as long as the quick suite times them.
TIMED = ["loses_seldom"]
LONG = ["rounds=6", "budget=2000", "samples=100000"]
SHORT = ["rounds=1", "budget=1", "samples=10",
         "bench=lock,queue,wake,dispatch"]
SECONDS = 300
SCHEDULES = 120  # seconds for the explorer, each mistake
#: Words for variant=: all rows of each, but `shared` over its own queue alone.
OWN = ["backoff", "clh", "mcs", "qspin", "rw", "tas", "ticket", "ttas",
       "deque", "mpmc", "ring", "spsc", "steal", "two", "workqueue",
       "barrier", "adaptive", "loop", "shared."]


def texts() -> dict[tuple[str, str], str]:
    """What is wrong with each, by experiment and name, as rows have them."""
    return {(what, PREFIX.get(what, "") + name): text
            for what, files in FILES.items() for file in files
            for name, text in TEXT.findall((HERE / file).read_text())}


def mistakes(*of: str) -> list[str]:
    """The names of all, or of what these experiments prove."""
    return [name for what, name in texts() if not of or what in of]


def build() -> None:
    """Image and program with all of them, below BUILD/user."""
    names = " ".join(f"tests/wrong/{file}" for file in sum(FILES.values(), []))
    subprocess.run(["make", "-s", f"BUILD={FOLDER}", "all", "hosted",
                    f"USER={names}"], cwd=ROOT, check=True)


# ---- boots ------------------------------------------------------------------


def worst(records: list[dict]) -> dict[tuple[str, str], str]:
    """The worst verdict on each, on any number of cores."""
    return verdicts.worst(
        ((r["experiment"], primitive(r)), r["verdict"])
        for r in records if r["record"] == "validation")


def primitive(record: dict) -> str:
    """What a validation is of: its row names just that, if not told."""
    return record.get("primitive", record["variant"])


def boot_twin(names: list[str], *options: str) -> list[dict]:
    """One run of the Linux program."""
    done = subprocess.run([BUILD / "user/quietcore-hosted", *SHORT, "cores=2",
                           f"variant={','.join(names)}", *options], text=True,
                          capture_output=True, timeout=SECONDS, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()
            if line.startswith("{")]


def boot_image(names: list[str], *more: str) -> list[dict]:
    """One boot of the image in QEMU."""
    sys.path[:0] = [str(ROOT / part) for part in
                    ("tests/image", "tests", "tools")]
    from qemu import boot

    options = " ".join([*SHORT, f"variant={','.join(names)}", *more])
    return boot(options, smp="2", timeout=SECONDS,
                elf=BUILD / "user/quietcore.elf").records


BOOTS = {"twin": boot_twin, "image": boot_image}


@contextlib.contextmanager
def load(wanted: bool):
    """A busy process a core of the host meanwhile; none outlives this one."""
    forever = "import os; me = os.getppid()\nwhile os.getppid() == me: pass"
    busy = [subprocess.Popen([sys.executable, "-c", forever])
            for _ in range((os.cpu_count() or 1) * wanted)]
    try:
        yield
    finally:
        for each in busy:
            each.kill()
            each.wait()


def broken_off(records: list[dict]) -> str | None:
    """Why a boot did not come to its end: nothing after that was proven."""
    for record in records:
        if record["record"] == "panic":
            return record["text"]
    ended = records and records[-1]["record"] == "end"
    return None if ended else f"its log ends after {len(records)} records"


def unexpected(records: list[dict], loaded: bool) -> str:
    """What is wrong and not `failed`; what is right and `failed`, or not `ok`
    on a calm host."""
    said = worst(records)
    odd = {key for key, verdict in said.items()
           if key[1] not in EXPLORERS and not (loaded and key[1] in SELDOM) and
           verdict in (("ok", "not_proven") if key in texts() else
                       ("failed",) if loaded else ("failed", "not_proven"))}
    return "; ".join(
        f"{r['variant']} on {r['cores']}: {r['verdict']}, {r['reason']}, "
        f"{r['counts']}" for r in records if r["record"] == "validation" and
        (key := (r["experiment"], primitive(r))) in odd and
        r["verdict"] == said[key])


def campaign(boots: int, names: list[str], machine: str, loaded: bool) \
        -> Counter:
    """How often each (experiment, name) got each verdict; of a boot that is
    odd, what it left is kept."""
    counts: Counter = Counter()
    with load(loaded):
        for number in range(boots):
            records = BOOTS[machine](names)
            if set(TIMED) <= set(names):
                records[-1:-1] = BOOTS[machine](TIMED, *LONG)
            counts.update((*key, said) for key, said in worst(records).items())
            if odd := broken_off(records) or unexpected(records, loaded):
                path = BUILD / f"wrong-{machine}-{number}.log"
                path.write_text("".join(json.dumps(each) + "\n"
                                        for each in records))
                print(f"{machine}, boot {number}: {odd}; the log: {path}",
                      flush=True)
    return counts


# ---- the explorer -----------------------------------------------------------


def explore(what: str, file: str) -> dict[tuple[str, str], str]:
    """What the explorer says of each mistake in a file."""
    explorer = BUILD / "user/explore"
    subprocess.run(["make", "-s", f"BUILD={FOLDER}", f"USER={HERE / file}",
                    f"{FOLDER}/user/explore"], cwd=ROOT, check=True)
    listed = subprocess.run([explorer, "--list"], text=True, check=True,
                            capture_output=True).stdout
    return {(what, name): explored(explorer, re.findall(
        rf"^\s*(user_{name}_\w+)", listed, re.M))
        for name, _ in TEXT.findall((HERE / file).read_text())}


def explored(explorer: Path, programs: list[str]) -> str:
    """Whether one of the programs fails: "wrong", "right", and "no end" where
    one did not come to an end and no other fails."""
    said = "right" if programs else "-"
    for program in programs:
        try:
            if subprocess.run([explorer, "--program", program], check=False,
                              stdout=subprocess.DEVNULL,
                              timeout=SCHEDULES).returncode:
                return "wrong"
        except subprocess.TimeoutExpired:
            said = "no end"
    return said


# ---- the table --------------------------------------------------------------


COLUMNS = [("twin", False), ("twin", True), ("image", False), ("image", True)]


def show(boots: int, counts: list[Counter],
         explored: dict[tuple[str, str], str]) -> int:
    """Prints the table of docs/method.md; how many cells are not as they must
    be."""
    bad = 0
    print("| mistake, in `tests/wrong` | Linux | loaded | image | loaded "
          "| explorer |\n|---|---|---|---|---|---|")
    for key, text in texts().items():
        what, name = key
        hits = [count[(*key, "failed")] for count in counts]
        if name in EXPLORERS:
            bad += explored.get(key, "wrong") != "wrong"
        else:
            bad += sum(hit < boots or count[(*key, "ok")] > 0
                       for hit, count, (_, loaded) in zip(hits, counts, COLUMNS)
                       if not (loaded and name in SELDOM))
        cells = [f"{what} `{name}`: {text}", *(f"{h}/{boots}" for h in hits),
                 explored.get(key, "-")]
        print(f"| {' | '.join(cells)} |")
    return bad


def show_own(boots: int, counts: Counter) -> int:
    """Our own on a calm host: all ok, each time."""
    keys = sorted({key[:2] for key in counts} - set(texts()))
    bad = [(*key, counts[(*key, "ok")]) for key in keys
           if counts[(*key, "ok")] < boots]
    print(f"our own, {len(keys)} locks, queues, barriers and executors: "
          f"{len(keys) - len(bad)} ok in {boots} of {boots} boots"
          + "".join(f"; {what} {name} {n}" for what, name, n in bad))
    return len(bad)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--boots", type=int, default=20)
    parser.add_argument("--explore", action="store_true")
    options = parser.parse_args()
    print("Twenty boots each way take about an hour, on two cores.\n"
          f"host: {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}",
          flush=True)
    build()
    counts = [campaign(options.boots, mistakes(), *column)
              for column in COLUMNS]
    explored: dict = {}
    for what, files in FILES.items() if options.explore else ():
        for file in files:
            explored |= explore(what, file)
    bad = show(options.boots, counts, explored)
    for machine in BOOTS:
        print(machine, end=": ", flush=True)
        bad += show_own(options.boots,
                        campaign(options.boots, OWN, machine, False))
    return bool(bad)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
