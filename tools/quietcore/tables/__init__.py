# SPDX-License-Identifier: MIT
"""Runs as tables for people: the results, a kind of record, two runs."""
