/* SPDX-License-Identifier: MIT */
/* bench/conclusions/headline.c: each case, word by word. */
#include "bench/conclusions/headline.h"

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define WORDS_MOST 25u

static char sentence[HEADLINE_SENTENCES][HEADLINE_SENTENCE_MAX];

static const struct judged none = {
	.verdict = JUDGED_NONE, .figure = { GATE_NO_ROUND, GATE_NO_ROUND,
					    GATE_NO_ROUND } };

static struct judged sure(int64_t milli)
{
	return (struct judged){ .verdict = JUDGED_SURE,
				.figure = { milli, milli - 1, milli + 1 } };
}

static struct judged unsure(enum gate_reason reason, int64_t low, int64_t high)
{
	return (struct judged){ .verdict = JUDGED_UNSURE, .reason = reason,
				.figure = { low, low, high } };
}

static struct judged silent(enum gate_reason reason)
{
	struct judged j = none;

	j.reason = reason;
	return j;
}

static void note(struct headline *h, const char *name, struct judged j)
{
	headline_note(h, name, &j);
}

/* Everything measured and sure, at 2 GHz. */
static struct headline whole(void)
{
	struct headline h = { .unit = "ticks", .cores = 4,
			      .places = "threads of one core" };

	fake.clock.hz = 2000000000;
	note(&h, "enqueue", sure(41200));
	note(&h, "dequeue", sure(40300));
	note(&h, "pair", sure(81000));
	note(&h, "contended", sure(1560000));
	note(&h, "contended/enqueue", sure(300000));
	note(&h, "contended/dequeue", sure(200000));
	note(&h, "across", sure(704000));
	note(&h, "lock_share", sure(82100));
	return h;
}

static bool says(const struct headline *h, unsigned index, const char *wanted)
{
	return CHECK(headline_write(sentence, h) > index) &&
	       CHECK_TEXT(sentence[index], wanted);
}

/* ---- what is sure -------------------------------------------------------- */

TEST(headline_of_what_is_sure)
{
	struct headline h = whole();

	CHECK_EQUAL(headline_write(sentence, &h), 3);
	says(&h, 0, "Enqueue takes 41.2 ticks (20.6 ns), dequeue 40.3 (20.2), "
	     "nobody else at it.");
	says(&h, 1, "With 4 cores at it, items pass every 1560 ticks; "
	     "between threads of one core, 704.0.");
	says(&h, 2, "The lock is 82.1 % of the ticks of an enqueue and "
	     "a dequeue, nobody else at it.");
}

TEST(headline_names_emulated_ticks_in_each_sentence)
{
	struct headline h = whole();

	h.emulated = true;
	says(&h, 0, "Enqueue takes 41.2 emulated ticks (20.6 emulated ns), "
	     "dequeue 40.3 (20.2), nobody else at it.");
	says(&h, 1, "With 4 cores at it, items pass every 1560 emulated "
	     "ticks; between threads of one core, 704.0.");
	says(&h, 2, "The lock is 82.1 % of the emulated ticks of an "
	     "enqueue and a dequeue, nobody else at it.");
	CHECK_TEXT(headline_unit(&h), "emulated ticks");
}

TEST(headline_counts_instructions_without_time)
{
	struct headline h = whole();

	h.emulated = true;
	h.unit = "instructions";
	says(&h, 0, "Enqueue takes 41.2 instructions, dequeue 40.3, nobody else "
	     "at it.");
	says(&h, 1, "With 4 cores at it, items pass every 1560 "
	     "instructions; between threads of one core, 704.0.");
	says(&h, 2, "The lock is 82.1 % of the instructions of an "
	     "enqueue and a dequeue, nobody else at it.");
}

TEST(headline_says_no_time_where_no_clock_tells)
{
	struct headline h = whole();

	fake.clock.hz = 0;
	says(&h, 0, "Enqueue takes 41.2 ticks, dequeue 40.3, nobody else at "
	     "it.");
}

/* ---- what is not --------------------------------------------------------- */

TEST(headline_gives_the_interval_of_what_is_not_sure_and_says_so)
{
	struct headline h = whole();

	note(&h, "enqueue", unsure(REASON_DISTURBED, 40000, 52000));
	note(&h, "dequeue", unsure(REASON_SPREAD, 30000, 30000));
	note(&h, "contended", unsure(REASON_PLACED, 1500000, 1600000));
	note(&h, "across", unsure(REASON_TURNS, 700000, 800000));
	note(&h, "lock_share", unsure(REASON_ROUNDS, 80000, 99000));
	h.part[HEADLINE_CONTENDED].judged.figure.value = 1550000;
	says(&h, 0, "Enqueue takes 40.0 ticks (40.0 to 52.0, disturbed; 20.0 "
	     "ns), dequeue 30.0 (unsure; 15.0), nobody else at it.");
	says(&h, 1, "With 4 cores at it, items pass every 1550 ticks (1500 to "
	     "1600, unsure); between threads of one core, 700.0 (700.0 to "
	     "800.0, unsure).");
	says(&h, 2, "The lock is 80.0 % (80.0 to 99.0, unsure) of the ticks "
	     "of an enqueue and a dequeue, nobody else at it.");
}

