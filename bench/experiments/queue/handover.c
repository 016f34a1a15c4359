/* SPDX-License-Identifier: MIT */
/*
 * From one core to another, item by item. `latency`: from one core's push to the
 * other's pop, through one queue and back through a second, both empty but for
 * it. `steal`: what a thief pays: core 1 owns the queue and fills it between two
 * samples, core 0 steals, one by one or half of it at once. The items lie in the
 * owner's cache, as they do when somebody steals in earnest.
 */
#include "bench/bench.h"
#include "bench/config/rows.h"
#include "bench/proof/queue_check.h"
#include "kernel/machine.h"

#define CHECKED_TRIPS 1000u

static const struct queue_kind *kind_of(const struct cell *cell)
{
	return cell->variant->what;
}

static void *make(struct cell *cell, uint32_t capacity)
{
	const struct queue_kind *kind = kind_of(cell);
	void *queue = bench_scratch(kind->size);
	void *memory = bench_scratch(kind->bytes(capacity));

	if (!queue || !memory)
		return NULL;
	cell->capacity = capacity;
	kind->init(queue, memory, capacity);
	return queue;
}

static bool prove(struct cell *cell)
{
	return queue_check(kind_of(cell), 1, cell->cores, cell->proof);
}

/* ---- latency --------------------------------------------------------------- */

struct trip {
	void *there, *back;
	uint64_t wrong; /* items that came back as others, or not at all */
};

/* Another core's item: of a deque, only a steal may take that. */
static bool take(const struct queue_kind *kind, void *queue, struct work *work)
{
	return kind->flags & QUEUE_OWNER ? kind->steal(queue, work)
					 : kind->pop(queue, work);
}

/* The same, waiting about a second at most. */
static inline bool await(const struct queue_kind *kind, void *queue,
			 struct work *work)
{
	for (uint32_t i = 0; i < QUEUE_PATIENCE; i++) {
		if (take(kind, queue, work))
			return true;
		cpu_relax();
	}
	return false;
}

static bool latency_setup(struct cell *cell)
{
	struct trip *s = cell->state = bench_scratch(sizeof(*s));

	if (!s)
		return false;
	s->there = make(cell, QUEUE_LATENCY_CAPACITY);
	s->back = make(cell, QUEUE_LATENCY_CAPACITY);
	return s->there && s->back;
}

__attribute__((noinline)) static void round_trips(struct cell *cell,
						  unsigned core, uint64_t count)
{
	const struct queue_kind *kind = kind_of(cell);
	struct trip *s = cell->state;
	struct work work;

	(void)core;
	while (count--) {
		struct work sent = { .arg = (void *)count };

		kind->push(s->there, sent);
		if (!await(kind, s->back, &work) || work.arg != sent.arg) {
			s->wrong++;
			return;
		}
	}
}

static void send_back(struct cell *cell, unsigned core)
{
	const struct queue_kind *kind = kind_of(cell);
	struct trip *s = cell->state;
	struct work work;

	(void)core;
	while (!bench_stopped(cell))
		if (take(kind, s->there, &work))
			kind->push(s->back, work);
		else
			cpu_relax();
}

static void check_on(unsigned core, void *arg)
{
	struct cell *cell = arg;

	if (core) {
		send_back(cell, core);
		return;
	}
	round_trips(cell, core, CHECKED_TRIPS);
	atomic_store_relaxed(&cell->stopped, 1);
}

static bool latency_validate(struct cell *cell)
{
	struct trip *s = cell->state;

	if (!prove(cell))
		return false;
	cell->stopped = 0;
	machine_run(cell->cores, check_on, cell);
	if (cell->proof->operations) /* else that is recorded already */
		cell->checked = CHECKED_TRIPS;
	return !s->wrong;
}

/* ---- steal, core 0: the thief ---------------------------------------------- */

struct theft {
	void *queue;
	/* atomic: items that core 0 wants to find; 0: they are there */
	uint32_t wanted __attribute__((aligned(MACHINE_LINE_PAIR)));
};

static bool steal_setup(struct cell *cell)
{
	struct theft *s = cell->state = bench_scratch(sizeof(*s));

	if (s)
		s->queue = make(cell, QUEUE_ACROSS_CAPACITY);
	return s && s->queue;
}

/* The half that one steal takes must be a whole batch, hence twice of it. */
static void order(struct cell *cell, unsigned core)
{
	const struct queue_kind *kind = kind_of(cell);
	struct theft *s = cell->state;
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
	struct theft *s = cell->state;

	(void)core;
	kind_of(cell)->steals(s->queue, count);
}

__attribute__((noinline)) static void steal_half(struct cell *cell,
						 unsigned core, uint64_t count)
{
	struct theft *s = cell->state;

	(void)core;
	kind_of(cell)->steals32(s->queue, count);
}

/* ---- core 1: the owner ------------------------------------------------------- */

static void owner(struct cell *cell, unsigned core)
{
	const struct queue_kind *kind = kind_of(cell);
	struct theft *s = cell->state;
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

#define STEAL                                                                \
	.setup = steal_setup, .validate = prove, .reset = order,             \
	.partner = owner, .most_batch = QUEUE_ACROSS_CAPACITY / 2

static const struct variant way[] = {
	{ .name = "latency", .per = "round trip (2 hand-overs)",
	  .summary = "an item's way to another core and back",
	  .setup = latency_setup, .validate = latency_validate,
	  .body = round_trips, .partner = send_back, .most_batch = 1 },
	{ .name = "steal", .per = "steal of one", .body = steal_one, STEAL },
	{ .name = "steal32", .per = "item, up to 32 in a steal",
	  .body = steal_half, .least_batch = 32, STEAL },
};
#define WAYS (sizeof(way) / sizeof(way[0]))

static const struct variant *all_ways(unsigned *count)
{
	MADE_ROWS(made, MADE_KINDS_MAX * WAYS);

	REGISTRY_EACH(qc_queues, const struct queue_kind, entry)
		for (unsigned i = 0; i < ((*entry)->steal ? WAYS : 1); i++) {
			struct variant v = way[i];

			v.what = *entry;
			v.summary = v.summary ?: (*entry)->summary;
			v.least_cores = v.most_cores = 2;
			v.property = QUEUE_PROPERTY;
			v.full_only = queue_full_only(*entry);
			made_rows_add(&made, (*entry)->name, &v);
		}
	*count = made.count;
	return made.row;
}

ROWS_MADE(queue, all_ways);
