/* SPDX-License-Identifier: MIT */
/*
 * The curves of experiment `threads`: a row is a design with k x cores tasks, a
 * sample is the time until all have ended. All rows of all designs run in each
 * round, so that designs can be compared, and the k of one design, too.
 */
#include "bench/experiments/threads/threads.h"

#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/config/scale.h"
#include "bench/harness/raw.h"
#include "bench/report/quantity.h"
#include "bench/samples/scratch.h"
#include "bench/stats/stats.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/string.h"

#define POINTS 8u
#define TEXT_MAX 64u
#define PPM 1000000u

/* The two questions: tasks that compute only, and tasks that sleep as well. */
enum which { PURE, SLEEPING, CASES };

/* What a round shows; ticks, but for the share. */
enum column {
	TOOK,     /* until all had ended */
	EARLIEST, /* until the first had */
	QUEUED,   /* longest until a task's first step */
	WAITED,   /* longest that a task waited after that */
	LATE,     /* longest that a bystander overslept */
	SHARE,    /* computing, of the time from a task's begin to its end;
		   * millionths */
	COLUMNS
};

/* A design with k x cores tasks. */
struct point {
	struct curve *curve;
	struct param params[2]; /* k */
	unsigned tasks, workers;
	uint64_t stack_kib;
	int64_t seen[COLUMNS][THREADS_ROUNDS];
};

/* A design in one of the cases. */
struct curve {
	const struct threads_design *design;
	char name[TEXT_MAX];   /* as in the log */
	struct row *row;       /* the first of them ... */
	struct point *point;
	unsigned points;       /* ... so many; fewer where memory ends */
	uint64_t tasks;        /* whose digits were compared, in both cases */
	bool wrong;            /* some were not pi's */
};

static struct {
	const struct threads_plan *plan;
	enum which which;
	struct curve curve[THREADS_DESIGNS];
	struct point point[THREADS_DESIGNS * POINTS];
	struct row row[THREADS_DESIGNS * POINTS];
} now;

/* ---- which k ------------------------------------------------------------- */

/* The published ones. */
static const unsigned ks[POINTS] = { 1, 2, 5, 10, 18, 25, 40, 100 };

/* The quick suite's lie on both sides of where the formula puts the best one. By
 * `fixed` k tasks that sleep take k times as long as one. */
static bool wanted(const struct settings *settings,
		   const struct threads_design *design, enum which which,
		   unsigned k)
{
	if (timeshared() && k > 2)
		return false;
	if (which == PURE)
		return design->pure && k != 25 && k <= (settings->full ? 100 : 18);
	if (!strcmp(design->name, "fixed"))
		return k <= (settings->full ? 25 : 5);
	return k <= (settings->full ? 100 : 25);
}

unsigned threads_steps(const struct settings *settings,
		       const struct threads_design *design)
{
	unsigned rows = 0;

	for (unsigned i = 0; i < POINTS; i++)
		for (enum which which = 0; which < CASES; which++)
			rows += wanted(settings, design, which, ks[i]);
	return rows * threads_rounds(settings);
}

/* ---- a round ------------------------------------------------------------- */

static struct threads_run make_run(const struct threads_design *design,
				   unsigned tasks)
{
	const struct threads_plan *plan = now.plan;
	uint32_t steps = now.which == PURE ? 1 : plan->steps;

	return (struct threads_run){
		.design = design, .cores = plan->cores, .tasks = tasks,
		.left = tasks, .workers = design->workers(plan->cores, tasks),
		.steps = steps, .sleep = plan->sleep, .slice = plan->slice,
		.decimals = plan->decimals, .step_turns = plan->turns / steps,
		.checksum = plan->checksum,
	};
}

static void run_tasks(struct threads_run *run)
{
	size_t slots = run->design->cut ? run->tasks : run->workers;
	size_t words = slots * spigot_words(run->decimals);

	scratch_empty();
	run->task = bench_scratch(run->tasks * sizeof(*run->task));
	run->words = bench_scratch(words * sizeof(*run->words));
	if (!run->task || !run->words)
		run->trouble = "no memory for so many tasks";
	else if (run->design->launch)
		run->design->launch(run);
	else
		threads_fibers(run);
}

/* Share of its time that tasks need a core, in millionths; 0 for no time. */
static uint64_t utilisation_ppm(uint64_t busy, uint64_t whole)
{
	/* Both down to 2^40, so that the product fits. */
	while (busy >> 40 || whole >> 40) {
		busy >>= 1;
		whole >>= 1;
	}
	return whole ? busy * PPM / whole : 0;
}

