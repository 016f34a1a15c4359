# SPDX-License-Identifier: MIT
"""Pictures of logs, experiment by experiment; catalogue.py lists them all."""
