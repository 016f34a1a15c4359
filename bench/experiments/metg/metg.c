/* SPDX-License-Identifier: MIT */
/*
 * How short may tasks be? METG(50 %) and METG(90 %) of each executor, for seven
 * patterns of Task Bench (docs/method.md). In no suite: bench=metg.
 */
#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/config/rows.h"
#include "bench/config/settings.h"
#include "bench/experiments/metg/graph.h"
#include "bench/experiments/metg/metg.h"
#include "bench/experiments/metg/search.h"
#include "bench/harness/trial.h"
#include "bench/report/record.h"
#include "bench/report/trust.h"
#include "bench/samples/add_up.h"
#include "bench/samples/history.h"
#include "bench/samples/scratch.h"
#include "kernel/minmax.h"
#include "kernel/options.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define COLUMNS_A_CORE 4u
#define COLUMNS_LEAST 8u      /* with fewer, patterns look alike */
#define STEPS 1000u           /* as in the paper */
#define STEPS_EMULATED 64u
#define EXECUTORS_LISTED 16u  /* with those of peers/ */
#define PEAK_TRIES 16u
#define PEAK_ITERATIONS 100000u
#define PROVEN_ITERATIONS 50u /* so that cores take part */
#define PROOFS 3u
#define TRIED_IN_VAIN 2u      /* rounds; one may be a bad one */
#define WHY_MAX 48u
#define SECONDS_QUICK 12u     /* of a pattern; then no further round begins */
#define SECONDS_FULL 30u

OPTION_NUMBER(opt_planted, "planted_ns", 0, 0, 1000000,
	      "nanoseconds that a task of metg costs besides its work (a test)");
OPTION_NUMBER(opt_steps, "steps", STEPS, 2, STEPS,
	      "metg: steps of a graph; fewer where the machine is emulated");

const unsigned metg_percent[METG_SHARES] = { 50, 90 };

/* One executor on one number of cores. */
struct tried {
	const struct executor_kind *kind;
	void *executor, *memory;
	bool out;                /* of the present pattern */
	uint64_t from[METG_SHARES];   /* iterations that the last round found */
	int64_t ticks[METG_SHARES][SETTINGS_ROUNDS_MAX];
	struct history history[METG_SHARES];
};

/* What is measured now. */
static struct {
	const struct settings *settings;
	unsigned subjects;
	struct tried *subject;
	struct metg_figures *figures; /* of each of them */
	const struct metg_pattern *pattern;
	struct metg_shape shape;
	struct metg_graph graph;
	void *memory;            /* the graph's */
	uint64_t planted;        /* iterations of a task besides its work */
	struct metg_search search;
	bool wrong;
} now;

/* ---- the peak -------------------------------------------------------------- */

static void time_bodies(unsigned core, void *arg)
{
	uint64_t *ticks = arg, begin = tsc_read(), sum = add_up(PEAK_ITERATIONS);

	__asm__ volatile("" : : "r"(sum));
	ticks[core * MACHINE_LINE_PAIR / sizeof(*ticks)] = tsc_read() - begin;
}

/* Thousandths of a tick that an iteration takes while all cores work: the
 * fastest of some tries. 0: no memory. */
static uint64_t peak(unsigned cores)
{
	uint64_t *ticks = bench_scratch((size_t)cores * MACHINE_LINE_PAIR);
	uint64_t best = UINT64_MAX;

	for (unsigned i = 0; ticks && i < PEAK_TRIES; i++) {
		uint64_t sum = 0;

		machine_run(cores, time_bodies, ticks);
		for (unsigned c = 0; c < cores; c++)
			sum += ticks[c * MACHINE_LINE_PAIR / sizeof(*ticks)];
		best = min_u64(best, sum / cores);
	}
	return ticks ? max_u64(best * 1000 / PEAK_ITERATIONS, 1) : 0;
}

/* ---- what is wanted ------------------------------------------------------------------ */

static bool wanted(const struct settings *settings,
		   const struct executor_kind *kind,
		   const struct metg_pattern *pattern)
{
	char name[METG_NAME_MAX];

	return settings_wants(settings, metg_name(name, kind, pattern));
}

/* ---- runs -------------------------------------------------------------------- */

static bool run_graph(void *of, uint64_t n, uint64_t *wall)
{
	struct tried *s = of;

	return s->kind->init(s->executor, s->memory, now.shape.cores, NULL) &&
	       metg_run(&now.graph, s->kind, s->executor, n + now.planted, wall);
}

