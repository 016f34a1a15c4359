# SPDX-License-Identifier: MIT
"""Whatever a record holds, its CRC being right, nothing ends in a traceback."""

import random

import odd_records
import pytest
from in_process import qc
from quietcore.export.rows import KINDS
from quietcore.status import Status

SIZE = 25           # records of a log
SHARE = 20          # logs of the core tests, of 400

COMMANDS = (("parse",), ("parse", "--unit", "ns", "--width", "60"),
            ("parse", "--format", "json"),
            *(("parse", "--format", "csv", "--what", what) for what in KINDS),
            ("parse", "--format", "jsonl", "--published"), ("trace",),
            ("targets",), ("twin",))


def statuses(command: tuple, log, other) -> Status:
    """The status of a command; fails where it ends in a traceback."""
    logs = [str(log)] + [str(other)] * (command == ("twin",))
    done = qc(*command, *logs)
    if not isinstance(done.exception, (SystemExit, type(None))):
        raise done.exception
    assert "Traceback" not in done.output
    return Status(done.exit_code)


def read_all(folder, change, seeds, allowed) -> None:
    """Feeds logs to every command."""
    for seed in seeds:
        rng = random.Random(seed)
        log, other = folder / f"{seed}.log", folder / f"{seed}-other.log"
        version = 2 + seed % 2
        log.write_bytes(odd_records.log(rng, change, version, SIZE))
        other.write_bytes(odd_records.log(rng, change, version, SIZE))
        for command in COMMANDS:
            status = statuses(command, log, other)
            assert allowed(status), f"seed {seed}: {command}: {status}"


def refused(status: Status) -> bool:
    """A log with a record of a wrong shape is whole for no one."""
    return status in (Status.INCOMPLETE, Status.NO_LOG)


CHANGES = [(odd_records.wrong, refused), (odd_records.odd, lambda _: True)]


@pytest.mark.parametrize("change, allowed", CHANGES)
def test_some_odd_records(tmp_path, change, allowed):
    read_all(tmp_path, change, range(SHARE), allowed)


@pytest.mark.full
@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize("change, allowed", CHANGES)
def test_ten_thousand_odd_records(tmp_path, change, allowed, part):
    read_all(tmp_path, change, range(50 * part, 50 * part + 50), allowed)
