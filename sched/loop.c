/* SPDX-License-Identifier: MIT */
/* The loop of each core, and a whole run of it on all cores. */
#include "kernel/x86/tsc.h"
#include "sched/core.h"
#include "sched/sched.h"

struct sched_state sched;

/* ---- finding work ------------------------------------------------------------------- */

static void take_shared(struct sched_core *here)
{
	struct work work;
	struct fiber *fiber;

	if (!ring_size(&sched.shared) || !ring_pop(&sched.shared, &work))
		return;
	fiber = sched_new(here, work.run, work.arg, NULL);
	if (!fiber)
		machine_panic("no memory for a fiber to run shared work in");
	here->taken++;
	runq_push(&here->ready, fiber);
}

static void take_due(struct sched_core *here)
{
	struct fiber *fiber;
	uint64_t now;

	if (!here->sleepers.root)
		return;
	now = tsc_read();
	while ((fiber = timerq_take_due(&here->sleepers, now)))
		runq_push(&here->ready, fiber);
}

static void take_inbox(struct sched_core *here)
{
	struct fiber *fiber = inbox_empty(&here->inbox) ?
			      NULL : inbox_take(&here->inbox);

	while (fiber) {
		struct fiber *next = fiber->next;
		runq_push(&here->ready, fiber);
		fiber = next;
	}
}

void sched_poll(struct sched_core *here)
{
	here->until_poll = SCHED_POLL_EVERY;
	take_inbox(here);
	take_due(here);
	if (!here->ready.head)
		take_shared(here);
}

/* ---- the end of a run ------------------------------------------------------------------- */

static bool main_ended(void)
{
	/* A3: pairs with the main fiber's share in sched_join_ended(). */
	return atomic_load_acquire(&sched.main.pending) == 1;
}

static uint64_t total(size_t counter)
{
	uint64_t sum = 0;

	/* A1: pairs with R1 in sched_count(). */
	for (unsigned i = 0; i < sched.cores; i++)
		sum += atomic_load_acquire(
			(uint64_t *)((uint8_t *)sched.core[i] + counter));
	return sum;
}

/*
 * Fibers alive. `finished` is summed first: a sum that is equal then held
 * for both at the moment between the two, and with no fiber left nobody can
 * spawn another. Not equal may be out of date.
 */
static uint64_t alive(void)
{
	uint64_t finished = total(offsetof(struct sched_core, finished));

	return total(offsetof(struct sched_core, spawned)) - finished;
}

/* All cores but this one are in their wait with nothing that could end it. */
static bool all_asleep(void)
{
	for (unsigned i = 0; i < sched.cores; i++) {
		struct sched_core *core = sched.core[i];

		if (!atomic_load_acquire(&core->idle) ||
		    !inbox_empty(&core->inbox) ||
		    atomic_load_relaxed(&core->sleepers.root))
			return false;
	}
	return !ring_size(&sched.shared);
}

/*
 * Fibers are left and nothing can ever run again. Looked at twice: a core
 * that was woken in between has either left its wait or counted a new one.
 */
static bool stuck(void)
{
	uint64_t waits = total(offsetof(struct sched_core, waits));

	return all_asleep() && all_asleep() &&
	       waits == total(offsetof(struct sched_core, waits));
}

/* Core 0, idle: decides whether the run is over. */
static bool run_over(void)
{
	if (!main_ended())
		return false;
	if (alive()) {
		if (stuck())
			machine_panic("the run's main fiber has ended, but "
				      "fibers are blocked that nobody wakes");
		return false;
	}
	atomic_store_release(&sched.stop, 1); /* R2: pairs with A2 */
	for (unsigned i = 1; i < sched.cores; i++)
		sched_kick(sched.core[i]);
	return true;
}

/* ---- the loop ------------------------------------------------------------------------------- */

/* Sleeps unless there is something to do; false when the run is over. */
static bool idle(struct sched_core *here)
{
	bool over;

	atomic_store_relaxed(&here->idle, 1);
	atomic_fence_seq_cst(); /* F2: pairs with F1 in sched_kick() */
	over = here->index ? atomic_load_acquire(&sched.stop) /* A2 */
			   : run_over();
	if (!over && inbox_empty(&here->inbox) && !ring_size(&sched.shared)) {
		sched_count(&here->waits);
		if (here->index && main_ended())
			machine_wake(0); /* it waits for the last one */
		machine_wait(timerq_next(&here->sleepers));
	}
	atomic_store_relaxed(&here->idle, 0);
	return !over;
}

void sched_loop(struct sched_core *here)
{
	for (;;) {
		struct fiber *next = runq_pop(&here->ready);

		if (next) {
			here->current = next;
			here->switches++;
			fiber_switch(&here->loop_sp, next->sp);
			continue;
		}
		sched_poll(here);
		if (!here->ready.head && !idle(here))
			return;
	}
}

/* ---- a run ----------------------------------------------------------------------------------- */

static void run_core(unsigned core, void *arg)
{
	(void)arg;
	machine_scheduler_set(sched.core[core]);
	sched_loop(sched.core[core]);
	machine_scheduler_set(NULL);
}

/* Makes what is missing and clears what the last run counted. */
static bool prepare(unsigned cores)
{
	static struct work *slots;

	if (!slots)
		slots = machine_alloc(SCHED_QUEUE_CAPACITY * sizeof(*slots),
				      MACHINE_LINE_PAIR);
	if (!slots)
		return false;
	ring_init(&sched.shared, slots, SCHED_QUEUE_CAPACITY);
	for (unsigned i = 0; i < cores; i++) {
		struct sched_core *core = sched.core[i];

		if (!core)
			core = machine_alloc(sizeof(*core), MACHINE_LINE_PAIR);
		if (!core)
			return false;
		*core = (struct sched_core){
			.index = i, .until_poll = SCHED_POLL_EVERY,
			.pool = core->pool, /* its stacks are kept */
		};
		sched.core[i] = core;
	}
	sched.cores = cores;
	sched.stop = 0;
	join_init(&sched.main);
	return true;
}

bool sched_run(unsigned cores, void (*main_fn)(void *arg), void *arg)
{
	struct fiber *fiber;

	if (!prepare(cores))
		return false;
	fiber = sched_new(sched.core[0], main_fn, arg, &sched.main);
	if (!fiber)
		return false;
	sched_join_add(&sched.main);
	sched_count(&sched.core[0]->spawned);
	runq_push(&sched.core[0]->ready, fiber);
	machine_run(cores, run_core, NULL);
	return true;
}

struct sched_counts sched_counts(unsigned core)
{
	const struct sched_core *c = sched.core[core];

	return (struct sched_counts){ c->switches, c->waits, c->wakes_sent,
				      c->taken };
}
