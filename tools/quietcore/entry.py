# SPDX-License-Identifier: MIT
"""Where qc begins, and every way out of it that is no command's own.

Signals, a reader who leaves, a full disk and mistakes of our own end here, in
one line and a status of status.py.
"""

from __future__ import annotations

import os
import signal
import sys

from quietcore import signals, streams
from quietcore.status import Status

#: Set to anything: a mistake of our own shows its traceback, too.
DEBUG = "QUIETCORE_DEBUG"
#: `make run`, where make started qc: its own status is 2 whatever qc's is.
TARGET = "QUIETCORE_TARGET"
#: Objects until Python looks for cycles, which we have few of; over young ones,
#: old ones, all. By its own numbers it looks at a thousand logs for minutes.
CYCLES = (50_000, 20, 1000)


def main() -> None:
    """The installed program."""
    signals.catch()
    enter()


def enter() -> None:
    """Runs qc with the process's arguments; does not return.

    signals.catch() has been called.
    """
    streams.open_closed()
    streams.patient_output()
    status, text = guarded()
    if text:
        say(f"qc: {text}")
    if status and os.environ.get(TARGET):
        say(f"{os.environ[TARGET]}: qc ended with status {int(status)} "
            f"({Status(status).text})")
    leave(status)


def guarded() -> tuple[int, str]:
    """Runs the command line: the exit status, and a line to say with it."""
    try:
        command_line()
    except SystemExit as end:
        return _flushed(end.code or 0)
    except signals.Stopped as stop:
        status = Status(128 + stop.number)
        return status, status.text
    except BrokenPipeError:
        return Status.CLOSED, ""
    except OSError as error:
        return Status.UNWRITABLE, os_error(error)
    except Exception as error:
        return Status.INTERNAL, mistake(error)
    return _flushed(Status.OK)


def command_line() -> None:
    """What the arguments ask for."""
    import gc

    from quietcore.cli import main
    from quietcore.parent import signal_when_parent_dies

    if "MAKELEVEL" in os.environ:
        # A make that is terminated ends its shell only, and not us.
        signal_when_parent_dies(signal.SIGTERM)
    signals.release()
    gc.set_threshold(*CYCLES)
    main(prog_name="qc")


def _flushed(status: int) -> tuple[int, str]:
    """The status, once what was printed has left; else that it could not."""
    try:
        sys.stdout.flush()
        return status, ""
    except OSError as error:
        said = status == Status.UNWRITABLE
        return Status.UNWRITABLE, "" if said else os_error(error)


def os_error(error: OSError) -> str:
    """What the system refused."""
    name = f"{error.filename}: " if error.filename else "an output: "
    return f"{name}{error.strerror or error}"


def mistake(error: Exception) -> str:
    """A mistake of qc's own, in a line; with DEBUG set, its traceback."""
    if os.environ.get(DEBUG):
        import traceback
        traceback.print_exception(error)
    return (f"a mistake of qc's own: {type(error).__name__}: {error}; "
            f"{DEBUG}=1 shows where")


def say(text: str) -> None:
    """A line on standard error, if anyone reads it."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        pass


def leave(status: int) -> None:
    """Ends the process; what cannot be written any more is not tried again."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    sys.exit(int(status))
