/* SPDX-License-Identifier: MIT */
/* What each core did during a run: what it was at in all, its timeline, and
 * what tracing costs. */
#include "bench/experiments/primes/primes.h"

#include "bench/bench.h"
#include "bench/harness/trial.h"
#include "bench/report/quantity.h"
#include "bench/report/record.h"
#include "bench/report/series_record.h"
#include "bench/report/thin.h"
#include "bench/samples/scratch.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/options.h"
#include "kernel/string.h"
#include "kernel/tsc.h"
#include "sched/trace.h"

#define CAPACITY_MOST 8192u  /* events a core: more than any run here has */
#define CAPACITY_LEAST 64u
#define EVENTS_A_PART 130u   /* of a record, of up to 27 characters each */
#define COST_TRIES 5u
#define COST_EVENTS 1000u
#define NAME_MAX 48u
#define PASSES 10u           /* of an executor; one where cores take turns */
#define PPM 1000000

OPTION_FLAG(opt_trace, "trace",
	    "primes: write every timeline at the largest N (qc trace)");

/* The executor in progress, and the cost of all: its rounds are the worst
 * executor's, thousandths of a per cent, at most. */
static struct {
	struct primes_pass pass; /* the last one */
	unsigned round;          /* its */
	int64_t executing[PASSES]; /* of all cores' time, ppm in thousandths */
	int64_t event_milli;     /* ticks an event */
	int64_t cost[PASSES];
} run;

static const struct trace_ring *ring_of(unsigned core)
{
	return (const struct trace_ring *)run.pass.trace + core;
}

/* The least of some tries. */
static void price_event(void)
{
	uint64_t least = UINT64_MAX;

	for (unsigned i = 0; i < COST_TRIES; i++) {
		uint64_t begin;

		trace_start(run.pass.trace, 1, run.pass.trace_events);
		begin = tsc_read();
		for (unsigned k = 0; k < COST_EVENTS; k++)
			trace_event(TRACE_SWITCH, k);
		least = min_u64(least, tsc_read() - begin);
		trace_stop();
	}
	run.event_milli = (int64_t)(least * 1000 / COST_EVENTS);
}

/* ---- a pass ------------------------------------------------------------ */

static void core_row(const void *of, unsigned core, int64_t *value)
{
	uint64_t sum[TRACE_KINDS];

	(void)of;
	trace_sum(ring_of(core), sum);
	value[0] = core;
	value[1] = (int64_t)sum[TRACE_EXECUTE];
	value[2] = (int64_t)sum[TRACE_LOCK];
	value[3] = (int64_t)sum[TRACE_STEAL];
	value[4] = (int64_t)(sum[TRACE_IDLE] + sum[TRACE_SLEEP]);
	value[5] = (int64_t)sum[TRACE_SWITCH];
	value[6] = (int64_t)ring_of(core)->written;
	value[7] = run.event_milli;
	value[8] = run.round;
	value[9] = run.pass.wall;
}

/* A row a core: ticks of each kind. */
static void record_cores_did(const struct record_key *key)
{
	static const struct series_column columns[] = {
		{ .name = "core" }, { .name = "executing" },
		{ .name = "lock" }, { .name = "stealing" }, { .name = "idle" },
		{ .name = "switching" }, { .name = "events" },
		{ .name = "event_milli" }, { .name = "round" },
		{ .name = "wall" }, { .name = NULL } };

	record_series(&(struct series_record){
		.key = *key, .columns = columns, .rows = key->cores,
		.row = core_row });
}

/* The busiest core's events are a part of the run. An event's price comes from
 * a loop of events, and may say more than there was. */
static void note_pass(unsigned round)
{
	int64_t executing = 0, most = 0, cost;

	for (unsigned core = 0; core < run.pass.trace_cores; core++) {
		uint64_t sum[TRACE_KINDS], all = 0;

		trace_sum(ring_of(core), sum);
		for (unsigned kind = 0; kind < TRACE_KINDS; kind++)
			all += sum[kind];
		executing += (int64_t)(sum[TRACE_EXECUTE] * PPM /
				       max_u64(all, 1));
		most = max_i64(most, (int64_t)ring_of(core)->written);
	}
	run.executing[round] = executing / (int64_t)run.pass.trace_cores * 1000;
	cost = most * run.event_milli * (PPM / 1000) /
	       max_i64(run.pass.wall, 1);
	run.cost[round] = max_i64(run.cost[round], min_i64(cost, PPM) / 10);
	run.round = round;
}

