/* SPDX-License-Identifier: MIT */
/* bench/page/page.c: of the run's last page what golden runs do not have. */
#include "bench/page/page.h"

#include <string.h>

#include "bench/conditions/noise.h"
#include "bench/conditions/timesharing.h"
#include "bench/report/noted.h"
#include "bench/report/quantity.h"
#include "bench/report/result.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

/* A run of so many cores. */
static const char *page_of(unsigned cores)
{
	fake.text_length = 0;
	page_show(&(struct settings){ .suite = "quick", .cores = cores }, cores,
		  MACHINE_OK);
	return fake.text;
}

static bool has(const char *line)
{
	return strstr(page_of(1), line);
}

/* A row of six rounds, thousandths of a tick; those behind `clean` are none. */
static void note(const char *experiment, const char *variant, unsigned cores,
		 int64_t first, int64_t step, unsigned clean,
		 struct page_row row)
{
	int64_t milli[6];

	for (unsigned r = 0; r < 6; r++)
		milli[r] = r < clean ? first + step * r : QUANTITY_NONE;
	row.unit = row.unit ?: "ticks";
	row.batch = row.batch ?: 1;
	noted_figure(&(struct record_key){ experiment, variant, cores, NULL },
		     milli, 6, &row);
}

TEST(page_has_the_rows_that_an_experiment_names)
{
	int64_t some[] = { QUANTITY_NONE, 6500, QUANTITY_NEVER, 6100, 6300 };
	const struct page_row ticks = { .unit = "ticks", .batch = 1 };

	noted_figure(&(struct record_key){ "floor", "rmw", 1, NULL }, some, 5,
		     &ticks);
	noted_figure(&(struct record_key){ "floor", "xst", 1, NULL }, some, 1,
		     &ticks);
	note("floor", "stamp", 1, 8000, 0, 6, (struct page_row){ 0 });
	note("doubtful", "a", 2, 8000, 0, 6,
	     (struct page_row){ .proven = NOT_PROVEN });
	note("erring", "a", 2, 8000, 0, 6,
	     (struct page_row){ .proven = DISPROVEN });
	noted_experiment("other")->results = 7;
	noted_skipped("lock", "tas");
	CHECK(has("\nfloor      ticks: rmw 6.40 (6.10 to never, 4 of 5 rounds "
		  "clean)\n"));
	CHECK(has("ticks: a not proven right\n") && has("ticks: a wrong\n"));
	CHECK(has("\nother      7 results\n"));
	CHECK(has("F useless): 0:A\nRun ok: 0 results, 1 skipped, 0 warnings.\n"
		  "tools/qc show LOG "));
}

/* Where the work queue's enqueue has figures as wide as any; of two rows of a
 * name the one of the greater batch counts. */
TEST(page_cuts_no_figure_of_the_headline)
{
	static const struct { unsigned clean; bool turns; const char *shown; }
	rows[] = {
		{ 1, false, "123.4 (1 of 6 rounds clean) emulated ticks\n" },
		{ 5, false, "123.4 (123.4 to 123.4, 5 of 6 rounds clean) "
			    "emulated ticks\n" },
		{ 5, true, "123.4 (123.4 to 123.4, oversubscribed) emulated "
			   "ticks" },
		{ 1, true, "123.4 (1 of 6 rounds clean, oversubscribed) "
			   "emulated ticks" },
	};
	char line[128];

	EACH_ROW(i, rows) {
		note("workqueue", "enqueue", 2, 123400, 0, rows[i].clean,
		     (struct page_row){ .batch = i + 1,
					.turns = rows[i].turns });
		format(line, sizeof(line), "\nEnqueue, uncontended %s",
		       rows[i].shown);
		CHECK(has(line) && !has("..."));
	}
}

TEST(page_headline_tells_a_pair_of_several_cores_as_contended_only)
{
	note("workqueue", "pair", 1, 6000, 100, 6, (struct page_row){ 0 });
	CHECK(!has(" contended"));
	note("workqueue", "pair", 2, 6000, 100, 6,
	     (struct page_row){ .batch = 2, .each = 12000 });
	CHECK(has("\nBoth, contended      6.25 (6.00 to 6.50) emulated ticks; "
		  "each of 2 cores 12.0\n"));
}