/* Two cores' clocks may be apart: no span is below 0. */
static void see(const struct threads_run *run, struct point *p, unsigned round)
{
	uint64_t seen[COLUMNS] = { [EARLIEST] = UINT64_MAX,
				   [LATE] = run->late };
	uint64_t busy = 0, resident = 0;

	for (unsigned i = 0; i < run->tasks; i++) {
		const struct threads_task *t = &run->task[i];
		uint64_t ended = above_u64(t->ended, run->start);
		uint64_t queued = above_u64(t->first, run->start);

		seen[TOOK] = max_u64(seen[TOOK], ended);
		seen[EARLIEST] = min_u64(seen[EARLIEST], ended);
		seen[QUEUED] = max_u64(seen[QUEUED], queued);
		seen[WAITED] = max_u64(seen[WAITED], t->waited);
		busy += t->busy;
		resident += above_u64(t->ended, t->first);
		p->curve->wrong |= !t->right;
	}
	seen[SHARE] = utilisation_ppm(busy, resident);
	for (unsigned i = 0; i < COLUMNS; i++)
		p->seen[i][round] = (int64_t)seen[i];
	p->workers = run->workers;
	p->stack_kib = run->workers * run->worker_bytes / 1024;
	p->curve->tasks += run->tasks;
}

/* Memory ends here: so it did for all larger k. */
static uint32_t end_curve(struct curve *curve, unsigned point,
			  const char *trouble)
{
	const struct record_key key = { "threads", curve->design->name,
					now.plan->cores, NULL };
	char reason[TEXT_MAX];

	format(reason, sizeof(reason), "from k=%u on: %s",
	       (unsigned)curve->point[point].params->value, trouble);
	trial_skip(&key, reason);
	curve->points = point;
	return 0;
}

static uint32_t take(struct row *row, unsigned round, int64_t *took)
{
	struct point *p = row->of;
	struct curve *curve = p->curve;
	unsigned point = (unsigned)(p - curve->point);
	struct threads_run run = make_run(curve->design, p->tasks);

	if (curve->wrong || point >= curve->points)
		return 0;
	run_tasks(&run);
	if (run.trouble)
		return end_curve(curve, point, run.trouble);
	see(&run, p, round);
	*took = p->seen[TOOK][round];
	return !curve->wrong;
}

/* ---- records ------------------------------------------------------------- */

/* The median of its clean rounds; of all, where none was. */
static int64_t median(const struct row *row, enum column column)
{
	const struct point *p = row->of;
	int64_t all[THREADS_ROUNDS], clean[THREADS_ROUNDS];
	unsigned n = 0;

	for (unsigned i = 0; i < row->n; i++) {
		all[i] = p->seen[column][i];
		if (!row->history.disturbed[i])
			clean[n++] = all[i];
	}
	return n ? stats_median(clean, n) : stats_median(all, row->n);
}

static const struct series_column columns[] = {
	{ "k", false }, { "tasks", false }, { "workers", false },
	{ "stack_kib", false }, { "took", false }, { "earliest", false },
	{ "queued", false }, { "waited", false }, { "late", false },
	{ "share_ppm", false }, { NULL, false },
};

static void fill_point(const void *of, unsigned index, int64_t *value)
{
	const struct row *row = &((const struct curve *)of)->row[index];
	const struct point *p = row->of;

	*value++ = p->params->value;
	*value++ = p->tasks;
	*value++ = p->workers;
	*value++ = (int64_t)p->stack_kib;
	for (unsigned c = 0; c < COLUMNS; c++)
		*value++ = median(row, c);
}

/* With samples=raw each round, of which the above are medians. */
static const struct series_column round_columns[] = {
	{ "k", false }, { "disturbed", false }, { "round", false },
	{ "took", false }, { "earliest", false }, { "queued", false },
	{ "waited", false }, { "late", false }, { "share_ppm", false },
	{ NULL, false },
};

static void fill_round(const void *of, unsigned index, int64_t *value)
{
	const struct row *first = ((const struct curve *)of)->row;
	const struct row *row = &first[index / first->n];
	const struct point *p = row->of;
	unsigned round = index % (unsigned)first->n;

	*value++ = p->params->value;
	*value++ = row->history.disturbed[round] != 0;
	*value++ = round;
	for (unsigned c = 0; c < COLUMNS; c++)
		*value++ = p->seen[c][round];
}

