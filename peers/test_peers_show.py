# SPDX-License-Identifier: MIT
"""The table of `make peers`: what it calls met, and when it says nothing."""

import json

import pytest
import show
from peer_targets import TARGETS
from click.testing import CliRunner


def record(who: str, ticks: float, row: str = "lock alone", *,
           floor: float = 6.0, quiet: int = 9,
           ends: tuple[float, float] = (1, 1)) -> show.Record:
    """`ends`: those of the interval, as multiples of the figure."""
    low, high = (ticks * end for end in ends)
    return {"row": row, "who": who, "ticks": ticks, "spread": 0.01,
            "low": low, "high": high,
            "rounds": [low, low, ticks, ticks, ticks, high, high, None],
            "floor": "XST", "floor_ticks": floor, "floor_low": floor,
            "floor_high": floor, "ratio": ticks / floor,
            "n": 9, "quiet": quiet, "failed": 0}


@pytest.mark.parametrize("ticks, ends, said", [
    (6, (0.9, 1.05), "[green]met, 0.95 (0.86 to 1.00) of it[/]"),
    (6, (0.9, 1.06), "[yellow]within noise, 0.95 (0.86 to 1.01) of it[/]"),
    (6.6, (0.9, 1.3), "[yellow]within noise, 1.05 (0.94 to 1.36) of it[/]"),
    (6.3, (1.0, 1.3), "[yellow]within noise, 1.00 (1.00 to 1.30) of it[/]"),
    (9.0, (0.8, 1.3), "[red]missed, 1.43 (1.14 to 1.86) of it[/]")])
def test_a_target_is_met_when_its_whole_interval_is_within_it(ticks, ends,
                                                              said):
    ours = record("ours/tas", ticks, ends=ends)
    assert show.verdict(ours, [ours]) == f"1.05 x XST: {said}"


def test_the_ends_of_the_floor_are_those_of_the_ratio():
    ours = record("ours/tas", 6.0, ends=(0.9, 1.05)) | {
        "floor_low": 5.4, "floor_high": 6.6}
    assert "within noise, 0.95 (0.78 to 1.11)" in show.verdict(ours, [ours])


def test_ours_and_a_peer_are_compared_round_by_round():
    """Both take twice as long in every other round."""
    row = [record("ours/fiber_switch", 6.0, "fiber switch"),
           record("sketch", 6.0, "fiber switch")]
    row[0]["rounds"] = [5, 10] * 3
    row[1]["rounds"] = [6, 12] * 3
    assert "met, 0.76 (0.76 to 0.76)" in show.verdict(row[0], row)
    row[1]["rounds"] = [12, 6] * 3
    assert "within noise, 0.95 (0.38 to 1.51)" in show.verdict(row[0], row)


def test_a_round_that_one_of_both_lacks_is_no_pair():
    row = [record("ours/fiber_switch", 6.0, "fiber switch"),
           record("sketch", 6.0, "fiber switch")]
    row[0]["rounds"], row[1]["rounds"] = [6] * 7, [None] + [6, 0] + [6] * 4
    assert show.verdict(row[0], row) == \
        "1.1 x sketch: [default]too few rounds to tell[/]"


def test_every_target_of_one_of_ours_is_told():
    row = [record("ours/clh", 9.0), record("ck_clh", 12.0)]
    assert show.verdict(row[0], row).splitlines() == [
        "1 x ck_clh: [green]met, 0.75 (0.75 to 0.75) of it[/]",
        "1.05 x XST: [red]missed, 1.43 (1.43 to 1.43) of it[/]"]
    assert show.cells(row[0], row)[-1] == show.verdict(row[0], row)
    assert show.cells(row[1], row)[-1] == ""


def test_how_targets_came_out_is_counted():
    row = [record("ours/clh", 9.0), record("ck_clh", 12.0),
           record("ours/tas", 6.3, ends=(1, 1.2)),
           record("ours/ttas", 6.0, quiet=0)]
    assert show.tally(row) == ("4 targets: 1 met, 1 missed, 1 within noise, "
                               "1 cannot be told")


def test_what_has_no_peer_of_its_size_says_so():
    row = [record("ours/deque", 9.0, "deque steal"),
           record("ours/deque_8", 9.0, "deque steal"),
           record("boost_deque_8", 12.0, "deque steal")]
    assert show.verdict(row[0], row) == (
        "1 x boost_deque: [default]no boost_deque here, boost_deque_8 has "
        "items of 8 bytes alone[/]")
    assert "1 x boost_deque_8: [green]met" in show.verdict(row[1], row)


def test_a_target_may_be_a_peer():
    row = [record("ours/fiber_switch", 6.0, "fiber switch"),
           record("sketch", 5.5, "fiber switch")]
    assert "1.1 x sketch: [green]met" in show.verdict(row[0], row)


