# SPDX-License-Identifier: MIT
"""The table of questions: what it may hold, and what a typo is told."""

import re

import pytest
from places import ROOT
from quietcore.conclusions import reckoned
from quietcore.conclusions.gate import ORDER, RATIO
from quietcore.conclusions.questions import (
    MARGINS, PLACE, QuestionError, Subjects, table)
from quietcore.published.catalogue import catalogue

WHOLE = """
[[question]]
experiment = "mine"
name = "best"
claim = "order"
subjects = [{ variant = "{name}" }]
"""


def test_our_own_table_can_be_read():
    experiments = {each.experiment for each in table()}
    assert {"lock", "queue"} <= experiments
    for each in table():
        assert re.fullmatch("[a-z]+", each.experiment)
        assert bool(each.subjects) != bool(each.reckon), each
        assert not each.reckon or each.reckon in reckoned.BY_NAME, each


def test_every_question_has_a_name_of_its_own():
    names = [(each.experiment, each.name, each.cores, str(each.subjects),
              each.reckon) for each in table()]
    assert len(names) == len({*names})


def test_every_published_id_is_in_the_catalogue():
    known = {row.id for row in catalogue()}
    asked = {each.published_id for each in table() if each.published_id}
    assert {each for each in asked if not PLACE.search(each)} <= known


def test_an_order_names_what_it_is_about_and_a_ratio_has_two():
    for each in table():
        if each.claim == ORDER:
            assert each.what and each.superlative, each
        if each.claim == RATIO and each.subjects:
            assert len(each.subjects) == 2, each


def test_a_claim_is_no_finer_on_several_cores():
    assert MARGINS["lock"] < MARGINS["core"] < MARGINS["cores"]


def written(folder, text: str):
    """A table of a user's."""
    path = folder / "mine.toml"
    path.write_text(text)
    return path


def test_a_table_of_a_user_s_is_read(tmp_path):
    [mine] = table(written(tmp_path, WHOLE))
    assert (mine.experiment, mine.name, mine.claim, mine.margin) == \
        ("mine", "best", ORDER, "")
    assert mine.subjects == (Subjects("{name}"),)


def test_as_names_a_subject(tmp_path):
    [mine] = table(written(tmp_path, WHOLE.replace(
        '"{name}"', '"a", as = "the first"')))
    assert mine.subjects == (Subjects("a", as_name="the first"),)


@pytest.mark.parametrize("right, wrong, said", [
    ("claim", "clam", "mine.toml, mine best: there is no key 'clam', only "
     "claim, cores, experiment, margin, name, never, "),
    ("variant", "varient", "mine.toml, mine best: there is no key 'varient', "
     "only as_name, column, cores, experiment, params, variant, where"),
    ('"order"', '"odrer"', "mine.toml, mine best: claim is 'odrer', not order, "
     "ratio, value, fact, crossing"),
    ("claim = ", "margin = 'locks'\nclaim = ", "mine.toml, mine best: margin is "
     "'locks', not lock, core, cores"),
    ('claim = "order"\n', "", "mine.toml, mine best: missing 1 required "
     "positional argument: 'claim'"),
    ('variant = "{name}"', "", "mine.toml, mine best: missing 1 required "
     "positional argument: 'variant'"),
    ('name = "best"\n', "", "mine.toml, mine None: missing 1 required "
     "positional argument: 'name'"),
    ("[[question]]", "[[question]", "mine.toml: ")])
def test_a_typo_names_file_question_and_remedy(tmp_path, right, wrong, said):
    path = written(tmp_path, WHOLE.replace(right, wrong, 1))
    with pytest.raises(QuestionError) as error:
        table(path)
    assert said in str(error.value)


def test_a_table_that_is_not_there_is_named(tmp_path):
    with pytest.raises(QuestionError, match="gone.toml"):
        table(tmp_path / "gone.toml")


def test_the_document_names_every_margin():
    text = (ROOT / "docs/conclusions.md").read_text()
    for milli in MARGINS.values():
        assert f"| {milli} |" in text
