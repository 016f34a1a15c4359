# SPDX-License-Identifier: MIT
"""Standard input and outputs, whatever whoever started qc left of them."""

from __future__ import annotations

import io
import os
import sys


def open_closed() -> None:
    """Puts something in the place of each standard stream that is closed.

    Else the next file that is opened takes its number, and Python has None
    for it. Input cannot be read and output not written, which ends in an
    error like any other; what goes to standard error is dropped.
    """
    for number, mode in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:  # the lowest number that is free is this one
            os.set_inheritable(os.open(os.devnull, mode), True)
    for number, (name, mode) in enumerate(
            (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, mode, encoding="utf-8",
                                    errors="backslashreplace", closefd=False))


class Patient(io.FileIO):
    """Standard output whose reader may leave (`| head`): the rest is dropped.

    The command goes on to its own status, which tells of the log or the run
    and not of how much of the table was read.
    """

    def write(self, data) -> int | None:
        try:
            return super().write(data)
        except BrokenPipeError:
            return len(data)


def patient_output() -> None:
    """Makes standard output drop what nobody reads any more."""
    old = sys.stdout
    old.flush()
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(Patient(old.fileno(), "w", closefd=False)),
        encoding=old.encoding, errors=old.errors,
        line_buffering=old.line_buffering)
