/* SPDX-License-Identifier: MIT */
/*
 * A lock between two cores that both want nothing else: core 0 takes samples,
 * core 1 enters and leaves without a pause. A fair lock changes hands each
 * time: one sample holds two hand-overs, and nothing but the lock's own lines
 * moves.
 */
#include "bench/bench.h"
#include "bench/harness/lock_check.h"
#include "bench/config/rows.h"

#define PARTNER_ENTRIES 16u /* between two looks whether it is over */

static const struct lock_kind *kind_of(const struct cell *cell)
{
	return cell->variant->what;
}

static bool setup(struct cell *cell)
{
	cell->state = bench_scratch(kind_of(cell)->size);
	if (cell->state)
		kind_of(cell)->init(cell->state);
	return cell->state;
}

static bool validate(struct cell *cell)
{
	return lock_check(kind_of(cell), cell->state, cell->cores,
			  &cell->checked);
}

__attribute__((noinline)) static void entries(struct cell *cell, unsigned core,
					      uint64_t count)
{
	(void)core;
	kind_of(cell)->pairs(cell->state, count);
}

static void rival(struct cell *cell, unsigned core)
{
	(void)core;
	while (!bench_stopped(cell))
		kind_of(cell)->pairs(cell->state, PARTNER_ENTRIES);
}

static const struct variant *handovers(unsigned *count)
{
	struct variant way = {
		.name = "handover", .per = "entry, and one of the rival's",
		.summary = "two cores hand the lock to and fro",
		.least_cores = 2, .most_cores = 2, .full_only = true,
		.setup = setup, .validate = validate, .property = LOCK_PROPERTY,
		.body = entries, .partner = rival,
	};
	MADE_ROWS(made, MADE_KINDS_MAX);

	LOCK_EACH(entry) {
		way.what = *entry;
		made_rows_add(&made, (*entry)->name, &way);
	}
	*count = made.count;
	return made.row;
}

ROWS_MADE(lock, handovers);
