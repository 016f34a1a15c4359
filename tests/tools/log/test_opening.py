# SPDX-License-Identifier: MIT
"""Files that are no logs: each is named, with the reason and what helps."""

import gzip
import lzma

import make_log
import pytest
from in_process import qc
from quietcore.status import Status

GOOD = b"".join(make_log.lines())
COMMANDS = (("parse",), ("trace",), ("targets",))


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("data, words", [
    (b"", "is empty"),
    (b"hello\n", "holds no record"),
    (bytes(range(256)) * 4096, "holds no record"),
    (b"\0" * 5_000_000, "holds no record"),
    (lzma.compress(GOOD), "unpack it with xz -d"),
    (b"\x28\xb5\x2f\xfd" + GOOD, "unpack it with zstd -d"),
    (GOOD.decode().encode("utf-16"), "iconv -f UTF-16 -t UTF-8"),
    (gzip.compress(GOOD)[:-9], "is a damaged gzip file"),
    (gzip.compress(GOOD)[:-8] + b"01234567", "is a damaged gzip file"),
    (b"\x1f\x8bjunk", "is a damaged gzip file"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_no_log_is_named(tmp_path, command, data, words):
    path = tmp_path / "x.log"
    path.write_bytes(data)
    done = qc(*command, path)
    assert done.exit_code == Status.NO_LOG
    assert words in done.output and "x.log" in done.output


def test_a_folder_and_nothing_are_named(tmp_path):
    for path, words in ((tmp_path, "directory"), (tmp_path / "no", "No such")):
        done = qc("parse", path)
        assert done.exit_code == Status.NO_LOG and words in done.output


def test_a_packed_log_is_read(tmp_path):
    path = tmp_path / "x.log.gz"
    path.write_bytes(gzip.compress(GOOD))
    for given in ([str(path)], ["-"]):
        done = qc("parse", *given, input=path.read_bytes())
        assert done.exit_code == Status.OK and "ring/pair" in done.output


def test_a_newer_log_asks_for_a_newer_qc(tmp_path):
    path = tmp_path / "x.log"
    path.write_bytes(b"".join(make_log.line(r | {"q": 3})
                              for r in make_log.records()))
    for command in (("parse",), ("targets",)):
        done = qc(*command, path)
        assert done.exit_code == Status.NEWER
        assert "use a newer qc" in done.output
        assert "INCOMPLETE" not in done.output
