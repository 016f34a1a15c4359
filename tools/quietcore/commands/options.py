# SPDX-License-Identifier: MIT
"""Types of options, whose errors name the remedy, and options that are shared."""

from __future__ import annotations

import difflib

import click

from quietcore.tables.units import UNITS

WIDTH = 136  # columns of text where no terminal has any: all of most tables


class Blank(click.ParamType):
    """A type that takes an empty word for "not given" (make passes those)."""

    def __init__(self, inner: click.ParamType):
        self.inner, self.name = inner, inner.name

    def convert(self, value, param, ctx):
        if value is None or value == "":
            return None
        return self.inner.convert(value, param, ctx)


class Number(click.ParamType):
    """A number within bounds, which its error names; "nan" is none."""

    def __init__(self, least: float, most: float, kind: type = int):
        self.least, self.most, self.kind = least, most, kind
        self.name = "whole number" if kind is int else "number"

    def convert(self, value, param, ctx):
        bounds = f"at least {self.least}, at most {self.most}"
        try:
            number = self.kind(value)
        except ValueError:
            self.fail(f"'{value}' is no {self.name} ({bounds}).", param, ctx)
        if not self.least <= number <= self.most:
            self.fail(f"{value} is out of range: {bounds}.", param, ctx)
        return number


def near(word: str, words) -> str:
    """"did you mean ...? " for a wrong word; "" where nothing is near."""
    found = difflib.get_close_matches(word, list(words), 1)
    return f"did you mean '{found[0]}'? " if found else ""


class Choice(click.Choice):
    """A choice whose error names the nearest one, and all."""

    def convert(self, value, param, ctx):
        if value in self.choices:
            return value
        self.fail(f"'{value}' is not known; {near(value, self.choices)}there "
                  f"are: {', '.join(self.choices)}.", param, ctx)


def keep(context, option, value) -> None:
    """Puts an option's value where asked_for() finds it."""
    context.meta[f"quietcore.{option.name}"] = value


def asked_for(option: str, otherwise=None):
    """The value of an option that keep() kept."""
    context = click.get_current_context(silent=True)
    return context.meta.get(f"quietcore.{option}", otherwise) if context else otherwise


def wanted_unit() -> str:
    """What figures are to be shown in: one of units.UNITS."""
    return asked_for("unit", UNITS[0])


def wide(command):
    """Gives a command the option --width, which console() knows."""
    return click.option(
        "--width", type=Number(20, 10000), metavar="N",
        callback=keep, expose_value=False,
        help=f"Columns of text [default: the terminal's, else {WIDTH}].",
    )(command)


def shown(command):
    """The same, and --unit, which wanted_unit() knows."""
    return wide(click.option(
        "--unit", type=Choice(UNITS), default=UNITS[0],
        show_default=True, envvar="QC_UNIT", callback=keep, expose_value=False,
        help="What figures are shown in [or QC_UNIT]; ns where the log counts "
             "ticks and knows their frequency.")(command))
