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

COMMANDS = (("parse",), ("parse", "--unit", "ns", "--width", "60"), ("parse", "--format", "json"),
            *(("parse", "--format", "csv", "--what", what) for what in KINDS),
            ("parse", "--format", "jsonl", "--published"), ("trace",),
            ("targets",), ("twin",))


@pytest.mark.parametrize("seeds", [range(SHARE), *(
    pytest.param(range(50 * part, 50 * part + 50), marks=pytest.mark.full)
    for part in range(8))], ids=str)
def test_odd_records(tmp_path, seeds):
    """With the full set, ten thousand of them."""
    for seed in seeds:
        rng = random.Random(seed)
        logs = [tmp_path / f"{seed}.log", tmp_path / f"{seed}-other.log"]
        for log in logs:
            log.write_bytes(odd_records.log(rng, 2 + seed % 2, SIZE))
        for command in COMMANDS:
            done = qc(*command, *logs[:1 + (command == ("twin",))])
            if not isinstance(done.exception, (SystemExit, type(None))):
                raise done.exception
            assert "Traceback" not in done.output
            Status(done.exit_code)      # one that is told
