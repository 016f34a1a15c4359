/* SPDX-License-Identifier: MIT */
/*
 * Each way to read the time, on all cores at once (a timer that the cores share,
 * on core 0): a `series` of core, ticks (a read), step (the smallest above 0
 * between two reads), grain (what all steps are multiples of), the two in counts
 * of what is read; and as a `quantity` the time stamp's usual step and each
 * timer's grain.
 */
#include "bench/experiments/timer/timer.h"

#include "bench/harness/raw.h"
#include "bench/harness/trial.h"
#include "bench/report/quantity.h"
#include "bench/report/record.h"
#include "bench/report/series_record.h"
#include "bench/samples/pilot.h"
#include "bench/stats/stats.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define BATCH 16    /* reads in a sample of the cost */
#define SAMPLES 101u
#define ROUNDS 8u
#define NS_PER_S 1000000000u
#define STAMPS 64u   /* reads in a row, for the steps of a round */

/* ---- on each core ------------------------------------------------------- */

static struct reading {
	int64_t ticks;   /* a sample: BATCH reads */
	uint64_t step, grain;
} reading[MACHINE_MAX_CORES];

/* By round, of core 0: the usual step of the way that is fastest so far, and
 * the grain of this one. */
static int64_t usual[ROUNDS], grain_of[ROUNDS];

/* The steps behind it, of one way. */
static int64_t steps_of[ROUNDS][STAMPS - 1];

