/* SPDX-License-Identifier: MIT */
/* bench/harness/{trial,passage}.c: what is written, shown and counted. */
#include "bench/harness/trial.h"

#include <stdlib.h>
#include <string.h>

#include "bench/conditions/bound.h"
#include "bench/harness/passage.h"
#include "bench/report/progress.h"
#include "bench/samples/scratch.h"
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

/* ---- rows that sample themselves --------------------------------------- */

static unsigned passes, loses_at;

static void pass_or_lose(unsigned core, void *arg)
{
	struct passage *p = arg;

	(void)core;
	p->in = p->wanted;
	p->out = p->in - (++passes == loses_at);
	p->wall = passes < 3 ? 197 + passes : 195;
}

static uint32_t take_two(struct row *row, unsigned round, int64_t *samples)
{
	CHECK_EQUAL(row->n, 2 * round);
	samples[0] = samples[1] = 70;
	return 2;
}

TEST(row_ends_where_its_items_are_lost_and_the_others_go_on)
{
	CHECK(scratch_left() || scratch_init());
	/* Two rounds find out how many items, the shorter is the pilot; three
	 * are measured. */
	for (loses_at = 0; loses_at <= 5; loses_at++) {
		uint64_t items = 0;
		struct passage p = { .cores = 1, .on_core = pass_or_lose,
				     .pop = pop_one, .queue = &items };
		struct row rows[] = {
			{ .result = { .key = key, .primitive = "tas",
				      .per = "item", .batch = 1 },
			  .take = passage_take, .of = &p },
			{ .result = { .key = { "lock", "other", 1, NULL },
				      .per = "item", .batch = 1 },
			  .take = take_two, .most = 2 } };
		bool lost = loses_at, at_once = lost && loses_at <= 2;

		passes = 0;
		fake.records = 0;
		scratch_empty();
		passage_fill(&rows[0], 8, 64, 390);
		CHECK_EQUAL(rows[0].out, at_once);
		if (!rows[0].out) {
			CHECK_EQUAL(rows[0].result.batch, 8);
			CHECK_EQUAL(rows[0].history.pilot, 198);
		}
		CHECK_EQUAL(rows_measure(rows, 2, &(struct rounds){
					 .wanted = 3 }, 1), at_once || !lost);
		CHECK_EQUAL(rows[0].out, lost);
		CHECK_EQUAL(rows[1].history.rounds, 3);
		CHECK_EQUAL(row_report(&rows[0]), lost ? 0 : 195);
		CHECK_EQUAL(row_report(&rows[1]), 70);
		CHECK_EQUAL(fake_said("\"result\"", "\"other\""), 1);
		CHECK_EQUAL(fake_said("\"result\"", "\"mcs\""), !lost);
	}
}
