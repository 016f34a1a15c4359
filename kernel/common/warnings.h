/* SPDX-License-Identifier: MIT */
/*
 * What the machine finds worth a warning while it comes up: kept until the
 * program has written the log's first record (machine_warning()).
 */
#ifndef KERNEL_COMMON_WARNINGS_H
#define KERNEL_COMMON_WARNINGS_H

/* Keeps a warning (code: a literal); beyond some dozen they are only counted
 * in a last one. Boot core. */
void warnings_add(const char *code, const char *text, ...)
	__attribute__((format(__printf__, 2, 3)));

#endif
