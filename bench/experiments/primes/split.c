/* SPDX-License-Identifier: MIT */
/*
 * Where the time of the shortest range goes, with the other cores asleep
 * (halted, as ever) and awake (spinning). Each part of a pass, in its order:
 *
 *	hand-out    root submits the tasks
 *	work        until the last task has ended, on any core
 *	wake-up     what is left until the last core has come, and until root
 *	            begins: the wake-ups are sent then
 *	collection  the rest: until run() has returned
 */
#include "bench/experiments/primes/primes.h"

#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/harness/raw.h"
#include "bench/harness/trial.h"
#include "bench/report/grid.h"
#include "bench/report/quantity.h"
#include "bench/report/record.h"
#include "bench/report/series_record.h"
#include "bench/samples/scratch.h"
#include "bench/stats/stats.h"
#include "kernel/format.h"
#include "kernel/minmax.h"
#include "kernel/string.h"

#define EVENTS 256u  /* a core's ring: more than so short a run has */
#define NAME_MAX 48u

enum part { PART_WAKE, PART_HAND_OUT, PART_WORK, PART_COLLECT, PART_WALL,
	    PARTS };
static const char *const part_name[PARTS] = {
	"wake_up", "hand_out", "work", "collection", "wall" };

enum state { ASLEEP, AWAKE, STATES };
static const char *const state_name[STATES] = { "asleep", "awake" };

/* Of one executor. */
static struct split {
	const struct primes_group *group;
	const struct primes_subject *subject;
	void *memory;
	unsigned rounds;
	int64_t ticks[STATES][PARTS][PRIMES_ROUNDS]; /* thousandths */
	int64_t alone[PRIMES_ROUNDS];   /* the sequential run, thousandths */
} split;

/* ---- a pass --------------------------------------------------------------- */

/* When a core was there, and when its last task ended; 0: never. */
struct seen { uint64_t here, ended; };

static struct seen look_at(const struct trace_ring *ring)
{
	uint64_t kept = trace_kept(ring);
	struct seen seen = { 0, 0 };

	for (uint64_t i = 1; i + 1 < kept; i++) {
		struct trace_moment m = trace_moment(ring, i);

		if (!seen.here)
			seen.here = m.ticks;
		if (m.kind == TRACE_EXECUTE)
			seen.ended = trace_moment(ring, i + 1).ticks;
	}
	return seen;
}

/* Ticks; they add up to the wall time. */
static void split_pass(const struct primes_pass *pass, int64_t part[PARTS])
{
	const struct trace_ring *ring = pass->trace;
	uint64_t wall = (uint64_t)pass->wall, here = 0, ended = 0;
	uint64_t root = pass->root_begun - pass->begun;
	uint64_t given = pass->root_ended - pass->begun;

	for (unsigned core = 0; core < pass->trace_cores; core++) {
		struct seen seen = look_at(&ring[core]);

		if (core)
			here = max_u64(here, seen.here);
		ended = max_u64(ended, seen.ended);
	}
	ended = clamp_u64(ended, given, wall);
	here = clamp_u64(here, ended, wall);
	part[PART_WAKE] = (int64_t)(root + here - ended);
	part[PART_HAND_OUT] = (int64_t)(given - root);
	part[PART_WORK] = (int64_t)(ended - given);
	part[PART_COLLECT] = (int64_t)(wall - here);
	part[PART_WALL] = (int64_t)wall;
}

/* ---- a round: the median of its passes -------------------------------------- */

static void raw_row(const void *of, unsigned index, int64_t *value)
{
	(void)index;
	memcpy(value, of, (2 + PARTS) * sizeof(*value));
}

/* With samples=raw: the sequential passes have a wall time alone. */
static void write_pass(unsigned state, unsigned round, const int64_t *part)
{
	static const struct series_column raw[] = {
		{ .name = "round" }, { .name = "awake" }, { .name = "wake_up" },
		{ .name = "hand_out" }, { .name = "work" },
		{ .name = "collection" }, { .name = "wall" },
		{ .name = NULL } };
	int64_t row[2 + PARTS] = { round, state };

	memcpy(row + 2, part, PARTS * sizeof(*part));
	raw_series(&(struct series_record){
		.key = primes_key(split.subject, split.group->cores, NULL),
		.columns = raw, .rows = 1, .row = raw_row, .of = row });
}

static bool run_passes(enum state state, unsigned round)
{
	int64_t sample[PARTS][PRIMES_REPEATS], part[PARTS];

	for (unsigned k = 0; k < PRIMES_REPEATS; k++) {
		struct primes_pass pass = {
			.subject = split.subject, .cores = split.group->cores,
			.n = primes_n[0], .trace = split.memory,
			.trace_cores = split.group->cores,
			.trace_events = EVENTS, .as_timed = true };

		if (!primes_run_right(&pass))
			return false;
		split_pass(&pass, part);
		write_pass(state, round, part);
		for (unsigned p = 0; p < PARTS; p++)
			sample[p][k] = part[p];
	}
	for (unsigned p = 0; p < PARTS; p++)
		split.ticks[state][p][round] =
			stats_median(sample[p], PRIMES_REPEATS) * 1000;
	return true;
}

