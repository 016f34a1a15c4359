# SPDX-License-Identifier: MIT
"""Locks and queues that are wrong fail their validation: one run of the Linux
program here, twenty of each machine by `make wrong`."""

import campaign
import pytest


@pytest.fixture(scope="module")
def built(user_folder):
    campaign.build()


def missed(machine: str) -> set[str]:
    """What is not `failed`, of all that a validation must see."""
    named = campaign.mistakes()
    verdicts = campaign.worst(campaign.BOOTS[machine](
        named["lock"] + named["queue"]))
    return {name for what, names in named.items() for name in names
            if name not in campaign.EXPLORERS
            and verdicts.get((what, name)) != "failed"}


#: Each boot sees nearly all: `make wrong` counts how often. Here, on a busy
#: host, in one of so many.
BOOTS = 3


def missed_always(machine: str) -> set[str]:
    left = missed(machine)
    for _ in range(BOOTS - 1):
        if left:
            left &= missed(machine)
    return left


def test_there_are_as_many_as_promised():
    named = campaign.mistakes()
    assert len(set(named["lock"] + named["queue"])
               - campaign.EXPLORERS) >= 20


def test_the_linux_program_sees_each(built):
    assert missed_always("twin") == set()


@pytest.mark.full
def test_the_image_sees_each(built):
    assert missed_always("image") == set()
