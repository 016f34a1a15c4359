# SPDX-License-Identifier: MIT
"""qc certificate: what it says of a log, and of one that has nothing to say."""

import re

import make_log
import pytest
from in_process import qc, read
from quietcore.silence.gaps import at_once, by_length, causes, clock_of

HZ = 2_000_000_000


def silence(core=0, **changes) -> dict:
    """A record of one core, in ticks of 0.5 ns."""
    return {"record": "silence", "experiment": "silence", "core": core,
            "unit": "ticks", "grade": "A", "least": 2000,
            "watched": 60 * HZ, "gaps": 0, "lost": 0, "max": 80,
            "planted": 0, "planted_named": 0, "ipis": 0,
            "lengths": [[48, 1000000], [80, 3]], "longest": [],
            "causes": []} | changes


def noisy(core=0, **changes) -> dict:
    """One with four gaps: of 2, 15, 150 and 20,000 us."""
    return silence(core, **{
        "grade": "F", "gaps": 4, "lost": 40334000, "max": 40000000,
        "lengths": [[48, 1000], [3584, 1], [28672, 1], [262144, 1],
                    [33554432, 1]],
        "longest": [[1000, 4000], [10**6, 30000], [10**8, 300000],
                    [2 * 10**8, 40000000]],
        "causes": [["context switch", 1, 40000000], ["local timer", 2, 330000],
                   [None, 1, 4000]]} | changes)


def shown(tmp_path, *records, status=0, width=80, **context) -> str:
    """What the command says of them."""
    log = make_log.write(tmp_path / "s.log", list(records), trust="metal",
                         trust_claimed="", tsc_hz=HZ, **context)
    done = qc("certificate", log, "--width", width)
    assert done.exit_code == status, done.output
    return done.output


def test_a_silent_machine_is_told_in_one_sentence(tmp_path):
    text = shown(tmp_path, silence(), silence(1))
    assert "No gap of 1 us or more in 60.0 s on 2 cores." in text
    assert "What interrupted" not in text


def test_the_worst_core_is_named(tmp_path):
    text = " ".join(shown(tmp_path, silence(), noisy(1)).split())
    assert "4 gaps of 1 us or more in 60.0 s on 2 cores." in text
    assert "The worst core is 1: it lost 336.1 ppm" in text
    assert "its longest gap took 20000 us" in text


def test_the_worst_core_lost_most_and_all_watched_as_long_as_the_first_to_end(
        tmp_path):
    text = " ".join(shown(
        tmp_path, noisy(lost=10**6, planted=1),
        noisy(1, max=300000, planted=2), silence(2, watched=30 * HZ)).split())
    assert "8 gaps of 1 us or more in 30.0 s on 3 cores." in text
    assert "The worst core is 1: it lost 336.1 ppm" in text
    assert "its longest gap took 150.0 us" in text
    assert "Of them 3 were planted" in text


def test_smis_are_told_where_they_are_counted(tmp_path):
    """Logs from before have no such field."""
    rows = shown(tmp_path, silence(smis=7), silence(1, smis=None), silence(2),
                 width=100).splitlines()
    heads = next(row for row in rows if "SMIs" in row)
    at = heads.index("SMIs") + len("SMIs")
    assert [row[:at].split()[-1] for row in rows
            if re.match(r"\W*[012]  +A ", row)] == ["7", "-", "-"]


def test_hwlat_s_published_figures_stand_beside(tmp_path):
    text = " ".join(shown(tmp_path, silence()).split())
    assert "hwlatdetect" in text and "Optimizing RHEL 8 for Real Time" in text


def test_a_class_begins_with_its_own_bound():
    [run] = read(b"".join(make_log.lines(
        [silence(gaps=2, lengths=[[19999, 1], [20000, 1]])], tsc_hz=HZ)))
    assert by_length(run.of("silence")[0], clock_of(run)) == [1, 1, 0, 0, 0]


def test_gaps_by_length_are_all_gaps():
    [run] = read(b"".join(make_log.lines([noisy()], tsc_hz=HZ)))
    record = run.of("silence")[0]
    assert by_length(record, clock_of(run)) == [1, 1, 1, 0, 1]


def test_a_bin_which_the_least_cuts_counts_as_shortest():
    [run] = read(b"".join(make_log.lines(
        [silence(gaps=3, least=2000, lengths=[[1792, 9], [28672, 1]])],
        tsc_hz=HZ)))
    record = run.of("silence")[0]
    assert by_length(record, clock_of(run)) == [2, 1, 0, 0, 0]


