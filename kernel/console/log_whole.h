/* SPDX-License-Identifier: MIT */
/* All of the log, from its first record on, for who writes it to a file. */
#ifndef KERNEL_CONSOLE_LOG_WHOLE_H
#define KERNEL_CONSOLE_LOG_WHOLE_H

#include <stdbool.h>
#include <stddef.h>

/* From now on the log is kept in so many bytes; without, nothing is. */
void log_whole_begin(char *buffer, size_t bytes);

/* A record; one that does not fit is left out, and all behind it. */
void log_whole_write(const char *line, size_t length);

/* What is kept. *full: a record did not fit. */
const char *log_whole(size_t *bytes, bool *full);

#endif
