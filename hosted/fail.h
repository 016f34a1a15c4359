/* SPDX-License-Identifier: MIT */
/* The end before the beginning: no record and no text has been written. */
#ifndef HOSTED_FAIL_H
#define HOSTED_FAIL_H

/* Says what is wrong on standard error and leaves with status 2. printf-like. */
_Noreturn void hosted_fail(const char *text, ...)
	__attribute__((format(__printf__, 1, 2)));

#endif
