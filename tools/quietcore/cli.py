# SPDX-License-Identifier: MIT
"""The command line: qc run, parse, trace, twin, targets, doctor."""

from __future__ import annotations

import click

from quietcore.commands.doctor import doctor
from quietcore.commands.parse import parse
from quietcore.commands.run import run
from quietcore.commands.targets import targets
from quietcore.commands.trace import trace
from quietcore.commands.twin import twin
from quietcore.status import EXPLANATION


@click.group(epilog=EXPLANATION,
             context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """quietcore's host tools: run the image, read its log."""


for command in (run, parse, trace, twin, targets, doctor):
    main.add_command(command)
