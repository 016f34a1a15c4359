# SPDX-License-Identifier: MIT
"""Numbers read the same on the image's screen and in a table of its log."""

import ctypes
import random

import pytest
from places import BUILD
from quietcore.terminal.numbers import counted, number

LIBRARY = BUILD / "host/statistics.so"
BUFFER = 24  # TEXT_NUMBER_MAX, FORMAT_MILLI_MAX
LARGEST = 999 * 10**15  # thousandths that take five columns, with a minus


@pytest.fixture(scope="module")
def library():
    lib = ctypes.CDLL(str(LIBRARY))
    lib.format_four_digits.restype = ctypes.c_int64
    for name in ("text_number", "format_milli"):
        getattr(lib, name).restype = ctypes.c_char_p
    return lib


def on_screen(library, thousandths: int) -> str:
    return library.text_number(ctypes.create_string_buffer(BUFFER),
                               ctypes.c_int64(thousandths)).decode()


def in_log(library, thousandths: int) -> str:
    kept = library.format_four_digits(ctypes.c_int64(thousandths))
    return library.format_milli(ctypes.create_string_buffer(BUFFER),
                                ctypes.c_int64(kept)).decode()


def values() -> list[int]:
    """Every order of size, both signs, halves, and each power's neighbours."""
    draw = random.Random(20261121)
    found = list(range(20_000))
    for power in range(17):
        for digit in (1, 5, 9, 10):
            found += range(max(0, digit * 10**power - 60),
                           digit * 10**power + 60)
        found += [draw.randrange(10**power, 10**(power + 1))
                  for _ in range(500)]
        found += [draw.randrange(10**4) * 10**power + 5 * 10**power // 10
                  for _ in range(500)]
    found = [v for v in found if v <= LARGEST]
    return found + [-v for v in found]


def test_the_screen_and_the_log_s_table_show_the_same(library):
    """In five columns, within half of its own last digit, and half of the log's."""
    letters = {"k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
    for v in values():
        text = on_screen(library, v)
        assert text == number(float(in_log(library, v))), v
        assert 1 <= len(text) <= 5, (v, text)
        scale = letters.get(text[-1], 1)
        digits = text.rstrip("kMGT")
        last = scale / 10**len(digits.partition(".")[2])
        assert abs(float(digits) * scale - v / 1000) <= \
            1.1 * last / 2 + 1e-9 * abs(v), (v, text)


@pytest.mark.parametrize("value, text", [
    (-0.7, "-0.70"), (-0.004, "0.00"), (38.749, "38.8"), (38.75, "38.8"),
    (38.744, "38.7"), (9.996, "10.0"), (-123.4, "-123"), (-12345, "-12k"),
    (999.96, "1000"), (99999.6, "100k"), (999_600, "1.0M"), (0, "0.00"),
    (9.99, "9.99"), (999.9, "999.9"), (99999, "99999"), (-9.99, "-9.99"),
    (123456, "123k"), (1234567, "1.2M"), (99999999, "100M"), (4.5e9, "4.5G")])
def test_hard_cases(library, value, text):
    assert on_screen(library, round(value * 1000)) == text
    assert number(float(in_log(library, round(value * 1000)))) == text


def test_what_is_no_number_and_that_one_is_singular(library):
    assert number(None) == on_screen(library, 2**63 - 1) == "-"
    assert number(float("inf")) == "inf" and number(1e30).endswith("T")
    assert [counted(n, "warning") for n in (0, 1, 2)] == \
        ["0 warnings", "1 warning", "2 warnings"]
