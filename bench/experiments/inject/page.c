/* SPDX-License-Identifier: MIT */
#include "bench/experiments/inject/inject.h"

#include "bench/config/scale.h"
#include "bench/harness/trial.h"
#include "bench/report/grid.h"
#include "bench/report/quantity.h"
#include "bench/report/series_record.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define STATUS_MAX 81u
#define TABLE_ROWS 8u         /* about so many are shown of a run */
#define SHOWS_A_SECOND 10u
#define LIVE_PER_SECOND 10u   /* table rows a serial line can bear */

/* Of the run in progress. */
static struct {
	bool table;          /* it has one */
	uint32_t shown;      /* rows looked at so far */
	uint32_t printed;    /* the last one that is in the table */
	uint64_t next_ms;    /* when the next one is due in the table */
	uint64_t every_ms;   /* published, between two of the table */
	uint64_t last;       /* ticks: the status line was written */
	uint64_t told;       /* ticks: progress */
} live;

/* ---- the table ---------------------------------------------------------- */

/* A round number of seconds, so that about TABLE_ROWS rows are shown. */
static uint64_t table_every(const struct inject_load *load)
{
	uint64_t ms = load->stop_ms ? load->stop_ms :
		      load->every_ms ? load->every_ms * load->bursts :
				       3 * load->block_ms;

	return max_u64(ms / TABLE_ROWS / 1000, 1) * 1000;
}

void inject_show_begin(const struct inject_load *load, bool table)
{
	live.table = table;
	live.shown = live.printed = 0;
	live.next_ms = 0;
	live.every_ms = table_every(load);
	live.last = live.told = tsc_read();
	if (!table)
		return;
	grid_title("%s: %u task%s, %s s CPU + %s s blocked; %u to %u worker%s; "
		   "time / %lu", load->variant, load->tasks,
		   format_s(load->tasks), text_of(load->compute_ms),
		   text_of(load->block_ms),
		   load->begin ? load->begin : load->least, load->most,
		   format_s(load->most), scale_divisor());
	grid_column(8, "Time s");
	grid_column(10, "Threads");
	grid_column(10, "Running");
	grid_column(10, "Pending");
	grid_column(10, "Done");
	grid_row();
}

static int64_t seconds_at(const struct inject_row *row)
{
	return (int64_t)(scale_ms(row->at) + 500) / 1000;
}

static void show_row(const struct inject_row *row)
{
	grid_count(seconds_at(row));
	grid_count(row->threads);
	grid_count(row->running);
	grid_count(row->pending);
	grid_count((int64_t)row->done);
	grid_row();
}

static void show_rows(const struct inject_row *row, uint32_t rows)
{
	for (; live.shown < rows; live.shown++) {
		uint64_t ms = scale_ms(row[live.shown].at);

		if (ms < live.next_ms)
			continue;
		show_row(&row[live.shown]);
		live.printed = live.shown;
		while (live.next_ms <= ms)
			live.next_ms += live.every_ms;
	}
}

static void show_status(const struct inject_load *load,
			const struct inject_row *row)
{
	char line[STATUS_MAX];

	format(line, sizeof(line), " inject %s  %lu s | %u thread%s | "
	       "%u running | %u pending", load->variant,
	       scale_ms(row->at) / 1000, row->threads,
	       format_s(row->threads), row->running,
	       row->pending);
	machine_status(line);
}

void inject_show_live(const struct inject_load *load,
		      const struct inject_row *row, uint32_t rows)
{
	uint64_t hz = ticks_of_seconds(1), now = tsc_read();

	if (!rows || now - live.last < hz / SHOWS_A_SECOND)
		return;
	live.last = now;
	if (live.table && scale_ticks(live.every_ms) >= hz / LIVE_PER_SECOND)
		show_rows(row, rows);
	if (now - live.told >= hz / 2) {
		live.told = now;
		trial_step(0);
	}
	show_status(load, &row[rows - 1]);
}

void inject_show_table(const struct inject_seen *seen)
{
	if (!live.table)
		return;
	show_rows(seen->row, seen->rows);
	if (live.printed + 1 < seen->rows)
		show_row(&seen->row[seen->rows - 1]);
}

/* ---- the log ------------------------------------------------------------ */

static const struct series_column columns[] = {
	{ "time_s", false }, { "threads", false }, { "running", false },
	{ "pending", false }, { "target", false }, { "done", false },
	{ NULL, false },
};

struct log {
	const struct inject_load *load;
	const struct inject_seen *seen;
	uint16_t chosen[INJECT_ROWS_MOST]; /* rows of seen */
};

