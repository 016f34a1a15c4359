/* SPDX-License-Identifier: MIT */
#include "sched/executor/deque_team.h"

#include "kernel/tsc.h"
#include "sched/trace.h"

#define DEQUE_TEAM_CAPACITY 512u

/* A batch may take so many budgets: who wants work gets the rest of it after
 * a task. */
#define DEQUE_TEAM_BUDGETS 4u

_Static_assert(DEQUE_BATCH <= PACE_MOST, "a batch has room for a theft");

/* Looks in vain before a worker says that work is wanted. */
#define DEQUE_TEAM_PATIENCE 4u

/* After a theft: batches that are half of what the worker has, at most. */
#define DEQUE_TEAM_HALVES 16u

/* The part of a budget, 0.3 us of the default, that is worth the transfer of
 * some lines; and the tasks that are run before the next look where the rest of
 * the batch is not. */
#define DEQUE_TEAM_WORTH 32u
#define DEQUE_TEAM_STRIDE 4u

uint32_t deque_team_capacity(const struct executor_options *o)
{
	return o && o->capacity ? o->capacity : DEQUE_TEAM_CAPACITY;
}

size_t deque_team_bytes(unsigned cores, const struct executor_options *o)
{
	return team_bytes(cores) + cores * sizeof(struct deque_team_worker) +
	       percore_bytes_for(cores, deque_team_capacity(o));
}

/* ---- a batch ---------------------------------------------------------------- */

/* Is the rest of a batch worth a theft, by what its first tasks took? */
static bool worth_giving_back(const struct deque_team *s, uint64_t since,
			      uint32_t ran, uint32_t rest)
{
	return (tsc_read() - since) * rest > s->budget / DEQUE_TEAM_WORTH * ran;
}

/* Gives back what fits; what does not is left at the beginning: how many. */
static uint32_t give_back(struct deque_team *s, unsigned core,
			  struct work *batch, uint32_t n)
{
	uint32_t fit;

	atomic_store_relaxed(&s->work_wanted, 0);
	fit = deque_push_bulk(&s->deques.core[core].deque, batch, n);
	team_offer(&s->team);
	for (uint32_t i = fit; i < n; i++)
		batch[i - fit] = batch[i];
	return n - fit;
}

/* Runs tasks of the batch, all unless another worker gets some; how many. */
static uint32_t run_batch(struct deque_team *s, unsigned core,
			  struct work *batch, uint32_t n, uint64_t since)
{
	struct work *task = batch, *look = batch, *end = batch + n;

	while (task < end) {
		task->run(task->arg);
		task++;
		if (__builtin_expect(!atomic_load_relaxed(&s->work_wanted), 1) ||
		    task < look)
			continue;
		look = task + DEQUE_TEAM_STRIDE;
		if (worth_giving_back(s, since, (uint32_t)(task - batch),
				      (uint32_t)(end - task)))
			end = task + give_back(s, core, task,
					       (uint32_t)(end - task));
	}
	return (uint32_t)(end - batch);
}

/*
 * Steals from another core, half of what it has: `most` of it to run now, the
 * rest into the own deque, where others find it. How many to run. In the trace
 * a theft is what got some: looking in vain is idling.
 */
static uint32_t steal_batch(struct deque_team *s, unsigned core,
			    struct work *batch, uint32_t most)
{
	struct deque *own = &s->deques.core[core].deque;
	uint64_t since = trace_on() ? tsc_read() : 0;
	/* The own deque is empty: a batch of its capacity has room. */
	uint32_t n = percore_steal(&s->deques, core,
				   atomic_load_relaxed(&s->team.present),
				   batch, own->mask + 1);

	if (trace_on() && n) {
		trace_at(since, TRACE_STEAL, n);
		trace_event(TRACE_SWITCH, 0);
	}
	if (n)
		s->team.worker[core].stats.stolen += n;
	if (n <= most)
		return n;
	deque_push_bulk(own, batch + most, n - most);
	team_hint(&s->team);
	return most;
}

