/* SPDX-License-Identifier: MIT */
#include "bench/experiments/timer/timer.h"

#include "bench/harness/raw.h"
#include "bench/harness/trial.h"
#include "bench/report/grid.h"
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
	uint64_t finest; /* step of all ways to read the time stamp so far */
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

static void note_steps(unsigned core, const struct timer_way *way)
{
	struct reading *r = &reading[core];

	r->step = r->grain = 0;
	for (unsigned round = 0; round < ROUNDS; round++)
		note_round(core, way, round);
	if (!way->timer && r->step && (!r->finest || r->step < r->finest))
		r->finest = r->step;
}

static void read_on_core(unsigned core, void *arg)
{
	const struct timer_way *way = arg;

	if (way->timer)
		way->timer()->begin();
	reading[core].ticks = cost_of_read(way);
	note_steps(core, way);
	if (way->timer)
		way->timer()->end();
}

static int64_t cost_milli(unsigned core)
{
	return reading[core].ticks * 1000 / BATCH;
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
	*value++ = cost_milli(core);
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

/* ---- page --------------------------------------------------------------- */

#define SHOWN_CORES 8u /* 28 columns, and 6 for each */

static unsigned shown_of(unsigned cores)
{
	return (unsigned)min_u64(cores, SHOWN_CORES);
}

static void begin_page(unsigned cores)
{
	grid_title("%s a read, %s", record_unit(), cores > SHOWN_CORES ?
		   "on the first cores" : "on each core");
	grid_column(-28, "core");
	for (unsigned c = 0; c < shown_of(cores); c++)
		grid_column(6, "%u", c);
	grid_row();
}

static void show_way(const char *variant, unsigned cores)
{
	grid_text("%s", variant);
	for (unsigned c = 0; c < shown_of(cores); c++)
		grid_milli(cost_milli(c));
	grid_row();
}

static void show_steps(unsigned cores)
{
	grid_text("smallest step");
	for (unsigned c = 0; c < shown_of(cores); c++)
		grid_milli((int64_t)(reading[c].finest * 1000));
	grid_row();
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

	for (unsigned r = 0; r < ROUNDS; r++)
		milli[r] = usual[r] == INT64_MAX ? QUANTITY_NONE
						 : usual[r] * 1000;
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
	show_way(v->name, cores);
	if (way->timer)
		record_grain(v->name, way->timer()->hz);
	trial_step(1);
}

unsigned timer_cores_steps(const struct settings *settings,
			   const struct variant *variants, unsigned count)
{
	unsigned steps = 0;

	for (unsigned i = 0; i < count; i++)
		steps += way_wanted(settings, &variants[i]);
	return steps;
}

void timer_measure_cores(const struct settings *settings,
		     const struct variant *variants, unsigned count)
{
	bool any = false;

	/* Of these ways alone: devices, which come later, show no step. */
	for (unsigned c = 0; c < settings->cores; c++)
		reading[c].finest = 0;
	for (unsigned r = 0; r < ROUNDS; r++)
		usual[r] = INT64_MAX;
	for (unsigned i = 0; i < count; i++) {
		const struct variant *v = &variants[i];

		if (!way_wanted(settings, v))
			continue;
		if (!any)
			begin_page(settings->cores);
		any = true;
		measure_way(settings, v);
	}
	if (!reading[0].finest)
		return;
	show_steps(settings->cores);
	record_usual_step();
}
