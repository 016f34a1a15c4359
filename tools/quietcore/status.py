# SPDX-License-Identifier: MIT
"""Exit statuses of `qc`, one meaning each."""

from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """What the shell gets; the text is shown by `qc --help`."""

    OK = 0            # the log is whole and says ok
    RUN_FAILED = 1    # the log is whole and says failed
    USAGE = 2         # an argument is wrong
    INCOMPLETE = 3    # the log is damaged or has no end
    NO_LOG = 4        # no such file, an empty one, or one without a record
    SEVERAL_RUNS = 5  # more than one run in the file (all are shown)
    MISSING = 6       # a tool or the image is not there
    EMULATOR = 7      # the emulator did not start, or died
    TIME_OUT = 8      # the run did not end in time
    NEWER = 9         # the log's schema is newer than this qc
    INTERRUPTED = 130  # Ctrl-C


EXPLANATION = """\b
Exit status:
  0  whole log, run ok          5  several runs in one log
  1  whole log, run failed      6  a tool or the image is missing
  2  wrong argument             7  the emulator did not start, or died
  3  log damaged or cut         8  the run did not end in time
  4  no log                     9  the log is newer than this qc
                             130  interrupted
"""
