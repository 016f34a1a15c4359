# SPDX-License-Identifier: MIT
"""docs/conclusions.md: each example of a verdict stands in a recorded log."""

import re

import pytest
import read_back

PAGE = (read_back.LOGS.parents[2] / "docs/conclusions.md").read_text()
EXAMPLES = re.findall(r"^\| `(\w+)`[^|]* \| `(\w+)` \| (.+) \|$", PAGE, re.M)
VERDICTS = {"sure", "tie", "unsure", "none", "ok", "failed", "not_proven"}


def said(log: str) -> set[tuple[str, str]]:
    """Verdicts of findings and validations, with what is said of each."""
    return {(r["verdict"], r["text"]) for r in read_back.of(log, "finding")} | {
        (r["verdict"], f"{r['experiment']} {r['variant']}: "
         f"{r['reason'] or r['property']}")
        for r in read_back.of(log, "validation")}


def test_each_verdict_has_an_example():
    assert {verdict for verdict, *_ in EXAMPLES} == VERDICTS


@pytest.mark.parametrize("verdict, log, text", EXAMPLES)
def test_an_example_stands_in_its_log(verdict, log, text):
    assert (verdict, text) in said(log)
