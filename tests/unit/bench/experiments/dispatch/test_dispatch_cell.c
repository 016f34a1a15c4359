/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch: what is planned, tried and said of a cell. Its
 * executor is one that the test plays. */
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/experiments/dispatch/dispatch.h"
#include "bench/report/quantity.h"
#include "bench/samples/scratch.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define TASKS 10000u

static uint64_t most_tasks; /* of a pass */

static size_t played_bytes(unsigned cores, const struct executor_options *o)
{
	(void)cores;
	(void)o;
	return MACHINE_LINE_PAIR;
}

static bool played_init(void *executor, void *memory, unsigned cores,
			const struct executor_options *o)
{
	(void)executor;
	(void)memory;
	(void)cores;
	(void)o;
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
	most_tasks = max_u64(most_tasks, pass->tasks);
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

static void make_room(uint64_t samples)
{
	fake_machine_enter(0);
	CHECK(scratch_init());
	scratch_begin();
	CHECK(dispatch_make_room(1, samples));
	CHECK(dispatch_make_executor(&subject, 1));
}

TEST(dispatch_percentiles_are_those_of_the_histogram_where_samples_do_not_fit)
{
	static struct dispatch_group g = { .patience = 1 };
	static struct dispatch_cell c = { .subject = &subject, .cores = 1,
					  .n = 5, .tasks_free = TASKS };

	make_room(10);
	CHECK(dispatch_measure_stamped(&g, &c));
	CHECK(c.stamped && !c.kept);
	CHECK_EQUAL(c.summary.n, TASKS);
	CHECK_EQUAL(c.summary.min, 1);
	CHECK_EQUAL(c.summary.p50, 1);
	CHECK_EQUAL(c.summary.p90, 2);
	CHECK_EQUAL(c.summary.p99, 3);
	CHECK_EQUAL(c.summary.p999, 4);
	CHECK_EQUAL(c.summary.p9999, 5);
	CHECK_EQUAL(c.summary.max, 5);
	CHECK_EQUAL(c.summary.mad, STATS_UNKNOWN);
}

TEST(dispatch_percentiles_are_of_their_very_ranks)
{
	static struct dispatch_group g = { .patience = 1 };
	static struct dispatch_cell c = { .subject = &subject, .cores = 1,
					  .n = 5, .tasks_free = TASKS };

	earlier = 1;
	make_room(10);
	CHECK(dispatch_measure_stamped(&g, &c));
	CHECK_EQUAL(c.summary.p50, 2);
	CHECK_EQUAL(c.summary.p90, 3);
	CHECK_EQUAL(c.summary.p99, 4);
	CHECK_EQUAL(c.summary.p999, 5);
	CHECK_EQUAL(c.summary.p9999, 5);
}

TEST(dispatch_median_is_of_clean_rounds_or_of_all_where_none_is)
{
	static const int64_t value[] = { 50001, 10001, 90001 };
	static const unsigned all[] = { 1, 1, 1 }, two[] = { 1, 0, 1 };

	CHECK_EQUAL(dispatch_median(value, all, 3), 50001);
	CHECK_EQUAL(dispatch_median(value, two, 3), 10001);
}

TEST(dispatch_rule_is_the_share_of_tasks_with_little_overhead)
{
	struct dispatch_cell c = { .kept = true, .summary = { .n = 200 },
				   .work_milli = 190000 };
	int64_t *sorted;

	make_room(1000);
	sorted = dispatch_sorted();
	for (unsigned i = 0; i < 200; i++)
		sorted[i] = 10;
	CHECK_EQUAL(dispatch_rule_milli(&c), 100000);
	for (unsigned i = 50; i < 200; i++)
		sorted[i] = 11;
	CHECK_EQUAL(dispatch_rule_milli(&c), 25000);
	c.summary.n = 99;
	CHECK_EQUAL(dispatch_rule_milli(&c), QUANTITY_NONE);
}

TEST(dispatch_tries_no_more_tasks_than_it_may_run)
{
	const uint64_t hours = (uint64_t)1 << 44;
	struct dispatch_pass pass = { .subject = &subject, .cores = 1,
				      .patience = hours };

	make_room(10);
	CHECK_EQUAL(dispatch_fit_tasks(&pass, 256), 256);
	CHECK_EQUAL(most_tasks, 256);
	most_tasks = 0;
	CHECK_EQUAL(dispatch_fit_tasks(&pass, 100), 100);
	CHECK_EQUAL(most_tasks, 100);
}

TEST(dispatch_tasks_are_as_many_as_fill_the_time_where_none_are_asked_for)
{
	static struct dispatch_group g;
	struct settings settings = { .cores = 1, .rounds = 6, .budget_ms = 100,
				     .variants = "", .chosen = "" };

	dispatch_plan_group(&settings, 1, &g);
	CHECK_EQUAL(g.fixed_tasks, 0);
	CHECK_EQUAL(g.most_tasks, 50000);
	CHECK_EQUAL(g.rounds, 9);
	CHECK_EQUAL(g.ticks, ticks_of_ms(100 / 18));
	CHECK_EQUAL(g.patience, 2 * g.ticks);
	settings.full = true;
	dispatch_plan_group(&settings, 1, &g);
	CHECK_EQUAL(g.most_tasks, 500000);
}

/* Lengths that are planned of an executor on all cores. */
static unsigned lengths_of(const struct dispatch_group *g, const char *name)
{
	unsigned n = 0;

	for (unsigned s = 0; s < g->subjects; s++)
		for (unsigned p = 0; p < DISPATCH_POINTS; p++)
			n += !strcmp(g->subject[s].name, name) &&
			     g->cell[s][p].subject != NULL;
	return n;
}

/* What takes whole ranges has four; the others have the found one, too. */
TEST(dispatch_of_whole_ranges_has_few_lengths_in_the_quick_suite)
{
	static struct dispatch_group g;
	struct settings settings = { .cores = 1, .rounds = 6, .budget_ms = 100,
				     .variants = "", .chosen = "" };

	dispatch_plan_group(&settings, 1, &g);
	CHECK_EQUAL(lengths_of(&g, "static"), 4);
	CHECK_EQUAL(lengths_of(&g, "chunk"), 4);
	CHECK_EQUAL(lengths_of(&g, "steal"), DISPATCH_POINTS);
	settings.full = true;
	dispatch_plan_group(&settings, 1, &g);
	CHECK_EQUAL(lengths_of(&g, "static"), DISPATCH_POINTS);
}

/* In passes of a millisecond, and in as many rounds as a statement needs. */
TEST(dispatch_passes_get_shorter_where_they_take_too_long)
{
	struct dispatch_group *g = calloc(1, sizeof(*g));

	g->rounds = 9;
	g->explains = true;
	g->ticks = ticks_of_ms(1);
	dispatch_lower_effort(g);
	CHECK_EQUAL(g->rounds, 9);
	g->ticks++;
	g->fixed_tasks = 8; /* which were asked for */
	dispatch_lower_effort(g);
	CHECK_EQUAL(g->rounds, 9);
	CHECK_EQUAL(fake.records, 0);
	g->fixed_tasks = 0;
	dispatch_lower_effort(g);
	CHECK_EQUAL(g->rounds, 6);
	CHECK(!g->explains);
	CHECK_EQUAL(g->ticks, ticks_of_ms(1));
	CHECK_EQUAL(g->patience, 2 * g->ticks);
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake.record[0], "\"code\":\"late\""));
	free(g);
}

TEST(dispatch_tells_once_that_there_is_less_effort)
{
	static struct dispatch_group g = { .cores = 1, .rounds = 8,
					   .ticks = UINT64_MAX / 2 };
	unsigned told = 0;

	fake.clock.hz = 1000000;
	dispatch_lower_effort(&g);
	dispatch_lower_effort(&g);
	for (unsigned i = 0; i < fake.records; i++)
		told += strstr(fake.record[i], "\"late\"") != NULL;
	CHECK_EQUAL(told, 1);
}
