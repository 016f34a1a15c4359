# SPDX-License-Identifier: MIT
"""What hangs or faults when it is measured: named, left out, and the run goes
on. In the image by an NMI, in the twin by a signal."""

import re
import subprocess

import pytest
from places import BUILD
from qemu import boot, read_log
from user_files import make

pytestmark = pytest.mark.full

FILE = "tests/user/hangs.c"
ONE_IS_NIGHTLY = [pytest.param(1, marks=pytest.mark.nightly), 2]
SHORT = "rounds=2 budget=20 samples=40 bound=2 bench=hangs,floor"
#: By variant: the function that the core is found in, and the core.
HANGS = {"hangs0": ("spin_for_ever", 0), "hangs1": ("spin_for_ever", 1)}
DEAF = {"deaf0": ("deaf_for_ever", 0), "deaf1": ("deaf_for_ever", 1)}
ALONE = {"alone0": ("spin_for_ever", 0)}
FAULTS = {"null0": ("read_null", 0), "null1": ("read_null", 1),
          "ud0": ("do_what_nobody_knows", 0),
          "ud1": ("do_what_nobody_knows", 1),
          "gs0": ("spoil_gs", 0), "gs1": ("spoil_gs", 1),
          "ours0": (r"\w+", 0), "ours1": (r"\w+", 1), "fiber0": (r"\w+", 0)}


@pytest.fixture(scope="module")
def built(user_folder):
    make([FILE])
    return BUILD / "user"


def twin(built, options: str) -> list[dict]:
    done = subprocess.run([built / "quietcore-hosted", *options.split()],
                          text=True, capture_output=True, timeout=300,
                          check=False)
    assert done.returncode == 1
    return read_log(done.stdout)


def image(built, options: str, cores: int = 2,
          machine: str = "pc") -> list[dict]:
    return boot(options + " trust=tcg", smp=str(cores), machine=machine,
                elf=built / "quietcore.elf").records


def each_is_left_out(records: list[dict], of: dict, cores: int,
                     experiment: str = "hangs") -> None:
    """Named with core, address and function; what comes after is measured."""
    said = {w["text"].split()[1]: w for w in records
            if w.get("code") in ("hung", "faulted")}
    fits = {name: at for name, at in of.items() if at[1] < cores}
    assert set(said) == set(fits)
    for name, (function, core) in fits.items():
        text = said[name]["text"]
        assert re.search(rf"; core {core} at [0-9a-f]{{16}}, {function} \+ \d+",
                         text), text
        assert said[name]["code"] == ("faulted" if name in FAULTS else "hung")
        assert any(s["variant"] == name and s["experiment"] == experiment
                   for s in records if s["record"] == "skipped")
    rows = [r for r in records if r["record"] == "result"]
    assert not {r["variant"] for r in rows} & set(of)
    assert {(r["experiment"], r["variant"], r["cores"]) for r in rows} == {
        ("floor", "call", 1), *((experiment, "fine", n)
                                for n in range(1, cores + 1))}
    assert (records[-1]["status"], records[-1]["panics"]) == ("failed", 0)


@pytest.mark.parametrize("cores", ONE_IS_NIGHTLY)
@pytest.mark.parametrize("of", [HANGS, FAULTS], ids=["hangs", "faults"])
def test_the_image_goes_on(built, of, cores):
    records = image(built, f"{SHORT} variant={','.join(of)},fine,call", cores)
    each_is_left_out(records, of, cores)


@pytest.mark.parametrize("cores, machine", [(1, "pc"), (2, "q35")])
def test_a_core_that_is_deaf_is_reached_by_an_nmi(built, cores, machine):
    """Core 0, too, and where it is the only one."""
    records = image(built, f"{SHORT} variant={','.join(DEAF)},fine,call", cores,
                    machine)
    assert records[0]["watchdog"] == "nmi"
    each_is_left_out(records, DEAF, cores)


@pytest.mark.parametrize("cores", ONE_IS_NIGHTLY)
def test_an_experiment_with_a_timer_of_its_own_is_bounded_too(built, cores):
    records = image(built, SHORT.replace("hangs", "untimed") +
                    " variant=alone0,fine,call", cores)
    each_is_left_out(records, ALONE, cores, "untimed")


@pytest.mark.parametrize("of", [HANGS, FAULTS], ids=["hangs", "faults"])
def test_the_twin_goes_on(built, of):
    records = twin(built, f"{SHORT} cores=2 variant={','.join(of)},fine,call")
    each_is_left_out(records, of, 2)


def test_a_fault_of_our_own_stays_a_panic(built):
    run = boot(SHORT + " variant=fine,call trust=tcg fault=1:null", smp="2",
               elf=built / "quietcore.elf")
    [panic] = run.of("panic")
    assert panic["vector"] == 14 and not run.warned("faulted")
