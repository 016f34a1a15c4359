# SPDX-License-Identifier: MIT
"""What a run says, as tables for people."""
