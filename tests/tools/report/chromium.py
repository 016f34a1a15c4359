# SPDX-License-Identifier: MIT
"""What Chromium makes of a page."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from places import python_of

BROWSE = Path(__file__).with_name("browse.py")
NAMES = ("chromium", "chromium-browser", "google-chrome")
VIEWS = ("light", "dark", "narrow")


def browsed(html: bytes, folder: Path, *hands: str) -> dict:
    """What browse.py tells of a page, by view."""
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    assert chromium, "no Chromium: run tools/build/setup full"
    page = folder / "report.html"
    page.write_bytes(html)
    done = subprocess.run([python_of("full"), BROWSE, chromium, page, *hands],
                          capture_output=True, text=True, timeout=600,
                          check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
