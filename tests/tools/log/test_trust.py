# SPDX-License-Identifier: MIT
"""Trust labels: the less trusted of what was detected and what was claimed."""

import make_log
import pytest
from in_process import qc
from quietcore.log.trust import banner, clock_doubt, lesser, mark
from quietcore.status import Status

#: From most to least trusted.
ORDER = ("metal", "linux", "kvm", "hyper-v", "vmware", "xen", "virtualbox",
         "bhyve", "acrn", "qnx", "parallels", "hypervisor", "linux-vm",
         "unknown", "tcg-icount", "kvm-emulated", "tcg", "bochs", "emulator")
EMULATED = ORDER[ORDER.index("tcg-icount"):]


@pytest.mark.parametrize("better, worse", zip(ORDER, ORDER[1:]))
def test_the_less_trusted_label_wins_whoever_says_it(better, worse):
    for trust, claimed in ((better, worse), (worse, better)):
        context = {"trust": trust, "trust_claimed": claimed}
        assert lesser(context) == worse


@pytest.mark.parametrize("context, label", [
    ({"trust": "metal", "trust_claimed": ""}, "metal"),
    ({"trust": "metal"}, "metal"),
    ({"trust": "novel", "trust_claimed": "kvm"}, "kvm"),
    ({"trust": "novel"}, "emulator"),
    ({"trust_claimed": "metal"}, "emulator"),
    ({}, "emulator"),
])
def test_what_is_not_told_or_not_known_is_not_trusted(context, label):
    assert lesser(context) == label


@pytest.mark.parametrize("label", ORDER)
def test_what_is_emulated_is_marked_and_warned_of(label):
    context = {"trust": label}
    emulated = label in EMULATED
    assert mark(context) == (f"EMULATED ({label})" if emulated else "")
    assert bool(banner(context)) == emulated


@pytest.mark.parametrize("hz, spread, doubtful", [
    (2_600_000_000, 1000, False), (2_600_000_000, 1001, True),
    (1_000_000_000, 1_596_347, True), (0, 5000, False),
    (2_600_000_000, None, False)])
def test_a_clock_whose_readings_are_apart_is_in_doubt(hz, spread, doubtful):
    context = {"tsc_hz": hz, "tsc_spread_ppm": spread}
    assert bool(clock_doubt(context)) == doubtful


@pytest.mark.parametrize("words", [
    ("show", "LOG"), ("parse", "LOG"), ("report", "LOG", "-o", "-"),
    ("compare", "LOG", "OTHER")])
def test_each_reader_names_a_clock_in_doubt(tmp_path, words):
    """CPUID 15h of another host: 1 GHz for 2.6 GHz."""
    for name, run in (("LOG", "f" * 16), ("OTHER", make_log.RUN)):
        make_log.write(tmp_path / name, tsc_hz=10**9, tsc_spread_ppm=1_596_347, run=run)
    done = qc(*(tmp_path / w if w in ("LOG", "OTHER") else w for w in words))
    assert "1,596,347 ppm apart" in done.output, done.output[-2000:]


BIGGEST = "18446744073709551616"


@pytest.mark.parametrize("row, context, said", [
    ({"p50": 1e300}, {}, ("p50", BIGGEST)),
    ({"rounds": [1e300] * 6}, {}, ("rounds", BIGGEST)),
    *(({}, {"tsc_hz": hz}, (f"tsc_hz is {hz}, which no processor has",))
      for hz in (1, 999, 999_999))])
@pytest.mark.parametrize("command", ["report", "show", "judge", "targets"])
def test_a_figure_or_a_clock_that_cannot_be_is_refused(tmp_path, row, context, said, command):
    path = make_log.write(tmp_path / "x.log", [make_log.result(**row)], **context)
    done = qc(command, path, *["-o", tmp_path / "x"] * (command == "report"))
    assert done.exit_code == Status.INCOMPLETE, done.output
    assert all(words in done.output for words in said)
