/* SPDX-License-Identifier: MIT */
/*
 * A range from whose end all cores take chunks, each a share of what is left:
 * long ones first, so that there are few, and short ones at the end, so that
 * all cores end together. C. D. Polychronopoulos, D. J. Kuck, "Guided
 * self-scheduling", 1987, with half of their share: tasks are not all alike.
 *
 * Cost: a compare-and-exchange of one word for each chunk, some 2 x cores x
 * log(range) of them. sched/executor/range_team.h has the rest.
 */
#include "sched/executor/range_team.h"

#define SHARES 2u /* of a core's share of what is left: one of so many */

struct chunk_executor {
	struct range_team r;
};

static void chunk_show(struct range_team *r, uint64_t at, uint64_t count)
{
	/* R2: pairs with A2; what the places stand for. */
	atomic_store_release(&r->end, at + count);
}

/* Places only grow in a run: one that was read long ago is never taken. */
static bool chunk_take(struct range_team *r, unsigned core,
		       struct range_part *part)
{
	uint64_t end, next, share;

	(void)core;
	do {
		/* A2: pairs with R2. */
		end = atomic_load_acquire(&r->end);
		next = atomic_load_relaxed(&r->next);
		if (next >= end)
			return false;
		share = (end - next) / (SHARES * r->team.cores);
		*part = (struct range_part){ next, share ? share : 1 };
	} while (!atomic_cas_relaxed(&r->next, &next, next + part->count));
	return true;
}

static bool chunk_any(struct range_team *r, unsigned core)
{
	(void)core;
	return atomic_load_relaxed(&r->next) < atomic_load_relaxed(&r->end);
}

static bool chunk_init(void *executor, void *memory, unsigned cores,
		       const struct executor_options *o)
{
	struct chunk_executor *e = executor;

	*e = (struct chunk_executor){ .r = { .take = chunk_take,
					     .show = chunk_show,
					     .any = chunk_any } };
	range_team_init(&e->r, memory, cores, o);
	return true;
}

#define chunk_bytes range_team_bytes
#define chunk_run range_team_run
#define chunk_submit range_team_submit
#define chunk_stats range_team_stats
#define chunk_workers range_team_workers
EXECUTOR(chunk, "a range in chunks, each a share of what is left", true,
	 .range = range_team_range);
