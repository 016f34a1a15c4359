/* SPDX-License-Identifier: MIT */
/* Work that any core may take: which queue holds it, and putting it there. */
#include "sched/run/internal.h"
#include "sched/sched.h"

/* What sched_share() chose; memory: NULL until the first run. */
static struct {
	const struct lock_kind *lock;
	const struct queue_kind *queue;
	void *memory;
} choice;

bool sched_share(const struct lock_kind *lock, const struct queue_kind *queue)
{
	void *memory = choice.memory;

	if (memory && lock == choice.lock && queue == choice.queue)
		return true;
	if (shared_queue_unfit(lock, queue))
		return false;
	memory = machine_alloc(shared_queue_bytes(lock, queue,
						  SCHED_QUEUE_CAPACITY),
			       MACHINE_LINE_PAIR);
	if (memory)
		choice = (__typeof__(choice)){ lock, queue, memory };
	return memory;
}

bool sched_init_shared(void)
{
	if (!sched_share(choice.lock, choice.queue))
		return false;
	shared_queue_init(&sched.shared, choice.memory, choice.lock,
			  choice.queue, SCHED_QUEUE_CAPACITY);
	return true;
}

static inline __attribute__((always_inline))
bool submit_work(struct work work, bool chosen)
{
	struct sched_core *here = sched_here();

	count_up(&here->spawned); /* before another core can end it */
	if (!(chosen ? shared_queue_push_chosen(&sched.shared, work)
		     : workqueue_push(&sched.shared.own, work))) {
		/* Nobody took the larger count for the end: we are alive.
		 * R1: pairs with A1 in sum_over_cores(), as in count_up(). */
		atomic_store_release(&here->spawned, here->spawned - 1);
		return false;
	}
	if (sched.cores > 1)
		core_wake_another(here);
	return true;
}

/* Apart, so that the way to the work queue needs no stack frame. */
static __attribute__((noinline)) bool submit_chosen(struct work work)
{
	return submit_work(work, true);
}

bool sched_submit(struct work work)
{
	if (__builtin_expect(sched.shared.chosen, 0))
		return submit_chosen(work);
	return submit_work(work, false);
}
