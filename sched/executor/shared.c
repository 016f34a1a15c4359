/* SPDX-License-Identifier: MIT */
/*
 * One queue for all workers: the plain pool that every textbook has, by
 * default a ring under a ticket lock, inlined. Another lock of ours goes
 * around the same ring by its verbs out of line (options->lock), or another
 * queue of many pushers and poppers takes the ring's place (options->queue).
 *
 * Cost: for each task two acquisitions of one lock and the lines of the lock,
 * the indices and the slot from core to core; a fence to submit.
 *
 * Root that finds the queue full takes from it like every other worker.
 */
#include "kernel/assert.h"
#include "sched/executor/executor.h"
#include "sched/executor/team.h"
#include "sched/queue/ring.h"

#define SHARED_CAPACITY 1024u

/* What a worker found when it looked for the last time before sleeping. */
struct shared_pocket {
	struct work task;
	bool full;
} __attribute__((aligned(MACHINE_LINE_PAIR)));

struct shared_executor {
	struct team team __attribute__((aligned(MACHINE_LINE_PAIR)));
	struct shared_pocket *pocket; /* [cores] */
	void (*root)(void *executor, void *arg);
	void *root_arg;

	/* Fixed by init(); at most one of the two. */
	const struct lock_kind *lock;
	const struct queue_kind *queue;
	void *lock_at, *queue_at;

	/* With a lock of choice, its own goes unused. */
	struct ring ring __attribute__((aligned(MACHINE_LINE_PAIR)));
};

static size_t pairs_of_lines(size_t bytes)
{
	return (bytes + MACHINE_LINE_PAIR - 1) & ~(size_t)(MACHINE_LINE_PAIR - 1);
}

static uint32_t capacity_of(const struct executor_options *o)
{
	return o && o->capacity ? o->capacity : SHARED_CAPACITY;
}

/* ---- the ring under any lock --------------------------------------------- */

static bool locked_push(struct shared_executor *e, struct work task)
{
	union lock_node node;

	e->lock->acquire(e->lock_at, &node);
	bool fits = buffer_put(&e->ring.buffer, task);
	e->lock->release(e->lock_at, &node);
	return fits;
}

static bool locked_pop(struct shared_executor *e, struct work *task)
{
	union lock_node node;

	e->lock->acquire(e->lock_at, &node);
	bool any = buffer_take(&e->ring.buffer, task);
	e->lock->release(e->lock_at, &node);
	return any;
}

/* ---- the queue, whichever it is ------------------------------------------ */

static inline bool push(struct shared_executor *e, struct work task)
{
	if (e->lock)
		return locked_push(e, task);
	return e->queue ? e->queue->push(e->queue_at, task)
			: ring_push(&e->ring, task);
}

static inline bool pop(struct shared_executor *e, struct work *task)
{
	if (e->queue)
		return e->queue->pop(e->queue_at, task);
	/* A look before the lock: idle workers must not fight for it. */
	if (!ring_size(&e->ring))
		return false;
	return e->lock ? locked_pop(e, task) : ring_pop(&e->ring, task);
}

/* ---- workers ------------------------------------------------------------- */

static bool run_one(struct shared_executor *e, unsigned core)
{
	struct shared_pocket *pocket = &e->pocket[core];
	struct work task = pocket->task;

	if (pocket->full)
		pocket->full = false;
	else if (!pop(e, &task))
		return false;
	task.run(task.arg);
	team_ran(&e->team, core, 1);
	return true;
}

/* The last look before a worker sleeps. What it finds it keeps, as a queue
 * of choice has no look that leaves it as it was. */
static bool shared_any(void *executor, unsigned core)
{
	struct shared_executor *e = executor;
	struct shared_pocket *pocket = &e->pocket[core];

	pocket->full = pop(e, &pocket->task);
	return pocket->full;
}

