# SPDX-License-Identifier: MIT
"""Each golden run says what it said when its file was written."""

import difflib
import itertools
import os
from concurrent.futures import ThreadPoolExecutor

import golden
import pytest

SHOWN = 60  # lines of a difference


@pytest.fixture(scope="module", autouse=True)
def _compiled_by_gcc():
    """Clang evaluates arguments in another order: other ticks are counted."""
    if b"clang version" in (golden.BUILD / "machine/quietcore").read_bytes():
        pytest.skip("golden runs count the ticks of a program made by GCC")


def said_now(file) -> str:
    return golden.text_of(golden.run_of(file.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def texts(request):
    """What each of those that are asked for says now, on all processors."""
    asked = [item.callspec.params["file"] for item in request.session.items
             if item.path == request.path and hasattr(item, "callspec")]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield {file: pool.submit(said_now, file) for file in asked}


@pytest.mark.parametrize("file", golden.files(), ids=lambda file: file.stem)
def test_it_says_the_same(file, texts):
    kept, now = file.read_text(encoding="utf-8"), texts[file].result()
    different = list(itertools.islice(difflib.unified_diff(
        kept.splitlines(), now.splitlines(), file.name, "now", lineterm=""),
        SHOWN))
    assert not different, "\n".join(
        ["make golden writes them anew; read what changed:", *different])


def test_they_can_be_read_in_review():
    assert len(golden.files()) <= 60
    assert not [file.name for file in golden.files()
                if len(file.read_text(encoding="utf-8").splitlines()) > 150]
