/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/words.h"

#include "bench/report/record.h"
#include "bench/stats/break_even.h"
#include "kernel/format.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/ticks.h"

_Static_assert(SHAPES_OF_ALL == 2 && SHAPES == 2 + 6, "as dispatch.h has it");

#define WHOLE_MILLI 100000u /* of 100 % */
#define NINETEEN 19         /* work to overhead, where that is 5 % */
#define CURVE_MOST ((INT64_C(1) << 40) - 1) /* of break_even.h */
#define TEXT_MAX 112u
#define LAST_ALONE 501u     /* published: one worker up to that length */

enum { POINT_51 = 3, POINT_501 = 5, POINT_1001 = 6, POINT_5001 = 7 };

/* ---- what a round's stamps look like ------------------------------------ */

/* Of the samples those of `from` ticks to less than `to`. */
static int32_t share_between(const struct dispatch_cell *c, int64_t from,
			     int64_t to)
{
	const int64_t *sorted = dispatch_sorted();
	uint64_t n = 0;

	for (uint64_t i = 0; i < c->summary.n && sorted[i] < to; i++)
		n += sorted[i] >= from;
	return (int32_t)(n * WHOLE_MILLI / c->summary.n);
}

/* Overheads and work by the wall time of all workers. */
static int32_t told_of(const struct dispatch_cell *c)
{
	int64_t told = c->overhead_sum + c->work_sum;
	int64_t all = (int64_t)c->wall * c->workers;

	return told < 0 || told > 2 * all || !all ? -1 :
	       (int32_t)(told * WHOLE_MILLI / all);
}

/* A value that cannot be is none. */
static int32_t checked(int64_t value)
{
	return value < 0 || value > INT32_MAX ? -1 : (int32_t)value;
}

void dispatch_note_shape(struct dispatch_group *g, struct dispatch_cell *c,
			 unsigned round)
{
	unsigned subject = (unsigned)(c->subject - g->subject);
	int32_t shape[SHAPES];

	for (unsigned i = 0; i < SHAPES; i++)
		shape[i] = -1;
	shape[SHAPE_WORKERS] = (int32_t)c->workers * 1000;
	shape[SHAPE_TOLD] = told_of(c);
	if (!c->point && c->kept && c->summary.n) {
		shape[SHAPE_SPIKES] = share_between(c, 1500, 2501);
		shape[SHAPE_LOW] = share_between(c, INT64_MIN, 201);
		shape[SHAPE_MIDDLE] = share_between(c, 201, 501);
		shape[SHAPE_HIGH] = share_between(c, 501, INT64_MAX);
		shape[SHAPE_PEAKS] = (int32_t)dispatch_count_peaks(c) * 1000;
		shape[SHAPE_DISTANCE] =
			checked(dispatch_first_distance(c, round));
	}
	memcpy(c->round_shape[round], shape, sizeof(c->round_shape[round]));
	if (!c->point)
		memcpy(g->first_shape[subject][round], shape + SHAPES_OF_ALL,
		       sizeof(g->first_shape[subject][round]));
}

int64_t dispatch_shape(const struct dispatch_group *g, unsigned subject,
		       unsigned point, unsigned round,
		       enum dispatch_shape shape)
{
	const struct dispatch_cell *c = &g->cell[subject][point];
	int32_t value;

	if (!c->measured || round >= c->rounds || c->stamps_disturbed[round] ||
	    (point && shape >= SHAPES_OF_ALL))
		return GATE_NO_ROUND;
	value = shape < SHAPES_OF_ALL ? c->round_shape[round][shape] :
		g->first_shape[subject][round][shape - SHAPES_OF_ALL];
	return value < 0 ? GATE_NO_ROUND : value;
}

/* ---- curves ------------------------------------------------------------ */

int64_t dispatch_between(const uint64_t *n, const int64_t *value,
			 unsigned points, int64_t at_milli)
{
	unsigned i = 1;
	int64_t from, width;

	while (i + 1 < points && (int64_t)n[i] * 1000 < at_milli)
		i++;
	if (points < 2)
		return value[0];
	from = (int64_t)n[i - 1] * 1000;
	width = (int64_t)n[i] * 1000 - from;
	return value[i - 1] + (value[i] - value[i - 1]) *
	       ((at_milli - from) * 1000 / width) / 1000;
}

