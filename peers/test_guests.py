# SPDX-License-Identifier: MIT
"""Other people's primitives behind our contracts, with whatever libraries are
there: those of the compiler always are."""

import json
import subprocess

import pytest
from places import BUILD, ROOT, clean_environment, for_make

pytestmark = pytest.mark.full

#: Of tests/wrong/locks.c: each core locks a word of its own.
WRONG = "own_word"


def built(*words: str) -> None:
    build = BUILD / "peers-alone"
    (build / "peers").mkdir(parents=True, exist_ok=True)
    (build / "peers" / ".setup").touch()  # installs no library for a test
    subprocess.run(["make", "-j2", "-s", f"BUILD={for_make(build)}", *words],
                   cwd=ROOT, env=clean_environment(), check=True, timeout=400)


def records(program, *words: str, status: int = 0) -> list[dict]:
    done = subprocess.run([program, *words], text=True, capture_output=True,
                          timeout=300, check=False)
    assert done.returncode == status, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def verdicts(found: list[dict]) -> dict[str, str]:
    return {r["variant"].partition("/")[0]: r["verdict"] for r in found
            if r["record"] == "validation"}


def test_guests_are_proven_and_measured_as_ours_are():
    program = BUILD / "peers-alone" / "quietcore-peers"
    built(for_make(program))
    found = records(
        program, "suite=quick", "bench=floor,lock,queue", "rounds=2",
        "variant=syscall.,tas.,libc_spin.,std_mutex.,std_deque/pair.,"
        "libc_ring/pair.")
    measured = {r["variant"] for r in found if r["record"] == "result"}
    assert measured == {"syscall", "tas", "libc_spin", "std_mutex",
                        "std_deque/pair", "libc_ring/pair"}
    said = verdicts(found)
    assert set(said) == {"syscall", "tas", "libc_spin", "std_mutex",
                         "std_deque", "libc_ring"}
    assert "failed" not in said.values()


def test_a_wrong_one_among_them_fails_and_is_not_measured():
    program = BUILD / "peers-alone" / "user" / "quietcore-peers"
    built("USER=tests/wrong/locks.c", "UNEXPLORED=1", for_make(program))
    found = records(program, "suite=quick", "bench=lock", "rounds=2",
                    f"variant={WRONG}.,libc_spin.", status=1)
    said = verdicts(found)
    assert said[WRONG] == "failed" and said["libc_spin"] != "failed"
    assert not [r for r in found if r["record"] == "result"
                and (r["variant"], r["cores"]) == (WRONG, 2)]
