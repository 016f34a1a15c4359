/* SPDX-License-Identifier: MIT */
/*
 * The program's arguments: the image's options as words, with or without two
 * dashes before them, and a few that only a Linux program has.
 */
#ifndef HOSTED_ARGUMENTS_H
#define HOSTED_ARGUMENTS_H

#include <stdbool.h>

#define ARGUMENTS_MAX 2048 /* bytes of all options together */

struct arguments {
	char command_line[ARGUMENTS_MAX]; /* the image's options */
	const char *log;       /* the file records go to; NULL: none is named */
	bool help, version;
	bool list;             /* --list: the list is all that is wanted */
};

/* words[count] is NULL, as main() has it. Leaves by hosted_fail() where the
 * options are longer than that. */
void arguments_read(struct arguments *arguments, int count, char **words);

#endif
