# SPDX-License-Identifier: MIT
"""Run folders: each run has its own, and no log is ever overwritten."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path

LOGS = ("serial.log", "hosted.log")
RECORD = "run.json"     # what the log cannot know of its run
LABEL_LENGTH = 40       # characters of a label, at most
MOST_OF_ONE_NAME = 1000  # folders of one second and label


class FolderError(Exception):
    """A folder cannot be used; the text says why and what to do."""


def label_of(*words: str) -> str:
    """A folder name's part from free words: letters, digits, '.', '_', '-'."""
    text = re.sub(r"[^A-Za-z0-9._]+", "-", "-".join(filter(None, words)))
    return text[:LABEL_LENGTH].strip("-.") or "run"


def new_folder(build: Path, label: str) -> Path:
    """Makes BUILD/runs/DATE-LABEL and points BUILD/run to it.

    Two callers at once get two folders: making one is atomic. Raises FolderError.
    """
    date = time.strftime("%Y%m%d-%H%M%S")
    name = f"{date}-{label_of(label)}"
    try:
        (build / "runs").mkdir(parents=True, exist_ok=True)
        folder = _first_free(build / "runs", name)
        _point(build / "run", folder)
    except OSError as error:
        raise FolderError(f"no folder for the run can be made below {build}: "
                          f"{error.strerror}; --out DIR names another place"
                          ) from error
    return folder


def _first_free(runs: Path, name: str) -> Path:
    for number in range(1, MOST_OF_ONE_NAME):
        folder = runs / (name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir()
            return folder
        except FileExistsError:
            continue
    raise FolderError(f"{runs} holds {MOST_OF_ONE_NAME} folders '{name}'")


def _point(link: Path, folder: Path) -> None:
    """Makes `link` lead to the folder, in one step."""
    if link.is_dir() and not link.is_symlink():
        # Logs of an older version, which had one folder only.
        link.rename(_first_free(folder.parent, "earlier") / "run")
    new = folder / ".link"
    new.symlink_to(Path(folder.parent.name) / folder.name)
    os.replace(new, link)


def named_folder(folder: Path) -> Path:
    """A folder that the user names; must hold no run. Raises FolderError.

    Absolute, as emulators start in another folder.
    """
    folder = folder.absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        held = [n for n in (*LOGS, RECORD) if (folder / n).exists()]
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise FolderError(f"{folder} cannot be written: {error.strerror}") from error
    if held:
        raise FolderError(f"{folder} holds a run already ({held[0]}): name "
                          "another folder, or remove that one")
    return folder


def write_record(folder: Path, facts: dict) -> None:
    """Writes run.json in one step, so that no reader sees half of it."""
    new = folder / f".{RECORD}"
    new.write_text(json.dumps(facts, indent=2) + "\n")
    os.replace(new, folder / RECORD)
