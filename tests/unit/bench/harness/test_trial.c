/* SPDX-License-Identifier: MIT */
/* bench/harness/trial.c: what is written, shown and counted, and in which
 * order subjects take turns. */
#include "bench/harness/trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/conditions/bound.h"
#include "bench/report/progress.h"
#include "bench/report/record.h"
#include "bench/samples/scratch.h"
#include "bench/report/table.h"
#include "kernel/log.h"
#include "kernel/options.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static const struct record_key key = { "lock", "mcs", 4, NULL };

/* Records of a kind. */
static unsigned records(const char *kind)
{
	char wanted[64];
	unsigned n = 0;

	snprintf(wanted, sizeof(wanted), "\"record\":\"%s\"", kind);
	for (unsigned i = 0; i < fake.records; i++)
		n += strstr(fake.record[i], wanted) != NULL;
	return n;
}

static unsigned lines(const char *part)
{
	unsigned n = 0;

	for (const char *at = fake.text; (at = strstr(at, part)); at++)
		n++;
	return n;
}

/* So many ticks that the next word of progress is due. */
static void slow_clock(void)
{
	fake.clock.hz = 3000;
}

/* Steps that are done, as the last record of progress says; the next is due. */
static unsigned steps(void)
{
	const char *last = NULL;

	for (unsigned i = 0; i < fake.records; i++)
		last = strstr(fake.record[i], "\"done\":") ?: last;
	return last ? (unsigned)strtoul(last + strlen("\"done\":"), NULL, 10)
		    : 0;
}

/* ---- bound --------------------------------------------------------------- */

TEST(trial_step_and_begin_put_off_the_bound)
{
	fake.has_tick = true;
	bound_begin(true);
	slow_clock();
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
}

/* ---- verdict ------------------------------------------------------------ */

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
	CHECK(strstr(fake.record[0], "\"variant\":\"mcs\",\"cores\":4,"
		     "\"verdict\":\"ok\",\"property\":\"mutual exclusion\","
		     "\"counts\":{\"operations\":7}"));
	CHECK_EQUAL(fake.text_length, 0);
}

TEST(trial_verdict_of_what_is_wrong_is_recorded_shown_and_warned_of)
{
	CHECK(!verdict(DISPROVEN));
	CHECK_EQUAL(fake.records, 2);
	CHECK(strstr(fake.record[0], "\"verdict\":\"failed\""));
	CHECK_EQUAL(lines("mcs                          VALIDATION FAILED: not "
			  "timed\n"), 1);
	CHECK(strstr(fake.record[1], "\"validation_failed\",\"text\":\"lock mcs "
		     "on 4 cores: not timed, it gives wrong answers\""));
}

TEST(trial_verdict_of_what_was_not_seen_is_recorded_and_it_may_be_timed)
{
	CHECK(verdict(NOT_PROVEN));
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake.record[0], "\"verdict\":\"not_proven\""));
	CHECK_EQUAL(fake.text_length, 0);
	CHECK_EQUAL(proven_of("lock", "mcs", PROVEN_ON_ANY), NOT_PROVEN);
}

TEST(trial_wrong_while_it_was_timed_is_warned_of)
{
	CHECK(!trial_wrong(&key, "%u of %u", 3u, 5u));
	CHECK_EQUAL(records("validation") + fake.text_length, 0);
	CHECK_EQUAL(log_counts()->warnings, 1);
	CHECK(strstr(fake.record[0], "lock mcs on 4 cores: 3 of 5\""));
	CHECK_EQUAL(proven_of("lock", "mcs", PROVEN_ON_ANY), DISPROVEN);
}

TEST(trial_passage_that_was_late_is_recorded_and_shown_and_goes_on)
{
	static const struct passage late = { 8, 8, 6, 2 };

	CHECK(trial_passage(&key, "tas", &late));
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake.record[0], "\"variant\":\"mcs\","
		     "\"primitive\":\"tas\",\"cores\":4,"
		     "\"verdict\":\"not_proven\",\"property\":\"each item goes "
		     "through\",\"reason\":\"items came too late: it stayed "
		     "full or empty for long\",\"counts\":{\"operations\":8,"
		     "\"in\":8,\"out\":6,\"left\":2}"));
	CHECK_EQUAL(lines("mcs                          items came too late"),
		    1);
	CHECK_EQUAL(proven_of("lock", "tas", 4), NOT_PROVEN);
}

TEST(trial_passage_that_lost_items_is_wrong_and_warned_of)
{
	static const struct passage lost = { 8, 8, 6, 1 };

	CHECK(!trial_passage(&key, "tas", &lost));
	CHECK_EQUAL(fake.records, 2);
	CHECK(strstr(fake.record[0], "\"verdict\":\"failed\""));
	CHECK(strstr(fake.record[1], "\"items_lost\",\"text\":\"lock mcs on 4 "
		     "cores: items were lost\""));
	CHECK_EQUAL(proven_of("lock", "tas", 4), DISPROVEN);
}

