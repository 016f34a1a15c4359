# SPDX-License-Identifier: MIT
"""The commands of qc, one file each."""
