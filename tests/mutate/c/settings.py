# SPDX-License-Identifier: MIT
"""The runs of counted time that are compared (logs.py): some of each
experiment, and those that reach what no ordinary run does."""

from __future__ import annotations

from typing import NamedTuple

#: Short, and six rounds: fewer make no ranking. Free memory varies.
SHORT = "memory=600 rounds=6 samples=24 budget=6 "
ONE_ROUND = "memory=600 rounds=1 budget=1 "
#: Pushes: behind a proof, in the search for a round's items, in a round.
LOST_AT = (100000, 120000, 150000, 200000, 240000)


class Setting(NamedTuple):
    """What is run, counted.h's numbers, and whether on a terminal, and by the
    program which has what is wrong, too."""

    words: str
    cores: int = 3
    pauses: int = 0
    interrupts: bool = False
    refuses: bool = False
    turns: bool = False
    terminal: bool = False
    wrong: bool = False
    slow: bool = False
    other: bool = False
    scarce: int = 0


#: Little memory, for which much is left out.
SCARCE = [
    Setting("memory=8 rounds=1 budget=1 bench=threads scale=40000"),
    Setting("memory=8 rounds=1 budget=1 bench=line", cores=16),
    Setting("memory=8 rounds=1 budget=1 suite=full bench=primes "
            "variant=steal"),
    Setting("memory=8 rounds=1 budget=1 bench=primes variant=loop", cores=16),
    Setting("memory=8 rounds=1 budget=1 tasks=8 bench=dispatch,primes "
            "variant=loop,steal", cores=16),
    Setting("memory=8 rounds=1 budget=1 bench=workloads", cores=16),
    Setting("memory=8 rounds=1 budget=1 bench=workqueue", cores=9),
    Setting("memory=8 rounds=1 budget=1 tasks=20000 bench=dispatch "
            "variant=loop", cores=16),
    Setting("memory=8 rounds=1 bench=inject scale=9000 "
            "variant=cost,block,short", cores=9),
    Setting("memory=8 rounds=1 budget=1 samples=6 bench=dispatch "
            "variant=loop,shared/tas"),
    Setting("memory=8 rounds=1 budget=1 samples=6 suite=full bench=switch,"
            "spawn", cores=2),
]
#: One in so many requests of memory is refused.
REFUSED_MEMORY = [
    Setting(words, cores=3, scarce=one_in, interrupts=True)
    for one_in in (1, 2, 3, 4, 5, 7, 11) for words in (
        ONE_ROUND + "samples=6 bench=floor,line,queue,switch,timer",
        ONE_ROUND + "samples=6 bench=lock,wake variant=mcs,rw,barrier,poll",
        ONE_ROUND + "samples=6 bench=workqueue",
        ONE_ROUND + "tasks=8 bench=dispatch variant=loop,steal,shared/mcs",
        ONE_ROUND + "bench=primes variant=loop,shared",
        ONE_ROUND + "bench=threads,inject scale=80000 variant=fixed,cost,short",
        ONE_ROUND + "bench=workloads,spawn samples=6")
]
#: Nearly every round has a pause in it.
DISTURBED = [
    Setting(SHORT + "bench=line", pauses=31),
    Setting("memory=600 rounds=2 budget=1 samples=6 bench=line "
            "variant=handover/cas", cores=12, pauses=31),
    Setting(SHORT + "bench=wake deaf=1", pauses=31, interrupts=True),
    Setting("memory=600 rounds=6 budget=1 bench=dispatch tasks=8 "
            "variant=loop,adaptive", cores=2, pauses=31),
    Setting("memory=600 rounds=3 bench=threads scale=80000 samples=raw",
            cores=2, pauses=31),
]
#: Rounds that are searched for until they are long enough, and items that are
#: lost before, meanwhile and later.
SEARCHED = "memory=600 rounds=3 budget=20 samples=6 "
SEARCHING = [
    Setting(SEARCHED + "bench=workqueue variant=across,enqueue", cores=2),
    *(Setting(SEARCHED + f"{what} kept={kept}", cores=2, wrong=True)
      for what in ("bench=workqueue queue=late_to_lose variant=across",
                   "bench=workqueue queue=late_to_lose variant=enqueue",
                   "bench=workqueue queue=late_to_lose variant=wait",
                   "bench=queue variant=late_to_lose")
      for kept in (10, *LOST_AT, 220000, 300000, 400000, 800000)),
    *(Setting(SEARCHED + "bench=workqueue queue=late_to_lose "
              f"variant={rows} kept={kept}", cores=2, wrong=True)
      for rows in ("across", "wait") for kept in (80000, 90000)),
]
#: With what is wrong at once, later, and never.
WRONG = [
    Setting(ONE_ROUND + "tasks=8 bench=dispatch variant=loop,skips,hungry",
            cores=2, wrong=True),
    Setting(ONE_ROUND + "bench=primes variant=hungry,loop", cores=2,
            wrong=True),
    *(Setting(ONE_ROUND + f"{what} variant=late_to_fail right={runs}", cores=2,
              wrong=True)
      for what, number in (("tasks=8 bench=dispatch", (10, 30)),
                           ("bench=primes", (60, 105, 113, 150, 388, 9999)))
      for runs in number),
    Setting(ONE_ROUND + "bench=threads variant=fixed,wrong_digits scale=80000",
            cores=2, wrong=True),
    Setting(ONE_ROUND + "bench=queue variant=loses,doubles,reorders", cores=2,
            wrong=True),
    Setting(ONE_ROUND + "bench=lock variant=two_steps,always_free", cores=2,
            wrong=True),
    Setting(ONE_ROUND + "bench=wake variant=barrier/open", cores=2,
            wrong=True),
    Setting("memory=600 queue=loses bench=floor", cores=2, wrong=True),
    Setting("memory=600 lock=two_steps bench=floor", cores=2, wrong=True),
]
#: The system refuses what it can, and the maker is not known.
REFUSED = [
    Setting("memory=65536 probe", refuses=True),
    Setting("memory=600 probe realtime=on", refuses=True),
    Setting("memory=600 probe realtime=on"),
    Setting(ONE_ROUND + "bench=inject scale=4000", refuses=True),
    Setting(SHORT + "bench=timer,spawn,line", refuses=True, pauses=499),
    Setting(SHORT + "bench=wake", cores=2, refuses=True, interrupts=True),
]
#: Cores that take turns on one: few samples, and a warning.
CROWDED = [
    Setting(SHORT + "bench=wake", cores=2, turns=True, interrupts=True),
    Setting(SHORT + "bench=queue variant=spsc", cores=3, turns=True),
    Setting(SHORT + "bench=lock,line variant=tas,mcs,rw,handover/cas,false",
            cores=2, turns=True),
    Setting(SHORT + "bench=spawn,switch", cores=2, turns=True),
    Setting(SHORT + "bench=workqueue", cores=3, turns=True),
    Setting(ONE_ROUND + "bench=workloads", cores=2, turns=True),
    Setting("memory=600 rounds=2 bench=threads scale=80000 variant=fixed",
            cores=2, turns=True),
    Setting("memory=600 rounds=2 budget=1 bench=primes variant=loop,shared",
            cores=2, turns=True),
    Setting(SHORT + "bench=inject scale=20000", cores=4, turns=True),
    Setting("memory=600 rounds=2 budget=1 bench=dispatch tasks=8 samples=raw "
            "variant=loop,shared", cores=2, turns=True),
]
#: The progress is told at each step.
SLOW = [
    Setting(ONE_ROUND + "bench=dispatch tasks=8 variant=loop,steal,shared/mcs",
            cores=2, slow=True),
    Setting(ONE_ROUND + "bench=primes variant=loop,steal", cores=2, slow=True),
    Setting("memory=600 rounds=1 bench=threads scale=80000 variant=fixed",
            cores=2, slow=True),
    Setting("memory=600 rounds=1 bench=inject scale=20000 variant=cost,block",
            cores=2, slow=True),
    Setting("memory=600 rounds=1 bench=inject scale=2000 variant=block",
            slow=True),
    Setting(SHORT + "bench=line,timer,wake,queue,switch", cores=2,
            interrupts=True, slow=True),
    Setting(ONE_ROUND + "bench=workloads", cores=2, slow=True),
    Setting(ONE_ROUND + "bench=queue variant=spsc", cores=3, turns=True,
            slow=True),
]
#: As many rounds as there can be, and every sample in the log.
MOST = "memory=600 rounds=40 budget=4 samples=48 "
LONG = [
    Setting(MOST + "bench=line,timer,spawn", cores=2),
    Setting(MOST + "bench=wake", cores=2, interrupts=True),
    Setting(MOST + "bench=dispatch tasks=8 variant=loop,adaptive", cores=2),
    Setting(MOST + "bench=threads scale=80000 variant=fixed", cores=2),
    Setting(MOST + "bench=primes variant=loop", cores=2),
    Setting("memory=600 rounds=2 budget=1 samples=raw bench=line,timer,wake,"
            "spawn", cores=2, interrupts=True),
    Setting("memory=600 samples=raw bench=switch variant=inline", cores=1),
    Setting(ONE_ROUND + "suite=full bench=dispatch tasks=8 "
            "variant=loop,adaptive,steal histogram", cores=2),
    Setting(ONE_ROUND + "series=thin suite=full bench=dispatch tasks=1200 "
            "variant=adaptive", cores=2),
]
#: Queues of which items are lost only later.
LOSSES = [
    *(Setting(ONE_ROUND + "bench=queue variant=late_to_lose,mpmc "
              f"kept={kept}", cores=cores, wrong=True)
      for cores in (2, 3) for kept in LOST_AT),
    *(Setting(ONE_ROUND + f"bench=workqueue queue=late_to_lose kept={kept}",
              cores=2, wrong=True) for kept in LOST_AT[:3]),
]
#: What is asked for otherwise, and fewer cores than there are.
MORE = [
    Setting("queue=spsc"), Setting("memory=600 probe cores=2"),
    Setting("memory=600 bench=inject variant=block scale=2000 samples=raw "
            "rounds=1"),
    Setting("memory=600 bench=inject variant=cost,cpu,short scale=4000 "
            "samples=raw rounds=1"),
    Setting("memory=600 bench=inject variant=mixed,burst scale=500 rounds=1",
            terminal=True),
    Setting("bench=inject min=50 max=20"),
    Setting("bench=inject scale=60000 period=10"),
    Setting("memory=600 bench=inject variant=block scale=9000 min=1 max=1 "
            "rounds=1 samples=raw"),
    Setting("memory=600 bench=inject variant=cost,short min=9 max=90 "
            "scale=9000 rounds=4 suite=full"),
    Setting("memory=600 bench=inject variant=burst scale=50 rounds=1",
            terminal=True),
    Setting(SHORT + "bench=workqueue", cores=1, terminal=True),
    Setting(SHORT + "bench=line,wake,timer,floor", cores=2, terminal=True),
    Setting(SHORT + "bench=line,queue,lock variant=handover/cas,spsc,mcs",
            pauses=31, terminal=True),
    Setting(SHORT + "bench=workloads,spawn,switch", cores=2, terminal=True),
    Setting(SHORT + "bench=workqueue queue=mpmc samples=raw histogram",
            cores=2),
    Setting(SHORT + "bench=workqueue lock=mcs", pauses=211),
    Setting("memory=600 rounds=2 budget=1 samples=6 suite=full bench=switch,"
            "spawn", cores=2),
    Setting("memory=600 rounds=6 budget=1 samples=24 bench=workloads",
            cores=2, pauses=499),
    Setting("memory=600 rounds=6 bench=threads scale=80000 variant=fixed",
            cores=2, pauses=997, terminal=True),
    Setting("memory=600 rounds=6 suite=full bench=threads scale=80000 "
            "variant=fixed,virtual", cores=2),
    Setting("memory=600 rounds=6 budget=1 bench=primes variant=loop,steal",
            cores=2, pauses=499),
    Setting(SHORT + "bench=wake", interrupts=True),
    Setting(SHORT + "bench=wake cores=2", pauses=997, interrupts=True),
    Setting(SHORT + "bench=line", cores=2),
    Setting(ONE_ROUND + "bench=primes variant=loop,steal", cores=1),
    Setting("memory=600 rounds=9 suite=full bench=workloads variant=find",
            cores=1),
    Setting("memory=600 queue=mpmc bench=floor", cores=1),
    Setting(SHORT + "bench=wake,queue,line,timer", cores=1),
    Setting("memory=600 rounds=1 budget=1 bench=dispatch tasks=300 "
            "variant=adaptive"),
    Setting("memory=600 rounds=1 budget=1 bench=dispatch variant=shared "
            "tasks=8 queue=mpmc", cores=1),
    Setting("memory=600 rounds=6 budget=1 bench=dispatch tasks=8 "
            "variant=loop,adaptive", cores=2, terminal=True),
    Setting("memory=600 rounds=1 bench=primes variant=sequential,shared",
            cores=2, terminal=True),
]

