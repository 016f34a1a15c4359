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
    said |= {key: "not_proven" for key, verdict in said.items()
             if verdict == "ok" and key[1] in campaign.SELDOM}
    return {name: said.get((what, name), "nothing")
            for what, name in campaign.texts() if name in names}


#: What takes half a minute in the image, and is the same code in both.
IMAGE_NIGHTLY = ["twin", pytest.param("image", marks=pytest.mark.nightly)]


def test_there_are_as_many_as_promised():
    assert len(set(campaign.mistakes("lock", "queue"))
               - campaign.EXPLORERS) >= 20


@pytest.mark.full
@pytest.mark.parametrize("machine", campaign.BOOTS)
def test_each_is_failed(built, machine):
    """All that a validation has to see, in a few boots."""
    settled(lambda names: verdicts(machine, names),
            [name for name in campaign.mistakes() if name not in (
                *campaign.EXPLORERS, *campaign.TIMED)], "failed")


@pytest.mark.full
@pytest.mark.parametrize("machine", IMAGE_NIGHTLY)
def test_a_loss_in_a_million_fails_the_row_that_timed_it(built, machine):
    records = campaign.BOOTS[machine](campaign.TIMED, "cores=1",
                                      *campaign.LONG)
    failed = [r for r in records if r["record"] == "validation"
              and r["verdict"] == "failed"]
    assert failed and failed[0]["property"] == "right while it is timed"
    assert "an item was lost" in failed[0]["reason"]
    rows = {r["variant"] for r in records if r["record"] == "result"}
    assert failed[0]["variant"] not in rows
    assert records[-1]["status"] == "failed"


@pytest.mark.full
def test_our_own_locks_are_proven_in_the_image(built):
    def boot(keys: list[tuple[str, str]]) -> dict[tuple[str, str], str]:
        return campaign.worst(campaign.BOOTS["image"](
            [name for _, name in keys]))

    settled(boot, [("lock", name) for name in
                   sorted(announced("sched/lock", "LOCK"))], "ok")


def told(machine: str, what: str, others: list[str],
         *options: str) -> tuple[str, list[dict]]:
    """What is said of the one that hangs, of that kind, and all records; the
    run goes on."""
    [name] = campaign.HANGS.findall(
        (campaign.HERE / campaign.FILES[what][0]).read_text())
    records = campaign.BOOTS[machine]([name, *others], *options)
    [hung] = [r["text"] for r in records if r.get("code") == "hung"]
    assert hung.startswith(f"{what} {name} on ")
    assert {"experiment": what, "variant": name}.items() <= next(
        r for r in records if r["record"] == "skipped").items()
    assert (records[-1]["status"], records[-1]["panics"]) == ("failed", 0)
    return hung, records


@pytest.mark.full
@pytest.mark.parametrize("machine", IMAGE_NIGHTLY)
def test_an_executor_that_never_returns_is_named_and_left_out(built, machine):
    others = ["adaptive", "chunk", "loop", "static", "steal"]
    text, records = told(machine, "dispatch", others)
    assert "hangs: its validation has not ended" in text
    name = text.split()[1]
    assert set(others) == {
        r["variant"] for r in records if r["record"] == "skipped" and
        r["reason"] == f"no result: the experiment ended at {name}"}


@pytest.mark.full
@pytest.mark.parametrize("machine", campaign.BOOTS)
def test_a_lock_that_hangs_when_it_is_timed_is_named_and_left_out(
        built, machine):
    text, _ = told(machine, "lock", [], "cores=1", "budget=2000",
                   "samples=100000", "bound=2")
    assert "hangs: what is measured has not ended for 2 s; core 0 at " in text
    assert "tires" in text.partition(" at ")[2]  # the function
