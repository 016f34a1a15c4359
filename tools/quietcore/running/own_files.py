# SPDX-License-Identifier: MIT
"""Files of one's own: built into an image by make, whatever they are called.

make parts words at blanks. So it is given links below BUILD/user/files.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from quietcore.places import ROOT, build
from quietcore.running import process

BUILD_SECONDS = 600     # for make
EXPLORE_SECONDS = 600   # for tools/build/user-explore, each file


class CannotBuild(Exception):
    """No image came of the files; the text says why."""


def linked(files: list[Path]) -> list[str]:
    """A name for each file that make can take, below the checkout.

    Each file's folder is linked entry by entry, so that what the file includes from there is
    found. Raises CannotBuild.
    """
    folder = build() / "user" / "files"
    try:
        shutil.rmtree(folder, ignore_errors=True)
        return [link(file, folder / str(i)) for i, file in enumerate(files)]
    except OSError as error:
        raise CannotBuild(f"{error.filename}: {error.strerror}") from error


def link(file: Path, folder: Path) -> str:
    """Links one file and its neighbours into a folder."""
    folder.mkdir(parents=True)
    for entry in os.scandir(file.resolve().parent):
        (folder / entry.name).symlink_to(entry.path)
    name = folder / re.sub(r"[^A-Za-z0-9_.+-]", "_", file.name)
    if name.name != file.name:
        name.unlink(missing_ok=True)
        name.symlink_to(file.resolve())
    return str(name.relative_to(ROOT) if name.is_relative_to(ROOT) else name)


def build_with(files: list[Path], target: str, unexplored: bool = False) -> bool:
    """Explores the files and makes BUILD/user/TARGET with them.

    False where one of them is wrong under some schedule, or cannot be explored and `unexplored`
    does not accept that. Raises CannotBuild.
    """
    names = linked(files)
    explored = call(["tools/build/user-explore", *["--unexplored"] * unexplored, *names],
                    EXPLORE_SECONDS * len(names))
    where = build()
    where = where.relative_to(ROOT) if where.is_relative_to(ROOT) else where
    made = call(["make", "-s", f"BUILD={where}", f"USER={' '.join(names)}",
                 f"{where}/user/{target}"], BUILD_SECONDS)
    if made:
        raise CannotBuild(f"make failed (status {made}): its words are above")
    return explored == 0


def call(command: list[str], seconds: float) -> int:
    """Runs a command of the checkout; its words go to standard error."""
    try:
        with process.running(command, cwd=ROOT, stdout=2) as child:
            if process.wait(child, seconds):
                return child.returncode
    except process.NotStarted as error:
        raise CannotBuild(str(error)) from error
    raise CannotBuild(f"{command[0]} did not end within {seconds} s")
