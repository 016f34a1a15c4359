/* SPDX-License-Identifier: MIT */
/* One run of one design of experiment `threads`, and what it showed. */
#include "bench/bench.h"
#include "bench/samples/scratch.h"
#include "bench/experiments/threads/threads.h"
#include "bench/experiments/threads/fibers.h"

static bool prepare(struct threads_run *run)
{
	size_t slots = run->design->cut ? run->tasks : run->workers;
	size_t words = slots * spigot_words(run->decimals);

	scratch_empty();
	run->task = bench_scratch(run->tasks * sizeof(*run->task));
	run->words = bench_scratch(words * sizeof(*run->words));
	if (!run->task || !run->words)
		run->trouble = "no memory for so many tasks";
	return !run->trouble;
}

/* a - b, and 0 where two cores' clocks are that far apart. */
static uint64_t between(uint64_t b, uint64_t a)
{
	return a > b ? a - b : 0;
}

static void keep_most(uint64_t *most, uint64_t value)
{
	*most = value > *most ? value : *most;
}

static void look_at(const struct threads_run *run, struct threads_point *point)
{
	point->earliest = UINT64_MAX;
	for (unsigned i = 0; i < run->tasks; i++) {
		const struct threads_task *t = &run->task[i];
		uint64_t ended = between(run->start, t->ended);

		keep_most(&point->took, ended);
		keep_most(&point->queued, between(run->start, t->first));
		keep_most(&point->waited, t->waited);
		if (ended < point->earliest)
			point->earliest = ended;
		point->busy += t->busy;
		point->resident += between(t->first, t->ended);
	}
}

static unsigned wrong_tasks(const struct threads_run *run)
{
	unsigned wrong = 0;

	for (unsigned i = 0; i < run->tasks; i++)
		wrong += !run->task[i].right;
	return wrong;
}

static struct threads_run make_run(const struct threads_plan *plan,
				   const struct threads_design *design,
				   enum threads_case which, unsigned k)
{
	uint32_t steps = which == THREADS_PURE ? 1 : THREADS_STEPS;
	unsigned tasks = k * plan->cores;

	return (struct threads_run){
		.design = design, .cores = plan->cores, .k = k, .tasks = tasks,
		.left = tasks, .workers = design->workers(plan->cores, tasks),
		.steps = steps, .sleep = plan->sleep, .slice = plan->slice,
		.decimals = plan->decimals, .step_turns = plan->turns / steps,
		.checksum = plan->checksum,
	};
}

bool threads_measure(const struct threads_plan *plan,
		     struct threads_curve *curve, enum threads_case which,
		     unsigned k, const char **trouble)
{
	struct threads_run run = make_run(plan, curve->design, which, k);
	struct threads_point *point = &curve->point[curve->points];

	machine_note("threads", curve->design->name);
	if (prepare(&run)) {
		if (run.design->launch)
			run.design->launch(&run);
		else
			threads_fibers(&run);
	}
	*trouble = run.trouble;
	if (run.trouble)
		return false;
	*point = (struct threads_point){
		.k = k, .tasks = run.tasks, .workers = run.workers,
		.stack_kib = run.workers * run.worker_bytes / 1024,
		.late = run.late,
	};
	look_at(&run, point);
	curve->points++;
	curve->tasks += run.tasks;
	curve->wrong |= wrong_tasks(&run) > 0;
	return true;
}
