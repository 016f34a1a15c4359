/* SPDX-License-Identifier: MIT */
/* bench/experiments/inject/{page,rounds}.c: what a row shows, and what is seen
 * of a round. */
#define inject_show_begin apart_show_begin
#define inject_show_live apart_show_live
#define inject_show_table apart_show_table
#define inject_record apart_record
#define inject_record_rounds apart_record_rounds
#define inject_round apart_round
#define inject_repeat apart_repeat
#define inject_rounds apart_rounds
#define inject_run apart_run
#define inject_unfit apart_unfit

#include "bench/experiments/inject/page.c"
#include "bench/experiments/inject/rounds.c"

#include <string.h>

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

unsigned apart_rounds(void)
{
	return 1;
}

bool apart_run(const struct inject_load *load, struct inject_seen *seen)
{
	(void)load, (void)seen;
	return false;
}

const char *apart_unfit(const struct inject_load *load)
{
	(void)load;
	return NULL;
}

/* ---- a row ------------------------------------------------------------------ */

TEST(inject_time_of_a_row_is_the_nearest_second)
{
	static const struct { uint64_t ms; int64_t seconds; } at[] = {
		{ 0, 0 }, { 499, 0 }, { 500, 1 }, { 1499, 1 }, { 1500, 2 } };

	for (unsigned i = 0; i < sizeof(at) / sizeof(at[0]); i++) {
		struct inject_row row = { .at = scale_ticks(at[i].ms) };

		CHECK_EQUAL(seconds_at(&row), at[i].seconds);
	}
}

TEST(inject_table_has_eight_rows_of_whole_seconds)
{
	static const struct {
		struct inject_load load;
		uint64_t ms;
	} is[] = {
		{ { .stop_ms = 80000, .every_ms = 5, .bursts = 5 }, 10000 },
		{ { .every_ms = 30000, .bursts = 3, .block_ms = 5 }, 11000 },
		{ { .block_ms = 16000 }, 6000 },
		{ { .stop_ms = 79999 }, 9000 },
		{ { .stop_ms = 8000 }, 1000 }, { { .stop_ms = 7999 }, 1000 },
	};

	for (unsigned i = 0; i < sizeof(is) / sizeof(is[0]); i++)
		CHECK_EQUAL(table_every(&is[i].load), is[i].ms);
}

/* ---- a round ---------------------------------------------------------------- */

static struct inject_figures figures_of(uint32_t looks, uint32_t inside)
{
	struct inject_seen seen = { .peak = 4, .looks = looks,
				    .inside = inside };
	struct inject_figures figures;

	keep_figures(&(struct inject_load){ .least = 2 }, &seen, 2, &figures);
	return figures;
}

TEST(inject_looks_inside_a_task_are_so_many_per_cent)
{
	static const struct { uint32_t looks, inside; int64_t milli; } is[] = {
		{ 0, 0, 0 }, { 1, 1, 100000 }, { 3, 1, 33333 } };

	for (unsigned i = 0; i < sizeof(is) / sizeof(is[0]); i++) {
		struct inject_figures f = figures_of(is[i].looks, is[i].inside);

		CHECK_EQUAL(f.round[INJECT_INSIDE][2], is[i].milli);
		CHECK_EQUAL(f.round[INJECT_PEAK][2], 4000);
		CHECK_EQUAL(f.rounds, 3);
	}
}

/* Two rows; published milliseconds that are whole in ticks. */
static uint64_t all_there_ms;

static int64_t figure_of(enum inject_figure which, uint64_t settled_ms,
			 uint64_t done)
{
	struct inject_row row[] = {
		{ .at = scale_ticks(1000), .done = 5 },
		{ .at = scale_ticks(3000), .done = 5 + done } };
	struct inject_seen seen = { .peak = 9000, .row = row, .rows = 2,
				    .all_ms = all_there_ms };
	struct inject_figures figures;

	keep_figures(&(struct inject_load){ .least = 2,
					    .settled_ms = settled_ms },
		     &seen, 0, &figures);
	return figures.round[which][0];
}

TEST(inject_workers_added_are_so_many_a_second)
{
	CHECK_EQUAL(figure_of(INJECT_ADDED, 0, 1), 8998 * 1000 / 3);
	all_there_ms = 1000; /* and none was added in the two seconds since */
	CHECK_EQUAL(figure_of(INJECT_ADDED, 0, 1), 8998 * 1000);
	all_there_ms = 0;
}

TEST(inject_time_of_a_thousand_tasks_is_that_from_where_it_settled)
{
	CHECK_EQUAL(figure_of(INJECT_THOUSAND, 1000, 4000),
		    1000000000 / 2000000);
	CHECK_EQUAL(figure_of(INJECT_THOUSAND, 0, 4000), QUANTITY_NEVER);
	CHECK_EQUAL(figure_of(INJECT_THOUSAND, 1001, 4000), QUANTITY_NEVER);
	CHECK_EQUAL(figure_of(INJECT_THOUSAND, 1000, 0), QUANTITY_NEVER);
}

static struct inject_figures figures_of_cores(const struct inject_seen *seen)
{
	static struct inject_figures figures;

