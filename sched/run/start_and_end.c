/* SPDX-License-Identifier: MIT */
/* A whole run on all cores: its beginning, and how its end is found. */
#include "kernel/assert.h"
#include "kernel/format.h"
#include "sched/run/internal.h"
#include "sched/sched.h"

struct sched_state sched;

/* ---- the end ------------------------------------------------------------------------ */

bool sched_main_ended(void)
{
	/* A4: pairs with the main fiber's share in join_fiber_ended(). */
	return atomic_load_acquire(&sched.main.pending) == 1;
}

static uint64_t sum_over_cores(size_t counter)
{
	uint64_t sum = 0;

	/* A1: pairs with R1 in count_up(). */
	for (unsigned i = 0; i < sched.cores; i++)
		sum += atomic_load_acquire(
			(uint64_t *)((uint8_t *)sched.core[i] + counter));
	return sum;
}

/*
 * Fibers alive, so that neither spawn nor end needs a locked instruction.
 * `finished` is summed first and both only grow (a submit that fails makes
 * `spawned` too large for a moment, never too small): sums that are equal
 * then held at the moment between the two, and with no fiber left nobody can
 * spawn another. A difference may be out of date.
 */
static uint64_t fibers_alive(void)
{
	uint64_t finished = sum_over_cores(offsetof(struct sched_core, finished));

	return sum_over_cores(offsetof(struct sched_core, spawned)) - finished;
}

/* The core waits without a deadline and nothing was sent to it. */
static bool core_is_idle(struct sched_core *core)
{
	/* The inbox before `idle`: only a core that is not idle empties it.
	 * A5: pairs with R5 in inbox_take(). A3: with R3 in set_idle(). */
	return !atomic_load_acquire(&core->inbox.newest) &&
	       atomic_load_acquire(&core->idle) == SCHED_IDLE;
}

/*
 * True if no fiber can ever run again. A core counts a wait before it becomes
 * idle; so if the counts are the same before and after, each core found idle
 * was so all the time from the first count to the look at it. All of them
 * were idle, then, at the end of the first count, the shared queue and the
 * inboxes were empty, and no deadline was set: nobody was left to change that.
 * The queue is looked at last: what an idle core has pushed is seen by then.
 * False may be out of date; whoever becomes idle after that wakes core 0.
 */
static bool quiescent(void)
{
	uint64_t waits = sum_over_cores(offsetof(struct sched_core, waits));

	for (unsigned i = 0; i < sched.cores; i++)
		if (!core_is_idle(sched.core[i]))
			return false;
	if (!shared_queue_looks_empty(&sched.shared))
		return false;
	return waits == sum_over_cores(offsetof(struct sched_core, waits));
}

static _Noreturn void panic_blocked_fibers(uint64_t fibers)
{
	char text[PANIC_TEXT];

	format(text, sizeof(text), "the run's main fiber has ended, but others "
	       "are blocked and nobody is left to wake them: %lu", fibers);
	machine_panic(text);
}

bool sched_run_over(void)
{
	if (!sched_main_ended())
		return false;
	if (fibers_alive()) {
		if (!quiescent())
			return false;
		if (fibers_alive()) /* exact now: the last may have ended before */
			panic_blocked_fibers(fibers_alive());
	}
	atomic_store_release(&sched.stop, 1); /* R2: pairs with A2 in core_idle() */
	for (unsigned i = 1; i < sched.cores; i++)
		core_wake(sched.core[i]);
	return true;
}

/* ---- the beginning -------------------------------------------------------------------- */

static void run_core(unsigned core, void *arg)
{
	(void)arg;
	machine_scheduler_set(sched.core[core]);
	core_loop(sched.core[core]);
	machine_scheduler_set(NULL);
}

/* Makes a core's state or clears what the last run left. */
static bool prepare_core(unsigned index)
{
	struct sched_core *core = sched.core[index];

	if (!core)
		core = machine_alloc(sizeof(*core), MACHINE_LINE_PAIR);
	if (!core)
		return false;
	*core = (struct sched_core){
		.index = index,
		/* kept: */ .spare = core->spare,
		.spare_free = core->spare_free, .pool = core->pool,
		.returned = core->returned,
	};
	runq_init(&core->ready);
	sched.core[index] = core;
	return true;
}

static bool prepare_run(unsigned cores)
{
	if (!sched_init_shared())
		return false;
	for (unsigned i = 0; i < cores; i++)
		if (!prepare_core(i))
			return false;
	sched.cores = cores;
	sched.stop = 0;
	join_init(&sched.main);
	return true;
}

bool sched_run(unsigned cores, void (*main_fn)(void *arg), void *arg)
{
	struct fiber *fiber;

	ASSERT(cores && cores <= machine_cores());
	ASSERT(!machine_scheduler()); /* not from within a fiber */
	if (!prepare_run(cores))
		return false;
	fiber = core_new_fiber(sched.core[0], main_fn, arg);
	if (!fiber)
		return false;
	fiber_joins(fiber, &sched.main); /* counted where all cores may look */
	count_up(&sched.core[0]->spawned);
	runq_push(&sched.core[0]->ready, fiber);
	machine_run(cores, run_core, NULL);
	return true;
}

struct sched_counts sched_counts(unsigned core)
{
	const struct sched_core *c = sched.core[core];

	return (struct sched_counts){ c->turns + c->finished, c->waits, c->wakes_sent,
				      c->taken };
}
