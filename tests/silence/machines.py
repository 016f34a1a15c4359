# SPDX-License-Identifier: MIT
"""What is booted: the image and a Linux guest, in the same QEMU. And what the
twin plants on the processor itself."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from quietcore.places import images
from quietcore.running.hosted import Hosted
from quietcore.running.process import last_line
from quietcore.running.qemu import (
    EXIT_FAILED, EXIT_OK, ICOUNT, KVM, TCG, Accelerator, Machine)
from quietcore.running.qemu_here import version

MODEL, MEMORY = "q35", 512      # of both: machine, and mebibytes
IMAGE, LINUX, TWIN = "quietcore", "Linux", "twin"
#: No emulator: the twin runs in the Linux that is here.
HERE = Accelerator("here", "", ())
#: The operations whose tails are told, by experiment and variant. `shared` is
#: dispatch's; Linux has no hlt, and the image no futex.
OPERATIONS = ("bench=silence,workqueue,lock,switch,wake,dispatch "
              "variant=enqueue.,dequeue.,backoff.,yield/trip.,hlt.,futex.,"
              "shared. tails rounds=6 samples=100000 budget=2000")
#: Of a guest: a core of its own without ticks, in the real-time class.
ISOLATED = "isolcpus=1 nohz_full=1 rcu_nocbs=1"


@dataclass(frozen=True)
class Planting:
    """Interruptions that a run plants itself, to see them counted."""

    count: int
    how: str                # the word of plant_on=
    microseconds: int = 0   # 0: as long as it takes
    least: int = 0          # nanoseconds of a gap; 0: as usual

    def __str__(self) -> str:
        words = f"plant={self.count} plant_on={self.how}"
        for key, value in (("plant_us", self.microseconds),
                           ("least_ns", self.least)):
            words += f" {key}={value}" if value else ""
        return words


@dataclass(frozen=True)
class Boot:
    """One run of one side."""

    name: str               # of its folder
    title: str              # in tables and in the picture
    side: str               # IMAGE, LINUX or TWIN
    accelerator: Accelerator
    cores: int
    kernel: str = ""        # words for the guest's kernel
    init: str = ""          # words for its init
    options: str = ""       # of the image, or of the twin
    planting: Planting | None = None
    kept: bool = False      # from the stick, whose firmware sleeps meanwhile
    seconds: int = 600      # it ends within

    @property
    def mode(self) -> str:
        """Boots of one mode have the same clock and cores."""
        return f"{self.accelerator.name}-{self.cores}"

    def words(self, watch: int) -> str:
        """The options of this run."""
        what = f"bench=silence {self.planting}" if self.planting \
            else "bench=silence" if self.kept else OPERATIONS
        claim = self.accelerator.claim
        return " ".join(filter(None, (what, f"watch={watch}", self.options,
                                      f"trust={claim}" if claim else "")))


def planted(boot: Boot, *plantings: Planting) -> list[Boot]:
    """The same machine, which is to find what is planted."""
    return [replace(boot, name=f"{boot.name}-{each.how}-{each.count}",
                    planting=each) for each in plantings]


def counted() -> list[Boot]:
    """On one core whose instructions are counted: all is exact."""
    image = Boot("icount-quietcore", IMAGE, IMAGE, ICOUNT, 1)
    kept = replace(image, name="icount-quietcore-kept", kept=True,
                   title="quietcore, services kept")
    guest = Boot("icount-linux", LINUX, LINUX, ICOUNT, 1)
    counts = (1, 10, 1000)
    known = [Planting(count, "core", 100) for count in counts]
    like_smi = [Planting(count, "all", 100) for count in counts]
    return [image, kept, guest, *planted(image, *known, *like_smi,
                                         Planting(10, "ipi", least=50)),
            *planted(guest, *known)]


def timed(accelerator: Accelerator) -> list[Boot]:
    """On two cores whose ticks tell of the emulator, or of the processor."""
    name = accelerator.name
    image = Boot(f"{name}-quietcore", IMAGE, IMAGE, accelerator, 2)
    guest = Boot(f"{name}-linux", LINUX, LINUX, accelerator, 2)
    tuned = replace(guest, name=f"{name}-linux-tuned", title="Linux, tuned",
                    kernel=ISOLATED, init="unthrottled pin=1",
                    options="realtime=on")
    loaded = replace(guest, name=f"{name}-linux-loaded", title="Linux, loaded",
                     init="busy=0 busy=1", options="realtime=off cores=1",
                     seconds=900)
    smi = Planting(10, "all", 1000)
    return [image, guest, tuned, loaded, *planted(image, smi),
            *planted(guest, smi)]


def named(processors: int) -> list[Boot]:
    """Interruptions of the twin, whose causes Linux tells."""
    twin = Boot("here-twin", "the twin", TWIN, HERE, 0)
    hows = ("switch", "fault", "timer",
            *(("migration",) if processors > 1 else ()))
    return planted(twin, *(Planting(100, how) for how in hows))


def boots(kvm: bool, kept: bool = True, processors: int = 2) -> list[Boot]:
    """All of them, in the order of the tables; by KVM where it is hardware,
    with services kept where there is UEFI."""
    every = [*counted(), *timed(TCG), *(timed(KVM) if kvm else []),
             *named(processors)]
    return [boot for boot in every if kept or not boot.kept]


# ---- as a machine that quietcore.running runs --------------------------------


@dataclass
class Guest:
    """A Linux kernel that runs the twin and nothing else."""

    qemu: str
    boot: Boot
    kernel: Path
    initrd: Path
    words: str
    log: Path
    name: str = field(default="the guest", init=False)
    log_is_output: bool = field(default=False, init=False)
    exits: tuple[int, ...] = field(default=(0,), init=False)

    @property
    def console(self) -> Path:
        """What its kernel and its init say."""
        return self.log.with_name("console.txt")

    @property
    def directory(self) -> Path:
        """Where QEMU starts."""
        return self.log.parent

    def command(self) -> list[str]:
        """The whole command line."""
        words = filter(None, (
            "console=ttyS0 quiet panic=-1", self.boot.kernel, "--",
            self.boot.init, "log=/dev/ttyS1", self.words))
        return [self.qemu, "-machine", MODEL, "-smp", str(self.boot.cores),
                "-m", str(MEMORY), *self.boot.accelerator.arguments,
                "-display", "none", "-no-reboot",
                "-kernel", str(self.kernel), "-initrd", str(self.initrd),
                "-append", " ".join(words), "-serial", f"file:{self.console}",
                "-serial", f"file:{self.log}"]

    def explain(self, stderr: str) -> str:
        """The last words of QEMU, or of the guest."""
        said = self.console.read_text(errors="replace") \
            if self.console.exists() else ""
        return last_line(stderr or said)

    def facts(self) -> dict:
        """For run.json."""
        return {"qemu": version(self.qemu), "kernel": str(self.kernel),
                "accelerator": self.boot.accelerator.name}


class Kept(Machine):
    """The stick by UEFI; what is written on it goes with the run."""

    def image(self) -> Path:
        """The stick."""
        return images() / "quietcore-stick.img"

    def boot_arguments(self) -> list[str]:
        """As those of a disc, but of the stick."""
        return [*super().boot_arguments()[2:], "-drive", "if=none,id=stick,"
                f"format=raw,snapshot=on,file={self.image().name}",
                "-device", "virtio-blk-pci,drive=stick,bootindex=0"]


def machine_of(boot: Boot, qemu: str, files: tuple[Path, Path] | None,
               watch: int, log: Path) -> Machine | Guest | Hosted:
    """What runs it. `files`: the kernel and the initrd of a guest."""
    words = boot.words(watch)
    if boot.side == TWIN:
        return Hosted(words, log)
    if boot.side == LINUX:
        assert files
        return Guest(qemu, boot, *files, words, log)
    kind, firmware = (Kept, "uefi") if boot.kept else (Machine, "direct")
    made = kind(qemu, words, boot.cores, MODEL, MEMORY, firmware,
                boot.accelerator, False, log)
    assert made.exits == (EXIT_OK, EXIT_FAILED)
    return made
