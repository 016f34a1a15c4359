/* SPDX-License-Identifier: MIT */
/* What is abandoned: how it is told, and that it is left out from then on. */
#include "bench/harness/guard.h"

#include <string.h>

#include "bench/harness/trial.h"
#include "bench/proof/proven.h"
#include "bench/report/noted.h"
#include "kernel/common/jobs.h"
#include "kernel/log.h"
#include "kernel/recall.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static const struct record_key key = { "lock", "mine/contend", 2, NULL };

static void hang(void *arg)
{
	(void)arg;
	machine_abandon("hangs: for ever");
}

static void fault(void *arg)
{
	(void)arg;
	abandon_leave(0, 0x2000);
	abandon_ask_of_fault("page fault", 1, 0x1000);
	abandon_now();
}

static void hang_on_many(void *arg)
{
	(void)arg;
	for (unsigned core = 1; core < 6; core++)
		abandon_leave(core, core * 0x1000);
	machine_abandon("hangs: for ever");
}

static void count(void *arg)
{
	++*(unsigned *)arg;
}

static void body(struct cell *cell, unsigned core, uint64_t times)
{
	(void)cell, (void)core, (void)times;
}

static bool run_right(const struct settings *settings)
{
	return settings->cores == 2;
}

static bool run_wrong(const struct settings *settings)
{
	return settings->cores != 2;
}

static bool run_hangs(const struct settings *settings)
{
	(void)settings;
	hang(NULL);
	return true;
}

static bool said(unsigned record, const char *text)
{
	return strstr(fake.record[record], text);
}

TEST(guard_runs_what_comes_back_and_says_nothing)
{
	const struct variant row = { .name = "mine/contend" };
	const struct experiment right = { .name = "lock", .run = run_right };
	const struct experiment wrong = { .name = "lock", .run = run_wrong };
	const struct settings settings = { .cores = 2, .variants = "" };
	unsigned times = 0;

	fake.cores = 2;
	CHECK(guard(&key, NULL, count, &times));
	CHECK_EQUAL(times, 1);
	CHECK(guard_run(&settings, &right));
	CHECK(!guard_run(&settings, &wrong));
	CHECK_EQUAL(fake.records, 0);
	CHECK(!guard_struck("lock", &row));
}

TEST(guard_names_what_hangs_and_strikes_its_primitive)
{
	const struct variant row = { .name = "mine/contend",
				     .primitive = "mine" };
	const struct variant other = { .name = "mine", .primitive = "mine" };
	const struct variant free = { .name = "tas", .primitive = "tas" };

	fake.cores = 2;
	CHECK(!guard(&key, "mine", hang, NULL));
	CHECK_EQUAL(fake.records, 2);
	CHECK(said(0, "\"code\":\"hung\",\"text\":\"lock mine/contend on 2 "
		      "cores: hangs: for ever; core 0 at 0"));
	CHECK(said(0, "; left out\""));
	CHECK(said(1, "\"skipped\"") && said(1, "\"reason\":\"hangs: for ever\""));
	CHECK(guard_struck("lock", &row) && guard_struck("lock", &other));
	CHECK(!guard_struck("lock", &free) && !guard_struck("queue", &row));
	CHECK_EQUAL(proven_of("lock", "mine", 1), DISPROVEN);
}

TEST(guard_strikes_a_row_without_a_primitive_alone)
{
	const struct variant row = { .name = "mine/contend" };
	const struct variant other = { .name = "mine" };

	CHECK(!guard(&key, NULL, hang, NULL));
	CHECK(guard_struck("lock", &row) && !guard_struck("lock", &other));
}

TEST(guard_names_the_core_of_a_fault_alone)
{
	fake.cores = 2;
	CHECK(!guard(&key, NULL, fault, NULL));
	CHECK(said(0, "\"code\":\"faulted\",\"text\":\"lock mine/contend on 2 "
		      "cores: faults: page fault; core 1 at 0000000000001000; "
		      "left out\""));
	CHECK(said(1, "\"reason\":\"faults: page fault\""));
	CHECK(strstr(fake.text, "faults: page fault; core 1 at "));
}

TEST(guard_names_four_cores_and_counts_the_rest)
{
	fake.cores = 6;
	CHECK(!guard(&key, NULL, hang_on_many, NULL));
	CHECK(said(0, "; core 3 at 0000000000003000; and 2 more; left out\""));
	CHECK(!said(0, "core 4 at"));
}

/* What run() measures, but for the last but one and the last. */
static const struct variant own[] = {
	{ .name = "first" }, { .name = "second" }, { .name = "third" },
	{ .name = "swept", .body = body }, { .name = "large", .full_only = true },
};
ROWS(trials, own);

TEST(guard_names_the_trial_that_was_begun_last_and_rows_that_are_left)
{
	const struct experiment experiment = { .name = "trials", .run = run_hangs };
	const struct settings settings = { .cores = 1, .variants = "" };

	noted_rows_of(&experiment);
	noted_row("trials", "first");
	noted_row("others", "third");
	trial_begin(&(struct record_key){ "trials", "second", 1, NULL });
	fake.records = 0;
	CHECK(!guard_run(&settings, &experiment));
	CHECK_EQUAL(fake.records, 3);
	CHECK(said(0, "\"text\":\"trials second on 1 core: hangs"));
	CHECK(said(1, "\"variant\":\"second\""));
	CHECK(said(2, "\"variant\":\"third\",\"reason\":\"no result: the "
		      "experiment ended at second\""));
}

/* More than it remembers: those are tried again, and told again. */
TEST(guard_forgets_none_of_the_first)
{
	char name[8] = "a00";
	struct variant row = { .name = name };
	const struct record_key own = { "lock", name, 1, NULL };

	for (unsigned i = 0; i < 65; i++) {
		name[1] = (char)('0' + i / 10);
		name[2] = (char)('0' + i % 10);
		fake.records = 0;
		CHECK(!guard(&own, NULL, hang, NULL));
		CHECK_EQUAL(guard_struck("lock", &row), i < 64);
	}
}
