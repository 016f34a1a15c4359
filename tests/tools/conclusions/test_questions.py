# SPDX-License-Identifier: MIT
"""The table of questions: what it may hold, and what a typo is told."""


import pytest
from places import ROOT
from quietcore.conclusions.gate import MARGINS, ORDER
from quietcore.conclusions.questions import PLACE, QuestionError, Subjects, own, questions, table
from quietcore.published.catalogue import catalogue

#: An order, a value and a ratio, right in all.
MINE = """
[[question]]
experiment = "mine"
name = "best of {n}"
claim = "order"
subjects = [{ variant = "{name}", params = { n = "{n}" } }]
what = "A round of {n}"
superlative = "fastest"

[[question]]
experiment = "mine"
name = "cost"
claim = "value"
cores = 1
subjects = [{ variant = "add", as = "an add", column = "round_means", where = { per = "add" } }]
what = "An add takes %s {unit}"

[[question]]
experiment = "mine"
name = "apart"
claim = "ratio"
subjects = [{ variant = "near", cores = 1 }, { variant = "far", cores = "all" }]
what = "An add"
"""


def test_every_published_id_is_in_the_catalogue():
    known = {row.id for row in catalogue()}
    asked = {each.published_id for each in table() if each.published_id}
    assert {each for each in asked if not PLACE.search(each)} <= known


def test_a_table_of_a_user_s_is_read():
    best, cost, _ = own(MINE, "mine.toml")
    assert (best.experiment, best.name, best.claim, best.margin) == \
        ("mine", "best of {n}", ORDER, "")
    assert best.subjects == (Subjects("{name}", params={"n": "{n}"}),)
    assert cost.subjects == (Subjects(
        "add", as_name="an add", column="round_means", where={"per": "add"}),)
    assert own("", "none.toml") == ()
    assert own(MINE.replace('"cost"', '"enqueue"'), "of_another.toml")


BEST, COST, APART = (f"question {at} (mine {name}): " for at, name in enumerate(
    ("best of {n}", "cost", "apart"), 1))