TEST(trial_skip_is_recorded_and_shown)
{
	CHECK(!trial_skip(&key, "not enough memory"));
	CHECK(strstr(fake.record[0], "\"record\":\"skipped\","
		     "\"experiment\":\"lock\",\"variant\":\"mcs\","
		     "\"reason\":\"not enough memory\""));
	CHECK_EQUAL(lines("not enough memory"), 1);
}

static void check_skipped(const char *reason)
{
	trial_skip_memory(&key);
	CHECK(strstr(fake.record[fake.records - 1], reason));
}

TEST(trial_skip_of_too_little_memory_names_what_is_needed)
{
	check_skipped("\"reason\":\"not enough memory\"");
	fake.memory_left = 2 * SCRATCH_LEAST;
	CHECK(scratch_init());
	CHECK(scratch_keep(24 << 10));
	CHECK(!bench_scratch((1 << 20) + 1));
	check_skipped("\"reason\":\"not enough memory: 1025 KiB are needed, "
		      "1000 KiB are free\"");
	scratch_begin();
	check_skipped("\"reason\":\"not enough memory\"");
	CHECK_EQUAL(records("skipped"), 3);
}

/* ---- rounds ------------------------------------------------------------- */

TEST(trial_box_is_a_share_between_bounds)
{
	struct settings settings = { .budget_ms = 100 };

	CHECK_EQUAL(trial_box(&settings, 4, 1, 1000), ticks_of_ms(25));
	CHECK_EQUAL(trial_box(&settings, 4, 30, 1000), ticks_of_ms(30));
	CHECK_EQUAL(trial_box(&settings, 4, 1, 10), ticks_of_ms(10));
	CHECK_EQUAL(trial_box(&settings, 0, 1, 1000), ticks_of_ms(100));
	CHECK_EQUAL(trial_box(&settings, 1000, 0, 1000), ticks_of_ms(1));
}

/* Each pass a letter for its subject, each round the digit before it. */
static char course[32];
static size_t length;
static unsigned passes_left;

static void before(void *of, unsigned round)
{
	CHECK(of == course);
	course[length++] = (char)('0' + round);
}

static bool pass(void *of, unsigned subject, unsigned round)
{
	CHECK(of == course);
	CHECK(strchr(course, (int)('0' + round)));
	course[length++] = (char)('a' + subject);
	return --passes_left;
}

static const struct trial_rounds three = {
	.rounds = { .subjects = 3, .wanted = 3, .timeshared = 3 }, .steps = 2,
	.before = before, .pass = pass, .of = course };

TEST(trial_rounds_take_turns_forwards_and_backwards)
{
	unsigned done;

	passes_left = 100;
	trial_begin(&key);
	CHECK(trial_rounds(&three, &done));
	CHECK_TEXT(course, "0abc1cba2abc");
	CHECK_EQUAL(done, 3);
	slow_clock();
	trial_step(1);
	CHECK_EQUAL(steps(), 3 * 3 * 2 + 1);
}

TEST(trial_rounds_end_with_a_wrong_pass_and_count_whole_ones)
{
	unsigned done;

	passes_left = 5;
	trial_begin(&key);
	CHECK(!trial_rounds(&three, &done));
	CHECK_TEXT(course, "0abc1cb");
	CHECK_EQUAL(done, 1);
	slow_clock();
	trial_step(1);
	CHECK_EQUAL(steps(), 5 * 2 + 1);
}

TEST(trial_rounds_of_a_run_that_is_to_end_are_one)
{
	unsigned done;

	passes_left = 100;
	trial_begin(&key);
	fake.stop_asked = true;
	slow_clock();
	trial_step(1);
	CHECK(progress_stopped());
	CHECK(trial_rounds(&three, &done));
	CHECK_TEXT(course, "0abc");
	CHECK_EQUAL(done, 1);
}

/* ---- report ------------------------------------------------------------- */

TEST(trial_report_writes_and_shows)
{
	int64_t samples[] = { 30, -10, 20 };
	struct result result = { .key = key, .per = "pair", .batch = 2 };

	scratch_init();
	CHECK_EQUAL(trial_report(&result, samples, 3), 20);
	CHECK_EQUAL(fake.records, 1);
	CHECK_EQUAL(lines("\nmcs "), 1);
	result.quiet = true; /* no row; the record all the same */
	result.key.variant = "tas";
	trial_report(&result, samples, 3);
	CHECK_EQUAL(fake.records, 2);
	CHECK_EQUAL(lines("\ntas "), 0);
}

/* ---- what failed on any number of cores is marked ------------------------ */