def test_the_best_of_two_peers_is_the_one_to_beat():
    name = "locked ring both"
    row = [record("ours/workqueue", 20.0, name),
           record("std_deque", 40.0, name),
           record("libc_ring", 25.0, name)]
    said = show.verdict(row[0], row)
    assert said.startswith("0.7 x std_deque or libc_ring")
    assert "missed, 1.14 (1.14 to 1.14)" in said


def test_to_be_ahead_is_to_be_ahead_of_each():
    """The better one is known by its interval, whichever its median is."""
    name = "locked ring both"
    row = [record("ours/workqueue", 10.0, name),
           record("std_deque", 25.0, name, ends=(0.5, 1)),
           record("libc_ring", 20.0, name)]
    said = show.verdict(row[0], row)
    assert "within noise, 0.71 (0.71 to 1.14)" in said


def test_a_loud_peer_that_seems_better_leaves_nothing_met():
    name = "locked ring both"
    row = [record("ours/workqueue", 20.0, name),
           record("std_deque", 25.0, name, quiet=2),
           record("libc_ring", 40.0, name)]
    assert "too loud to tell" in show.verdict(row[0], row)
    row[0] = record("ours/workqueue", 10.0, name)
    assert "met" in show.verdict(row[0], row)
    row[0] = record("ours/workqueue", 40.0, name)
    assert "missed, 1.43" in show.verdict(row[0], row)


def test_a_target_may_be_what_all_of_it_takes():
    def row_of(n: int) -> list[show.Record]:
        name = f"dispatch n={n}"
        return [record("ours/steal", 90.0, name) | {
                    "all_in": 60, "all_in_rounds": [60] * 6},
                record("tbb_for", 80.0, name) | {
                    "all_in": 100, "all_in_rounds": [100] * 6}]
    short, long = row_of(1001), row_of(5001)
    assert show.verdict(short[0], short) == \
        "0.52 x tbb_for all-in: [red]missed, 1.15 (1.15 to 1.15) of it[/]"
    assert show.verdict(long[0], long) == \
        "0.65 x tbb_for all-in: [green]met, 0.92 (0.92 to 0.92) of it[/]"


def test_no_verdict_on_loud_numbers():
    ours = record("ours/fiber_switch", 6.0, "fiber switch")
    row = [ours, record("sketch", 15.0, "fiber switch", quiet=2)]
    assert "too loud to tell" in show.verdict(ours, row)
    assert show.to_peer(ours, row) == "? 0.40"
    assert show.to_peer(row[1], row) == "? 0.40"
    loud = record("ours/tas", 6.0, quiet=5)
    assert "too loud to tell" in show.verdict(loud, [loud])
    assert show.cells(loud, [loud])[1].startswith("? ")


def test_peers_that_carry_less_count_for_those_that_carry_less():
    row = [record("ours/spsc", 4.0), record("rte_spsc_8", 2.0),
           record("rte_spsc", 5.0)]
    assert show.to_peer(row[0], row) == "0.80"
    assert show.to_peer(row[0], row[:2]) == show.to_peer(row[1], row) == ""


def test_patterns_in_which_a_peer_is_first_are_listed():
    def pattern(name: str, ours: float, theirs: float) -> list[show.Record]:
        row = f"metg 50 % {name}"
        return [record("ours/steal", ours, row), record("tbb_for", theirs, row),
                record("ours/shared", 9000, row)]

    assert show.metg_text([record("ours/tas", 6.0)]) == []
    said, = show.metg_text(pattern("trivial", 100, 200))
    assert "in 1 of 1 patterns (target: 5 of 7)." in said
    said, = show.metg_text(pattern("trivial", 100, 200)
                           + pattern("tree", 1000, 800)
                           + [record("ours/steal", 1.0, "metg 50 % fft")])
    assert "in 1 of 2 patterns" in said
    assert "; missed in tree (tbb_for 800, ours/steal 1,000)." in said
    said, = show.metg_text(pattern("tree", 1000, 800)
                           + [record("rayon_spawn", 700, "metg 50 % tree")])
    assert "in 0 of 1 patterns" in said and "(rayon_spawn 700, " in said
    said, = show.metg_text([
        record("ours/steal", 1000, "metg 50 % tree", ends=(0.5, 1)),
        record("tbb_for", 800, "metg 50 % tree", ends=(1, 1))])
    assert "in 0 of 1 patterns" in said and "; within noise in tree (" in said


