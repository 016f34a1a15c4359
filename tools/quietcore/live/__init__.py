# SPDX-License-Identifier: MIT
"""Logs that grow while they are looked at: a serial port's, a file's."""