/* The lock is timed by itself: it may take longer than a pair that has two. */
TEST(headline_calls_nothing_above_the_whole_a_share)
{
	struct headline h = whole();

	note(&h, "lock_share", sure(100000 - 1));
	says(&h, 2, "The lock is 100.0 % of the ticks of an enqueue and a "
	     "dequeue, nobody else at it.");
	note(&h, "lock_share", sure(101200));
	says(&h, 2, "By itself, the lock takes 1.01 times the ticks of an "
	     "enqueue and a dequeue, nobody else at it.");
	note(&h, "lock_share", unsure(REASON_SPREAD, 98000, 103500));
	says(&h, 2, "By itself, the lock takes 0.98 times (0.98 to 1.04, "
	     "unsure) the ticks of an enqueue and a dequeue, nobody else at "
	     "it.");
	h.emulated = true;
	note(&h, "lock_share", unsure(REASON_DISTURBED, 130000, 130000));
	says(&h, 2, "By itself, the lock takes 1.30 times (disturbed) the "
	     "emulated ticks of an enqueue and a dequeue, nobody else at it.");
}

static struct judged never_clean(void)
{
	struct judged j = silent(REASON_DISTURBED);

	j.verdict = JUDGED_UNSURE;
	return j;
}

TEST(headline_says_in_words_that_every_round_was_disturbed)
{
	struct headline h = whole();

	note(&h, "enqueue", never_clean());
	says(&h, 0, "Dequeue takes 40.3 ticks (20.2 ns), nobody else at it; "
	     "every round of enqueue was disturbed.");
	note(&h, "dequeue", never_clean());
	says(&h, 0, "Every round of enqueue and of dequeue was disturbed.");
	note(&h, "enqueue", sure(41200));
	says(&h, 0, "Enqueue takes 41.2 ticks (20.6 ns), nobody else at it; "
	     "every round of dequeue was disturbed.");
	note(&h, "contended", never_clean());
	says(&h, 1, "With 4 cores at it, every round was disturbed; between "
	     "threads of one core, items pass every 704.0 ticks.");
	note(&h, "across", never_clean());
	says(&h, 1, "With 4 cores at it, every round was disturbed; between "
	     "threads of one core, every round was disturbed.");
	note(&h, "contended", sure(1560000));
	says(&h, 1, "With 4 cores at it, items pass every 1560 ticks; between "
	     "threads of one core, every round was disturbed.");
	note(&h, "lock_share", never_clean());
	says(&h, 2, "The lock's share is not known: every round was "
	     "disturbed.");
}

TEST(headline_tells_nothing_of_a_queue_that_is_wrong_or_not_proven)
{
	struct headline h = whole();

	CHECK(!headline_silent(&h));
	note(&h, "pair", silent(REASON_NOT_PROVEN));
	CHECK(headline_silent(&h));
	CHECK_EQUAL(headline_write(sentence, &h), 1);
	says(&h, 0, "The work queue is not proven right here: what enqueue and "
	     "dequeue take is not told.");
	note(&h, "across", silent(REASON_FAILED));
	note(&h, "contended", silent(REASON_NOT_PROVEN));
	CHECK_EQUAL(headline_write(sentence, &h), 1);
	says(&h, 0, "The work queue gives wrong answers: what enqueue and "
	     "dequeue take means nothing.");
}

/* A busy host keeps two cores from meeting, and one from nothing. */
TEST(headline_of_one_core_stands_where_several_are_not_proven)
{
	struct headline h = whole();

	note(&h, "contended", silent(REASON_NOT_PROVEN));
	note(&h, "across", silent(REASON_NOT_PROVEN));
	CHECK(!headline_silent(&h));
	CHECK_EQUAL(headline_write(sentence, &h), 3);
	says(&h, 0, "Enqueue takes 41.2 ticks (20.6 ns), dequeue 40.3 (20.2), "
	     "nobody else at it.");
	says(&h, 1, "What several cores take is not told: the queue is not "
	     "proven right with them.");
	note(&h, "contended", sure(1560000));
	says(&h, 1, "What several cores take is not told: the queue is not "
	     "proven right with them.");
	note(&h, "contended/enqueue", silent(REASON_FAILED));
	CHECK(headline_silent(&h));
}

