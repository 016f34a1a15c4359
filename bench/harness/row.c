/* SPDX-License-Identifier: MIT */
#include "bench/harness/row.h"

#include "bench/harness/sweep.h"
#include "bench/report/quantity.h"
#include "bench/report/table.h"

struct measuring {
	struct row *rows;
	bool ok;
};

static uint32_t most_of(const struct row *row)
{
	return row->most ? row->most : 1;
}

static void make_room(struct row *row, unsigned rounds)
{
	if (!row->samples)
		row->samples = bench_scratch((size_t)rounds * most_of(row) *
					     sizeof(*row->samples));
	row->out = !row->samples && !trial_skip_memory(&row->result.key);
}

bool row_round(struct row *row, unsigned round)
{
	unsigned cores = row->cores ? row->cores : row->result.key.cores;
	int64_t *samples = row->samples + row->n;
	uint32_t n;

	row->history.count = row->count;
	do {
		history_begin(&row->history, cores);
		n = row->take(row, round, samples);
		row->out = !n;
		if (row->out)
			return false;
	} while (!history_add(&row->history, samples, n));
	row->n += n;
	return true;
}

static bool pass(void *of, unsigned subject, unsigned round)
{
	struct measuring *now = of;
	struct row *row = &now->rows[subject];

	if (row->out)
		return true;
	trial_begin(&row->result.key);
	now->ok &= row_round(row, round);
	return true;
}

bool rows_measure(struct row *rows, unsigned count,
		  const struct rounds *rounds, unsigned steps)
{
	struct measuring now = { rows, true };
	struct trial_rounds plan = { .rounds = *rounds, .steps = steps,
				     .pass = pass, .of = &now };
	unsigned most = rounds->most > rounds->wanted ? rounds->most
						      : rounds->wanted;
	unsigned done;

	for (unsigned i = 0; i < count; i++)
		if (!rows[i].out)
			make_room(&rows[i], most);
	plan.rounds.subjects = count;
	if (count)
		trial_rounds(&plan, &done);
	return now.ok;
}

int64_t row_report(struct row *row)
{
	struct result *r = &row->result;

	if (row->out || !row->n)
		return 0;
	if (!r->of)
		r->of = row;
	result_of_history(r, &row->history);
	return trial_report(r, row->samples, row->n);
}

void rows_report(struct row *rows, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		row_report(&rows[i]);
}

/* ---- rows of which there is no record `result` -------------------------- */

static void milli_of(const struct row *row, const int64_t *ticks,
		     int64_t *milli)
{
	const uint32_t batch = row->result.batch ? row->result.batch : 1;

	for (unsigned r = 0; r < row->history.rounds; r++)
		milli[r] = row->history.disturbed[r] ? QUANTITY_NONE :
			   ticks[r] * 1000 / batch;
}

void row_column(const struct row *row, const char *name, const int64_t *ticks)
{
	int64_t milli[SETTINGS_ROUNDS_MAX];

	milli_of(row, ticks, milli);
	log_quantity(name, milli, row->history.rounds);
}

void row_quantity(const struct row *row, const struct record_key *key,
		  void (*fields)(const void *row))
{
	int64_t milli[SETTINGS_ROUNDS_MAX];

	milli_of(row, row->history.p50, milli);
	record_quantity(&(struct quantity){ .key = *key,
		.rounds = row->history.rounds, .round = milli,
		.fields = fields, .of = row });
}

void row_show(struct row *row)
{
	struct result *r = &row->result;

	r->batch = r->batch ? r->batch : 1;
	result_of_history(r, &row->history);
	r->summary = stats_summarise(row->samples, row->n);
	table_row(r);
}

/* ---- numbers of cores --------------------------------------------------- */

unsigned counts_above_one(const struct settings *settings)
{
	unsigned counts = 0;

	for (unsigned c = sweep_next_cores(settings, 1); c;
	     c = sweep_next_cores(settings, c))
		counts++;
	return counts;
}

bool counts_run(const struct settings *settings,
		bool (*run_on)(const struct settings *settings,
			       unsigned cores))
{
	bool ok = true;

	for (unsigned c = sweep_next_cores(settings, 1); c;
	     c = sweep_next_cores(settings, c)) {
		ok = run_on(settings, c) && ok;
		trial_step(1);
	}
	return ok;
}
