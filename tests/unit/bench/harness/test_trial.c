/* SPDX-License-Identifier: MIT */
/* bench/harness/{trial,passage}.c: what is written, shown and counted. */
#include "bench/harness/trial.h"

#include <stdlib.h>
#include <string.h>

#include "bench/conditions/bound.h"
#include "bench/harness/passage.h"
#include "bench/report/progress.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static const struct record_key key = { "lock", "mcs", 4, NULL };

TEST(trial_step_and_begin_put_off_the_bound)
{
	fake.has_tick = true;
	bound_begin(true);
	fake.clock.hz = 3000;
	for (unsigned begin = 0; begin < 2; begin++) {
		uint64_t since = tsc_read();

		while (tsc_read() - since <= ticks_of_seconds(1))
			;
		fake.tick_period = 0;
		if (begin)
			trial_begin(&key);
		else
			trial_step(1);
		CHECK_EQUAL(fake.tick_period, ticks_of_seconds(BOUND_SECONDS));
	}
	CHECK_TEXT(fake.experiment, "lock");
	CHECK_TEXT(fake.variant, "mcs");
}

/* ---- verdict ----------------------------------------------------------- */

static bool verdict(enum proven proven)
{
	return trial_verdict(&key, &(struct proof){
		.property = "mutual exclusion", .operations = 7,
		.proven = proven });
}

TEST(trial_verdict_of_what_is_right_is_recorded)
{
	CHECK(verdict(PROVEN));
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake_last(), "\"variant\":\"mcs\",\"cores\":4,"
		     "\"verdict\":\"ok\",\"property\":\"mutual exclusion\","
		     "\"counts\":{\"operations\":7}"));
	/* It may be timed where nothing wrong was seen, either. */
	CHECK(verdict(NOT_PROVEN));
	CHECK_EQUAL(fake.records, 2);
	CHECK(strstr(fake_last(), "\"verdict\":\"not_proven\""));
	CHECK_EQUAL(proven_of("lock", "mcs", PROVEN_ON_ANY), NOT_PROVEN);
	CHECK_EQUAL(fake.text_length, 0);
}

TEST(trial_verdict_of_what_is_wrong_is_recorded_shown_and_warned_of)
{
	CHECK(!verdict(DISPROVEN));
	CHECK_EQUAL(fake.records, 2);
	CHECK(strstr(fake.record[0], "\"verdict\":\"failed\""));
	CHECK_TEXT(fake_printed(), "mcs                          VALIDATION "
		   "FAILED: not timed\n");
	CHECK(strstr(fake_last(), "\"validation_failed\",\"text\":\"lock mcs on "
		     "4 cores: not timed, it gives wrong answers\""));
	CHECK_EQUAL(proven_of("lock", "mcs", PROVEN_ON_ANY), DISPROVEN);
}

TEST(trial_wrong_while_it_was_timed_is_warned_of)
{
	CHECK(!trial_wrong(&key, "%u of %u", 3u, 5u));
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake_last(), "lock mcs on 4 cores: 3 of 5\""));
	CHECK_EQUAL(proven_of("lock", "mcs", PROVEN_ON_ANY), DISPROVEN);
}

/* ---- what passed through ----------------------------------------------- */

static bool pop_one(void *queue, struct work *work)
{
	uint64_t *items = queue;

	(void)work;
	return *items && (*items)--;
}

static bool pop_for_ever(void *queue, struct work *work)
{
	(void)queue;
	(void)work;
	return true;
}

static struct passage counted; /* what the core is to say */

static void count(unsigned core, void *arg)
{
	struct passage *p = arg;

	(void)core;
	p->in = counted.in;
	p->out = counted.out;
}

TEST(passage_tells_what_came_late_from_what_was_lost)
{
	static const struct {
		uint64_t in, out, left;
		enum proven proven;
		const char *why;
	} rows[] = {
		{ 8, 8, 0, PROVEN, "" },
		{ 8, 7, 1, NOT_PROVEN, "items came too late" },
		{ 5, 5, 0, NOT_PROVEN, "items came too late" }, /* no room */
		{ 0, 0, 0, NOT_PROVEN, "items came too late" },
		{ 8, 7, 0, DISPROVEN, "items were lost" },
		{ 6, 4, 1, DISPROVEN, "items were lost" },
		{ 8, 8, 1, DISPROVEN, "more items came out" },
		{ 7, 8, 0, DISPROVEN, "more items came out" },
	};
	struct passage p = { .cores = 1, .on_core = count };
	struct row row = { .result = { .key = key, .primitive = "tas" },
			   .of = &p };

	EACH_ROW(i, rows) {
		bool wrong = rows[i].proven == DISPROVEN;
		bool right = rows[i].proven == PROVEN;
		uint64_t items = rows[i].left;

		counted = (struct passage){ .in = rows[i].in,
					    .out = rows[i].out };
		p.pop = pop_one;
		p.queue = &items;
		p.wrong = false;
		fake.records = 0;
		CHECK_EQUAL(passage_round(&row, 8), right);
		CHECK_EQUAL(p.left, rows[i].left);
		CHECK_EQUAL(p.wrong, wrong);
		CHECK_EQUAL(fake.records, right ? 0 : 1 + wrong);
		CHECK(strstr(fake_printed(), rows[i].why));
	}
	CHECK_EQUAL(fake_said("\"items_lost\",\"text\":\"lock mcs on 4 cores: "
			      "more items", ""), 1);
	CHECK_EQUAL(fake_said("\"verdict\":\"failed\"", "\"counts\":{"
			      "\"operations\":8,\"in\":7,\"out\":8,\"left\":0}"),
		    1);
	CHECK_EQUAL(proven_of("lock", "tas", 4), DISPROVEN);
	p.pop = pop_for_ever;
	CHECK(!passage_round(&row, 8));
	CHECK_EQUAL(p.left, 8);
}
