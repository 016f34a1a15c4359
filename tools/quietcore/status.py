# SPDX-License-Identifier: MIT
"""Exit statuses of `qc`, one meaning each; the only place that has them."""

from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """What the shell gets; `text` is what `qc --help` says of it."""

    OK = 0, "whole log, run ok"
    RUN_FAILED = 1, "whole log, run failed; of compare: something is slower"
    USAGE = 2, "wrong argument, option or name"
    INCOMPLETE = 3, "log damaged or cut; of compare: logs that do not compare"
    NO_LOG = 4, "no log, or none that holds a record"
    SEVERAL_RUNS = 5, "several runs in one log"
    MISSING = 6, "tool, image or accelerator missing"
    EMULATOR = 7, "the machine did not start, or died"
    TIME_OUT = 8, "the run did not end in time"
    VERSION = 9, "the log is of a version that this qc does not read"
    UNWRITABLE = 10, "an output cannot be written"
    INTERNAL = 11, "a mistake of qc's own"
    STOPPED = 12, "whole log, run stopped by a key"
    HUNG_UP = 129, "the terminal went away (SIGHUP)"
    INTERRUPTED = 130, "interrupted (Ctrl-C)"
    CLOSED = 141, "nobody reads the output (SIGPIPE)"
    TERMINATED = 143, "terminated (SIGTERM)"

    def __new__(cls, value: int, text: str) -> Status:
        status = int.__new__(cls, value)
        status._value_ = value
        status.text = text
        return status


#: For the help of every command; \b keeps click from filling the lines.
EXPLANATION = "\b\nExit status:\n" + "\n".join(
    f"  {status.value:>3}  {status.text}" for status in Status)
