# SPDX-License-Identifier: MIT
"""qc certificate: what it says of a log, and of one that has nothing to say."""

import make_log
import pytest
from in_process import qc, read
from told import has, told, told_of_runs

from quietcore.silence.certificate import at_once, by_length, causes, clock_of
from quietcore.status import Status

HZ = 2_000_000_000
REAL = {"trust": "metal", "trust_claimed": "", "tsc_hz": HZ}


def silence(core: int = 0, **changes) -> dict:
    """A record of one core, in ticks of 0.5 ns."""
    return {"record": "silence", "experiment": "silence", "core": core,
            "unit": "ticks", "grade": "A", "least": 2000, "watched": 60 * HZ, "gaps": 0,
            "lost": 0, "max": 80, "planted": 0, "planted_named": 0, "ipis": 0,
            "lengths": [[48, 1000000], [80, 3]], "longest": [], "causes": []} | changes


def noisy(core: int = 0, **changes) -> dict:
    """One with four gaps: of 2, 15, 150 and 20,000 us."""
    return silence(core, **{
        "grade": "F", "gaps": 4, "lost": 40334000, "max": 40000000,
        "lengths": [[48, 1000], [3584, 1], [28672, 1], [262144, 1], [33554432, 1]],
        "longest": [[1000, 4000], [10**6, 30000], [10**8, 300000], [2 * 10**8, 40000000]],
        "causes": [["context switch", 1, 40000000], ["local timer", 2, 330000],
                   [None, 1, 4000]]} | changes)


def at(start: int, length: int) -> dict:
    """Core 1 with one long gap."""
    return noisy(1, longest=[[start, length]] if length else [])


QUIET = "No gap of 1 us or more in 60.0 s on"
#: Records, and what is said of them; after `!` what is not.
SAID = [
    ([silence(), silence(1)], [
        f"{QUIET} 2 cores.", "!What interrupted", "hwlatdetect",
        "Optimizing RHEL 8 for Real Time", "quietcore 0.1.0 (0123456789ab)",
        "QEMU TCG CPU 2 of 2 cores 2000.000 MHz (hpet)", "!EMULATED"]),
    # The worst core lost most; all watched as long as the first to end.
    ([silence(), noisy(1)], [
        "4 gaps of 1 us or more in 60.0 s on 2 cores. The worst core is 1: it lost 336.1 ppm, "
        "and its longest gap took 20000 us"]),
    ([noisy(lost=10**6, planted=1), noisy(1, max=300000, planted=2),
      silence(2, watched=30 * HZ)], [
        "8 gaps of 1 us or more in 30.0 s on 3 cores. The worst core is 1: it lost 336.1 ppm, "
        "and its longest gap took 150.0 us", "Of them 3 were planted by the run."]),
    ([noisy(planted=1)], ["Of them 1 was planted by the run."]),
    ([noisy(), noisy(1, longest=[[10**8 + 500, 299800], [7, 100]])],
     ["1 gap of the 4 longest of the first core met all cores"]),
    # Instructions are never told as time.
    ([silence(unit="instructions", watched=10**10, least=1000)],
     ["No gap of 1000 instructions or more in 10G instructions", "!by length, us"]),
]


@pytest.mark.parametrize("records, said", SAID)
def test_what_is_said(records, said):
    has(told("certificate --width 100", *records, **REAL), *said)
    assert max(map(len, told("certificate --width 60", *records, **REAL))) <= 60


def test_smis_are_told_where_they_are_counted(tmp_path):
    """Older logs have no such field."""
    log = make_log.write(tmp_path / "s.log", [
        silence(smis=7), silence(1, smis=None), silence(2)], **REAL)
    rows = qc("certificate", log, "--width", 100).output.splitlines()
    end = next(row.index("SMIs") for row in rows if "SMIs" in row) + len("SMIs")
    assert [row[:end].split()[-1] for row in rows
            if row.split()[1:2] == ["A"]] == ["7", "-", "-"]


@pytest.mark.parametrize("changes, classes", [
    ({"lengths": [[19999, 1], [20000, 1]]}, [1, 1, 0, 0, 0]),   # begins with its bound
    ({"gaps": 4, "lengths": noisy()["lengths"]}, [1, 1, 1, 0, 1]),
    # A bin which the least cuts counts as shortest.
    ({"gaps": 3, "lengths": [[1792, 9], [28672, 1]]}, [2, 1, 0, 0, 0])])
def test_gaps_by_length_are_all_gaps(changes, classes):
    [run] = read(b"".join(make_log.lines([silence(**{"gaps": 2} | changes)], tsc_hz=HZ)))
    assert by_length(run.of("silence")[0], clock_of(run)) == classes


def test_causes_are_summed_over_cores_the_most_lost_first():
    assert [*causes([noisy(), noisy(1)]).items()][0] == ("context switch", (2, 80000000))
    assert causes([noisy()])[None] == (1, 4000)


@pytest.mark.parametrize("others, count", [
    *(([at(10**8 + off, length)], count) for off, length, count in (
        (0, 300000, 1), (0, 270000, 1), (30000, 270000, 1), (-30000, 330000, 1),
        (0, 269999, 0), (31000, 300000, 0), (-10**6, 2 * 10**6, 0))),
    # What met one core alone is not.
    ([at(0, 0)], 0), ([at(10**8 - 300, 300)], 0), ([], 0)])
def test_at_once_is_at_about_the_same_time_for_about_as_long(others, count):
    """As long gaps of a busy host overlap by chance."""
    assert at_once([noisy(), *others]) == count



def test_what_a_damaged_log_lacks_is_said_and_is_the_status(tmp_path):
    log = make_log.write(tmp_path / "s.log", [silence(), silence(1)], tsc_hz=HZ)
    first, *_, third, end = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(first + third + end)
    done = qc("certificate", log)
    assert done.exit_code == Status.INCOMPLETE
    assert f"{QUIET} 1 core." in done.output and "INCOMPLETE LOG" in done.output
    assert "Nothing is known of 1 further core, of which the log has no record." in done.output


def test_of_several_runs_the_last_is_shown_and_of_a_log_without_the_remedy():
    """show has it where there is no answer page."""
    has(told_of_runs("certificate", [[silence(), silence(1)], [noisy(), silence(1)]],
                     status=Status.SEVERAL_RUNS, **REAL),
        "the log holds 2 runs", "4 gaps of 1 us", "!No gap")
    has(told("certificate", silence()), "EMULATED")
    has(told("certificate", make_log.result(), status=Status.NO_LOG), "bench=silence")
    has(told("show", silence(), **REAL), "No gap of 1 us or more")
    has(told("show", silence(), make_log.result(), **REAL), "!No gap of")
