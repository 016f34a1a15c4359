/* SPDX-License-Identifier: MIT */
/*
 * Verdicts of this boot, so that rows which share a primitive need not prove
 * it again. Core 0.
 */
#ifndef BENCH_HARNESS_VERDICTS_H
#define BENCH_HARNESS_VERDICTS_H

#include <stdbool.h>

/* What was proven of `what` on so many cores in that role. */
struct checked {
	const void *what;
	unsigned cores, role;
	bool ok;
};

/* The verdict on the same question; NULL before checked_add(). */
const struct checked *checked_find(const void *what, unsigned cores,
				   unsigned role);

/* Remembers a verdict; of very many the oldest are forgotten. */
void checked_add(struct checked verdict);

#endif
