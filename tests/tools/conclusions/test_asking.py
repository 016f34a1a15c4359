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
from quietcore.conclusions.gate import (
    FAILED, FIT, NOT_PROVEN, ORDER, RATIO, TURNS, VALUE)
from quietcore.conclusions.questions import Subjects, Template, table
from quietcore.conclusions.rounds import NO_ROUND
from quietcore.conclusions.rows import rows_of

TEN, TWENTY = [10] * 6, [20] * 6
MINE = Template("mine", "best", ORDER, (Subjects("{name}"),), what="It",
                superlative="best")


def found_in(*rows: dict, **changes) -> list[Finding]:
    """What the table concludes from rows."""
    return conclusions(run_of([context(**changes), *rows]))


def names(found: Finding) -> list[str]:
    return [each.name for each in found.asked.subjects]


@pytest.fixture
def ask(monkeypatch):
    """Puts questions into the table's place, and concludes."""
    def conclude(templates: list[Template], *rows: dict,
                 **changes) -> list[Finding]:
        monkeypatch.setattr(asking, "table", lambda: (*templates,))
        return found_in(*rows, **changes)
    return conclude


# ---- what a user's rows may be -----------------------------------------------------


def test_rows_of_another_unit_are_not_compared(ask):
    [found] = ask([MINE], row("mine", "a", TEN), row("mine", "b", TWENTY),
                  quantity("mine", "c", [1] * 6, unit="tasks"))
    assert names(found) == ["a", "b"]


def test_by_default_rows_are_told_apart_by_their_parameters():
    [found] = found_in(row("mine", "p", TEN, params={"bulk": 1}),
                       row("mine", "p", TWENTY, params={"bulk": 2}))
    assert names(found) == ["p bulk=1", "p bulk=2"]


def test_a_figure_out_of_reach_is_told_where_no_words_are_given(ask):
    [found] = ask([Template("mine", "v", VALUE, (Subjects("a"),),
                            what="It takes %s")],
                  quantity("mine", "a", ["never"] * 6))
    assert found.text == "It takes never."


# ---- names -----------------------------------------------------------------------


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


def test_subjects_are_named_by_what_the_pattern_binds():
    [found] = found_in(row("queue", "ring/pair", TEN),
                       row("queue", "mpmc/pair", TWENTY),
                       row("queue", "mpmc/push", TEN))
    assert (found.name, names(found)) == ("cheapest_alone", ["ring", "mpmc"])
    assert found.text == (
        "A push and a pop, uncontended: ring is the cheapest, 10.0 ticks; next "
        "mpmc, 2.00 (2.00 to 2.00) times that.")


def test_or_as_the_table_says(ask):
    [found] = ask([Template("mine", "slower", RATIO, (
        Subjects("a", as_name="here"), Subjects("b", as_name="on {on_cores}")),
        what="It")], row("mine", "a", TEN), row("mine", "b", TWENTY))
    assert names(found) == ["here", "on 1 core"]


# ---- parameters, fields, cores -----------------------------------------------------


def across(name: str, rounds: list, producers: int, consumers: int,
           bulk: int = 1) -> dict:
    return row("queue", f"{name}/across", rounds, cores=4, params={
        "producers": producers, "consumers": consumers, "bulk": bulk})


def test_parameters_bind_and_each_combination_is_a_conclusion():
    found = found_in(across("ring", TEN, 1, 1), across("ring", TEN, 2, 2),
                     across("mpmc", TWENTY, 1, 1), across("mpmc", TWENTY, 2, 2))
    assert [each.name for each in found] == [
        "fastest_across 1:1", "fastest_across 2:2"]
    assert all(names(each) == ["ring", "mpmc"] for each in found)
    assert found[1].text.startswith("An item, 2 producing and 2 consuming: ")


def test_other_parameters_are_other_rows():
    found = found_in(across("ring", TEN, 1, 1), across("mpmc", TEN, 1, 1, 32),
                     row("queue", "two/across", TEN, cores=4))
    assert [names(each) for each in found] == [["ring"]]


def contended(name: str, rounds: list, cores: int = 2, **changes) -> dict:
    return row("lock", f"{name}/contend", rounds, cores=cores, **changes)


def test_where_looks_at_a_field_of_the_record():
    found = {each.name: names(each) for each in found_in(
        contended("tas", TEN), contended("mcs", TWENTY, fair=True),
        contended("clh", TWENTY, fair=True))}
    assert found == {"fastest_contended": ["tas", "mcs", "clh"],
                     "fastest_fair": ["mcs", "clh"]}


def test_all_cores_are_the_most_that_any_row_has():
    found = found_in(contended("tas", TEN), contended("mcs", TEN),
                     contended("tas", TEN, 4), contended("mcs", TWENTY, 4))
    assert [(each.name, each.cores) for each in found] == [
        ("fastest_contended", 4)]
    assert "contended by 4 cores" in found[0].text


