/* SPDX-License-Identifier: MIT */
/* bench/experiments/queue/findings.c: from core to core, which split. */
#include "bench/experiments/queue/queue.h"

#include <string.h>

#include "bench/harness/trial.h"
#include "bench/samples/scratch.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

/* A row of six rounds that took so long. */
static void measured(const struct queue_split *split, int64_t bulk,
		     int64_t ticks)
{
	const struct param params[] = { { "producers", split->producers },
					{ "consumers", split->consumers },
					{ "bulk", bulk }, { NULL, 0 } };
	struct history history = { .rounds = 6 };
	int64_t sample[6];

	for (unsigned r = 0; r < 6; r++)
		sample[r] = history.p50[r] = ticks;
	trial_report_rounds(&(struct result){
		.key = { "queue", "mpmc/across",
			 split->producers + split->consumers, params },
		.per = "item", .primitive = "mpmc", .batch = 1 },
		&history, sample, 6);
}

/* The finding of that name, or "". */
static const char *finding(const char *name)
{
	for (unsigned i = 0; i < fake.records; i++)
		if (strstr(fake.record[i], "\"record\":\"finding\"") &&
		    strstr(fake.record[i], name))
			return fake.record[i];
	return "";
}

static const struct queue_split split[] = { { 1, 3 }, { 2, 2 }, { 3, 1 } };

TEST(queue_findings_name_the_split_and_are_of_its_own_row)
{
	scratch_init();
	for (unsigned i = 0; i < 3; i++) {
		measured(&split[i], 32, 5);
		measured(&split[i], 1, 701 + i);
	}
	queue_report_findings(&(struct settings){ .cores = 4 }, split, 3);
	CHECK(strstr(finding("\"fastest_across 1:3\""), "[701,701,701"));
	CHECK(strstr(finding("\"fastest_across 2:2\""), "[702,702,702"));
	CHECK(strstr(finding("\"fastest_across 3:1\""), "[703,703,703"));
	CHECK(strstr(finding("\"fastest_across 1:3\""),
		     "\"text\":\"An item from 1 core to 3: "));
	CHECK(strstr(finding("\"fastest_across 3:1\""),
		     "\"text\":\"An item from 3 cores to 1: "));
}

TEST(queue_finding_of_the_only_split_names_none)
{
	static const struct queue_split one = { 1, 1 };

	scratch_init();
	measured(&one, 1, 700);
	queue_report_findings(&(struct settings){ .cores = 2 }, &one, 1);
	CHECK(strstr(finding("\"fastest_across\""),
		     "\"text\":\"An item from core to core: "));
}

TEST(queue_findings_of_one_core_are_of_no_split)
{
	scratch_init();
	queue_report_findings(&(struct settings){ .cores = 1 }, NULL, 0);
	CHECK_EQUAL(fake.records, 1);
}
