# SPDX-License-Identifier: MIT
"""The tables of metg in docs/method.md, printed from logs."""

import make_log
import metg_tables
import pytest
from click.testing import CliRunner
from quietcore.status import Status


def metg(variant: str, *rounds: float, percent: int = 50, cores: int = 2,
         **changes) -> dict:
    return make_log.result(
        experiment="metg", variant=variant, cores=cores, p50=rounds[0],
        params={"percent": percent}, rounds=list(rounds), **changes)


FLOORS = [make_log.result(experiment="floor", variant="call", p50=4, batch=64),
          make_log.result(experiment="floor", variant="line", p50=140, cores=2)]


def told(tmp_path, *body: dict, **context) -> list[str]:
    log = make_log.write(tmp_path / "x.log", [*FLOORS, *body], **context)
    done = CliRunner().invoke(metg_tables.main, [str(log)])
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


def test_each_figure_has_its_interval_ours_stand_first(tmp_path):
    said = told(
        tmp_path, metg("gomp_task/trivial", *[3000] * 5, 3100),
        metg("steal/trivial", 91, 90, 92, 91, 91, 95),
        metg("steal/random_nearest", 300, 300, 300, 300, 300, 310))
    at = said.index("METG(50 %) on 2 cores, ticks a task:")
    assert said[at + 2:at + 6] == [
        "| executor | trivial | no_comm | stencil_1d | tree | fft | spread | "
        "random_nearest |", "|---|---|---|---|---|---|---|---|",
        "| `steal` | 91 (90 to 95) | - | - | - | - | - | 300 (300 to 310) |",
        "| `gomp_task` | 3,000 (3,000 to 3,100) | - | - | - | - | - | - |"]
    assert "floors: CALL 4.00, LINE 70.00" in said
    assert said[0].startswith("EMULATED (tcg): ")


def test_there_is_a_table_for_nine_tenths_and_one_for_each_number_of_cores(
        tmp_path):
    said = told(tmp_path, *(
        metg("steal/tree", *[ticks] * 6, percent=percent, cores=cores)
        for ticks, percent, cores in ((10, 90, 1), (20, 50, 1), (30, 90, 2))))
    assert [line for line in said if "METG" in line or "steal" in line] == [
        f"{line}" for cores, percent, ticks in (
            ("1 core", 50, 20), ("1 core", 90, 10), ("2 cores", 90, 30))
        for line in (f"METG({percent} %) on {cores}, ticks a task:",
                     f"| `steal` | - | - | - | {ticks} | - | - | - |")]


@pytest.mark.parametrize("why, cell", [
    ({"quiet": "disturbed"}, "? 10 |"), ({"crowded": True}, "? 10 |"),
    ({"proven": "not_proven"}, "? 10 |"), ({"proven": "failed"}, "failed |"),
    ({"rounds": [10] * 5}, "? 10 |")])
def test_what_is_not_sure_is_marked(tmp_path, why, cell):
    row, = (line for line in told(tmp_path, metg(
        "steal/trivial", *[10] * 6) | why) if "steal" in line)
    assert row.startswith(f"| `steal` | {cell}")


def test_an_emulated_machine_and_counted_instructions_are_said(tmp_path):
    said = told(tmp_path, metg("steal/tree", *[154] * 6, unit="instructions"),
                trust="tcg-icount", trust_claimed="tcg-icount")
    assert "METG(50 %) on 2 cores, instructions a task:" in said
    assert said[0].startswith("EMULATED (tcg-icount): ")


@pytest.mark.parametrize("text, status, said", [
    (b"", Status.NO_LOG, "x.log"),
    (b"".join(make_log.lines(FLOORS)), Status.NO_LOG,
     "has no row of metg; measure it: bench=floor,metg"),
    (b"".join(make_log.lines([metg("steal/tree", *[1] * 6)])[:-1]),
     Status.INCOMPLETE, "is damaged or not whole")])
def test_a_log_without_tables_is_named(tmp_path, text, status, said):
    log = tmp_path / "x.log"
    log.write_bytes(text)
    done = CliRunner().invoke(metg_tables.main, [str(log)])
    assert (done.exit_code, "METG" in done.output) == (status, False)
    assert said in done.output
