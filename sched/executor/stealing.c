/* SPDX-License-Identifier: MIT */
#include "sched/executor/stealing.h"

#include "kernel/tsc.h"
#include "sched/trace.h"

#define STEALING_CAPACITY 512u

/* Looks in vain before a worker says that it is hungry. */
#define STEALING_PATIENCE 4u

/* Ticks of work that are worth the transfer of some lines; and the tasks that
 * are run before the next look where the rest of the hand is not. */
#define STEALING_WORTH 1000u
#define STEALING_STRIDE 4u

uint32_t stealing_capacity(const struct executor_options *o)
{
	return o && o->capacity ? o->capacity : STEALING_CAPACITY;
}

size_t stealing_bytes(unsigned cores, const struct executor_options *o)
{
	return team_bytes(cores) + cores * sizeof(struct stealing_worker) +
	       percore_bytes_for(cores, stealing_capacity(o));
}

/* ---- a hand ---------------------------------------------------------------- */

/* Is the rest of a hand worth laying back, by what its first tasks took? */
static bool worth(uint64_t since, uint32_t ran, uint32_t rest)
{
	return (tsc_read() - since) * rest > (uint64_t)STEALING_WORTH * ran;
}

/* Lays back what fits; what does not is left at the beginning: how many. */
static uint32_t lay_back(struct stealing *s, unsigned core, struct work *hand,
			 uint32_t n)
{
	uint32_t fit;

	atomic_store_relaxed(&s->hungry, 0);
	fit = deque_push_bulk(&s->deques.core[core].deque, hand, n);
	team_offer(&s->team);
	for (uint32_t i = fit; i < n; i++)
		hand[i - fit] = hand[i];
	return n - fit;
}

/* Runs tasks of the hand, all unless another worker gets some; how many. */
static uint32_t run_hand(struct stealing *s, unsigned core, struct work *hand,
			 uint32_t n, uint64_t since)
{
	struct work *task = hand, *look = hand, *end = hand + n;

	while (task < end) {
		task->run(task->arg);
		task++;
		if (__builtin_expect(!atomic_load_relaxed(&s->hungry), 1) ||
		    task < look)
			continue;
		look = task + STEALING_STRIDE;
		if (worth(since, (uint32_t)(task - hand),
			  (uint32_t)(end - task)))
			end = task + lay_back(s, core, task,
					      (uint32_t)(end - task));
	}
	return (uint32_t)(end - hand);
}

/* Robs another core; how many tasks it got. In the trace a theft is what got
 * some: looking in vain is idling. */
static uint32_t rob(struct stealing *s, unsigned core, struct work *hand,
		    uint32_t most)
{
	uint64_t since = trace_on() ? tsc_read() : 0;
	uint32_t n = percore_steal(&s->deques, core,
				     atomic_load_relaxed(&s->team.present),
				     hand, most);

	if (trace_on() && n) {
		trace_at(since, TRACE_STEAL, n);
		trace_event(TRACE_SWITCH, 0);
	}
	return n;
}

uint32_t stealing_step(struct stealing *s, unsigned core)
{
	struct work hand[PACE_MOST];
	struct stealing_worker *w = &s->worker[core];
	uint32_t n, batch = w->pace.batch;
	bool robbed = false;
	uint64_t since;

	n = deque_pop_bulk(&s->deques.core[core].deque, hand, batch);
	if (!n) {
		n = rob(s, core, hand, batch);
		if (!n)
			return 0;
		robbed = true;
	}
	since = tsc_read();
	n = run_hand(s, core, hand, n, since);
	team_ran(&s->team, core, n);
	if (robbed)
		s->team.worker[core].stats.stolen += n;
	w->now = tsc_read();
	pace_note(&w->pace, w->now - since, n);
	if (core == 0 && s->look)
		s->look(s);
	return n;
}

/* ---- a worker ------------------------------------------------------------- */

void stealing_work(struct stealing *s, unsigned core)
{
	struct team_search search = { 0 };

	while (!team_over(&s->team) &&
	       core < atomic_load_relaxed(&s->width)) {
		if (stealing_step(s, core)) {
			if (search.rounds)
				team_found(&s->team, core, &search);
			continue;
		}
		if (search.rounds == STEALING_PATIENCE)
			atomic_store_relaxed(&s->hungry, 1);
		team_search(&s->team, core, &search);
	}
}

/* Root makes room for many at once, so that it can go on for a while. */
void stealing_full(struct stealing *s, unsigned core, struct work task)
{
	struct deque *own = &s->deques.core[core].deque;

	if (!team_is_root(&s->team, core)) {
		team_run_inline(&s->team, core, task);
		return;
	}
	s->team.in_task = true;
	do
		stealing_step(s, core);
	while (deque_size(own) > own->mask / 2);
	s->team.in_task = false;
	percore_push_own(&s->deques, core, task);
	team_hint(&s->team);
}

/* Is there anything to take? Stores nothing. */
static bool stealing_any(void *executor, unsigned core)
{
	struct stealing *s = executor;

	(void)core;
	for (unsigned i = 0; i < s->deques.cores; i++)
		if (deque_size(&s->deques.core[i].deque))
			return true;
	return false;
}

/* ---- the beginning -------------------------------------------------------- */

void stealing_init(struct stealing *s, void *memory, unsigned cores,
		   const struct executor_options *o)
{
	uint8_t *at = memory;

	*s = (struct stealing){
		.budget = pace_budget(o ? o->budget : 0) };
	team_init(&s->team, at, cores, s, stealing_any);
	at += team_bytes(cores);
	s->worker = (struct stealing_worker *)at;
	for (unsigned i = 0; i < cores; i++)
		pace_init(&s->worker[i].pace, s->budget);
	at += cores * sizeof(struct stealing_worker);
	percore_init_for(&s->deques, at, cores, stealing_capacity(o));
}

void stealing_begin(struct stealing *s, unsigned cores)
{
	unsigned used = cores > s->team.present ? cores : s->team.present;

	for (unsigned i = 0; i < used; i++)
		pace_init(&s->worker[i].pace, s->budget);
	team_begin(&s->team, cores);
	s->width = cores;
	s->hungry = 0;
}
