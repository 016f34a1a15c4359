# SPDX-License-Identifier: MIT
"""The commands of qc, and what several of them share.

A command imports what it works with inside its functions, when it is called: so that `qc --help`,
and every other command, need not load all of it.
"""