/* False: it is left out, and the verdict says so. */
static bool prove(struct tried *s, const struct record_key *key)
{
	struct proof proof = {
		.property = "each task once, after those it needs" };
	uint64_t wall;
	bool right = true;

	for (unsigned i = 0; right && i < PROOFS; i++) {
		right = run_graph(s, i ? PROVEN_ITERATIONS : 0, &wall);
		proof.operations += now.graph.tasks;
	}
	proof.proven = proven_if(right);
	proof.why = right ? NULL : "a task is missing, came twice or too early";
	return trial_verdict(key, &proof);
}

/* The loop has one worker: of two cores it can use half at most. */
static bool can_reach(const struct executor_kind *kind)
{
	return kind->parallel || now.shape.cores == 1;
}

/* Ticks of the longest tasks that are tried: what a round counts as which does
 * not reach its share with them. */
static int64_t longest(void)
{
	return (int64_t)(METG_LONGEST * now.search.milli / 1000);
}

/* The first rounds did not reach it: the others need not try, which takes as
 * long as all else. */
static bool hopeless(const struct tried *s, unsigned share, unsigned round)
{
	unsigned missed = 0;

	while (missed < round && s->ticks[share][missed] == longest())
		missed++;
	return missed >= TRIED_IN_VAIN;
}

static bool find(struct tried *s, unsigned share, unsigned round)
{
	int64_t *ticks = &s->ticks[share][round];
	bool right = true;

	*ticks = 0;
	if (!hopeless(s, share, round))
		right = metg_find(&now.search, metg_percent[share],
				  &s->from[share], ticks);
	*ticks = *ticks ? *ticks : longest();
	return right;
}

/* Both shares, done again where it was disturbed. */
static bool time_round(void *of, unsigned index, unsigned round)
{
	struct tried *s = &now.subject[index];
	char name[METG_NAME_MAX];
	struct record_key key = { "metg", name, now.shape.cores, NULL };
	bool again = true, right = true;

	(void)of;
	metg_name(name, s->kind, now.pattern);
	if (s->out)
		return true;
	trial_begin(&key);
	trial_step(1);
	now.search.of = s;
	for (unsigned i = 0; right && i < METG_SHARES; i++, again = true)
		while (right && again) {
			history_begin(&s->history[i], now.shape.cores);
			right = find(s, i, round);
			again = right && !history_add(&s->history[i],
						      &s->ticks[i][round], 1);
		}
	if (right)
		return true;
	s->out = now.wrong = true;
	return trial_wrong(&key, "a task is missing, came twice or too early");
}

/* ---- results ---------------------------------------------------------------- */

/* In most rounds: the median is a time then. */
static bool reached(const struct tried *s, unsigned share, unsigned rounds)
{
	unsigned n = 0;

	for (unsigned i = 0; i < rounds; i++)
		n += s->ticks[share][i] < longest();
	return 2 * n > rounds;
}

static void report(struct tried *s, unsigned share, unsigned rounds)
{
	struct metg_figure *kept = &now.figures[s - now.subject]
					.of[now.pattern - metg_pattern][share];
	char name[METG_NAME_MAX], why[WHY_MAX];
	const struct param params[] = {
		{ "percent", metg_percent[share] }, { "width", now.shape.width },
		{ "steps", now.shape.steps },
		{ opt_planted.number ? "planted_ns" : NULL,
		  (int64_t)opt_planted.number }, { NULL, 0 } };
	struct record_key key = { "metg", name, now.shape.cores, params };

	metg_name(name, s->kind, now.pattern);
	if (!reached(s, share, rounds)) {
		format(why, sizeof(why), "the longest tasks do not reach %u %%",
		       metg_percent[share]);
		trial_skip(&key, why);
		return;
	}
	kept->median = trial_report_rounds(&(struct result){
		.key = key, .per = "task", .batch = 1, .quiet = true },
		&s->history[share], s->ticks[share], rounds);
	kept->least = s->ticks[share][0]; /* they are sorted now */
	kept->most = s->ticks[share][rounds - 1];
}

/* ---- a pattern ----------------------------------------------------------------- */

static void begin_pattern(const struct metg_pattern *pattern)
{
	now.pattern = pattern;
	metg_make(&now.graph, pattern, &now.shape, now.memory);
	now.planted = ticks_of_us(opt_planted.number) / now.search.milli;
	now.search.tasks = now.graph.tasks;
	for (unsigned i = 0; i < now.subjects; i++) {
		struct tried *s = &now.subject[i];
		char name[METG_NAME_MAX];
		struct record_key key = { "metg", name, now.shape.cores, NULL };

		*s = (struct tried){ s->kind, s->executor, s->memory,
				       .from = { 1, 1 } };
		metg_name(name, s->kind, pattern);
		s->out = !can_reach(s->kind) ||
			 !wanted(now.settings, s->kind, pattern);
		if (s->out)
			continue;
		trial_begin(&key);
		s->out = !prove(s, &key);
		now.wrong |= s->out;
		trial_step(1);
	}
}

