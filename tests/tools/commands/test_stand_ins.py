# SPDX-License-Identifier: MIT
"""Commands that start QEMU or the Linux program, with stand-ins for both."""

import json
from pathlib import Path

import make_log
import page_logs
import pytest
from fake_machine import GOOD, fake_qemu
from in_process import qc

from quietcore.commands import booting, run as run_command
from quietcore.places import program
from quietcore.running import qemu_here
from quietcore.status import Status

TELLS = """
if '--version' not in sys.argv:
    with open({told!r}, 'a') as out:
        print(' '.join(sys.argv[1:]), file=out)
"""
WRITES = "sys.stdout.buffer.write(DATA)\n"


class Host:
    """A folder with both programs; `told` is what they were given."""

    def __init__(self, folder, monkeypatch):
        self.images, self.told = folder / "images", folder / "told"
        self.build = folder / "build"
        self.images.mkdir()
        (self.images / "quietcore.elf").touch()
        for name in ("build", "images"):
            monkeypatch.setenv(f"QUIETCORE_{name.upper()}", str(folder / name))
        monkeypatch.setenv("PATH", str(self.images), prepend=":")

    def put(self, name: str, body: str, records: list[bytes]):
        return fake_qemu(self.images, TELLS.format(told=str(self.told)) + body, records, name)

    def qemu(self, body: str = GOOD):
        return self.put("qemu-system-x86_64", body, make_log.lines())

    def linux(self, records: list[bytes], body: str = WRITES):
        return self.put("quietcore-hosted", body, records)

    def words(self) -> list[str]:
        return self.told.read_text().splitlines()


@pytest.fixture
def host(tmp_path, monkeypatch):
    return Host(tmp_path, monkeypatch)


def linux(body=None, **context) -> list[bytes]:
    return make_log.lines(body, machine="linux", trust="linux", trust_claimed="", **context)


# ---- twin --------------------------------------------------------------------


def test_twin_runs_both_alike_and_shows_them(host, monkeypatch):
    host.qemu()
    host.linux(linux())
    monkeypatch.setattr("quietcore.running.qemu.no_kvm", lambda _: "no")
    done = qc("twin", "--smp", "3", "--bench", "queue", "--args", "rounds=2")
    assert done.exit_code == Status.OK, done.output
    image, program_ = host.words()
    assert image.startswith("-machine q35 -smp 3 -m 512 -accel tcg,thread=multi "
                            "-cpu max -serial file:")
    assert image.endswith("-display none -kernel quietcore.elf -append "
                          "suite=quick trust=tcg bench=queue rounds=2")
    assert program_ == "suite=quick bench=queue rounds=2 cores=3"
    told = done.output
    assert "qc: accelerator tcg (no KVM: no)" in told
    assert "ratio = linux / bare" in told and "ring/pair" in told
    logs = told.split("qc: logs: ")[1].split()
    assert [log.rpartition("/")[2] for log in logs[:2]] == ["serial.log", "hosted.log"]
    assert all(name in log for name, log in zip(
        ("twin-bare-quick-queue", "twin-linux-quick-queue"), logs))
    report = told.split("qc: report: ")[1].split()[0]
    assert report == logs[1].replace("hosted.log", "report.html")
    assert "serial.log (tcg), hosted.log (linux" in Path(report).read_text()


def test_a_twin_needs_both_programs(host):
    host.qemu()
    for name, words in (("hosted", "is not built: run make hosted"), (
            "elf", "quietcore.elf is not built: run make\n")):
        (host.images / f"quietcore.{name}").unlink(missing_ok=True)
        done = qc("twin")
        assert done.exit_code == Status.MISSING and words in done.output


def test_a_side_that_fails_ends_a_twin(host):
    host.qemu("log.write_bytes(DATA[:1500])")
    host.linux(linux())
    done = qc("twin")
    assert done.exit_code == Status.EMULATOR and len(host.words()) == 1


# ---- run ---------------------------------------------------------------------


def test_the_linux_program_is_run_like_the_image(host):
    host.linux(linux())
    done = qc("run", "--machine", "hosted", "--suite", "full", "--bench",
              "lock,queue", "--label", "my try")
    assert done.exit_code == Status.OK, done.output
    assert host.words() == ["suite=full bench=lock,queue"]
    assert "trust: linux" in done.output
    run = host.build / "run"
    assert run.resolve().name.endswith("-my-try")
    facts = json.loads((run / "run.json").read_text())
    assert facts["program"] == str(program()) == facts["command"][0]
    assert facts["exit_code"] == 0 and 0 <= facts["seconds"] < 600
    assert (run / "hosted.log").read_bytes() == b"".join(linux())


def test_a_run_is_named_after_what_it_runs(host):
    host.linux(linux())
    assert qc("run", "--machine", "hosted", "--smp", "2", "--bench", "lock").exit_code == Status.OK
    assert (host.build / "run").resolve().name.endswith("-hosted-quick-lock")
    assert host.words() == ["suite=quick bench=lock cores=2"]


def test_a_program_that_dies_shows_its_last_lines(host):
    host.linux(linux(), "sys.stdout.buffer.write(DATA[:1500])\n"
               "sys.stderr.write('out of luck')\nsys.exit(3)")
    done = qc("run", "--machine", "hosted")
    assert done.exit_code == Status.EMULATOR
    said = done.output
    assert "qc: the last lines of the log:\n  | {\"q\":3," in said
    assert ("qc: the hosted twin died in the middle of the run (exit 3): out "
            "of luck; log: ") in said


