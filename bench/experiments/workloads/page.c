/* SPDX-License-Identifier: MIT */
#include "bench/experiments/workloads/workloads.h"

#include "bench/report/grid.h"
#include "bench/report/text.h"
#include "kernel/format.h"

static void show_heading(unsigned cores)
{
	grid_title("One worker and %u workers on %u core%s", WORKLOAD_WORKERS,
		   cores, format_s(cores));
	grid_column(-15, "workload");
	grid_column(12, "median");
	grid_column(-1, "  items");
	grid_row();
}

static void show_form(const struct workload_cell *c, enum form form)
{
	grid_text("%s/%s", c->work->name, workloads_form[form]);
	grid_text("%s ms", text_of(text_ms(c->median[form])));
	grid_text("  %u %ss", c->items, c->work->per);
	grid_row();
}

/* True by construction, whatever is measured. */
static void explain(void)
{
	grid_note("add: a worker is a fiber: no goroutine is started, nothing "
		  "is sent");
	grid_note("sort: the whole list is sorted again when its parts are");
	grid_note("find: who waits for a document leaves its core to others");
}

void workloads_show(const struct workload_cell *cell, unsigned cells)
{
	bool begun = false;

	for (unsigned i = 0; i < cells; i++) {
		const struct workload_cell *c = &cell[i];

		if (!c->work)
			continue;
		if (!begun)
			show_heading(c->cores);
		begun = true;
		show_form(c, FORM_SEQUENTIAL);
		show_form(c, FORM_CONCURRENT);
		show_form(c, FORM_AGAIN);
	}
	if (begun && cell->all_cores)
		explain();
}
