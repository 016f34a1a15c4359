# SPDX-License-Identifier: MIT
"""docs/conclusions.md: each example of a verdict is said of a recorded log."""

import gzip
import re
from functools import cache

import pytest
import read_back
from in_process import read
from quietcore.conclusions.asking import conclusions

PAGE = (read_back.LOGS.parents[2] / "docs/conclusions.md").read_text()
EXAMPLES = re.findall(r"^\| `(\w+)`[^|]* \| `(\w+)` \| (.+) \|$",
                      PAGE.partition("\n## Questions\n")[0], re.M)
VERDICTS = {"sure", "tie", "unsure", "none", "ok", "failed", "not_proven"}


@cache
def said(log: str) -> set[tuple[str, str]]:
    """Verdicts of conclusions and validations, with what is said of each."""
    [run] = read(gzip.decompress(read_back.path_of(log).read_bytes()))
    return {(each.judged.verdict, each.text) for each in conclusions(run)} | {
        (r["verdict"], f"{r['experiment']} {r['variant']}: {r.get('reason') or r['property']}")
        for r in read_back.of(log, "validation")}


def test_each_verdict_has_an_example():
    assert {verdict for verdict, *_ in EXAMPLES} == VERDICTS


@pytest.mark.parametrize("verdict, log, text", EXAMPLES)
def test_an_example_is_said_of_its_log(verdict, log, text):
    assert (verdict, text) in said(log)
