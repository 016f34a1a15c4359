/* SPDX-License-Identifier: MIT */
/*
 * Verdicts of this boot, so that rows which share a primitive need not prove
 * it again. Core 0.
 */
#ifndef BENCH_PROOF_VERDICTS_H
#define BENCH_PROOF_VERDICTS_H

#include "bench/proof/proven.h"

/* What was proven of `what` on so many cores in that role. */
struct verdict {
	const void *what;
	unsigned cores, role;
	struct proof proof;
};

/* The verdict on the same question, or that it is wrong on one core; NULL before
 * verdict_add(). */
const struct verdict *verdict_find(const void *what, unsigned cores,
				   unsigned role);

/* Remembers a verdict; of what is not wrong without its operations, which are
 * recorded once. Of very many the oldest are forgotten. */
void verdict_add(const struct verdict *verdict);

/* Forgets all: who proved them has recorded nothing, and who records asks anew. */
void verdicts_forget(void);

#endif
