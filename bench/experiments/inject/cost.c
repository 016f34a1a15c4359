/* SPDX-License-Identifier: MIT */
#include "bench/experiments/inject/inject.h"

#include "bench/harness/raw.h"
#include "bench/report/quantity.h"
#include "bench/samples/history.h"
#include "bench/stats/stats.h"
#include "kernel/string.h"
#include "kernel/tsc.h"
#include "sched/fiber/fiber.h"
#include "sched/sched.h"

#define SAMPLES 31u
#define FRESH_SAMPLES 7u /* their memory is never given back */
#define TURNS 256u       /* in a sample: yields there and back, or lives */

/* Rounds in thousandths of a tick; QUANTITY_NONE: disturbed. */
enum cost_of {
	COST_SWITCH,  /* one switch, by yield */
	COST_POOLED,  /* create, run and end, on a stack used before */
	COST_FRESH,   /* the same, the stack is new */
	COSTS
};

struct cost {
	unsigned rounds;
	int64_t round[COSTS][INJECT_ROUNDS];
};

static struct {
	struct cost *cost;
	unsigned rounds;
	int64_t sample[SAMPLES];
	struct history history;
	bool ok;
	bool stop;
} here;

/* What is kept of each kind's rounds, to be written when the run is over. */
static struct kept {
	int64_t sample[SAMPLES * INJECT_ROUNDS];
	size_t samples;
	uint32_t count[INJECT_ROUNDS]; /* the history's */
	unsigned disturbed[INJECT_ROUNDS];
} kept[COSTS];

static void pass_back(void *arg)
{
	(void)arg;
	while (!here.stop)
		sched_pass();
}

static void do_nothing(void *arg)
{
	(void)arg;
}

/* ---- a round: its samples, in ticks; how many --------------------------- */

static unsigned sample_switch(void)
{
	here.stop = false;
	if (!sched_spawn(pass_back, NULL, NULL))
		return 0;
	for (unsigned i = 0; i < SAMPLES; i++) {
		uint64_t start = tsc_read();

		for (unsigned turn = 0; turn < TURNS; turn++)
			sched_pass();
		here.sample[i] = (int64_t)(tsc_read() - start);
	}
	here.stop = true;
	sched_pass(); /* the partner ends */
	return SAMPLES;
}

static unsigned sample_pooled(void)
{
	for (unsigned i = 0; i < SAMPLES; i++) {
		uint64_t start = tsc_read();

		for (unsigned turn = 0; turn < TURNS; turn++) {
			if (!sched_spawn(do_nothing, NULL, NULL))
				return 0;
			sched_pass();
		}
		here.sample[i] = (int64_t)(tsc_read() - start);
	}
	return SAMPLES;
}

/* Of a fiber that is never switched to. */
static void never_run(struct fiber_context *left, struct fiber *self)
{
	(void)left;
	(void)self;
}

/* What a fiber adds that finds the pool empty: it is made and thrown away, as
 * memory is never given back. */
static unsigned sample_fresh(void)
{
	for (unsigned i = 0; i < FRESH_SAMPLES; i++) {
		uint64_t start = tsc_read();

		if (!fiber_make(never_run))
			return 0;
		here.sample[i] = (int64_t)(tsc_read() - start);
	}
	return FRESH_SAMPLES;
}

/* ---- all rounds --------------------------------------------------------- */

/* A round's samples, behind those so far. */
static void sample_round(struct kept *k, unsigned (*sample)(void))
{
	unsigned n;

	do {
		history_begin(&here.history, 1);
		n = sample();
		here.ok &= n > 0;
	} while (!history_add(&here.history, here.sample, n));
	memcpy(k->sample + k->samples, here.sample, n * sizeof(*here.sample));
	k->samples += n;
}

static void measure_rounds(enum cost_of what, unsigned (*sample)(void),
			   int64_t operations)
{
	int64_t *round = here.cost->round[what];
	struct kept *k = &kept[what];

	k->samples = 0;
	here.history = (struct history){ .count = k->count };
	for (unsigned r = 0; r < here.rounds; r++)
		sample_round(k, sample);
	for (unsigned r = 0; r < here.rounds; r++) {
		k->disturbed[r] = here.history.disturbed[r];
		round[r] = k->disturbed[r] ? QUANTITY_NONE :
			   here.history.p50[r] * 1000 / operations;
	}
}

/* A new stack's cost comes on top of the life of a fiber. */
static void add_life(const int64_t *pooled, int64_t *fresh)
{
	for (unsigned r = 0; r < here.rounds; r++)
		fresh[r] = pooled[r] == QUANTITY_NONE ||
			   fresh[r] == QUANTITY_NONE ?
			   QUANTITY_NONE : fresh[r] + pooled[r];
}

static void measure_cost(void *arg)
{
	(void)arg;
	measure_rounds(COST_SWITCH, sample_switch, 2 * TURNS);
	measure_rounds(COST_POOLED, sample_pooled, TURNS);
	measure_rounds(COST_FRESH, sample_fresh, 1);
	add_life(here.cost->round[COST_POOLED],
		 here.cost->round[COST_FRESH]);
}

static void write_samples(void)
{
	static const char *const name[COSTS] = {
		[COST_SWITCH] = "cost/switch", [COST_POOLED] = "cost/again",
		[COST_FRESH] = "cost/fresh" };

	for (unsigned i = 0; i < COSTS; i++)
		raw_judged(&(struct result){
			.key = { "inject", name[i], 1, NULL },
			.rounds = here.rounds, .round_count = kept[i].count,
			.round_disturbed = kept[i].disturbed },
			kept[i].sample, kept[i].samples);
}

static void log_lives(const void *of)
{
	const struct cost *cost = of;

	log_quantity("fresh_rounds", cost->round[COST_FRESH], cost->rounds);
	log_quantity("again_rounds", cost->round[COST_POOLED], cost->rounds);
}

static void record_cost(const struct cost *cost)
{
	const int64_t bytes = (int64_t)sched_fiber_bytes() * 1000;

	record_quantity(&(struct quantity){
		.key = { "inject", "cost", 1, NULL }, .rounds = cost->rounds,
		.round = cost->round[COST_SWITCH], .fields = log_lives,
		.of = cost });
	record_quantity(&(struct quantity){
		.key = { "inject", "fiber", 0, NULL }, .unit = "bytes",
		.rounds = 1, .round = &bytes });
}

/* False: no memory for a single fiber. */
static bool measure_all(struct cost *cost, unsigned rounds)
{
	*cost = (struct cost){ .rounds = rounds };
	here.cost = cost;
	here.rounds = rounds;
	here.ok = true;
	return sched_run(1, measure_cost, NULL) && here.ok;
}

bool inject_tell_cost(unsigned rounds)
{
	struct cost cost;

	if (!measure_all(&cost, rounds))
		return false;
	write_samples();
	record_cost(&cost);
	return true;
}
