# SPDX-License-Identifier: MIT
"""docs/conclusions.md has the table of questions."""

from places import ROOT
from quietcore.conclusions.questions import markdown


def test_the_document_has_the_table_of_questions():
    assert (ROOT / "docs/conclusions.md").read_text().endswith(
        "\n\n" + markdown())
