/* SPDX-License-Identifier: MIT */
/* The curves of experiment `threads` in the log; and on the screen, designs
 * side by side, in seconds at the published scale, so that the published
 * figures can be read beside them. */
#include "bench/experiments/threads/threads.h"

#include "bench/config/scale.h"
#include "bench/config/settings.h"
#include "bench/report/grid.h"
#include "bench/report/series_record.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/minmax.h"
#include "kernel/string.h"

/* ---- the log ------------------------------------------------------------ */

#define NAME_MAX 32u

static const struct series_column columns[] = {
	{ "k", false }, { "tasks", false }, { "workers", false },
	{ "stack_kib", false }, { "took", false }, { "earliest", false },
	{ "queued", false }, { "waited", false }, { "late", false },
	{ "share_ppm", false }, { NULL, false },
};

static void fill_point(const void *of, unsigned index, int64_t *value)
{
	const struct threads_point *p =
		&((const struct threads_curve *)of)->point[index];

	*value++ = p->k;
	*value++ = p->tasks;
	*value++ = p->workers;
	*value++ = (int64_t)p->stack_kib;
	for (unsigned c = 0; c < THREADS_COLUMNS; c++)
		*value++ = threads_median(p, c);
}

/* With samples=raw each round of each point, of which the above are medians. */
static const struct series_column round_columns[] = {
	{ "k", false }, { "disturbed", false }, { "round", false },
	{ "took", false }, { "earliest", false }, { "queued", false },
	{ "waited", false }, { "late", false }, { "share_ppm", false },
	{ NULL, false },
};

static unsigned count_rounds(const struct threads_curve *curve)
{
	unsigned n = 0;

	for (unsigned i = 0; i < curve->points; i++)
		n += curve->point[i].rounds;
	return n;
}

static void fill_round(const void *of, unsigned index, int64_t *value)
{
	const struct threads_point *p =
		((const struct threads_curve *)of)->point;

	while (index >= p->rounds)
		index -= p++->rounds;
	*value++ = p->k;
	*value++ = p->disturbed[index];
	*value++ = index;
	for (unsigned c = 0; c < THREADS_COLUMNS; c++)
		*value++ = p->round[c][index];
}

void threads_record(const struct threads_plan *plan,
		    const struct threads_curve *curve, enum threads_case which)
{
	const struct param params[] = {
		{ "scale", (int64_t)scale_divisor() },
		{ "decimals", plan->decimals },
		{ "steps", which == THREADS_PURE ? 1 : plan->steps },
		{ "cpu", (int64_t)plan->cpu },
		{ "sleep", (int64_t)plan->sleep },
		{ "slice", (int64_t)plan->slice }, { NULL, 0 },
	};
	char name[NAME_MAX];

	format(name, sizeof(name), "%s%s", curve->design->name,
	       which == THREADS_PURE ? "/pure" : "");
	if (settings_raw())
		record_series(&(struct series_record){
			.key = { "threads", name, plan->cores, params },
			.columns = round_columns, .rows = count_rounds(curve),
			.thin = true, .row = fill_round, .of = curve });
	record_series(&(struct series_record){
		.key = { "threads", name, plan->cores, params },
		.columns = columns, .rows = curve->points,
		.row = fill_point, .of = curve });
	threads_record_curve(plan, curve, which);
}

/* ---- the screen --------------------------------------------------------- */

#define LEFT 14     /* columns before the designs' */
#define CELL 9      /* of a design, at least */
#define ACROSS 7u   /* designs at most: 78 columns */

struct page {
	const struct threads_curve *curve;
	unsigned designs;
};

static const struct threads_point *point_at(const struct threads_curve *curve,
					    unsigned k)
{
	for (unsigned i = 0; i < curve->points; i++)
		if (curve->point[i].k == k)
			return &curve->point[i];
	return NULL;
}

/* The design that got furthest says which k there are. */
static const struct threads_curve *longest_curve(const struct page *page)
{
	const struct threads_curve *most = &page->curve[0];

	for (unsigned i = 1; i < page->designs; i++)
		if (page->curve[i].points > most->points)
			most = &page->curve[i];
	return most;
}

/* Published seconds, in thousandths. */
static int64_t seconds_milli(const struct threads_point *p,
			     enum threads_column column)
{
	return (int64_t)scale_ms((uint64_t)threads_median(p, column));
}

static void show_times(const struct page *page, const struct threads_point *all)
{
	grid_text("%4u%8u", all->k, all->tasks);
	for (unsigned i = 0; i < page->designs; i++) {
		const struct threads_point *p =
			point_at(&page->curve[i], all->k);

		if (page->curve[i].points)
			grid_milli(p ? seconds_milli(p, THREADS_TOOK)
				     : TEXT_NULL);
	}
	grid_row();
}

#define COUNTS 2u
static const struct {
	const char *name;
	enum threads_column column; /* of those behind the counts */
} details[] = {
	{ "workers", 0 }, { "stacks, KiB", 0 },
	{ "first done", THREADS_EARLIEST }, { "longest queued", THREADS_QUEUED },
	{ "longest wait", THREADS_WAITED }, { "bystander late", THREADS_LATE },
};
#define DETAILS (sizeof(details) / sizeof(details[0]))

static void show_detail(const struct page *page, unsigned detail)
{
	grid_text("%s", details[detail].name);
	for (unsigned i = 0; i < page->designs; i++) {
		const struct threads_curve *c = &page->curve[i];
		const struct threads_point *p = &c->point[c->points - 1];

		if (!c->points)
			continue;
		const uint64_t count[COUNTS] = { p->workers, p->stack_kib };

		if (detail < COUNTS)
			grid_count((int64_t)count[detail]);
		else
			grid_milli(seconds_milli(p, details[detail].column));
	}
	grid_row();
}

static void add_design(const char *name)
{
	size_t width = strlen(name) + 1;

	grid_column((int)max_u64(CELL, width), "%s", name);
}

static void show_case(const struct threads_results *results,
		      enum threads_case which, const char *title)
{
	const struct page page = {
		results->curve[which],
		(unsigned)min_u64(results->designs, ACROSS) };
	const struct threads_curve *all = longest_curve(&page);

	if (!all->points)
		return;
	grid_title("%s: published s until all are done, %lu a second", title,
		   scale_divisor());
	grid_column(-LEFT, "   k   tasks");
	for (unsigned i = 0; i < page.designs; i++)
		if (page.curve[i].points)
			add_design(page.curve[i].design->name);
	grid_row();
	for (unsigned j = 0; j < all->points; j++)
		show_times(&page, &all->point[j]);
	grid_note("at each one's largest k:");
	for (unsigned d = 0; d < DETAILS; d++)
		show_detail(&page, d);
}

void threads_show(const struct threads_plan *plan,
		  const struct threads_results *results)
{
	show_case(results, THREADS_PURE, "Tasks that only compute");
	show_case(results, THREADS_SLEEPING,
		  "Tasks that sleep after each step");
	grid_note("a task: %u decimal%s of pi; %u core%s; a sleep in %u step%s",
		  plan->decimals, format_s(plan->decimals), plan->cores,
		  format_s(plan->cores), plan->steps, format_s(plan->steps));
}
