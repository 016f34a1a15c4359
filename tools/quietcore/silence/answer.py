# SPDX-License-Identifier: MIT
"""What is shown of a run first."""

from __future__ import annotations

from quietcore.silence.certificate import show_certificate
from quietcore.tables.page import show_page


def show_answer(run, console) -> None:
    """The answer page; of a run that did nothing but watch, the certificate."""
    if run.count("silence") and not run.count("result") \
            and not run.count("panic"):
        show_certificate(run, console)
    else:
        show_page(run, console)
