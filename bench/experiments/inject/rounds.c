/* SPDX-License-Identifier: MIT */
/* The rounds of a load, and what is seen of each. */
#include "bench/experiments/inject/inject.h"

#include "bench/config/scale.h"
#include "bench/harness/raw.h"
#include "bench/harness/trial.h"
#include "bench/report/quantity.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "sched/sched.h"

/* ---- figures ------------------------------------------------------------ */

/* Tasks done in a published second, thousandths, from one moment to the end. */
static uint64_t rate_milli(const struct inject_seen *seen, uint64_t from_ms)
{
	const struct inject_row *a = NULL, *b = NULL;

	for (uint32_t i = 0; i < seen->rows; i++) {
		if (scale_ms(seen->row[i].at) >= from_ms && !a)
			a = &seen->row[i];
		b = &seen->row[i];
	}
	if (!a || b <= a)
		return 0;
	return (b->done - a->done) * 1000000 / scale_ms(b->at - a->at);
}

/* In thousandths a second, until each task had a worker: none is added after
 * that. To the end where that never was. */
static int64_t added_milli(const struct inject_load *load,
			   const struct inject_seen *seen)
{
	uint64_t end = seen->rows ? scale_ms(seen->row[seen->rows - 1].at) : 0;
	uint64_t ms = seen->all_ms ? seen->all_ms : end;
	uint64_t added = above_u64(seen->peak, load->least);

	return ms ? (int64_t)(added * 1000000 / ms) : 0;
}

static int64_t grown_milli(const struct inject_load *load,
			   const struct inject_seen *seen)
{
	return seen->empty_ms ? (int64_t)(above_u64(seen->grown, load->least) *
					  1000000 / seen->empty_ms) : 0;
}

/* What switching between workers, and the pool's looks, take. */
static int64_t lost_milli(const struct inject_load *load,
			  const struct inject_seen *seen)
{
	uint64_t all = seen->elapsed * load->cores;

	return all ? (int64_t)(above_u64(all, seen->computed) * 100000 / all)
		   : 0;
}

static int64_t busy_milli(const struct inject_load *load,
			  const struct inject_seen *seen)
{
	uint64_t all = seen->elapsed * load->cores;

	return all ? (int64_t)(min_u64(seen->computed, all) * 100000 / all)
		   : 0;
}

static int64_t useless_milli(const struct inject_load *load,
			     const struct inject_seen *seen)
{
	return (int64_t)(above_u64(seen->peak, load->cores) *
			 sched_fiber_bytes() * 1000);
}

static int64_t thousand_milli(const struct inject_load *load,
			      const struct inject_seen *seen)
{
	uint64_t rate = load->settled_ms ? rate_milli(seen, load->settled_ms)
					 : 0;

	return rate ? (int64_t)(1000000000 / rate) : QUANTITY_NEVER;
}

static void keep_figures(const struct inject_load *load,
			 const struct inject_seen *seen, unsigned round,
			 struct inject_figures *figures)
{
	const int64_t value[INJECT_FIGURES] = {
		[INJECT_DONE] = (int64_t)seen->done_ms,
		[INJECT_EMPTY] = (int64_t)seen->empty_ms,
		[INJECT_FIRST] = (int64_t)seen->first_ms,
		[INJECT_DIP] = (int64_t)seen->dip_ms,
		[INJECT_ALL] = seen->all_ms ? (int64_t)seen->all_ms
					    : QUANTITY_NEVER,
		[INJECT_BUSY] = busy_milli(load, seen),
		[INJECT_USELESS] = useless_milli(load, seen),
		[INJECT_PEAK] = seen->peak * 1000ll,
		[INJECT_LEFT] = seen->left * 1000ll,
		[INJECT_RETIRED] = seen->retired_most * 1000ll,
		[INJECT_ADDED] = added_milli(load, seen),
		[INJECT_GROWN] = grown_milli(load, seen),
		[INJECT_AGAIN] = seen->again_ms == UINT64_MAX ? QUANTITY_NEVER :
				 (int64_t)seen->again_ms,
		[INJECT_STEP] = (int64_t)seen->step_ms,
		[INJECT_INSIDE] = seen->inside * 100000ll /
				  (int64_t)max_u64(seen->looks, 1),
		[INJECT_LOST] = lost_milli(load, seen),
		[INJECT_COUNT] = seen->count * 1000ll,
		[INJECT_THOUSAND] = thousand_milli(load, seen),
	};

	for (unsigned i = 0; i < INJECT_FIGURES; i++)
		figures->round[i][round] = seen->late ? QUANTITY_NONE
						      : value[i];
	figures->rounds = round + 1;
}

