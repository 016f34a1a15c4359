/* SPDX-License-Identifier: MIT */
/* What each core did during a run: shares, timelines, and what that costs. */
#include "bench/experiments/primes/primes.h"

#include "bench/bench.h"
#include "bench/harness/raw.h"
#include "bench/harness/trial.h"
#include "bench/report/grid.h"
#include "bench/report/quantity.h"
#include "bench/report/series_record.h"
#include "bench/report/text.h"
#include "bench/samples/scratch.h"
#include "bench/stats/stats.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/string.h"

#define CAPACITY_MOST 8192u  /* events a core: more than any run here has */
#define CAPACITY_LEAST 64u
#define PICTURE_CORES 4u
#define NAME_MAX 48u
#define PASSES 10u           /* of an executor; one where cores take turns */
#define PPM 1000000

/* What a share is of; sleeping is idling. */
enum share { SHARE_EXECUTING, SHARE_LOCK, SHARE_STEALING, SHARE_IDLE,
	     SHARE_SWITCHING, SHARES };
static const struct series_column columns[] = {
	{ .name = "core" }, { .name = "executing" }, { .name = "lock" },
	{ .name = "stealing" }, { .name = "idle" }, { .name = "switching" },
	{ .name = NULL } };

static const struct trace_ring *ring; /* of the last traced pass */
static void *memory;
static uint32_t capacity;
static int64_t event_milli;           /* ticks an event */

static unsigned passes;
static int64_t cost[PASSES]; /* of tracing, at most: thousandths of a per cent */
static int64_t share_ppm[SHARES][PASSES]; /* of the executor's passes */

/* ---- memory ------------------------------------------------------------ */

static bool make_rings(unsigned cores)
{
	for (capacity = CAPACITY_MOST; capacity >= CAPACITY_LEAST;
	     capacity /= 2)
		if (trace_bytes(cores, capacity) <= scratch_left()) {
			memory = bench_scratch(trace_bytes(cores, capacity));
			return true;
		}
	return false;
}

/* ---- shares ------------------------------------------------------------ */

/* Parts per million of the core's time; they add up to a million. */
static void shares_of(unsigned core, int64_t share[SHARES])
{
	uint64_t sum[TRACE_KINDS], all = 0;

	trace_sum(&ring[core], sum);
	for (unsigned kind = 0; kind < TRACE_KINDS; kind++)
		all += sum[kind];
	all += !all;
	share[SHARE_EXECUTING] = (int64_t)(sum[TRACE_EXECUTE] * PPM / all);
	share[SHARE_LOCK] = (int64_t)(sum[TRACE_LOCK] * PPM / all);
	share[SHARE_STEALING] = (int64_t)(sum[TRACE_STEAL] * PPM / all);
	share[SHARE_IDLE] = (int64_t)((sum[TRACE_IDLE] + sum[TRACE_SLEEP]) *
				      PPM / all);
	share[SHARE_SWITCHING] = PPM - share[SHARE_EXECUTING] -
				 share[SHARE_LOCK] - share[SHARE_STEALING] -
				 share[SHARE_IDLE];
}

static void shares_row(const void *of, unsigned core, int64_t *value)
{
	(void)of;
	value[0] = core;
	shares_of(core, value + 1);
}

static void record_shares(const struct record_key *key)
{
	record_series(&(struct series_record){
		.key = *key, .columns = columns, .rows = key->cores,
		.row = shares_row });
}

/* Of all cores together. */
static void mean_shares(unsigned cores, int64_t mean[SHARES])
{
	int64_t share[SHARES];

	memset(mean, 0, SHARES * sizeof(*mean));
	for (unsigned core = 0; core < cores; core++) {
		shares_of(core, share);
		for (unsigned i = 0; i < SHARES; i++)
			mean[i] += share[i];
	}
	for (unsigned i = 0; i < SHARES; i++)
		mean[i] /= (int64_t)cores;
}

static void show_heading(const struct primes_group *g)
{
	grid_title("What %u core%s did at N = %u, per cent, median of up to %u "
		   "runs", g->cores, format_s(g->cores),
		   primes_n[g->points - 1], PASSES);
	grid_column(-12, "executor");
	for (unsigned i = 0; i < SHARES; i++)
		grid_column(12, "%s", columns[1 + i].name);
	grid_row();
}

static void show_shares(const char *name, const int64_t mean[SHARES])
{
	grid_text("%.11s", name);
	for (unsigned i = 0; i < SHARES; i++)
		grid_milli(mean[i] / 10);
	grid_row();
}

/* Those that a published figure is about. */
static bool is_published(const char *name)
{
	return !strcmp(name, "sequential") || !strcmp(name, "shared") ||
	       !strcmp(name, "steal");
}

/* Of an executor's passes, parts per million of its cores' time in tasks. */
static void record_executing(const struct record_key *key)
{
	int64_t milli[PASSES];
	struct record_key own = *key;
	char name[NAME_MAX];

	format(name, sizeof(name), "%s/executing", key->variant);
	own.variant = name;
	for (unsigned i = 0; i < passes; i++)
		milli[i] = share_ppm[SHARE_EXECUTING][i] * 1000;
	record_quantity(&(struct quantity){
		.key = own, .unit = "ppm", .primitive = key->variant,
		.rounds = passes, .round = milli });
}

/* ---- what tracing costs ------------------------------------------------ */

