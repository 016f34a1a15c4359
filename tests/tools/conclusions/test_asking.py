# SPDX-License-Identifier: MIT
"""What the table of questions makes of rows: which are selected, how they are
grouped, and what becomes of those that are wrong."""

import pytest
from concluded import run_of
from make_log import context, quantity, row, validation
from quietcore.conclusions import asking
from quietcore.conclusions.answers import answers
from quietcore.conclusions.asking import concluded, conclusions, pattern
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import FAILED, FIT, NOT_PROVEN, ORDER, RATIO, VALUE
from quietcore.conclusions.questions import Subjects, Template, table
from quietcore.conclusions.rounds import NO_ROUND
from quietcore.conclusions.rows import rows_of

TEN, TWENTY = [10] * 6, [20] * 6
MINE = Template("mine", "best", ORDER, (Subjects("{name}"),), what="It", superlative="best")
TAKES = "It takes %s ticks"
COST = Template("mine", "cost", VALUE, (Subjects("a"),), what=TAKES)
SLOWER = Template("mine", "slower", RATIO, (Subjects("a"), Subjects("b")), what="It")


def found_in(*rows: dict, templates=(), **changes) -> list[Finding]:
    """What the table, or these questions in its place, conclude from rows."""
    with pytest.MonkeyPatch.context() as patch:
        if templates:
            patch.setattr(asking, "table", lambda: (*templates,))
        return conclusions(run_of([context(**changes), *rows]))


def line(found: Finding) -> str:
    """Its name, each subject with how fit it is and a round, and the cores."""
    return f"{found.name}: " + ", ".join(
        " ".join([each.name, *[f"({each.fitness})"] * (each.fitness != FIT),
                  *(f"{milli / 1000:g}" for milli in each.rounds[:1])])
        for each in found.asked.subjects) + f" @{found.cores}"


@pytest.mark.parametrize("text, name, bound", [
    ("{name}", "tas", {"name": "tas"}),
    ("{name}", "ticket/prop", {"name": "ticket/prop"}),
    ("{name}/pair", "ring/pair", {"name": "ring"}),
    ("{name}/pair", "ring/mcs/pair", {"name": "ring/mcs"}),
    ("{name}/pair", "ring/pair32", None), ("{name}/pair", "/pair", None),
    ("{executor}/{how}", "steal/far", {"executor": "steal", "how": "far"}),
    ("a.b", "a.b", {}), ("a.b", "acb", None)])
def test_a_pattern_binds_what_stands_in_its_places(text, name, bound):
    match = pattern(text).fullmatch(name)
    assert (match.groupdict() if match else None) == bound


# ---- which rows --------------------------------------------------------------------


def across(name: str, rounds: list, producers: int, consumers: int, bulk: int = 1) -> dict:
    return row("queue", f"{name}/across", rounds, cores=4, params={
        "producers": producers, "consumers": consumers, "bulk": bulk})


def contended(name: str, rounds: list, cores: int = 2, **changes) -> dict:
    return row("lock", f"{name}/contend", rounds, cores=cores, **changes)


