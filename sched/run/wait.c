/* SPDX-License-Identifier: MIT */
/*
 * Fibers that wait for each other: block and wake, join.
 *
 * A fiber runs on its home core only. So it may be put into its home's inbox
 * while it is still on its way out of sched_block(): home polls before it parks
 * and takes the inbox next after the switch, when the context is saved.
 */
#include "kernel/assert.h"
#include "sched/run/internal.h"
#include "sched/sched.h"

void sched_block(void)
{
	struct sched_core *here = sched_here();
	struct fiber *self = here->current;
	uint32_t old = FIBER_RUNNING;

	if (core_poll_due(here))
		core_poll(here);
	/*
	 * A1/R1: pairs with sched_wake(): what the waker did before is seen
	 * after, whether its wake came first or finds us parked. Compared, not
	 * exchanged: a fiber with a wake to spend must not look parked even for
	 * a moment, or the next waker would make it ready while it runs.
	 */
	if (atomic_cas_acq_rel(&self->state, &old, FIBER_PARKED))
		core_run_next(here);
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
	core_wake(home);
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

/* ---- join ---------------------------------------------------------------- */

void join_init(struct join *join)
{
	*join = (struct join){ .pending = 1, .at_home = 1,
			       .home = machine_core() };
}

/*
 * Gives up a share of `pending`; true if it was the last. Whoever holds the
 * only one is alone with the join, so that needs no exchange.
 * A1/R1: among all who had a share: what they did before they gave it up is
 * seen by whoever has the last.
 */
static bool join_give_up(struct join *join)
{
	return atomic_load_acquire(&join->pending) == 1 ||
	       atomic_sub_acq_rel(&join->pending, 1) == 1;
}

/*
 * Whoever takes the last share ends the wait. If that is a fiber, the waiter
 * gave up its own share before, so `waiter` is written; and it may not leave
 * sched_join() before `done`, which is the last thing we touch in *join.
 */
void join_fiber_ended(struct join *join)
{
	struct fiber *waiter;

	if (!join_give_up(join))
		return;
	waiter = join->waiter;
	atomic_store_release(&join->done, 1); /* R2: pairs with A2 */
	sched_wake(waiter);
}

void sched_join(struct join *join)
{
	ASSERT(join->home == machine_core());
	join->waiter = sched_self();
	if (!--join->at_home && join_give_up(join))
		return;
	/* A2: pairs with R2 in join_fiber_ended(). A wake may be a stale one. */
	while (!atomic_load_acquire(&join->done))
		sched_block();
}
