# SPDX-License-Identifier: MIT
"""What five articles published, and what we measure in its place."""
