# SPDX-License-Identifier: MIT
"""How quiet a machine is: what the experiment `silence` has seen."""
