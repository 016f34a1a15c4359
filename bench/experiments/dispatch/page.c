/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/dispatch.h"

#include "bench/report/grid.h"
#include "bench/report/record.h"
#include "bench/report/text.h"
#include "kernel/format.h"

/* Wider than the machine is: what follows is no growth. */
static const char *width_word(const struct dispatch_group *g)
{
	return g->oversubscribed ? " (oversubscribed)" : "";
}

/* ---- all executors ----------------------------------------------------- */

/* Executors side by side: 15 columns for what the row is, 13 for each. */
#define ACROSS 4u

static unsigned shown[ACROSS], executors; /* subjects of the page */

static bool is_measured(const struct dispatch_group *g, unsigned subject)
{
	for (unsigned p = 0; p < DISPATCH_TABLE; p++)
		if (g->cell[subject][p].measured)
			return !g->subject[subject].exchanged;
	return false;
}

/* From a subject on; the one after the last. */
static unsigned choose_executors(const struct dispatch_group *g, unsigned from)
{
	executors = 0;
	while (from < g->subjects && executors < ACROSS) {
		if (is_measured(g, from))
			shown[executors++] = from;
		from++;
	}
	return from;
}

static void show_executor_names(const struct dispatch_group *g)
{
	grid_column(14, "n");
	for (unsigned i = 0; i < executors; i++)
		grid_column(13, "%.12s", g->subject[shown[i]].name);
	grid_row();
}

static void show_summary_heading(const struct dispatch_group *g)
{
	grid_title("Tasks of n iterations on %u core%s%s: overhead (%s), "
		   "wall time / loop's", g->cores, format_s(g->cores),
		   width_word(g), record_unit());
	show_executor_names(g);
}

static void show_summary_row(const struct dispatch_group *g, unsigned point)
{
	const struct dispatch_cell *loop = dispatch_find_cell(g, "loop", point);

	grid_text("%lu", dispatch_n[point]);
	for (unsigned i = 0; i < executors; i++) {
		const struct dispatch_cell *c = &g->cell[shown[i]][point];

		grid_text("%7s %5s",
			  text_of(c->stamped ? c->overhead_milli : TEXT_NULL),
			  text_of(c->measured && loop ?
				  dispatch_times_milli(c, loop) : TEXT_NULL));
	}
	grid_row();
}

static void show_summary(const struct dispatch_group *g)
{
	show_summary_heading(g);
	for (unsigned p = 0; p < DISPATCH_TABLE; p++)
		show_summary_row(g, p);
}

void dispatch_show_summary(const struct dispatch_group *g)
{
	unsigned next = 0;

	while (next = choose_executors(g, next), executors)
		show_summary(g);
}

/* ---- what the time is made of ------------------------------------------ */

static void show_explained_row(const struct dispatch_group *g, unsigned point)
{
	grid_text("%lu", dispatch_n[point]);
	for (unsigned i = 0; i < executors; i++) {
		const struct dispatch_cell *c = &g->cell[shown[i]][point];

		grid_text("%7s %5s",
			  text_of(c->explained ? c->predicted_milli : TEXT_NULL),
			  text_of(c->explained ? c->left_milli : TEXT_NULL));
	}
	grid_row();
}

static void show_explained(const struct dispatch_group *g)
{
	grid_title("Wall time of a task, reckoned from its parts (%s), and how "
		   "much of the measured time they do not explain (%%)",
		   record_unit());
	show_executor_names(g);
	for (unsigned p = 0; p < DISPATCH_TABLE; p++)
		show_explained_row(g, p);
}

void dispatch_show_explained(const struct dispatch_group *g)
{
	unsigned next = 0;

	while (g->explains && (next = choose_executors(g, next), executors))
		show_explained(g);
}

/* ---- one executor ------------------------------------------------------ */

static void show_heading(const struct dispatch_group *g,
			 const struct dispatch_cell *c)
{
	static const struct { const char *name; int width; } column[] = {
		{ "n", 6 }, { "overhead", 9 }, { "work", 7 }, { "price", 7 },
		{ "ovh. %", 7 }, { "work %", 7 }, { "wall ms", 9 },
		{ "wrks", 5 }, { "ovh. ms", 9 }, { "work ms", 9 },
	};

	grid_title("%s on %u core%s%s: %.54s", c->subject->name, c->cores,
		   format_s(c->cores), width_word(g), c->subject->kind->summary);
	for (unsigned i = 0; i < sizeof(column) / sizeof(*column); i++)
		grid_column(column[i].width, "%s", column[i].name);
	grid_row();
}

/* Of overhead and work, with two decimals. Below nothing, as the clock's cost is
 * taken off, there are no shares. */
static void show_shares(int64_t overhead)
{
	const int64_t share[] = { overhead, 100000 - overhead };

	for (unsigned i = 0; i < 2; i++)
		if (overhead < 0)
			grid_text("-");
		else
			grid_text("%ld.%02ld", share[i] / 1000,
				  share[i] % 1000 / 10);
}

static void show_cell(const struct dispatch_cell *c)
{
	grid_text("%lu", c->n);
	grid_milli(c->overhead_milli);
	grid_milli(c->work_milli);
	grid_milli(dispatch_price_milli(c));
	show_shares(dispatch_overhead_percent(c));
	grid_milli(text_ms((int64_t)c->wall));
	grid_count(c->workers);
	grid_milli(text_ms(c->overhead_sum));
	grid_milli(text_ms(c->work_sum));
	grid_row();
}

void dispatch_show_executor(const struct dispatch_group *g, unsigned subject)
{
	bool begun = false;

	for (unsigned p = 0; p < DISPATCH_TABLE; p++) {
		const struct dispatch_cell *c = &g->cell[subject][p];

		if (!c->stamped)
			continue;
		if (!begun)
			show_heading(g, c);
		begun = true;
		show_cell(c);
	}
}
