/* SPDX-License-Identifier: MIT */
/*
 * Blocking and waking fibers, and waking cores.
 *
 * A fiber runs on its home core only. So it may be put into its home's inbox
 * while it is still on its way out of sched_block(): home polls before it parks
 * and takes the inbox next after the switch, when the context is saved.
 */
#include "sched/run/internal.h"
#include "sched/sched.h"

void sched_block(void)
{
	struct sched_core *here = sched_here();
	struct fiber *self = here->current;
	uint32_t old = FIBER_RUNNING;

	if (sched_poll_due(here))
		sched_poll(here);
	/*
	 * A1/R1: pairs with sched_wake(): what the waker did before is seen
	 * after, whether its wake came first or finds us parked. Compared, not
	 * exchanged: a fiber with a wake to spend must not look parked even for
	 * a moment, or the next waker would make it ready while it runs.
	 */
	if (atomic_cas_acq_rel(&self->state, &old, FIBER_PARKED))
		sched_leave(here);
	else /* notified, which nobody but us undoes: A1 for the last wake */
		atomic_swap_acq_rel(&self->state, FIBER_RUNNING);
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

/* True if the core was idle and nobody else wakes it. */
static bool rouse(struct sched_core *core)
{
	if (atomic_load_relaxed(&core->idle) == SCHED_BUSY ||
	    atomic_swap_acq_rel(&core->idle, SCHED_BUSY) == SCHED_BUSY)
		return false;
	sched_here()->wakes_sent++;
	machine_wake(core->index);
	return true;
}

void sched_kick(struct sched_core *core)
{
	/*
	 * F1: pairs with F2 in announce(). Either the sleeper's last look
	 * sees what we have put in place, or we see that it is idle.
	 */
	atomic_fence_seq_cst();
	rouse(core);
}

/* One idle core, the first after our own. */
static void rouse_one(const struct sched_core *here)
{
	unsigned core = here->index;

	for (unsigned left = sched.cores; left > 1; left--) {
		core = core + 1 < sched.cores ? core + 1 : 0;
		if (rouse(sched.core[core]))
			return;
	}
}

static inline __attribute__((always_inline))
bool submit(struct work work, bool chosen)
{
	struct sched_core *here = sched_here();

	sched_count(&here->spawned); /* before another core can end it */
	if (!(chosen ? shared_queue_push_chosen(&sched.shared, work)
		     : shared_ring_push(&sched.shared.ring, work))) {
		/* Nobody took the larger count for the end: we are alive. */
		atomic_store_release(&here->spawned, here->spawned - 1);
		return false;
	}
	if (sched.cores > 1) {
		atomic_fence_seq_cst(); /* F1: as in sched_kick() */
		rouse_one(here);
	}
	return true;
}

/* Apart, so that the way to the ring needs no stack frame. */
static __attribute__((noinline)) bool submit_chosen(struct work work)
{
	return submit(work, true);
}

bool sched_submit(struct work work)
{
	if (__builtin_expect(sched.shared.chosen, 0))
		return submit_chosen(work);
	return submit(work, false);
}