static bool trace_pass(void *key, unsigned subject, unsigned round)
{
	(void)subject;
	if (!primes_run_right(&run.pass))
		return false;
	note_pass(round);
	if (settings_raw())
		record_cores_did(key);
	return true;
}

/* ---- timelines --------------------------------------------------------- */

static void log_events(const struct trace_ring *ring, unsigned first,
		       unsigned last)
{
	log_array("events");
	for (unsigned i = first; i < last; i++) {
		struct trace_moment m = trace_moment(ring, i);

		log_array(NULL);
		log_number(NULL, m.ticks);
		log_number(NULL, m.kind);
		log_number(NULL, m.argument);
		log_array_end();
	}
	log_array_end();
}

/* Of a timeline that is to be thin the newest events stay: one after the
 * other, or what a core did would be wrong. */
static void record_timeline(const struct record_key *key, unsigned core)
{
	const struct trace_ring *ring = ring_of(core);
	unsigned kept = (unsigned)trace_kept(ring);
	unsigned first = thin_rows(kept).step > 1 ? kept - THIN_ROWS : 0;
	unsigned parts = parts_of(kept - first, EVENTS_A_PART);

	for (unsigned part = 0; part < parts; part++) {
		log_begin("trace");
		log_part(part, parts);
		log_key(key, NULL, NULL);
		log_number("core", core);
		log_number("dropped", trace_dropped(ring) + first);
		log_events(ring, first + part * EVENTS_A_PART,
			   first + part_end(part, kept - first,
					    EVENTS_A_PART));
		log_end();
	}
}

/* ---- all executors ----------------------------------------------------- */

/* Series and timelines are of the last pass. In the quick suite, whose log has
 * a bound, shares in tasks are those that a published figure is about, and one
 * example of a timeline is enough. */
static void report_passes(bool full, const struct record_key *key,
			  unsigned passes)
{
	bool example = !strcmp(key->variant, "steal");
	char name[NAME_MAX];

	if (!settings_raw())
		record_cores_did(key);
	format(name, sizeof(name), "%s/executing", key->variant);
	if (full || example || !strcmp(key->variant, "sequential") ||
	    !strcmp(key->variant, "shared"))
		record_quantity(&(struct quantity){
			.key = { "primes", name, key->cores, key->params },
			.unit = "ppm", .primitive = key->variant,
			.rounds = passes, .round = run.executing });
	if (full || example || opt_trace.number)
		for (unsigned core = 0; core < key->cores; core++)
			record_timeline(key, core);
}

static bool make_rings(unsigned cores)
{
	uint32_t events = CAPACITY_MOST;

	while (trace_bytes(cores, events) > scratch_left() &&
	       events >= CAPACITY_LEAST)
		events /= 2;
	run.pass.trace_events = events;
	run.pass.trace = events < CAPACITY_LEAST ? NULL :
			 bench_scratch(trace_bytes(cores, events));
	return run.pass.trace;
}

bool primes_trace(const struct primes_group *g)
{
	const struct param params[] = { { "n", g->longest }, { NULL, 0 } };
	unsigned passes = 0;

	memset(&run, 0, sizeof(run));
	if (!make_rings(g->cores)) {
		log_warning("no_trace", "primes: no memory for a trace of %u "
			    "core%s", g->cores, format_s(g->cores));
		return true;
	}
	price_event();
	run.pass.cores = g->cores;
	run.pass.n = g->longest;
	run.pass.trace_lock = true;
	for (unsigned i = 0; i < g->subjects; i++) {
		const struct primes_subject *s = &g->subject[i];
		/* Those that take part: the others have no ring. */
		unsigned cores = s->parallel ? g->cores : 1;
		struct record_key key = { "primes", s->name, cores, params };
		struct trial_rounds plan = {
			.rounds = { .subjects = 1, .wanted = PASSES },
			.pass = trace_pass, .of = &key };

		run.pass.subject = s;
		run.pass.trace_cores = cores;
		trial_begin(&key);
		if (!trial_rounds(&plan, &passes))
			return false;
		report_passes(g->full, &key, passes);
		trial_step(1);
	}
	record_quantity(&(struct quantity){
		.key = { "primes", "trace_cost", g->cores, NULL },
		.unit = "percent", .rounds = passes, .round = run.cost });
	return true;
}
