# SPDX-License-Identifier: MIT
"""Starting a machine (QEMU or the hosted twin), and keeping what it said."""
