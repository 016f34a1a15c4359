# SPDX-License-Identifier: MIT
"""`make peers` with whatever libraries are there: it links, and each row of
ours gives a result."""

import json
import subprocess

import pytest
from places import BUILD, ROOT, clean_environment, for_make

pytestmark = pytest.mark.full


def test_ours_run_beside_what_is_there():
    build = BUILD / "peers-alone"
    (build / "peers").mkdir(parents=True, exist_ok=True)
    (build / "peers" / ".setup").touch()  # installs no library for a test
    program = build / "peers" / "peers"
    subprocess.run(["make", "-j2", "-s", f"BUILD={for_make(build)}",
                    for_make(program)], cwd=ROOT, env=clean_environment(),
                   check=True, timeout=400)
    done = subprocess.run([program, "-r", "3", "-s", "30"], text=True,
                          capture_output=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    records = [json.loads(line) for line in done.stdout.splitlines()]
    ours = {(r["row"], r["who"]): r for r in records
            if r["who"].startswith("ours/")}
    assert {who for row, who in ours if row == "dispatch n=0"} == {
        f"ours/{name}" for name in
        ("loop", "static", "chunk", "shared", "steal", "spsc", "adaptive")}
    assert {who for _, who in ours} >= {
        "ours/ticket", "ours/mcs", "ours/clh", "ours/sched", "ours/mpmc"}
    assert [key for key, r in ours.items() if "ticks" not in r] == []
