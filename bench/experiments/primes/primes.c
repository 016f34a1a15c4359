/* SPDX-License-Identifier: MIT */
/*
 * When does parallel beat sequential? The primes in 1..N by trial division, in
 * one call and as tasks on every registered executor, by the method of an
 * article on the overhead of synchronisation (docs/method.md).
 */
#include "bench/experiments/primes/primes.h"

#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/config/rows.h"
#include "bench/harness/row.h"
#include "bench/harness/sweep.h"
#include "bench/samples/scratch.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define RANGES_QUICK 2u
#define RANGES 3u
#define ROUNDS_LEAST 3u
#define SHORT_MS 100u     /* until then more rounds: one may be disturbed */
#define SHORT 1000u       /* ranges up to here are run several times a round */
#define SECONDS_QUICK 2u  /* of rounds; then no further one begins */
#define SECONDS_FULL 60u

static const uint32_t range[RANGES] = { 100, 10000, 1000000 };

static struct primes_group group;
static unsigned ranges; /* that it measures */

/* ---- what is measured -------------------------------------------------- */

static void add_subject(const struct settings *settings, const char *name,
			const struct executor_kind *kind)
{
	if (group.subjects < PRIMES_SUBJECTS &&
	    (!kind || settings_wants(settings, name)))
		group.subject[group.subjects++] = (struct primes_subject){
			.name = name, .kind = kind,
			.parallel = kind && kind->parallel };
}

/* The sequential run is always there: all others are compared with it. */
static void plan_group(const struct settings *settings, unsigned cores)
{
	ranges = settings->full ? RANGES : RANGES_QUICK;
	group = (struct primes_group){
		.cores = cores, .full = settings->full,
		.shortest = range[0], .longest = range[ranges - 1],
		.rounds = (unsigned)clamp_u64(settings->rounds, ROUNDS_LEAST,
					      PRIMES_ROUNDS) };
	add_subject(settings, "sequential", NULL);
	EXECUTOR_EACH(kind)
		add_subject(settings, (*kind)->name, *kind);
}

static bool cores_wanted(const struct settings *settings, unsigned cores)
{
	return settings->full || cores == settings->cores;
}

static unsigned primes_steps(const struct settings *settings)
{
	unsigned sum = 0;

	for (unsigned c = 1; c; c = sweep_next_cores(settings, c))
		if (cores_wanted(settings, c)) {
			plan_group(settings, c);
			sum += group.subjects * (ranges * group.rounds +
						 PRIMES_STEPS_AFTER + 1);
		}
	return sum;
}

/* ---- before the passes ------------------------------------------------- */

static bool validate(const struct primes_subject *s,
		     const struct record_key *key)
{
	struct proof proof = {
		.property = "the sieve's primes, number for number",
		.why = "it lists wrong numbers" };
	bool ok = true;

	trial_begin(key);
	for (unsigned p = 0; p < RANGES_QUICK; p++) {
		struct primes_pass pass = { .subject = s,
					    .cores = group.cores,
					    .n = range[p] };

		ok = ok && primes_run_pass(&pass);
		proof.operations += range[p];
	}
	proof.proven = proven_if(ok);
	trial_step(1);
	return trial_verdict(key, &proof);
}

/* Leaves out who has no memory or fails; false: somebody has failed. */
static bool prepare(void)
{
	unsigned kept = 0;
	bool ok = true;

	for (unsigned i = 0; i < group.subjects; i++) {
		struct primes_subject *s = &group.subject[i];
		const struct record_key key = { "primes", s->name, group.cores,
						NULL };

		if (!primes_make_executor(s, group.cores))
			trial_skip_memory(&key);
		else if (validate(s, &key))
			group.subject[kept++] = *s;
		else
			ok = false;
	}
	group.subjects = kept;
	return ok;
}

/* ---- passes ------------------------------------------------------------ */

/* A round: several passes where they are short. */
static uint32_t take_passes(struct row *row, unsigned round, int64_t *sample)
{
	struct primes_pass pass = { .subject = row->of, .cores = group.cores,
				    .n = row->result.batch };
	uint32_t passes = timeshared() ? 1 : row->most;

	(void)round;
	for (uint32_t i = 0; i < passes; i++) {
		if (!primes_run_right(&pass))
			return 0;
		sample[i] = pass.wall;
	}
	return passes;
}

static void log_facts(const void *of)
{
	const struct row *row = of;
	const struct primes_subject *subject = row->of;
	struct primes_facts known = primes_known(row->result.batch);

	log_number("primes", known.count);
	log_number("checksum", known.sum);
	if (!subject->parallel) /* on however many cores */
		log_bool("serial", true);
}

/* Few rounds where time is short, but one in any case. */
static bool measure_range(uint32_t n)
{
	static struct param params[PRIMES_SUBJECTS][3];
	const struct rounds rounds = {
		.wanted = group.rounds, .most = PRIMES_ROUNDS,
		.fill = tsc_read() + ticks_of_ms(SHORT_MS),
		.until = group.deadline };
	struct row *row = bench_scratch(group.subjects * sizeof(*row));
	bool ok;

	if (!row)
		return !trial_skip_memory(trial_begun());
	for (unsigned i = 0; i < group.subjects; i++) {
		struct primes_subject *s = &group.subject[i];

		params[i][0] = (struct param){ "n", n };
		params[i][1] = (struct param){ "tasks", s->kind ?
				primes_tasks(n, group.cores) : 0 };
		row[i] = (struct row){
			.result = { .key = { "primes", s->name, group.cores,
					     params[i] },
				    .per = "number", .batch = n,
				    .fields = log_facts },
			.take = take_passes, .of = s,
			.most = n <= SHORT ? PRIMES_REPEATS : 1,
			.cores = s->kind ? group.cores : 1 };
	}
	ok = rows_measure(row, group.subjects, &rounds, 1);
	rows_report(row, group.subjects);
	return ok;
}

/* ---- the experiment ---------------------------------------------------- */

static bool measure_on_cores(const struct settings *settings, unsigned cores)
{
	bool ok;

	timesharing_look(cores);
	plan_group(settings, cores);
	scratch_empty();
	if (!primes_make_room((uint32_t)max_u64(group.longest,
						PRIMES_CROSS_MOST)))
		return !trial_skip_memory(&(struct record_key){
			"primes", "sequential", cores, NULL });
	ok = prepare();
	if (!group.subjects || group.subject[0].kind)
		return false;
	group.deadline = tsc_read() + ticks_of_seconds(
		settings->full ? SECONDS_FULL : SECONDS_QUICK);
	for (unsigned p = 0; p < ranges; p++)
		if (!measure_range(range[p]))
			return false;
	return (cores < settings->cores ||
		(primes_find_crossovers(&group) && primes_split(&group) &&
		 primes_trace(&group))) && ok;
}

static bool primes_run(const struct settings *settings)
{
	bool ok = true;

	for (unsigned c = 1; c; c = sweep_next_cores(settings, c))
		if (cores_wanted(settings, c))
			ok &= measure_on_cores(settings, c);
	return ok;
}

static const struct variant sequential[] = {
	{ .name = "sequential", .summary = "all in one call" },
};

ROWS(primes, sequential);
ROWS_EACH(primes, NAMES_EXECUTORS, "", "", NULL);
EXPERIMENT_RUN(primes, primes_steps, primes_run,
	       "when does parallel beat sequential?",
	       .order = ORDER_WHOLE, .step_ms = { 17, 45 },
	       .page = "sequential shared* steal*");
