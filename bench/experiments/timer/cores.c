/* SPDX-License-Identifier: MIT */
#include "bench/experiments/timer/timer.h"

#include "bench/harness/trial.h"
#include "bench/report/finding.h"
#include "bench/report/grid.h"
#include "bench/report/record.h"
#include "bench/report/series_record.h"
#include "bench/report/text.h"
#include "bench/stats/stats.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define BATCH 16    /* reads in a sample of the cost */
#define SAMPLES 101u
#define STAMPS 512u  /* reads in a row, for the steps */

/* ---- on each core ------------------------------------------------------- */

static struct reading {
	int64_t ticks;   /* a sample: BATCH reads */
	uint64_t step, grain;
	uint64_t finest; /* step of all ways to read the time stamp so far */
} __attribute__((aligned(MACHINE_LINE_PAIR))) reading[MACHINE_MAX_CORES];

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

/* 0 where the clock stood still all the time. */
static void note_steps(struct reading *r, const struct timer_way *way)
{
	uint64_t mask = way->timer ? way->timer()->mask : UINT64_MAX;
	uint64_t stamp[STAMPS];

	r->step = r->grain = 0;
	way->take(stamp, STAMPS);
	for (unsigned i = 1; i < STAMPS; i++) {
		uint64_t step = (stamp[i] - stamp[i - 1]) & mask;

		if (step && (!r->step || step < r->step))
			r->step = step;
		r->grain = common_divisor(r->grain, step);
	}
	if (!way->timer && r->step && (!r->finest || r->step < r->finest))
		r->finest = r->step;
}

static void read_on_core(unsigned core, void *arg)
{
	const struct timer_way *way = arg;

	if (way->timer)
		way->timer()->begin();
	reading[core].ticks = cost_of_read(way);
	note_steps(&reading[core], way);
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

/* ---- finding ------------------------------------------------------------ */

/* Ticks as nanoseconds, in text. */
static const char *nanoseconds(char text[FORMAT_MILLI_MAX], uint64_t ticks)
{
	if (!ticks_known())
		return "an unknown number of";
	return format_milli(text, (int64_t)(ticks * 1000000000 /
					    ticks_of_ms(1)));
}

static void report_finest(unsigned cores)
{
	unsigned finest = 0, coarsest = 0;
	char ns[2][FORMAT_MILLI_MAX];
	int64_t milli;

	for (unsigned c = 0; c < cores; c++) {
		if (reading[c].finest < reading[finest].finest)
			finest = c;
		if (reading[c].finest > reading[coarsest].finest)
			coarsest = c;
	}
	nanoseconds(ns[0], reading[finest].finest);
	nanoseconds(ns[1], reading[coarsest].finest);
	milli = (int64_t)(reading[finest].finest * 1000);
	if (finest == coarsest)
		report_finding("timer", "smallest step", milli, record_unit(),
			       "The smallest step of the clock is %lu %s, "
			       "%s ns.", reading[finest].finest, record_unit(),
			       ns[0]);
	else
		report_finding("timer", "smallest step", milli, record_unit(),
			       "Smallest step: %lu %s (%s ns) on core %u to "
			       "%lu (%s ns) on core %u.",
			       reading[finest].finest, record_unit(), ns[0],
			       finest, reading[coarsest].finest, ns[1],
			       coarsest);
}

/* What all steps of a timer are multiples of, on the core where it is most. */
static void report_grain(const char *name, uint64_t hz, unsigned cores)
{
	char ns[FORMAT_MILLI_MAX];
	unsigned most = 0;
	uint64_t milli_ns;

	for (unsigned c = 1; c < cores; c++)
		if (reading[c].grain > reading[most].grain)
			most = c;
	milli_ns = reading[most].grain * 1000000000;
	if (!milli_ns || !hz)
		return;
	milli_ns = milli_ns / hz * 1000 + milli_ns % hz * 1000 / hz;
	format_milli(ns, (int64_t)milli_ns);
	report_finding("timer", name, (int64_t)milli_ns, "ns", "%s: a read "
		       "costs %s %s; its steps are multiples of %s ns.", name,
		       text_of(cost_milli(most)), record_unit(), ns);
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
	show_way(v->name, cores);
	if (way->timer)
		report_grain(v->name, way->timer()->hz, cores);
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

	for (unsigned c = 0; c < settings->cores; c++)
		reading[c].finest = 0;
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
	report_finest(settings->cores);
}
