/* SPDX-License-Identifier: MIT */
/* The rounds of loads of experiment `inject`: what is seen of each, and its
 * record. Figures are in thousandths. */
#include "bench/experiments/inject/inject.h"

#include "bench/config/scale.h"
#include "bench/harness/trial.h"
#include "bench/report/grid.h"
#include "bench/report/noted.h"
#include "bench/report/quantity.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "sched/sched.h"

#define NAME_MAX 32u

static struct subject {
	const struct inject_load *load;
	unsigned rounds;
	const char *unit[INJECT_TOLD];
	int64_t round[INJECT_TOLD][INJECT_ROUNDS];
} subjects[INJECT_LOADS];

static uint64_t ms_of(const struct inject_row *row)
{
	return scale_ms(row->at);
}

/* ---- figures ------------------------------------------------------------- */

/* Of all rows of a round. Times in ms; 0: never. */
struct walk {
	uint64_t first, empty, dip, all; /* a task done; none waits; fewer
					  * workers; one for each task */
	int64_t again;          /* from the second burst to that, or NEVER */
	uint32_t peak, left;    /* workers: most; fewest between two bursts */
	uint32_t grown;         /* when no task waited */
	uint32_t retired;       /* in a second, at most */
};

static void note_time(uint64_t *ms, uint64_t now, bool so)
{
	if (so && !*ms)
		*ms = now;
}

static void walk_row(struct walk *w, const struct inject_load *load,
		     const struct inject_row *row, uint64_t ms, bool first)
{
	bool all = row->threads >= load->tasks;

	w->peak = (uint32_t)max_u64(w->peak, row->threads);
	note_time(&w->first, ms, row->done);
	note_time(&w->all, ms, all);
	if (w->again == QUANTITY_NEVER && load->every_ms && all &&
	    ms >= load->every_ms)
		w->again = (int64_t)(ms - load->every_ms);
	if (first)
		return;
	if (!w->empty && !row->pending)
		w->grown = row->threads;
	note_time(&w->empty, ms, !row->pending);
	if (ms < load->every_ms)
		w->left = (uint32_t)min_u64(w->left, row->threads);
	if (row->threads >= row[-1].threads)
		return;
	note_time(&w->dip, ms, true);
	w->retired = (uint32_t)max_u64(w->retired,
				       row[-1].threads - row->threads);
}

static struct walk walk_rows(const struct inject_load *load,
			     const struct inject_seen *seen)
{
	struct walk w = { .left = UINT32_MAX, .again = QUANTITY_NEVER };

	for (uint32_t i = 0; i < seen->rows; i++)
		walk_row(&w, load, &seen->row[i], ms_of(&seen->row[i]), !i);
	w.left = (uint32_t)min_u64(w.left, w.peak);
	return w;
}

/* From a row to the next. The last is how the run ended, between two seconds. */
static int64_t step_ms(const struct inject_seen *s)
{
	return s->rows < 3 ? 0 : (int64_t)((ms_of(&s->row[s->rows - 2]) -
					    ms_of(s->row)) / (s->rows - 2));
}

/* For 1,000 tasks, once it has settled. */
static int64_t thousand(const struct inject_load *load,
			const struct inject_seen *s)
{
	const struct inject_row *from = s->row, *last = s->row + s->rows - 1;
	uint64_t rate;

	while (from < last && ms_of(from) < load->settled_ms)
		from++;
	if (!load->settled_ms || !s->rows || from == last)
		return QUANTITY_NEVER;
	rate = (last->done - from->done) * 1000000 /
	       scale_ms(last->at - from->at);
	return rate ? (int64_t)(1000000000 / rate) : QUANTITY_NEVER;
}

/* Workers that were added to the least, a second. */
static int64_t added(const struct inject_load *load, uint32_t workers,
		     uint64_t ms)
{
	return ms ? (int64_t)(above_u64(workers, load->least) * 1000000 / ms)
		  : 0;
}

static int64_t percent(uint64_t part, uint64_t whole)
{
	return whole ? (int64_t)(part * 100000 / whole) : 0;
}

