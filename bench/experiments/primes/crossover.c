/* SPDX-License-Identifier: MIT */
/* From which N on is a parallel run no slower than the sequential one? By
 * bisection, once a round for each executor. */
#include "bench/experiments/primes/primes.h"

#include "bench/conditions/timesharing.h"
#include "bench/conditions/together.h"
#include "bench/harness/raw.h"
#include "bench/harness/trial.h"
#include "bench/report/quantity.h"
#include "bench/report/record.h"
#include "kernel/format.h"
#include "kernel/string.h"
#include "kernel/tsc.h"

#define FROM 16u       /* one task */
#define PASSES 3u      /* of each, at each N that is tried */
#define PRECISION 16u  /* the bounds end up 1/16 apart */
#define ROUNDS 9u
#define NAME_MAX 48u

/* By round: the N in thousandths, QUANTITY_NEVER, or QUANTITY_NONE: the cores
 * took turns. And what the sequential run takes there, and the parallel one
 * beyond its share of that: thousandths of a tick, or the same. */
static struct crossing {
	unsigned rounds;
	int64_t n[ROUNDS], work[ROUNDS], overhead[ROUNDS];
} crossing[PRIMES_SUBJECTS];

/* The sequential run and a subject at an N; ticks. */
struct tried {
	uint32_t n;
	unsigned round;
	int64_t wall[2][PASSES], least[2];
	bool turns; /* afterwards the cores did not run together */
};

static void pass_row(const void *of, unsigned pass, int64_t *value)
{
	const struct tried *at = of;

	value[0] = at->round;
	value[1] = at->n;
	value[2] = at->wall[0][pass];
	value[3] = at->wall[1][pass];
	value[4] = at->turns;
}

static void write_passes(const struct primes_group *g, unsigned subject,
			 const struct tried *at)
{
	static const struct series_column columns[] = {
		{ .name = "round" }, { .name = "n" }, { .name = "sequential" },
		{ .name = "parallel" }, { .name = "turns" }, { .name = NULL } };

	raw_series(&(struct series_record){
		.key = { "primes", g->subject[subject].name, g->cores, NULL },
		.columns = columns, .rows = PASSES, .row = pass_row,
		.of = at });
}

/* By the least of each: one of two that differ by little would win by chance
 * where a pass was disturbed. */
static bool try_at(const struct primes_group *g, unsigned subject,
		   struct tried *at)
{
	for (unsigned i = 0; i < 2 * PASSES; i++) {
		unsigned side = rounds_turn(2, i / 2, i % 2);
		struct primes_pass pass = {
			.subject = &g->subject[side ? subject : 0],
			.cores = g->cores, .n = at->n };

		if (!primes_run_right(&pass))
			return false;
		at->wall[side][i / 2] = pass.wall;
		if (i < 2 || pass.wall < at->least[side])
			at->least[side] = pass.wall;
	}
	at->turns = together_no_more(g->cores);
	write_passes(g, subject, at);
	return true;
}

/* Over two orders of magnitude the middle is the square root of the bounds'
 * product, about: an eighth is near enough. */
static uint32_t middle(uint32_t below, uint32_t above)
{
	return above / below > PRECISION ? above / 8
					 : below + (above - below) / 2;
}

static bool pays(const struct tried *at)
{
	return at->least[1] <= at->least[0];
}

static bool bisect(const struct primes_group *g, unsigned subject,
		   unsigned round)
{
	struct crossing *c = &crossing[subject];
	struct tried at = { .round = round, .n = PRIMES_CROSS_MOST }, best;
	uint32_t below = FROM;
	bool turns;

	if (!try_at(g, subject, &at))
		return false;
	best = at;
	turns = at.turns;
	while (pays(&best) && best.n - below > best.n / PRECISION) {
		at.n = middle(below, best.n);
		if (!try_at(g, subject, &at))
			return false;
		turns |= at.turns;
		if (pays(&at))
			best = at;
		else
			below = at.n;
	}
	c->n[round] = best.n * INT64_C(1000);
	c->work[round] = best.least[0] * 1000;
	c->overhead[round] = (best.least[1] -
			      best.least[0] / (int64_t)g->cores) * 1000;
	if (turns || !pays(&best))
		c->n[round] = c->work[round] = c->overhead[round] =
			turns ? QUANTITY_NONE : QUANTITY_NEVER;
	c->rounds = round + 1;
	return true;
}

static bool cross(void *of, unsigned subject, unsigned round)
{
	const struct primes_group *g = of;

	return !g->subject[subject].parallel ||
	       bisect(g, subject, round);
}

/* ---- what is said -------------------------------------------------------- */

static void log_overhead(const void *of)
{
	const struct crossing *c = of;

	log_quantity("overhead_rounds", c->overhead, c->rounds);
}

/* The price of all in the full suite, else of one: each takes a line. */
static void record(const struct primes_group *g, unsigned subject)
{
	const struct crossing *c = &crossing[subject];
	const char *name = g->subject[subject].name;
	char own[NAME_MAX];
	struct quantity q = { .key = { "primes", own, g->cores, NULL },
			      .primitive = name, .rounds = c->rounds,
			      .unit = "numbers", .round = c->n };

	if (!c->rounds)
		return;
	format(own, sizeof(own), "%s/crossover", name);
	record_quantity(&q);
	if (!g->full && strcmp(name, "shared"))
		return;
	format(own, sizeof(own), "%s/crossover_work", name);
	q.unit = NULL;
	q.round = c->work;
	q.fields = log_overhead;
	q.of = c;
	record_quantity(&q);
}

/* Where cores take turns no crossing means anything. */
bool primes_find_crossovers(const struct primes_group *g)
{
	struct trial_rounds plan = {
		.rounds = { .subjects = g->subjects, .wanted = ROUNDS,
			    .until = g->deadline },
		.pass = cross, .of = (void *)g };
	bool unfit = timeshared() || tsc_read() > g->deadline;
	unsigned done;

	if (g->cores == 1)
		return true;
	for (unsigned i = 0; i < g->subjects; i++) {
		const struct record_key key = { "primes", g->subject[i].name,
						g->cores, NULL };

		crossing[i].rounds = 0;
		if (!g->subject[i].parallel)
			continue;
		trial_begin(&key);
		if (unfit)
			record_skipped(&key, "no crossover: cores take turns, "
				       "or time is up");
		trial_step(1);
	}
	if (!unfit && !trial_rounds(&plan, &done))
		return false;
	for (unsigned i = 0; i < g->subjects; i++)
		record(g, i);
	return true;
}
