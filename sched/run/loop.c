/* SPDX-License-Identifier: MIT */
/* The loop of each core: where it goes when no fiber is ready. */
#include "kernel/hook.h"
#include "kernel/tsc.h"
#include "sched/run/internal.h"
#include "sched/sched.h"

/* ---- finding work ------------------------------------------------------ */

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

static void take_shared(struct sched_core *here)
{
	struct work work;
	struct fiber *fiber;

	if (!shared_queue_pop(&sched.shared, &work))
		return;
	fiber = sched_new(here, work.run, work.arg, NULL);
	if (!fiber)
		machine_panic("no memory for a fiber to run shared work in");
	here->taken++;
	runq_push(&here->ready, fiber);
}

/* Finished fibers of other cores' making: all of them have been left. */
static void return_guests(struct sched_core *here)
{
	while (here->guests) {
		struct fiber *fiber = here->guests;

		here->guests = fiber->next;
		fiber->home = fiber->maker;
		inbox_push(&sched.core[fiber->maker]->returned, fiber);
	}
}

void sched_poll(struct sched_core *here)
{
	return_guests(here);
	take_inbox(here);
	take_due(here);
	take_shared(here);
}

/* ---- the loop ---------------------------------------------------------- */

/* Says that we are about to wait, so that whoever brings work wakes us. */
static void announce(struct sched_core *here, enum sched_idle how)
{
	sched_count(&here->waits); /* before `idle`: see quiescent() */
	/* R3: pairs with A3 in quiescent(). */
	atomic_store_release(&here->idle, how);
	atomic_fence_seq_cst(); /* F2: pairs with F1 in sched_kick() */
}

/* Sleeps unless there is something to do; false when the run is over. */
static bool idle(struct sched_core *here)
{
	uint64_t deadline = timerq_next(&here->sleepers);
	bool over;

	announce(here, deadline == MACHINE_NEVER ? SCHED_IDLE
						 : SCHED_IDLE_UNTIL);
	over = here->index ? atomic_load_acquire(&sched.stop) /* A2 */
			   : sched_run_over();
	if (!over && inbox_empty(&here->inbox)) {
		if (!shared_queue_looks_empty(&sched.shared)) {
			cpu_relax(); /* whoever is taking it may come first */
		} else {
			if (here->index && sched_main_ended())
				machine_wake(0); /* it waits for the last */
			machine_wait(deadline);
		}
	}
	atomic_store_relaxed(&here->idle, SCHED_BUSY);
	return !over;
}

void sched_loop(struct sched_core *here)
{
	for (;;) {
		struct fiber *next = runq_pop(&here->ready);

		if (next) {
			here->current = next;
			hook_switch(next);
			fiber_switch(&here->loop, &next->context);
			continue;
		}
		sched_poll(here);
		if (!here->ready.head && !idle(here))
			return;
	}
}
