/* SPDX-License-Identifier: MIT */
/*
 * Blocking and waking fibers, and waking cores.
 *
 * A fiber runs on its home core only. So it may be put into its home's inbox
 * while it is still on its way out of sched_block(): home takes the inbox only
 * after the switch, when the context is saved.
 */
#include "sched/core.h"
#include "sched/sched.h"

void sched_block(void)
{
	struct sched_core *here = sched_here();
	struct fiber *self = here->current;

	/* A1/R1: pairs with sched_wake(): what the waker did before is seen
	 * after, whether its wake came first or finds us parked. */
	if (atomic_swap_acq_rel(&self->state, FIBER_PARKED) == FIBER_NOTIFIED) {
		atomic_store_relaxed(&self->state, FIBER_RUNNING);
		return;
	}
	sched_leave(here);
}

static void make_ready(struct fiber *fiber)
{
	struct sched_core *here = sched_here();
	struct sched_core *home = sched.core[fiber->home];

	if (home == here) {
		runq_push(&here->ready, fiber);
		return;
	}
	inbox_push(&home->inbox, fiber);
	sched_kick(home);
}

void sched_wake(struct fiber *fiber)
{
	uint32_t old = atomic_load_relaxed(&fiber->state);

	/*
	 * A1/R1: pairs with sched_block(). A fiber already notified is
	 * exchanged too: the value stays, but our writes are released by it.
	 */
	for (;;) {
		uint32_t new = old == FIBER_PARKED ? FIBER_RUNNING
						   : FIBER_NOTIFIED;
		if (atomic_cas_acq_rel(&fiber->state, &old, new))
			break;
	}
	if (old == FIBER_PARKED)
		make_ready(fiber); /* only the one who unparked it does */
}

void sched_kick(struct sched_core *core)
{
	/*
	 * F1: pairs with F2 in sched/loop.c. Either the sleeper's last look
	 * sees what we have put in place, or we see that it is idle.
	 */
	atomic_fence_seq_cst();
	if (!atomic_load_relaxed(&core->idle))
		return;
	if (atomic_swap_acq_rel(&core->idle, 0)) { /* one waker is enough */
		sched_here()->wakes_sent++;
		machine_wake(core->index);
	}
}

bool sched_submit(struct work work)
{
	struct sched_core *here = sched_here();

	sched_count(&here->spawned); /* before another core can end it */
	if (!ring_push(&sched.shared, work)) {
		atomic_store_release(&here->spawned, here->spawned - 1);
		return false;
	}
	atomic_fence_seq_cst(); /* F1: as in sched_kick() */
	for (unsigned i = 1; i < sched.cores; i++) {
		struct sched_core *other =
			sched.core[(here->index + i) % sched.cores];
		if (atomic_load_relaxed(&other->idle)) {
			sched_kick(other);
			break;
		}
	}
	return true;
}