def test_causes_are_summed_over_cores_the_most_lost_first():
    assert list(causes([noisy(), noisy(1)]).items())[0] == \
        ("context switch", (2, 80000000))
    assert causes([noisy()])[None] == (1, 4000)


def test_what_met_all_cores_is_told(tmp_path):
    records = [noisy(), noisy(1, longest=[[10**8 + 500, 299800], [7, 100]])]
    assert at_once(records) == 1
    assert "1 gap of the 4 longest of the first core met all cores" in \
        " ".join(shown(tmp_path, *records).split())


@pytest.mark.parametrize("other, count", (
    ([10**8, 300000], 1), ([10**8, 270000], 1), ([10**8 + 30000, 270000], 1),
    ([10**8 - 30000, 330000], 1), ([10**8, 269999], 0),
    ([10**8 + 31000, 300000], 0), ([10**8 - 10**6, 2 * 10**6], 0)))
def test_at_once_is_at_about_the_same_time_for_about_as_long(other, count):
    """As long gaps of a busy host overlap by chance."""
    assert at_once([noisy(), noisy(1, longest=[other])]) == count


@pytest.mark.parametrize("other", ([], [[10**8 - 300, 300]]))
def test_what_met_one_core_is_not(other):
    assert at_once([noisy(), noisy(1, longest=other)]) == 0
    assert at_once([noisy()]) == 0


def test_planted_gaps_are_the_runs_own(tmp_path):
    assert "Of them 4 were planted by the run.\n" in \
        shown(tmp_path, noisy(planted=4))
    assert "Of them 1 was planted by the run.\n" in \
        shown(tmp_path, noisy(planted=1))


def test_instructions_are_never_told_as_time(tmp_path):
    text = shown(tmp_path, silence(unit="instructions", watched=10**10,
                                   least=1000))
    assert "No gap of 1000 instructions or more in 10G instructions" in text
    assert "by length, us" not in text


def test_what_a_damaged_log_lacks_is_said_and_is_the_status(tmp_path):
    log = make_log.write(tmp_path / "s.log", [silence(), silence(1)],
                         tsc_hz=HZ)
    first, *_, third, end = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(first + third + end)
    done = qc("certificate", log)
    assert done.exit_code == 3
    assert "No gap of 1 us or more in 60.0 s on 1 core." in done.output
    assert "Nothing is known of 1 further core, of which the log has no " \
        "record." in done.output
    assert "INCOMPLETE LOG" in done.output


def test_of_several_runs_the_last_is_shown(tmp_path):
    log = tmp_path / "s.log"
    log.write_bytes(b"".join(
        make_log.lines([silence(), silence(1)], tsc_hz=HZ, run="1" * 16)
        + make_log.lines([noisy(), silence(1)], tsc_hz=HZ, run="2" * 16)))
    done = qc("certificate", log)
    assert done.exit_code == 5 and "the log holds 2 runs" in done.output
    assert "4 gaps of 1 us" in done.output and "No gap" not in done.output


def test_the_build_and_the_processor_are_named(tmp_path):
    text = shown(tmp_path, silence(), silence(1))
    assert "quietcore 0.1.0 (0123456789ab)" in text
    assert "QEMU TCG CPU  2 of 2 cores  2000.000 MHz (hpet)" in text


def test_an_emulator_is_named(tmp_path):
    log = make_log.write(tmp_path / "s.log", [silence()], trust="tcg")
    assert "EMULATED" in qc("certificate", log).output


def test_no_line_is_wider_than_the_terminal(tmp_path):
    text = shown(tmp_path, noisy(), noisy(1), width=60)
    assert max(map(len, text.splitlines())) <= 60, text


def test_a_log_without_is_refused_with_the_remedy(tmp_path):
    log = make_log.write(tmp_path / "other.log")
    done = qc("certificate", log)
    assert done.exit_code == 4
    assert "bench=silence" in done.output


def test_show_has_it_where_there_is_no_answer_page(tmp_path):
    alone = make_log.write(tmp_path / "s.log", [silence()], tsc_hz=HZ)
    assert "No gap of 1 us or more" in qc("show", alone).output
    beside = make_log.write(tmp_path / "b.log", [silence(), make_log.result()],
                            tsc_hz=HZ)
    assert "No gap of" not in qc("show", beside).output
