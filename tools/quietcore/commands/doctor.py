# SPDX-License-Identifier: MIT
"""qc doctor: what is here, what is missing."""

from __future__ import annotations

import click

from quietcore.commands.output import console, leave, needs_checkout
from quietcore.status import Status


@click.command()
def doctor():
    """Say which tools and accelerators are here and what is missing."""
    from quietcore.running.tools import examine

    needs_checkout()
    leave(Status.OK if examine(console()) else Status.MISSING)
