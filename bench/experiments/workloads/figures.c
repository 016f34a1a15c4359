/* SPDX-License-Identifier: MIT */
/*
 * What the experiment `workloads` tells of a form besides its time: how fast
 * memory is read when integers are added up, and what a document takes.
 */
#include "bench/experiments/workloads/workloads.h"

#include "bench/config/scale.h"
#include "bench/report/quantity.h"
#include "kernel/ticks.h"

#define MEGA 1000000u

/* A round's figure in thousandths. */
typedef int64_t figure_of_ticks(const struct workload_cell *c, int64_t ticks);

/* 80 MB at 5 GHz fit in 64 bits. */
static int64_t gigabytes(const struct workload_cell *c, int64_t ticks)
{
	uint64_t bytes = c->items * sizeof(uint64_t);

	return (int64_t)(bytes * machine_clock()->hz / (uint64_t)ticks / MEGA);
}

/* Published milliseconds of a document that is read for one of them. */
static int64_t milliseconds(const struct workload_cell *c, int64_t ticks)
{
	return ticks * 1000 / (int64_t)(c->items * scale_ticks(1));
}

static const struct own {
	const struct workload *work;
	enum form form;
	const char *column;
	figure_of_ticks *figure;
} owns[] = {
	{ &workload_add, FORM_SEQUENTIAL, "gb_rounds", gigabytes },
	{ &workload_add, FORM_CONCURRENT, "gb_rounds", gigabytes },
	{ &workload_search, FORM_SEQUENTIAL, "ms_rounds", milliseconds },
};

static void log_figures(const struct workload_form *f, const struct own *own)
{
	const struct workload_cell *c = f->cell;
	int64_t value[WORKLOADS_ROUNDS];

	for (unsigned r = 0; r < c->rounds; r++)
		value[r] = c->history[f->form].disturbed[r] ||
			   !c->ticks[f->form][r] ? QUANTITY_NONE :
			   own->figure(c, c->ticks[f->form][r]);
	log_quantity(own->column, value, c->rounds);
}

void workloads_log_own(const void *form)
{
	const struct workload_form *f = form;

	for (unsigned i = 0; i < sizeof(owns) / sizeof(*owns); i++)
		if (owns[i].work == f->cell->work &&
		    owns[i].form == f->form && ticks_known())
			log_figures(f, &owns[i]);
}
