/* SPDX-License-Identifier: MIT */
/* bench/conclusions/summary.c: the headline's record and the last screen. */
#include "bench/conclusions/summary.h"

#include <string.h>

#include "bench/conditions/noise.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define SENTENCE "Enqueue takes 41.2 ticks, nobody else at it."
#define HEADLINE                                                             \
	SENTENCE "\nOnly one core ran: what several take is not known.\n\n"   \
	"ticks                     alone\n"                                  \
	"enqueue                    41.2\n"                                  \
	"dequeue                       -\n"                                  \
	"both                          -\n"

/* What was printed since the last call. */
static const char *printed(void)
{
	static char text[FAKE_TEXT_MAX];

	memcpy(text, fake.text, fake.text_length);
	text[fake.text_length] = 0;
	fake.text_length = 0;
	return text;
}

static unsigned lines(const char *text)
{
	unsigned count = 0;

	for (; *text; text++)
		count += *text == '\n';
	return count;
}

static void tell_enqueue(enum judgement verdict, enum gate_reason reason)
{
	struct headline h = { .unit = "ticks", .cores = 1 };

	fake.columns = 80;
	fake.clock.hz = 0;
	headline_note(&h, "enqueue", &(struct judged){
		.verdict = verdict, .reason = reason,
		.figure = { 41200, 41200, 41200 } });
	summary_headline(&h);
}

TEST(summary_records_and_prints_the_headline)
{
	tell_enqueue(JUDGED_SURE, REASON_NO_REASON);
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake.record[0], "\"record\":\"headline\",\"experiment\":"
		     "\"workqueue\",\"cores\":1,\"sentences\":[\"" SENTENCE "\",\"Only one "
		     "core ran: what several take is not known.\"],"));
	CHECK_TEXT(printed(), "\n" HEADLINE);
}

TEST(summary_of_several_cores_has_a_column_for_them_and_one_for_two)
{
	struct headline h = { .unit = "ticks", .cores = 12 };

	fake.columns = 80;
	headline_note(&h, "contended", &(struct judged){
		.verdict = JUDGED_UNSURE, .reason = REASON_PLACED,
		.figure = { 41200, 12345, 99999 } });
	summary_headline(&h);
	CHECK(strstr(printed(),
		     "\nticks                     alone         12 cores"
		     "    between cores\n"
		     "enqueue                       -                -"
		     "                -\n"
		     "dequeue                       -                -"
		     "                -\n"
		     "both                          -      41.2 unsure"
		     "                -\n"));
}

TEST(summary_has_no_table_of_what_is_not_told)
{
	tell_enqueue(JUDGED_NONE, REASON_FAILED);
	CHECK_TEXT(printed(), "\nThe work queue gives wrong answers: what enqueue "
		   "and dequeue take means\nnothing.\n");
}

TEST(summary_of_a_run_without_a_headline_is_none)
{
	summary_headline(&(struct headline){ .unit = "ticks", .cores = 1 });
	summary_finding("lock", JUDGED_SURE, "It is so.");
	summary_show(1);
	CHECK_EQUAL(fake.records, 0);
	CHECK_EQUAL(fake.pages, 0);
	CHECK_TEXT(printed(), "");
}

TEST(summary_is_a_page_of_headline_findings_and_noise)
{
	tell_enqueue(JUDGED_SURE, REASON_NO_REASON);
	summary_finding("workqueue", JUDGED_SURE, "The headline has it.");
	summary_finding("lock", JUDGED_UNSURE, "It may be so: unsure.");
	summary_finding("queue", JUDGED_NONE, "Not measured.");
	summary_finding("lock", JUDGED_SURE, "It is so.");
	summary_finding("lock", JUDGED_SURE, "So is that.");
	summary_finding("wake", JUDGED_UNSURE, "That may be so: unsure.");
	printed();
	summary_show(2);
	CHECK_EQUAL(fake.pages, 1);
	CHECK_TEXT(printed(), HEADLINE "\nlock: It is so.\nwake: That may be "
		   "so: unsure.\nNoise grade by core (A silent .. F useless): "
		   "0:A 1:A\n");
}

TEST(summary_leaves_a_sentence_of_many_lines_to_the_log)
{
	static char many[300];

	memset(many, 'x', sizeof(many) - 1);
	tell_enqueue(JUDGED_SURE, REASON_NO_REASON);
	summary_finding("lock", JUDGED_SURE, many);
	summary_finding("lock", JUDGED_UNSURE, "It may be so: unsure.");
	summary_show(1);
	CHECK(strstr(fake.text, "\nlock: It may be so: unsure.\n"));
	CHECK(!strstr(fake.text, "xx"));
}

TEST(summary_leaves_a_line_of_the_screen_to_the_prompt_and_one_to_the_end)
{
	static const char *const names[] = {
		"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l",
		"m", "n", "o", "p", "q" };
	static char two_lines[100];

	memset(two_lines, 'x', sizeof(two_lines) - 1);
	two_lines[50] = ' ';
	tell_enqueue(JUDGED_SURE, REASON_NO_REASON);
	printed();
	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		summary_finding(names[i], JUDGED_SURE,
				i % 2 ? "It is so." : two_lines);
	summary_show(1);
	CHECK_EQUAL(lines(printed()), 22);
}

TEST(summary_tells_the_worst_grade_of_many_cores)
{
	tell_enqueue(JUDGED_SURE, REASON_NO_REASON);
	*(struct noise *)noise_worst(16) = (struct noise){
		.watched = 1000000, .gaps = 2, .lost = 900000,
		.max = 90000000 };
	summary_show(17);
	CHECK(strstr(fake.text, "useless): the worst of 17 cores is F\n"));
}