def test_words_are_held_against_words():
    name = "spsc alone bulk 32"
    row = [record("ours/spsc", 1.6, name), record("ours/spsc_8", 1.6, name),
           record("rte_spsc", 1.6, name), record("rte_spsc_8", 1.0, name)]
    said = [show.verdict(r, row) for r in row[:2]]
    assert said[0].startswith("1.1 x rte_spsc: [green]met")
    assert said[1].startswith("1.1 x rte_spsc_8: [red]missed, 1.46")
    assert all(t.peer[0].endswith("_8") == t.who.endswith("_8")
               for t in TARGETS if t.peer and ("spsc" in t.who or
                                               "mpmc" in t.who))
    assert [show.to_peer(r, row) for r in row] == ["1.00", "1.60", "1.00",
                                                   "1.60"]


def test_a_target_of_one_is_not_of_those_whose_names_begin_so():
    row = [record("ours/mpmc", 20.0, "mpmc across"),
           record("ours/mpmc_8", 20.0, "mpmc across"),
           record("vyukov", 60.0, "mpmc across")]
    assert "0.9 x vyukov" in show.verdict(row[0], row)
    assert not show.verdict(row[1], row)


def test_a_row_without_result_is_shown_as_failed(tmp_path):
    log = tmp_path / "peers.jsonl"
    log.write_text('{"row": "lock alone", "who": "x/lock", "n": 0, '
                   '"quiet": 0, "failed": 3}\n')
    result = CliRunner().invoke(show.main, [str(log)])
    assert result.exit_code == 0, result.output
    assert "failed" in result.output
    assert "lock alone, x/lock: it fails its proof" in result.output


def test_what_hinders_a_verdict_is_named():
    ours = record("ours/fiber_switch", 6.0, "fiber switch")
    for row in ([ours], [ours, record("sketch", 0.0, "fiber switch")],
                [ours, {"row": "fiber switch", "who": "sketch", "n": 0,
                        "quiet": 0, "failed": 1}]):
        assert show.verdict(ours, row) == \
            "1.1 x sketch: [default]no sketch here[/]"
        assert show.to_peer(ours, row) == ""
    bare = record("ours/tas", 6.0) | {"ratio": None, "floor": "XST"}
    assert show.verdict(bare, [bare]) == \
        "1.05 x XST: [default]no floor measured[/]"
    row = [record("ours/steal", 6.0, "dispatch n=0"),
           record("tbb_for", 6.0, "dispatch n=0") | {"all_in": 9}]
    assert show.verdict(row[0], row) == \
        "0.52 x tbb_for all-in: [default]not measured[/]"


def test_a_target_is_met_up_to_it_and_no_further():
    for ticks, word in ((6.3, "met"), (6.31, "missed")):
        ours = record("ours/tas", ticks)
        assert f"]{word}, 1.00 (" in show.verdict(ours, [ours])


@pytest.mark.parametrize("loud", ["ours", "theirs"])
def test_a_pattern_that_was_disturbed_is_not_told_as_sure(loud):
    row = "metg 50 % tree"
    said, = show.metg_text([
        record("ours/steal", 100, row, quiet=9 * (loud != "ours")),
        record("tbb_for", 200, row, quiet=9 * (loud == "ours"))])
    assert said == ("metg: by interval one of ours does with the shortest "
                    "tasks in 0 of 1 patterns (target: 5 of 7); cannot be "
                    "told in tree (tbb_for 200, ours/steal 100).")


ROW = json.dumps(record("ours/tas", 6.0)) + "\n"


def test_no_floor_is_ours_over_a_peer():
    row = [record("RMW", 6.0, "floor"), record("ours/x", 6.0, "floor")]
    assert show.to_peer(row[0], row) == ""


@pytest.mark.parametrize("text, status, said", [
    ("", 4, "has no row; make it: make peers"),
    ('{"said": ["x"]}\n', 4, "has no row; make it: make peers"),
    ("peers: none\n", 3, "line 1 is damaged: "),
    (ROW + ROW[:40], 3, "line 2 is damaged: "),
    (ROW.replace("6.0", "NaN", 1), 3, "line 1 is damaged: NaN is no figure; "
     "make it again: make peers"),
    ('{"row": "lock alone"}\n', 3, "line 1 is damaged: no row"),
    ("[]\n", 3, "line 1 is damaged: no row")])
def test_a_file_that_is_damaged_is_named_and_not_shown(tmp_path, text, status,
                                                       said):
    log = tmp_path / "peers.jsonl"
    log.write_text(text)
    done = CliRunner().invoke(show.main, [str(log)])
    assert (done.exit_code, "lock alone" in done.output) == (status, False)
    assert f"peers: {log}" in done.output and said in done.output


def test_the_machine_stands_above_the_table(tmp_path):
    log = tmp_path / "peers.jsonl"
    log.write_text('{"said": ["A processor, on 2 cores"]}\n' + ROW)
    done = CliRunner().invoke(show.main, [str(log)])
    assert done.output.startswith("A processor, on 2 cores\n")
