# SPDX-License-Identifier: MIT
"""The program: `python -m quietcore`, which is what tools/qc runs."""

from quietcore.entry import enter

if __name__ == "__main__":
    enter()
