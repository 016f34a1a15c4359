# SPDX-License-Identifier: MIT
"""What is said of the tools that are here, and of those that are not."""

import pytest
from in_process import qc
from quietcore.running import tools
from quietcore.status import Status


def program(path, body: str):
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("body, line", [
    ("echo; echo '=== Bochs 2 ==='; echo more", "Bochs 2"),
    ("echo on error >&2", "on error"), ("echo ' = '", "?"), ("exit 1", "?"),
    ("echo \"$1\"", "-v")])
def test_a_version_is_the_first_line_that_says_something(tmp_path, body, line):
    path = program(tmp_path / "x", body)
    assert tools.version_of(str(path), "-v") == line
    path.chmod(0o644)
    assert tools.version_of(str(path), "-v").startswith("does not run: ")


@pytest.mark.parametrize("body, words", [
    ("exit 0", ""), ("echo x >&2", ""), ("echo no nasm >&2; exit 1", "no nasm"),
    ("echo \"$*\" >&2; exit 1", "--check core"),
    ("exec sleep 60", "tools/build/setup does not run: Command '['")])
def test_what_the_set_up_misses(tmp_path, monkeypatch, body, words):
    """Also where it is not there or does not end."""
    monkeypatch.setattr(tools, "ROOT", tmp_path)
    assert tools.missing() == ("This qc has no checkout: it reads logs and "
                               "builds nothing.")
    if "sleep" in body:
        monkeypatch.setattr(tools, "SETUP_SECONDS", 0.1)
    (tmp_path / "tools/build").mkdir(parents=True)
    program(tmp_path / "tools/build/setup", body)
    said = tools.missing()
    assert said == words or "sleep" in body and said.startswith(words)


PAGE = """\
what                    found          version
NASM                    ./nasm         NASM 3
cross compiler          missing
QEMU                    missing
grub-mkrescue           missing
xorriso                 missing
mtools                  missing
make                    missing
Bochs (make test-full)  missing
OVMF (UEFI)             missing
image                   quietcore.elf  1,234 bytes
disc                    not built

ACCEL=auto takes tcg: why.
a
b
Remedy: tools/build/setup core
"""


def test_the_whole_of_it(tmp_path, monkeypatch):
    """One tool, no firmware, an image and no disc; and where nothing is missing."""
    monkeypatch.chdir(tmp_path)
    program(tmp_path / "nasm", "echo NASM 3")
    monkeypatch.setenv("PATH", ".")
    monkeypatch.setattr(tools, "find_ovmf", lambda: None)
    monkeypatch.setattr(tools, "missing", lambda: "a\nb")
    monkeypatch.setattr(tools, "acceleration", lambda: ("tcg", "why"))
    monkeypatch.setenv("QUIETCORE_IMAGES", str(tmp_path))
    (tmp_path / "quietcore.elf").write_bytes(b"x" * 1234)
    done = qc("doctor")
    assert (done.exit_code, done.output) == (Status.MISSING, PAGE)
    monkeypatch.setattr(tools, "missing", lambda: "")
    done = qc("doctor")
    assert done.exit_code == Status.OK and done.output.splitlines()[-1] == \
        "Everything that make run and make test need is here."


@pytest.mark.parametrize("has, compiler", [
    (lambda name: f"/bin/{name}", "x86_64-elf-gcc"),
    (lambda name: None if "elf" in name else f"/bin/{name}",
     "x86_64-linux-gnu-gcc")])
def test_how_each_tool_is_called_and_asked(monkeypatch, has, compiler):
    monkeypatch.setattr(tools.shutil, "which", has)
    monkeypatch.setattr(tools, "version_of", lambda path, flag: path + flag)
    cells = [row[1:] for row in tools.found_tools().rows]
    assert [tuple(cell.text for cell in row) for row in cells[:8]] == [
        (f"/bin/{name}", f"/bin/{name}{flag}") for name, flag in (
            ("nasm", "-v"), (compiler, "--version"),
            ("qemu-system-x86_64", "--version"),
            ("grub-mkrescue", "--version"), ("xorriso", "--version"),
            ("mformat", "--version"), ("make", "--version"),
            ("bochs", "--help"))]
