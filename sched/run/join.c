/* SPDX-License-Identifier: MIT */
/* Waiting for the end of fibers. */
#include "sched/run/internal.h"
#include "sched/sched.h"

void join_init(struct join *join)
{
	*join = (struct join){ .pending = 1 };
}

/*
 * Whoever takes the last share ends the wait. If that is a fiber, the waiter
 * gave up its own share before, so `waiter` is written; and it may not leave
 * sched_join() before `done`, which is the last thing we touch in *join.
 */
void sched_join_ended(struct join *join)
{
	struct fiber *waiter;

	/* A1/R1: among the fibers and with sched_join(): what they did before
	 * their share was given up is seen by whoever takes the last. */
	if (atomic_sub_acq_rel(&join->pending, 1) != 1)
		return;
	waiter = join->waiter;
	atomic_store_release(&join->done, 1); /* R2: pairs with A2 */
	sched_wake(waiter);
}

void sched_join(struct join *join)
{
	join->waiter = sched_self();
	if (atomic_sub_acq_rel(&join->pending, 1) == 1) /* A1/R1 */
		return;
	/* A2: pairs with R2 in sched_join_ended(). A wake may be a stale one. */
	while (!atomic_load_acquire(&join->done))
		sched_block();
}
