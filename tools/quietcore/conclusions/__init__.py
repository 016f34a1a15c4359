# SPDX-License-Identifier: MIT
"""What may be concluded from a run's rows: a table of questions (questions.toml),
the rows that they select (rows, asking), and one decision rule (gate)."""
