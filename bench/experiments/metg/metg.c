/* SPDX-License-Identifier: MIT */
/*
 * How short may tasks be? METG(50 %) and METG(90 %) of each executor, for seven
 * patterns of Task Bench (docs/method.md). In no suite: bench=metg.
 */
#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/config/rows.h"
#include "bench/experiments/metg/graph.h"
#include "bench/experiments/metg/search.h"
#include "bench/harness/row.h"
#include "bench/report/record.h"
#include "bench/report/trust.h"
#include "bench/samples/add_up.h"
#include "bench/samples/scratch.h"
#include "kernel/format.h"
#include "kernel/minmax.h"
#include "kernel/options.h"
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
#define NAME_MAX 32u
#define WHY_MAX 48u
#define SHARES 2u
#define SECONDS_QUICK 12u     /* of a pattern; then no further round begins */
#define SECONDS_FULL 30u

OPTION_NUMBER(opt_planted, "planted_ns", 0, 0, 1000000,
	      "nanoseconds that a task of metg costs besides its work (a test)");
OPTION_NUMBER(opt_steps, "steps", STEPS, 2, STEPS,
	      "metg: steps of a graph; fewer where the machine is emulated");

static const unsigned percent[SHARES] = { 50, 90 }; /* of the peak */

/* One executor on one number of cores, and its rows of the present pattern. */
struct tried {
	const struct executor_kind *kind;
	void *executor, *memory;
	char name[NAME_MAX];          /* "steal/stencil_1d" */
	uint64_t from[SHARES];        /* iterations that the last round found */
	struct row *row;              /* of each share; NULL: it has none */
};

