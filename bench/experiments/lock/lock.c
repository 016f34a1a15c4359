/* SPDX-License-Identifier: MIT */
/*
 * What each registered lock costs to take and give back, alone and with every
 * core at it. bench/experiments/lock/contend.c asks what happens among those.
 */
#include "bench/harness/lock_check.h"
#include "bench/experiments/lock/findings.h"
#include "bench/config/rows.h"

static bool setup(struct cell *cell)
{
	const struct lock_kind *kind = cell->variant->what;

	cell->state = bench_scratch(kind->size);
	if (cell->state)
		kind->init(cell->state);
	return cell->state;
}

__attribute__((noinline)) static void pairs(struct cell *cell, unsigned core,
					    uint64_t count)
{
	const struct lock_kind *kind = cell->variant->what;

	(void)core;
	kind->pairs(cell->state, count);
}

static bool validate(struct cell *cell)
{
	return lock_check(cell->variant->what, cell->state, cell->cores,
			  &cell->checked);
}

static struct variant row(const struct lock_kind *kind)
{
	return (struct variant){
		.name = kind->name, .per = "acquire + release",
		.summary = kind->summary, .what = kind, .setup = setup,
		.validate = validate, .property = LOCK_PROPERTY, .body = pairs,
	};
}

/* One for a core alone, one for the cores together: of those the quick suite
 * has lock_contend.c's. */
static const struct variant *two_for_each_lock(unsigned *count)
{
	static struct variant rows[2 * MADE_KINDS_MAX];

	*count = 0;
	LOCK_EACH(entry) {
		if (*count == 2 * MADE_KINDS_MAX)
			break;
		rows[*count] = row(*entry);
		rows[*count].least_batch = 2; /* one by one it is all clock */
		rows[(*count)++].most_cores = 1;
		rows[*count] = row(*entry);
		rows[*count].least_cores = 2;
		rows[(*count)++].full_only = true;
	}
	return rows;
}

ROWS_MADE(lock, two_for_each_lock);

EXPERIMENT_RUN(lock, NULL, lock_find,
	       "what does a lock cost, alone and with every core at it?",
	       .order = ORDER_PARTS);
