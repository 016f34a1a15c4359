# SPDX-License-Identifier: MIT
"""Pictures as SVG, from plain descriptions; nothing here knows a log."""
