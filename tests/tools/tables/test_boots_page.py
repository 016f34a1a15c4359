# SPDX-License-Identifier: MIT
"""The answer page of several boots: docs/answer-page.md."""

import make_log
import page_logs
import pytest
from in_process import read
from quietcore.tables.boots_page import boots_page
from quietcore.tables.page import COLUMNS, LINES
from records import even, stated, value
from rich.cells import cell_len


def said(name: str, ticks: int, experiment: str = "lock") -> dict:
    return stated(value(name, even("", ticks), experiment))


def page_of(*boots: list[dict]) -> list[str]:
    runs = [run for at, body in enumerate(boots)
            for run in read(b"".join(make_log.lines(body, run=f"{at:016x}")))]
    lines = [text for text, _ in boots_page(runs).lines()]
    assert len(lines) <= LINES
    assert all(cell_len(line) <= COLUMNS for line in lines)
    return lines


def boot(at: int) -> list[dict]:
    return [page_logs.audit("ABCDEF"[at % 6]),
            said("enqueue", 41000 + 100 * at, "workqueue"),
            make_log.row("workqueue", "pair", [81] * 6, cores=2),
            said("alone", 5000 + 10 * at),
            make_log.result(experiment="floor"),
            {"record": "warning", "code": "late", "text": "It is late."}]


def test_a_page_from_its_first_line_to_its_last():
    assert page_of(*map(boot, range(6))) == [
        "quietcore 0.1.0 (0123456789ab)  bare machine  trust: tcg  suite quick",
        "QEMU TCG CPU, 2 of 2 cores, 2450.000 MHz (hpet)",
        "EMULATED (tcg): ticks tell of the emulator, not of any processor.",
        "6 boots, the median of each. A difference is claimed from 2 % on.",
        "",
        "Enqueue takes 41.3 emulated ticks (16.8 emulated ns), uncontended.",
        "",
        "emulated ticks      uncontended     contended, 2       cross-core",
        "enqueue                    41.3                -                -",
        "dequeue                       -                -                -",
        "both                          -                -                -",
        "",
        "lock       alone takes 5.03 (5.00 to 5.05) ticks",
        "floor      6 results, nothing is concluded", "",
        "Noise grade by core (A silent .. F useless): 0:A 1:F",
        "Warnings (6): late 6",
        "6 boots ok, in all: 12 results, 6 warnings.",
        "tools/qc judge LOG...: all conclusions; tools/qc show LOG: one boot"]


def test_boots_that_contradict_each_other_are_named():
    lines = page_of([said("alone", 5000), said("other", 3000)],
                    [said("alone", 9000), said("other", 3000)])
    assert "Single boots contradict each other (1): lock alone" in lines
    assert "2 boots, all rounds together. Fewer than 6 claim nothing finer " \
        "than one does." in lines
    [line] = [line for line in lines if line.startswith("lock")]
    assert line == "lock       other takes 3.00 ticks"


def test_what_is_conclusive_in_one_boot_is_not_in_two_that_differ():
    lines = page_of([said("alone", 5000)], [said("alone", 9000)])
    assert "lock       inconclusive: alone takes 5.00 to 9.00 ticks" in lines


def test_a_variant_that_one_boot_found_wrong_is_wrong():
    wrong = {"record": "validation", "experiment": "lock", "variant": "bad",
             "cores": 2, "verdict": "failed", "property": "exclusion",
             "counts": {"operations": 7}}
    lines = page_of([said("alone", 5000)], [said("alone", 5000), wrong])
    assert "WRONG ANSWERS (1): lock bad" in lines


@pytest.mark.parametrize("count", [1, 2, 100])
def test_any_number_of_boots_has_a_page(count):
    lines = page_of(*[[said("alone", 5000)]] * count)
    assert any(line.startswith(f"{count} boot") for line in lines)


def test_hundreds_of_long_names_fit():
    body = [said(f"cost {at}", 5000, f"experiment{at}") for at in range(60)]
    other = [said(f"cost {at}", 9000, f"experiment{at}") for at in range(60)]
    lines = page_of(body, other)
    assert any(line.endswith(" more") for line in lines)
