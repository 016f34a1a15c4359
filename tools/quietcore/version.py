# SPDX-License-Identifier: MIT
"""What this is a version of: VERSION and, in a checkout, git's revision."""

from __future__ import annotations

import subprocess
from importlib import metadata

from quietcore import signals
from quietcore.places import ROOT

GIT_SECONDS = 10  # for an answer


def version() -> str:
    """For example "0.1.0 (git 0123456789ab, changed)"; "unknown" without."""
    try:
        text = (ROOT / "VERSION").read_text().strip()
    except OSError:
        return installed()
    revision = git("rev-parse", "--short=12", "HEAD")
    if not (ROOT / ".git").exists() or not revision:
        return text
    changed = ", changed" if git("status", "--porcelain") else ""
    return f"{text} (git {revision}{changed})"


def installed() -> str:
    """The version of the installed package."""
    try:
        return metadata.version("quietcore")
    except metadata.PackageNotFoundError:
        return "unknown"


def git(*words: str) -> str:
    """What git answers about the checkout; "" where it does not."""
    try:
        with signals.held():
            done = subprocess.run(["git", "-C", str(ROOT), *words], text=True,
                                  capture_output=True, timeout=GIT_SECONDS,
                                  check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
