# SPDX-License-Identifier: MIT
"""What a byte costs a program of Linux: to a file, to a terminal."""

from concluded import findings
from program import of, twin
from verdicts import nothing_wrong


def test_a_file_and_a_terminal_take_every_byte():
    records, _ = twin("bench=floor rounds=2 samples=20 cores=1")
    assert nothing_wrong(of(records, "validation"))
    measured = {r["variant"] for r in of(records, "result")}
    assert {"written/memory", "written/file", "written/terminal"} <= measured
    said = {s["variant"]: s["reason"] for s in of(records, "skipped")}
    assert said["written/text"] == said["written/pixel"] \
        == "Linux has the screen"
    assert said["written/port"] == "Linux has the serial port"
    assert {f["name"] for f in findings(records)} == {
        "written/file", "written/terminal"}
