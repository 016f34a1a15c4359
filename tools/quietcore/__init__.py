# SPDX-License-Identifier: MIT
"""quietcore's host tools: run the image, read its log, show the results.

The rooms from below (docs/design.md has the stack, which tests hold):

    terminal     text, numbers and tables as a terminal shows them
    log          lines, records, runs, and what is wrong with them
    conclusions  what may be concluded from a run's rows
    compare      two sides of runs: what is slower or faster
    tables       a run, or two of them, as tables for people
    targets      what runs reached of the goals of this project
    export       runs for other programs
    report       runs as a page of pictures for a browser
    running      starting a machine, and keeping what it said
    live         logs that grow: a serial port's, a file's
    camera       results on photographs of the machine's screen
    disc         the disc image onto a stick
    commands     the commands of qc, one file each

The way in is __main__.py (or entry.py, installed), then cli.py.
"""
