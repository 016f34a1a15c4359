# SPDX-License-Identifier: MIT
"""Tables, picture and verdicts of `make silence`, from logs made to order, and
its document, from the logs that were recorded. Nothing is booted here."""

import importlib
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import make_log
import pytest
from places import ROOT
from quietcore.log.opening import runs_in
from quietcore.log.reading import read_stream
from quietcore.running.qemu import ICOUNT, TCG

from silence import document, initrd, machines, measured, package, table
from silence.machines import Boot, Planting

HERE = ROOT / "tests/silence"
IMAGE = Boot("icount-quietcore", "quietcore", machines.IMAGE, ICOUNT, 1)
GUEST = Boot("icount-linux", "Linux", machines.LINUX, ICOUNT, 1)
TWO = Boot("tcg-linux", "Linux", machines.LINUX, TCG, 2)
HZ = 1_000_000_000


def core(number: int = 0, longest=(), **changes) -> dict:
    """A core that was watched for ten seconds, with these gaps."""
    lengths = {}
    for _, ticks in longest:
        power = 1 << ticks.bit_length() - 1
        begin = power + (ticks - power) * 4 // power * (power // 4)
        lengths[begin] = lengths.get(begin, 0) + 1
    return {"record": "silence", "experiment": "silence", "core": number,
            "unit": "ticks", "grade": "A", "least": 1000,
            "watched": 10 * HZ, "gaps": len(longest),
            "lost": sum(ticks for _, ticks in longest),
            "max": max((ticks for _, ticks in longest), default=38),
            "planted": 0, "planted_named": 0,
            "lengths": [[32, 250_000_000], *map(list, sorted(lengths.items()))],
            "longest": list(map(list, longest[-16:])), "causes": []} | changes


def run_of(*body: dict):
    [run] = read_stream(make_log.lines(list(body), tsc_hz=HZ))
    return run


def every(length: int, count: int) -> tuple:
    return tuple((at * 1_000_000, length) for at in range(1, count + 1))


def planted(boot: Boot, count: int, how: str = "core", us: int = 100) -> Boot:
    return replace(boot, planting=Planting(count, how, us))


# ---- gaps --------------------------------------------------------------------


@pytest.mark.parametrize("cores, gaps, classes, longest", [
    ([core(longest=((1, 8191), (2, 8192), (3, 65535), (4, 65536), (5, 1 << 20)))],
     5, [1, 2, 1, 1], 1 << 20),
    ([core()], 0, [0, 0, 0, 0], 38),
    ([core(longest=every(9000, 2)), core(1, longest=every(90000, 1))],
     3, [0, 2, 1, 0], 90000)])
def test_gaps_of_all_cores_are_told_by_length(cores, gaps, classes, longest):
    told = measured.gaps_of(run_of(*cores))
    assert (told.cores, told.gaps, told.classes(), told.longest) \
        == (len(cores), gaps, classes, longest)
    assert told.watched == len(cores) * 10 * HZ and told.seconds == 10
    assert told.ppm == sum(c["lost"] for c in cores) * 1e6 / told.watched


def test_a_run_that_did_not_watch_says_so():
    run = run_of(make_log.result())
    assert measured.gaps_of(run) is None
    assert "not watched" in table.gap_row(IMAGE, run)


@pytest.mark.parametrize("ticks, begin", [
    (50_000, 57_344), (57_344, 57_344), (57_345, 65_536), (65_536, 65_536)])
def test_bins_begin_at_quarters_of_a_power_of_two(ticks, begin):
    assert measured.bin_from(ticks) == begin


# ---- what was planted --------------------------------------------------------


def at(*moments: int, ticks: int = 1_000_100) -> tuple:
    return tuple((moment, ticks) for moment in moments)


TEN, LATE, AWAY = at(10**6, 2 * 10**6), at(1_400_000, 2_400_000), at(5 * 10**6)
OTHERS = ((77, 30_000), (78, 36_000))
SMI = planted(TWO, 2, "all", 1000)


