/* SPDX-License-Identifier: MIT */
#include "bench/experiments/metg/graph.h"

#include "bench/samples/add_up.h"
#include "kernel/atomic.h"
#include "kernel/string.h"
#include "kernel/tsc.h"

/* A line each: who writes one disturbs no other. Columns are of the steps
 * before and behind. */
struct metg_task {
	uint32_t open;       /* atomic: needs that have not run yet */
	uint32_t runs;       /* in this run of the graph */
	uint64_t output;     /* mark_of() this task, once it has run */
	uint64_t sum;        /* of its work, so that none is left out */
	uint16_t needs, followers;
	uint16_t need[METG_NEEDS], follower[METG_NEEDS];
} __attribute__((aligned(MACHINE_LINE_PAIR)));

/* Tasks carry a number only. */
static struct metg_graph *present;

/* ---- the graph ----------------------------------------------------------- */

static struct metg_task *task_at(const struct metg_graph *g, unsigned step,
				 unsigned column)
{
	return &g->task[step * g->width + column];
}

/* Tasks of a step that need nothing make it an opening one. */
static void link_needs(struct metg_graph *g, unsigned step, unsigned column)
{
	unsigned need[METG_NEEDS];
	unsigned n = g->pattern->needs(g->width, step, column, need);
	struct metg_task *task = task_at(g, step, column);

	for (unsigned i = 0; i < n; i++) {
		struct metg_task *needed = task_at(g, step - 1, need[i]);

		task->need[task->needs++] = (uint16_t)need[i];
		needed->follower[needed->followers++] = (uint16_t)column;
	}
	if (!task->needs)
		g->opening = step + 1;
}

size_t metg_bytes(unsigned width, unsigned steps)
{
	return (size_t)width * steps * sizeof(struct metg_task);
}

void metg_make(struct metg_graph *g, const struct metg_pattern *pattern,
	       unsigned width, unsigned steps, void *memory)
{
	*g = (struct metg_graph){ .pattern = pattern, .width = width,
				  .steps = steps, .opening = 1,
				  .task = memory };
	memset(memory, 0, metg_bytes(width, steps));
	for (unsigned step = 0; step < steps; step++) {
		unsigned columns = metg_columns(pattern, width, step);

		g->tasks += columns;
		for (unsigned c = 0; step && c < columns; c++)
			link_needs(g, step, c);
	}
}

/* ---- a task ---------------------------------------------------------------- */

/* What a task leaves for those which need it. */
static uint64_t mark_of(const struct metg_graph *g,
			const struct metg_task *task)
{
	return g->run << 32 | (uint64_t)(task - g->task);
}

static bool needs_have_run(const struct metg_graph *g, unsigned step,
			   const struct metg_task *task)
{
	bool all = true;

	for (unsigned i = 0; i < task->needs; i++) {
		struct metg_task *needed = task_at(g, step - 1, task->need[i]);

		all &= needed->output == mark_of(g, needed);
	}
	return all;
}

static void run_task(void *arg);

static void submit(struct metg_graph *g, const struct metg_task *task)
{
	g->kind->submit(g->executor, (struct work){
		run_task, (void *)(uintptr_t)(task - g->task) });
}

static void tell_followers(struct metg_graph *g, unsigned step,
			   const struct metg_task *task)
{
	for (unsigned i = 0; i < task->followers; i++) {
		struct metg_task *f = task_at(g, step + 1, task->follower[i]);

		/* It pairs with itself: each releases its output; who counts
		 * down to nothing acquires all of them. */
		if (atomic_sub_acq_rel(&f->open, 1) == 1)
			submit(g, f);
	}
}

static void run_task(void *arg)
{
	struct metg_graph *g = present;
	struct metg_task *task = &g->task[(uintptr_t)arg];
	unsigned step = (unsigned)(uintptr_t)arg / g->width;

	if (!needs_have_run(g, step, task))
		atomic_add_relaxed(&g->wrong, 1);
	task->sum = add_up(g->n) + add_up(g->planted);
	task->runs++;
	task->output = mark_of(g, task);
	tell_followers(g, step, task);
}

/* ---- a run ------------------------------------------------------------------ */

static void begin_again(struct metg_graph *g)
{
	g->run++;
	g->wrong = 0;
	for (unsigned i = 0; i < g->width * g->steps; i++) {
		g->task[i].open = g->task[i].needs;
		g->task[i].runs = 0;
	}
}

/* Root: those which need nothing; the others follow of themselves. */
static void submit_first(void *executor, void *arg)
{
	struct metg_graph *g = arg;

	(void)executor;
	for (unsigned step = 0; step < g->opening; step++)
		for (unsigned c = 0; c < metg_columns(g->pattern, g->width, step);
		     c++)
			if (!task_at(g, step, c)->needs)
				submit(g, task_at(g, step, c));
}

static bool each_ran_once(const struct metg_graph *g)
{
	uint64_t sum = g->n ? g->n * (g->n - 1) / 2 : 0;
	bool right = !g->wrong;

	sum += g->planted ? g->planted * (g->planted - 1) / 2 : 0;
	for (unsigned step = 0; step < g->steps; step++)
		for (unsigned c = 0; c < metg_columns(g->pattern, g->width, step);
		     c++)
			right &= task_at(g, step, c)->runs == 1 &&
				 task_at(g, step, c)->sum == sum;
	return right;
}

bool metg_run(struct metg_graph *g, const struct executor_kind *kind,
	      void *executor, uint64_t n, uint64_t *wall)
{
	uint64_t begin;

	g->kind = kind;
	g->executor = executor;
	g->n = n;
	begin_again(g);
	present = g;
	begin = tsc_read();
	kind->run(executor, submit_first, g);
	*wall = tsc_read() - begin;
	return each_ran_once(g);
}
