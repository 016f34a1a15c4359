/* SPDX-License-Identifier: MIT */
#include "bench/experiments/workloads/workloads.h"

#include "bench/conclusions/conclude.h"
#include "bench/report/grid.h"
#include "bench/report/results.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/string.h"

#define WHAT_MAX 64u

/* ---- published --------------------------------------------------------- */

/* An article on the Go scheduler: 4 cores, 8 hardware threads, 2.9 GHz. */
static const struct {
	const char *name, *one_core, *all_cores;
} published[] = {
	{ "add", "10 to 13 % slower", "41 to 43 % faster" },
	{ "sort", "gains nothing", "gains nothing" },
	{ "find", "87 to 88 % faster", "87 % faster" },
};

static const char *published_of(const char *name, bool all_cores)
{
	for (unsigned i = 0; i < sizeof(published) / sizeof(*published); i++)
		if (!strcmp(published[i].name, name))
			return all_cores ? published[i].all_cores
					 : published[i].one_core;
	return "nothing";
}

/* ---- findings ---------------------------------------------------------- */

static void add_form(struct conclusion *ratio, const struct workload_cell *c,
		     enum form form, char name[FIGURE_NAME_MAX])
{
	format(name, FIGURE_NAME_MAX, "%s/%s", c->work->name,
	       workloads_form[form]);
	conclusion_add(ratio, name, results_find("workloads", name, c->cores));
}

static struct conclusion times_sequential(const struct workload_cell *c,
					  enum form form,
					  char names[2][FIGURE_NAME_MAX])
{
	struct conclusion ratio = {
		.experiment = "workloads", .claim = CLAIM_RATIO,
		.fineness = c->cores > 1 ? FINE_CORES : FINE_ONE_CORE,
		.cores = c->cores, .unit = "times", .quiet = true };

	add_form(&ratio, c, FORM_SEQUENTIAL, names[0]);
	add_form(&ratio, c, form, names[1]);
	return ratio;
}

/* How many times as long the sequential work takes at the end. A finding of its
 * own on all cores, where the article did it, too. */
static bool compare_again(const struct workload_cell *c, struct span *times)
{
	char name[FIGURE_NAME_MAX], what[WHAT_MAX], names[2][FIGURE_NAME_MAX];
	struct conclusion control = times_sequential(c, FORM_AGAIN, names);
	struct judged judged;
	bool drifted = conclude_drifted(&control, &judged);

	*times = judged.figure;
	if (!c->all_cores)
		return drifted;
	format(name, sizeof(name), "again/%s/%u", c->work->name, c->cores);
	format(what, sizeof(what), "%s by one worker again at the end",
	       c->work->name);
	control.name = name;
	control.what = what;
	control.published = "the same";
	control.published_id = "workloads.again";
	conclude(&control);
	return drifted;
}

/* How many times as long as one worker many take. */
static void compare_concurrent(const struct workload_cell *c, bool drifted,
			       const char *beside, struct span *times)
{
	char name[FIGURE_NAME_MAX], what[WHAT_MAX], names[2][FIGURE_NAME_MAX];
	char id[FIGURE_NAME_MAX];
	struct conclusion ratio = times_sequential(c, FORM_CONCURRENT, names);
	struct judged judged;

	format(id, sizeof(id), "workloads.%s_%s_core%s", c->work->name,
	       c->cores > 1 ? "all" : "one", c->cores > 1 ? "s" : "");
	format(name, sizeof(name), "gain/%s/%u", c->work->name, c->cores);
	format(what, sizeof(what), "%s on %u core%s (%u %s%s, %u workers)",
	       c->work->name, c->cores, format_s(c->cores), c->items,
	       c->work->per, format_s(c->items), WORKLOAD_WORKERS);
	ratio.name = name;
	ratio.what = what;
	ratio.published = beside;
	ratio.published_id = id;
	for (unsigned s = 0; s < ratio.subjects && drifted; s++)
		if (ratio.subject[s].fitness == FIT)
			ratio.subject[s].fitness = FIT_DRIFTED;
	conclude_as(&ratio, &judged);
	*times = judged.figure;
}

/* ---- the page ---------------------------------------------------------- */

static void show_heading(unsigned cores)
{
	grid_title("One worker and %u workers on %u core%s", WORKLOAD_WORKERS,
		   cores, format_s(cores));
	grid_column(-15, "workload");
	grid_column(12, "median");
	grid_column(-17, "  times as long");
	grid_column(-16, "interval");
	grid_column(-1, "published");
	grid_row();
}

static int64_t shown(int64_t milli)
{
	return milli == GATE_NO_ROUND ? TEXT_NULL : milli;
}

static void begin_form(const struct workload_cell *c, enum form form)
{
	grid_text("%s/%s", c->work->name, workloads_form[form]);
	grid_text("%s ms", text_of(text_ms(c->median[form])));
}

static void show_times(const struct workload_cell *c, enum form form,
		       const struct span *times, const char *beside)
{
	begin_form(c, form);
	grid_text("  %s", text_of(shown(times->value)));
	grid_text("%s .. %s", text_of(shown(times->low)),
		  text_of(shown(times->high)));
	grid_text("%s", beside);
	grid_row();
}

/* All is judged before a row begins: a finding may write a line. */
static void show_cell(const struct workload_cell *c, bool all_cores)
{
	const char *beside = published_of(c->work->name, all_cores);
	struct span again, concurrent;
	bool drifted = compare_again(c, &again);

	compare_concurrent(c, drifted, beside, &concurrent);
	begin_form(c, FORM_SEQUENTIAL);
	grid_text("  %u %ss", c->items, c->work->per);
	grid_row();
	show_times(c, FORM_CONCURRENT, &concurrent, beside);
	show_times(c, FORM_AGAIN, &again, drifted ? "it drifted" : "no drift");
}

void workloads_show(const struct workload_cell *cell, unsigned cells,
		    bool all_cores)
{
	bool begun = false;

	for (unsigned i = 0; i < cells; i++) {
		const struct workload_cell *c = &cell[i];

		if (!c->work)
			continue;
		if (!begun)
			show_heading(c->cores);
		begun = true;
		show_cell(c, all_cores);
	}
	if (begun && cell->all_cores)
		workloads_explain();
}
