/* SPDX-License-Identifier: MIT */
/*
 * A range, cut once: each core gets one part of the same length, and nothing is
 * moved afterwards. That is the least that handing tasks over can cost, and so
 * a lower bound for those that are told of one task at a time. It is no faster
 * than its slowest core.
 *
 * The part of a core that has not come by the time core 0 is through with its
 * own is core 0's: a core may come late or never.
 *
 * Cost: for each core a line there, a line back; no locked instruction but the
 * exchange that takes a part. sched/executor/range_team.h has the rest.
 */
#include "sched/executor/range_team.h"

struct cut_executor {
	struct range_team r;
};

/* The part `i` of so many places from `at` on; the first ones get the rest. */
static struct range_part part_of(uint64_t at, uint64_t count, unsigned cores,
				 unsigned i)
{
	uint64_t each = count / cores, rest = count % cores;

	return (struct range_part){
		at + i * each + (i < rest ? i : rest), each + (i < rest) };
}

static void cut_show(struct range_team *r, uint64_t at, uint64_t count)
{
	for (unsigned i = 0; i < r->team.cores; i++) {
		struct range_worker *w = &r->worker[i];

		w->part = part_of(at, count, r->team.cores, i);
		/* R2: pairs with A2; the part, and what it is a part of. */
		if (w->part.count)
			atomic_store_release(&w->waiting, 1);
	}
}

static bool take_of(struct range_worker *w, struct range_part *part)
{
	/* A2: pairs with R2. Whoever exchanges it has it alone. */
	if (!atomic_load_relaxed(&w->waiting) ||
	    !atomic_swap_acquire(&w->waiting, 0))
		return false;
	*part = w->part;
	return true;
}

static bool cut_take(struct range_team *r, unsigned core,
		     struct range_part *part)
{
	if (take_of(&r->worker[core], part))
		return true;
	for (unsigned i = 1; !core && i < r->team.cores; i++)
		if (!atomic_load_relaxed(&r->worker[i].here) &&
		    take_of(&r->worker[i], part))
			return true;
	return false;
}

static bool cut_any(struct range_team *r, unsigned core)
{
	return atomic_load_relaxed(&r->worker[core].waiting);
}

static bool cut_init(void *executor, void *memory, unsigned cores,
		     const struct executor_options *o)
{
	struct cut_executor *e = executor;

	*e = (struct cut_executor){ .r = { .take = cut_take, .show = cut_show,
					   .any = cut_any } };
	range_team_init(&e->r, memory, cores, o);
	return true;
}

#define cut_bytes range_team_bytes
#define cut_run range_team_run
#define cut_submit range_team_submit
#define cut_stats range_team_stats
#define cut_workers range_team_workers
EXECUTOR_AS(cut, "static", "a range cut once, a part for each core", true,
	    .range = range_team_range);