TEST(page_doubts_records_as_the_log_does)
{
	const int64_t ticks[6] = { 8, 8, 8, 8, 8, 8 };
	const int64_t milli[6] = { 8000, 8000, 8000, 8000, 8000, 8000 };
	struct result result = {
		.key = { "one", "a", 2, NULL }, .per = "b", .batch = 1,
		.rounds = 6, .round_p50 = ticks, .round_mean_milli = milli,
		.summary = { .n = 6, .p50 = 8 }, .proven = DISPROVEN };

	proven_note("two", "a", 2, DISPROVEN);
	record_result(&result);
	record_quantity(&(struct quantity){ .key = { "two", "a", 2, NULL },
					    .rounds = 6, .round = milli });
	timesharing_settle();
	timesharing_look(2);
	result.key.experiment = "three";
	result.proven = PROVEN;
	record_result(&result);
	record_quantity(&(struct quantity){ .key = { "four", "a", 2, NULL },
					    .rounds = 6, .round = milli });
	CHECK(has("\none        ticks: a wrong\n"));
	CHECK(has("\ntwo        ticks: a wrong\n"));
	CHECK(has("\nthree      ticks: a 8.00 (8.00 to 8.00, "
		  "oversubscribed)\n"));
	CHECK(has("\nfour       ticks: a 8.00 (8.00 to 8.00, "
		  "oversubscribed)\n"));
}

TEST(page_says_how_the_run_ended)
{
	const struct settings quick = { .suite = "quick" };

	page_show(&quick, 1, MACHINE_STOPPED);
	CHECK(!strstr(fake.text, "\n\n\n"));
	CHECK(strstr(fake.text, "\nRun stopped by a key: 0 results, "));
	log_warning("host_busy", "it was");
	CHECK(has("\nRun ok, on a busy host: "));
	/* What is wrong is worse than what is not proven, in any order. */
	noted_validation("lock", "mcs", DISPROVEN);
	noted_validation("lock", "mcs", NOT_PROVEN);
	CHECK(has("\nWRONG ANSWERS (1): lock mcs\n"));
}

/* Whatever comes: 22 lines of 79 columns. */
TEST(page_never_outgrows_the_screen)
{
	static const char *const codes[] = {
		"a_code_that_is_long", "another_long_code", "a_third_long_code",
		"the_fourth_long_code", "and_a_fifth_one" };
	static char cpu[200];
	unsigned lines = 0, at = 0, longest = 0;
	char name[32];

	memset(cpu, 'x', sizeof(cpu) - 1);
	fake.facts.cpu = cpu;
	note("workqueue", "enqueue", 1, 7000, 100, 6, (struct page_row){ 0 });
	for (unsigned i = 0; i < 24; i++) {
		format(name, sizeof(name), "experiment%u", i);
		note(name, "a_row_whose_name_is_long", 1, -123456789012345,
		     123456, 6, (struct page_row){ .unit = "permille" });
		noted_validation(name, "a_variant_of_it", i % 2 ? DISPROVEN
							       : NOT_PROVEN);
	}
	for (unsigned i = 0; i < 10; i++)
		log_warning(codes[i % 5], "it is odd");
	for (const char *text = page_of(288); *text; text++) {
		lines += *text == '\n';
		at = *text == '\n' ? 0 : at + 1;
		longest = at > longest ? at : longest;
	}
	CHECK_EQUAL(lines, PAGE_LINES);
	CHECK_EQUAL(longest, PAGE_COLUMNS);
	CHECK(strstr(fake.text, "x..., "));
	CHECK(strstr(fake.text, "\nWRONG ANSWERS (12): experiment1 "));
	CHECK(strstr(fake.text, " and 11 more\n"));
	CHECK(strstr(fake.text, " more experiments\n"));
	CHECK(strstr(fake.text, "F useless): 288 A\n"));
	CHECK(strstr(fake.text, "\nWarnings (10): a_code_that_is_long 2, "
		     "another_long_code 2 and 3 more\n"));
}

TEST(page_of_many_cores_counts_their_grades)
{
	*(struct noise *)noise_worst(3) = (struct noise){
		.watched = 1000000, .gaps = 2, .lost = 900000,
		.max = 90000000 };
	CHECK(strstr(page_of(9), "F useless): 8 A, 1 F\n"));
	CHECK(strstr(page_of(8), "F useless): 0:A 1:A 2:A 3:F "));
}
