/* SPDX-License-Identifier: MIT */
/*
 * A team whose workers have a deque each: what `steal` and `adaptive` have in
 * common. A worker takes a batch of its own tasks at once, the newest; one that
 * has none steals another core's oldest (sched/queue/percore.h): half of them,
 * of which it puts into its own deque what it does not run at once. So thefts
 * grow with the workers, not with how long tasks are.
 *
 * What is in a worker's batch nobody can steal. Three things keep that from
 * hurting. For some batches after a theft it is half of what the worker has, at
 * most. It takes some budgets at most, if the next tasks are like the last. If
 * they are not, a core that finds nothing says that work is wanted, which the
 * worker sees after the task it is at. It gives the rest back into its deque
 * if that is worth a theft. So a task waits for one other where a core is idle.
 *
 * Cost, own work: a store for the submission, a locked instruction and two
 * time stamps for each batch, an indirect call. Stolen: the lines of top and
 * bottom and that of every fourth task.
 */
#ifndef SCHED_EXECUTOR_DEQUE_TEAM_H
#define SCHED_EXECUTOR_DEQUE_TEAM_H

#include "sched/executor/executor.h"
#include "sched/executor/pace.h"
#include "sched/executor/team.h"
#include "sched/queue/percore.h"

struct deque_team_worker {
	struct pace pace;
	uint64_t now; /* ticks: when the last batch was through */
	uint32_t top; /* of its deque, as the last batch saw it: thieves move it */
	uint32_t halves; /* batches to come that are half of it, at most */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

struct deque_team {
	struct team team;
	struct percore deques;
	struct deque_team_worker *worker; /* [cores] */
	uint64_t budget;
	uint32_t width; /* atomic: cores from there on take no part */

	/* Core 0, after each batch; NULL for none. */
	void (*look)(struct deque_team *s);

	/* atomic: 1 if a worker has found nothing since one gave back */
	uint32_t work_wanted __attribute__((aligned(MACHINE_LINE_PAIR)));
} __attribute__((aligned(MACHINE_LINE_PAIR)));

/* Tasks that a worker's deque holds. */
uint32_t deque_team_capacity(const struct executor_options *o);

size_t deque_team_bytes(unsigned cores, const struct executor_options *o);

void deque_team_init(struct deque_team *s, void *memory, unsigned cores,
		   const struct executor_options *o);

/* Core 0, before a run, in which that many cores take part at first. */
void deque_team_begin(struct deque_team *s, unsigned cores);

/* What a worker does, until the run is over, or it takes no part any more and
 * its deque is empty. */
void deque_team_work(struct deque_team *s, unsigned core);

/* The deque is full: root works, a task's submission is run at once. Out of
 * line and last of all, so that a submission saves no registers for it. */
void deque_team_full(struct deque_team *s, unsigned core, struct work task);

/* core: the caller's. Returns how many it has submitted in this run. */
static inline uint64_t deque_team_submit(struct deque_team *s, unsigned core,
				       struct work task)
{
	uint64_t submits = team_submitted(&s->team, core);

	if (__builtin_expect(percore_push_own(&s->deques, core, task), 1))
		team_hint(&s->team);
	else
		deque_team_full(s, core, task);
	return submits;
}

#endif
