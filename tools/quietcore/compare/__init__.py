# SPDX-License-Identifier: MIT
"""Two sides of runs: what of one is slower or faster than the other."""
