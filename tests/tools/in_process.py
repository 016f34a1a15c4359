# SPDX-License-Identifier: MIT
"""qc and its reader inside the test's own process."""

from click.testing import CliRunner
from quietcore.cli import main
from quietcore.log.reading import read_stream


def qc(*words, **how):
    """A command with its words; its status and output (click's Result)."""
    return CliRunner().invoke(main, [*map(str, words)], **how)


def parsed(*words) -> str:
    """What qc parse says of a log that it has nothing against."""
    done = qc("parse", *words)
    assert done.exit_code == 0, done.output
    return done.output


def read(data: bytes):
    """The runs of a log's bytes."""
    return read_stream([data])