/* The busiest core's events, as a part of the run: the worst executor's. An
 * event's price comes from a loop of events, and may say more than there was. */
static void note_trace_cost(const struct primes_pass *pass, unsigned round)
{
	uint64_t most = 0;
	int64_t ppm;

	for (unsigned core = 0; core < pass->trace_cores; core++)
		most = max_u64(most, ring[core].written);
	ppm = (int64_t)most * event_milli * (PPM / 1000) /
	      (pass->wall + !pass->wall);
	cost[round] = max_i64(cost[round], min_i64(ppm, PPM) / 10);
}

static void record_trace_cost(unsigned cores)
{
	record_quantity(&(struct quantity){
		.key = { "primes", "trace_cost", cores, NULL },
		.unit = "percent", .rounds = passes, .round = cost });
}

/* ---- with samples=raw --------------------------------------------------- */

#define RAW_FIRST 5u /* columns before the kinds of events */

/* A row a core: what it did, in ticks. */
static void account_row(const void *of, unsigned core, int64_t *value)
{
	const int64_t *first = of;
	uint64_t sum[TRACE_KINDS];

	trace_sum(&ring[core], sum);
	memcpy(value, first, RAW_FIRST * sizeof(*value));
	value[2] = core;
	value[3] = (int64_t)ring[core].written;
	for (unsigned kind = 0; kind < TRACE_KINDS; kind++)
		value[RAW_FIRST + kind] = (int64_t)sum[kind];
}

static void write_accounts(const struct primes_pass *pass, unsigned round)
{
	static const struct series_column account[] = {
		{ .name = "round" }, { .name = "wall" }, { .name = "core" },
		{ .name = "events" }, { .name = "event_milli" },
		{ .name = "end" }, { .name = "execute" }, { .name = "switch" },
		{ .name = "lock" }, { .name = "steal" }, { .name = "idle" },
		{ .name = "sleep" }, { .name = NULL } };
	const int64_t first[RAW_FIRST] = { round, pass->wall, 0, 0,
					   event_milli };

	raw_series(&(struct series_record){
		.key = primes_key(pass->subject, pass->trace_cores, NULL),
		.columns = account, .rows = pass->trace_cores,
		.row = account_row, .of = first });
}

/* ---- the passes -------------------------------------------------------- */

/* One example is enough for the quick suite, whose log has a bound. */
static bool timeline_due(const struct primes_group *g, const char *name)
{
	return g->full || timeline_wanted() || !strcmp(name, "steal");
}

static bool trace_pass(void *of, unsigned subject, unsigned round)
{
	struct primes_pass *pass = of;
	int64_t mean[SHARES];

	(void)subject;
	if (!primes_run_right(pass))
		return false;
	mean_shares(pass->trace_cores, mean);
	for (unsigned i = 0; i < SHARES; i++)
		share_ppm[i][round] = mean[i];
	note_trace_cost(pass, round);
	write_accounts(pass, round);
	return true;
}

/* Series and timeline are of the last pass, the row is of all: medians. */
static void report_passes(const struct primes_group *g,
			  const struct primes_pass *pass)
{
	const struct primes_subject *s = pass->subject;
	const struct param params[] = { { "n", pass->n }, { NULL, 0 } };
	struct record_key key = primes_key(s, pass->trace_cores, params);
	int64_t median[SHARES];

	record_shares(&key);
	if (g->full || is_published(s->name))
		record_executing(&key);
	if (timeline_due(g, s->name))
		timeline_record(&key, ring, pass->trace_cores);
	for (unsigned i = 0; i < SHARES; i++)
		median[i] = stats_median(share_ppm[i], passes);
	show_shares(s->name, median);
}

/* Those that take part: the others have no ring. */
static unsigned traced_cores(const struct primes_group *g,
			     const struct primes_subject *s)
{
	return s->kind && s->kind->parallel ? g->cores : 1;
}

static bool trace_executor(const struct primes_group *g,
			   const struct primes_subject *s)
{
	struct primes_pass pass = {
		.subject = s, .cores = g->cores, .n = primes_n[g->points - 1],
		.trace = memory, .trace_cores = traced_cores(g, s),
		.trace_events = capacity };
	struct record_key key = primes_key(s, pass.trace_cores, NULL);
	struct trial_rounds plan = {
		.rounds = { .subjects = 1, .wanted = PASSES },
		.pass = trace_pass, .of = &pass };

	trial_begin(&key);
	ring = memory; /* where the rings begin */
	if (!trial_rounds(&plan, &passes))
		return false;
	report_passes(g, &pass);
	trial_step(1);
	return true;
}

bool primes_trace_executors(const struct primes_group *g)
{
	const struct primes_subject *last = NULL;

	memset(cost, 0, sizeof(cost));
	if (!make_rings(g->cores)) {
		log_warning("no_trace", "primes: no memory for a trace of %u "
			    "core%s", g->cores, format_s(g->cores));
		return true;
	}
	event_milli = timeline_event_milli(memory, capacity);
	show_heading(g);
	for (unsigned i = 0; i < g->subjects; i++) {
		const struct primes_subject *s = &g->subject[i];

		if (!trace_executor(g, s))
			return false;
		last = s;
	}
	if (last) {
		record_trace_cost(g->cores);
		grid_title("%s, from left to right:", last->name);
		timeline_show(ring, traced_cores(g, last), PICTURE_CORES);
	}
	return true;
}
