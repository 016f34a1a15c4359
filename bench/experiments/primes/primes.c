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
#include "bench/config/settings.h"
#include "bench/harness/sweep.h"
#include "bench/harness/trial.h"
#include "bench/report/record.h"
#include "bench/report/text.h"
#include "bench/samples/scratch.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define POINTS_QUICK 2u
#define ROUNDS_LEAST 3u
#define SHORT_MS 100u     /* until then more rounds: one may be disturbed */
#define SHORT 1000u       /* ranges up to here are run several times a round */
#define SECONDS_QUICK 2u  /* of rounds; then no further one begins */
#define SECONDS_FULL 60u

const uint32_t primes_n[PRIMES_POINTS] = { 100, 10000, PRIMES_MOST };

/* ---- what is measured -------------------------------------------------- */

static void add_subject(const struct settings *settings, struct primes_group *g,
			const char *name, const struct executor_kind *kind)
{
	if (g->subjects == PRIMES_SUBJECTS ||
	    (kind && !settings_wants(settings, name)))
		return;
	g->subject[g->subjects++] = (struct primes_subject){
		.name = name, .kind = kind };
}

/* The sequential run is always there: all others are compared with it. */
static void plan_group(const struct settings *settings, unsigned cores,
		       struct primes_group *g)
{
	g->cores = cores;
	g->full = settings->full;
	g->all_cores = cores == settings->cores;
	g->points = settings->full ? PRIMES_POINTS : POINTS_QUICK;
	g->rounds = (unsigned)clamp_u64(settings->rounds, ROUNDS_LEAST,
					PRIMES_ROUNDS);
	g->subjects = 0;
	add_subject(settings, g, "sequential", NULL);
	EXECUTOR_EACH(kind)
		add_subject(settings, g, (*kind)->name, *kind);
}

static bool cores_wanted(const struct settings *settings, unsigned cores)
{
	return settings->full || cores == settings->cores;
}

static unsigned primes_steps(const struct settings *settings)
{
	struct primes_group *g = scratch_keep(sizeof(*g));
	unsigned sum = 0;

	for (unsigned c = 1; g && c; c = sweep_next_cores(settings, c))
		if (cores_wanted(settings, c)) {
			plan_group(settings, c, g);
			sum += g->subjects * (g->points * g->rounds +
					      PRIMES_STEPS_AFTER + 1);
		}
	return sum;
}

/* ---- before the passes ------------------------------------------------- */

static bool primes_validate(const struct primes_subject *s, unsigned cores)
{
	struct record_key key = primes_key(s, cores, NULL);
	struct proof proof = {
		.property = "the sieve's primes, number for number",
		.why = "it lists wrong numbers" };
	bool ok = true;

	trial_begin(&key);
	for (unsigned p = 0; p < POINTS_QUICK; p++) {
		struct primes_pass pass = { .subject = s, .cores = cores,
					    .n = primes_n[p] };

		ok = ok && primes_run_pass(&pass);
		proof.operations += primes_n[p];
	}
	proof.proven = proven_if(ok);
	trial_step(1);
	return trial_verdict(&key, &proof);
}

/* Leaves out who has no memory or fails; false: somebody has failed. */
static bool primes_prepare(struct primes_group *g)
{
	unsigned kept = 0;
	bool ok = true;

	for (unsigned i = 0; i < g->subjects; i++) {
		struct primes_subject *s = &g->subject[i];
		struct record_key key = primes_key(s, g->cores, NULL);

		if (!primes_make_executor(s, g->cores))
			trial_skip_memory(&key);
		else if (primes_validate(s, g->cores))
			g->subject[kept++] = *s;
		else
			ok = false;
	}
	g->subjects = kept;
	return ok;
}

/* ---- passes ------------------------------------------------------------ */

/* The passes over a range that are compared. */
struct compared {
	struct primes_group *group;
	unsigned point;
};

/* So many passes in a row: a round's samples. */
static bool time_passes(const struct primes_group *g,
			struct primes_subject *s, unsigned point,
			unsigned passes)
{
	int64_t *sample = s->sample[point] + s->samples[point];

	for (unsigned k = 0; k < passes; k++) {
		struct primes_pass pass = { .subject = s, .cores = g->cores,
					    .n = primes_n[point] };

		if (!primes_run_right(&pass))
			return false;
		sample[k] = pass.wall;
	}
	return true;
}

