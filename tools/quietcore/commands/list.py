# SPDX-License-Identifier: MIT
"""qc list: what can be measured and chosen, as the Linux program says. qc doctor: what is here."""

from __future__ import annotations

import io
import json
import subprocess

import click

from quietcore.commands.booting import must_have_twin
from quietcore.commands.logs import status_of
from quietcore.commands.options import Choice, wide
from quietcore.commands.output import console, leave, needs_checkout
from quietcore.places import program
from quietcore.status import EXPLANATION, Status

PATIENCE = 60  # seconds the program may take; it takes less than one
#: Words in the place of an experiment.
SCHEMA, QUESTIONS = "schema", "questions"
FORMATS = ("json", "markdown")


@click.command("list", epilog=EXPLANATION)
@click.argument("experiment", default="", envvar="QC_LIST_BENCH")
@click.option("--format", "form", type=Choice(FORMATS),
              help="Of the word schema: JSON Schema [default], or Markdown, "
              "which docs/log-records.md is.")
@wide
def list_(experiment, form):
    """List experiments, variants, locks, queues, executors and options.

    EXPERIMENT, or several parted by commas: only these and their variants. It asks the Linux
    program (make hosted). What the image alone has is in the list that `qc run --args list` shows.

    The word schema instead: the fields of a log's records. The word questions: what is asked of a
    log's rows, as docs/conclusions.md has it.
    """
    from quietcore.tables.listing import show_listed
    from quietcore.conclusions import questions
    from quietcore.log import fields
    from quietcore.running.reasons import reasons

    if experiment == SCHEMA:
        click.echo(fields.markdown() if form == "markdown"
                   else json.dumps(fields.json_schema(), indent=1) + "\n", nl=False)
        return
    if experiment == QUESTIONS:
        click.echo(questions.markdown(), nl=False)
        return
    if form:
        leave(Status.USAGE, f"--format goes with the word {SCHEMA}")
    needs_checkout()
    must_have_twin()
    [run] = asked(f"bench={experiment}" if experiment else "list")
    if run.complete and not run.ok:
        leave(Status.USAGE, "; ".join(reasons(run)) or "the program failed")
    status, why = status_of([run])
    if status == Status.OK:
        show_listed(run, console())
    leave(status, why)


def asked(word: str) -> list:
    """The run of the program that lists; leaves where it does not answer."""
    from quietcore.log.reading import read_stream

    try:
        done = subprocess.run([program(), "list", word], check=False, stdin=subprocess.DEVNULL,
                              timeout=PATIENCE, capture_output=True)
    except subprocess.TimeoutExpired:
        leave(Status.TIME_OUT, f"{program()} list did not end within {PATIENCE} s")
    except OSError as error:
        leave(Status.EMULATOR, f"{program()} does not start: {error.strerror}")
    runs = read_stream(io.BytesIO(done.stdout))
    if not runs:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        leave(Status.NO_LOG, f"{program()} list wrote no record (exit "
              f"{done.returncode}): {said[-1] if said else 'nothing at all'}")
    return runs[:1]


@click.command()
def doctor():
    """Say which tools and accelerators are here and what is missing."""
    from quietcore.running.tools import examine

    needs_checkout()
    leave(Status.OK if examine(console()) else Status.MISSING)