#: Another processor: cores at every distance, no hypervisor, no RDTSCP.
ELSEWHERE = [
    Setting("memory=600 probe", cores=16, other=True),
    Setting("memory=600 rounds=6 budget=1 samples=24 bench=line", cores=9,
            other=True),
    Setting("memory=600 rounds=2 budget=1 samples=6 suite=full bench=line "
            "variant=handover/cas,false", cores=16, other=True),
    Setting(SHORT + "bench=timer,wake variant=rdtsc,poll,mwait", cores=9,
            interrupts=True, other=True),
    Setting(SHORT + "bench=wake", cores=2, other=True),
    Setting("memory=600 rounds=3 budget=1 samples=6 suite=full "
            "bench=workqueue variant=across,enqueue,pair", cores=9,
            other=True),
    Setting(SHORT + "bench=workqueue", cores=2, other=True),
    Setting(SHORT + "bench=floor,switch,spawn", cores=2, other=True),
    Setting(SHORT + "bench=lock,queue variant=mcs,rw,spsc,mpmc", cores=5,
            other=True),
    Setting("memory=600 rounds=6 budget=1 bench=dispatch tasks=8 "
            "variant=loop,adaptive", cores=2, other=True),
    Setting("memory=600 rounds=6 budget=1 bench=primes variant=loop,shared",
            cores=2, other=True),
    Setting("memory=600 rounds=6 bench=threads scale=80000 variant=fixed",
            cores=2, other=True),
    Setting("memory=600 rounds=6 budget=1 bench=workloads", cores=2,
            other=True),
]
#: As many cores as the tables hold.
ALL_CORES = [
    Setting(ONE_ROUND + "samples=6 bench=wake variant=barrier", cores=16),
    Setting(ONE_ROUND + "bench=threads scale=80000 variant=fixed",
            cores=16),
    Setting(ONE_ROUND + "bench=dispatch tasks=8 variant=adaptive", cores=16),
    Setting(ONE_ROUND + "bench=workloads", cores=16),
    Setting(ONE_ROUND + "samples=6 bench=timer", cores=16),
    Setting(ONE_ROUND + "samples=6 bench=line variant=handover/cas", cores=16),
    Setting(ONE_ROUND + "samples=6 bench=workqueue", cores=16),
    Setting(ONE_ROUND + "bench=primes variant=loop", cores=16),
    Setting(ONE_ROUND + "bench=inject variant=block scale=40000", cores=16),
]