/* ---- with samples=raw: what the figures follow from ---------------------- */

struct raw_rows {
	const struct inject_load *load;
	const struct inject_seen *seen;
	unsigned round;
};

static void seen_row(const void *of, unsigned index, int64_t *value)
{
	const struct raw_rows *raw = of;
	const struct inject_row *row = &raw->seen->row[index];

	value[0] = raw->round;
	value[1] = (int64_t)row->at;
	value[2] = row->threads;
	value[3] = row->pending;
	value[4] = (int64_t)row->done;
}

static void facts_row(const void *of, unsigned index, int64_t *value)
{
	const struct raw_rows *raw = of;

	(void)index;
	value[0] = raw->round;
	value[1] = (int64_t)raw->seen->done_ms;
	value[2] = raw->seen->looks;
	value[3] = raw->seen->inside;
	value[4] = raw->seen->count;
	value[5] = raw->seen->late;
	value[6] = (int64_t)raw->seen->computed;
	value[7] = (int64_t)raw->seen->elapsed;
}

static void write_round(const struct raw_rows *raw)
{
	static const struct series_column rows[] = {
		{ .name = "round" }, { .name = "at" }, { .name = "threads" },
		{ .name = "pending" }, { .name = "done" }, { .name = NULL } };
	static const struct series_column facts[] = {
		{ .name = "round" }, { .name = "done_ms" }, { .name = "looks" },
		{ .name = "inside" }, { .name = "count" }, { .name = "late" },
		{ .name = "computed" }, { .name = "elapsed" },
		{ .name = NULL } };
	const struct inject_load *load = raw->load;
	const struct param params[] = {
		{ "min", load->least }, { "max", load->most },
		{ "every_ms", load->every_ms },
		{ "settled_ms", load->settled_ms },
		{ "scale", (int64_t)scale_divisor() }, { NULL, 0 } };
	struct series_record series = {
		.key = { "inject", load->variant, load->cores, params },
		.columns = rows, .rows = raw->seen->rows, .row = seen_row,
		.of = raw };

	raw_series(&series);
	series.columns = facts;
	series.rows = 1;
	series.row = facts_row;
	raw_series(&series);
}

/* ---- a round ------------------------------------------------------------ */

static void warn_of_limits(const struct inject_load *load,
			   const struct inject_seen *seen)
{
	if (seen->limit != UINT32_MAX)
		log_warning("worker_limit", "inject %s: memory for %u worker%s "
			    "only; a larger memory allows more", load->variant,
			    seen->limit, format_s(seen->limit));
	if (seen->rows_lost)
		log_warning("rows_lost", "inject %s: no room for %u row%s "
			    "before the last of its series", load->variant,
			    seen->rows_lost, format_s(seen->rows_lost));
}

static bool skip_load(const struct inject_load *load, unsigned round,
		      const char *reason)
{
	const struct record_key key = { "inject", load->variant, load->cores,
					NULL };

	return !round && trial_skip(&key, reason);
}

bool inject_round(const struct inject_load *load, unsigned round, bool shown,
		  struct inject_figures *figures)
{
	const char *unfit = inject_unfit(load);
	struct inject_seen seen;

	trial_begin(&(struct record_key){ "inject", load->variant, load->cores,
					  NULL });
	if (unfit)
		return skip_load(load, round, unfit);
	shown &= !round;
	inject_show_begin(load, shown);
	if (!inject_run(load, &seen))
		return skip_load(load, round,
				 "not enough memory, or no timer to tick");
	keep_figures(load, &seen, round, figures);
	write_round(&(struct raw_rows){ load, &seen, round });
	inject_show_table(&seen);
	if (shown) {
		inject_record(load, &seen);
		warn_of_limits(load, &seen);
	}
	if (seen.late)
		log_warning("late", "inject %s was cut off: the cores were not "
			    "there long enough", load->variant);
	return true;
}

/* ---- all of them -------------------------------------------------------- */

struct repeat {
	const struct inject_load *load;
	struct inject_figures *figures;
};

static bool pass_load(void *of, unsigned subject, unsigned round)
{
	const struct repeat *r = of;

	(void)subject;
	return inject_round(r->load, round, true, r->figures);
}

bool inject_repeat(const struct inject_load *load,
		   struct inject_figures *figures)
{
	struct repeat repeat = { load, figures };
	unsigned done;

	trial_rounds(&(struct trial_rounds){
		.rounds = { .subjects = 1, .wanted = inject_rounds() },
		.steps = 1, .pass = pass_load, .of = &repeat }, &done);
	return done > 0;
}
