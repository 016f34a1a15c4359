/* SPDX-License-Identifier: MIT */
/* One run of one design of experiment `threads`, and what it showed. */
#include "bench/experiments/threads/threads.h"

#include "bench/bench.h"
#include "bench/harness/trial.h"
#include "bench/samples/scratch.h"
#include "kernel/minmax.h"

static bool allocate_tasks(struct threads_run *run)
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

/* Two cores' clocks may be apart: no span is below 0. */
static void summarise_tasks(const struct threads_run *run,
			    struct threads_point *p)
{
	p->earliest = UINT64_MAX;
	for (unsigned i = 0; i < run->tasks; i++) {
		const struct threads_task *t = &run->task[i];
		uint64_t ended = above_u64(t->ended, run->start);

		p->took = max_u64(p->took, ended);
		p->earliest = min_u64(p->earliest, ended);
		p->queued = max_u64(p->queued, above_u64(t->first, run->start));
		p->waited = max_u64(p->waited, t->waited);
		p->busy += t->busy;
		p->resident += above_u64(t->ended, t->first);
	}
}

static unsigned count_wrong(const struct threads_run *run)
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

	trial_begin(&(struct record_key){ "threads", curve->design->name,
					  plan->cores, NULL });
	if (allocate_tasks(&run)) {
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
	summarise_tasks(&run, point);
	curve->points++;
	curve->tasks += run.tasks;
	curve->wrong |= count_wrong(&run) > 0;
	return true;
}
