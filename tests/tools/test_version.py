# SPDX-License-Identifier: MIT
"""What qc says that it is a version of."""

import pytest
from quietcore import version


@pytest.mark.parametrize("is_clone, answers, text", [
    (True, {"rev-parse": "abc", "status": ""}, "1.2 (git abc)"),
    (True, {"rev-parse": "abc", "status": " M x"}, "1.2 (git abc, changed)"),
    (True, {"rev-parse": "", "status": ""}, "1.2"),
    (False, {"rev-parse": "abc", "status": ""}, "1.2"),
])
def test_a_checkout_has_its_revision(tmp_path, monkeypatch, is_clone, answers, text):
    (tmp_path / "VERSION").write_text("1.2\n")
    if is_clone:
        (tmp_path / ".git").mkdir()
    monkeypatch.setattr(version, "ROOT", tmp_path)
    monkeypatch.setattr(version, "git", lambda *words: answers[words[0]])
    assert version.version() == text


def missing(name: str):
    raise version.metadata.PackageNotFoundError(name)


@pytest.mark.parametrize("known, text", [
    (lambda name: f"{name} 3", "quietcore 3"), (missing, "unknown")])
def test_without_a_checkout_the_package_tells(tmp_path, monkeypatch, known, text):
    monkeypatch.setattr(version, "ROOT", tmp_path)
    monkeypatch.setattr(version.metadata, "version", known)
    assert version.version() == text


@pytest.mark.parametrize("body, said", [
    ("echo ' x '", "x"), ("echo x; exit 1", ""), ("echo $*", "-C {} a b"), ("", "")])
def test_git_is_asked_about_the_checkout(tmp_path, monkeypatch, body, said):
    """Where there is none, nothing is said."""
    if body:
        (tmp_path / "git").write_text(f"#!/bin/sh\n{body}\n")
        (tmp_path / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":" if body else None)
    assert version.git("a", "b") == said.format(version.ROOT)
