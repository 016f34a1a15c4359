/* SPDX-License-Identifier: MIT */
/* bench/experiments/threads/plan.c: how long a task is, by tasks that take what
 * the test says. */
#include <stdlib.h>
#include <string.h>

#include "bench/config/scale.h"
#include "bench/experiments/threads/threads.h"
#include "kernel/ticks.h"
#include "tests/unit/bench/experiments/apart.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define WANTED 1000000u /* ticks of a task */

static uint64_t task_ticks, rate_ticks = 1000; /* of 300 decimals */
static unsigned steps;
static uint32_t first_decimals; /* of the first spigot that is run */

static struct threads_task *begin_task(struct threads_run *run)
{
	return run->task;
}

static bool step_task(const struct threads_run *run, struct threads_task *task)
{
	steps++;
	task->busy = run->decimals == 300 ? rate_ticks : task_ticks;
	return false;
}

static void init_spigot(struct spigot *s, uint32_t decimals, uint32_t *words,
			char *to)
{
	first_decimals = first_decimals ? first_decimals : decimals;
	spigot_init(s, decimals, words, to);
}

#define threads_begin(run, index, slot) begin_task(run)
#define threads_step(run, task, yield) step_task(run, task)
#define spigot_init init_spigot
#define scale_ticks(ms) WANTED
#define threads_make_plan make_plan_apart
#include "bench/experiments/threads/plan.c"

static unsigned runs_of(uint64_t ms)
{
	steps = 0;
	task_ticks = ticks_of_ms(ms);
	CHECK_EQUAL(time_decimals(100, NULL), task_ticks);
	return steps;
}

TEST(threads_a_task_is_timed_for_50_ms_or_eight_times)
{
	CHECK_EQUAL(runs_of(1), 8);
	CHECK_EQUAL(runs_of(10), 5);
	CHECK_EQUAL(runs_of(30), 2);
	CHECK_EQUAL(runs_of(50), 1);
}

static bool warned_at(uint64_t ticks)
{
	struct threads_plan plan = { .cpu_ms = 3000 };
	unsigned before = fake.records;

	task_ticks = ticks;
	choose_decimals(&plan, NULL);
	CHECK_EQUAL(plan.cpu, ticks);
	return fake.records > before &&
	       strstr(fake.record[before], "task_length");
}

TEST(threads_a_task_of_another_length_is_told)
{
	CHECK(!warned_at(WANTED));
	CHECK(!warned_at(WANTED * 11 / 10) && warned_at(WANTED * 11 / 10 + 1));
	CHECK(!warned_at(WANTED * 9 / 10) && warned_at(WANTED * 9 / 10 - 1));
}

/* A task of a rate that the clock's steps hide has as many as there may be. */
TEST(threads_a_rate_of_no_tick_is_one_of_a_tick)
{
	struct threads_plan slow = { .cpu_ms = 3000 }, quick = slow;

	rate_ticks = 1;
	choose_decimals(&slow, NULL);
	rate_ticks = 0;
	choose_decimals(&quick, NULL);
	CHECK_EQUAL(quick.decimals, slow.decimals);
	CHECK(slow.decimals > 300);
}

TEST(threads_decimals_are_proven_up_to_the_next_known_ones)
{
	struct threads_plan plan = { .decimals = SPIGOT_KNOWN };
	uint32_t *words = calloc(spigot_words(SPIGOT_MOST), sizeof(*words));

	trial_begin(&key);
	CHECK(prove_digits(&plan, words));
	CHECK_EQUAL(first_decimals, SPIGOT_KNOWN);
	first_decimals = 0;
	plan.decimals = SPIGOT_KNOWN - 1;
	CHECK(prove_digits(&plan, words));
	CHECK_EQUAL(first_decimals, SPIGOT_KNOWN);
	free(words);
}

static bool plan_of(bool full, struct threads_plan *plan)
{
	const struct settings settings = { .cores = 3, .full = full,
					   .variants = "" };

	steps = 0;
	rate_ticks = task_ticks = WANTED; /* then 300 decimals are enough */
	return make_plan_apart(plan, &settings);
}

TEST(threads_plan_has_the_published_steps_or_an_eighth)
{
	struct threads_plan plan;

	CHECK(scratch_init());
	scratch_begin();
	CHECK(plan_of(true, &plan));
	CHECK_EQUAL(plan.steps, THREADS_STEPS);
	CHECK_EQUAL(plan.cpu_ms, THREADS_CPU_MS);
	CHECK(plan_of(false, &plan));
	CHECK_EQUAL(plan.steps, THREADS_STEPS_QUICK);
	CHECK_EQUAL(plan.cpu_ms, 396); /* 3,000 x 14 / 106 */
	CHECK_EQUAL(plan.cores, 3);
	CHECK_EQUAL(plan.decimals, 300);
	CHECK_EQUAL(plan.sleep, WANTED);
	CHECK_EQUAL(plan.slice, WANTED / SLICES_A_SLEEP);
	CHECK(plan.turns > 0 && plan.checksum);
}

TEST(threads_task_without_memory_is_skipped)
{
	struct threads_plan plan;

	CHECK(scratch_init());
	scratch_begin();
	CHECK(scratch_keep(scratch_left()));
	CHECK(!plan_of(false, &plan));
	CHECK_EQUAL(steps, 0);
	CHECK(strstr(fake.record[fake.records - 1], "not enough memory"));
}
