/* SPDX-License-Identifier: MIT */
/*
 * How long an item takes from one core's push to another's pop: it goes there
 * through one queue and back through a second, both empty but for it.
 */
#include "bench/bench.h"
#include "bench/config/rows.h"
#include "bench/proof/queue_check.h"
#include "kernel/machine.h"

#define CHECKED_TRIPS 1000u

struct state {
	void *there, *back;
	uint64_t wrong; /* items that came back as others, or not at all */
};

static const struct queue_kind *kind_of(const struct cell *cell)
{
	return cell->variant->what;
}

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

static void *make(const struct queue_kind *kind)
{
	void *queue = bench_scratch(kind->size);
	void *memory = bench_scratch(kind->bytes(QUEUE_LATENCY_CAPACITY));

	if (!queue || !memory)
		return NULL;
	kind->init(queue, memory, QUEUE_LATENCY_CAPACITY);
	return queue;
}

static bool latency_setup(struct cell *cell)
{
	struct state *s = cell->state = bench_scratch(sizeof(*s));

	if (!s)
		return false;
	cell->capacity = QUEUE_LATENCY_CAPACITY;
	s->there = make(kind_of(cell));
	s->back = make(kind_of(cell));
	return s->there && s->back;
}

__attribute__((noinline)) static void round_trips(struct cell *cell,
						  unsigned core, uint64_t count)
{
	const struct queue_kind *kind = kind_of(cell);
	struct state *s = cell->state;
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
	struct state *s = cell->state;
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
	struct state *s = cell->state;

	if (!queue_check(kind_of(cell), 1, cell->cores, cell->proof))
		return false;
	cell->stopped = 0;
	machine_run(cell->cores, check_on, cell);
	if (cell->proof->operations) /* else that is recorded already */
		cell->checked = CHECKED_TRIPS;
	return !s->wrong;
}

static const struct variant *latencies(unsigned *count)
{
	struct variant way = {
		.name = "latency",
		.per = "round trip (2 hand-overs)",
		.summary = "an item's way to another core and back",
		.least_cores = 2, .most_cores = 2, .setup = latency_setup,
		.validate = latency_validate,
		.property = QUEUE_PROPERTY, .body = round_trips,
		.partner = send_back, .most_batch = 1,
	};
	MADE_ROWS(made, MADE_KINDS_MAX);

	REGISTRY_EACH(qc_queues, const struct queue_kind, entry) {
		way.what = *entry;
		way.full_only = queue_full_only(*entry);
		made_rows_add(&made, (*entry)->name, &way);
	}
	*count = made.count;
	return made.row;
}

ROWS_MADE(queue, latencies);