static int64_t overhead_of(const struct dispatch_cell *c, unsigned round)
{
	return c->measured && round < c->rounds && !c->stamps_disturbed[round] ?
	       c->round_overhead_milli[round] : GATE_NO_ROUND;
}

static int64_t median_overhead(const struct dispatch_group *g, unsigned subject,
			       unsigned round, uint64_t least, uint64_t most)
{
	int64_t value[DISPATCH_TABLE];
	unsigned n = 0;

	for (unsigned p = 0; p < DISPATCH_TABLE; p++) {
		int64_t v = overhead_of(&g->cell[subject][p], round);

		if (v != GATE_NO_ROUND && dispatch_n[p] >= least &&
		    dispatch_n[p] <= most)
			value[n++] = v;
	}
	return n ? stats_median(value, n) : GATE_NO_ROUND;
}

/* The work from which on overhead is 5 % or less. */
static int64_t five_percent(const struct dispatch_group *g, unsigned subject,
			    unsigned round)
{
	uint64_t n[DISPATCH_TABLE];
	int64_t work[DISPATCH_TABLE], wanted[DISPATCH_TABLE], at;
	unsigned points = 0;

	for (unsigned p = 0; p < DISPATCH_TABLE; p++) {
		const struct dispatch_cell *c = &g->cell[subject][p];
		int64_t v = overhead_of(c, round);

		if (v == GATE_NO_ROUND)
			continue;
		n[points] = c->n;
		work[points] = min_i64(c->round_work_milli[round], CURVE_MOST);
		wanted[points++] = min_i64(v * NINETEEN, CURVE_MOST);
	}
	if (points < 2)
		return GATE_NO_ROUND;
	return break_even_first(n, work, wanted, points, &at) ?
	       dispatch_between(n, work, points, at) : GATE_NEVER;
}

/* ---- figures, by round -------------------------------------------------- */

/* Of what is told now; the empty task on fewer cores. */
static const struct dispatch_cell *on_one, *on_some;

#define FIGURE(name, value)                                                  \
	static int64_t name(const struct dispatch_group *g, unsigned s,      \
			    unsigned r)                                      \
	{                                                                    \
		return value;                                                \
	}

FIGURE(on_one_core, overhead_of(&on_one[s], r + 0 * g->cores))
FIGURE(on_some_cores, overhead_of(&on_some[s], r + 0 * g->cores))
FIGURE(on_all_cores, overhead_of(&g->cell[s][0], r))
FIGURE(all_lengths, median_overhead(g, s, r, 0, UINT64_MAX))
FIGURE(short_tasks, median_overhead(g, s, r, 0, LAST_ALONE))
FIGURE(long_tasks, median_overhead(g, s, r, LAST_ALONE + 1, UINT64_MAX))
FIGURE(spikes, dispatch_shape(g, s, 0, r, SHAPE_SPIKES))
FIGURE(low, dispatch_shape(g, s, 0, r, SHAPE_LOW))
FIGURE(middle, dispatch_shape(g, s, 0, r, SHAPE_MIDDLE))
FIGURE(high, dispatch_shape(g, s, 0, r, SHAPE_HIGH))
FIGURE(peaks, dispatch_shape(g, s, 0, r, SHAPE_PEAKS))
FIGURE(distance, dispatch_shape(g, s, 0, r, SHAPE_DISTANCE))
FIGURE(workers_501, dispatch_shape(g, s, POINT_501, r, SHAPE_WORKERS))
FIGURE(workers_1001, dispatch_shape(g, s, POINT_1001, r, SHAPE_WORKERS))
FIGURE(workers_5001, dispatch_shape(g, s, POINT_5001, r, SHAPE_WORKERS))
FIGURE(told_51, dispatch_shape(g, s, POINT_51, r, SHAPE_TOLD))

/* Overhead and work of a task. */
static int64_t price(const struct dispatch_group *g, unsigned s, unsigned r)
{
	const struct dispatch_cell *c = &g->cell[s][POINT_51];
	int64_t overhead = overhead_of(c, r);

	return overhead == GATE_NO_ROUND ? GATE_NO_ROUND :
	       overhead + c->round_work_milli[r];
}