/* A round: several passes where they are short. */
static bool time_subject(void *of, unsigned subject, unsigned round)
{
	const struct compared *now = of;
	const struct primes_group *g = now->group;
	struct primes_subject *s = &now->group->subject[subject];
	struct record_key key = primes_key(s, g->cores, NULL);
	unsigned p = now->point;
	unsigned passes = primes_n[p] <= SHORT && !timeshared() ?
			  PRIMES_REPEATS : 1;

	(void)round;
	trial_begin(&key);
	s->history[p].count = s->count[p];
	do {
		history_begin(&s->history[p], s->kind ? g->cores : 1);
		if (!time_passes(g, s, p, passes))
			return false;
	} while (!history_add(&s->history[p], s->sample[p] + s->samples[p],
			      passes));
	s->samples[p] += passes;
	return true;
}

/* What a result says besides. */
struct facts {
	struct primes_facts known;
	bool serial; /* one worker, on however many cores */
};

static void log_facts(const void *of)
{
	const struct facts *facts = of;

	log_number("primes", facts->known.count);
	log_number("checksum", facts->known.sum);
	if (facts->serial)
		log_bool("serial", true);
}

static void report_subject(const struct primes_group *g,
			   struct primes_subject *s, unsigned point)
{
	uint32_t n = primes_n[point];
	const struct param params[] = PRIMES_PARAMS(s, n, g->cores);
	const struct facts facts = { primes_known(n),
				     !s->kind || !s->kind->parallel };

	s->median[point] = trial_report_rounds(&(struct result){
		.key = primes_key(s, g->cores, params), .per = "number",
		.batch = n, .quiet = true, .fields = log_facts, .of = &facts },
		&s->history[point], s->sample[point], s->samples[point]);
}

/* Few rounds where time is short, but one in any case. */
static bool measure_point(struct primes_group *g, unsigned point)
{
	struct trial_rounds plan = {
		.rounds = { .subjects = g->subjects, .wanted = g->rounds,
			    .most = PRIMES_ROUNDS,
			    .fill = tsc_read() + ticks_of_ms(SHORT_MS),
			    .until = g->deadline },
		.steps = 1, .pass = time_subject,
		.of = &(struct compared){ g, point } };
	unsigned done;

	if (!trial_rounds(&plan, &done))
		return false;
	for (unsigned i = 0; i < g->subjects; i++)
		report_subject(g, &g->subject[i], point);
	return true;
}

/* ---- the experiment ---------------------------------------------------- */

/* Where cores take turns no crossing means anything. */
static bool find_crossovers(struct primes_group *g)
{
	bool unfit = timeshared() || tsc_read() > g->deadline;

	if (g->cores == 1)
		return true;
	for (unsigned i = 0; i < g->subjects; i++) {
		struct primes_subject *s = &g->subject[i];
		struct record_key key = primes_key(s, g->cores, NULL);

		if (!s->kind || !s->kind->parallel)
			continue;
		trial_begin(&key);
		if (unfit)
			record_skipped(&key, "no crossover: cores take turns, "
				       "or time is up");
		trial_step(1);
	}
	return unfit || primes_find_crossovers(g);
}

static bool measure_points(struct primes_group *g)
{
	g->deadline = tsc_read() + ticks_of_seconds(g->full ? SECONDS_FULL
							   : SECONDS_QUICK);
	for (unsigned p = 0; p < g->points; p++)
		if (!measure_point(g, p))
			return false;
	return !g->all_cores || find_crossovers(g);
}

static bool measure_on_cores(const struct settings *settings,
			     struct primes_group *g, unsigned cores)
{
	struct record_key key;
	bool ok;

	timesharing_look(cores);
	plan_group(settings, cores, g);
	key = primes_key(&g->subject[0], cores, NULL);
	scratch_empty();
	if (!primes_make_room((uint32_t)max_u64(primes_n[g->points - 1],
						PRIMES_CROSS_MOST))) {
		trial_skip_memory(&key);
		return true;
	}
	ok = primes_prepare(g);
	if (!g->subjects || g->subject[0].kind || !measure_points(g))
		return false;
	primes_show_page(g);
	return (!g->all_cores ||
		(primes_split(g) && primes_trace_executors(g))) && ok;
}

static bool primes_run(const struct settings *settings)
{
	struct record_key key = { "primes", "sequential", settings->cores,
				  NULL };
	struct primes_group *g = scratch_keep(sizeof(*g)); /* for no stack */
	bool ok = true;

	if (!g)
		return trial_skip_memory(&key);
	for (unsigned c = 1; c; c = sweep_next_cores(settings, c))
		if (cores_wanted(settings, c))
			ok &= measure_on_cores(settings, g, c);
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
