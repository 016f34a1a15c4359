/* SPDX-License-Identifier: MIT */
/* bench/page/page.c: the run's last page; tests/twin/test_page.py has the
 * headline. */
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

static const struct settings quick = { .suite = "quick", .cores = 1 };

static const char *page(const struct settings *settings, enum machine_end end)
{
	static char text[FAKE_TEXT_MAX];

	fake.text_length = 0;
	page_show(settings, settings->cores, end);
	memcpy(text, fake.text, fake.text_length);
	text[fake.text_length] = 0;
	return text;
}

static unsigned lines(const char *text)
{
	unsigned count = 0;

	for (; *text; text++)
		count += *text == '\n';
	return count;
}

static unsigned longest(const char *text)
{
	unsigned most = 0, at = 0;

	for (; *text; text++) {
		at = *text == '\n' ? 0 : at + 1;
		most = at > most ? at : most;
	}
	return most;
}

/* A row of six rounds, thousandths of a tick. */
static void note(const char *experiment, const char *variant, unsigned cores,
		 int64_t first, int64_t step, struct page_row row)
{
	int64_t milli[6];

	for (unsigned r = 0; r < 6; r++)
		milli[r] = first + step * r;
	row.unit = row.unit ?: "ticks";
	row.batch = row.batch ?: 1;
	noted_figure(&(struct record_key){ experiment, variant, cores, NULL },
		     milli, 6, &row);
}

TEST(page_has_the_rows_that_an_experiment_names)
{
	int64_t some[] = { QUANTITY_NONE, 6500, QUANTITY_NEVER, 6100, 6300 };
	int64_t none[] = { QUANTITY_NONE, QUANTITY_NONE };
	const char *text;

	noted_figure(&(struct record_key){ "floor", "rmw", 1, NULL }, some, 5,
		     &(struct page_row){ .unit = "ticks", .batch = 1 });
	noted_figure(&(struct record_key){ "floor", "xst", 1, NULL }, none, 2,
		     &(struct page_row){ .unit = "ticks", .batch = 1 });
	note("floor", "stamp", 1, 8000, 0, (struct page_row){ 0 });
	note("mine", "first", 1, 8000, 0,
	     (struct page_row){ .unit = "percent" });
	note("mine", "second", 1, 9000, 0, (struct page_row){ 0 });
	noted_experiment("other")->results = 7;
	noted_skipped("lock", "tas");
	text = page(&quick, MACHINE_OK);
	CHECK(strstr(text, "\nfloor      ticks: rmw 6.40 (6.10 to never, 4 of "
		     "5 rounds clean)\n"));
	CHECK(strstr(text, "\nmine       percent: first 8.00 (8.00 to "
		     "8.00)\n"));
	CHECK(strstr(text, "\nother      7 results\n"));
	CHECK(strstr(text, "F useless): 0:A\nRun ok: 0 results, 1 skipped, 0 "
		     "warnings.\ntools/qc show LOG "));
}

TEST(page_has_no_figure_of_what_is_not_proven_right)
{
	const char *text;

	note("mine", "doubtful", 2, 8000, 0,
	     (struct page_row){ .proven = NOT_PROVEN });
	note("other", "wrong", 2, 8000, 0,
	     (struct page_row){ .proven = DISPROVEN });
	text = page(&quick, MACHINE_OK);
	CHECK(strstr(text, "ticks: doubtful not proven right\n"));
	CHECK(strstr(text, "ticks: wrong wrong\n"));
}

/* The page where the work queue's enqueue has figures as wide as any; of two
 * rows of a name the one of the greater batch counts. */
static const char *doubtful(unsigned batch, unsigned clean, bool turns)
{
	int64_t milli[6];

	for (unsigned r = 0; r < 6; r++)
		milli[r] = r < clean ? 123400 : QUANTITY_NONE;
	noted_figure(&(struct record_key){ "workqueue", "enqueue", 2, NULL },
		     milli, 6, &(struct page_row){ .unit = "ticks",
						   .batch = batch,
						   .turns = turns });
	return page(&quick, MACHINE_OK);
}

TEST(page_cuts_no_figure_of_the_headline)
{
	const char *text = doubtful(1, 1, false);

	CHECK(strstr(text, "\nEnqueue, uncontended 123.4 (1 of 6 rounds clean) "
			   "emulated ticks\n"));
	text = doubtful(2, 5, false);
	CHECK(strstr(text, "\nEnqueue, uncontended 123.4 (123.4 to 123.4, 5 of "
			   "6 rounds clean) emulated ticks\n"));
	text = doubtful(3, 5, true);
	CHECK(strstr(text, "\nEnqueue, uncontended 123.4 (123.4 to 123.4, "
			   "oversubscribed) emulated ticks"));
	text = doubtful(4, 1, true);
	CHECK(strstr(text, "\nEnqueue, uncontended 123.4 (1 of 6 rounds clean, "
			   "oversubscribed) emulated ticks"));
	CHECK(!strstr(text, "..."));
}

