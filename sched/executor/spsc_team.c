/* SPDX-License-Identifier: MIT */
/*
 * A team with a one-to-one ring for each worker: core 0 collects what is
 * submitted there in a ring of its own and sends it in batches, into a ring for
 * each worker that only those two touch. A worker that has a batch waiting gets
 * no further one; what nobody needs core 0 runs itself.
 *
 * The batch is core 0's pace: 64 short tasks share one publication, and as
 * tasks grow it shrinks, so that no task waits long behind others. Core 0 runs
 * no longer batch of its own before it looks after the others again. A worker
 * that has not come yet, or never comes, is sent none. What a worker has been
 * sent nobody takes back: a core lost in that moment holds up to two batches.
 * What its tasks submit it runs itself, core 0's are handed out like root's.
 *
 * Cost: a store in and out of core 0's own ring; for each batch a fence and
 * the lines that it fills. No locked instruction for a task.
 */
#include "kernel/assert.h"
#include "kernel/minmax.h"
#include "kernel/tsc.h"
#include "sched/executor/executor.h"
#include "sched/executor/pace.h"
#include "sched/executor/team.h"
#include "sched/queue/ring.h"
#include "sched/queue/spsc.h"

#define SPSC_TEAM_CAPACITY 512u
#define SPSC_TEAM_BATCH 64u             /* at most: one publication */
#define SPSC_TEAM_RING (2 * SPSC_TEAM_BATCH) /* one at work, one waiting */

struct spsc_team_worker {
	struct spsc ring;  /* core 0 pushes, the worker pops */
	uint32_t here;     /* atomic: has begun, may be sent some */

	/* The worker's own. */
	struct pace pace __attribute__((aligned(MACHINE_LINE_PAIR)));
	struct buffer own;
} __attribute__((aligned(MACHINE_LINE_PAIR)));

struct spsc_team_executor {
	struct team team;
	struct spsc_team_worker *worker; /* [cores] */
	uint64_t budget;
	unsigned next;                /* core 0's: to be sent some next */
	uint32_t pending;             /* core 0's: submitted since it sent */
	void (*root)(void *executor, void *arg);
	void *root_arg;
} __attribute__((aligned(MACHINE_LINE_PAIR)));

/* ---- memory ---------------------------------------------------------------- */

static size_t pairs_of_lines(size_t bytes)
{
	return (bytes + MACHINE_LINE_PAIR - 1) & ~(size_t)(MACHINE_LINE_PAIR - 1);
}

static uint32_t capacity_of(const struct executor_options *o)
{
	return o && o->capacity ? o->capacity : SPSC_TEAM_CAPACITY;
}

static size_t slots_bytes(const struct executor_options *o)
{
	return pairs_of_lines(capacity_of(o) * sizeof(struct work));
}

static size_t spsc_team_bytes(unsigned cores, const struct executor_options *o)
{
	return team_bytes(cores) +
	       cores * (sizeof(struct spsc_team_worker) + slots_bytes(o) +
			pairs_of_lines(spsc_bytes(SPSC_TEAM_RING)));
}

static uint32_t batch_of(const struct spsc_team_worker *own)
{
	return (uint32_t)min_u64(own->pace.batch, SPSC_TEAM_BATCH);
}

/* ---- tasks ------------------------------------------------------------------ */

/* A batch of the worker's own tasks; how many ran. What core 0's submit may
 * make it send from the ring meanwhile, so each is popped by itself. */
static uint32_t run_own(struct spsc_team_executor *e, unsigned core)
{
	struct spsc_team_worker *w = &e->worker[core];
	uint32_t n = 0, batch = core ? w->pace.batch : batch_of(w);
	uint64_t since;

	if (!buffer_own_size(&w->own))
		return 0;
	since = tsc_read();
	while (n < batch && buffer_own_size(&w->own)) {
		struct work task = buffer_own_pop(&w->own);

		n++;
		task.run(task.arg);
	}
	team_ran(&e->team, core, n);
	pace_note(&w->pace, tsc_read() - since, n);
	return n;
}

/* The tasks that core 0 has sent. */
static uint32_t run_sent(struct spsc_team_executor *e, unsigned core)
{
	struct work batch[SPSC_TEAM_BATCH];
	struct spsc_team_worker *w = &e->worker[core];
	uint32_t n = spsc_pop_bulk(&w->ring, batch, SPSC_TEAM_BATCH);

	for (uint32_t i = 0; i < n; i++)
		batch[i].run(batch[i].arg);
	if (n)
		team_ran(&e->team, core, n);
	e->team.worker[core].stats.stolen += n;
	return n;
}

/* ---- sending: core 0 -------------------------------------------------------- */

static uint32_t waiting(const struct spsc *ring)
{
	return spsc_between(&ring->push, atomic_load_relaxed(&ring->pop.next),
			    atomic_load_relaxed(&ring->push.next));
}