@pytest.mark.parametrize("boot, cores, found, right", [
    *((planted(GUEST, count), [core(longest=every(100_020, count) + OTHERS)],
       count, True) for count in (1, 10, 1000)),
    (planted(GUEST, 2), [core(longest=every(100_020, 1) + OTHERS)], 1, False),
    (planted(GUEST, 2), [core(longest=every(100_020, 3))], 3, False),
    # On the image it has to be as long as it was asked to be.
    *((planted(side, 2, how), [core(longest=every(length, 2))], 2,
       side == GUEST or length == 100_020)
      for how in ("core", "all") for side in (IMAGE, GUEST)
      for length in (98_900, 100_020, 101_100)),
    # As an SMI on one core it is exact, and any number.
    (planted(IMAGE, 1000, "all"), [core(longest=every(100_003, 1000))], 1000, True),
    (planted(IMAGE, 1000, "all"), [core(longest=every(100_003, 999))], 999, False),
    # One that another gap begins counts, and a short one does not.
    (planted(GUEST, 1), [core(longest=((5, 57_344),))], 1, True),
    (planted(GUEST, 1), [core(longest=((5, 57_343),))], 0, False),
    # Interrupts are counted by the core that takes them.
    (planted(IMAGE, 10, "ipi", 0), [core(ipis=10, longest=every(180, 10))], 10, True),
    (planted(IMAGE, 10, "ipi", 0), [core(ipis=9, longest=every(180, 10))], 9, False),
    (planted(IMAGE, 10, "ipi", 0), [core(ipis=10, longest=every(180, 9))], 9, False),
    # What all cores saw at once is told from what one did, and is not exact.
    (SMI, [core(longest=TEN), core(1, longest=LATE)], 2, True),
    (SMI, [core(longest=TEN), core(1, longest=AWAY)], 0, True),
    (SMI, [core(longest=TEN), core(1)], 0, True)])
def test_what_is_planted_is_found(boot, cores, found, right):
    told = measured.found_of(boot, run_of(*cores))
    assert (told.planted, told.found, told.right) \
        == (boot.planting.count, found, right)
    assert told.exact == (len(cores) == 1)
    if len(cores) == 1 and boot.planting.how != "ipi":
        assert told.others == cores[0]["gaps"] - found


def test_causes_that_linux_names_are_told_and_too_few_are_wrong():
    [boot] = [boot for boot in machines.named(1) if boot.planting.how == "fault"]
    for named, wrong in ((95, False), (94, True)):
        run = run_of(core(planted=100, planted_named=named, gaps=300), core(1))
        assert f"| page fault | 100 | {named} | 300 |" in table.tables([(boot, run)])
        assert measured.unnamed(boot, run) == wrong


# ---- the whole ---------------------------------------------------------------


def silence(*words, **environment) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, HERE, *map(str, words)], cwd=ROOT,
                          capture_output=True, text=True, check=False,
                          timeout=120, env=environment or None)


def kept(folder: Path, **cores) -> Path:
    """Logs of one core each, as a run leaves them."""
    for name, each in cores.items():
        path = folder / name.replace("_", "-") / "serial.log"
        path.parent.mkdir(parents=True)
        make_log.write(path, [each], tsc_hz=HZ)
    return folder


def test_what_is_not_as_it_has_to_be_is_named_and_is_the_status(tmp_path):
    good = kept(tmp_path / "good", icount_quietcore=core(),
                icount_linux=core(longest=every(9000, 3)))
    done = silence("--from", good, "--out", tmp_path / "a")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "a/table.md").read_text() in done.stdout
    assert (tmp_path / "a/silence.svg").read_bytes().startswith(b"<?xml")
    twin = core(planted=100, planted_named=94, gaps=300)
    bad = kept(tmp_path / "bad", here_twin_fault_100=twin,
               icount_quietcore_kept=core(),
               icount_quietcore=core(longest=every(9000, 3)),
               icount_quietcore_core_10=core(longest=every(100_020, 9)),
               icount_quietcore_all_10=core(longest=every(90_000, 10)))
    done = silence("--from", bad, "--out", tmp_path / "b")
    assert done.returncode == 1
    assert "icount-quietcore: 3 gaps, and none was planted" in done.stderr
    assert "icount-quietcore-core-10: 10 planted, 9 found\n" in done.stderr
    assert "here-twin-fault-100: 100 planted, 94 named\n" in done.stderr
    assert "icount-quietcore-kept: the firmware's services were left\n" \
        in done.stderr
    assert "icount-quietcore-all-10: 10 planted, 10 found, of 90,000 ticks\n" \
        in done.stderr


@pytest.mark.parametrize("words, status, said", [
    (["--from", "."], 4, "make silence makes them"),
    (["nothing-*"], 2, "there are: icount-quietcore"),
    (["--kernel", "no", "icount-linux"], 6, "no is no file"),
    (["--kernel", __file__, "icount-linux"], 6, "has no init of the guest"),
    (["--watch", "0"], 2, "no number from 1 up")])
def test_what_is_missing_is_named(words, status, said, tmp_path):
    done = silence("--out", tmp_path, *(tmp_path if word == "." else word
                                        for word in words))
    assert done.returncode == status and said in done.stderr


