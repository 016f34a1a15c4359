/* SPDX-License-Identifier: MIT */
/* One round of a point of experiment `threads`, and what it showed. */
#include "bench/experiments/threads/threads.h"

#include "bench/bench.h"
#include "bench/harness/trial.h"
#include "bench/samples/scratch.h"
#include "bench/stats/stats.h"
#include "kernel/minmax.h"

#define PPM 1000000u

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

/* Share of its time that tasks need a core, in millionths; 0 for no time. */
static uint64_t utilisation_ppm(uint64_t busy, uint64_t whole)
{
	/* Both down to 2^40, so that the product fits. */
	while (busy >> 40 || whole >> 40) {
		busy >>= 1;
		whole >>= 1;
	}
	return whole ? busy * PPM / whole : 0;
}

/* Two cores' clocks may be apart: no span is below 0. */
static void summarise_tasks(const struct threads_run *run,
			    struct threads_point *p, unsigned round)
{
	uint64_t seen[THREADS_COLUMNS] = { [THREADS_EARLIEST] = UINT64_MAX,
					   [THREADS_LATE] = run->late };
	uint64_t busy = 0, resident = 0;

	for (unsigned i = 0; i < run->tasks; i++) {
		const struct threads_task *t = &run->task[i];
		uint64_t ended = above_u64(t->ended, run->start);
		uint64_t queued = above_u64(t->first, run->start);

		seen[THREADS_TOOK] = max_u64(seen[THREADS_TOOK], ended);
		seen[THREADS_EARLIEST] = min_u64(seen[THREADS_EARLIEST], ended);
		seen[THREADS_QUEUED] = max_u64(seen[THREADS_QUEUED], queued);
		seen[THREADS_WAITED] = max_u64(seen[THREADS_WAITED], t->waited);
		busy += t->busy;
		resident += above_u64(t->ended, t->first);
	}
	seen[THREADS_SHARE] = utilisation_ppm(busy, resident);
	for (unsigned i = 0; i < THREADS_COLUMNS; i++)
		p->round[i][round] = (int64_t)seen[i];
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
	uint32_t steps = which == THREADS_PURE ? 1 : plan->steps;
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
		     struct threads_point *point, unsigned round,
		     const char **trouble)
{
	struct threads_run run = make_run(plan, curve->design, which, point->k);

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
	point->tasks = run.tasks;
	point->workers = run.workers;
	point->stack_kib = run.workers * run.worker_bytes / 1024;
	point->rounds = round + 1;
	summarise_tasks(&run, point, round);
	curve->tasks += run.tasks;
	curve->wrong |= count_wrong(&run) > 0;
	return true;
}

int64_t threads_median(const struct threads_point *point,
		       enum threads_column column)
{
	int64_t all[THREADS_ROUNDS], clean[THREADS_ROUNDS];
	unsigned n = 0;

	for (unsigned i = 0; i < point->rounds; i++) {
		all[i] = point->round[column][i];
		if (!point->disturbed[i])
			clean[n++] = all[i];
	}
	return n ? stats_median(clean, n) : stats_median(all, point->rounds);
}
