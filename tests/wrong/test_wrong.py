# SPDX-License-Identifier: MIT
"""What is wrong fails its validation in each boot: here of
the Linux program, in twenty of each machine by `make wrong`."""

import campaign
import pytest


@pytest.fixture(scope="module")
def built(user_folder):
    campaign.build()


def verdicts(machine: str, names: list[str]) -> dict[str, str]:
    """What one boot says of each."""
    said = campaign.worst(campaign.BOOTS[machine](names))
    return {name: said.get((what, name), "nothing")
            for what, listed in campaign.mistakes().items()
            for name in listed if name in names}


#: On a busy host a boot may not see enough and says so. It never says `ok`.
BOOTS = 3


def not_failed(machine: str) -> dict[str, str]:
    """What a boot does not call wrong, of all that it must; of what has not
    been proven either, the last of so many boots."""
    left = {name: "" for names in campaign.mistakes().values()
            for name in names if name not in campaign.EXPLORERS}
    for _ in range(BOOTS):
        left = {name: verdict for name, verdict
                in verdicts(machine, list(left)).items()
                if verdict != "failed"}
        if set(left.values()) != {"not_proven"}:
            break
    return left


def test_there_are_as_many_as_promised():
    named = campaign.mistakes()
    assert len(set(named["lock"] + named["queue"])
               - campaign.EXPLORERS) >= 20


def test_the_linux_program_sees_each(built):
    assert not_failed("twin") == {}


@pytest.mark.full
def test_the_image_sees_each(built):
    assert not_failed("image") == {}


@pytest.mark.full
def test_an_executor_that_never_returns_ends_the_run_and_is_named(built):
    [path] = campaign.FILES["dispatch"]
    [name] = campaign.HANGS.findall(path.read_text())
    for machine in campaign.BOOTS.values():
        *_, panic, end = machine([name])
        assert (panic["experiment"], panic["variant"]) == ("dispatch", name)
        assert "hangs: its validation has not ended" in panic["text"]
        assert end["status"] == "failed"