TEST(page_tells_a_pair_of_several_cores_as_contended_only)
{
	note("workqueue", "pair", 1, 6000, 100, (struct page_row){ 0 });
	CHECK(!strstr(page(&quick, MACHINE_OK), "contended"));
	note("workqueue", "pair", 2, 6000, 100,
	     (struct page_row){ .batch = 2, .each = 12000 });
	CHECK(strstr(page(&quick, MACHINE_OK), "\nBoth, contended      6.25 "
		     "(6.00 to 6.50) emulated ticks; each of 2 cores 12.0\n"));
}

TEST(page_has_the_median_in_nanoseconds)
{
	note("workqueue", "enqueue", 1, 6000, 100, (struct page_row){ 0 });
	CHECK(strstr(page(&quick, MACHINE_OK), "(6.00 to 6.50) emulated ticks, "
		     "6.25 emulated ns\n"));
}

/* What is wrong is worse than what is not proven, whichever comes first. */
TEST(page_names_the_worst_that_was_found)
{
	noted_validation("lock", "mcs", DISPROVEN);
	noted_validation("lock", "mcs", NOT_PROVEN);
	CHECK(strstr(page(&quick, MACHINE_OK), "\nWRONG ANSWERS (1): lock "
		     "mcs\n"));
}

TEST(page_doubts_records_as_the_log_does)
{
	const int64_t ticks[6] = { 8, 8, 8, 8, 8, 8 };
	const int64_t milli[6] = { 8000, 8000, 8000, 8000, 8000, 8000 };
	struct result result = {
		.key = { "one", "a", 2, NULL }, .per = "b", .batch = 1,
		.rounds = 6, .round_p50 = ticks, .round_mean_milli = milli,
		.summary = { .n = 6, .p50 = 8 }, .proven = DISPROVEN };
	const char *text;

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
	text = page(&quick, MACHINE_OK);
	CHECK(strstr(text, "\none        ticks: a wrong\n"));
	CHECK(strstr(text, "\ntwo        ticks: a wrong\n"));
	CHECK(strstr(text, "\nthree      ticks: a 8.00 (8.00 to 8.00, "
		     "oversubscribed)\n"));
	CHECK(strstr(text, "\nfour       ticks: a 8.00 (8.00 to 8.00, "
		     "oversubscribed)\n"));
}

TEST(page_says_that_the_host_was_busy)
{
	log_warning("host_busy", "it was");
	CHECK(strstr(page(&quick, MACHINE_OK), "\nRun ok, on a busy host: "));
}

TEST(page_says_how_the_run_ended)
{
	page(&quick, MACHINE_FAILED);
	CHECK(!strstr(fake.text, "\n\n\n"));
	CHECK(strstr(fake.text, "\nRun FAILED: 0 results, 0 warnings.\n"));
	page(&quick, MACHINE_STOPPED);
	CHECK(strstr(fake.text, "\nRun stopped by a key: 0 results, "));
}

/* Whatever comes: 22 lines of 79 columns. */
TEST(page_never_outgrows_the_screen)
{
	static const char *const codes[] = {
		"a_code_that_is_long", "another_long_code", "a_third_long_code",
		"the_fourth_long_code", "and_a_fifth_one" };
	static char cpu[200];
	struct settings many = { .suite = "quick", .cores = 288 };
	char name[32];
	const char *text;

	memset(cpu, 'x', sizeof(cpu) - 1);
	fake.facts.cpu = cpu;
	note("workqueue", "enqueue", 1, 7000, 100, (struct page_row){ 0 });
	for (unsigned i = 0; i < 24; i++) {
		format(name, sizeof(name), "experiment%u", i);
		note(name, "a_row_whose_name_is_long", 1, -123456789012345,
		     123456, (struct page_row){ .unit = "permille" });
		noted_validation(name, "a_variant_of_it", i % 2 ? DISPROVEN
							       : NOT_PROVEN);
	}
	for (unsigned i = 0; i < 10; i++)
		log_warning(codes[i % 5], "it is odd");
	text = page(&many, MACHINE_OK);
	CHECK_EQUAL(lines(text), PAGE_LINES);
	CHECK_EQUAL(longest(text), PAGE_COLUMNS);
	CHECK(strstr(text, "x..., "));
	CHECK(strstr(text, "\nWRONG ANSWERS (12): experiment1 a_variant_of_it, "
		     "and ") || strstr(text, "\nWRONG ANSWERS (12): "
				       "experiment1 a_variant_of_it and 11 more\n"));
	CHECK(strstr(text, " more experiments\n"));
	CHECK(strstr(text, "F useless): 288 A\n"));
	CHECK(strstr(text, "\nWarnings (10): a_code_that_is_long 2, "
		     "another_long_code 2 and 3 more\n"));
}

TEST(page_of_many_cores_counts_their_grades)
{
	struct settings nine = { .suite = "quick", .cores = 9 };

	*(struct noise *)noise_worst(3) = (struct noise){
		.watched = 1000000, .gaps = 2, .lost = 900000,
		.max = 90000000 };
	CHECK(strstr(page(&nine, MACHINE_OK), "F useless): 8 A, 1 F\n"));
	nine.cores = 8;
	CHECK(strstr(page(&nine, MACHINE_OK), "F useless): 0:A 1:A 2:A 3:F "));
}
