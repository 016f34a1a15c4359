# SPDX-License-Identifier: MIT
"""Runs for other programs: JSON, CSV, JSON lines, trace events."""
