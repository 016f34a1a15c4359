/* SPDX-License-Identifier: MIT */
/* What is abandoned: how it is told, and that it is left out from then on. */
#include "bench/harness/guard.h"

#include <string.h>

#include "bench/harness/trial.h"
#include "bench/proof/proven.h"
#include "bench/report/noted.h"
#include "kernel/common/jobs.h"
#include "kernel/recall.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static const struct record_key key = { "lock", "mine/contend", 2, NULL };
static const struct variant row = { .name = "mine/contend",
				    .primitive = "mine" };
static const struct variant other = { .name = "mine", .primitive = "mine" };

static void hang(void *arg)
{
	(void)arg;
	machine_abandon("hangs: for ever");
}

static void hang_on_many(void *arg)
{
	for (unsigned core = 1; core < 6; core++)
		abandon_leave(core, core * 0x1000);
	hang(arg);
}

static void fault(void *arg)
{
	(void)arg;
	abandon_leave(0, 0x2000);
	abandon_ask_of_fault("page fault", 1, 0x1000);
	abandon_now();
}

static void body(struct cell *cell, unsigned core, uint64_t times)
{
	(void)cell, (void)core, (void)times;
}

static bool run_hangs(const struct settings *settings)
{
	(void)settings;
	hang(NULL);
	return true;
}

TEST(guard_names_what_hangs_and_strikes_its_primitive)
{
	const struct variant free = { .name = "tas", .primitive = "tas" };

	fake.cores = 2;
	CHECK(!guard(&key, "mine", hang, NULL));
	CHECK_EQUAL(fake.records, 2);
	CHECK_EQUAL(fake_said("\"code\":\"hung\",\"text\":\"lock mine/contend on "
			      "2 cores: hangs: for ever; core 0 at 0",
			      "; left out\""), 1);
	CHECK_EQUAL(fake_said("\"skipped\"", "\"reason\":\"hangs: for ever\""),
		    1);
	CHECK(guard_struck("lock", &row) && guard_struck("lock", &other));
	CHECK(!guard_struck("lock", &free) && !guard_struck("queue", &row));
	CHECK_EQUAL(proven_of("lock", "mine", 1), DISPROVEN);
}

TEST(guard_names_the_core_of_a_fault_alone_or_four_and_counts_the_rest)
{
	fake.cores = 6;
	CHECK(!guard(&key, NULL, fault, NULL));
	CHECK_EQUAL(fake_said("\"code\":\"faulted\",\"text\":\"lock mine/contend "
			      "on 2 cores: faults: page fault; core 1 at "
			      "0000000000001000; left out\"", ""), 1);
	CHECK_EQUAL(fake_said("\"reason\":\"faults: page fault\"", ""), 1);
	CHECK(strstr(fake.text, "faults: page fault; core 1 at "));
	CHECK(!guard(&key, NULL, hang_on_many, NULL));
	CHECK_EQUAL(fake_said("; core 3 at 0000000000003000; and 2 more; left "
			      "out\"", ""), 1);
	CHECK_EQUAL(fake_said("core 4 at", ""), 0);
}

/* What run() measures, but for the last but one and the last. */
static const struct variant own[] = {
	{ .name = "first" }, { .name = "second" }, { .name = "third" },
	{ .name = "swept", .body = body }, { .name = "large", .full_only = true },
};
ROWS(trials, own);

TEST(guard_names_the_trial_that_was_begun_last_and_rows_that_are_left)
{
	const struct experiment experiment = { .name = "trials",
					       .run = run_hangs };
	const struct settings settings = { .cores = 1, .variants = "" };

	noted_rows_of(&experiment);
	noted_row("trials", "first");
	noted_row("others", "third");
	trial_begin(&(struct record_key){ "trials", "second", 1, NULL });
	fake.records = 0;
	CHECK(!guard_run(&settings, &experiment));
	CHECK_EQUAL(fake.records, 3);
	CHECK(strstr(fake.record[0], "\"trials second on 1 core: hangs"));
	CHECK(strstr(fake.record[1], "\"variant\":\"second\""));
	CHECK(strstr(fake.record[2], "\"variant\":\"third\",\"reason\":\"no "
		     "result: the experiment ended at second\""));
}

/* More than it remembers: those are tried again, and told again. */
TEST(guard_forgets_none_of_the_first)
{
	char name[8] = "a";
	const struct variant named = { .name = name };
	const struct record_key of_name = { "lock", name, 1, NULL };

	for (unsigned i = 0; i < 65; i++) {
		name[1] = (char)('0' + i);
		fake.records = 0;
		CHECK(!guard(&of_name, NULL, hang, NULL));
		CHECK_EQUAL(guard_struck("lock", &named), i < 64);
	}
}