#: What is right, what a typo makes of it, and what that is told.
WRONG = [
    # TOML, and what it holds
    ("[[question]]", "[[question]", "this is no TOML: "),
    ("[[question]]", "x = " + "[" * 9999, "this is no TOML: "),
    ("[[question]]", "x = 1\n[[question]]", "holds nothing but entries "),
    # keys and types
    ("claim", "clam", BEST + "there is no key 'clam', only claim, cores, "),
    ("subjects = [{ variant", "subjects = [{ varient",
     BEST[:-2] + ", subjects: there is no key 'varient', only as, column, cores, "),
    ("as =", "as_name =", COST[:-2] + ", subjects: there is no key 'as_name'"),
    ('claim = "order"\n', "", BEST + "claim is missing"),
    ('name = "cost"\n', "", "question 2 (mine): name is missing"),
    ('name = "cost"', 'name = ""', "question 2 (mine ): name is missing"),
    ('experiment = "mine"', "experiment = 1",
     "question 1 (1 best of {n}): experiment = 1 has to be a text"),
    ('variant = "add", ', "", COST[:-2] + ", subjects: variant is missing"),
    ('[{ variant = "{name}", params = { n = "{n}" } }]', '"{name}"',
     BEST + 'subjects = \'{name}\' has to be [{ variant = "..." }]'),
    ('[{ variant = "{name}", params = { n = "{n}" } }]', "[1]",
     BEST + 'subjects = [1] has to be [{ variant = "..." }]'),
    ('{ per = "add" }', '"add"',
     COST[:-2] + ", subjects: where = 'add' has to be of the form { x = 1 }"),
    ("cores = 1\n", 'cores = "many"\n',
     COST + 'cores = \'many\' has to be a number, "all" or "several"'),
    ("cores = 1\n", "cores = true\n", COST + "cores = True has to be a number"),
    ("cores = 1\n", "cores = 0\n", COST + "cores = 0 has to be a number"),
    ("cores = 1\n", "cores = 1.5\n", COST + "cores = 1.5 has to be a number"),
    ('cores = "all"', 'cores = "most"', APART + "cores = 'most' has to be"),
    # words that are known
    ('"order"', '"odrer"', BEST + "claim is 'odrer', not order, ratio, value, fact, crossing"),
    ("cores = 1\n", "margin = 'locks'\n", COST + "margin is 'locks', not lock, core, cores"),
    ("round_means", "median",
     COST + "column = 'median' is no array of rounds; docs/log-records.md has all"),
    ("round_means", "place_rounds", COST + "column = 'place_rounds' is no array"),
    ("round_means", "per_core", COST + "column = 'per_core' is no array of "),
    ("{ per =", "{ pre =", COST + "where: rows have no field 'pre'"),
    # subjects and claims
    ('subjects = [{ variant = "add"', 'reckon = "nope"\nx = [{ variant = "add"',
     COST + "there is no key 'x'"),
    ('[{ variant = "{name}", params = { n = "{n}" } }]\n', "[]\n", BEST + "subjects is missing"),
    ("cores = 1\n", 'reckon = "line_ends"\n',
     COST + "subjects and reckon exclude each other: give subjects"),
    (', { variant = "far", cores = "all" }', "",
     APART + "subjects: the claim ratio has 2, and 1 are here"),
    ('claim = "ratio"', 'claim = "fact"', APART + "subjects: the claim fact has 1, and 2 are here"),
    ('claim = "value"', 'claim = "crossing"',
     COST + "subjects: the claim crossing has 0, and 1 are here"),
    # {x}
    ('variant = "{name}"', 'variant = "{name"',
     BEST + "variant = '{name' has a brace too many: one word stands between two, as in {name}"),
    ("of {n}", "of n}", "question 1 (mine best of n}): name = 'best of n}' has a brace too many"),
    ("round of {n}", "round of {}", BEST + "what = 'A round of {}' has a brace"),
    ("round of {n}", "round of {n!r}", BEST + "what = 'A round of {n!r}' has a"),
    ("round of {n}", "round of {1}", BEST + "what = 'A round of {1}' has a "),
    ('as = "an add"', 'as = "{"', COST + "as = '{' has a brace too many"),
    ('{ n = "{n}" }', '{ n = "{n" }', BEST + "params: n = '{n' has a brace too"),
    ('{ n = "{n}" }', '{ n = "n{n}" }', BEST + "params: n = 'n{n}' has to be {x} alone, or none"),
    ('"{name}"', '"{name}/{name}"', BEST + "variant = '{name}/{name}' has a word twice: take two"),
    ("best of {n}", "best of {n} {n}",
     "question 1 (mine best of {n} {n}): name = 'best of {n} {n}' has a word twice"),
    ('"{n}"', '"{unit}"', BEST + "{unit} is bound by each row itself: take another word"),
    ("round of {n}", "round of {m}",
     BEST + "what: no row binds {m}, only cores, n, name, on_cores, pair, row, unit"),
    ("best of {n}", "best of {m}", "question 1 (mine best of {m}): name: no row binds {m}"),
    ('"fastest"', '"{m}"', BEST + "superlative: no row binds {m}"),
    ('"an add"', '"{m}"', COST + "as: no row binds {m}, only cores, on_cores"),
    ('what = "An add takes', 'never = "{m}"\nwhat = "An add takes',
     COST + "never: no row binds {m}"),
    ('"near"', '"{far}"',
     APART + "{far} has to stand in name, too: the claim ratio is of one row each"),
    ('"near"', '"near", params = { x = "{name}" }', APART + "{name} has to stand in name, too"),
    ('"near"', '"near", as = "{unit}"', APART + "{unit} has to stand in name"),
    # sentences
    ("%s {unit}", "{unit}", COST + "what = 'An add takes {unit}' has %s 0 times: "
     "it stands for a figure, once in the claim value"),
    ("%s {unit}", "%s %s", COST + "what = 'An add takes %s %s' has %s 2 times"),
    ("round of {n}", "round of %s", BEST + "what = 'A round of %s' has %s 1 times: "
     "it stands for a figure, never in the claim order"),
    ('what = "A round of {n}"\n', "", BEST + "what is missing: the claim order has one"),
    ('superlative = "fastest"\n', "", BEST + "superlative is missing: the claim order "),
    # names
    ('name = "apart"', 'name = "cost"\ncores = 1',
     "question 3 (mine cost): the name is there already: take another name"),
    ('"mine"\nname = "apart"', '"lock"\nname = "cheapest_alone"', "question 3 "
     "(lock cheapest_alone): quietcore's own table asks 'cheapest_alone': take "
     "another name"),
    ('"mine"\nname = "best of {n}"', '"workqueue"\nname = "{n}"',
     "question 1 (workqueue {n}): quietcore's own table asks 'enqueue': take another name"),
]


@pytest.mark.parametrize("right, wrong, said", WRONG)
def test_a_mistake_names_file_question_key_and_remedy(right, wrong, said):
    assert right in MINE
    with pytest.raises(QuestionError) as error:
        own(MINE.replace(right, wrong, 1), "mine.toml")
    text = str(error.value)
    assert text.startswith("mine.toml") and said in text, text


@pytest.mark.parametrize("text", [
    "x = 1", "question = 1", "question = [1]", "[question]\nname = 'x'"])
def test_a_table_holds_nothing_but_questions(text):
    with pytest.raises(QuestionError, match="mine.toml: a table of questions "
                       r"holds nothing but entries \[\[question\]\]"):
        own(text, "mine.toml")


RECKONED = """
[[question]]
experiment = "mine"
name = "pays"
claim = "crossing"
reckon = "dispatch_break_even"
what = "It pays from %s on"
never = "It never pays"
"""


def test_what_is_reckoned_is_quietcore_s_alone():
    assert questions(RECKONED, "ours.toml")
    with pytest.raises(QuestionError, match="reckon is for quietcore's own "):
        own(RECKONED, "mine.toml")
    for wrong, said in ((RECKONED.replace("break_even", "brake_even"),
                         "nothing is reckoned as 'dispatch_brake_even'"),
                        (RECKONED.replace('never = "It never pays"\n', ""),
                         "never is missing: the claim crossing has one")):
        with pytest.raises(QuestionError, match=said):
            questions(wrong, "ours.toml")


def test_the_document_names_every_margin():
    text = (ROOT / "docs/conclusions.md").read_text()
    for milli in MARGINS.values():
        assert f"| {milli} |" in text