static int64_t price_ns(const struct dispatch_group *g, unsigned s, unsigned r)
{
	int64_t ticks = price(g, s, r);

	return ticks == GATE_NO_ROUND || !ticks_known() ? GATE_NO_ROUND :
	       ns_of_ticks(ticks);
}

static int64_t overhead_share(const struct dispatch_group *g, unsigned s,
			      unsigned r)
{
	const struct dispatch_cell *c = &g->cell[s][0];
	int64_t overhead = overhead_of(c, r), both;

	if (overhead == GATE_NO_ROUND)
		return GATE_NO_ROUND;
	overhead = max_i64(overhead, 0); /* the clock's cost was taken off */
	both = overhead + c->round_work_milli[r];
	return both > 0 ? overhead * (int64_t)WHOLE_MILLI / both :
	       GATE_NO_ROUND;
}

/* ---- findings ---------------------------------------------------------- */

#define TICKS NULL /* or instructions */

/* what: after the executor's name, with %s for the unit. */
static const struct said {
	const char *name, *executor, *id, *unit, *what;
	int64_t (*figure)(const struct dispatch_group *group, unsigned subject,
			  unsigned round);
} words[] = {
	{ "overhead_one_core", "shared", "pool_one_worker", TICKS,
	  "overhead of an empty task on one core", on_one_core },
	{ "overhead_some_cores", "shared", "pool_some_workers", TICKS,
	  "overhead of an empty task on some of the cores", on_some_cores },
	{ "overhead_all_cores", "shared", "pool_full_width", TICKS,
	  "overhead of an empty task on all cores", on_all_cores },
	{ "spikes", "shared", "pool_spikes", "percent",
	  "of empty tasks' overheads 1,500 to 2,500 %s, in %%", spikes },
	{ "peaks", "shared", "pool_peaks", "peaks",
	  "peaks in the histogram of empty tasks' overheads", peaks },
	{ "first_samples", "shared", "first_1000", "percent",
	  "first 1,000 overheads off all of them by Kolmogorov and Smirnov, "
	  "in %%", distance },
	{ "overhead_low", "shared", NULL, "percent",
	  "of empty tasks' overheads up to 200 %s, in %%", low },
	{ "overhead_middle", "shared", NULL, "percent",
	  "of empty tasks' overheads 201 to 500 %s, in %%", middle },
	{ "overhead_high", "shared", NULL, "percent",
	  "of empty tasks' overheads beyond 500 %s, in %%", high },
	{ "overhead_low", "adaptive", "adaptive_first_peak", "percent",
	  "of empty tasks' overheads up to 200 %s, in %%", low },
	{ "overhead_middle", "adaptive", "adaptive_second_peak", "percent",
	  "of empty tasks' overheads 201 to 500 %s, in %%", middle },
	{ "overhead_high", "adaptive", "adaptive_third_peak", "percent",
	  "of empty tasks' overheads beyond 500 %s, in %%", high },
	{ "workers_501", "adaptive", "adaptive_workers_501", "workers",
	  "workers at 501 iterations", workers_501 },
	{ "workers_1001", "adaptive", "adaptive_workers_1001", "workers",
	  "workers at 1,001 iterations", workers_1001 },
	{ "workers_5001", "adaptive", "adaptive_workers_5001", "workers",
	  "workers at 5,001 iterations", workers_5001 },
	{ "overhead_table", "loop", "table_loop", TICKS,
	  "overhead, the median of all lengths", all_lengths },
	{ "overhead_table", "shared", "table_pool", TICKS,
	  "overhead, the median of all lengths", all_lengths },
	{ "overhead_short", "adaptive", "table_adaptive_alone", TICKS,
	  "overhead up to 501 iterations, the median of lengths",
	  short_tasks },
	{ "overhead_long", "adaptive", "table_adaptive_wide", TICKS,
	  "overhead from 1,001 iterations on, the median of lengths",
	  long_tasks },
	{ "task_51", "loop", "task_51_ticks", TICKS,
	  "a task of 51 iterations and its overhead", price },
	{ "task_51_ns", "loop", "task_51_ns", "ns",
	  "a task of 51 iterations and its overhead, in ns", price_ns },
	{ "told_51", "loop", "task_51_sum", "percent",
	  "all tasks of 51 iterations and their overheads by the wall time, "
	  "in %%", told_51 },
	{ "overhead_share", "loop", "share_loop", "percent",
	  "overhead of an empty task, in %%", overhead_share },
	{ "overhead_share", "shared", "share_pool", "percent",
	  "overhead of an empty task, in %%", overhead_share },
	{ "overhead_share", "adaptive", "share_adaptive", "percent",
	  "overhead of an empty task, in %%", overhead_share },
	{ "break_even_work", "shared", "break_even_ticks", TICKS,
	  "%s of the loop's task from which on it beats the loop",
	  dispatch_even_milli },
	/* Of every executor: */
	{ "five_percent", NULL, NULL, TICKS,
	  "%s of work from which on overhead is 5 %%", five_percent },
};

