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
#include "bench/report/quantity.h"
#include "bench/report/record.h"
#include "bench/samples/scratch.h"
#include "bench/stats/stats.h"
#include "kernel/format.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "sched/trace.h"

#define EVENTS 256u  /* a core's ring: more than so short a run has */
#define NAME_MAX 48u

enum part { PART_WAKE, PART_HAND_OUT, PART_WORK, PART_COLLECT, PART_WALL,
	    PARTS };
static const struct series_column columns[] = {
	{ .name = "round" }, { .name = "awake" }, { .name = "wake_up" },
	{ .name = "hand_out" }, { .name = "work" }, { .name = "collection" },
	{ .name = "wall" }, { .name = NULL } };

/* ALONE: the sequential run, of which there is nothing but the wall time. */
enum state { ASLEEP, AWAKE, ALONE, STATES };
static const char *const state_name[STATES] = { "asleep", "awake", "alone" };

/* Of one executor. */
static struct {
	const struct primes_group *group;
	const struct primes_subject *subject;
	void *memory;
	unsigned rounds;
	int64_t milli[STATES][PARTS][PRIMES_ROUNDS]; /* of a tick */
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

	part[PART_WALL] = pass->wall;
	if (!ring)
		return;
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
}

/* ---- a round: the median of its passes -------------------------------------- */

struct taken {
	unsigned round;
	enum state state;
	int64_t ticks[PARTS][PRIMES_REPEATS];
};

static void pass_row(const void *of, unsigned pass, int64_t *value)
{
	const struct taken *taken = of;

	value[0] = taken->round;
	value[1] = taken->state;
	for (unsigned p = 0; p < PARTS; p++)
		value[2 + p] = taken->ticks[p][pass];
}

static bool take_passes(struct taken *taken)
{
	bool alone = taken->state == ALONE;
	struct primes_pass pass = {
		.subject = alone ? split.group->subject : split.subject,
		.cores = split.group->cores, .n = split.group->shortest,
		.trace = alone ? NULL : split.memory,
		.trace_cores = split.group->cores, .trace_events = EVENTS };

	for (unsigned k = 0; k < PRIMES_REPEATS; k++) {
		int64_t part[PARTS] = { 0 };

		if (!primes_run_right(&pass))
			return false;
		split_pass(&pass, part);
		for (unsigned p = 0; p < PARTS; p++)
			taken->ticks[p][k] = part[p];
	}
	return true;
}

static bool split_round(void *of, unsigned state, unsigned round)
{
	struct taken taken = { .round = round, .state = (enum state)state };
	bool ok;

	(void)of;
	machine_stay_awake(state == AWAKE);
	ok = take_passes(&taken);
	machine_stay_awake(false);
	if (!ok)
		return false;
	raw_series(&(struct series_record){
		.key = { "primes", split.subject->name, split.group->cores,
			 NULL },
		.columns = columns, .rows = PRIMES_REPEATS, .row = pass_row,
		.of = &taken });
	for (unsigned p = 0; p < PARTS; p++)
		split.milli[state][p][round] =
			stats_median(taken.ticks[p], PRIMES_REPEATS) * 1000;
	return true;
}

/* ---- what is said ------------------------------------------------------------ */

/* Of a copy: the rounds of one part go with those of another. */
static void median_row(const void *of, unsigned state, int64_t *value)
{
	int64_t copy[PRIMES_ROUNDS];

	(void)of;
	*value++ = state;
	for (unsigned p = 0; p < PARTS; p++) {
		memcpy(copy, split.milli[state][p],
		       split.rounds * sizeof(*copy));
		*value++ = stats_median(copy, split.rounds) / 1000;
	}
}

static void log_parts(const void *of)
{
	const enum state *state = of;
	char name[NAME_MAX];

	for (unsigned p = 0; p < PART_WALL && *state != ALONE; p++) {
		format(name, sizeof(name), "%s_rounds", columns[2 + p].name);
		log_quantity(name, split.milli[*state][p], split.rounds);
	}
}

/* The plain pool stands for the published one: it alone has its rounds. */
static void record(const struct record_key *key)
{
	char name[NAME_MAX];

	record_series(&(struct series_record){
		.key = *key, .columns = columns + 1, .rows = ALONE,
		.row = median_row });
	if (strcmp(key->variant, "shared"))
		return;
	for (enum state state = 0; state < STATES; state++) {
		const char *of = state == ALONE ? "sequential" : key->variant;

		format(name, sizeof(name), "%s/%s", of, state_name[state]);
		record_quantity(&(struct quantity){
			.key = { "primes", name, key->cores, key->params },
			.primitive = of, .rounds = split.rounds,
			.round = split.milli[state][PART_WALL],
			.fields = log_parts, .of = &state });
	}
}

/* Spinning cores that take turns would keep the one that works from it. */
bool primes_split(const struct primes_group *g)
{
	const struct param params[] = { { "n", g->shortest }, { NULL, 0 } };
	struct trial_rounds plan = {
		.rounds = { .subjects = STATES, .wanted = g->rounds },
		.pass = split_round };
	size_t bytes = trace_bytes(g->cores, EVENTS);

	if (g->cores == 1 || bytes > scratch_left())
		return true;
	split.group = g;
	split.memory = bench_scratch(bytes);
	for (unsigned i = 0; i < g->subjects; i++) {
		struct record_key key = { "primes", g->subject[i].name,
					  g->cores, NULL };

		split.subject = &g->subject[i];
		if (!split.subject->parallel)
			continue;
		if (timeshared()) {
			record_skipped(&key, "no split: cores take turns");
			continue;
		}
		if (!trial_rounds(&plan, &split.rounds))
			return false;
		key.params = params;
		record(&key);
	}
	return true;
}