A, B = row("mine", "a", TEN), row("mine", "b", TWENTY)
TAS, MCS = row("lock", "tas", TEN), row("lock", "mcs", TWENTY)
BAD = row("lock", "bad", [1] * 6)
#: Rows, and what quietcore's own table concludes of them.
OWN = [
    ([], []), ([row("lock", "tas", [])], []),
    # By default rows are told apart by their parameters.
    ([row("mine", "p", TEN, params={"bulk": 1}), row("mine", "p", TWENTY, params={"bulk": 2})],
     ["order: p bulk=1 10, p bulk=2 20 @1"]),
    # Subjects are named by what the pattern binds.
    ([row("queue", "ring/pair", TEN), row("queue", "mpmc/pair", TWENTY),
      row("queue", "mpmc/push", TEN)], ["cheapest_alone: ring 10, mpmc 20 @1"]),
    # Parameters bind, and each combination is a conclusion; others are other rows.
    ([across("ring", TEN, 1, 1), across("ring", TEN, 2, 2), across("mpmc", TWENTY, 1, 1),
      across("mpmc", TWENTY, 2, 2)], ["fastest_across 1:1: ring 10, mpmc 20 @4",
                                      "fastest_across 2:2: ring 10, mpmc 20 @4"]),
    ([across("ring", TEN, 1, 1), across("mpmc", TEN, 1, 1, 32),
      row("queue", "two/across", TEN, cores=4)], ["fastest_across 1:1: ring 10 @4"]),
    # A field of the record is looked at.
    ([contended("tas", TEN), contended("mcs", TWENTY, fair=True),
      contended("clh", TWENTY, fair=True)],
     ["fastest_contended: tas 10, mcs 20, clh 20 @2", "fastest_fair: mcs 20, clh 20 @2"]),
    # All cores are the most that any row has; one is not all of several.
    ([contended("tas", TEN), contended("mcs", TEN), contended("tas", TEN, 4),
      contended("mcs", TWENTY, 4)], ["fastest_contended: tas 10, mcs 20 @4"]),
    ([contended("tas", TEN, 1)], ["cheapest_alone: tas/contend 10 @1"]),
    # The largest batch speaks for a name; of other parameters the first ones.
    *(([row("lock", "tas", [batch] * 6, batch=batch, params={"mode": mode})
        for batch, mode in zip(batches, ("single", "batch"))], ["cheapest_alone: tas 128 @1"])
      for batches in ((1, 128), (128, 1))),
    ([TAS, row("lock", "tas", TWENTY, params={"core": 2}, batch=999)],
     ["cheapest_alone: tas 10 @1"]),
    # What cores share is the time between two of any core.
    ([contended("tas", TWENTY, together=10, together_rounds=TEN),
      contended("mcs", TEN, together=5, together_rounds=[5] * 6)],
     ["fastest_contended: tas 10, mcs 5 @2"]),
    # What is wrong on any number of cores is wrong on all; timed or not.
    ([validation("lock", "bad/contend", FAILED, primitive="bad"), TAS, MCS, BAD],
     ["cheapest_alone: tas 10, mcs 20, bad (failed) 1 @1"]),
    ([validation("lock", "bad", FAILED), TAS, MCS],
     ["cheapest_alone: tas 10, mcs 20, bad (failed) @1"]),
    *(([row("lock", "tas", TEN, **changes)], [f"cheapest_alone: tas{fitness} 10 @1"])
      for changes, fitness in (
          ({"crowded": True}, " (turns)"), ({"proven": "failed"}, " (failed)"),
          ({"proven": "not_proven", "crowded": True}, " (not_proven)"))),
    # A shared queue that is not proven leaves nothing surer.
    ([{"record": "warning", "code": "exchange_not_proven", "text": "queue=mine is not proven."},
      TAS, BAD | {"proven": "failed"}],
     ["cheapest_alone: tas (not_proven) 10, bad (failed) 1 @1"]),
    # A user's experiment is ordered on each number of cores; a quantity is no row,
    # and what the table knows is not ordered besides.
    ([row("mine", name, rounds, cores=cores) for cores in (1, 2)
      for name, rounds in (("a", TEN), ("b/far", TWENTY))],
     ["order: a 10, b/far 20 @1", "order: a 10, b/far 20 @2"]),
    ([quantity("mine", "tasks", TEN)], []), ([row("queue", "ring/pair32", TEN)], []),
]
COLUMN = Template("mine", "wall", VALUE, (Subjects("a", column="wall_rounds"),), what=TAKES)
#: A question, rows, and what is concluded of them.
ASKED = [
    (MINE, [A, B, quantity("mine", "c", [1] * 6, unit="tasks")], ["best: a 10, b 20 @1"]),
    (Template("mine", "slower", RATIO, (Subjects("a", as_name="here"), Subjects(
        "b", as_name="on {on_cores}")), what="It"), [A, B], ["slower: here 10, on 1 core 20 @1"]),
    (MINE, [each | {"cores": cores} for each in (A, B) for cores in (1, 2, 4)],
     [f"best: a 10, b 20 @{cores}" for cores in (1, 2, 4)]),
    (COLUMN, [A | {"wall_rounds": TWENTY}], ["wall: a 20 @1"]), (COLUMN, [A], []),
    # What is not proven on several cores is ranked on none; one core's figures stand.
    (MINE, [validation("mine", "a", NOT_PROVEN), A, B], ["best: a (not_proven) 10, b 20 @1"]),
    (COST, [validation("mine", "a", NOT_PROVEN), A], ["cost: a 10 @1"]),
    (COST, [validation("mine", "a", FAILED), A], ["cost: a (failed) 10 @1"]),
    # Of a pair both have to be measured; it may be of another experiment.
    (SLOWER, [A], []), (SLOWER, [A, row("mine", "b", [])], []),
    (SLOWER, [B, A], ["slower: a 10, b 20 @1"]),
    (Template("mine", "slower", RATIO, (Subjects("call", experiment="floor"), Subjects("a")),
              what="It"), [row("floor", "call", TWENTY), A], ["slower: call 20, a 10 @1"]),
]


