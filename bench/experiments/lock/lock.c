/* SPDX-License-Identifier: MIT */
/*
 * What each registered lock costs to take and give back, alone, with every
 * core at it, and from one core to another. contend.c asks what happens inside
 * that crowd.
 */
#include "bench/bench.h"
#include "bench/config/rows.h"
#include "bench/config/settings.h"
#include "bench/proof/lock_check.h"

#define RIVAL_ENTRIES 16u /* between two looks whether it is over */

static const struct lock_kind *kind_of(const struct cell *cell)
{
	return cell->variant->what;
}

static bool setup_lock(struct cell *cell)
{
	cell->state = bench_scratch(kind_of(cell)->size);
	if (cell->state)
		kind_of(cell)->init(cell->state);
	return cell->state;
}

static bool validate_lock(struct cell *cell)
{
	return lock_check(kind_of(cell), cell->state, cell->cores, cell->proof);
}

__attribute__((noinline)) static void lock_body(struct cell *cell,
						unsigned core, uint64_t count)
{
	(void)core;
	kind_of(cell)->pairs(cell->state, count);
}

static struct variant lock_row(const struct lock_kind *kind)
{
	return (struct variant){
		.name = kind->name, .primitive = kind->name,
		.per = "acquire + release",
		.summary = kind->summary, .what = kind,
		.setup = setup_lock, .validate = validate_lock,
		.property = LOCK_PROPERTY, .body = lock_body, .any_core = true,
	};
}

/* ---- from one core to another ------------------------------------------ */

/*
 * Both want nothing else: core 0 takes samples, core 1 enters and leaves
 * without a pause. A fair lock changes hands nearly each time, so a sample
 * holds two hand-overs. Nothing but the lock's own lines moves.
 */
static void enter_as_rival(struct cell *cell, unsigned core)
{
	(void)core;
	while (!bench_stopped(cell))
		kind_of(cell)->pairs(cell->state, RIVAL_ENTRIES);
}

static const struct variant *handover_rows(unsigned *count)
{
	MADE_ROWS(made, MADE_KINDS_MAX);

	LOCK_EACH(entry) {
		struct variant way = lock_row(*entry);

		way.name = "handover";
		way.per = "entry, and one of the rival's";
		way.summary = "two cores hand the lock to and fro";
		way.least_cores = way.most_cores = 2;
		way.full_only = true;
		way.partner = enter_as_rival;
		made_rows_add(&made, (*entry)->name, &way);
	}
	*count = made.count;
	return made.row;
}

ROWS_MADE(lock, handover_rows);

/* ---- alone, and all cores ---------------------------------------------- */

/* The quick suite has contend.c's instead of those of all cores. */
static const struct variant *two_for_each_lock(unsigned *count)
{
	static struct variant rows[2 * MADE_KINDS_MAX];

	*count = 0;
	LOCK_EACH(entry) {
		if (*count == 2 * MADE_KINDS_MAX) {
			made_rows_left_out((*entry)->name);
			continue;
		}
		rows[*count] = lock_row(*entry);
		/* One by one it is all clock, but for the tail. */
		rows[*count].least_batch = settings_tails() ? 0 : 2;
		rows[(*count)++].most_cores = 1;
		rows[*count] = lock_row(*entry);
		rows[*count].least_cores = 2;
		rows[(*count)++].full_only = true;
	}
	return rows;
}

ROWS_MADE(lock, two_for_each_lock);

EXPERIMENT_RUN(lock, NULL, NULL,
	       "what does a lock cost, alone and with every core at it?",
	       .order = ORDER_PARTS,
	       .page = "ticket mcs ticket/contend mcs/contend");
