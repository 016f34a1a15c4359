# SPDX-License-Identifier: MIT
"""Why a run failed, in the image's own words."""

from __future__ import annotations

from quietcore.log.reading import Run

SHOWN = 8  # reasons, at most

#: What the image calls a wrong word of the user's: "bad_option", ...; the run
#: goes on where serial= is mistaken.
WRONG_WORD = "bad_"
HARMLESS = ("bad_serial",)

#: Other warnings that make a run fail.
GRAVE = ("validation_failed", "items_lost", "duplicate_name", "duplicate_variant", "no_experiment",
         "user_file", "no_memory", "setup_failed", "hung", "faulted")


def wrong_words(run: Run) -> list[str]:
    """What the image says of options and names that it does not know."""
    return [w["text"] for w in run.of("warning")
            if w["code"].startswith(WRONG_WORD) and w["code"] not in HARMLESS]


def reasons(run: Run) -> list[str]:
    """Why a whole run failed, the gravest first; at most SHOWN."""
    found = [f"panic on core {p['core']}: {p['text']}" for p in run.of("panic")]
    found += wrong_words(run)
    found += [w["text"] for w in run.of("warning") if w["code"] in GRAVE]
    more = len(found) - SHOWN
    return found[:SHOWN] + ([f"and {more} more"] if more > 0 else [])