static void work(unsigned core, void *arg)
{
	struct shared_executor *e = arg;
	struct team_search search = { 0 };

	if (core == 0) {
		e->root(e, e->root_arg);
		team_root_done(&e->team);
	}
	while (!team_over(&e->team))
		if (!run_one(e, core))
			team_search(&e->team, core, &search);
		else if (search.rounds)
			team_found(&e->team, core, &search);
}

/* Root makes room by working itself. */
static void wait_for_room(struct shared_executor *e, struct work task)
{
	do {
		e->team.in_task = true;
		if (!run_one(e, 0))
			cpu_relax();
		e->team.in_task = false;
	} while (!push(e, task));
}

static void shared_submit(void *executor, struct work task)
{
	struct shared_executor *e = executor;
	unsigned core = machine_core();

	team_submitted(&e->team, core);
	if (__builtin_expect(!push(e, task), 0)) {
		if (!team_is_root(&e->team, core)) {
			team_run_inline(&e->team, core, task);
			return;
		}
		wait_for_room(e, task);
	}
	team_offer(&e->team);
}

static void shared_submit_many(void *executor, const struct work *tasks,
			       size_t n)
{
	for (size_t i = 0; i < n; i++)
		shared_submit(executor, tasks[i]);
}

/* ---- the interface ------------------------------------------------------- */

static size_t shared_bytes(unsigned cores, const struct executor_options *o)
{
	size_t queue = o && o->queue ? pairs_of_lines(o->queue->size) +
				       o->queue->bytes(capacity_of(o)) :
		       ring_bytes(capacity_of(o));

	return team_bytes(cores) + cores * sizeof(struct shared_pocket) +
	       (o && o->lock ? pairs_of_lines(o->lock->size) : 0) + queue;
}

static bool fits(const struct executor_options *o)
{
	const unsigned both = QUEUE_MANY_PUSH | QUEUE_MANY_POP;

	return !o || !o->queue || (!o->lock && (o->queue->flags & both) == both);
}

/* Puts what was chosen into memory; what is left of that. */
static uint8_t *choose(struct shared_executor *e, uint8_t *memory,
		       const struct executor_options *o)
{
	if (o && o->lock) {
		e->lock = o->lock;
		e->lock_at = memory;
		e->lock->init(e->lock_at);
		memory += pairs_of_lines(e->lock->size);
	}
	if (o && o->queue) {
		e->queue = o->queue;
		e->queue_at = memory;
		memory += pairs_of_lines(e->queue->size);
	}
	return memory;
}

static bool shared_init(void *executor, void *memory, unsigned cores,
			const struct executor_options *o)
{
	struct shared_executor *e = executor;
	uint8_t *at = memory;

	if (!fits(o))
		return false;
	*e = (struct shared_executor){ .lock = NULL };
	team_init(&e->team, at, cores, e, shared_any);
	at += team_bytes(cores);
	e->pocket = (struct shared_pocket *)at;
	for (unsigned i = 0; i < cores; i++)
		e->pocket[i] = (struct shared_pocket){ .full = false };
	at = choose(e, at + cores * sizeof(struct shared_pocket), o);
	if (e->queue)
		e->queue->init(e->queue_at, at, capacity_of(o));
	else
		ring_init(&e->ring, (struct work *)at, capacity_of(o));
	return true;
}

static void shared_run(void *executor,
		       void (*root)(void *executor, void *arg), void *arg)
{
	struct shared_executor *e = executor;

	ASSERT(machine_core() == 0);
	e->root = root;
	e->root_arg = arg;
	team_begin(&e->team, e->team.cores);
	machine_run(e->team.cores, work, e);
}

static const struct executor_stats *shared_stats(void *executor,
						 unsigned worker)
{
	struct shared_executor *e = executor;

	return &e->team.worker[worker].stats;
}

static unsigned shared_workers(void *executor)
{
	struct shared_executor *e = executor;

	return team_workers(&e->team);
}

EXECUTOR(shared, "one locked queue for all cores", true);
