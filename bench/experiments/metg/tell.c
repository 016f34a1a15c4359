/* SPDX-License-Identifier: MIT */
/* The tables of metg. */
#include "bench/experiments/metg/metg.h"

#include "bench/report/grid.h"
#include "bench/report/record.h"
#include "kernel/minmax.h"

#define ACROSS 4u      /* patterns of a table: 80 columns have room for them */
#define NAME_WIDTH 11
#define CELL_WIDTH 17  /* with a blank, even where a figure is too wide */

struct table {
	const struct metg_figures *figures; /* of each executor */
	unsigned cores, share;
	unsigned from, to;     /* patterns */
	bool begun;
};

static void show_figure(const struct metg_figure *f)
{
	if (f->median)
		grid_text(" %ld %ld..%ld", f->median, f->least, f->most);
	else
		grid_text("-");
}

static bool any_figure(const struct table *t, unsigned executor)
{
	for (unsigned i = t->from; i < t->to; i++)
		if (t->figures[executor].of[i][t->share].median)
			return true;
	return false;
}

static void begin_table(struct table *t)
{
	if (t->begun)
		return;
	t->begun = true;
	grid_title("Tasks that reach %u %% of the peak on %u core%s: %s, and "
		   "from..to", metg_percent[t->share], t->cores,
		   format_s(t->cores), record_unit());
	grid_column(-NAME_WIDTH, "executor");
	for (unsigned i = t->from; i < t->to; i++)
		grid_column(CELL_WIDTH, "%s", metg_pattern[i].name);
	grid_row();
}

static void show_table(struct table *t)
{
	unsigned executor = 0;

	EXECUTOR_EACH(entry) {
		unsigned at = executor++;

		if (!any_figure(t, at))
			continue;
		begin_table(t);
		grid_text("%s", (*entry)->name);
		for (unsigned i = t->from; i < t->to; i++)
			show_figure(&t->figures[at].of[i][t->share]);
		grid_row();
	}
}

void metg_tell(const struct metg_figures *figures, unsigned cores)
{
	for (unsigned share = 0; share < METG_SHARES; share++)
		for (unsigned from = 0; from < METG_PATTERNS; from += ACROSS) {
			unsigned to = (unsigned)min_u64(from + ACROSS,
							METG_PATTERNS);

			show_table(&(struct table){ figures, cores, share,
						    from, to, false });
		}
}
