/* SPDX-License-Identifier: MIT */
/* bench/experiments/line/pairs.c: what becomes of the pairs' samples, and which
 * pairs are said to be disturbed. The hand-overs are played. */
#include "bench/conditions/timesharing.h"
#include "bench/experiments/line/line.h"
#include "bench/harness/trial.h"
#include "bench/samples/history.h"

#define CORES 3u
#define PAIRS (CORES * (CORES - 1))
#define ROUNDS 7u
#define MIDDLE (ROUNDS / 2)
#define STEP 20       /* ticks that a round is slower than the last one */
#define FAST_LINE 50  /* ticks that one line is faster, */
#define SLOW_LINE 70  /* and one is slower */

static const unsigned cores[CORES] = { 0, 2, 5 };

static struct {
	bool turns;             /* cores take them */
	unsigned round, runs, steps, reports;
	unsigned miscounts_at;  /* this run's hand-overs; 0: none */
	unsigned slow;          /* core that asks a hundred times as slowly */
	int64_t ticks;          /* of the pilot; 0: as of its pair */
	struct handover_order last;
	int64_t from, to;       /* of the last report */
	unsigned samples;
} played;

static int64_t ticks_of_pair(unsigned asker, unsigned answerer)
{
	int64_t ticks = 1000 + 10 * asker + answerer;

	return asker == played.slow ? 100 * ticks : ticks;
}

static struct handover_samples *play(const struct handover_order *order)
{
	static struct handover_samples s;
	int64_t ticks = played.ticks ? played.ticks :
		ticks_of_pair(order->asker, order->answerer) +
		STEP * played.round;

	played.last = *order;
	s.n = HANDOVER_LINES * order->per_line;
	for (unsigned i = 0; i < s.n; i++)
		s.ticks[i] = ticks - FAST_LINE * (i % HANDOVER_LINES == 3) +
			     SLOW_LINE * (i % HANDOVER_LINES == 5);
	s.handed = 64;
	s.counted = s.handed - (++played.runs == played.miscounts_at);
	return &s;
}

static bool play_rounds(const struct trial_rounds *of, unsigned *done)
{
	*done = played.turns ? 1 : ROUNDS;
	for (played.round = 0; played.round < *done; played.round++)
		for (unsigned s = 0; s < of->rounds.subjects; s++)
			if (!of->pass(of->of, s, played.round))
				return false;
	return true;
}

/* The first and the third round show as disturbed once there are five. */
static bool play_history(struct history *h, const int64_t *samples)
{
	h->p50[h->rounds] = samples[0];
	h->disturbed[h->rounds++] = 0;
	if (h->rounds == 5 && samples[0] < 1020 + 4 * STEP)
		h->disturbed[0] = h->disturbed[2] = 1;
	return true;
}

static bool is_timeshared(void)
{
	return played.turns;
}

static void count_report(const struct result *result,
			 const struct history *history, const int64_t *ticks,
			 unsigned n)
{
	(void)history, (void)ticks;
	played.reports++;
	played.from = result->key.params[0].value;
	played.to = result->key.params[1].value;
	played.samples = n;
}

#define timeshared is_timeshared
#define handover_run play
#define history_begin(history, cores) ((void)(history), (void)(cores))
#define history_add(history, samples, n) play_history(history, samples)
#define trial_begin(key) (void)(key)
#define trial_box(settings, steps, least, most)                              \
	((void)(settings), 8000ull * (steps))
#define trial_step(n) (void)(played.steps += (n))
#define trial_report_rounds count_report
#define matrix_measure apart_matrix_measure
#define trial_rounds(...) play_rounds(__VA_ARGS__) /* not the plan's type */
#include "bench/experiments/line/pairs.c"

#include <string.h>

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define UNTOUCHED 0xA5A5A5A5A5A5A5A5u

static int64_t ticks[CORES * CORES], least[CORES * CORES], most[CORES * CORES],
	       every[CORES * CORES];
static struct pair_round rounds[LINE_ROUNDS * CORES * CORES];
static struct pair_kept kept[PAIRS];
static struct matrix found;

static bool measure(void)
{
	static const struct handover_kind kind;
	const struct settings settings = { .cores = CORES,
					   .samples = SAMPLE_SHARE * 16 };

	fake.clock.hz = 1000000000;
	played.runs = played.steps = played.reports = 0;
	memset(rounds, (uint8_t)UNTOUCHED, sizeof(rounds));
	found = (struct matrix){
		.variant = "handover/cas", .cores = CORES, .core = cores,
		.ticks = ticks, .least = least, .most = most, .all = every,
		.round = rounds, .kept = kept };
	return apart_matrix_measure(&settings, &kind, &found);
}

