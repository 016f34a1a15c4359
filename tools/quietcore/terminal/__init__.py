# SPDX-License-Identifier: MIT
"""What goes to a terminal: text, numbers, units, layout, progress."""
