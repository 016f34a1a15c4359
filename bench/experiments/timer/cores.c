/* SPDX-License-Identifier: MIT */
#include "bench/experiments/timer/timer.h"

#include "bench/report/progress.h"
#include "bench/report/record.h"
#include "bench/report/thin.h"
#include "bench/harness/trial_old.h"
#include "bench/stats/stats.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/print.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define BATCH 16u    /* reads in a sample of the cost */
#define SAMPLES 101u
#define STAMPS 512u  /* reads in a row, for the steps */

/* ---- on each core ------------------------------------------------------ */

static struct reading {
	uint64_t ticks;  /* a sample: BATCH reads */
	uint64_t step, grain;
	uint64_t finest; /* step of all ways to read the time stamp so far */
} __attribute__((aligned(MACHINE_LINE_PAIR))) reading[MACHINE_MAX_CORES];

static uint64_t cost_of_read(const struct timer_way *way)
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
	return (uint64_t)stats_median(sample, SAMPLES);
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
static void find_step(struct reading *r, const struct timer_way *way)
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
	find_step(&reading[core], way);
	if (way->timer)
		way->timer()->end();
}

/* ---- record ------------------------------------------------------------ */

#define PART_ROWS 60u /* four numbers */

static const char *const column[] = { "core", "ticks", "step", "grain" };
#define COLUMNS (sizeof(column) / sizeof(column[0]))

static void log_core(unsigned core)
{
	log_array(NULL);
	log_number(NULL, core);
	log_milli(NULL, (int64_t)(reading[core].ticks * 1000 / BATCH));
	log_number(NULL, reading[core].step);
	log_number(NULL, reading[core].grain);
	log_array_end();
}

static void record(const struct variant *v, unsigned cores)
{
	const struct timer_way *way = v->what;
	const struct report keys = { .experiment = "timer", .cores = cores,
				     .variant = v->name };
	unsigned parts = parts_of(cores, PART_ROWS);

	for (unsigned part = 0; part < parts; part++) {
		log_begin("series");
		log_part(part, parts);
		report_keys(&keys);
		log_number("batch", BATCH);
		if (way->timer)
			log_number("counts_hz", way->timer()->hz);
		log_column_names(column, COLUMNS);
		log_array("rows");
		for (unsigned c = part * PART_ROWS;
		     c < part_end(part, cores, PART_ROWS); c++)
			log_core(c);
		log_array_end();
		log_end();
	}
}

/* ---- page -------------------------------------------------------------- */

#define SHOWN_CORES 8u /* 28 columns, and 6 for each */

static unsigned shown_of(unsigned cores)
{
	return cores < SHOWN_CORES ? cores : SHOWN_CORES;
}

static void show_heading(unsigned cores)
{
	machine_style(MACHINE_DIM);
	print("%-28s", cores > SHOWN_CORES ? "read, on the first cores"
					   : "read, on each core");
	for (unsigned c = 0; c < shown_of(cores); c++)
		print("%6u", c);
	print("\n");
	machine_style(MACHINE_PLAIN);
}

static void show(const char *variant, unsigned cores)
{
	char text[TEXT_NUMBER_MAX];

	print("%-28s", variant);
	for (unsigned c = 0; c < shown_of(cores); c++)
		print("%6s", text_number(text, (int64_t)(reading[c].ticks *
							 1000 / BATCH)));
	print("\n");
}

static void show_steps(unsigned cores)
{
	char text[TEXT_NUMBER_MAX];

	print("%-28s", "smallest step");
	for (unsigned c = 0; c < shown_of(cores); c++)
		print("%6s", text_number(text,
					 (int64_t)(reading[c].finest * 1000)));
	print("\n");
}

/* ---- finding ----------------------------------------------------------- */

/* Ticks as nanoseconds, in text. */
static const char *nanoseconds(char text[FORMAT_MILLI_MAX], uint64_t ticks)
{
	if (!ticks_known())
		return "an unknown number of";
	return format_milli(text, (int64_t)(ticks * 1000000000 /
					    ticks_of_ms(1)));
}

static void find_finest(unsigned cores)
{
	unsigned finest = 0, coarsest = 0;
	char ns[2][FORMAT_MILLI_MAX];

	for (unsigned c = 0; c < cores; c++) {
		if (reading[c].finest < reading[finest].finest)
			finest = c;
		if (reading[c].finest > reading[coarsest].finest)
			coarsest = c;
	}
	nanoseconds(ns[0], reading[finest].finest);
	nanoseconds(ns[1], reading[coarsest].finest);
	if (finest == coarsest)
		report_finding("timer", "smallest step",
			       (int64_t)(reading[0].finest * 1000), record_unit(),
			       "The smallest step of the clock is %lu %s, "
			       "%s ns.", reading[0].finest, record_unit(), ns[0]);
	else
		report_finding("timer", "smallest step",
			       (int64_t)(reading[finest].finest * 1000),
			       record_unit(), "Smallest step: %lu %s (%s ns) "
			       "on core %u to %lu (%s ns) on core %u.",
			       reading[finest].finest, record_unit(), ns[0],
			       finest, reading[coarsest].finest, ns[1],
			       coarsest);
}

/* What all steps of a timer are multiples of, on the core where it is most. */
static void find_grain(const char *name, uint64_t hz, unsigned cores)
{
	char ticks[TEXT_NUMBER_MAX], ns[FORMAT_MILLI_MAX];
	unsigned most = 0;
	uint64_t milli_ns;

	for (unsigned c = 1; c < cores; c++)
		if (reading[c].grain > reading[most].grain)
			most = c;
	milli_ns = reading[most].grain * 1000000000;
	if (!milli_ns || !hz)
		return;
	milli_ns = milli_ns / hz * 1000 + milli_ns % hz * 1000 / hz;
	text_number(ticks, (int64_t)(reading[most].ticks * 1000 / BATCH));
	format_milli(ns, (int64_t)milli_ns);
	report_finding("timer", name, (int64_t)milli_ns, "ns", "%s: a read "
		       "costs %s %s; its steps are multiples of %s ns.", name,
		       ticks, record_unit(), ns);
}

/* ---- all ways ---------------------------------------------------------- */

static bool way_wanted(const struct settings *settings, const struct variant *v)
{
	return settings_wants(settings, v->name) &&
	       !(v->unfit && v->unfit(settings->cores));
}

static void measure_way(const struct settings *settings, const struct variant *v)
{
	const struct timer_way *way = v->what;
	bool shared = way->timer && !way->timer()->each_core;
	unsigned cores = shared ? 1 : settings->cores;

	machine_note("timer", v->name);
	machine_run(cores, read_on_core, (void *)way);
	record(v, cores);
	show(v->name, cores);
	if (way->timer)
		find_grain(v->name, way->timer()->hz, cores);
	old_progress("timer", v->name, 1);
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
			show_heading(settings->cores);
		any = true;
		measure_way(settings, v);
	}
	if (!reading[0].finest)
		return;
	show_steps(settings->cores);
	find_finest(settings->cores);
}