static void keep(struct subject *s, const struct inject_seen *seen,
		 unsigned round)
{
	const struct inject_load *load = s->load;
	const struct walk w = walk_rows(load, seen);
	uint64_t end = seen->rows ? ms_of(&seen->row[seen->rows - 1]) : 0;
	uint64_t whole = seen->elapsed * load->cores; /* the cores' time */
	const struct { const char *name, *unit; int64_t milli; } figure[] = {
		{ "done", "s", (int64_t)scale_ms(seen->done_at) },
		{ "empty", "s", (int64_t)w.empty },
		{ "first", "s", (int64_t)w.first },
		{ "dip", "s", (int64_t)w.dip },
		{ "all", "s", w.all ? (int64_t)w.all : QUANTITY_NEVER },
		{ "again", "s", w.again },
		{ "step", "s", step_ms(seen) },
		{ "thousand", "s", thousand(load, seen) },
		{ "peak", "workers", w.peak * 1000ll },
		{ "left", "workers", w.left * 1000ll },
		{ "count", "workers", seen->count * 1000ll },
		{ "retired", "workers a second", w.retired * 1000ll },
		/* None is added once each task has one. */
		{ "added", "workers a second", added(load, w.peak, w.all ?: end) },
		{ "grown", "workers a second", added(load, w.grown, w.empty) },
		{ "inside", "percent", percent(seen->inside,
					       max_u64(seen->looks, 1)) },
		/* What switching, and the pool's looks, take. */
		{ "lost", "percent", percent(above_u64(whole, seen->computed),
					     whole) },
		{ "busy", "percent", percent(min_u64(seen->computed, whole),
					     whole) },
		/* Of workers beyond one a core. */
		{ "useless", "bytes", (int64_t)(above_u64(w.peak, load->cores) *
				       sched_fiber_bytes() * 1000) },
	};

	s->rounds = round + 1;
	for (unsigned t = 0; t < INJECT_TOLD && load->told[t]; t++)
		for (unsigned i = 0; i < sizeof(figure) / sizeof(figure[0]); i++)
			if (!strcmp(figure[i].name, load->told[t])) {
				s->unit[t] = figure[i].unit;
				s->round[t][round] = seen->late ?
					QUANTITY_NONE : figure[i].milli;
			}
}

/* ---- a round ------------------------------------------------------------- */

static bool pass(void *of, unsigned subject, unsigned round)
{
	struct subject *s = &subjects[subject];
	const struct inject_load *load = s->load;
	const struct record_key key = { "inject", load->variant, load->cores,
					NULL };
	const char *trouble = inject_unfit(load);
	struct inject_seen seen;

	(void)of;
	trial_begin(&key);
	scale_use(load->scale);
	trouble = trouble ?: inject_run(load, &seen);
	if (!trouble) {
		keep(s, &seen, round);
		inject_series(load, &seen, round);
	}
	scale_use(0);
	if (!trouble && seen.late)
		log_warning("late", "inject %s was cut off: the cores were not "
			    "there long enough", load->variant);
	return !trouble || (!round && trial_skip(&key, trouble));
}

/* ---- all of them --------------------------------------------------------- */

static void log_columns(const void *of)
{
	const struct subject *s = of;
	char name[NAME_MAX];

	for (unsigned t = 1; t < INJECT_TOLD && s->load->told[t]; t++) {
		format(name, sizeof(name), "%s_rounds", s->load->told[t]);
		log_quantity(name, s->round[t], s->rounds);
	}
}

static void record(const struct subject *s)
{
	const struct inject_load *load = s->load;
	const struct param params[] = {
		{ "min", load->least }, { "max", load->most },
		{ "scale", (int64_t)scale_divisor() },
		{ load->begin ? "begin" : NULL, load->begin }, { NULL, 0 } };

	record_quantity(&(struct quantity){
		.key = { "inject", load->variant, load->cores, params },
		.unit = *s->unit, .rounds = s->rounds, .round = *s->round,
		.fields = log_columns, .of = s });
}

/* The median of a figure's clean rounds, the least and the greatest. */
static void show(const struct subject *s, unsigned t)
{
	struct page_row row = { .rounds = s->rounds };
	int64_t milli[INJECT_ROUNDS];

	memcpy(milli, s->round[t], sizeof(milli));
	noted_summarise(&row, milli, s->rounds);
	grid_text("%s %s", s->load->variant, s->load->told[t]);
	grid_text("%u to %u", s->load->least, s->load->most);
	grid_text("%s", row.clean ? quantity_text(row.median) : "-");
	grid_text("%s", row.clean ? quantity_text(row.least) : "-");
	grid_text("%s", row.clean ? quantity_text(row.most) : "-");
	grid_text(" %s", s->unit[t]);
	grid_row();
}

static void show_all(unsigned count)
{
	const struct inject_load *load = subjects->load;

	grid_title("%u task%s, %u ms CPU + %u ms blocked; time / %lu",
		   load->tasks, format_s(load->tasks), load->compute_ms,
		   load->block_ms, scale_divisor());
	grid_column(-24, "load");
	grid_column(13, "workers");
	grid_column(9, "median");
	grid_column(9, "least");
	grid_column(9, "most");
	grid_column(-17, " unit");
	grid_row();
	for (unsigned i = 0; i < count; i++)
		for (unsigned t = 0; t < INJECT_TOLD &&
		     subjects[i].load->told[t]; t++)
			show(&subjects[i], t);
}

void inject_measure(const struct inject_load *load, unsigned count,
		    unsigned rounds)
{
	unsigned done;

	for (unsigned i = 0; i < count; i++)
		subjects[i] = (struct subject){ .load = &load[i] };
	trial_rounds(&(struct trial_rounds){
		.rounds = { .subjects = count, .wanted = rounds }, .steps = 1,
		.pass = pass }, &done);
	if (!done || !*load->told)
		return;
	for (unsigned i = 0; i < count; i++) {
		scale_use(load[i].scale);
		record(&subjects[i]);
		scale_use(0);
	}
	show_all(count);
}
