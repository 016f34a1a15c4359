/* SPDX-License-Identifier: MIT */
/* The curves of experiment `threads` as `series` records. */
#include "bench/report/record.h"
#include "bench/harness/trial_old.h"
#include "bench/config/scale.h"
#include "bench/experiments/threads/threads.h"
#include "bench/experiments/threads/utilisation.h"
#include "kernel/format.h"
#include "kernel/log.h"

#define NAME_MAX 32u

static const char *const columns[] = {
	"k", "tasks", "workers", "stack_kib", "took", "earliest", "queued",
	"waited", "late", "share_ppm",
};
#define COLUMNS (sizeof(columns) / sizeof(columns[0]))

static void log_point(const struct threads_point *p)
{
	const uint64_t value[COLUMNS] = {
		p->k, p->tasks, p->workers, p->stack_kib, p->took, p->earliest,
		p->queued, p->waited, p->late,
		utilisation_ppm(p->busy, p->resident),
	};

	log_array(NULL);
	for (unsigned i = 0; i < COLUMNS; i++)
		log_number(NULL, value[i]);
	log_array_end();
}

static void log_columns(void)
{
	log_array("columns");
	for (unsigned i = 0; i < COLUMNS; i++)
		log_text(NULL, columns[i]);
	log_array_end();
}

void threads_record(const struct threads_plan *plan,
		    const struct threads_curve *curve, enum threads_case which)
{
	const struct param params[] = {
		{ "scale", (int64_t)scale_divisor() },
		{ "decimals", plan->decimals },
		{ "steps", which == THREADS_PURE ? 1 : (int64_t)THREADS_STEPS },
		{ "cpu", (int64_t)plan->cpu },
		{ "sleep", (int64_t)plan->sleep },
		{ "slice", (int64_t)plan->slice }, { NULL, 0 },
	};
	char name[NAME_MAX];

	format(name, sizeof(name), "%s%s", curve->design->name,
	       which == THREADS_PURE ? "/pure" : "");
	log_begin("series");
	report_keys(&(struct report){
		.experiment = "threads", .variant = name, .params = params,
		.cores = plan->cores });
	log_columns();
	log_array("rows");
	for (unsigned i = 0; i < curve->points; i++)
		log_point(&curve->point[i]);
	log_array_end();
	log_end();
}
