/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/{pass,cell}.c: whose samples are kept, what a
 * pass takes for right, and what is said of a cell. */
#include "bench/experiments/dispatch/dispatch.h"

#include <string.h>

#include "bench/bench.h"
#include "bench/report/quantity.h"
#include "bench/samples/scratch.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define BLOCK ((size_t)4 << 20)
#define SAMPLE 24u /* bytes that one needs on two cores: in both, and sorted */
#define TASKS 10000u

static void make_room(unsigned cores, uint64_t samples)
{
	fake.memory_left = 2 * BLOCK;
	CHECK(scratch_left() || scratch_init());
	scratch_begin();
	CHECK(dispatch_make_room(cores, samples));
}

TEST(dispatch_keeps_samples_as_long_as_they_fit_in_half_of_the_memory)
{
	make_room(2, 1000);
	CHECK(dispatch_keeps_samples(1000) && !dispatch_keeps_samples(1001));
	make_room(2, 1u << 30);
	CHECK(dispatch_keeps_samples(BLOCK / 2 / SAMPLE * 9 / 10));
	CHECK(!dispatch_keeps_samples(BLOCK / 2 / SAMPLE));
	scratch_empty();
	CHECK(bench_scratch(scratch_left() - 1000));
	CHECK(!dispatch_make_room(2, 1000));
}

/* ---- a pass ------------------------------------------------------------ */

static struct dispatch_subject loop;

static bool run_pass(void (*task)(void *arg), uint64_t *submitted)
{
	struct dispatch_pass pass = { .subject = &loop, .cores = 1, .n = 5,
				      .task = task, .tasks = 3000,
				      .patience = UINT64_MAX / 2 };
	bool right;

	EXECUTOR_EACH(entry)
		if (!strcmp((*entry)->name, "loop"))
			loop.kind = *entry;
	CHECK(loop.executor || dispatch_make_executor(&loop, 1));
	right = dispatch_run_pass(&pass);
	*submitted = pass.tasks;
	return right;
}

static void do_nothing(void *arg)
{
	(void)arg;
}

static void only_odd(void *arg)
{
	if ((uintptr_t)arg & 1)
		dispatch_plain_task(arg);
}

/* All of them in its first bin: each takes less than a stamp is said to. */
TEST(dispatch_counts_each_pass_anew_where_samples_do_not_fit)
{
	uint64_t submitted;

	make_room(1, 10);
	dispatch_order.stamp = INT32_MAX;
	for (unsigned i = 0; i < 2; i++) {
		struct histogram *h = &dispatch_order.worker[0].histogram;
		unsigned index = 0;

		CHECK(run_pass(dispatch_stamped_task, &submitted));
		CHECK_EQUAL(submitted, 3000);
		/* A first one has no overhead. */
		CHECK_EQUAL(histogram_next_bin(h, &index).count, 2999);
	}
}

TEST(dispatch_pass_is_wrong_where_a_task_is_missing)
{
	uint64_t submitted;

	make_room(1, 5000);
	CHECK(run_pass(dispatch_plain_task, &submitted));
	CHECK(!run_pass(do_nothing, &submitted));
	CHECK(!run_pass(only_odd, &submitted));
}

/* ---- a cell, of an executor that the test plays ------------------------ */

static size_t played_bytes(unsigned cores, const struct executor_options *o)
{
	(void)cores;
	(void)o;
	return MACHINE_LINE_PAIR;
}

static bool played_init(void *executor, void *memory, unsigned cores,
			const struct executor_options *o)
{
	(void)executor, (void)memory, (void)cores, (void)o;
	return true;
}

/* Of ascending overheads, by rank: each percentile has one of its own. */
static unsigned earlier; /* 1: each begins at that very rank */

static uint64_t overhead_of(uint64_t rank)
{
	rank += earlier;
	return rank <= 5000 ? 1 : rank <= 9000 ? 2 : rank <= 9900 ? 3 :
	       rank <= 9990 ? 4 : 5;
}

static void played_run(void *executor, void (*root)(void *, void *), void *arg)
{
	const struct dispatch_pass *pass = arg;
	struct dispatch_worker *w = &dispatch_order.worker[0];

	(void)executor;
	(void)root;
	w->tasks = pass->tasks;
	w->ids = w->tasks * (w->tasks - 1) / 2;
	w->sum = pass->n ? w->tasks * (pass->n * (pass->n - 1) / 2) : 0;
	for (uint64_t rank = 1; !w->sample && rank <= w->tasks; rank++)
		histogram_add(&w->histogram, overhead_of(rank));
}

static const struct executor_kind played = {
	.name = "played", .size = MACHINE_LINE_PAIR, .bytes = played_bytes,
	.init = played_init, .run = played_run };
static struct dispatch_subject subject = { .kind = &played, .name = "played" };

TEST(dispatch_percentiles_are_of_their_very_ranks_where_samples_do_not_fit)
{
	static struct dispatch_group g = { .patience = 1 };

	for (earlier = 0; earlier < 2; earlier++) {
		struct dispatch_cell c = { .subject = &subject, .cores = 1,
					   .n = 5, .tasks_free = TASKS };
		const struct summary *s = &c.summary;

		make_room(1, 10);
		CHECK(dispatch_make_executor(&subject, 1));
		CHECK(dispatch_measure_stamped(&g, &c));
		CHECK(c.stamped && !c.kept);
		CHECK_EQUAL(s->n, TASKS);
		CHECK_EQUAL(s->min, 1);
		CHECK_EQUAL(s->p50, 1 + earlier);
		CHECK_EQUAL(s->p90, 2 + earlier);
		CHECK_EQUAL(s->p99, 3 + earlier);
		CHECK_EQUAL(s->p999, 4 + earlier);
		CHECK_EQUAL(s->p9999, 5);
		CHECK_EQUAL(s->max, 5);
		CHECK_EQUAL(s->mad, STATS_UNKNOWN);
	}
}

TEST(dispatch_rule_is_the_share_of_tasks_with_little_overhead)
{
	struct dispatch_cell c = { .kept = true, .summary = { .n = 200 },
				   .work_milli = 190000 };

	make_room(1, 1000);
	for (unsigned i = 0; i < 200; i++)
		dispatch_sorted()[i] = 10;
	CHECK_EQUAL(dispatch_rule_milli(&c), 100000);
	for (unsigned i = 50; i < 200; i++)
		dispatch_sorted()[i] = 11;
	CHECK_EQUAL(dispatch_rule_milli(&c), 25000);
	c.summary.n = 99;
	CHECK_EQUAL(dispatch_rule_milli(&c), QUANTITY_NONE);
}
