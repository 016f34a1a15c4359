# SPDX-License-Identifier: MIT
"""Booted from a network, logs sent back: docs/netboot.md."""

import shutil
import subprocess
from pathlib import Path

import lan
import pytest
from busy import waited_for
from places import BUILD
from qemu import EXIT_OK, read_log
from sticks import lines_of_log

pytestmark = [pytest.mark.full,
              pytest.mark.skipif(bool(lan.missing()), reason=lan.missing())]

SHORT = "rounds=2 budget=20 samples=40 bench=floor"
LONG = "suite=quick bench=lock"  # some seconds, in which a cable is pulled
BEGUN = '"record":"noise"'     # the first records have been sent by then
HANGS = 400  # seconds: then a machine or a server does


@pytest.fixture
def tree(tmp_path) -> Path:
    """A copy of what make netboot makes; anybody may write logs into it."""
    tree = tmp_path / "tree"
    shutil.copytree(BUILD / "netboot", tree)
    (tree / "quietcore").chmod(0o777)
    return tree


def run(network: lan.Lan, options: str, machines: int = 1, **how) -> None:
    """Boots them all at once, to the end of each."""
    started = [subprocess.Popen(network.machine(n, options, **how),
                                env=lan.environment())
               for n in range(machines)]
    try:
        assert [process.wait(HANGS) for process in started] == \
            [EXIT_OK] * machines
    finally:
        for process in started:
            process.kill()
            process.wait()


def warned(records: list[dict]) -> list[str]:
    return [r["text"] for r in records
            if r["record"] == "warning" and r["code"] == "log_not_kept"]


MACHINES = 2


def test_each_machine_sends_its_log(tmp_path, tree):
    """The text of that machine's serial line, byte for byte."""
    with lan.lan(tmp_path, tree, MACHINES) as network:
        network.dhcp()
        network.tftp()
        run(network, SHORT, MACHINES)
        kept = network.kept()
        assert len(kept) == MACHINES
        for n in range(MACHINES):
            said = network.said(n)
            records = read_log(said)
            [name] = [name for name in kept if records[0]["run"] in name]
            assert f"Log on the server: {name}" in said
            assert kept[name].splitlines() == lines_of_log(said)
            assert records[0]["boot_services"] == "kept"
            assert not warned(records)


@pytest.mark.parametrize("rom", [False, True], ids=["ovmf", "ipxe"])
def test_beside_a_router_that_gives_out_addresses(tmp_path, tree, rom):
    """As at home (docs/netboot.md): another DHCP server names the files. By a
    BIOS the machine never began here."""
    with lan.lan(tmp_path, tree) as network:
        network.dhcp_beside_a_router()
        network.tftp()
        run(network, SHORT, rom=rom)
        [text] = network.kept().values()
        assert text.splitlines() == lines_of_log(network.said(0))
        assert "DHCPACK" in (tmp_path / "router.log").read_text()


@pytest.mark.parametrize("folder, why", [
    (True, "unsupported request"), (False, "File not found")])
def test_a_server_that_refuses_files_is_said_and_the_run_goes_on(
        tmp_path, tree, folder, why):
    """One that takes none, and one without our folder."""
    with lan.lan(tmp_path, tree) as network:
        if folder:
            network.dhcp("--enable-tftp", f"--tftp-root={tree}")
        else:
            shutil.rmtree(tree / "quietcore")
            network.dhcp()
            network.tftp()
        run(network, "probe")
        records = read_log(network.said(0))
        assert f"the server refuses it: {why}" in warned(records)[0]
        assert records[-1]["status"] == "ok"
        assert not (folder and network.kept())
        assert {p.name for p in tree.iterdir()} - {"quietcore"} == {
            "boot", "quietcore.0", "quietcore.efi"}


def test_a_server_that_goes_away_leaves_the_run_whole(tmp_path, tree):
    """It has the first records; the screen says why it has no more."""
    with lan.lan(tmp_path, tree) as network:
        network.dhcp()
        network.tftp()
        machine = subprocess.Popen(network.machine(0, LONG),
                                   env=lan.environment())
        try:
            waited_for(lambda: BEGUN in network.said(0), "a run", HANGS)
            network.ip("link set lan down")
            assert machine.wait(HANGS) == EXIT_OK
        finally:
            machine.kill()
            machine.wait()
        said = network.said(0)
        assert read_log(said)[-1]["status"] == "ok"
        assert "The log on the server is not whole:\nthe server" in \
            said.replace("\r", "")
        [text] = network.kept().values()
        assert text.endswith("\n") and said.replace("\r", "").count(text)


def test_by_a_bios_it_runs_without_a_log(tmp_path, tree):
    with lan.lan(tmp_path, tree) as network:
        network.dhcp()
        network.tftp()
        run(network, "probe", firmware="bios")
        records = read_log(network.said(0))
        assert records[0]["boot_services"] is None
        assert not warned(records) and not network.kept()