	keep_figures(&(struct inject_load){ .cores = 2 }, seen, 0, &figures);
	return figures;
}

TEST(inject_cores_are_busy_for_a_share_of_their_time)
{
	struct inject_seen seen = { .computed = 150, .elapsed = 100 };

	CHECK_EQUAL(figures_of_cores(&seen).round[INJECT_BUSY][0], 75000);
	CHECK_EQUAL(figures_of_cores(&seen).round[INJECT_LOST][0], 25000);
	seen.computed = 201; /* what was taken away counts as computing */
	CHECK_EQUAL(figures_of_cores(&seen).round[INJECT_BUSY][0], 100000);
}

TEST(inject_workers_beyond_one_a_core_are_useless)
{
	const int64_t bytes = (int64_t)sched_fiber_bytes() * 1000;
	struct inject_seen seen = { .peak = 5 };

	CHECK_EQUAL(figures_of_cores(&seen).round[INJECT_USELESS][0],
		    3 * bytes);
	seen.peak = 1;
	CHECK_EQUAL(figures_of_cores(&seen).round[INJECT_USELESS][0], 0);
}

TEST(inject_all_are_never_there_where_no_row_has_them)
{
	struct inject_seen seen = { .first_ms = 60, .dip_ms = 70 };
	struct inject_figures f = figures_of_cores(&seen);

	CHECK_EQUAL(f.round[INJECT_ALL][0], QUANTITY_NEVER);
	CHECK_EQUAL(f.round[INJECT_FIRST][0], 60);
	CHECK_EQUAL(f.round[INJECT_DIP][0], 70);
	seen.all_ms = 80;
	CHECK_EQUAL(figures_of_cores(&seen).round[INJECT_ALL][0], 80);
}

/* ---- what is said --------------------------------------------------------- */

static unsigned warned(const struct inject_seen *seen, const char *what)
{
	const struct inject_load block = { .variant = "block" };

	fake.records = 0;
	warn_of_limits(&block, seen);
	return fake.records && strstr(fake.record[fake.records - 1], what);
}

TEST(inject_tells_what_there_was_no_memory_for)
{
	CHECK(!warned(&(struct inject_seen){ .limit = UINT32_MAX }, ""));
	CHECK(warned(&(struct inject_seen){ .limit = 7 },
		     "\"code\":\"worker_limit\",\"text\":\"inject block: "
		     "memory for 7 workers only"));
	CHECK(warned(&(struct inject_seen){ .limit = UINT32_MAX,
					    .rows_lost = 3 },
		     "\"code\":\"rows_lost\",\"text\":\"inject block: "
		     "no room for 3 rows before the last"));
}

TEST(inject_status_tells_the_published_second)
{
	const struct inject_load block = { .variant = "block" };
	const struct inject_row row = { .at = scale_ticks(41995), .threads = 5,
					.running = 3, .pending = 2 };

	live.last = tsc_read() - ticks_of_seconds(1);
	live.told = tsc_read();
	apart_show_live(&block, &row, 0); /* nothing is seen yet */
	CHECK_TEXT(fake.status_line, "");
	apart_show_live(&block, &row, 1);
	CHECK_TEXT(fake.status_line, " inject block  41 s | 5 threads | "
		   "3 running | 2 pending");
}

/* A row each tenth of a second is not too much for a serial line. */
TEST(inject_rows_are_shown_live_where_there_is_time_for_them)
{
	const struct inject_load load = { .variant = "played" };
	const struct inject_row row = { .threads = 77 };
	const uint64_t tenth = 1000 / LIVE_PER_SECOND;

	fake.clock.hz = 1000000;
	scale_use(1);
	trial_begin(&(struct record_key){ "inject", "played", 1, NULL });
	for (uint64_t every = tenth - 1; every <= tenth; every++) {
		apart_show_begin(&load, true);
		live.every_ms = every;
		live.last = live.told = 0;
		apart_show_live(&load, &row, 1);
		CHECK_EQUAL(strstr(fake.text, "77") != NULL, every == tenth);
	}
}

/* The first figure that it names gives the record its unit. */
TEST(inject_rounds_are_told_by_the_figures_that_the_load_names)
{
	static const enum inject_figure which[] = {
		INJECT_AGAIN, INJECT_PEAK, INJECT_FIGURES };
	struct inject_load load = { .variant = "burst", .cores = 2,
				    .least = 3, .most = 9, .told = which };
	struct inject_figures f = { .rounds = 0 };

	f.round[INJECT_AGAIN][0] = QUANTITY_NEVER;
	f.round[INJECT_PEAK][0] = 9000;
	f.round[INJECT_PEAK][1] = QUANTITY_NONE;
	fake.records = 0;
	scale_use(7);
	inject_record_rounds(&load, &f);
	CHECK_EQUAL(fake.records, 0);
	f.rounds = 2;
	load.begin = 5;
	inject_record_rounds(&load, &f);
	scale_use(0);
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake.record[0], "\"variant\":\"burst\",\"cores\":2,"
		     "\"params\":{\"min\":3,\"max\":9,\"scale\":7,\"begin\":5},"
		     "\"unit\":\"s\",\"rounds\":[\"never\",0],"
		     "\"peak_rounds\":[9,null]"));
}
