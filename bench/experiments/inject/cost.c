/* SPDX-License-Identifier: MIT */
/* What a worker costs: a switch of fibers, and a fiber's life. */
#include "bench/experiments/inject/inject.h"

#include "bench/harness/raw.h"
#include "bench/harness/row.h"
#include "bench/report/quantity.h"
#include "bench/samples/scratch.h"
#include "kernel/tsc.h"
#include "sched/fiber/fiber.h"
#include "sched/sched.h"

#define SAMPLES 31u
#define FRESH_SAMPLES 7u /* their memory is never given back */
#define TURNS 256u       /* in a sample: yields there and back, or lives */

enum { SWITCH, AGAIN, FRESH, COSTS }; /* yield; a life on a used, a new stack */

static struct {
	struct row row[COSTS];
	int64_t *sample;   /* of the round in progress */
	uint32_t taken;
	bool stop;
} here;

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

/* ---- a round: its samples, in ticks; in a fiber ------------------------- */

static void sample_switch(void *arg)
{
	(void)arg;
	here.stop = false;
	if (!sched_spawn(pass_back, NULL, NULL))
		return;
	for (unsigned i = 0; i < SAMPLES; i++) {
		uint64_t start = tsc_read();

		for (unsigned turn = 0; turn < TURNS; turn++)
			sched_pass();
		here.sample[i] = (int64_t)(tsc_read() - start);
	}
	here.stop = true;
	sched_pass(); /* the partner ends */
	here.taken = SAMPLES;
}

static void sample_pooled(void *arg)
{
	(void)arg;
	for (unsigned i = 0; i < SAMPLES; i++) {
		uint64_t start = tsc_read();

		for (unsigned turn = 0; turn < TURNS; turn++) {
			if (!sched_spawn(do_nothing, NULL, NULL))
				return;
			sched_pass();
		}
		here.sample[i] = (int64_t)(tsc_read() - start);
	}
	here.taken = SAMPLES;
}

/* Of a fiber that is never switched to. */
static void never_run(struct fiber_context *left, struct fiber *self)
{
	(void)left;
	(void)self;
}

/* What a fiber adds that finds the pool empty: it is made and thrown away, as
 * memory is never given back. */
static void sample_fresh(void *arg)
{
	(void)arg;
	for (unsigned i = 0; i < FRESH_SAMPLES; i++) {
		uint64_t start = tsc_read();

		if (!fiber_make(never_run))
			return;
		here.sample[i] = (int64_t)(tsc_read() - start);
	}
	here.taken = FRESH_SAMPLES;
}

/* ---- all rounds --------------------------------------------------------- */

static uint32_t take(struct row *row, unsigned round, int64_t *samples)
{
	static void (*const way[COSTS])(void *) = {
		sample_switch, sample_pooled, sample_fresh };

	(void)round;
	here.sample = samples;
	here.taken = 0;
	return sched_run(1, way[row - here.row], NULL) ? here.taken : 0;
}

/* A new stack's cost comes on top of the life of a fiber: of TURNS of them. */
static void log_lives(const void *of)
{
	const struct history *again = &here.row[AGAIN].history;
	struct history *fresh = &here.row[FRESH].history;
	int64_t ticks[SETTINGS_ROUNDS_MAX];

	(void)of;
	for (unsigned r = 0; r < fresh->rounds; r++) {
		fresh->disturbed[r] |= again->disturbed[r];
		ticks[r] = TURNS * fresh->p50[r] + again->p50[r];
	}
	row_column(&here.row[FRESH], "fresh_rounds", ticks);
	row_column(&here.row[AGAIN], "again_rounds", again->p50);
}

bool inject_cost(unsigned rounds)
{
	static const char *const name[COSTS] = {
		"cost/switch", "cost/again", "cost/fresh" };
	static const uint32_t batch[COSTS] = { 2 * TURNS, TURNS, TURNS };
	const int64_t bytes = (int64_t)sched_fiber_bytes() * 1000;

	for (unsigned i = 0; i < COSTS; i++)
		here.row[i] = (struct row){ .take = take, .most = SAMPLES,
			.result = { .key = { "inject", name[i], 1, NULL },
				    .batch = batch[i] } };
	scratch_empty();
	if (!rows_measure(here.row, COSTS,
			  &(struct rounds){ .wanted = rounds }, 0))
		return false;
	for (unsigned i = 0; i < COSTS; i++) {
		result_of_history(&here.row[i].result, &here.row[i].history);
		raw_judged(&here.row[i].result, here.row[i].samples,
			   here.row[i].n);
	}
	row_quantity(here.row, &(struct record_key){ "inject", "cost", 1, NULL },
		     log_lives);
	record_quantity(&(struct quantity){
		.key = { "inject", "fiber", 0, NULL }, .unit = "bytes",
		.rounds = 1, .round = &bytes });
	return true;
}
