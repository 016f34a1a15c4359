# SPDX-License-Identifier: MIT
"""Reading logs: lines, records, runs, and what is wrong with them."""
