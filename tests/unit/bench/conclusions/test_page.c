/* SPDX-License-Identifier: MIT */
/* bench/conclusions/page.c: the answer page. qc's is held to the same text by
 * tests/twin/test_page.py and tests/image/test_last_screen.py. */
#include "bench/conclusions/page.h"

#include <string.h>

#include "bench/conclusions/summary.h"
#include "bench/conditions/noise.h"
#include "bench/report/noted.h"
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

static void tell_headline(void)
{
	struct headline h = { .unit = "ticks", .cores = 1 };
	static const struct judged sure = { .verdict = JUDGED_SURE,
					    .figure = { 41200, 41200, 41200 } };

	fake.clock.hz = 0;
	headline_note(&h, "enqueue", &sure);
	headline_note(&h, "lock_share", &sure);
	summary_headline(&h);
}

TEST(page_of_little_has_all_its_parts)
{
	const char *text;

	tell_headline();
	summary_brief("workqueue", BRIEF_SURE, "The headline has it");
	summary_brief("lock", BRIEF_SURE, "It is so");
	noted_experiment("floor")->results = 7;
	noted_figure(&(struct record_key){ "floor", "rmw", 1, NULL }, 1, 49000);
	noted_figure(&(struct record_key){ "floor", "rmw", 1, NULL }, 256, 6410);
	noted_figure(&(struct record_key){ "floor", "rmw", 2, NULL }, 512, 7000);
	noted_figure(&(struct record_key){ "floor", "xst", 1, NULL }, 512, 8000);
	noted_skipped("lock", "tas");
	text = page(&quick, MACHINE_OK);
	CHECK_EQUAL(fake.pages, 1);
	CHECK(strstr(text, "\n\nEnqueue takes 41.2 emulated ticks, ") ||
	      strstr(text, "\n\nEnqueue takes 41.2 ticks, "));
	CHECK(strstr(text, "\nThe lock is 41.2 % of the "));
	CHECK(strstr(text, "\nenqueue                    41.2\n"));
	CHECK(strstr(text, "\n\nlock       It is so\nfloor      rmw 6.41 "
		     "ticks; 7 results, "
		     "nothing is concluded\n\nNoise grade by core (A silent .. "
		     "F useless): 0:A\nRun ok: 0 results, 1 skipped, 0 "
		     "warnings.\ntools/qc show LOG "));
	CHECK(!strstr(text, "The headline has it"));
	CHECK(lines(text) <= PAGE_LINES && longest(text) <= PAGE_COLUMNS);
}

TEST(page_without_a_headline_tells_of_the_work_queue_below)
{
	summary_brief("workqueue", BRIEF_UNSURE, "unsure: It may be so");
	CHECK(strstr(page(&quick, MACHINE_FAILED),
		     "\n\nworkqueue  unsure: It may be so\n\n"));
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
	static char cpu[200], brief[BRIEF_MAX];
	struct settings many = { .suite = "quick", .cores = 288 };
	char name[32];
	const char *text;

	memset(cpu, 'x', sizeof(cpu) - 1);
	memset(brief, 'y', sizeof(brief) - 1);
	fake.facts.cpu = cpu;
	tell_headline();
	for (unsigned i = 0; i < 24; i++) {
		format(name, sizeof(name), "experiment%u", i);
		summary_brief(name, BRIEF_SURE, brief);
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
