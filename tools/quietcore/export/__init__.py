# SPDX-License-Identifier: MIT
"""Runs for other programs: CSV, JSON lines, trace events."""
