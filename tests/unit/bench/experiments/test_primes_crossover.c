/* SPDX-License-Identifier: MIT */
/* bench/experiments/primes/crossover.c: from which range on a subject pays. Its
 * passes are played. */
#include <string.h>

#include "bench/bench.h"
#include "bench/conditions/together.h"
#include "bench/harness/raw.h"
#include "bench/harness/trial.h"
#include "bench/report/quantity.h"
#include "tests/unit/test.h"

#define TRIED 64u

static struct {
	uint32_t pays_from;     /* range; the parallel pass as fast from there */
	uint32_t tried[TRIED];  /* ranges, each once */
	unsigned tries, passes, asked, wrong_at; /* pass; 0: none */
	unsigned turns_at;      /* try; 0: none */
	unsigned rounds;        /* of crossovers that there is time for */
	int64_t more;           /* ticks of any but the last pass of a side */
} play;

static struct series_record last;
static int64_t row[5];

#define primes_find_crossovers apart_find_crossovers
#include "bench/experiments/primes/primes.h"

static bool run_right(struct primes_pass *pass)
{
	bool parallel = pass->subject->kind;

	CHECK_EQUAL(pass->cores, 2);
	if (play.passes++ % 6 == 0)
		play.tried[play.tries++ % TRIED] = pass->n;
	pass->wall = 1000 + (parallel && pass->n < play.pays_from) +
		     (play.passes % 6 != 3u + parallel ? play.more : 0);
	return play.passes != play.wrong_at;
}

static bool play_rounds(const struct trial_rounds *plan, unsigned *done)
{
	unsigned rounds = plan->rounds.wanted;

	if (plan->rounds.until) {
		CHECK_EQUAL(plan->rounds.until, 77);
		CHECK_EQUAL(rounds, PRIMES_CROSSINGS);
		rounds = play.rounds;
	} else {
		CHECK_EQUAL(plan->rounds.timeshared, rounds);
		CHECK_EQUAL(rounds, 3);
	}
	for (*done = 0; *done < rounds; ++*done)
		for (unsigned s = 0; s < plan->rounds.subjects; s++)
			if (!plan->pass(plan->of, s, *done))
				return false;
	return true;
}

static bool no_more(unsigned cores)
{
	CHECK_EQUAL(cores, 2);
	return ++play.asked == play.turns_at;
}

static void keep_series(const struct series_record *record)
{
	last = *record;
	CHECK_EQUAL(record->rows, 3);
	record->row(record->of, 2, row);
}

#define primes_run_right run_right
#define trial_rounds(plan, done) play_rounds(plan, done)
#define together_no_more no_more
#define raw_series(...) keep_series(__VA_ARGS__)
#include "bench/experiments/primes/crossover.c"

static const struct executor_kind parallel = { .name = "p", .parallel = true },
				  serial = { .name = "s" };
static struct primes_group g;

static struct primes_subject *crosses(unsigned rounds)
{
	g = (struct primes_group){ .cores = 2, .subjects = 3, .deadline = 77,
		.subject = { { .name = "sequential" },
			     { .name = "serial", .kind = &serial },
			     { .name = "mine", .kind = &parallel } } };
	play.rounds = rounds;
	return &g.subject[2];
}

TEST(primes_crossover_halves_until_a_sixteenth)
{
	static const uint32_t ranges[] = {
		100000, 12500, 1562, 6789 };
	struct primes_subject *s = crosses(1);

	play.pays_from = 6789;
	CHECK(apart_find_crossovers(&g));
	CHECK_EQUAL(play.tried[0], ranges[0]);
	CHECK_EQUAL(play.tried[1], ranges[1]);
	CHECK_EQUAL(play.tried[2], ranges[2]);
	CHECK_EQUAL(play.tried[3], 1562 + (12500 - 1562) / 2);
	CHECK_EQUAL(s->crossings, 1);
	CHECK(s->crossover[0] >= 6789000);
	CHECK(s->crossover[0] <= 6789000 + 6789000 / 15);
	CHECK_EQUAL(g.subject[1].crossings + g.subject[0].crossings, 0);
	CHECK_EQUAL(play.passes, 6 * play.tries);
}

/* Each middle, until the bounds are a sixteenth of the upper one apart. */
TEST(primes_crossover_is_the_least_range_that_paid)
{
	static const uint32_t froms[] = { 1, 17, 100, 999, 50000, 99999,
					  100000 };

	for (unsigned i = 0; i < 7; i++) {
		uint32_t below = 16, above = 100000, tries = 1;
		struct primes_subject *s = crosses(1);

		memset(&play, 0, sizeof(play));
		play.rounds = 1;
		play.pays_from = froms[i];
		CHECK(apart_find_crossovers(&g));
		while (above - below > above / 16) {
			uint32_t at = above / below > 16 ? above / 8 :
				      below + (above - below) / 2;

			CHECK_EQUAL(play.tried[tries++], at);
			*(at >= froms[i] ? &above : &below) = at;
		}
		CHECK_EQUAL(play.tries, tries);
		CHECK_EQUAL(s->crossover[0], above * 1000ull);
	}
}

TEST(primes_crossover_is_never_where_the_longest_does_not_pay)
{
	struct primes_subject *s = crosses(2);

	play.pays_from = 100001;
	play.turns_at = 2;
	CHECK(apart_find_crossovers(&g));
	CHECK_EQUAL(play.tries, 2);
	CHECK_EQUAL(s->crossings, 2);
	CHECK_EQUAL(s->crossover[0], QUANTITY_NEVER);
	CHECK_EQUAL(s->crossover[1], QUANTITY_NONE);
}

TEST(primes_crossover_of_cores_in_turns_is_none)
{
	for (unsigned at = 1; at < 6; at++) {
		struct primes_subject *s = crosses(1);

		memset(&play, 0, sizeof(play));
		play.rounds = 1;
		play.pays_from = 50000;
		play.turns_at = at;
		CHECK(apart_find_crossovers(&g));
		CHECK_EQUAL(s->crossover[0], QUANTITY_NONE);
	}
}

/* The least of three passes counts. */
TEST(primes_crossover_is_by_the_least_of_each_side)
{
	struct primes_subject *s = crosses(1);

	play.pays_from = 50000;
	play.more = 500;
	CHECK(apart_find_crossovers(&g));
	CHECK(s->crossover[0] >= 50000000 && s->crossover[0] < 54000000);
}

TEST(primes_crossover_ends_where_a_result_is_wrong)
{
	for (unsigned at = 1; at < 13; at++) {
		crosses(1);
		memset(&play, 0, sizeof(play));
		play.rounds = 1;
		play.wrong_at = at;
		CHECK(!apart_find_crossovers(&g));
		CHECK_EQUAL(play.passes, at);
	}
}

TEST(primes_crossover_writes_its_passes)
{
	crosses(1);
	play.pays_from = 100001;
	play.turns_at = 1;
	CHECK(apart_find_crossovers(&g));
	CHECK_TEXT(last.key.variant, "mine");
	CHECK_EQUAL(last.key.cores, 2);
	CHECK_TEXT(last.columns[4].name, "turns");
	CHECK(!last.columns[5].name);
	CHECK_EQUAL(row[0], 0);
	CHECK_EQUAL(row[1], 100000);
	CHECK_EQUAL(row[2], 1000);
	CHECK_EQUAL(row[3], 1001);
	CHECK_EQUAL(row[4], 1);
}
