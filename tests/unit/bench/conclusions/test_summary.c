/* SPDX-License-Identifier: MIT */
/* bench/conclusions/summary.c: the headline, and a line of each experiment. */
#include "bench/conclusions/summary.h"

#include <string.h>

#include "bench/report/noted.h"
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
	CHECK_EQUAL(fake.records, 0);
	CHECK(!summary_sentence(0));
	CHECK_EQUAL(summary_table_lines(), 0);
	CHECK_TEXT(printed(), "");
}

TEST(summary_keeps_its_sentences_and_table_for_the_page)
{
	tell_enqueue(JUDGED_SURE, REASON_NO_REASON);
	CHECK_TEXT(summary_sentence(0), SENTENCE);
	CHECK(summary_sentence(1) && !summary_sentence(2));
	printed();
	summary_show_table();
	CHECK_EQUAL(lines(printed()), summary_table_lines());
	tell_enqueue(JUDGED_NONE, REASON_FAILED);
	CHECK_EQUAL(summary_table_lines(), 0);
}

TEST(summary_keeps_the_surest_line_of_an_experiment_of_equals_the_first)
{
	summary_brief("lock", BRIEF_UNSURE, "unsure: It may be so");
	summary_brief("queue", BRIEF_NOTHING, "nothing is concluded: no");
	summary_brief("lock", BRIEF_SURE, "It is so");
	summary_brief("lock", BRIEF_SURE, "So is that");
	summary_brief("lock", BRIEF_TIE, "Both are");
	summary_brief("queue", BRIEF_NO_ROOM, "");
	CHECK_TEXT(summary_line("lock")->text, "It is so");
	CHECK_TEXT(summary_line("queue")->text, "nothing is concluded: no");
	CHECK_EQUAL(summary_line("wake")->rank, BRIEF_NO_ROOM);
	CHECK_TEXT(noted_at(1)->name, "queue");
	CHECK(!noted_at(2));
}
