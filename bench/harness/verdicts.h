/* SPDX-License-Identifier: MIT */
/*
 * Verdicts of this boot, so that rows which share a primitive need not prove
 * it again. Core 0.
 */
#ifndef BENCH_HARNESS_VERDICTS_H
#define BENCH_HARNESS_VERDICTS_H

#include <stdbool.h>

/* What was proven of `what` on so many cores in that role. */
struct verdict {
	const void *what;
	unsigned cores, role;
	bool ok;
};

/* The verdict on the same question; NULL before verdict_add(). */
const struct verdict *verdict_find(const void *what, unsigned cores,
				   unsigned role);

/* Remembers a verdict; of very many the oldest are forgotten. */
void verdict_add(struct verdict verdict);

#endif
