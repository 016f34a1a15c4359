/* SPDX-License-Identifier: MIT */
/* What was seen of a round of a load, moment by moment, in the log. */
#include "bench/experiments/inject/inject.h"

#include "bench/config/scale.h"
#include "bench/harness/raw.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/minmax.h"

#define ROWS_LOGGED 8u   /* about so many, where the load does not say */

struct moments {
	const struct inject_load *load;
	const struct inject_seen *seen;
	unsigned round;
	uint16_t chosen[INJECT_ROWS_MOST]; /* of a series that tells of some */
	uint32_t peak;
};

static uint64_t ms_of(const struct inject_row *row)
{
	return scale_ms(row->at);
}

static void raw_row(const void *of, unsigned index, int64_t *value)
{
	const struct moments *rows = of;
	const struct inject_row *row = &rows->seen->row[index];

	value[0] = rows->round;
	value[1] = (int64_t)row->at;
	value[2] = row->threads;
	value[3] = row->pending;
	value[4] = (int64_t)row->done;
}

static void raw_facts(const void *of, unsigned index, int64_t *value)
{
	const struct moments *rows = of;

	(void)index;
	value[0] = rows->round;
	value[1] = (int64_t)scale_ms(rows->seen->done_at);
	value[2] = rows->seen->looks;
	value[3] = rows->seen->inside;
	value[4] = rows->seen->count;
	value[5] = rows->seen->late;
	value[6] = (int64_t)rows->seen->computed;
	value[7] = (int64_t)rows->seen->elapsed;
}

/* With samples=raw: what the figures follow from. */
static void write_raw(const struct moments *rows)
{
	static const struct series_column seen[] = {
		{ .name = "round" }, { .name = "at" }, { .name = "threads" },
		{ .name = "pending" }, { .name = "done" }, { .name = NULL } };
	static const struct series_column facts[] = {
		{ .name = "round" }, { .name = "done_ms" }, { .name = "looks" },
		{ .name = "inside" }, { .name = "count" }, { .name = "late" },
		{ .name = "computed" }, { .name = "elapsed" },
		{ .name = NULL } };
	const struct inject_load *load = rows->load;
	const struct param params[] = {
		{ "min", load->least }, { "max", load->most },
		{ "every_ms", load->every_ms },
		{ "settled_ms", load->settled_ms },
		{ "scale", (int64_t)scale_divisor() }, { NULL, 0 } };
	const struct record_key key = { "inject", load->variant, load->cores,
					params };

	raw_series(&(struct series_record){
		.key = key, .columns = seen, .rows = rows->seen->rows,
		.row = raw_row, .of = rows });
	raw_series(&(struct series_record){
		.key = key, .columns = facts, .rows = 1, .row = raw_facts,
		.of = rows });
}

/* A round number of seconds, so that there are about ROWS_LOGGED. */
static uint64_t log_every(const struct inject_load *load)
{
	uint64_t ms = load->stop_ms ? load->stop_ms :
		      load->every_ms ? load->every_ms * load->bursts :
				       3 * load->block_ms;

	return load->row_ms ?: max_u64(ms / ROWS_LOGGED / 1000, 1) * 1000;
}

/* A quarter early at most, and the last. */
static unsigned choose_rows(struct moments *rows)
{
	const struct inject_seen *seen = rows->seen;
	uint64_t every = log_every(rows->load), due = 0;
	unsigned n = 0;

	for (uint32_t i = 0; i < seen->rows; i++) {
		uint64_t ms = ms_of(&seen->row[i]) + every / 4;

		if (ms < due && i + 1 < seen->rows)
			continue;
		while (due <= ms)
			due += every;
		rows->chosen[n++] = (uint16_t)i;
	}
	return n;
}

static void chosen_row(const void *of, unsigned index, int64_t *value)
{
	const struct moments *rows = of;
	const struct inject_row *row = &rows->seen->row[rows->chosen[index]];

	*value++ = (int64_t)(ms_of(row) + 500) / 1000;
	*value++ = row->threads;
	*value++ = row->running;
	*value++ = row->pending;
	*value++ = row->target;
	*value = (int64_t)row->done;
}

static void log_facts(const void *of)
{
	const struct moments *rows = of;
	const struct inject_load *load = rows->load;
	const struct inject_seen *seen = rows->seen;

	log_milli("done_s", (int64_t)scale_ms(seen->done_at));
	log_number("peak", rows->peak);
	if (load->climb && load->again)
		log_number("settled", seen->settled ? seen->count : 0);
	log_number("looks", seen->looks);
	log_number("looks_inside", seen->inside);
	if (seen->limit != UINT32_MAX)
		log_number("limit", seen->limit);
	if (seen->rows_lost)
		log_number("rows_lost", seen->rows_lost);
}

static void write_some(struct moments *rows)
{
	static const struct series_column columns[] = {
		{ .name = "time_s" }, { .name = "threads" },
		{ .name = "running" }, { .name = "pending" },
		{ .name = "target" }, { .name = "done" }, { .name = NULL } };
	const struct inject_load *load = rows->load;
	const struct param params[] = {
		{ "tasks", load->tasks }, { "compute_ms", load->compute_ms },
		{ "block_ms", load->block_ms }, { "min", load->least },
		{ "max", load->most }, { "begin", load->begin },
		{ "starve", load->starve }, { "climb", load->climb },
		{ "period", load->period_ms },
		{ "scale", (int64_t)scale_divisor() }, { NULL, 0 } };

	record_series(&(struct series_record){
		.key = { "inject", load->variant, load->cores, params },
		.unit = "", .columns = columns, .rows = choose_rows(rows),
		.thin = true, .row = chosen_row, .fields = log_facts,
		.of = rows });
}

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

void inject_series(const struct inject_load *load,
		   const struct inject_seen *seen, unsigned round)
{
	static struct moments rows; /* too large for a stack */

	rows = (struct moments){ .load = load, .seen = seen, .round = round };
	write_raw(&rows);
	if (round || load->hidden)
		return;
	for (uint32_t i = 0; i < seen->rows; i++)
		rows.peak = (uint32_t)max_u64(rows.peak, seen->row[i].threads);
	write_some(&rows);
	warn_of_limits(load, seen);
}
