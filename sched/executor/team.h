/* SPDX-License-Identifier: MIT */
/*
 * The workers of a parallel executor, one a core: who sleeps, who wakes whom,
 * and when the run is over. What they work on is the executor's affair.
 *
 * The end. Each worker counts the tasks it has submitted and those it has
 * run, in words only it writes. A run is over when root has ended and the
 * sums are equal, where all counts of tasks run are read before all counts of
 * tasks submitted: one pass, no shared counter. F. Mattern, "Algorithms for
 * distributed termination detection", 1987, the four-counter method, of which
 * two suffice as the reads have a direction in time: whoever sees a task
 * counted as run (A2) sees its submission and those it made itself counted.
 * So if the sums are equal, the tasks seen as run contain root's and with
 * each one its children: they are all there are.
 *
 * Sleep. An idle worker looks for a while, then says that it is asleep (S1),
 * fences, and looks once more: for work, and for the end. A submitter makes
 * its task visible, fences (team_offer()) and looks for sleepers. Of the two
 * looks behind the fences one at least sees the other's store: no wake-up is
 * lost. Where a fence for each task is too dear (6 ticks), team_hint() does
 * without: then what is lost is made up for by the submitter's next locked
 * instruction and the hint after it, or, if it begins a long task instead, by
 * the sleeper's deadline. No task is lost either way, its submitter would run
 * it; only the other core would come late.
 *
 * Cost: to look at the end, two lines a worker. To be asleep costs nobody
 * anything; a submitter reads one line that nobody writes.
 */
#ifndef SCHED_EXECUTOR_TEAM_H
#define SCHED_EXECUTOR_TEAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/executor/executor.h"

struct team_worker {
	struct executor_stats stats;
	/* atomic: 1 while it may have to be woken; any core takes it back */
	uint32_t asleep __attribute__((aligned(MACHINE_LINE_PAIR)));
};

struct team {
	/* Read by all, hardly ever written. */
	unsigned cores;
	uint32_t sleepers;  /* atomic: workers asleep, a hint */
	uint32_t root_done; /* atomic: root has returned */
	uint32_t over;      /* atomic: the run has ended */
	uint32_t present;   /* atomic, core 0's: workers started */
	struct team_worker *worker; /* [cores] */

	/* The executor's: is there anything for this worker? May be asked
	 * by that worker only, in vain at times; never in vain for ever. */
	bool (*any)(void *executor, unsigned core);
	void *executor;

	/* Core 0's: a task is running, not root. */
	bool in_task;
};

/* A worker's search for work: zeroed, and again by team_found(). */
struct team_search {
	uint32_t rounds, naps;
	uint64_t since; /* ticks */
};

static inline size_t team_bytes(unsigned cores)
{
	return cores * sizeof(struct team_worker);
}

void team_init(struct team *team, void *memory, unsigned cores,
	       void *executor, bool (*any)(void *executor, unsigned core));

/* Core 0, before a run, in which that many cores are started first. Further
 * ones: team_started(). */
void team_begin(struct team *team, unsigned present);

/* Core 0: starts the next core. */
static inline void team_started(struct team *team)
{
	atomic_store_relaxed(&team->present, team->present + 1);
}

/* A worker, first of all: a trace then knows when its core was there. */
void team_arrived(unsigned core);

/* Core 0: root has ended. */
void team_root_done(struct team *team);

static inline bool team_over(struct team *team)
{
	/* A1: pairs with R1 in team.c. */
	return atomic_load_acquire(&team->over);
}

/* One step of a search that has found nothing so far: waits a little, sleeps,
 * or finds the run over. */
void team_search(struct team *team, unsigned core,
		 struct team_search *search);

/* Sleeps for a while: whoever is not to look for work. Ends at the run's end
 * or by machine_wake(). */
void team_doze(struct team *team);

/* The search has found something. */
void team_found(struct team *team, unsigned core, struct team_search *search);

/* Wakes one sleeper, if there is any. */
void team_wake_one(struct team *team);

/* There is work for this worker: wakes it if it sleeps. Never in vain. */
void team_wake(struct team *team, unsigned core);

/* There may be work for a sleeper: see above. */
static inline void team_hint(struct team *team)
{
	if (__builtin_expect(atomic_load_relaxed(&team->sleepers) != 0, 0))
		team_wake_one(team);
}

/* The same, and never in vain. */
static inline void team_offer(struct team *team)
{
	atomic_fence_seq_cst(); /* S2: with S1 in team_sleep() */
	team_hint(team);
}

/* Counts, before it is visible, a task that this worker submits; how many. */
static inline uint64_t team_submitted(struct team *team, unsigned core)
{
	uint64_t *submits = &team->worker[core].stats.submits;
	uint64_t n = *submits + 1;

	atomic_store_relaxed(submits, n);
	return n;
}

/* Counts tasks that this worker has run. */
static inline void team_ran(struct team *team, unsigned core, uint64_t n)
{
	uint64_t *tasks = &team->worker[core].stats.tasks;

	/* R2: pairs with A2 in team.c; what they submitted is counted. */
	atomic_store_release(tasks, *tasks + n);
}

/* A task's submission found the queue full. */
void team_run_inline(struct team *team, unsigned core, struct work task);

/* True where root submits, not a task. */
static inline bool team_is_root(const struct team *team, unsigned core)
{
	return core == 0 && !team->in_task;
}

/* Core 0: tasks counted as run so far. */
uint64_t team_tasks(const struct team *team);

unsigned team_workers(const struct team *team);

#endif
