# SPDX-License-Identifier: MIT
"""The hosted twin: one program, one log, whatever Linux refuses."""

import json
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest
from places import BUILD
from program import PROGRAM, SHORT, codes, of, twin

LABELS = {"linux", "linux-vm", "tcg", "tcg-icount", "kvm-emulated", "bochs",
          "emulator"}


def test_the_context_tells_the_hardware():
    records, _ = twin("probe")
    context = records[0]
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert context["memory_bytes"] == pages
    assert context["machine"] == "linux" and context["trust"] in LABELS
    assert context["cores_started"] == len(os.sched_getaffinity(0))
    assert set(context["granted"]) - {"governor", "least_khz", "most_khz"} == {
        "kernel", "affinity", "memory_locked", "huge_pages", "realtime"}
    folder = Path("/sys/devices/system/cpu/cpu0/cache")
    caches = context["caches"] or []
    assert len(caches) == len(list(folder.glob("index?"))[:5])
    for index, cache in enumerate(caches):
        size = (folder / f"index{index}/size").read_text().strip()
        assert f"{cache['bytes'] // 1024}K" == size and cache["line"] > 0
        assert cache["shared"] > 0
    for key, name in {"maker": "sys_vendor", "product": "product_name",
                      "board": "board_name"}.items():
        file = Path("/sys/class/dmi/id") / name
        said = file.read_text().strip() if file.exists() else ""
        # None, too, where it is a placeholder.
        assert context[key] is None or context[key] == said[:64].strip()


def test_more_cores_than_there_are():
    records, _ = twin(SHORT + "bench=lock variant=tas. cores=900")
    assert "fewer_cores" in codes(records)
    assert of(records, "result")


def test_only_the_processors_it_may_use():
    first = min(os.sched_getaffinity(0))
    records, _ = twin(SHORT + "bench=lock", ("taskset", "-c", str(first)))
    assert records[0]["cores_started"] == 1
    assert records[0]["granted"]["affinity"] == "yes"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give rights away")
def test_what_linux_refuses_is_a_warning():
    """Also more threads than one."""
    records, _ = twin(
        SHORT + "bench=lock,threads variant=tas.,osthread scale=4000 cores=1 "
        "realtime=on",
        ("prlimit", "--memlock=4096", "--rtprio=0", "--nproc=2", "setpriv",
         "--reuid=65534", "--clear-groups", "--bounding-set=-all",
         "--inh-caps=-all"))
    assert {"memory_not_locked", "realtime_refused"} <= codes(records)
    assert records[0]["granted"]["realtime"].startswith("no: ")
    assert of(records, "result")
    reasons = [s["reason"] for s in of(records, "skipped")
               if s["variant"] == "osthread"]
    assert reasons and all("no more threads" in r for r in reasons)


def test_a_fault_is_a_panic_record():
    process = subprocess.Popen([PROGRAM, "bench=lock", "budget=5000",
                                "samples=100000", "rounds=40"], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    before = ""
    while '"validation"' not in before:     # ends with the output at the latest
        before += process.stdout.readline() or pytest.fail("no validation")
    process.send_signal(signal.SIGSEGV)
    out, text = process.communicate(timeout=20)
    # Not read_log: the record it hit, if any, is cut short, and seq tells so.
    records = [json.loads(line) for line in (before + out).splitlines()
               if re.fullmatch(r'\{.*"crc":"[0-9a-f]{8}"\}', line)]
    assert process.returncode == 1 and "PANIC" in text
    [panic] = of(records, "panic")
    assert panic["experiment"] == "lock" and panic["vector"] == signal.SIGSEGV
    assert records[-1]["status"] == "failed"


def test_it_is_static_and_its_fibers_use_no_vector_registers():
    """Else a switch would have to save them."""
    interpreter = subprocess.run(["readelf", "-l", PROGRAM], text=True,
                                 capture_output=True, check=True).stdout
    assert "INTERP" not in interpreter
    listing = subprocess.run(
        ["objdump", "-d", "--no-show-raw-insn",
         BUILD / "hosted/sched/run/fibers.o"],
        capture_output=True, text=True, check=True).stdout
    assert not re.search(r"%[xyz]mm", listing)
