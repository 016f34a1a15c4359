/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/record.c: what follows from the other figures. */
#include <string.h>

#include "bench/bench.h"

#define dispatch_order apart_order
#define dispatch_record_cell apart_record_cell
#define dispatch_record_body apart_record_body
#include "bench/experiments/dispatch/dispatch.h"

#include "bench/harness/trial.h"
#include "bench/report/text.h"

static int64_t price;
static struct result told;

#define dispatch_overhead_percent(cell) ((cell)->overhead_milli * 10)
#define dispatch_price_milli(cell) ((void)(cell), price)
#define dispatch_key(subject, cores_, params_)                               \
	((struct record_key){ "dispatch", (subject)->name, cores_, params_ })
#define trial_tell(...) (told = *(__VA_ARGS__))
#include "bench/experiments/dispatch/record.c"

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

struct dispatch_order apart_order;

static const struct executor_stats stats[2] = {
	{ .stolen = 5, .inline_runs = 70 }, { .stolen = 6, .inline_runs = 80 } };

static const struct executor_stats *stats_of(void *executor, unsigned worker)
{
	CHECK_EQUAL(worker < 2 && !executor, true);
	return &stats[worker];
}

static const char *logged(const struct dispatch_cell *c,
			  void (*fields)(const struct dispatch_cell *c))
{
	log_begin("note");
	fields(c);
	log_end();
	return fake.record[fake.records - 1];
}

TEST(dispatch_published_columns_follow_from_the_others)
{
	const struct dispatch_cell c = {
		.overhead_milli = 9950, .wall = 3000000,
		.overhead_sum = 4500000, .work_sum = 6000000 };
	const char *text;

	apart_order.stamp = 20;
	price = 2500;
	text = logged(&c, log_published);
	CHECK(strstr(text, "\"raw_mean\":29.95,\"price\":2.5,"
		     "\"overhead_percent\":99.5,\"work_percent\":0.5,"
		     "\"wall_ms\":3,\"overhead_sum_ms\":4.5,"
		     "\"work_sum_ms\":6"));
	price = TEXT_NULL;
	fake.clock.hz = 0;
	text = logged(&c, log_published);
	CHECK(strstr(text, "\"price\":null"));
	CHECK(strstr(text, "\"wall_ms\":null,\"overhead_sum_ms\":null,"
		     "\"work_sum_ms\":null"));
}

TEST(dispatch_workers_are_told_each_and_what_they_stole_together)
{
	static struct dispatch_worker worker[2] = { { .tasks = 30 },
						    { .tasks = 12 } };
	static const struct executor_kind kind = { .stats = stats_of };
	static const struct dispatch_subject subject = { .kind = &kind };
	const struct dispatch_cell c = { .subject = &subject, .cores = 2 };

	apart_order.worker = worker;
	CHECK(strstr(logged(&c, log_workers), "\"tasks_per_worker\":[30,12],"
		     "\"stolen\":11,\"inline_runs\":150"));
}

TEST(dispatch_record_is_of_passes_with_stamps_or_of_none)
{
	static const struct executor_kind kind = { .stats = stats_of };
	struct dispatch_subject subject = { .kind = &kind, .name = "played" };
	struct dispatch_group g = { .stamp_milli = 20499 };
	struct dispatch_cell c = { .subject = &subject, .cores = 2, .n = 600,
				   .rounds = 2, .disturbed = 1,
				   .stamps_disturbed = { 0, 4 } };

	apart_record_cell(&g, &c, false);
	CHECK_TEXT(told.per, NULL);
	CHECK(strstr(fake.record[fake.records - 1], "a worker's first task has "
		     "no overhead, and there was no other"));
	c.summary.n = 1;
	apart_record_cell(&g, &c, false);
	CHECK_TEXT(told.per, "task");
	CHECK_EQUAL(told.overhead, 20);
	CHECK_EQUAL(told.rounds, 2);
	CHECK_EQUAL(told.disturbed, 5);
	CHECK_EQUAL(told.batch, 1);
	CHECK(told.quiet);
	g.stamp_milli = 20500;
	subject.exchanged = true;
	apart_record_cell(&g, &c, true);
	CHECK_EQUAL(told.overhead, 21);
	CHECK_EQUAL(told.rounds, 0);
}

static const struct written *written_now;

static void log_written(const struct dispatch_cell *c)
{
	(void)c;
	log_fields(written_now);
}

TEST(dispatch_record_says_where_there_were_fewer_real_cores)
{
	static const struct executor_kind kind = { .name = "played" };
	const struct dispatch_subject played = { .kind = &kind };
	const struct dispatch_cell c = { .subject = &played, .cores = 2,
					 .kept = true };
	struct dispatch_group g = { .oversubscribed = true };
	const struct written written = { &g, &c, false };

	written_now = &written;
	CHECK(strstr(logged(&c, log_written), "\"oversubscribed\":true"));
	g.oversubscribed = false;
	CHECK(!strstr(logged(&c, log_written), "oversubscribed"));
}
