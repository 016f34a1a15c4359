/* SPDX-License-Identifier: MIT */
/*
 * What a thief pays: core 1 owns the queue and fills it between two samples,
 * core 0 steals from it, one by one or half of it at once. The items lie in
 * the owner's cache, as they do when somebody steals in earnest.
 */
#include "bench/bench.h"
#include "bench/config/rows.h"
#include "bench/proof/queue_check.h"
#include "kernel/machine.h"

#define WAYS 2u

struct state {
	void *queue;
	/* atomic: items that core 0 wants to find; 0: they are there */
	uint32_t wanted __attribute__((aligned(MACHINE_LINE_PAIR)));
};

static const struct queue_kind *kind_of(const struct cell *cell)
{
	return cell->variant->what;
}

static bool thief_setup(struct cell *cell)
{
	const struct queue_kind *kind = kind_of(cell);
	struct state *s = cell->state = bench_scratch(sizeof(*s));
	void *memory = bench_scratch(kind->bytes(QUEUE_ACROSS_CAPACITY));

	if (!s || !memory)
		return false;
	cell->capacity = QUEUE_ACROSS_CAPACITY;
	s->queue = bench_scratch(kind->size);
	if (s->queue)
		kind->init(s->queue, memory, QUEUE_ACROSS_CAPACITY);
	return s->queue;
}

static bool thief_validate(struct cell *cell)
{
	return queue_check(kind_of(cell), 1, cell->cores, cell->proof);
}

/* ---- core 0, the thief ----------------------------------------------------- */

/* The half that one steal takes must be a whole batch, hence twice of it. */
static void order(struct cell *cell, unsigned core)
{
	const struct queue_kind *kind = kind_of(cell);
	struct state *s = cell->state;
	struct work work;

	(void)core;
	while (kind->steal(s->queue, &work))
		;
	/* R1: pairs with A1 in owner(). */
	atomic_store_release(&s->wanted, 2 * cell->batch);
	/* A2: pairs with R2 in owner(). */
	while (atomic_load_acquire(&s->wanted))
		cpu_relax();
}

__attribute__((noinline)) static void steal_one(struct cell *cell,
						unsigned core, uint64_t count)
{
	struct state *s = cell->state;

	(void)core;
	kind_of(cell)->steals(s->queue, count);
}

__attribute__((noinline)) static void steal_half(struct cell *cell,
						 unsigned core, uint64_t count)
{
	struct state *s = cell->state;

	(void)core;
	kind_of(cell)->steals32(s->queue, count);
}

/* ---- core 1, the owner ------------------------------------------------------- */

static void owner(struct cell *cell, unsigned core)
{
	const struct queue_kind *kind = kind_of(cell);
	struct state *s = cell->state;
	struct work work;

	if (core != 1)
		return;
	while (!bench_stopped(cell)) {
		/* A1: pairs with R1 in order(). */
		uint32_t wanted = atomic_load_acquire(&s->wanted);

		if (!wanted) {
			cpu_relax();
			continue;
		}
		for (uint32_t i = 0; i < wanted; i++)
			kind->push(s->queue, (struct work){ 0 });
		/* R2: pairs with A2 in order(). */
		atomic_store_release(&s->wanted, 0);
	}
	while (kind->pop(s->queue, &work))
		;
}

/* ---- rows ---------------------------------------------------------------------- */

static const struct variant way[WAYS] = {
	{ .name = "steal", .per = "steal of one", .body = steal_one,
	  .most_batch = QUEUE_ACROSS_CAPACITY / 2 },
	{ .name = "steal32", .per = "item, up to 32 in a steal",
	  .body = steal_half, .least_batch = 32, .most_batch = QUEUE_ACROSS_CAPACITY / 2 },
};

static struct variant row(const struct queue_kind *kind,
			  const struct variant *of)
{
	struct variant made = *of;

	made.summary = kind->summary;
	made.what = kind;
	made.least_cores = made.most_cores = 2;
	made.setup = thief_setup;
	made.validate = thief_validate;
	made.property = QUEUE_PROPERTY;
	made.reset = order;
	made.partner = owner;
	return made;
}

static const struct variant *all_ways(unsigned *count)
{
	MADE_ROWS(made, MADE_KINDS_MAX * WAYS);

	REGISTRY_EACH(qc_queues, const struct queue_kind, entry)
		for (unsigned i = 0; (*entry)->steal && i < WAYS; i++) {
			struct variant v = row(*entry, &way[i]);

			made_rows_add(&made, (*entry)->name, &v);
		}
	*count = made.count;
	return made.row;
}

ROWS_MADE(queue, all_ways);
