/* SPDX-License-Identifier: MIT */
#include "bench/harness/trial_old.h"

#include "bench/harness/trial.h"
#include "bench/report/progress.h"
#include "bench/report/record.h"
#include "bench/report/table.h"

static struct record_key key_of(const struct report *r)
{
	return (struct record_key){ r->experiment, r->variant, r->cores,
				    r->params };
}

static void fields(const void *of)
{
	const struct report *r = of;

	r->fields(&(struct cell){ .experiment = r->experiment,
				  .cores = r->cores, .batch = r->batch });
}

uint64_t report_samples(const struct report *r, uint64_t *samples, size_t n)
{
	return (uint64_t)trial_report(&(struct result){
		.key = key_of(r), .per = r->per, .method = r->method,
		.batch = r->batch, .overhead = (int64_t)r->overhead,
		.quiet = r->quiet, .fields = r->fields ? fields : NULL,
		.of = r }, (int64_t *)samples, n);
}

void report_keys(const struct report *r)
{
	struct record_key key = key_of(r);

	log_key(&key, NULL, NULL);
}

void old_validation(const struct cell *cell, bool ok)
{
	struct record_key key = key_of_cell(cell);

	record_validation(&key, cell->variant->property, cell->checked, ok);
}

void old_skipped(const char *experiment, const char *variant,
		 const char *reason)
{
	record_skipped(&(struct record_key){ experiment, variant, 0, NULL },
		       reason);
}

void old_note(const char *variant, const char *text)
{
	table_note(&(struct record_key){ "", variant, 0, NULL }, text);
}

void old_progress(const char *experiment, const char *variant, uint64_t steps)
{
	progress_done(&(struct record_key){ experiment, variant, 0, NULL },
		      steps);
}
