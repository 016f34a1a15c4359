# SPDX-License-Identifier: MIT
"""quietcore's host tools: run the image, read its log, show the results.

The rooms from below; each imports from those above it in this list only
(tests/tools/test_rooms.py):

    log        lines, records, runs, and what is wrong with them
    terminal   text, numbers and tables as a terminal shows them
    tables     a run, or two of them, as tables for people
    export     runs for other programs
    targets    what a run reached of the goals of this project
    running    starting a machine, and keeping what it said
    commands   the commands of qc, one file each

The way in is __main__.py (or entry.py, installed), then cli.py.
"""
