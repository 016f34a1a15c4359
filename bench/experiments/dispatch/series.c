/* SPDX-License-Identifier: MIT */
/* What happened one after the other, as `series` records. */
#include "bench/experiments/dispatch/dispatch.h"
#include "bench/harness/trial_old.h"
#include "bench/report/thin.h"
#include "kernel/log.h"

#define WIDTH_MOST 5u
#define NUMBERS_A_PART 200u /* of up to sixteen characters */
#define FIRST_MOST 1000u
#define DECISIONS_MOST 200u

/* ---- any series -------------------------------------------------------- */

static void part_of_series(const struct dispatch_series *s,
			   const struct thin *thin, unsigned first,
			   unsigned last)
{
	int64_t value[WIDTH_MOST];

	log_array("columns");
	for (unsigned i = 0; i < s->width; i++)
		log_text(NULL, s->columns[i]);
	log_array_end();
	log_array("rows");
	for (unsigned r = first; r < last; r++) {
		s->row(s->cell, thin_row(thin, r), value);
		log_array(NULL);
		for (unsigned i = 0; i < s->width; i++)
			log_signed(NULL, value[i]);
		log_array_end();
	}
	log_array_end();
}

void dispatch_record_series(const struct dispatch_series *s)
{
	const struct param params[] = {
		{ "n", (int64_t)dispatch_n[s->cell->point] },
		{ s->param, s->param_value }, { s->param2, s->param2_value },
		{ NULL, 0 } };
	struct report keys = { .experiment = "dispatch", .params = params,
			       .variant = s->cell->subject->name,
			       .cores = s->cell->cores };
	unsigned most = NUMBERS_A_PART / s->width;
	struct thin thin = thin_rows(s->rows);
	unsigned parts = parts_of(thin.kept, most);

	for (unsigned part = 0; part < parts; part++) {
		log_begin("series");
		log_part(part, parts);
		report_keys(&keys);
		thin_log(&thin);
		part_of_series(s, &thin, part * most,
			       part_end(part, thin.kept, most));
		log_end();
	}
}

/* ---- the first samples ------------------------------------------------- */

static struct {
	uint32_t worker;
	int32_t ticks;
} first[FIRST_MOST];

/* The worker whose next sample is the earliest; cores: none has any left. */
static unsigned earliest_worker(const uint64_t *taken, unsigned cores)
{
	unsigned best = cores;
	uint32_t when = 0;

	for (unsigned i = 0; i < cores; i++) {
		const struct dispatch_worker *w = &dispatch_order.worker[i];

		if (taken[i] == dispatch_samples_of(w) ||
		    (best < cores && w->sample[taken[i]].when >= when))
			continue;
		best = i;
		when = w->sample[taken[i]].when;
	}
	return best;
}

static unsigned merge_samples(unsigned cores, unsigned most)
{
	static uint64_t taken[MACHINE_MAX_CORES];
	unsigned n, w;

	for (unsigned i = 0; i < cores; i++)
		taken[i] = 0;
	for (n = 0; n < most; n++) {
		if ((w = earliest_worker(taken, cores)) == cores)
			break;
		first[n].worker = w;
		first[n].ticks =
			dispatch_order.worker[w].sample[taken[w]++].ticks;
	}
	return n;
}

static void first_row(const struct dispatch_cell *c, unsigned index,
		      int64_t *value)
{
	(void)c;
	value[0] = index;
	value[1] = first[index].worker;
	value[2] = first[index].ticks;
}

void dispatch_first_samples(const struct dispatch_cell *c, unsigned most)
{
	static const char *const columns[] = { "index", "worker", "ticks" };

	if (!c->kept)
		return;
	dispatch_record_series(&(struct dispatch_series){
		.cell = c, .param = "sorted", .columns = columns, .width = 3,
		.row = first_row,
		.rows = merge_samples(c->cores,
				      most < FIRST_MOST ? most : FIRST_MOST),
	});
}

/* ---- sorted ------------------------------------------------------------ */

static unsigned quantile_steps;

static void quantile_row(const struct dispatch_cell *c, unsigned index,
			 int64_t *value)
{
	unsigned per_mille = index * 1000 / quantile_steps;

	value[0] = per_mille;
	value[1] = stats_percentile(dispatch_sorted(), c->summary.n, per_mille);
}

void dispatch_quantiles(const struct dispatch_cell *c, unsigned steps)
{
	static const char *const columns[] = { "per_mille", "ticks" };

	if (!c->kept || !c->summary.n)
		return;
	quantile_steps = steps;
	dispatch_record_series(&(struct dispatch_series){
		.cell = c, .param = "sorted", .param_value = 1,
		.columns = columns, .width = 2, .rows = steps + 1,
		.row = quantile_row,
	});
}

/* ---- decisions --------------------------------------------------------- */

static struct executor_decision decision[DECISIONS_MOST];

static void decision_row(const struct dispatch_cell *c, unsigned index,
			 int64_t *value)
{
	const struct executor_decision *d = &decision[index];

	(void)c;
	value[0] = (int64_t)d->ticks;
	value[1] = d->width;
	value[2] = d->batch;
	value[3] = (int64_t)d->task_ticks;
	value[4] = (int64_t)d->dispatch_ticks;
}

void dispatch_decisions(const struct dispatch_cell *c, unsigned most)
{
	static const char *const columns[] = { "ticks", "width", "batch",
					       "task_ticks", "dispatch_ticks" };
	const struct dispatch_subject *s = c->subject;
	size_t made;

	if (!s->kind->trace)
		return;
	most = most < DECISIONS_MOST ? most : DECISIONS_MOST;
	made = s->kind->trace(s->executor, decision, most);
	dispatch_record_series(&(struct dispatch_series){
		.cell = c, .param = "decisions", .param_value = (int64_t)made,
		.columns = columns, .width = 5, .row = decision_row,
		.rows = (unsigned)(made < most ? made : most),
	});
}
