/* SPDX-License-Identifier: MIT */
/*
 * What each registered queue costs on one core, and where all cores may push
 * and pop at once, on all of them: one by one, in bulks, and when it is empty
 * or full. across.c and handover.c hand items from core to core.
 */
#include "bench/bench.h"
#include "bench/config/rows.h"
#include "bench/proof/queue_check.h"
#include "kernel/machine.h"

/* A queue is neither full nor empty between. */
#define MOST_BATCH (QUEUE_CORE_SHARE / 2)
#define MANY (QUEUE_MANY_PUSH | QUEUE_MANY_POP)
#define LOST "it stayed full or empty with nobody else at it: an item was lost"

static const struct queue_kind *kind_of(const struct cell *cell)
{
	return cell->variant->what;
}

static bool queue_setup(struct cell *cell)
{
	const struct queue_kind *kind = kind_of(cell);
	uint32_t capacity = queue_capacity(cell->cores);
	void *memory = bench_scratch(kind->bytes(capacity));

	cell->state = bench_scratch(kind->size);
	if (!cell->state || !memory)
		return false;
	cell->capacity = capacity;
	kind->init(cell->state, memory, capacity);
	return true;
}

/* Each core in the role that is measured: it pushes what it pops. */
static bool queue_validate(struct cell *cell)
{
	bool many = cell->cores > 1;

	return queue_check(kind_of(cell), many ? cell->cores / 2 : 1,
			   cell->cores, cell->proof);
}

/* ---- timed: the loops of sched/queue/loops.h --------------------------- */

/* A loop that ends early waited for a second: where other cores are at it, too,
 * that may be their delay. */
static void ended_early(struct cell *cell)
{
	if (cell->cores == 1)
		cell->wrong = LOST;
}

#define BODY(loop)                                                           \
	__attribute__((noinline)) static void body_##loop(                   \
		struct cell *cell, unsigned core, uint64_t count)            \
	{                                                                    \
		(void)core;                                                  \
		if (kind_of(cell)->loop(cell->state, count) < count)         \
			ended_early(cell);                                   \
	}                                                                    \
	_Static_assert(true, "")

BODY(pairs);
BODY(pairs8);
BODY(pairs32);
BODY(pushes);
BODY(pops);

/* A pop that finds nothing, by a call out of line. */
__attribute__((noinline)) static void body_empty(struct cell *cell,
						 unsigned core, uint64_t count)
{
	const struct queue_kind *kind = kind_of(cell);
	struct work work;

	(void)core;
	while (count--)
		kind->pop(cell->state, &work);
}

/* A push that finds no room, by a call out of line. */
__attribute__((noinline)) static void body_full(struct cell *cell,
						unsigned core, uint64_t count)
{
	const struct queue_kind *kind = kind_of(cell);

	(void)core;
	while (count--)
		kind->push(cell->state, (struct work){ 0 });
}

/* ---- between samples --------------------------------------------------- */

/* Each core takes out as many as it put in (the first time what `fill` put
 * in at the round's start): the queue never fills or runs dry. */
static void drain(struct cell *cell, unsigned core)
{
	body_pops(cell, core, cell->batch);
}

static void fill(struct cell *cell, unsigned core)
{
	body_pushes(cell, core, cell->batch);
}

static void fill_up(struct cell *cell, unsigned core)
{
	(void)core;
	while (kind_of(cell)->push(cell->state, (struct work){ 0 }))
		;
}

/* Leaves the queue empty for the next round, whatever the last sample left. */
static void empty(struct cell *cell, unsigned core)
{
	struct work work;

	(void)core;
	while (kind_of(cell)->pop(cell->state, &work))
		;
}

/* ---- rows -------------------------------------------------------------- */

#define PAIR32                                                               \
	.name = "pair32", .per = "push + pop, 32 at once",                   \
	.body = body_pairs32, .least_batch = 32
#define PUSH                                                                 \
	.name = "push", .per = "push", .enter = fill, .reset = drain,        \
	.body = body_pushes, .most_batch = MOST_BATCH
#define POP                                                                  \
	.name = "pop", .per = "pop", .reset = fill, .body = body_pops,       \
	.most_batch = MOST_BATCH

static const struct variant way[] = {
	{ .name = "pair", .per = "push + pop", .body = body_pairs },
	{ .name = "pair8", .per = "push + pop, 8 at once", .body = body_pairs8,
	  .least_batch = 8, .full_only = true },
	{ PAIR32, .most_cores = 1 },
	{ PAIR32, .least_cores = 2, .full_only = true },
	{ PUSH, .least_batch = 2, .most_cores = 1 },
	{ POP, .least_batch = 2, .most_cores = 1 },
	{ PUSH, .least_cores = 2, .full_only = true },
	{ POP, .least_cores = 2, .full_only = true },
	{ .name = "empty", .per = "pop in vain, out of line",
	  .body = body_empty, .full_only = true },
	{ .name = "full", .per = "push in vain, out of line",
	  .enter = fill_up, .body = body_full, .full_only = true },
};
#define WAYS (sizeof(way) / sizeof(way[0]))

static const struct variant *all_ways(unsigned *count)
{
	MADE_ROWS(made, MADE_KINDS_MAX * WAYS);

	REGISTRY_EACH(qc_queues, const struct queue_kind, entry)
		for (unsigned i = 0; i < WAYS; i++) {
			struct variant v = way[i];

			v.summary = (*entry)->summary;
			v.what = *entry;
			v.setup = queue_setup;
			v.validate = queue_validate;
			v.property = QUEUE_PROPERTY;
			v.tidy = empty;
			v.any_core = true;
			if (((*entry)->flags & MANY) != MANY)
				v.most_cores = 1; /* who pushes pops */
			v.full_only |= queue_full_only(*entry);
			made_rows_add(&made, (*entry)->name, &v);
		}
	*count = made.count;
	return made.row;
}

ROWS_MADE(queue, all_ways);
