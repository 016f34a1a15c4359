# SPDX-License-Identifier: MIT
"""Trust labels: the less trusted of what was detected and what was claimed."""

import pytest
from quietcore.log.trust import banner, lesser, mark

#: From most to least trusted.
ORDER = ("metal", "linux", "kvm", "hyper-v", "vmware", "xen", "virtualbox",
         "bhyve", "acrn", "qnx", "parallels", "hypervisor", "linux-vm",
         "tcg-icount", "kvm-emulated", "tcg", "bochs", "emulator")
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


def test_a_warning_says_what_the_figures_are():
    assert banner({"trust": "tcg-icount"}) == (
        "EMULATED (tcg-icount): the figures count instructions, exactly; they "
        "say nothing about time on silicon.")
    assert banner({"trust": "bochs"}) == (
        "EMULATED (bochs): these ticks tell how fast the emulator is, not how "
        "fast any processor is.")