def test_one_core_is_not_all_of_several():
    assert found_in(contended("tas", TEN, 1), contended("mcs", TEN, 1)) != []
    assert not any(each.name == "fastest_contended" for each in
                   found_in(contended("tas", TEN, 1)))


def test_without_a_number_each_number_of_cores_is_a_conclusion(ask):
    found = ask([MINE], *(row("mine", name, TEN, cores=cores)
                          for name in ("a", "b") for cores in (1, 2, 4)))
    assert [(each.name, each.cores) for each in found] == [
        ("best", 1), ("best", 2), ("best", 4)]


@pytest.mark.parametrize("cores, threshold", [(1, 150), (2, 250)])
def test_what_is_claimed_of_one_core_is_finer(ask, cores, threshold):
    [found] = ask([MINE], row("mine", "a", TEN, cores=cores))
    assert found.asked.threshold == threshold


def test_what_is_claimed_of_an_uncontended_lock_is_finest():
    [found] = found_in(row("lock", "tas", TEN))
    assert found.asked.threshold == 50


# ---- which rounds ------------------------------------------------------------------


@pytest.mark.parametrize("batches, told", [((1, 128), 128), ((128, 1), 128)])
def test_the_largest_batch_speaks_for_a_name(batches, told):
    rows = [row("lock", "tas", [batch] * 6, batch=batch, params={"mode": mode})
            for batch, mode in zip(batches, ("single", "batch"))]
    [found] = found_in(*rows)
    assert found.asked.subjects[0].rounds == [told * 1000] * 6


def test_of_rows_with_other_parameters_the_first_speaks():
    [found] = found_in(row("lock", "tas", TEN, params={}),
                       row("lock", "tas", TWENTY, params={"core": 2}, batch=999))
    assert found.asked.subjects[0].rounds == [10_000] * 6


def test_what_several_cores_share_is_the_time_between_two_of_any_core():
    [found, _] = found_in(
        contended("tas", TWENTY, together=10, together_rounds=TEN),
        contended("mcs", TEN, together=5, together_rounds=[5] * 6, fair=True))
    assert [each.rounds[0] for each in found.asked.subjects] == [10_000, 5_000]


def test_a_column_is_taken_where_the_table_names_it(ask):
    template = Template("mine", "wall", VALUE, (
        Subjects("a", column="wall_rounds"),), what="It takes %s ticks")
    [found] = ask([template], row("mine", "a", TEN, wall_rounds=TWENTY))
    assert found.asked.subjects[0].rounds == [20_000] * 6
    assert ask([template], row("mine", "a", TEN)) == []


def test_a_disturbed_round_is_none():
    [found] = found_in(row("lock", "tas", [10, 11, 99, 12, 13, 14, 15],
                           disturbed_rounds=[2]))
    [tas] = found.asked.subjects
    assert tas.rounds[2] == NO_ROUND and len(tas.clean) == 6


def test_rounds_of_a_quantity_may_be_none_or_never(ask):
    [found] = ask([Template("mine", "it", VALUE, (Subjects("it"),),
                            what="It is done after %s s", never="It never is",
                            unit="s")],
                  quantity("mine", "it", [None, *["never"] * 6], unit="s"))
    assert found.text == "It never is."


def test_nothing_is_told_finer_than_the_clock_s_step(ask):
    template = Template("mine", "it", VALUE, (Subjects("it"),),
                        what="It takes %s ticks")
    [found] = ask([template], row("mine", "it", TEN, batch=10), tsc_step=26)
    assert found.text == "It takes 10.0 (8.70 to 11.3) ticks."


# ---- what is not right -------------------------------------------------------------


def fitness(found: Finding) -> dict[str, str]:
    return {each.name: each.fitness for each in found.asked.subjects}


def test_what_is_wrong_on_any_number_of_cores_is_wrong_on_all():
    [found] = found_in(
        validation("lock", "bad/contend", FAILED, primitive="bad"),
        row("lock", "tas", TEN), row("lock", "mcs", TWENTY),
        row("lock", "bad", [1] * 6))
    assert fitness(found) == {"tas": FIT, "mcs": FIT, "bad": FAILED}
    assert found.text.endswith("; bad is left out, it gives wrong answers.")


def test_what_failed_and_was_not_timed_is_named_all_the_same():
    [found] = found_in(validation("lock", "bad", FAILED),
                       row("lock", "tas", TEN), row("lock", "mcs", TWENTY))
    assert fitness(found)["bad"] == FAILED
    assert found.text.endswith("; bad is left out, it gives wrong answers.")


def test_what_is_not_proven_on_several_cores_is_ranked_on_none(ask):
    checks = validation("mine", "a", NOT_PROVEN)
    rows = row("mine", "a", TEN), row("mine", "b", TWENTY)
    [order] = ask([MINE], checks, *rows)
    assert fitness(order) == {"a": NOT_PROVEN, "b": FIT}
    [value] = ask([Template("mine", "a", VALUE, (Subjects("a"),),
                            what="%s")], checks, *rows)
    assert fitness(value) == {"a": FIT}