/* A row each load->row_ms, a quarter early at most, and the last. */
static unsigned choose_rows(struct log *log)
{
	const struct inject_seen *seen = log->seen;
	uint64_t every = log->load->row_ms ? log->load->row_ms
					   : table_every(log->load);
	uint64_t due = 0;
	unsigned n = 0;

	for (uint32_t i = 0; i < seen->rows; i++) {
		uint64_t ms = scale_ms(seen->row[i].at) + every / 4;

		if (ms < due && i + 1 < seen->rows)
			continue;
		while (due <= ms)
			due += every;
		log->chosen[n++] = (uint16_t)i;
	}
	return n;
}

static void fill_row(const void *of, unsigned index, int64_t *value)
{
	const struct log *log = of;
	const struct inject_row *row = &log->seen->row[log->chosen[index]];

	*value++ = seconds_at(row);
	*value++ = row->threads;
	*value++ = row->running;
	*value++ = row->pending;
	*value++ = row->target;
	*value = (int64_t)row->done;
}

static void log_facts(const void *of)
{
	const struct inject_load *load = ((const struct log *)of)->load;
	const struct inject_seen *seen = ((const struct log *)of)->seen;

	log_milli("done_s", (int64_t)seen->done_ms);
	log_number("peak", seen->peak);
	if (load->climb && load->again)
		log_number("settled", seen->settled ? seen->count : 0);
	log_number("looks", seen->looks);
	log_number("looks_inside", seen->inside);
	if (seen->limit != UINT32_MAX)
		log_number("limit", seen->limit);
	if (seen->rows_lost)
		log_number("rows_lost", seen->rows_lost);
}

void inject_record(const struct inject_load *load,
		   const struct inject_seen *seen)
{
	static struct log log; /* too large for a stack */
	const struct param params[] = {
		{ "tasks", load->tasks }, { "compute_ms", load->compute_ms },
		{ "block_ms", load->block_ms }, { "min", load->least },
		{ "max", load->most }, { "begin", load->begin },
		{ "starve", load->starve }, { "climb", load->climb },
		{ "period", load->period_ms },
		{ "scale", (int64_t)scale_divisor() }, { NULL, 0 },
	};

	log.load = load;
	log.seen = seen;
	record_series(&(struct series_record){
		.key = { "inject", load->variant, load->cores, params },
		.unit = "", .columns = columns, .rows = choose_rows(&log),
		.thin = true, .row = fill_row, .fields = log_facts,
		.of = &log });
}

/* ---- the log: all rounds ------------------------------------------------ */

static const struct {
	const char *column, *unit;
} told[INJECT_FIGURES] = {
	[INJECT_DONE] = { "done_rounds", "s" },
	[INJECT_EMPTY] = { "empty_rounds", "s" },
	[INJECT_FIRST] = { "first_rounds", "s" },
	[INJECT_DIP] = { "dip_rounds", "s" },
	[INJECT_ALL] = { "all_rounds", "s" },
	[INJECT_PEAK] = { "peak_rounds", "workers" },
	[INJECT_LEFT] = { "left_rounds", "workers" },
	[INJECT_RETIRED] = { "retired_rounds", "workers a second" },
	[INJECT_ADDED] = { "added_rounds", "workers a second" },
	[INJECT_GROWN] = { "grown_rounds", "workers a second" },
	[INJECT_AGAIN] = { "again_rounds", "s" },
	[INJECT_STEP] = { "step_rounds", "s" },
	[INJECT_INSIDE] = { "inside_rounds", "percent" },
	[INJECT_LOST] = { "lost_rounds", "percent" },
	[INJECT_BUSY] = { "busy_rounds", "percent" },
	[INJECT_USELESS] = { "useless_rounds", "bytes" },
	[INJECT_COUNT] = { "count_rounds", "workers" },
	[INJECT_THOUSAND] = { "thousand_rounds", "s" },
};

struct all_rounds {
	const struct inject_load *load;
	const struct inject_figures *figures;
};

static void log_columns(const void *of)
{
	const struct all_rounds *all = of;
	const enum inject_figure *which = all->load->told;

	while (*++which != INJECT_FIGURES)
		log_quantity(told[*which].column, all->figures->round[*which],
			     all->figures->rounds);
}

void inject_record_rounds(const struct inject_load *load,
			  const struct inject_figures *figures)
{
	const struct all_rounds all = { load, figures };
	const struct param params[] = {
		{ "min", load->least }, { "max", load->most },
		{ "scale", (int64_t)scale_divisor() },
		{ load->begin ? "begin" : NULL, load->begin }, { NULL, 0 } };

	if (!figures->rounds)
		return;
	record_quantity(&(struct quantity){
		.key = { "inject", load->variant, load->cores, params },
		.unit = told[*load->told].unit, .rounds = figures->rounds,
		.round = figures->round[*load->told],
		.fields = log_columns, .of = &all });
}
