# SPDX-License-Identifier: MIT
"""Where a growing log comes from: a serial port, or a file.

A source has a `hint`, what to look at where no record comes. It is opened and
closed any number of times; open() and read() raise Gone. read() gives b"" after a
while without a byte, left() what is there already after the end record.
"""

from __future__ import annotations

import errno
import fcntl
import os
import termios
from collections.abc import Iterator
from pathlib import Path

WAIT = 0.2      # seconds a read waits for the first byte
CHUNK = 1 << 16


class Gone(Exception):
    """The source is not there, or not any more; it may come back."""


def never_a_port(name: str) -> str:
    """Why no wait makes a serial port of what is there; "" of one, and where
    one may yet be plugged in."""
    busy = ("another program reads it, and each would get a part: end that one first "
            f"(fuser {name} names it)")
    try:
        port = os.open(name, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except PermissionError:
        return "you may not open it: join the group that ls -l names, or use sudo"
    except IsADirectoryError:
        return "it is a folder: name a port, as in /dev/ttyUSB0"
    except OSError as error:
        return busy if error.errno == errno.EBUSY else ""
    try:
        if not os.isatty(port):
            return "it is no serial port: name one, as in /dev/ttyUSB0"
        fcntl.flock(port, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return ""
    except BlockingIOError:
        return busy
    finally:
        os.close(port)


class Port:
    """A serial port, by pyserial: 8 data bits, no parity, one stop bit. No
    other program may open it meanwhile."""

    hint = "is it the right port and rate (115,200 baud, 8N1)?"

    def __init__(self, name: str, baud: int):
        self._name, self._baud, self._port = name, baud, None

    def open(self) -> None:
        """Raises Gone where there is no such port now."""
        import serial

        try:
            self._port = serial.Serial(self._name, self._baud, timeout=WAIT, exclusive=True)
            fcntl.ioctl(self._port.fileno(), termios.TIOCEXCL)
        except (OSError, ValueError) as error:  # SerialException is an OSError
            why = os.strerror(error.errno) if getattr(error, "errno", None) else str(error)
            raise Gone(f"{self._name}: {why}") from error

    def read(self) -> bytes:
        """Raises Gone where it was unplugged."""
        try:
            return self._port.read(max(1, min(self._port.in_waiting, CHUNK)))
        except (OSError, TypeError) as error:   # closed under a read
            raise Gone(str(error)) from error

    def left(self) -> Iterator[bytes]:
        """None: another boot's text is no part of this log."""
        return iter(())

    def close(self) -> None:
        """Lets it go, unplugged or not."""
        if self._port:
            try:
                self._port.close()
            except OSError:
                pass
        self._port = None


class File:
    """A file that another process writes. One that got shorter, or is another
    one by now, is read from its beginning."""

    hint = "does a run write its log there?"

    def __init__(self, path: Path):
        self._path, self._stream = path, None

    def open(self) -> None:
        """Raises Gone where there is none yet."""
        try:
            self._stream = self._path.open("rb")
        except OSError as error:
            raise Gone(f"{self._path}: {error.strerror or error}") from error

    def read(self) -> bytes:
        """Raises Gone where the file is another one now."""
        data = self._stream.read(CHUNK)
        if data:
            return data
        try:
            now, own = self._path.stat(), os.fstat(self._stream.fileno())
        except OSError as error:
            raise Gone(error.strerror or str(error)) from error
        if now.st_ino != own.st_ino or now.st_size < self._stream.tell():
            raise Gone("it was begun anew")
        return b""

    def left(self) -> Iterator[bytes]:
        """The rest of a file that is not newest last, or has several runs."""
        size = os.fstat(self._stream.fileno()).st_size
        while self._stream.tell() < size and (data := self._stream.read(CHUNK)):
            yield data

    def close(self) -> None:
        """Closes it, if it is open."""
        if self._stream:
            self._stream.close()
        self._stream = None
