/* SPDX-License-Identifier: MIT */
/*
 * Workers with a deque each: what `steal` and `adaptive` have in common. A
 * worker takes a handful of its own tasks at once, the newest; one that has
 * none robs another core of its oldest (sched/queue/percore.h), and what it
 * gets is a handful, too.
 *
 * What a worker has in its hand nobody can steal. Two things keep that from
 * hurting: a handful takes PACE's budget at most, if the next tasks are like
 * the last; and if they are not, a core that finds nothing says that it is
 * hungry, which the worker sees after the task it is at, and lays the rest
 * back into its deque if that is worth a theft.
 *
 * Cost, own work: a store for the submission, a locked instruction and two
 * time stamps for each handful, an indirect call. Stolen: the lines of top
 * and bottom and that of every fourth task.
 */
#ifndef SCHED_EXECUTOR_STEALING_H
#define SCHED_EXECUTOR_STEALING_H

#include "sched/executor/executor.h"
#include "sched/executor/pace.h"
#include "sched/executor/team.h"
#include "sched/queue/percore.h"

struct stealing_worker {
	struct pace pace;
	uint64_t now; /* ticks: when the last handful was through */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

struct stealing {
	struct team team;
	struct percore deques;
	struct stealing_worker *worker; /* [cores] */
	uint64_t budget;
	uint32_t width; /* atomic: cores from there on take no part */

	/* Core 0, after each handful; NULL for none. */
	void (*look)(struct stealing *s);

	/* atomic: 1 if a worker has found nothing since somebody laid back */
	uint32_t hungry __attribute__((aligned(MACHINE_LINE_PAIR)));
} __attribute__((aligned(MACHINE_LINE_PAIR)));

/* Tasks that a worker's deque holds. */
uint32_t stealing_capacity(const struct executor_options *o);

size_t stealing_bytes(unsigned cores, const struct executor_options *o);

void stealing_init(struct stealing *s, void *memory, unsigned cores,
		   const struct executor_options *o);

/* Core 0, before a run, in which that many cores take part at first. */
void stealing_begin(struct stealing *s, unsigned cores);

/* Takes a handful of tasks and runs them; how many it ran. 0: none found. */
uint32_t stealing_step(struct stealing *s, unsigned core);

/* A worker's life, until the run is over or it takes no part any more. */
void stealing_work(struct stealing *s, unsigned core);

/* The deque is full: root works, a task's submission is run at once. Out of
 * line and last of all, so that a submission saves no registers for it. */
void stealing_full(struct stealing *s, unsigned core, struct work task);

/* core: the caller's. Returns how many it has submitted in this run. */
static inline uint64_t stealing_submit(struct stealing *s, unsigned core,
				       struct work task)
{
	uint64_t submits = team_submitted(&s->team, core);

	if (__builtin_expect(percore_push_own(&s->deques, core, task), 1))
		team_hint(&s->team);
	else
		stealing_full(s, core, task);
	return submits;
}

#endif
