/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/predict.h"

#define WHOLE PREDICT_WHOLE

static int64_t slower_side(const struct prediction *p, int64_t away)
{
	int64_t run = p->wide->run_milli + p->body_milli;
	int64_t here = p->wide->submit_milli + (WHOLE - away) * run / WHOLE;
	int64_t there = p->cores > 1 ? away * run / WHOLE / (p->cores - 1) : 0;

	return here > there ? here : there;
}

static int64_t wide_milli(const struct prediction *p, int64_t away)
{
	int64_t handed = p->wide->handed_milli;

	if (!away || p->way == DISPATCH_APART)
		return slower_side(p, away);
	if (p->way == DISPATCH_SENT)
		return slower_side(p, away) + away * handed / WHOLE;
	return handed;
}

/* The share of the tasks that ran while it was wide: each core then gets as
 * many. */
static int64_t wide_share(const struct prediction *p)
{
	int64_t share = p->cores > 1 ?
			p->away * p->cores / (p->cores - 1) : 0;

	return share < WHOLE ? share : WHOLE;
}

static int64_t task_milli(const struct prediction *p)
{
	int64_t alone = p->parts->submit_milli + p->parts->run_milli +
			p->body_milli;
	int64_t wide = wide_share(p);

	if (p->wide == p->parts)
		return wide_milli(p, p->away);
	if (!wide)
		return alone;
	return (alone * (WHOLE - wide) +
		wide_milli(p, p->away * WHOLE / wide) * wide) / WHOLE;
}

int64_t predict_wall_milli(const struct prediction *p)
{
	return task_milli(p) + p->parts->start * 1000 / (int64_t)p->tasks;
}