static bool said(const char *what)
{
	for (unsigned i = 0; i < fake.records; i++)
		if (strstr(fake.record[i], what))
			return true;
	return false;
}

TEST(line_pairs_have_the_medians_of_their_rounds)
{
	played.slow = 99;
	CHECK(measure());
	CHECK_EQUAL(found.rounds, ROUNDS);
	CHECK_EQUAL(played.steps, PAIRS * ROUNDS);
	for (unsigned pair = 0; pair < PAIRS; pair++) {
		unsigned at = matrix_at(&found, pair);
		int64_t its = ticks_of_pair(cores[at / CORES],
					    cores[at % CORES]) + MIDDLE * STEP;

		CHECK_EQUAL(ticks[at], its);
		CHECK_EQUAL(least[at], its - FAST_LINE);
		CHECK_EQUAL(most[at], its + SLOW_LINE);
		CHECK(!matrix_disturbed(&found, at));
	}
	CHECK(!said("pairs_disturbed"));
}

/* What the pairs that core 0 asks in show later. */
TEST(line_round_that_turns_out_to_be_disturbed_does_not_count)
{
	played.slow = 99;
	CHECK(measure());
	for (unsigned pair = 0; pair < PAIRS; pair++)
		for (unsigned r = 0; r < ROUNDS; r++)
			CHECK_EQUAL(matrix_round(&found, r,
						 matrix_at(&found, pair))
					    ->disturbed,
				    (r == 0 || r == 2) && pair < CORES - 1);
	CHECK_EQUAL(rounds[ROUNDS * CORES * CORES + 1].least, UNTOUCHED);
	CHECK_EQUAL(*(uint8_t *)&rounds[ROUNDS * CORES * CORES + 1].disturbed,
		    (uint8_t)UNTOUCHED);
}

TEST(line_pairs_of_a_core_that_was_away_are_told)
{
	played.slow = 5;
	CHECK(measure());
	for (unsigned pair = 0; pair < PAIRS; pair++)
		CHECK_EQUAL(matrix_disturbed(&found, matrix_at(&found, pair)),
			    pair >= PAIRS - (CORES - 1));
	CHECK(said("line handover/cas: 2 of 6 pairs stayed above 50 times the "
		   "median of all"));
}

TEST(line_pairs_are_reported_one_by_one_on_few_cores)
{
	played.slow = 99;
	CHECK(measure());
	CHECK_EQUAL(played.reports, PAIRS);
	CHECK_EQUAL(played.from, 5);
	CHECK_EQUAL(played.to, 2);
	CHECK_EQUAL(played.samples,
		    ROUNDS * HANDOVER_LINES * played.last.per_line);
}

TEST(line_sample_is_of_many_trips_where_one_is_short)
{
	played.slow = 99;
	CHECK(measure());
	CHECK_EQUAL(played.last.trips, HANDOVER_TRIPS);
	CHECK_EQUAL(played.last.warm, HANDOVER_WARM);
	CHECK_EQUAL(found.batch, 2 * HANDOVER_TRIPS);
	CHECK_EQUAL(played.last.per_line, 16 / LINE_ROUNDS);
	CHECK_EQUAL(played.last.ticks, 8000 * PAIRS / LINE_ROUNDS);
	played.ticks = (int64_t)ticks_of_us(SLOW_US) + 1;
	CHECK(measure());
	CHECK_EQUAL(played.last.trips, 1);
	CHECK_EQUAL(played.last.warm, 0);
	CHECK_EQUAL(found.batch, 2);
	played.ticks--;
	CHECK(measure());
	CHECK_EQUAL(played.last.trips, HANDOVER_TRIPS);
}

TEST(line_round_is_one_and_has_all_samples_where_cores_take_turns)
{
	played.slow = 99;
	played.turns = true;
	CHECK(measure());
	CHECK_EQUAL(found.rounds, 1);
	CHECK_EQUAL(played.steps, PAIRS * LINE_ROUNDS);
	CHECK_EQUAL(played.last.trips, 1);
	CHECK_EQUAL(played.last.per_line, 16);
	CHECK_EQUAL(played.last.ticks, 8000 * PAIRS);
}

TEST(line_hand_over_that_is_miscounted_ends_it)
{
	played.slow = 99;
	played.miscounts_at = 2; /* the proof, behind the pilot */
	CHECK(!measure());
	CHECK(said("hand-overs are miscounted"));
	played.miscounts_at = 4;
	CHECK(!measure());
	CHECK(said("from 0 to 5 63 of 64 hand-overs were counted"));
	played.miscounts_at = 0;
	CHECK(measure());
}
