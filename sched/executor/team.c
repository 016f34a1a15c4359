/* SPDX-License-Identifier: MIT */
#include "sched/executor/team.h"

#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "sched/trace.h"

/* Looks before a worker sleeps, and the longest wait between two, in PAUSEs. A
 * PAUSE takes 10 to 140 cycles: the looks go on for as long as some wake-ups. */
#ifndef TEAM_LOOKS /* the explorer has its own */
#define TEAM_LOOKS 96u
#endif
#define TEAM_LONGEST_WAIT 16u
#define TEAM_LOOK_US (TEAM_LOOKS ? 20u : 0u)

/* The first sleep's length, doubled for each further one up to the longest, in
 * millionths of a second. */
#define TEAM_NAP_US 50u
#define TEAM_NAP_DOUBLINGS 6u

void team_init(struct team *team, void *memory, unsigned cores,
	       void *executor, bool (*any)(void *executor, unsigned core))
{
	*team = (struct team){ .cores = cores, .worker = memory, .any = any,
			       .executor = executor };
	for (unsigned i = 0; i < cores; i++)
		team->worker[i] = (struct team_worker){ .asleep = 0 };
}

void team_begin(struct team *team, unsigned present)
{
	unsigned used = present > team->present ? present : team->present;

	for (unsigned i = 0; i < used; i++)
		team->worker[i] = (struct team_worker){ .asleep = 0 };
	team->present = present;
	team->sleepers = team->root_done = team->over = 0;
	team->in_task = false;
}

void team_arrived(unsigned core)
{
	if (core)
		trace_event(TRACE_SWITCH, 0);
}

void team_root_done(struct team *team)
{
	team->in_task = true;
	/* R3: pairs with A3; what root submitted is counted. */
	atomic_store_release(&team->root_done, 1);
}

/* ---- the end ------------------------------------------------------------- */

/* Only core 0 knows how many have been started; another one counts all. */
static bool all_done(struct team *team, unsigned core)
{
	unsigned cores = core ? team->cores : team->present;
	uint64_t ran = 0, submitted = 0;

	/* A3: pairs with R3 in team_root_done(). */
	if (!atomic_load_acquire(&team->root_done))
		return false;
	for (unsigned i = 0; i < cores; i++)
		/* A2: pairs with R2 in team_ran(). */
		ran += atomic_load_acquire(&team->worker[i].stats.tasks);
	for (unsigned i = 0; i < cores; i++)
		submitted += atomic_load_relaxed(
			&team->worker[i].stats.submits);
	return ran == submitted;
}

/* True if the run is over; the first to find it so tells the others. */
static bool end_if_all_done(struct team *team, unsigned core)
{
	if (!all_done(team, core))
		return false;
	/* R1: pairs with A1 in team_over(). Who is started later sees it. */
	if (!atomic_swap_acq_rel(&team->over, 1))
		for (unsigned i = 0; i < atomic_load_relaxed(&team->present);
		     i++)
			if (i != core)
				machine_wake(i);
	return true;
}

/* ---- looking for work ---------------------------------------------------- */

static uint64_t nap_ticks(uint32_t naps)
{
	uint32_t doublings = naps < TEAM_NAP_DOUBLINGS ? naps
						       : TEAM_NAP_DOUBLINGS;

	return ticks_of_us(TEAM_NAP_US) << doublings;
}

/* True if it was asleep still; then it is not any more. */
static bool claim_sleeper(struct team *team, unsigned core)
{
	if (!atomic_swap_relaxed(&team->worker[core].asleep, 0))
		return false;
	atomic_sub_relaxed(&team->sleepers, 1);
	return true;
}

static void team_sleep(struct team *team, unsigned core, uint32_t naps)
{
	trace_event(TRACE_SLEEP, 0);
	atomic_add_relaxed(&team->sleepers, 1);
	atomic_store_relaxed(&team->worker[core].asleep, 1);
	/* S1: with S2 in team_offer(), and with itself where two workers that
	 * have run the last two tasks look for the end. */
	atomic_fence_seq_cst();
	if (!team_over(team) && !end_if_all_done(team, core) &&
	    !team->any(team->executor, core))
		machine_wait(tsc_read() + nap_ticks(naps));
	claim_sleeper(team, core);
	trace_event(TRACE_IDLE, 0);
}

void team_doze(struct team *team)
{
	trace_event(TRACE_SLEEP, 0);
	if (!team_over(team))
		machine_wait(tsc_read() + nap_ticks(TEAM_NAP_DOUBLINGS));
	trace_event(TRACE_IDLE, 0);
}

void team_search(struct team *team, unsigned core, struct team_search *search)
{
	uint32_t wait = search->rounds / 4 + 1;

	if (!search->rounds) {
		search->since = tsc_read();
		trace_event(TRACE_IDLE, 0);
	}
	if (end_if_all_done(team, core))
		return;
	if (++search->rounds > TEAM_LOOKS &&
	    tsc_read() - search->since >= ticks_of_us(TEAM_LOOK_US)) {
		team_sleep(team, core, search->naps++);
		return;
	}
	if (wait > TEAM_LONGEST_WAIT)
		wait = TEAM_LONGEST_WAIT;
	while (wait--)
		cpu_relax();
}

void team_found(struct team *team, unsigned core, struct team_search *search)
{
	struct executor_stats *stats = &team->worker[core].stats;

	stats->idle_ticks += tsc_read() - search->since;
	search->rounds = search->naps = 0;
}

void team_wake_one(struct team *team)
{
	for (unsigned i = 0; i < team->cores; i++)
		if (atomic_load_relaxed(&team->worker[i].asleep) &&
		    claim_sleeper(team, i)) {
			machine_wake(i);
			return;
		}
}

void team_wake(struct team *team, unsigned core)
{
	atomic_fence_seq_cst(); /* S2: with S1 in team_sleep() */
	if (atomic_load_relaxed(&team->worker[core].asleep) &&
	    claim_sleeper(team, core))
		machine_wake(core);
}

/* ---- the rest ------------------------------------------------------------ */

void team_run_inline(struct team *team, unsigned core, struct work task)
{
	team->worker[core].stats.inline_runs++;
	task.run(task.arg);
	team_ran(team, core, 1);
}

uint64_t team_tasks(const struct team *team)
{
	uint64_t tasks = 0;

	for (unsigned i = 0; i < team->present; i++)
		tasks += atomic_load_relaxed(&team->worker[i].stats.tasks);
	return tasks;
}

unsigned team_workers(const struct team *team)
{
	unsigned workers = 0;

	for (unsigned i = 0; i < team->cores; i++)
		workers += team->worker[i].stats.tasks != 0;
	return workers;
}
