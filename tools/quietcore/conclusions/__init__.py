# SPDX-License-Identifier: MIT
"""What may be concluded from rounds: the image's gate (bench/conclusions),
once more, so that anyone can check a finding from its own record."""