def test_a_program_that_is_not_built_is_named_and_so_is_no_checkout(host, tmp_path, monkeypatch):
    for words in (("run", "--machine", "hosted"), ("list",), ("targets",)):
        done = qc(*words)
        assert done.exit_code == Status.MISSING
        assert "is not built: run make hosted" in done.output
    monkeypatch.setattr("quietcore.commands.output.ROOT", tmp_path)
    for word in ("run", "list", "twin", "targets"):
        done = qc(word)
        assert done.exit_code == Status.MISSING
        assert "qc: this needs a checkout of quietcore" in done.output


@pytest.mark.parametrize("host_has, cores", [(1, 2), (2, 2), (7, 7), (None, 2)])
def test_as_many_cores_as_the_host_has_and_two_at_least(monkeypatch, host_has, cores):
    monkeypatch.setattr(run_command.os, "cpu_count", lambda: host_has)
    assert run_command.default_smp() == cores


@pytest.mark.parametrize("accel, model, further, wish", [
    (None, "q35", (), "auto"), ("tcg", "q35", (), "tcg"),
    (None, "q35,accel=kvm", (), "kvm"), ("tcg", "q35", ("-enable-kvm",), "kvm"),
    (None, "q35", ("-accel", "kvm"), "kvm"),
    (None, "q35", ("-cpu", "host,-kvm-clock"), "auto"),
    (None, "q35", ("kvm=off",), "auto")])
def test_kvm_in_qemu_s_own_words_is_a_wish(accel, model, further, wish):
    assert run_command.wished(accel, model, further) == wish


# ---- targets -----------------------------------------------------------------


def test_targets_are_medians_of_several_runs(host):
    host.linux(linux(page_logs.primitives() + page_logs.executors(2)))
    done = qc("targets", "--runs", "2", "--args", "seed=4", "--width", "100")
    assert done.exit_code == Status.OK, done.output
    words = host.words()
    assert len(words) == 10
    assert all(each.startswith("suite=quick bench=floor,workqueue,lock,queue,switch "
                               "variant=rmw.,") and
               each.endswith(" rounds=5 seed=4") for each in words[:8])
    assert all(each.startswith("suite=full bench=floor,dispatch variant=")
               and each.endswith(" rounds=5 budget=100 seed=4")
               for each in words[8:])
    assert done.output.startswith("Medians of 8 runs of the primitives.\n")
    assert "Medians of 2 runs of the dispatch.\n" in done.output
    assert "6 of 22 targets met, 16 missed." in done.output
    assert "8 of 11 dispatch targets met, 2 missed, 1 within noise" in done.output
    assert "make peers writes" in done.output
    folder = (host.build / "run").resolve()
    assert folder.name.endswith("-bench")
    assert sorted(path.name for path in folder.iterdir() if path.is_dir()) == [
        "dispatch-1", "dispatch-2", *(f"primitives-{i}" for i in range(1, 9))]


# ---- list --------------------------------------------------------------------


def test_what_the_program_lists_is_shown(host):
    """Of two lists the first."""
    host.linux(linux(page_logs.listing()) + linux(run="f" * 16))
    assert "Locks (lock=NAME)" in qc("list").output
    assert "Locks (lock=NAME)" in qc("list", "lock,queue").output
    assert host.words() == ["list list", "list bench=lock,queue"]


@pytest.mark.parametrize("body, status, words", [
    ("time.sleep(60)", Status.TIME_OUT, "list did not end within 1 s"),
    ("", Status.NO_LOG, "list wrote no record (exit 0): nothing at all"),
    ("print('no', file=sys.stderr); sys.exit(4)", Status.NO_LOG,
     "list wrote no record (exit 4): no"),
    ("sys.stdout.buffer.write(DATA[:1500])", Status.INCOMPLETE, "the log is incomplete"),
])
def test_a_program_that_does_not_list_is_named(host, monkeypatch, body, status, words):
    monkeypatch.setattr("quietcore.commands.list.PATIENCE", 1 if status == Status.TIME_OUT else 60)
    host.linux(linux(), body)
    done = qc("list")
    assert done.exit_code == status and words in done.output


@pytest.mark.parametrize("body, said", [
    ([{"record": "warning", "code": "bad_experiment", "text": "no such"}],
     "qc: no such\n"), ([], "qc: the program failed\n")])
def test_a_list_of_what_is_not_there_is_refused(host, body, said):
    host.linux(linux(body, status="failed"))
    done = qc("list", "x")
    assert done.exit_code == Status.USAGE and done.output == said


def test_a_program_that_cannot_start_is_named(host):
    host.linux(linux()).write_bytes(b"\0")
    done = qc("list")
    assert done.exit_code == Status.EMULATOR and "does not start" in done.output


@pytest.mark.parametrize("built, firmware, words", [
    (False, "bios", "is not built: run make iso"),
    (True, "uefi", "no UEFI firmware for QEMU is here")])
def test_what_a_firmware_needs_is_named(tmp_path, monkeypatch, capsys, built, firmware, words):
    disc = tmp_path / "x.iso"
    if built:
        disc.touch()
    monkeypatch.setattr(booting, "iso", lambda: disc)
    monkeypatch.setattr(qemu_here, "find_ovmf", lambda: None)
    with pytest.raises(SystemExit) as left:
        booting.must_have_firmware(firmware)
    assert left.value.code == Status.MISSING and words in capsys.readouterr().err