def test_the_document_is_what_the_recorded_logs_say(tmp_path):
    """tests/silence --from tests/silence/recorded --docs writes both."""
    done = silence("--from", HERE / "recorded", "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    page = (ROOT / "docs/silence.md").read_text()
    assert (tmp_path / "table.md").read_text() in page
    runs = [(boot, runs_in(str(path))[0]) for boot in machines.boots(True)
            if (path := HERE / f"recorded/{boot.name}.log.gz").exists()]
    assert len(runs) == len([*(HERE / "recorded").glob("*.gz")])
    assert page == document.filled(page, runs,
                                   document.facts_in(HERE / "recorded"))
    assert (ROOT / "docs/silence.svg").read_bytes() \
        == (tmp_path / "silence.svg").read_bytes()


# ---- machines ----------------------------------------------------------------


@pytest.mark.parametrize("name, words", [
    ("icount-quietcore-ipi-10", "bench=silence plant=10 plant_on=ipi least_ns=50 "
                                "watch=2 "),
    ("icount-quietcore-all-1000", "bench=silence plant=1000 plant_on=all "
                                  "plant_us=100 watch=2 "),
    ("here-twin-migration-100", "bench=silence plant=100 plant_on=migration "
                                "watch=2")])
def test_what_is_planted_is_in_the_words_of_the_run(name, words):
    assert boot_named(name).words(2).startswith(words)


def boot_named(name: str) -> Boot:
    [boot] = [boot for boot in machines.boots(False) if boot.name == name]
    return boot


def command(name: str, folder: Path) -> list[str]:
    """QEMU's of that boot."""
    return machines.machine_of(boot_named(name), "qemu", (Path("/k"), Path("/i")),
                               5, folder / "a").command()


def test_with_services_kept_the_stick_is_booted_by_uefi(tmp_path):
    words = " ".join(command("icount-quietcore-kept", tmp_path))
    for part in ("file=quietcore-stick.img", "snapshot=on", "if=pflash",
                 "string=bench=silence watch=5 trust=tcg-icount"):
        assert part in words
    assert "-cdrom" not in words


def test_a_guest_has_the_image_s_machine_and_its_own_words(tmp_path):
    guest = command("tcg-linux-tuned", tmp_path)
    same = command("tcg-quietcore", tmp_path)
    for option in ("-machine", "-smp", "-m", "-accel", "-cpu"):
        assert guest[guest.index(option) + 1] == same[same.index(option) + 1]
    before, own = guest[guest.index("-append") + 1].split(" -- ")
    assert before.endswith("isolcpus=1 nohz_full=1 rcu_nocbs=1")
    assert own.startswith("unthrottled pin=1 log=/dev/ttyS1 bench=silence,")
    assert own.endswith("watch=5 realtime=on trust=tcg")


def test_no_two_boots_are_alike_and_each_is_where_it_can_be():
    every, here = (machines.boots(kvm) for kvm in (True, False))
    assert len({boot.name for boot in every}) == len(every)
    assert not any(boot.name.startswith("kvm") for boot in here)
    assert not any(boot.kept for boot in machines.boots(False, kept=False))
    assert [boot.planting.how for boot in machines.named(1)] \
        == ["switch", "fault", "timer"]
    assert [(boot.cores, boot.planting.count) for boot in here
            if boot.planting and boot.planting.how == "all"] \
        == [(1, 1), (1, 10), (1, 1000), (2, 10), (2, 10)]


def test_the_time_that_is_said_is_the_one_that_is_written():
    main = importlib.import_module("silence.__main__")
    said = main.minutes(machines.boots(False), main.WATCH)
    for path, words in (("tools/build/help.txt", "in QEMU ({} minutes)"),
                        ("CONTRIBUTING.md", "docs/silence.md)) | {} minutes |"),
                        ("docs/silence.md", "cores that is {} minutes.")):
        assert words.format(said) in (ROOT / path).read_text(), path


# ---- a guest's kernel and files ---------------------------------------------------

DEBIAN = """[ "$3" = linux-image-cloud-amd64 ] && {
echo Package: $3; echo 'Depends: linux-image-6.1-cloud-amd64 (= 6.1.1)'; } ||
{ echo 'E: No packages found' >&2; exit 100; }"""
UBUNTU = """[ "$3" = linux-image-virtual ] && {
echo 'Depends: linux-base, linux-image-6.8.0-31-generic, intel-microcode'
} || { echo 'E: No packages found' >&2; exit 100; }"""
COMES = "touch $2_1_amd64.deb"
HOLDS = "mkdir -p boot && basename $2 > boot/vmlinuz-x"
GENERIC = "linux-image-6.8.0-31-generic"
UNKNOWN = ("apt-cache knows no linux-image-cloud-amd64 and no linux-image-virtual: "
           "apt-get update may help")
FAILED = f"apt-get download {GENERIC} failed: {{}}; apt-get update may help"


@pytest.fixture
def host(tmp_path, monkeypatch):
    """Makes a host that calls itself so, whose commands are those of PATH."""
    def made(system: str, **scripts: str) -> Path:
        folder = tmp_path / "bin"
        folder.mkdir()
        for name, text in scripts.items():
            path = folder / name.replace("_", "-")
            path.write_text("#!/bin/sh\n" + text)
            path.chmod(0o755)
        release = tmp_path / "os-release"
        release.write_text(f'ID=x\n{system}')
        monkeypatch.setattr(package, "OS_RELEASE", release)
        monkeypatch.setenv("PATH", f"{folder}:/bin:/usr/bin" if scripts
                           else str(folder))
        return tmp_path / "kernel"
    return made


@pytest.mark.parametrize("description, name", [
    (DEBIAN, "linux-image-6.1-cloud-amd64"), (UBUNTU, GENERIC)])
def test_a_package_is_fetched_and_unpacked_once(description, name, host,
                                                monkeypatch, capsys):
    """What a former attempt left is not taken for it."""
    folder = host("", apt_cache=description, apt_get=COMES, dpkg_deb=HOLDS)
    folder.mkdir()
    (folder / "linux-image-6.0_1_amd64.deb").write_text("half of it")
    assert package.kernel("", folder) == folder / "boot/vmlinuz-x"
    assert (folder / "boot/vmlinuz-x").read_text() == f"{name}_1_amd64.deb\n"
    assert capsys.readouterr().err \
        == f"silence: fetching {name} (nothing is installed)\n"
    assert not list(folder.glob("*.deb"))
    monkeypatch.setenv("PATH", "/none")
    assert package.kernel("", folder) == folder / "boot/vmlinuz-x"


@pytest.mark.parametrize("system, scripts, why", [
    *((system, {}, f"only packages of Debian and Ubuntu are fetched, and {called} "
       "has no apt-cache, apt-get, dpkg-deb") for system, called in (
        ('PRETTY_NAME="Fedora Linux 41"\n', "Fedora Linux 41"),
        ("", "this system"))),
    *(("", {"apt_cache": UBUNTU, "apt_get": COMES, "dpkg_deb": HOLDS, **scripts},
       why) for scripts, why in (
        ({"apt_cache": "echo 'E: No packages found' >&2; exit 100"}, UNKNOWN),
        ({"apt_cache": "echo 'Depends: linux-base'"}, UNKNOWN),
        ({"apt_get": "echo 'W: x' >&2; echo 'E: no route' >&2; exit 100"},
         FAILED.format("E: no route")),
        ({"apt_get": "exit 100"}, FAILED.format("it says nothing")),
        ({"apt_get": "exit 0"}, f"{GENERIC} holds no boot/vmlinuz-*"),
        ({"dpkg_deb": "mkdir -p lib/modules"},
         f"{GENERIC} holds no boot/vmlinuz-*")))])
def test_what_hinders_is_said_in_a_line_with_what_helps(system, scripts, why, host):
    with pytest.raises(package.NoKernel) as said:
        package.kernel("", host(system, **scripts))
    assert str(said.value) == f"{why}; {package.BY_HAND}"
    assert "\n" not in str(said.value)


def test_the_archive_is_what_cpio_reads(tmp_path):
    for name in ("init", "twin"):
        (tmp_path / name).write_text(f"this is {name}")
    made = initrd.make(tmp_path / "init", tmp_path / "twin", tmp_path / "x")
    text = made.read_bytes()
    assert text.startswith(b"070701") and len(text) % 4 == 0
    assert text.count(b"070701") == 7 and text.endswith(b"TRAILER!!!\0\0\0\0")
    assert b"init\0" in text and b"this is twin" in text


# ---- what is kept ------------------------------------------------------------------


def test_recorded_logs_are_the_same_bytes_each_time(tmp_path, monkeypatch):
    main = importlib.import_module("silence.__main__")
    monkeypatch.setattr(main, "RECORDED", tmp_path / "recorded")
    main.RECORDED.mkdir()
    logs = kept(tmp_path / "logs", icount_quietcore=core())
    document.keep_facts(logs, {"icount-quietcore": {"date": "2026-01-02"}})
    document.keep_facts(main.RECORDED, {"icount-linux": {"date": "x"}})
    main.record(logs)
    first = (main.RECORDED / "icount-quietcore.log.gz").read_bytes()
    main.record(logs)
    assert (main.RECORDED / "icount-quietcore.log.gz").read_bytes() == first
    assert first[4:8] == bytes(4)   # gzip's own date
    assert document.facts_in(main.RECORDED) == {
        "icount-linux": {"date": "x"},
        "icount-quietcore": {"date": "2026-01-02"}}
