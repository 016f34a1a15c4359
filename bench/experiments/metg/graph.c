/* SPDX-License-Identifier: MIT */
#include "bench/experiments/metg/graph.h"

#include "bench/samples/add_up.h"
#include "kernel/atomic.h"
#include "kernel/string.h"
#include "kernel/tsc.h"

#define SCATTER 0x9e3779b97f4a7c15u /* 2^64 over the golden ratio (Knuth 6.4) */

/* A line each, with all that its run needs: who starts it waits for one. */
struct metg_task {
	uint64_t arrived;  /* atomic: sum of the marks of those which it needs
			    * and which have run */
	uint64_t expected; /* the sum of all those */
	uint64_t mark;     /* what it adds to each of its followers */
	uint16_t followers;
	uint16_t ahead[METG_NEEDS]; /* how far behind it each of them lies */
} __attribute__((aligned(MACHINE_LINE)));

/* What the tasks of a core leave, so that none writes a line of all cores. */
struct metg_tally {
	uint64_t marks;    /* sum of those which ran */
	uint64_t work;     /* sum of all additions, so that none is left out */
	uint64_t too_early; /* tasks that ran before all they need */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

/* Tasks carry a number only. */
static struct metg_graph *present;

/* ---- the graph ----------------------------------------------------------- */

/* No two sums of few of them are the same. */
static uint64_t mark_of(uint64_t index)
{
	uint64_t mark = (index + 1) * SCATTER;

	mark = (mark ^ mark >> 29) * SCATTER;
	return mark ^ mark >> 32;
}

static size_t tasks_bytes(const struct metg_shape *shape)
{
	return (size_t)shape->width * shape->steps * sizeof(struct metg_task);
}

size_t metg_bytes(const struct metg_shape *shape)
{
	return shape->cores * sizeof(struct metg_tally) + tasks_bytes(shape);
}

static void add_task(struct metg_graph *g, const struct metg_pattern *pattern,
		     unsigned step, unsigned column)
{
	unsigned width = g->shape.width, index = step * width + column;
	struct metg_task *task = &g->task[index];
	unsigned need[METG_NEEDS];
	unsigned n = step ? pattern->needs(width, step, column, need) : 0;

	task->mark = mark_of(index);
	g->marks += task->mark;
	g->tasks++;
	g->opening += !n;
	for (unsigned i = 0; i < n; i++) {
		struct metg_task *needed = &g->task[(step - 1) * width + need[i]];

		task->expected += needed->mark;
		needed->ahead[needed->followers++] = (uint16_t)(task - needed);
	}
}

void metg_make(struct metg_graph *g, const struct metg_pattern *pattern,
	       const struct metg_shape *shape, void *memory)
{
	struct metg_tally *tally = memory;

	*g = (struct metg_graph){ .shape = *shape, .tally = tally,
				  .task = (void *)(tally + shape->cores) };
	memset(memory, 0, metg_bytes(shape));
	for (unsigned step = 0; step < shape->steps; step++)
		for (unsigned c = 0;
		     c < metg_columns(pattern, shape->width, step); c++)
			add_task(g, pattern, step, c);
}

/* ---- a task ---------------------------------------------------------------- */

static void run_task(void *arg);

static void tell_followers(struct metg_graph *g, struct metg_task *task)
{
	uint64_t mark = task->mark;

	for (unsigned i = 0; i < task->followers; i++) {
		struct metg_task *f = task + task->ahead[i];

		/* It pairs with itself: each releases what it wrote; who adds
		 * the last mark acquires what all of them did. */
		if (atomic_add_acq_rel(&f->arrived, mark) + mark == f->expected)
			g->kind->submit(g->executor, (struct work){
				run_task, (void *)(uintptr_t)(f - g->task) });
	}
}

static void run_task(void *arg)
{
	struct metg_graph *g = present;
	struct metg_task *task = &g->task[(uintptr_t)arg];
	struct metg_tally *tally = &g->tally[executor_worker()];

	if (atomic_load_relaxed(&task->arrived) != task->expected)
		tally->too_early++;
	else if (task->expected) /* ready for the next run */
		atomic_store_relaxed(&task->arrived, 0);
	tally->work += add_up(g->iterations);
	tally->marks += task->mark;
	tell_followers(g, task);
}

/* ---- a run ------------------------------------------------------------------ */

/* Root: those which need nothing; the others follow of themselves. */
static void submit_opening(void *executor, void *arg)
{
	struct metg_graph *g = arg;

	executor_range(g->kind, executor, run_task, 0, g->opening);
}

static void begin_again(struct metg_graph *g)
{
	memset(g->tally, 0, g->shape.cores * sizeof(*g->tally));
	for (unsigned i = 0;
	     g->unfinished && i < g->shape.width * g->shape.steps; i++)
		g->task[i].arrived = 0;
}

static bool each_ran_once(const struct metg_graph *g)
{
	uint64_t n = g->iterations, sum = n ? n * (n - 1) / 2 : 0;
	struct metg_tally all = { 0 };

	for (unsigned i = 0; i < g->shape.cores; i++) {
		all.marks += g->tally[i].marks;
		all.work += g->tally[i].work;
		all.too_early += g->tally[i].too_early;
	}
	return all.marks == g->marks && all.work == g->tasks * sum &&
	       !all.too_early;
}

bool metg_run(struct metg_graph *g, const struct executor_kind *kind,
	      void *executor, uint64_t iterations, uint64_t *wall)
{
	uint64_t begin;

	g->kind = kind;
	g->executor = executor;
	g->iterations = iterations;
	begin_again(g);
	present = g;
	begin = tsc_read();
	kind->run(executor, submit_opening, g);
	*wall = tsc_read() - begin;
	g->unfinished = !each_ran_once(g);
	return !g->unfinished;
}
