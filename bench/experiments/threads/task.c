/* SPDX-License-Identifier: MIT */
/* A task of experiment `threads`: decimals of pi, in steps, and its waits. */
#include "bench/experiments/threads/design.h"
#include "bench/harness/trial.h"
#include "kernel/atomic.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

/* Turns of the spigot between two looks at the clock: less than 1 us. */
#define CHUNK_TURNS 128u

struct threads_task *threads_begin(struct threads_run *run, unsigned index,
				   unsigned slot)
{
	struct threads_task *task = &run->task[index];
	size_t words = spigot_words(run->decimals);

	*task = (struct threads_task){ .ready = run->start,
				       .first = tsc_read(),
				       .steps = run->steps };
	spigot_init(&task->spigot, run->decimals, run->words + slot * words,
		    NULL);
	task->quantum = task->first;
	return task;
}

void threads_go(struct threads_task *task)
{
	uint64_t now = tsc_read();

	task->waited = max_u64(task->waited, above_u64(now, task->ready));
	task->quantum = now;
}

/* The slice is over: the others first. */
static uint64_t give_way(struct threads_task *task, uint64_t now,
			 void (*yield)(void))
{
	task->ready = now;
	yield();
	threads_go(task);
	return task->quantum;
}

/*
 * Where nobody asks the task to yield, the system may still take its core
 * away: that shows as a chunk that took long.
 */
static uint64_t chunk_done(struct threads_task *task, uint64_t from,
			   uint64_t now, bool taken_away)
{
	task->busy += now - from;
	if (taken_away)
		task->waited = max_u64(task->waited, now - from);
	return now;
}

static void end_task(struct threads_run *run, struct threads_task *task)
{
	task->right = task->spigot.known &&
		      task->spigot.checksum == run->checksum;
	task->ended = tsc_read();
	/* R1: pairs with A1 in threads_stand_by(), a hint, and with the joins:
	 * the results are read after those. */
	atomic_sub_release(&run->left, 1);
}

bool threads_step(struct threads_run *run, struct threads_task *task,
		  void (*yield)(void))
{
	bool last = task->steps == 1;
	uint64_t turns = last ? UINT64_MAX : run->step_turns;
	uint64_t now = tsc_read();
	bool more = true;

	while (more && turns) {
		uint64_t chunk = min_u64(turns, CHUNK_TURNS);

		more = spigot_run(&task->spigot, chunk);
		now = chunk_done(task, now, tsc_read(), run->design->launch);
		if (!last)
			turns -= chunk;
		if (yield && now - task->quantum >= run->slice)
			now = give_way(task, now, yield);
	}
	task->steps--;
	if (last)
		end_task(run, task);
	return !last;
}

/* A word each second: on a serial line each one keeps core 0 for 10 ms. */
static uint64_t tell_each_second(uint64_t told, uint64_t now)
{
	if (now - told < ticks_of_seconds(1))
		return told;
	trial_step(0);
	return now;
}

void threads_stand_by(struct threads_run *run, void (*nap)(uint64_t until),
		      uint64_t *late, bool reports)
{
	uint64_t told = tsc_read();

	/* A1: pairs with R1 in end_task(). */
	while (atomic_load_acquire(&run->left)) {
		uint64_t until = tsc_read() + run->sleep, now;

		nap(until);
		now = tsc_read();
		*late = max_u64(*late, above_u64(now, until));
		if (reports)
			told = tell_each_second(told, now);
	}
}
