/* SPDX-License-Identifier: MIT */
#include "bench/experiments/metg/graph.h"

#include "bench/samples/add_up.h"
#include "kernel/atomic.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/tsc.h"

#define PERIOD 3u      /* steps after which spread and random repeat */
/* 2^32 and 2^64 over the golden ratio (Knuth 6.4). */
#define SCATTER_32 2654435769u
#define SCATTER 0x9e3779b97f4a7c15u

/* ---- what a task needs --------------------------------------------------- */

static unsigned needs_nothing(unsigned width, unsigned step, unsigned column,
			      unsigned need[METG_NEEDS])
{
	(void)width, (void)step, (void)column, (void)need;
	return 0;
}

static unsigned needs_itself(unsigned width, unsigned step, unsigned column,
			     unsigned need[METG_NEEDS])
{
	(void)width, (void)step;
	need[0] = column;
	return 1;
}

static unsigned needs_neighbours(unsigned width, unsigned step, unsigned column,
				 unsigned need[METG_NEEDS])
{
	unsigned n = 0;

	(void)step;
	for (unsigned i = column ? column - 1 : 0;
	     i <= column + 1 && i < width; i++)
		need[n++] = i;
	return n;
}

static unsigned needs_parent(unsigned width, unsigned step, unsigned column,
			     unsigned need[METG_NEEDS])
{
	(void)width, (void)step;
	need[0] = column / 2;
	return 1;
}

/* Of a fast Fourier transform: butterflies, twice as wide each step. */
static unsigned needs_butterfly(unsigned width, unsigned step, unsigned column,
				unsigned need[METG_NEEDS])
{
	unsigned stages = 0, reach, n = 0;

	while (1u << stages < width)
		stages++;
	reach = 1u << (stages ? (step - 1) % stages : 0);
	if (column >= reach)
		need[n++] = column - reach;
	need[n++] = column;
	if (column + reach < width)
		need[n++] = column + reach;
	return n;
}

/* Evenly over the width; all but the first move on with the steps. */
static unsigned needs_spread(unsigned width, unsigned step, unsigned column,
			     unsigned need[METG_NEEDS])
{
	for (unsigned i = 0; i < METG_NEEDS; i++)
		need[i] = (column + i * width / METG_NEEDS +
			   (i ? step % PERIOD : 0)) % width;
	return METG_NEEDS;
}

/* One of four, by the two highest bits of a hash. */
static bool drawn(unsigned step, unsigned from, unsigned to)
{
	uint32_t word = ((step % PERIOD) << 20) + (from << 10) + to;

	return !(word * SCATTER_32 >> 30);
}

/* Itself, and by chance the two on either side: the same in every run. */
static unsigned needs_some_nearest(unsigned width, unsigned step,
				   unsigned column, unsigned need[METG_NEEDS])
{
	unsigned side = METG_NEEDS / 2, n = 0;

	for (unsigned i = column > side ? column - side : 0;
	     i <= column + side && i < width; i++)
		if (i == column || drawn(step, i, column))
			need[n++] = i;
	return n;
}

const struct metg_pattern metg_pattern[METG_PATTERNS] = {
	{ "trivial", "tasks that need nothing", needs_nothing, false },
	{ "no_comm", "each task needs that of its own column", needs_itself,
	  false },
	{ "stencil_1d", "each needs its own column and both beside it",
	  needs_neighbours, false },
	{ "tree", "one task, then two, four, ..: each needs its parent",
	  needs_parent, true },
	{ "fft", "butterflies: columns 1, 2, 4, .. away", needs_butterfly,
	  false },
	{ "spread", "each needs five columns, evenly spread", needs_spread,
	  false },
	{ "random_nearest", "each needs its own and some of four nearest",
	  needs_some_nearest, false },
};

/* Columns of a step; width >= 1. */
static unsigned columns(const struct metg_pattern *pattern, unsigned width,
			unsigned step)
{
	if (!pattern->grows || step >= 31)
		return width;
	return (unsigned)min_u64(width, 1u << step);
}

/* ---- the graph ----------------------------------------------------------- */

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
		for (unsigned c = 0; c < columns(pattern, shape->width, step);
		     c++)
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