@pytest.mark.parametrize("templates, rows, right", [
    *(((), rows, right) for rows, right in OWN),
    *(((template,), rows, right) for template, rows, right in ASKED)])
def test_what_is_asked_of_rows(templates, rows, right):
    assert [line(each) for each in found_in(*rows, templates=templates)
            if each.experiment != "floor"] == right


@pytest.mark.parametrize("templates, rows, context_, threshold", [
    ((MINE,), [A], {}, 150), ((MINE,), [A | {"cores": 2}], {}, 250), ((), [TAS], {}, 50)])
def test_what_is_claimed_of_one_core_is_finer(templates, rows, context_, threshold):
    [found] = found_in(*rows, templates=templates, **context_)
    assert found.asked.threshold == threshold


@pytest.mark.parametrize("template, rows, text", [
    (Template("mine", "v", VALUE, (Subjects("a"),), what="It takes %s"),
     [quantity("mine", "a", ["never"] * 6)], "It takes never."),
    (Template("mine", "it", VALUE, (Subjects("a"),), what="It is done after %s s",
              never="It never is", unit="s"),
     [quantity("mine", "a", [None, *["never"] * 6], unit="s")], "It never is."),
    # Nothing is told finer than the clock's step.
    (COST, [A | {"batch": 10}], "It takes 10.0 (8.70 to 11.3) ticks."),
    (SLOWER, [A, B], "It: b takes 2.00 (2.00 to 2.00) times as long as a.")])
def test_what_is_told(template, rows, text):
    [found] = found_in(*rows, templates=[template], tsc_step=26)
    assert found.text == text


def test_a_disturbed_round_is_none():
    [found] = found_in(row("lock", "tas", [10, 11, 99, 12, 13, 14, 15], disturbed_rounds=[2]))
    [tas] = found.asked.subjects
    assert tas.rounds[2] == NO_ROUND and len(tas.clean) == 6


def test_users_experiments_stand_in_the_order_of_the_log_and_ours_in_the_table_s():
    mine = ["zeta", "mine", "alpha", "other", "beta"]
    found = found_in(*(row(each, "a", TEN) for each in mine), TAS, row("queue", "r/pair", TEN))
    order = [each.experiment for each in table()]
    assert [each.experiment for each in found] == \
        [*sorted(("lock", "queue"), key=order.index), *mine]


def test_a_run_is_asked_once():
    run = run_of([context(), TAS])
    assert conclusions(run) is conclusions(run)


def test_a_conclusion_as_a_record_has_all_that_it_rests_on():
    [found] = concluded(run_of([
        context(), row("lock", "tas", [10, None, 10, 10, 10, 10, 10]), MCS]))
    assert found == {
        "record": "finding", "experiment": "lock", "name": "cheapest_alone",
        "claim": "order", "unit": "ticks", "cores": 1, "params": {},
        "threshold": 5, "subjects": ["tas", "mcs"], "fitness": ["fit", "fit"],
        "rounds": [[10, None, 10, 10, 10, 10, 10], TWENTY],
        "what": "Lock and unlock, uncontended", "superlative": "cheapest",
        "never": None, "published": None, "published_id": None,
        "verdict": "unsure", "reason": "disturbed", "winners": [], "near": [],
        "value": 10, "low": 10, "high": 10, "ratio": 2, "ratio_low": 2,
        "ratio_high": 2, "text": found["text"]}


def test_a_user_s_row_of_an_experiment_of_his_own_is_told_with_its_cores():
    run = run_of([context(), *(row("mine", "p", rounds, cores=2, user=True, params={"bulk": bulk})
                               for bulk, rounds in ((1, TEN), (2, TWENTY)))])
    assert [each.brief.text for each in answers(conclusions(run), rows_of(run))][:2] == [
        "p bulk=1 10.0 ticks, 1 of 2, on 2 cores",
        "p bulk=2 20.0 ticks, 2 of 2, 2.00 times p bulk=1, on 2 cores"]