SETTINGS = [
    Setting("--version"), Setting("--help"), Setting("--list"),
    Setting("--list bench=queue", terminal=True), Setting("list"),
    Setting("list bench=nosuch"), Setting("bench=lok"),
    Setting("bench=lock variant=zzz"), Setting("lock=k42"),
    Setting("queue=rng"), Setting("cores=0"), Setting("cores=x9"),
    Setting("rouns=3"), Setting("suite=ful"), Setting("samples=raww"),
    Setting("variant=" + "x" * 300), Setting("bench=" + "x" * 3000),
    Setting("--log /nowhere/there bench=floor"),
    Setting("--log /dev/full probe"), Setting("--log /dev/null probe"),
    Setting("log=/dev/null bench=floor"),
    Setting("memory=600 probe trust=tcg"),
    Setting("memory=600 probe trust=nosuch gap=0 series=thin"),
    Setting("memory=600 probe", cores=1, terminal=True),
    Setting("memory=600 probe trust=metal seed=77 realtime=off", cores=9),
    Setting(SHORT + "bench=floor,timer cores=9", cores=5),
    Setting(SHORT + "bench=lock", cores=1, terminal=True),
    Setting(SHORT + "bench=lock,line variant=tas,handover/cas,false gap=200"),
    Setting(SHORT + "bench=lock variant=tas,mcs,rw"),
    Setting(SHORT + "bench=lock variant=ticket,rw", pauses=20011),
    *(Setting(SHORT + f"bench={bench}", pauses=pauses)
      for bench in ("line", "wake", "spawn", "workloads")
      for pauses in (0, 20011)),
    Setting(SHORT + "bench=workqueue", pauses=20011),
    Setting(SHORT + "bench=workqueue", cores=2, pauses=2003),
    Setting("memory=600 rounds=2 budget=1 samples=6 suite=full "
            "bench=workqueue", cores=5),
    Setting(SHORT + "bench=queue"),
    Setting(SHORT + "bench=queue", cores=2, pauses=2003),
    Setting(SHORT + "bench=switch"),
    Setting(SHORT + "bench=lock,queue,switch variant=ring/pair,mcs,inline "
            "samples=raw histogram", cores=2, pauses=997),
    Setting("memory=600 rounds=3 samples=9 budget=2 suite=full bench=lock,"
            "floor,wake variant=mcs,rw,line,futex", cores=2),
    Setting("memory=600 rounds=6 samples=300 bench=lock variant=tas", cores=4,
            pauses=211),
    Setting(SHORT + "bench=inject scale=20000"),
    Setting("memory=600 bench=inject scale=4000 min=4 max=40 period=200",
            pauses=20011),
    Setting("memory=600 rounds=6 budget=2 bench=primes", cores=2),
    Setting("memory=600 rounds=2 budget=1 bench=primes series=whole "
            "samples=raw", pauses=20011),
    Setting("memory=600 rounds=6 bench=threads scale=80000 series=thin",
            cores=2),
    Setting("memory=600 rounds=1 budget=1 bench=threads scale=40000 "
            "samples=raw", pauses=20011),
    Setting(SHORT + "bench=dispatch variant=loop,adaptive tasks=12",
            cores=2, pauses=20011),
    Setting("memory=600 rounds=1 budget=1 bench=dispatch "
            "variant=shared/mpmc,shared/tas tasks=8 queue=mpmc"),
    Setting("memory=600 rounds=1 budget=1 bench=dispatch variant=loop,shared "
            "tasks=12 lock=mcs samples=raw", cores=2),
    Setting("memory=600 rounds=2 budget=1 bench=dispatch tasks=8"),
    Setting("memory=600 rounds=2 budget=1 bench=dispatch tasks=12 "
            "variant=adaptive,steal,spsc", pauses=499),
    Setting("memory=600 rounds=6 budget=1 bench=dispatch tasks=8 "
            "variant=loop,shared", cores=1),
    Setting("memory=600 rounds=1 samples=3 suite=full bench=workloads",
            pauses=20011),
    Setting(SHORT + "bench=workloads scale=500 samples=raw", pauses=9973),
    *SCARCE, *REFUSED_MEMORY, *DISTURBED, *CROWDED, *SLOW, *LONG, *MORE,
    *REFUSED, *WRONG, *LOSSES, *SEARCHING, *ELSEWHERE, *ALL_CORES,
]
