# SPDX-License-Identifier: MIT
"""The program: `python -m quietcore`, which is what tools/qc runs."""

from quietcore import signals

if __name__ == "__main__":
    signals.catch()  # before anything that takes time to load

    from quietcore.entry import enter

    enter()
