# SPDX-License-Identifier: MIT
"""The command line: qc run, show, parse, judge, compare, report, plot, export,
trace, twin, targets, published, certificate, capture, watch, scan, flash,
list, doctor."""

from __future__ import annotations

import sys

import click

from quietcore.commands.capture import capture, scan, watch
from quietcore.commands.compare import compare
from quietcore.commands.export import export
from quietcore.commands.flash import flash
from quietcore.commands.list import doctor, list_
from quietcore.commands.options import near
from quietcore.commands.reading import certificate, judge, parse, published, show, trace
from quietcore.commands.report import plot, report
from quietcore.commands.run import run
from quietcore.commands.targets import targets
from quietcore.commands.twin import twin
from quietcore.status import EXPLANATION, Status
from quietcore.version import version


class Commands(click.Group):
    """A group that names the nearest command, and all, for a wrong one."""

    def resolve_command(self, ctx, args):
        word = args[0]
        if not self.get_command(ctx, word) and not word.startswith("-"):
            ctx.fail(f"No command is called '{word}'; "
                     f"{near(word, self.commands)}there are: "
                     f"{', '.join(self.list_commands(ctx))}.")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx):
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # click would leave with 1
            sys.exit(int(Status.CLOSED))


def show_version(ctx, _param, wanted):
    """`--version`: prints it and leaves."""
    if wanted and not ctx.resilient_parsing:
        click.echo(f"qc (quietcore) {version()}")
        ctx.exit()


@click.group(cls=Commands, epilog=EXPLANATION,
             context_settings={"help_option_names": ["-h", "--help"],
                               "auto_envvar_prefix": "QC"})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False,
              callback=show_version, help="Show the version and exit.")
def main() -> None:
    """quietcore's host tools: run the image, read its log."""


for command in (run, show, parse, judge, compare, report, plot, export, trace,
                twin, targets, published, certificate, capture, watch, scan, flash,
                list_, doctor):
    main.add_command(command)
