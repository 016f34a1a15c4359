/* SPDX-License-Identifier: MIT */
/* A case for the gate, in whole figures. */
#ifndef TESTS_UNIT_BENCH_CONCLUSIONS_ASKED_H
#define TESTS_UNIT_BENCH_CONCLUSIONS_ASKED_H

#include <stddef.h>

#include "bench/conclusions/gate.h"

#define SUBJECTS_MOST 4u
#define ROUNDS 6u
#define FIVE_PERCENT 50u

/* Whole figures of each subject's rounds; 0 ends them, -1: disturbed, -2:
 * never. */
struct rounds { int64_t whole[ROUNDS + 1]; };

static struct subject subject[SUBJECTS_MOST];
static int64_t milli[SUBJECTS_MOST][ROUNDS];

static inline void fill(unsigned s, const struct rounds *from)
{
	static const char *const names[] = { "a", "b", "c", "d" };
	unsigned n = 0;

	for (; from->whole[n]; n++)
		milli[s][n] = from->whole[n] == -1 ? GATE_NO_ROUND :
			      from->whole[n] == -2 ? GATE_NEVER :
			      from->whole[n] * 1000;
	subject[s] = (struct subject){ .name = names[s], .rounds = n,
				       .round = milli[s] };
}

static inline struct judged judge(enum claim claim, unsigned subjects,
			   const struct rounds *from)
{
	struct gate_case it = { claim, FIVE_PERCENT, subjects, subject };
	struct judged j;

	for (unsigned s = 0; from && s < subjects; s++)
		fill(s, &from[s]);
	gate_judge(&it, &j);
	return j;
}

static inline struct judged judge_again(enum claim claim, unsigned subjects)
{
	return judge(claim, subjects, NULL);
}

#define STEADY(x) { { x, x, x, x, x, x } }

#endif