static void tell(const char *variant, unsigned cores, enum proven beyond)
{
	int64_t sample = 30;
	const struct result result = {
		.key = { "lock", variant, cores, NULL }, .per = "pair",
		.batch = 1, .primitive = "mcs", .proven = beyond };

	trial_report(&result, &sample, 1);
}

TEST(trial_marks_all_rows_of_a_primitive)
{
	scratch_init();
	tell("mcs", 1, PROVEN);
	CHECK(!strstr(fake.record[0], "proven"));
	tell("mcs", 3, NOT_PROVEN);
	CHECK(strstr(fake.record[1], "\"proven\":\"not_proven\""));
	proven_note("lock", "mcs", PROVEN_ON_ANY, DISPROVEN);
	tell("mcs/contend", 2, PROVEN);
	CHECK(strstr(fake.record[2], "\"proven\":\"failed\""));
	CHECK_EQUAL(proven_of("lock", "mcs/contend", PROVEN_ON_ANY), PROVEN);
	CHECK_EQUAL(proven_of("queue", "mcs", PROVEN_ON_ANY), PROVEN);
}

TEST(trial_begin_says_what_is_measured)
{
	trial_begin(&key);
	CHECK_TEXT(fake.experiment, "lock");
	CHECK_TEXT(fake.variant, "mcs");
	CHECK_EQUAL(records("progress"), 0);
	slow_clock();
	trial_step(3);
	CHECK(strstr(fake.record[0], "\"variant\":\"mcs\",\"done\":3,"
		     "\"of\":3"));
	CHECK_TEXT(fake.status_line, " lock mcs   100 %   0 s left");
}

TEST(trial_rounds_end_by_time)
{
	struct trial_rounds late = three;
	unsigned done;

	late.rounds.until = 1;
	passes_left = 100;
	CHECK(trial_rounds(&late, &done));
	CHECK_EQUAL(done, 1);
}

TEST(trial_marks_a_row_by_its_own_name)
{
	int64_t sample = 30;
	const struct result result = {
		.key = { "lock", "tas", 1, NULL }, .per = "pair", .batch = 1 };

	scratch_init();
	proven_note("lock", "tas", PROVEN_ON_ANY, DISPROVEN);
	trial_report(&result, &sample, 1);
	CHECK(strstr(fake.record[0], "\"proven\":\"failed\""));
}

TEST(trial_report_of_rounds_names_each)
{
	static const struct history history = {
		.rounds = 2, .p50 = { 30, 40 }, .mean_milli = { 30000, 40000 } };
	int64_t samples[] = { 30, 40, 50 };
	const struct result result = {
		.key = { "lock", "tas", 1, NULL }, .per = "pair", .batch = 1 };

	scratch_init();
	CHECK_EQUAL(trial_report_rounds(&result, &history, samples, 3), 40);
	CHECK(strstr(fake.record[0], "\"rounds\":[30,40],"));
}

/* ---- samples=raw --------------------------------------------------------- */

static int64_t report_raw(const char *option, const struct history *history,
			  int64_t *samples, size_t n)
{
	static char line[32];

	strcpy(line, option);
	options_parse(line, NULL);
	scratch_init();
	return trial_report_rounds(&(struct result){
		.key = key, .per = "pair", .batch = 2 }, history, samples, n);
}

TEST(trial_writes_raw_samples_by_their_rounds_before_it_sorts_them)
{
	static uint32_t count[] = { 1, 2 };
	static const struct history history = { .rounds = 2, .count = count };
	int64_t samples[] = { 50, 40, 30 };

	CHECK_EQUAL(report_raw("samples=raw", &history, samples, 3), 40);
	CHECK_EQUAL(fake.records, 2);
	CHECK(strstr(fake.record[0], "\"record\":\"series\","));
	CHECK(strstr(fake.record[0], "\"batch\":2,\"columns\":[\"round\","
		     "\"ticks\"],\"rows\":[[0,50],[1,40],[1,30]]"));
	CHECK(strstr(fake.record[1], "\"record\":\"result\","));
}

TEST(trial_writes_one_raw_sample_of_each_round)
{
	static const struct history history = { .rounds = 2 };
	int64_t samples[] = { 50, 40 };

	report_raw("samples=raw", &history, samples, 2);
	CHECK(strstr(fake.record[0], "\"rows\":[[0,50],[1,40]]"));
}

TEST(trial_writes_no_raw_samples_whose_round_is_not_known)
{
	static const struct history history = { .rounds = 2 };
	int64_t samples[] = { 50, 40, 30 };

	report_raw("samples=raw", &history, samples, 3);
	CHECK_EQUAL(fake.records, 1);
}

TEST(trial_writes_raw_samples_only_where_they_are_asked_for)
{
	static const struct history history = { .rounds = 2 };
	int64_t samples[] = { 50, 40 };

	report_raw("samples=2", &history, samples, 2);
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake.record[0], "\"record\":\"result\","));
}
