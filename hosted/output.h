/* SPDX-License-Identifier: MIT */
/*
 * Where records and text for people go:
 *
 *	standard output is     records            text
 *	no terminal            standard output    standard error
 *	a terminal             nowhere            standard output
 *	either, log=FILE       that file          standard output
 *	either, text only      nowhere, or FILE   standard output
 *
 * A reader that has gone ends the program without a word, with the status of
 * SIGPIPE. One that is late is waited for, up to 600 s. Tables that cannot be
 * written are left out; a log that cannot ends the run.
 */
#ifndef HOSTED_OUTPUT_H
#define HOSTED_OUTPUT_H

#include <stdbool.h>

/* log: a file for the records, or NULL. Leaves by hosted_fail() where it, or a
 * closed standard output, cannot be written. Colours and a status line where text
 * goes to a terminal that knows them, unless NO_COLOR is set. */
void output_begin(const char *log, bool text_only);

/* Clears the status line, ends colours. In a signal's handler, too. */
void output_end(void);

#endif
