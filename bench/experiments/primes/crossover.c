/* SPDX-License-Identifier: MIT */
#include "bench/experiments/primes/primes.h"

#include "bench/conditions/together.h"
#include "bench/harness/raw.h"
#include "bench/harness/trial.h"
#include "bench/report/quantity.h"

#define FROM 16u       /* one task */
#define PASSES 3u      /* of each, at each N that is tried */
#define PRECISION 16u  /* the bounds end up 1/16 apart */

/* The sequential run and a subject at an N; ticks. */
struct compared {
	const struct primes_subject *subject[2];
	unsigned cores;
	uint32_t n;
	int64_t wall[2][PASSES], least[2];
	bool turns; /* afterwards the cores did not run together */
};

/* Does it pay at an N? And did the cores take turns at any that was asked? */
struct answer {
	bool pays, turns;
	int64_t sequential, parallel; /* ticks */
};

static bool time_side(void *of, unsigned side, unsigned round)
{
	struct compared *now = of;
	struct primes_pass pass = { .subject = now->subject[side],
				    .cores = now->cores, .n = now->n };

	if (!primes_run_right(&pass))
		return false;
	now->wall[side][round] = pass.wall;
	if (!round || pass.wall < now->least[side])
		now->least[side] = pass.wall;
	return true;
}

static void pass_row(const void *of, unsigned pass, int64_t *value)
{
	const struct compared *now = of;

	value[0] = now->subject[1]->crossings - 1;
	value[1] = now->n;
	value[2] = now->wall[0][pass];
	value[3] = now->wall[1][pass];
	value[4] = now->turns;
}

static void write_passes(const struct compared *now)
{
	static const struct series_column columns[] = {
		{ .name = "round" }, { .name = "n" }, { .name = "sequential" },
		{ .name = "parallel" }, { .name = "turns" }, { .name = NULL } };

	raw_series(&(struct series_record){
		.key = primes_key(now->subject[1], now->cores, NULL),
		.columns = columns, .rows = PASSES, .row = pass_row,
		.of = now });
}

/* By the least of each: one of two that differ by little would win by chance
 * where a pass was disturbed. */
static bool compare_at(const struct primes_group *g,
		       const struct primes_subject *subject, uint32_t n,
		       struct answer *answer)
{
	struct compared now = { .subject = { &g->subject[0], subject },
				.cores = g->cores, .n = n };
	struct trial_rounds plan = {
		.rounds = { .subjects = 2, .wanted = PASSES,
			    .timeshared = PASSES },
		.pass = time_side, .of = &now };
	unsigned done;

	if (!trial_rounds(&plan, &done))
		return false;
	now.turns = together_no_more(g->cores);
	write_passes(&now);
	answer->pays = now.least[1] <= now.least[0];
	answer->turns |= now.turns;
	answer->sequential = now.least[0];
	answer->parallel = now.least[1];
	return true;
}

/* What the run does there, and what the parallel one takes beyond its share of
 * it. Thousandths of a tick. */
static void note_price(struct primes_subject *s, unsigned cores,
		       unsigned round, const struct answer *at)
{
	s->price[PRIMES_PRICE_WORK][round] = at->sequential * 1000;
	s->price[PRIMES_PRICE_OVERHEAD][round] =
		(at->parallel - at->sequential / (int64_t)cores) * 1000;
}

static void no_price(struct primes_subject *s, unsigned round, int64_t none)
{
	for (unsigned i = 0; i < PRIMES_PRICES; i++)
		s->price[i][round] = none;
}

/* One bisection; QUANTITY_NEVER: it does not pay up to the most; QUANTITY_NONE:
 * the cores took turns. */
static bool bisect(const struct primes_group *g, struct primes_subject *s,
		   unsigned round)
{
	uint32_t below = FROM, above = PRIMES_CROSS_MOST;
	struct answer at = { .turns = false };
	int64_t *crossover = &s->crossover[round];

	if (!compare_at(g, s, above, &at))
		return false;
	if (!at.pays) {
		*crossover = at.turns ? QUANTITY_NONE : QUANTITY_NEVER;
		no_price(s, round, *crossover);
		return true;
	}
	note_price(s, g->cores, round, &at);
	while (above - below > above / PRECISION) {
		uint32_t middle = below + (above - below) / 2;

		/* Over two orders of magnitude the middle is the square root
		 * of the bounds' product, about: an eighth is near enough. */
		if (above / below > PRECISION)
			middle = above / 8;
		if (!compare_at(g, s, middle, &at))
			return false;
		*(at.pays ? &above : &below) = middle;
		if (at.pays)
			note_price(s, g->cores, round, &at);
	}
	*crossover = at.turns ? QUANTITY_NONE : (int64_t)above * 1000;
	if (at.turns)
		no_price(s, round, QUANTITY_NONE);
	return true;
}

/* The subject's next one. */
static bool cross(void *of, unsigned subject, unsigned round)
{
	struct primes_group *g = of;
	struct primes_subject *s = &g->subject[subject];

	if (!s->kind || !s->kind->parallel)
		return true;
	s->crossings = round + 1;
	return bisect(g, s, round);
}

bool primes_find_crossovers(struct primes_group *g)
{
	struct trial_rounds plan = {
		.rounds = { .subjects = g->subjects, .wanted = PRIMES_CROSSINGS,
			    .until = g->deadline },
		.pass = cross, .of = g };
	unsigned done;

	return trial_rounds(&plan, &done);
}