/* Findings from elsewhere. */
static const struct { const char *name, *id; } others[] = {
	{ "slowdown_empty/shared", "empty_slower" },
	{ "break_even/shared", "break_even_pool" },
	{ "break_even/adaptive", "break_even_adaptive" },
	{ "break_even/static", "break_even_static" },
	{ "break_even/chunk", "break_even_chunk" },
	{ "rule_5_95/shared", "rule_sorted" },
	{ "five_percent/shared", "rule_4750" },
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *id_of(const char *finding)
{
	for (unsigned i = 0; i < COUNT(others); i++)
		if (!strcmp(finding, others[i].name))
			return others[i].id;
	for (unsigned i = 0; i < COUNT(words); i++) {
		char name[TEXT_MAX];

		if (!words[i].id)
			continue;
		format(name, sizeof(name), "%s/%s", words[i].name,
		       words[i].executor);
		if (!strcmp(finding, name))
			return words[i].id;
	}
	return NULL;
}

const char *dispatch_published_id(const char *finding)
{
	static char id[TEXT_MAX];
	const char *name = id_of(finding);

	if (!name)
		return NULL;
	format(id, sizeof(id), "dispatch.%s", name);
	return id;
}

static unsigned rounds_of(const struct dispatch_group *g, unsigned subject)
{
	unsigned most = 0;

	for (unsigned p = 0; p < DISPATCH_TABLE; p++)
		if (g->cell[subject][p].measured)
			most = (unsigned)max_u64(most,
						 g->cell[subject][p].rounds);
	return most;
}

static void find_word(struct dispatch_group *g, unsigned subject,
		      const struct said *word)
{
	const struct dispatch_subject *s = &g->subject[subject];
	unsigned rounds = rounds_of(g, subject);
	int64_t round[DISPATCH_ROUNDS];
	char said[TEXT_MAX], what[TEXT_MAX], never[TEXT_MAX];
	bool names_unit; /* in words */
	struct judged judged;

	if (!rounds)
		return;
	if (word->figure == on_some_cores && !on_some[subject].measured)
		rounds = 0; /* there is no such number */
	for (unsigned r = 0; r < rounds; r++)
		round[r] = word->figure(g, subject, r);
	format(said, sizeof(said), word->what, record_unit());
	names_unit = word->unit || strcmp(said, word->what);
	format(what, sizeof(what), "%s, %s: %%s%s%s", s->name, said,
	       names_unit ? "" : " ", names_unit ? "" : record_unit());
	format(never, sizeof(never), "%s, %s: never", s->name, said);
	dispatch_conclude_value(&(struct dispatch_value){
		.subject = s, .name = word->name, .quiet = true,
		.cores = word->figure == on_one_core ? 1 : g->cores,
		.unit = word->unit ? word->unit : record_unit(),
		.what = what, .never = never, .rounds = rounds,
		.round = round }, &judged);
	if (!word->executor)
		g->judged[subject][DISPATCH_FIVE] = judged;
}

void dispatch_find_words(struct dispatch_group *g,
			 const struct dispatch_cell *alone,
			 const struct dispatch_cell *between)
{
	on_one = alone;
	on_some = between;
	for (unsigned i = 0; i < COUNT(words); i++)
		for (unsigned s = 0; s < g->subjects; s++)
			if (words[i].executor ?
			    !strcmp(g->subject[s].name, words[i].executor) :
			    !g->subject[s].exchanged)
				find_word(g, s, &words[i]);
}
