/* SPDX-License-Identifier: MIT */
/*
 * How a core goes to sleep, and how another one wakes it: both sides of one
 * protocol. The sleeper says that it is idle, fences (F2) and looks once more.
 * Who brings work puts it in place, fences (F1) and looks who is idle. One of
 * the two looks at least sees the other's store, so that no wake-up is lost.
 */
#include "sched/run/internal.h"
#include "sched/sched.h"

/* ---- the sleeper ----------------------------------------------------------- */

static void set_idle(struct sched_core *here, enum sched_idle how)
{
	count_up(&here->waits); /* before `idle`: see quiescent() */
	/* R3: pairs with A3 in core_is_idle(). */
	atomic_store_release(&here->idle, how);
	atomic_fence_seq_cst(); /* F2: pairs with F1 in core_wake() */
}

bool core_idle(struct sched_core *here)
{
	uint64_t deadline = timerq_next(&here->sleepers);
	bool over;

	set_idle(here, deadline == MACHINE_NEVER ? SCHED_IDLE
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

/* ---- who wakes it ------------------------------------------------------------ */

/* True if the core was idle and nobody else wakes it. */
static bool wake_if_idle(struct sched_core *core)
{
	/* A3: pairs with R3 in set_idle(); R3 again, with the next that looks. */
	if (atomic_load_relaxed(&core->idle) == SCHED_BUSY ||
	    atomic_swap_acq_rel(&core->idle, SCHED_BUSY) == SCHED_BUSY)
		return false;
	sched_here()->wakes_sent++;
	machine_wake(core->index);
	return true;
}

void core_wake(struct sched_core *core)
{
	/*
	 * F1: pairs with F2 in set_idle(). Either the sleeper's last look
	 * sees what we have put in place, or we see that it is idle.
	 */
	atomic_fence_seq_cst();
	wake_if_idle(core);
}

void core_wake_another(const struct sched_core *here)
{
	unsigned core = here->index;

	atomic_fence_seq_cst(); /* F1: as in core_wake() */
	for (unsigned left = sched.cores; left > 1; left--) {
		core = core + 1 < sched.cores ? core + 1 : 0;
		if (wake_if_idle(sched.core[core]))
			return;
	}
}