/* Tasks of the next batch; of few the half, if thieves came lately. */
static uint32_t batch_size(struct deque_team_worker *w, struct deque *own)
{
	uint32_t top = (uint32_t)atomic_load_relaxed(&own->top);
	uint32_t most = w->pace.batch, half;

	if (top != w->top) {
		w->top = top;
		w->halves = DEQUE_TEAM_HALVES;
	}
	if (!w->halves)
		return most;
	w->halves--;
	half = (deque_size(own) + 1) / 2;
	return half && half < most ? half : most;
}

/* Takes a batch of tasks and runs them; how many it ran. 0: none found. */
static uint32_t deque_team_step(struct deque_team *s, unsigned core)
{
	struct work batch[PACE_MOST];
	struct deque_team_worker *w = &s->worker[core];
	struct deque *own = &s->deques.core[core].deque;
	uint32_t n, most = batch_size(w, own);
	uint64_t since;

	n = deque_pop_bulk(own, batch, most);
	if (!n)
		n = steal_batch(s, core, batch, most);
	if (!n)
		return 0;
	since = tsc_read();
	n = run_batch(s, core, batch, n, since);
	team_ran(&s->team, core, n);
	w->now = tsc_read();
	pace_note(&w->pace, w->now - since, n);
	if (core == 0 && s->look)
		s->look(s);
	return n;
}

/* ---- a worker ------------------------------------------------------------- */

void deque_team_work(struct deque_team *s, unsigned core)
{
	struct deque *own = &s->deques.core[core].deque;
	struct team_search search = { 0 };

	while (!team_over(&s->team) &&
	       (core < atomic_load_relaxed(&s->width) || deque_size(own))) {
		if (deque_team_step(s, core)) {
			if (search.rounds)
				team_found(&s->team, core, &search);
			continue;
		}
		if (search.rounds == DEQUE_TEAM_PATIENCE)
			atomic_store_relaxed(&s->work_wanted, 1);
		team_search(&s->team, core, &search);
	}
}

/* Root makes room for many at once, so that it can go on for a while. */
void deque_team_full(struct deque_team *s, unsigned core, struct work task)
{
	struct deque *own = &s->deques.core[core].deque;

	if (!team_is_root(&s->team, core)) {
		team_run_inline(&s->team, core, task);
		return;
	}
	s->team.in_task = true;
	do
		deque_team_step(s, core);
	while (deque_size(own) > own->mask / 2);
	s->team.in_task = false;
	percore_push_own(&s->deques, core, task);
	team_hint(&s->team);
}

/* Is there anything to take? Stores nothing. */
static bool deque_team_any(void *executor, unsigned core)
{
	struct deque_team *s = executor;

	(void)core;
	for (unsigned i = 0; i < s->deques.cores; i++)
		if (deque_size(&s->deques.core[i].deque))
			return true;
	return false;
}

/* ---- the beginning -------------------------------------------------------- */

static void begin_worker(struct deque_team *s, unsigned core)
{
	struct deque_team_worker *w = &s->worker[core];

	pace_init(&w->pace, DEQUE_TEAM_BUDGETS * s->budget);
	w->top = (uint32_t)s->deques.core[core].deque.top;
	w->halves = 0;
}

__attribute__((cold))
void deque_team_init(struct deque_team *s, void *memory, unsigned cores,
		   const struct executor_options *o)
{
	uint8_t *at = memory;

	*s = (struct deque_team){
		.budget = pace_budget(o ? o->budget : 0) };
	team_init(&s->team, at, cores, s, deque_team_any);
	at += team_bytes(cores);
	s->worker = (struct deque_team_worker *)at;
	at += cores * sizeof(struct deque_team_worker);
	percore_init_for(&s->deques, at, cores, deque_team_capacity(o));
	for (unsigned i = 0; i < cores; i++)
		begin_worker(s, i);
}

void deque_team_begin(struct deque_team *s, unsigned cores)
{
	unsigned used = cores > s->team.present ? cores : s->team.present;

	for (unsigned i = 0; i < used; i++)
		begin_worker(s, i);
	team_begin(&s->team, cores);
	s->width = cores;
	s->work_wanted = 0;
}