@pytest.mark.parametrize("changes, told", [
    ({"crowded": True}, TURNS), ({"proven": "failed"}, FAILED),
    ({"proven": "not_proven", "crowded": True}, NOT_PROVEN), ({}, FIT)])
def test_a_row_says_itself_how_fit_it_is(changes, told):
    [found] = found_in(row("lock", "tas", TEN, **changes))
    assert fitness(found) == {"tas": told}


def test_a_shared_queue_that_is_not_proven_leaves_nothing_surer():
    warning = {"record": "warning", "code": "exchange_not_proven",
               "text": "queue=mine is not proven."}
    [found] = found_in(warning, row("lock", "tas", TEN),
                       row("lock", "mcs", TWENTY),
                       row("lock", "bad", TEN, proven="failed"))
    assert fitness(found) == {"tas": NOT_PROVEN, "mcs": NOT_PROVEN,
                              "bad": FAILED}
    assert found.judged.verdict == "none"


# ---- what is asked, and what not ---------------------------------------------------


def test_of_a_pair_both_have_to_be_measured(ask):
    template = Template("mine", "slower", RATIO, (Subjects("a"), Subjects("b")),
                        what="It")
    assert ask([template], row("mine", "a", TEN)) == []
    assert ask([template], row("mine", "a", TEN), row("mine", "b", [])) == []
    [found] = ask([template], row("mine", "b", TWENTY), row("mine", "a", TEN))
    assert found.text == "It: b takes 2.00 (2.00 to 2.00) times as long as a."
    assert found.asked.unit == "times"


def test_a_subject_may_be_of_another_experiment(ask):
    found, *_ = ask([Template("mine", "slower", RATIO, (
        Subjects("call", experiment="floor"), Subjects("a")), what="It")],
        row("floor", "call", TEN), row("mine", "a", TWENTY))
    assert (found.name, names(found)) == ("slower", ["call", "a"])


def test_of_what_was_not_measured_nothing_is_asked():
    assert found_in() == []
    assert found_in(row("lock", "tas", [])) == []


def test_a_user_s_experiment_is_ordered_on_each_number_of_cores():
    found = found_in(*(row("mine", name, rounds, cores=cores)
                       for cores in (1, 2)
                       for name, rounds in (("a", TEN), ("b/far", TWENTY))))
    assert [(each.experiment, each.name, each.cores) for each in found] == [
        ("mine", "order", 1), ("mine", "order", 2)]
    assert found[0].text == (
        "Of its rows on 1 core: a is the cheapest, 10.0 ticks; next b/far, 2.00 "
        "(2.00 to 2.00) times that.")


def test_users_experiments_stand_in_the_order_of_the_log():
    mine = ["zeta", "mine", "alpha", "other", "beta"]
    found = found_in(*(row(each, "a", TEN) for each in mine))
    assert [each.experiment for each in found] == mine


def test_a_quantity_is_no_row_to_order_by_itself():
    assert found_in(quantity("mine", "tasks", TEN)) == []


def test_what_the_table_knows_is_not_ordered_besides():
    assert {each.name for each in found_in(row("queue", "ring/pair32", TEN))} \
        == set()


def test_the_table_s_order_is_that_of_the_conclusions():
    found = found_in(row("lock", "tas", TEN), row("queue", "ring/pair", TEN))
    order = [each.experiment for each in table()]
    assert [each.experiment for each in found] == sorted(
        ("lock", "queue"), key=order.index)


def test_a_run_is_asked_once():
    run = run_of([context(), row("lock", "tas", TEN)])
    assert conclusions(run) is conclusions(run)


def test_a_conclusion_as_a_record_has_all_that_it_rests_on():
    [found] = concluded(run_of([
        context(), row("lock", "tas", [10, None, 10, 10, 10, 10, 10]),
        row("lock", "mcs", TWENTY)]))
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
    run = run_of([context(), *(row("mine", "p", rounds, cores=2, user=True,
                                   params={"bulk": bulk})
                               for bulk, rounds in ((1, TEN), (2, TWENTY)))])
    lines = [each.brief.text for each in answers(conclusions(run),
                                                 rows_of(run))]
    assert lines[:2] == ["p bulk=1 10.0 ticks, 1 of 2, on 2 cores",
                         "p bulk=2 20.0 ticks, 2 of 2, 2.00 times p bulk=1, "
                         "on 2 cores"]


@pytest.mark.parametrize("verdict, fitness", [
    ("failed", FAILED), ("not_proven", FIT)])
def test_what_is_wrong_on_several_cores_is_wrong_on_one(ask, verdict, fitness):
    """But one core's figures stand on the proof on one core."""
    [found] = ask([Template("mine", "v", VALUE, (Subjects("a"),),
                            what="It takes %s")], row("mine", "a", TEN),
                  validation("mine", "a", verdict))
    assert [each.fitness for each in found.asked.subjects] == [fitness]