static int64_t cost_of_read(const struct timer_way *way)
{
	bool rdtscp = machine_clock()->has_rdtscp;
	int64_t sample[SAMPLES];
	uint64_t start;

	way->body(NULL, 0, BATCH); /* warm */
	for (unsigned i = 0; i < SAMPLES; i++) {
		start = tsc_start();
		way->body(NULL, 0, BATCH);
		sample[i] = (int64_t)((rdtscp ? tsc_stop_rdtscp()
					      : tsc_stop_lfence()) - start);
	}
	return stats_median(sample, SAMPLES);
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* Its steps of one round; 0 where the clock stood still. */
static void note_round(unsigned core, const struct timer_way *way,
		       unsigned round)
{
	struct reading *r = &reading[core];
	uint64_t mask = way->timer ? way->timer()->mask : UINT64_MAX;
	uint64_t stamp[STAMPS], grain = 0;
	int64_t own[STAMPS - 1], *step = core ? own : steps_of[round];

	way->take(stamp, STAMPS);
	for (unsigned i = 1; i < STAMPS; i++) {
		uint64_t s = (stamp[i] - stamp[i - 1]) & mask;

		step[i - 1] = (int64_t)s;
		if (s && (!r->step || s < r->step))
			r->step = s;
		grain = common_divisor(grain, s);
	}
	r->grain = common_divisor(r->grain, grain);
	if (core)
		return;
	grain_of[round] = (int64_t)grain;
	if (!way->timer && r->step)
		usual[round] = min_i64(usual[round],
				       pilot_usual_step(step, STAMPS - 1));
}

static void read_on_core(unsigned core, void *arg)
{
	const struct timer_way *way = arg;
	struct reading *r = &reading[core];

	if (way->timer)
		way->timer()->begin();
	r->ticks = cost_of_read(way);
	r->step = r->grain = 0;
	for (unsigned round = 0; round < ROUNDS; round++)
		note_round(core, way, round);
	if (way->timer)
		way->timer()->end();
}

/* ---- record ------------------------------------------------------------- */

static const struct series_column columns[] = {
	{ "core", false }, { "ticks", true }, { "step", false },
	{ "grain", false }, { NULL, false },
};

static void fill_core(const void *of, unsigned core, int64_t *value)
{
	(void)of;
	*value++ = core;
	*value++ = reading[core].ticks * 1000 / BATCH;
	*value++ = (int64_t)reading[core].step;
	*value = (int64_t)reading[core].grain;
}

static void log_way(const void *of)
{
	const struct timer_way *way = of;

	log_number("batch", BATCH);
	if (way->timer)
		log_number("counts_hz", way->timer()->hz);
}

/* With samples=raw, the steps of core 0: above 0 where time went on. */
static void step_row(const void *of, unsigned index, int64_t *value)
{
	(void)of;
	value[0] = index / (STAMPS - 1);
	value[1] = steps_of[value[0]][index % (STAMPS - 1)];
}

static void write_steps(const struct record_key *key)
{
	static const struct series_column of_rounds[] = {
		{ .name = "round" }, { .name = "step" }, { .name = NULL } };

	raw_series(&(struct series_record){
		.key = *key, .columns = of_rounds,
		.rows = ROUNDS * (STAMPS - 1), .row = step_row });
}

/* ---- steps and grains ---------------------------------------------------- */

/* Of core 0. */
static void record_rounds(const char *name, const char *unit,
			  const int64_t *milli)
{
	record_quantity(&(struct quantity){
		.key = { "timer", name, 1, NULL }, .unit = unit,
		.rounds = ROUNDS, .round = milli });
}

/* Between two reads of the time stamp, one right after the other. */
static void record_usual_step(void)
{
	int64_t milli[ROUNDS];
	bool any = false;

	for (unsigned r = 0; r < ROUNDS; r++) {
		any |= usual[r] != INT64_MAX;
		milli[r] = usual[r] == INT64_MAX ? QUANTITY_NONE
						 : usual[r] * 1000;
	}
	if (any)
		record_rounds("step", NULL, milli);
}

/* What all steps of a timer are multiples of, in ns. */
static void record_grain(const char *name, uint64_t hz)
{
	int64_t milli[ROUNDS];

	if (!hz)
		return;
	for (unsigned r = 0; r < ROUNDS; r++) {
		uint64_t ns = (uint64_t)grain_of[r] * NS_PER_S; /* times hz */

		milli[r] = ns ? (int64_t)(ns / hz * 1000 + ns % hz * 1000 / hz)
			      : QUANTITY_NONE;
	}
	record_rounds(name, "ns", milli);
}

/* ---- all ways ----------------------------------------------------------- */

static bool way_wanted(const struct settings *settings, const struct variant *v)
{
	return settings_wants(settings, v->name) &&
	       !(v->unfit && v->unfit(settings->cores));
}

static void measure_way(const struct settings *settings,
			const struct variant *v)
{
	const struct timer_way *way = v->what;
	bool shared = way->timer && !way->timer()->each_core;
	unsigned cores = shared ? 1 : settings->cores;
	const struct record_key key = { "timer", v->name, cores, NULL };

	trial_begin(&key);
	machine_run(cores, read_on_core, (void *)way);
	record_series(&(struct series_record){
		.key = key, .columns = columns, .rows = cores,
		.row = fill_core, .fields = log_way, .of = way });
	write_steps(&key);
	if (way->timer)
		record_grain(v->name, way->timer()->hz);
	trial_step(1);
}

static unsigned count_steps(const struct settings *settings)
{
	unsigned steps = 0;

	for (unsigned i = 0; i < TIMER_ROWS; i++)
		steps += way_wanted(settings, &timer_rows[i]);
	return steps;
}

static bool measure_all(const struct settings *settings)
{
	for (unsigned r = 0; r < ROUNDS; r++)
		usual[r] = INT64_MAX;
	for (unsigned i = 0; i < TIMER_ROWS; i++)
		if (way_wanted(settings, &timer_rows[i]))
			measure_way(settings, &timer_rows[i]);
	record_usual_step();
	return true;
}

EXPERIMENT_RUN(timer, count_steps, measure_all,
	       "what does it cost to read the time, and how fine is it?",
	       .order = ORDER_PARTS, .own_timer = true,
	       .page = "rdtsc rdtsc/lfence hpet");