static void record_curve(const struct curve *curve)
{
	const struct threads_plan *plan = now.plan;
	const struct param params[] = {
		{ "scale", (int64_t)scale_divisor() },
		{ "decimals", plan->decimals },
		{ "steps", now.which == PURE ? 1 : plan->steps },
		{ "cpu", (int64_t)plan->cpu }, { "sleep", (int64_t)plan->sleep },
		{ "slice", (int64_t)plan->slice }, { NULL, 0 },
	};
	struct series_record series = {
		.key = { "threads", curve->name, plan->cores, params },
		.columns = round_columns, .row = fill_round, .of = curve,
		.rows = curve->points * (unsigned)curve->row->n };

	raw_series(&series);
	series.columns = columns;
	series.rows = curve->points;
	series.row = fill_point;
	record_series(&series);
}

/* Of tasks that only compute the ends alone: all is proportional between. */
static void log_rest(const void *of)
{
	const struct point *p = ((const struct row *)of)->of;
	const struct curve *curve = p->curve;
	unsigned last = curve->points - 1;
	unsigned step = now.which == PURE && last ? last : 1;

	log_array("k");
	for (unsigned i = 0; i <= last; i += step)
		log_number(NULL, (uint64_t)p[i].params->value);
	log_array_end();
	log_array("further_rounds");
	for (unsigned i = step; i <= last; i += step)
		row_column(&curve->row[i], NULL, p[i].seen[TOOK]);
	log_array_end();
	if (now.which == SLEEPING) {
		row_column(curve->row, "share_ppm_rounds", p->seen[SHARE]);
		return;
	}
	row_column(&curve->row[last], "earliest_rounds", p[last].seen[EARLIEST]);
	row_column(&curve->row[last], "late_rounds", p[last].seen[LATE]);
}

static void report_curve(struct curve *curve)
{
	const struct param workers[] = {
		{ "workers", curve->point[curve->points - 1].workers },
		{ NULL, 0 } };

	record_curve(curve);
	/* Cores that take turns tell about their host. */
	if (!timeshared())
		row_quantity(curve->row, &(struct record_key){
			"threads", curve->name, now.plan->cores, workers },
			log_rest);
	for (unsigned i = 0; i < curve->points; i++)
		row_show(&curve->row[i]);
}

/* ---- all of them --------------------------------------------------------- */

static unsigned prepare(struct curve *curve, unsigned rows)
{
	const struct threads_plan *plan = now.plan;

	format(curve->name, sizeof(curve->name), "%s%s", curve->design->name,
	       now.which == PURE ? "/pure" : "");
	curve->row = &now.row[rows];
	curve->point = &now.point[rows];
	curve->points = 0;
	for (unsigned i = 0; i < POINTS; i++) {
		struct point *p = &curve->point[curve->points];

		if (!wanted(plan->settings, curve->design, now.which, ks[i]))
			continue;
		*p = (struct point){ .curve = curve,
				     .params = { { "k", ks[i] }, { NULL, 0 } },
				     .tasks = ks[i] * plan->cores };
		curve->row[curve->points++] = (struct row){
			.result = { .key = { "threads", curve->name,
					     plan->cores, p->params } },
			.take = take, .of = p, .samples = p->seen[TOOK] };
	}
	return curve->points;
}

static void measure_case(unsigned count)
{
	unsigned rows = 0;

	for (unsigned i = 0; i < count; i++)
		rows += prepare(&now.curve[i], rows);
	rows_measure(now.row, rows,
		     &(struct rounds){ .wanted = now.plan->rounds }, 1);
	for (unsigned i = 0; i < count; i++)
		if (!now.curve[i].wrong && now.curve[i].points)
			report_curve(&now.curve[i]);
}

bool threads_curves(const struct threads_plan *plan,
		    const struct threads_design *const *design, unsigned count)
{
	bool ok = true;

	now.plan = plan;
	for (unsigned i = 0; i < count; i++)
		now.curve[i] = (struct curve){ .design = design[i] };
	for (now.which = 0; now.which < CASES; now.which++)
		measure_case(count);
	for (unsigned i = 0; i < count; i++)
		ok &= threads_verdict(&(struct record_key){
			"threads", design[i]->name, plan->cores, NULL },
			now.curve[i].tasks, now.curve[i].wrong);
	return ok;
}
