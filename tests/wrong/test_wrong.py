# SPDX-License-Identifier: MIT
"""What is wrong fails its validation in each boot: here of
the Linux program, in twenty of each machine by `make wrong`."""

import campaign
import pytest
from announced import announced
from verdicts import settled


@pytest.fixture(scope="module")
def built(user_folder):
    campaign.build()


def verdicts(machine: str, names: list[str]) -> dict[str, str]:
    """What one boot says of each."""
    said = campaign.worst(campaign.BOOTS[machine](names))
    return {name: said.get((what, name), "nothing")
            for what, listed in campaign.mistakes().items()
            for name in listed if name in names}


def each_is_failed(machine: str) -> None:
    """All that a validation has to see, in a few boots."""
    settled(lambda names: verdicts(machine, names),
            [name for names in campaign.mistakes().values() for name in names
             if name not in campaign.EXPLORERS], "failed")


def test_there_are_as_many_as_promised():
    named = campaign.mistakes()
    assert len(set(named["lock"] + named["queue"])
               - campaign.EXPLORERS) >= 20


def test_the_linux_program_sees_each(built):
    each_is_failed("twin")


@pytest.mark.full
def test_the_image_sees_each(built):
    each_is_failed("image")


@pytest.mark.full
@pytest.mark.parametrize("machine", campaign.BOOTS)
def test_our_own_locks_are_proven(built, machine):
    def boot(keys: list[tuple[str, str]]) -> dict[tuple[str, str], str]:
        return campaign.worst(campaign.BOOTS[machine](
            [name for _, name in keys]))

    settled(boot, [("lock", name) for name in
                   sorted(announced("sched/lock", "LOCK"))], "ok")


@pytest.mark.full
def test_an_executor_that_never_returns_ends_the_run_and_is_named(built):
    [path] = campaign.FILES["dispatch"]
    [name] = campaign.HANGS.findall(path.read_text())
    for machine in campaign.BOOTS.values():
        *_, panic, end = machine([name])
        assert (panic["experiment"], panic["variant"]) == ("dispatch", name)
        assert "hangs: its validation has not ended" in panic["text"]
        assert end["status"] == "failed"
