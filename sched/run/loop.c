/* SPDX-License-Identifier: MIT */
/* The loop of each core, and where it finds fibers to run. */
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

static void take_due_sleepers(struct sched_core *here)
{
	struct fiber *fiber;
	uint64_t now;

	if (!here->sleepers.root)
		return;
	now = tsc_read();
	while ((fiber = timerq_take_due(&here->sleepers, now)))
		runq_push(&here->ready, fiber);
}

static void take_shared_work(struct sched_core *here)
{
	struct work work;
	struct fiber *fiber;

	if (!shared_queue_pop(&sched.shared, &work))
		return;
	fiber = core_new_fiber(here, work.run, work.arg);
	if (!fiber)
		machine_panic("no memory for a fiber to run shared work in");
	here->taken++;
	runq_push(&here->ready, fiber);
}

/* Finished fibers of other cores' making: all of them have been left. */
static void return_foreign_fibers(struct sched_core *here)
{
	while (here->foreign) {
		struct fiber *fiber = here->foreign;

		here->foreign = fiber->next;
		fiber->home = fiber->maker;
		inbox_push(&sched.core[fiber->maker]->returned, fiber);
	}
}

void core_poll(struct sched_core *here)
{
	return_foreign_fibers(here);
	take_inbox(here);
	take_due_sleepers(here);
	take_shared_work(here);
}

/* ---- the loop ---------------------------------------------------------- */

void core_loop(struct sched_core *here)
{
	for (;;) {
		struct fiber *next = runq_pop(&here->ready);

		if (next) {
			here->current = next;
			hook_switch(next);
			fiber_switch(&here->loop, &next->context);
			continue;
		}
		core_poll(here);
		if (!here->ready.head && !core_idle(here))
			return;
	}
}
