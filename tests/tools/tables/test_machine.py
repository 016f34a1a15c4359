# SPDX-License-Identifier: MIT
"""The lines of machine and memory over a run's tables."""

import make_log
import pytest
from in_process import parsed
from quietcore.tables.machine import size

CACHES = [{"level": 1, "type": "data", "bytes": 32768, "line": 64, "ways": 8,
           "shared": 1},
          {"level": 3, "type": "unified", "bytes": 8 << 20, "line": 64,
           "ways": 16, "shared": 4}]


def head(tmp_path, *body: dict, **context) -> list[str]:
    log = make_log.write(tmp_path / "x.log", list(body), **context)
    return [line for line in parsed("--width", "160", log).splitlines()
            if line.startswith(("Machine:", "Memory:"))]


def test_all_that_is_known_stands_in_two_lines(tmp_path):
    cores = [make_log.core(n) | {"microcode": code}
             for n, code in enumerate(["de", "de", "f0", None])]
    assert head(tmp_path, *cores, maker="Maker", product="Box 3",
                board="B-3", firmware="Firm 1.2 2021", caches=CACHES,
                memory_bytes=16 << 30, memory_map=[
                    [0, 1, 1], [1, 1, 2], [2, 16 << 30, 1]]) == [
        "Machine: Maker Box 3, board B-3, firmware Firm 1.2 2021, "
        "microcode de and f0",
        "Memory: 16 GiB usable; 2 of 3 ranges; caches of core 0: "
        "L1 data 32 KiB, L3 8 MiB by 4"]


@pytest.mark.parametrize("services", ["kept", "left"])
def test_what_became_of_the_firmware_is_said(tmp_path, services):
    assert head(tmp_path, firmware="Firm 1", memory_bytes=None,
                boot_services=services) == [
        f"Machine: firmware Firm 1, boot services {services}"]


def test_what_is_unknown_is_left_out(tmp_path):
    assert head(tmp_path, memory_bytes=None) == []
    assert head(tmp_path, product="Box") == ["Machine: Box",
                                             "Memory: 256 MiB usable"]


def test_the_map_s_parts_are_one(tmp_path):
    part = make_log.context(memory_map=[[0, 9, 1]], part=2, parts=2)
    assert head(tmp_path, part, memory_map=[[9, 9, 2]], part=1, parts=2) == [
        "Memory: 256 MiB usable; 1 of 2 ranges"]


@pytest.mark.parametrize("count, text", [
    (0, "0 bytes"), (1023, "1023 bytes"), (1024, "1 KiB"),
    (34252627968, "31.9 GiB"), (3 << 40, "3 TiB"), (1 << 64, "16 EiB"),
    (1 << 71, "2048 EiB")])
def test_sizes_are_short(count, text):
    assert size(count) == text