static void measure_pattern(const struct metg_pattern *pattern)
{
	uint64_t seconds = now.settings->full ? SECONDS_FULL : SECONDS_QUICK;
	struct trial_rounds plan = {
		.rounds = { .subjects = now.subjects,
			    .wanted = now.settings->rounds },
		.pass = time_round };
	unsigned rounds;

	begin_pattern(pattern);
	plan.rounds.until = tsc_read() + ticks_of_seconds(seconds);
	trial_rounds(&plan, &rounds);
	for (unsigned i = 0; i < now.subjects; i++)
		for (unsigned share = 0; !now.subject[i].out && share < METG_SHARES;
		     share++)
			report(&now.subject[i], share, rounds);
}

/* ---- the experiment -------------------------------------------------------------- */

static unsigned executors(void)
{
	unsigned n = 0;

	EXECUTOR_EACH(entry)
		n++;
	return n;
}

static bool make_executor(struct tried *s, const struct executor_kind *kind)
{
	s->kind = kind;
	s->executor = bench_scratch(kind->size);
	s->memory = bench_scratch(kind->bytes(now.shape.cores, NULL));
	return s->executor && s->memory;
}

/* Many steps, as an executor's start and end count, too. */
static unsigned steps(void)
{
	return !opt_steps.given && trust_emulated(record_trust()) ?
	       STEPS_EMULATED : (unsigned)opt_steps.number;
}

/* False: too little memory. */
static bool make_subjects(unsigned cores)
{
	bool all = true;

	scratch_empty();
	now.shape = (struct metg_shape){
		.width = (unsigned)max_u64(COLUMNS_A_CORE * cores,
					   COLUMNS_LEAST),
		.steps = steps(), .cores = cores };
	now.subjects = 0;
	now.subject = bench_scratch(executors() * sizeof(*now.subject));
	now.figures = bench_scratch(executors() * sizeof(*now.figures));
	now.memory = bench_scratch(metg_bytes(&now.shape));
	if (!now.subject || !now.figures || !now.memory)
		return false;
	memset(now.figures, 0, executors() * sizeof(*now.figures));
	EXECUTOR_EACH(entry)
		all &= make_executor(&now.subject[now.subjects++], *entry);
	return all;
}

static void measure_on_cores(unsigned cores)
{
	const struct record_key key = { "metg", "peak", cores, NULL };

	timesharing_look(cores);
	now.search = (struct metg_search){ .run = run_graph, .cores = cores };
	if (make_subjects(cores))
		now.search.milli = peak(cores);
	if (!now.search.milli) {
		trial_skip_memory(&key);
		return;
	}
	for (unsigned i = 0; i < METG_PATTERNS; i++)
		measure_pattern(&metg_pattern[i]);
	metg_tell(now.figures, cores);
}

static unsigned metg_steps(const struct settings *settings)
{
	unsigned rows = 0;

	for (unsigned i = 0; i < METG_PATTERNS; i++)
		EXECUTOR_EACH(entry)
			rows += wanted(settings, *entry, &metg_pattern[i]);
	return rows * (settings->rounds + 1) * (settings->cores > 1 ? 2 : 1);
}

static bool metg_run_all(const struct settings *settings)
{
	now.settings = settings;
	now.wrong = false;
	measure_on_cores(1);
	if (settings->cores > 1)
		measure_on_cores(settings->cores);
	return !now.wrong;
}

static const struct variant *metg_names(unsigned *count)
{
	MADE_ROWS(made, METG_PATTERNS * EXECUTORS_LISTED);

	for (unsigned i = 0; i < METG_PATTERNS; i++) {
		char after[MADE_NAME_MAX];

		format(after, sizeof(after), "/%s", metg_pattern[i].name);
		made_rows_each(&made, NAMES_EXECUTORS, "", after,
			       metg_pattern[i].summary);
	}
	*count = made.count;
	return made.row;
}

ROWS_MADE(metg, metg_names);
EXPERIMENT_RUN(metg, metg_steps, metg_run_all,
	       "how short may tasks be that depend on each other?",
	       .order = ORDER_WHOLE, .by_name_only = true);