static bool run_alone(unsigned round)
{
	int64_t sample[PRIMES_REPEATS], part[PARTS] = { 0 };

	for (unsigned k = 0; k < PRIMES_REPEATS; k++) {
		struct primes_pass pass = {
			.subject = &split.group->subject[0],
			.cores = split.group->cores, .n = primes_n[0] };

		if (!primes_run_right(&pass))
			return false;
		sample[k] = part[PART_WALL] = pass.wall;
		write_pass(STATES, round, part);
	}
	split.alone[round] = stats_median(sample, PRIMES_REPEATS) * 1000;
	return true;
}

static bool split_round(void *of, unsigned subject, unsigned round)
{
	bool ok;

	(void)of;
	if (subject == STATES)
		return run_alone(round);
	machine_stay_awake(subject == AWAKE);
	ok = run_passes((enum state)subject, round);
	machine_stay_awake(false);
	return ok;
}

/* ---- what is said ------------------------------------------------------------ */

/* The plain pool stands for the published one: its rows have the ids. */
static bool is_published(void)
{
	return !strcmp(split.subject->name, "shared");
}

static const struct series_column columns[] = {
	{ .name = "awake" }, { .name = "wake_up" }, { .name = "hand_out" },
	{ .name = "work" }, { .name = "collection" }, { .name = "wall" },
	{ .name = NULL } };

/* Of a copy: the rounds of one subject go with those of another. */
static int64_t median_ticks(const int64_t *round)
{
	int64_t copy[PRIMES_ROUNDS];

	memcpy(copy, round, split.rounds * sizeof(*copy));
	return stats_median(copy, split.rounds) / 1000;
}

static void split_row(const void *of, unsigned state, int64_t *value)
{
	(void)of;
	*value++ = state;
	for (unsigned p = 0; p < PARTS; p++)
		*value++ = median_ticks(split.ticks[state][p]);
}

static void log_parts(const void *of)
{
	const enum state *state = of;
	char name[NAME_MAX];

	for (unsigned p = 0; p < PART_WALL; p++) {
		format(name, sizeof(name), "%s_rounds", part_name[p]);
		log_quantity(name, split.ticks[*state][p], split.rounds);
	}
}

/* Ticks by round of the runs on all cores, and of the one without tasks. */
static void record_rounds(const struct param *params)
{
	char name[NAME_MAX];

	record_quantity(&(struct quantity){
		.key = { "primes", "sequential/alone", split.group->cores,
			 params },
		.primitive = "sequential", .rounds = split.rounds,
		.round = split.alone });
	for (enum state state = 0; state < STATES; state++) {
		format(name, sizeof(name), "%s/%s", split.subject->name,
		       state_name[state]);
		record_quantity(&(struct quantity){
			.key = { "primes", name, split.group->cores, params },
			.primitive = split.subject->name,
			.rounds = split.rounds,
			.round = split.ticks[state][PART_WALL],
			.fields = log_parts, .of = &state });
	}
}

static void record_split(void)
{
	const struct param params[] = { { "n", primes_n[0] }, { NULL, 0 } };

	record_series(&(struct series_record){
		.key = primes_key(split.subject, split.group->cores, params),
		.columns = columns, .rows = STATES, .row = split_row });
	if (is_published())
		record_rounds(params);
}

static void show_heading(void)
{
	grid_title("By shared at N = %u on %u cores: %s, medians",
		   primes_n[0], split.group->cores, record_unit());
	grid_column(-12, "cores");
	grid_column(10, "wake-up");
	grid_column(10, "hand-out");
	grid_column(10, "work");
	grid_column(12, "collection");
	grid_column(10, "wall");
	grid_row();
}

static void show_split(void)
{
	int64_t value[1 + PARTS];

	show_heading();
	for (unsigned state = 0; state < STATES; state++) {
		split_row(NULL, state, value);
		grid_text("%s", state_name[state]);
		for (unsigned p = 0; p < PARTS; p++)
			grid_count(value[1 + p]);
		grid_row();
	}
}

static void report_split(void)
{
	record_split();
	if (!is_published())
		return;
	show_split();
}

/* ---- all executors ------------------------------------------------------------ */

static bool split_executor(const struct primes_group *g,
			   const struct primes_subject *s, void *memory)
{
	struct trial_rounds plan = {
		.rounds = { .subjects = STATES + 1, .wanted = g->rounds },
		.pass = split_round };

	split.group = g;
	split.subject = s;
	split.memory = memory;
	if (!trial_rounds(&plan, &split.rounds))
		return false;
	report_split();
	return true;
}

/* Spinning cores that take turns would keep the one that works from it. */
static bool split_or_skip(const struct primes_group *g,
			  const struct primes_subject *s, void *memory)
{
	struct record_key key = primes_key(s, g->cores, NULL);

	if (!timeshared())
		return split_executor(g, s, memory);
	record_skipped(&key, "no split: cores take turns");
	return true;
}

bool primes_split(const struct primes_group *g)
{
	void *memory;

	if (g->cores == 1 || trace_bytes(g->cores, EVENTS) > scratch_left())
		return true;
	memory = bench_scratch(trace_bytes(g->cores, EVENTS));
	for (unsigned i = 0; i < g->subjects; i++)
		if (g->subject[i].kind && g->subject[i].kind->parallel &&
		    !split_or_skip(g, &g->subject[i], memory))
			return false;
	return true;
}
