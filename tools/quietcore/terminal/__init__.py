# SPDX-License-Identifier: MIT
"""Text, numbers and tables as a terminal shows them, whatever they mean."""
