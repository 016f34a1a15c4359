/* SPDX-License-Identifier: MIT */
/*
 * What is wrong only later, for runs with planted faults: executors
 * that are proven right and lose a task then, one that asks for more memory
 * than there is, a design whose digits are wrong. All of tests/wrong/executors.c,
 * too.
 */
#include "bench/experiments/threads/design.h"
#include "kernel/options.h"
#include "sched/sched.h"
#include "tests/wrong/executors.c"

OPTION_NUMBER(opt_right, "right", 0, 0, 1000000,
	      "runs until late_to_fail loses a task in each");

static inline void do_but_seventh(struct pool *p, struct work task)
{
	static uint64_t runs;
	uint32_t taken = atomic_load_relaxed(&p->taken);

	runs += taken == 1;
	if (runs <= opt_right.number || taken != 7)
		task.run(task.arg);
}

WRONG(late_to_fail, "is right at first", do_but_seventh, run_together,
      count_workers);

static size_t hungry_bytes(unsigned cores, const struct executor_options *o)
{
	(void)cores;
	(void)o;
	return (size_t)1 << 40;
}

static const struct executor_kind hungry = {
	.name = "hungry", .summary = "asks for more memory than there is",
	.size = sizeof(struct pool), .bytes = hungry_bytes,
	.init = alone_init, .run = pool_run, .submit = pool_submit,
	.stats = pool_stats, .workers = count_workers,
};
REGISTER(qc_executors, hungry);

static void work_wrong(struct threads_run *run, unsigned worker)
{
	unsigned index;

	while ((index = threads_take(run)) < run->tasks) {
		threads_whole(run, index, worker, sched_pass_due);
		run->task[index].right = index != 1;
	}
}

static const struct threads_design wrong_digits = {
	.name = "wrong_digits", .summary = "the second task has wrong digits",
	.pure = true, .workers = threads_one_each_core,
	.work = work_wrong,
};
THREADS_DESIGN(wrong_digits);