/* Gives a worker a batch, unless it has one waiting still. */
static void send_batch(struct spsc_team_executor *e, unsigned core)
{
	struct spsc_team_worker *w = &e->worker[core];
	struct buffer *own = &e->worker[0].own;
	uint32_t most = batch_of(&e->worker[0]), n = buffer_own_size(own);
	struct work batch[SPSC_TEAM_BATCH];

	/* A1: pairs with R1 in worker(). */
	if (!n || !atomic_load_acquire(&w->here) || waiting(&w->ring) >= most)
		return;
	n = n < most ? n : most;
	for (uint32_t i = 0; i < n; i++)
		batch[i] = own->slot[(own->head + i) & own->mask];
	own->head += spsc_push_bulk(&w->ring, batch, n);
	team_wake(&e->team, core);
}

static void send_to_all(struct spsc_team_executor *e)
{
	for (unsigned i = 1; i < e->team.cores; i++)
		send_batch(e, i);
}

/* After each batch of submissions, one worker in turn. */
static void send_to_next(struct spsc_team_executor *e)
{
	e->pending = 0;
	if (e->team.cores == 1)
		return;
	e->next = e->next + 1 < e->team.cores ? e->next + 1 : 1;
	send_batch(e, e->next);
}

/* ---- workers ---------------------------------------------------------------- */

static bool step(struct spsc_team_executor *e, unsigned core)
{
	if (core == 0)
		send_to_all(e);
	return run_own(e, core) || (core && run_sent(e, core));
}

static bool spsc_team_any(void *executor, unsigned core)
{
	struct spsc_team_executor *e = executor;
	struct spsc_team_worker *w = &e->worker[core];

	return buffer_own_size(&w->own) || (core && waiting(&w->ring));
}

static void worker(unsigned core, void *arg)
{
	struct spsc_team_executor *e = arg;
	struct team_search search = { 0 };

	team_arrived(core);
	/* R1: pairs with A1 in send_batch(). */
	atomic_store_release(&e->worker[core].here, 1);
	if (core == 0) {
		e->root(e, e->root_arg);
		team_root_done(&e->team);
	}
	while (!team_over(&e->team))
		if (!step(e, core))
			team_search(&e->team, core, &search);
		else if (search.rounds)
			team_found(&e->team, core, &search);
}

static void spsc_team_submit(void *executor, struct work task);

/* Root makes room for many at once, so that it can go on for a while. Out of
 * line: then a submission saves no registers. */
static __attribute__((noinline)) void
spsc_team_full(struct spsc_team_executor *e, unsigned core, struct work task)
{
	struct buffer *own = &e->worker[core].own;

	if (!team_is_root(&e->team, core)) {
		team_submitted(&e->team, core);
		team_run_inline(&e->team, core, task);
		return;
	}
	e->team.in_task = true;
	do
		step(e, 0);
	while (buffer_own_size(own) > own->mask / 2);
	e->team.in_task = false;
	spsc_team_submit(e, task);
}

static void spsc_team_submit(void *executor, struct work task)
{
	struct spsc_team_executor *e = executor;
	unsigned core = machine_core();
	struct spsc_team_worker *w = &e->worker[core];

	if (__builtin_expect(buffer_own_full(&w->own), 0)) {
		spsc_team_full(e, core, task);
		return;
	}
	team_submitted(&e->team, core);
	buffer_own_push(&w->own, task);
	if (core == 0 && ++e->pending >= batch_of(w))
		send_to_next(e);
}

/* ---- the interface ---------------------------------------------------------- */

__attribute__((cold))
static bool spsc_team_init(void *executor, void *memory, unsigned cores,
			const struct executor_options *o)
{
	struct spsc_team_executor *e = executor;
	uint8_t *at = memory;

	*e = (struct spsc_team_executor){
		.budget = pace_budget(o ? o->budget : 0) };
	team_init(&e->team, at, cores, e, spsc_team_any);
	at += team_bytes(cores);
	e->worker = (struct spsc_team_worker *)at;
	at += cores * sizeof(struct spsc_team_worker);
	for (unsigned i = 0; i < cores; i++) {
		e->worker[i] = (struct spsc_team_worker){ .here = 0 };
		buffer_init(&e->worker[i].own, (struct work *)at,
			      capacity_of(o));
		at += slots_bytes(o);
		spsc_init(&e->worker[i].ring, at, SPSC_TEAM_RING);
		at += pairs_of_lines(spsc_bytes(SPSC_TEAM_RING));
	}
	return true;
}

static void spsc_team_run(void *executor,
		       void (*root)(void *executor, void *arg), void *arg)
{
	struct spsc_team_executor *e = executor;

	ASSERT_TIMED(machine_core() == 0);
	e->root = root;
	e->root_arg = arg;
	e->pending = 0;
	team_begin(&e->team, e->team.cores);
	for (unsigned i = 0; i < e->team.cores; i++) {
		pace_init(&e->worker[i].pace, e->budget);
		e->worker[i].here = 0;
	}
	machine_run(e->team.cores, worker, e);
}

static const struct executor_stats *spsc_team_stats(void *executor,
						 unsigned worker)
{
	struct spsc_team_executor *e = executor;

	return &e->team.worker[worker].stats;
}

static unsigned spsc_team_workers(void *executor)
{
	struct spsc_team_executor *e = executor;

	return team_workers(&e->team);
}

EXECUTOR_AS(spsc_team, "spsc",
	    "core 0 sends each worker batches, and works too", true);
