# SPDX-License-Identifier: MIT
"""Writing the disc image onto a stick, and onto nothing else."""
