/* SPDX-License-Identifier: MIT */
/*
 * A task's wall time from its parts. Core 0 submits all tasks and runs those
 * that no other core does; the others share the rest. The slower side bounds
 * both:
 *
 *	core 0      submit + (1 - away) x (run + body)
 *	the others           away x (run + body) / (cores - 1)
 *
 * where `away` is the share of the tasks that other cores ran, counted in the
 * very run that is predicted. None of its times goes into the prediction. What
 * is sent in batches costs the lines' transfers on top. Where all cores contend
 * for a queue, or thieves for a deque, the hand-overs of as many cores take the
 * place of the sides. Pure. Milli: thousandths of a tick.
 */
#ifndef BENCH_EXPERIMENTS_DISPATCH_PREDICT_H
#define BENCH_EXPERIMENTS_DISPATCH_PREDICT_H

#include <stdint.h>

/* How tasks reach the other cores. */
enum dispatch_way {
	DISPATCH_APART, /* somehow, at no cost that is known here */
	DISPATCH_SENT,  /* in batches: two lines' transfers for each */
	DISPATCH_QUEUE, /* through a queue in which all cores contend */
	DISPATCH_DEQUE, /* by theft from a deque that its owner works at */
};

struct dispatch_parts {
	/* On one core, nobody else there; the task is empty. */
	int64_t submit_milli; /* a submission, the call included */
	int64_t run_milli;    /* taking a task and calling it */

	int64_t start;        /* ticks: a run of no tasks, on all cores */

	/*
	 * Handed over by as many cores as take part (handed.h).
	 * DISPATCH_SENT: two transfers, by the tasks of a batch. The last two:
	 * a task through the queue or the deques, the cores' bodies between
	 * their turns, and what an empty one costs beyond those on one core.
	 */
	int64_t handed_milli;
};

#define PREDICT_WHOLE 1000 /* of a share */

struct prediction {
	enum dispatch_way way;
	unsigned cores;
	const struct dispatch_parts *parts;
	/* Another's where the executor is one core alone at first and works
	 * like that one when it is wide; the same as `parts` otherwise. */
	const struct dispatch_parts *wide;
	int64_t body_milli; /* of a task, beyond an empty one's */
	int64_t away;       /* of PREDICT_WHOLE */
	uint64_t tasks;     /* that share the run's start; not 0 */
};

/* Of a task. */
int64_t predict_wall_milli(const struct prediction *prediction);

#endif