/* What is measured now. */
static struct {
	const struct settings *settings;
	unsigned subjects;
	struct tried *subject;
	struct row *row;         /* room for all of theirs */
	struct param params[SHARES][5];
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

/* ---- runs -------------------------------------------------------------------- */

static bool run_graph(void *of, uint64_t n, uint64_t *wall)
{
	struct tried *s = of;

	return s->kind->init(s->executor, s->memory, now.shape.cores, NULL) &&
	       metg_run(&now.graph, s->kind, s->executor, n + now.planted, wall);
}

/* False: it is left out, and the verdict says so. */
static bool prove(struct tried *s)
{
	const struct record_key key = { "metg", s->name, now.shape.cores,
					NULL };
	struct proof proof = {
		.property = "each task once, after those it needs" };
	uint64_t wall;
	bool right = true;

	trial_begin(&key);
	for (unsigned i = 0; right && i < PROOFS; i++) {
		right = run_graph(s, i ? PROVEN_ITERATIONS : 0, &wall);
		proof.operations += now.graph.tasks;
	}
	proof.proven = proven_if(right);
	proof.why = right ? NULL : "a task is missing, came twice or too early";
	trial_step(1);
	return trial_verdict(&key, &proof);
}

/* ---- a round ------------------------------------------------------------------ */

/* Ticks of the longest tasks that are tried: what a round counts as which does
 * not reach its share with them. */
static int64_t longest(void)
{
	return (int64_t)(METG_LONGEST * now.search.milli / 1000);
}

/* The first rounds did not reach it: the others need not try, which takes as
 * long as all else. */
static bool hopeless(const struct row *row)
{
	unsigned missed = 0;

	while (missed < row->n && row->samples[missed] == longest())
		missed++;
	return missed >= TRIED_IN_VAIN;
}

static uint32_t take(struct row *row, unsigned round, int64_t *ticks)
{
	struct tried *s = row->of;
	size_t share = (size_t)(row - s->row);
	bool right = true;

	(void)round;
	*ticks = 0;
	now.search.of = s;
	if (!hopeless(row))
		right = metg_find(&now.search, percent[share], &s->from[share],
				  ticks);
	if (!*ticks)
		*ticks = longest();
	if (right)
		return 1;
	now.wrong = true;
	for (unsigned i = 0; i < SHARES; i++)
		s->row[i].out = true;
	trial_wrong(&row->result.key,
		    "a task is missing, came twice or too early");
	return 0;
}

/* In most rounds: the median is a time then. */
static bool reached(const struct row *row)
{
	size_t n = 0;

	for (size_t i = 0; i < row->n; i++)
		n += row->samples[i] < longest();
	return 2 * n > row->n;
}

static void report(struct row *row, unsigned share)
{
	char why[WHY_MAX];

	if (row->out || reached(row)) {
		row_report(row);
		return;
	}
	format(why, sizeof(why), "the longest tasks do not reach %u %%",
	       percent[share]);
	trial_skip(&row->result.key, why);
}

/* ---- a pattern ----------------------------------------------------------------- */

/* The loop has one worker: of two cores it can use half at most. */
static bool can_reach(const struct executor_kind *kind)
{
	return kind->parallel || now.shape.cores == 1;
}

/* Both rows, where the executor is wanted and right. */
static void make_rows(struct tried *s, const struct metg_pattern *pattern,
		      unsigned *rows)
{
	s->row = NULL;
	format(s->name, NAME_MAX, "%s/%s", s->kind->name, pattern->name);
	if (!can_reach(s->kind) || !settings_wants(now.settings, s->name))
		return;
	if (!prove(s)) {
		now.wrong = true;
		return;
	}
	s->row = &now.row[*rows];
	for (unsigned i = 0; i < SHARES; i++) {
		s->from[i] = 1;
		now.row[(*rows)++] = (struct row){
			.result = { .key = { "metg", s->name, now.shape.cores,
					     now.params[i] },
				    .per = "task", .batch = 1 },
			.take = take, .of = s };
	}
}

static void measure_pattern(const struct metg_pattern *pattern)
{
	struct rounds rounds = { .wanted = now.settings->rounds };
	unsigned rows = 0;

	metg_make(&now.graph, pattern, &now.shape, now.memory);
	now.search.tasks = now.graph.tasks;
	for (unsigned i = 0; i < now.subjects; i++)
		make_rows(&now.subject[i], pattern, &rows);
	rounds.until = tsc_read() + ticks_of_seconds(
		now.settings->full ? SECONDS_FULL : SECONDS_QUICK);
	rows_measure(now.row, rows, &rounds, 1);
	for (unsigned i = 0; i < rows; i++)
		report(&now.row[i], i % SHARES);
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

static void make_params(void)
{
	for (unsigned i = 0; i < SHARES; i++) {
		struct param *params = now.params[i];

		params[0] = (struct param){ "percent", percent[i] };
		params[1] = (struct param){ "width", now.shape.width };
		params[2] = (struct param){ "steps", now.shape.steps };
		if (opt_planted.number)
			params[3] = (struct param){
				"planted_ns", (int64_t)opt_planted.number };
	}
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
	make_params();
	now.subjects = 0;
	now.subject = bench_scratch(executors() * sizeof(*now.subject));
	now.row = bench_scratch(executors() * SHARES * sizeof(*now.row));
	now.memory = bench_scratch(metg_bytes(&now.shape));
	if (!now.subject || !now.row || !now.memory)
		return false;
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
	now.planted = ticks_of_us(opt_planted.number) / now.search.milli;
	for (unsigned i = 0; i < METG_PATTERNS; i++)
		measure_pattern(&metg_pattern[i]);
}

static unsigned metg_steps(const struct settings *settings)
{
	unsigned wanted = 0;
	char name[NAME_MAX];

	for (unsigned i = 0; i < METG_PATTERNS; i++)
		EXECUTOR_EACH(entry) {
			format(name, sizeof(name), "%s/%s", (*entry)->name,
			       metg_pattern[i].name);
			wanted += settings_wants(settings, name);
		}
	return wanted * (SHARES * settings->rounds + 1) *
	       (settings->cores > 1 ? 2 : 1);
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
