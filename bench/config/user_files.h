/* SPDX-License-Identifier: MIT */
/*
 * Files of the user's own (make run USER=path/mine.c): which were taken in and
 * which not, and why. tools/build/user-files writes the list.
 */
#ifndef BENCH_CONFIG_USER_FILES_H
#define BENCH_CONFIG_USER_FILES_H

#include <stdbool.h>

struct user_file {
	const char *path;   /* NULL ends the list */
	const char *error;  /* why it was left out; NULL: it is in */
	const char *wrong;  /* its locks and queues that the explorer found
			     * wrong, parted by commas; NULL: none */
};

extern const struct user_file user_files[];

/*
 * Says which files are in and complains of each that was left out: false if
 * there was one. Names that were taken: names_check(). After
 * record_context(); core 0.
 */
bool user_check(void);

#endif
