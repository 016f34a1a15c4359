/* SPDX-License-Identifier: MIT */
/* Records go to standard output, text for people to standard error. */
#ifndef HOSTED_OUTPUT_H
#define HOSTED_OUTPUT_H

/* Looks what standard error is: colours and a status line on a terminal. */
void output_begin(void);

/* Clears the status line. */
void output_end(void);

#endif