TEST(headline_is_told_without_the_share_of_a_lock_that_is_not_proven)
{
	struct headline h = whole();

	note(&h, "lock_share", silent(REASON_NOT_PROVEN));
	CHECK(!headline_silent(&h));
	says(&h, 2, "The lock's share is not told: the lock is not proven "
	     "right.");
}

/* ---- what is not there --------------------------------------------------- */

TEST(headline_of_one_core)
{
	struct headline h = whole();

	h.cores = 1;
	h.part[HEADLINE_CONTENDED].told = h.part[HEADLINE_ACROSS].told = false;
	CHECK_EQUAL(headline_write(sentence, &h), 3);
	says(&h, 1, "Only one core ran: what several take is not known.");
}

TEST(headline_of_rows_that_are_missing)
{
	struct headline h = whole();

	h.part[HEADLINE_ENQUEUE].told = h.part[HEADLINE_CONTENDED].told = false;
	note(&h, "lock_share", silent(REASON_NOT_MEASURED));
	CHECK_EQUAL(headline_write(sentence, &h), 2);
	says(&h, 0, "Dequeue takes 40.3 ticks (20.2 ns), nobody else at it.");
	says(&h, 1, "Between threads of one core, items pass every 704.0 "
	     "ticks.");
	h.part[HEADLINE_DEQUEUE].told = h.part[HEADLINE_ACROSS].told = false;
	CHECK_EQUAL(headline_write(sentence, &h), 0);
	note(&h, "enqueue", sure(41200));
	note(&h, "contended", sure(1560000));
	CHECK_EQUAL(headline_write(sentence, &h), 2);
	says(&h, 0, "Enqueue takes 41.2 ticks (20.6 ns), nobody else at it.");
	says(&h, 1, "With 4 cores at it, items pass every 1560 ticks.");
}

TEST(headline_of_nothing_is_none)
{
	struct headline h = { .unit = "ticks", .cores = 1 };

	note(&h, "across/two packages", sure(1560000));
	CHECK_EQUAL(headline_write(sentence, &h), 0);
	CHECK(!headline_silent(&h));
}

/* ---- its length ---------------------------------------------------------- */

static unsigned words(const char *text)
{
	unsigned count = 1;

	for (; *text; text++)
		count += *text == ' ';
	return count;
}

TEST(headline_keeps_to_25_words_where_all_is_unsure_and_emulated)
{
	struct headline h = whole();

	h.emulated = true;
	for (unsigned p = 0; p < HEADLINE_PARTS; p++)
		h.part[p].judged = unsure(REASON_PLACED, 12345000, 99999000);
	CHECK_EQUAL(headline_write(sentence, &h), 3);
	for (unsigned i = 0; i < 3; i++)
		CHECK(words(sentence[i]) <= WORDS_MOST);
}

/* ---- cells --------------------------------------------------------------- */

static const char *cell(const struct headline *h, int part)
{
	static char text[HEADLINE_CELL_MAX];

	headline_cell(text, h, part);
	return text;
}

TEST(headline_cells_hold_figures_and_what_is_doubted)
{
	struct headline h = whole();

	CHECK_TEXT(cell(&h, HEADLINE_PAIR), "81.0");
	CHECK_TEXT(cell(&h, HEADLINE_ALL_IN), "300.0");
	CHECK_TEXT(cell(&h, HEADLINE_ALL_OUT), "200.0");
	note(&h, "pair", unsure(REASON_PLACED, 80000, 99000));
	CHECK_TEXT(cell(&h, HEADLINE_PAIR), "80.0 unsure");
	note(&h, "pair", unsure(REASON_DISTURBED, 80000, 80000));
	CHECK_TEXT(cell(&h, HEADLINE_PAIR), "80.0 disturbed");
	note(&h, "pair", silent(REASON_FAILED));
	CHECK_TEXT(cell(&h, HEADLINE_PAIR), "-");
	note(&h, "pair", silent(REASON_NOT_PROVEN));
	CHECK_TEXT(cell(&h, HEADLINE_PAIR), "not proven");
	note(&h, "pair", never_clean());
	CHECK_TEXT(cell(&h, HEADLINE_PAIR), "disturbed");
	h.part[HEADLINE_PAIR].told = false;
	CHECK_TEXT(cell(&h, HEADLINE_PAIR), "-");
	CHECK_TEXT(cell(&h, -1), "-");
}
