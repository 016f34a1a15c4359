/* SPDX-License-Identifier: MIT */
#include "sched/executor/range_team.h"

#include "kernel/assert.h"

#define RANGE_TEAM_CAPACITY 512u

static uint32_t capacity_of(const struct executor_options *o)
{
	return o && o->capacity ? o->capacity : RANGE_TEAM_CAPACITY;
}

size_t range_team_bytes(unsigned cores, const struct executor_options *o)
{
	return team_bytes(cores) + cores * (sizeof(struct range_worker) +
					    buffer_bytes(capacity_of(o)));
}

/* ---- tasks --------------------------------------------------------------- */

static bool run_part(struct range_team *r, unsigned core)
{
	struct range_worker *w = &r->worker[core];
	struct range_part part;

	if (!r->take(r, core, &part))
		return false;
	for (uint64_t i = 0; i < part.count; i++)
		r->task((void *)(uintptr_t)(r->offset + part.at + i));
	if (core)
		r->team.worker[core].stats.stolen += part.count;
	team_ran(&r->team, core, part.count);
	/* R1: pairs with A1; what the tasks wrote, and that none is inside. */
	atomic_store_release(&w->done, w->done + part.count);
	return true;
}

/* What was submitted one by one. */
static bool run_own(struct range_team *r, unsigned core)
{
	struct buffer *own = &r->worker[core].own;
	uint32_t n = buffer_own_size(own);

	for (uint32_t i = 0; i < n; i++) {
		struct work task = buffer_own_pop(own);

		task.run(task.arg);
	}
	if (n)
		team_ran(&r->team, core, n);
	return n;
}

static bool range_team_any(void *executor, unsigned core)
{
	struct range_team *r = executor;

	return buffer_own_size(&r->worker[core].own) || r->any(r, core);
}

static void worker(unsigned core, void *arg)
{
	struct range_team *r = arg;
	struct team_search search = { 0 };

	team_arrived(core);
	atomic_store_relaxed(&r->worker[core].here, 1);
	if (core == 0) {
		r->root(r, r->root_arg);
		team_root_done(&r->team);
	}
	while (!team_over(&r->team))
		if (!run_part(r, core) && !run_own(r, core))
			team_search(&r->team, core, &search);
		else if (search.rounds)
			team_found(&r->team, core, &search);
}

/* ---- submitting ---------------------------------------------------------- */

static uint64_t tasks_done(const struct range_team *r)
{
	uint64_t done = 0;

	for (unsigned i = 0; i < r->team.cores; i++)
		/* A1: pairs with R1. */
		done += atomic_load_acquire(&r->worker[i].done);
	return done;
}

void range_team_range(void *executor, void (*task)(void *arg), uintptr_t first,
		      uint64_t count)
{
	struct range_team *r = executor;
	uint64_t *submits = &r->team.worker[0].stats.submits;

	ASSERT_TIMED(team_is_root(&r->team, machine_core()));
	r->task = task;
	r->offset = first - r->total;
	r->total += count;
	atomic_store_relaxed(submits, *submits + count);
	r->team.in_task = true;
	r->show(r, r->total - count, count);
	for (unsigned i = 1; i < r->team.cores; i++)
		team_wake(&r->team, i);
	while (tasks_done(r) != r->total)
		if (!run_part(r, 0))
			cpu_relax();
	r->team.in_task = false;
}

void range_team_submit(void *executor, struct work task)
{
	struct range_team *r = executor;
	unsigned core = machine_core();
	struct buffer *own = &r->worker[core].own;

	team_submitted(&r->team, core);
	if (buffer_own_full(own)) {
		if (!team_is_root(&r->team, core)) {
			team_run_inline(&r->team, core, task);
			return;
		}
		r->team.in_task = true;
		while (run_own(r, 0))
			;
		r->team.in_task = false;
	}
	buffer_own_push(own, task);
}

/* ---- the interface ------------------------------------------------------- */

__attribute__((cold))
void range_team_init(struct range_team *r, void *memory, unsigned cores,
		     const struct executor_options *o)
{
	uint8_t *at = (uint8_t *)memory + team_bytes(cores);

	team_init(&r->team, memory, cores, r, range_team_any);
	r->worker = (struct range_worker *)at;
	at += cores * sizeof(struct range_worker);
	for (unsigned i = 0; i < cores; i++) {
		r->worker[i] = (struct range_worker){ .here = 0 };
		buffer_init(&r->worker[i].own, (struct work *)at,
			    capacity_of(o));
		at += buffer_bytes(capacity_of(o));
	}
}

void range_team_run(void *executor, void (*root)(void *executor, void *arg),
		    void *arg)
{
	struct range_team *r = executor;

	ASSERT_TIMED(machine_core() == 0);
	r->root = root;
	r->root_arg = arg;
	r->total = r->next = r->end = 0;
	for (unsigned i = 0; i < r->team.cores; i++)
		r->worker[i].done = r->worker[i].here = 0;
	team_begin(&r->team, r->team.cores);
	machine_run(r->team.cores, worker, r);
}

const struct executor_stats *range_team_stats(void *executor, unsigned worker)
{
	return &((struct range_team *)executor)->team.worker[worker].stats;
}

unsigned range_team_workers(void *executor)
{
	return team_workers(&((struct range_team *)executor)->team);
}
