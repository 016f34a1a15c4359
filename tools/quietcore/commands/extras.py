# SPDX-License-Identifier: MIT
"""Packages that only one command needs: whether they are here, and if not,
what brings them."""

from __future__ import annotations

import importlib.util

from quietcore.commands.output import leave
from quietcore.places import ROOT
from quietcore.status import Status


#: Packages whose module is called otherwise.
PACKAGES = {"PIL": "Pillow", "serial": "pyserial", "zxingcpp": "zxing-cpp"}


def must_have(module: str, extra: str, what: str) -> None:
    """Leaves, with the remedy, where a module is missing."""
    if importlib.util.find_spec(module) is not None:
        return
    leave(Status.MISSING, f"{what} needs the package "
          f"{PACKAGES.get(module, module)}, which is not here: {remedy(extra)}")


def remedy(extra: str) -> str:
    """What brings an extra: in a checkout, and where qc is installed."""
    return "tools/venv extra, once" if (ROOT / "tools/venv").exists() \
        else f"pip install 'quietcore[{extra}]'"
