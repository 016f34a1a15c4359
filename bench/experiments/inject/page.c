/* SPDX-License-Identifier: MIT */
#include "bench/experiments/inject/page.h"

#include "bench/report/progress.h"
#include "bench/report/record.h"
#include "bench/config/scale.h"
#include "bench/report/thin.h"
#include "bench/harness/trial_old.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/print.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define STATUS_MAX 81u
#define TABLE_ROWS 8u         /* about so many are shown of a run */
#define SHOWS_A_SECOND 10u
#define LIVE_PER_SECOND 10u   /* table rows a serial line can bear */
#define PART_ROWS 100u        /* in one line of the log */

/* Of the run in progress. */
static struct {
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
	uint64_t ms = load->stop_ms ? load->stop_ms
				    : load->every_ms ? load->every_ms *
						       load->bursts
						     : 3 * load->block_ms;
	uint64_t every = ms / TABLE_ROWS / 1000 * 1000;

	return every ? every : 1000;
}

void inject_show_begin(const struct inject_load *load)
{
	live.shown = live.printed = 0;
	live.next_ms = 0;
	live.every_ms = table_every(load);
	live.last = live.told = tsc_read();
	machine_style(MACHINE_TITLE);
	print("\n%s: %u tasks, %u ms CPU + %u ms blocked; %u to %u workers; "
	      "time / %lu\n", load->variant, load->tasks, load->compute_ms,
	      load->block_ms, load->begin ? load->begin : load->least,
	      load->most, scale_divisor());
	machine_style(MACHINE_DIM);
	print("  Time s | Threads | Running | Pending |   Done\n");
	machine_style(MACHINE_PLAIN);
}

static void table_row(const struct inject_row *row)
{
	print("%8lu | %7u | %7u | %7u | %6lu\n",
	      (inject_ms(row->at) + 500) / 1000, row->threads, row->running,
	      row->pending, row->done);
}

static void show_rows(const struct inject_row *row, uint32_t rows)
{
	for (; live.shown < rows; live.shown++) {
		uint64_t ms = inject_ms(row[live.shown].at);

		if (ms < live.next_ms)
			continue;
		table_row(&row[live.shown]);
		live.printed = live.shown;
		while (live.next_ms <= ms)
			live.next_ms += live.every_ms;
	}
}

static void show_status(const struct inject_load *load,
			const struct inject_row *row)
{
	char line[STATUS_MAX];

	format(line, sizeof(line), " inject %s  %lu s | %u threads | "
	       "%u running | %u pending", load->variant,
	       inject_ms(row->at) / 1000, row->threads, row->running,
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
	if (scale_ticks(live.every_ms) >= hz / LIVE_PER_SECOND)
		show_rows(row, rows);
	if (now - live.told >= hz / 2) {
		live.told = now;
		old_progress("inject", load->variant, 0);
	}
	show_status(load, &row[rows - 1]);
}

void inject_show_table(const struct inject_seen *seen)
{
	show_rows(seen->row, seen->rows);
	if (live.printed + 1 < seen->rows)
		table_row(&seen->row[seen->rows - 1]);
}

/* ---- the log ------------------------------------------------------------ */

static void log_params(const struct inject_load *load)
{
	log_object("params");
	log_number("tasks", load->tasks);
	log_number("compute_ms", load->compute_ms);
	log_number("block_ms", load->block_ms);
	log_number("min", load->least);
	log_number("max", load->most);
	log_number("begin", load->begin);
	log_number("starve", load->starve);
	log_number("climb", load->climb);
	log_number("period", load->period_ms);
	log_number("scale", scale_divisor());
	log_object_end();
}

static const char *const column[] = {
	"time_s", "threads", "running", "pending", "target", "done",
};

static void log_row(const struct inject_row *row)
{
	log_array(NULL);
	log_number(NULL, (inject_ms(row->at) + 500) / 1000);
	log_number(NULL, row->threads);
	log_number(NULL, row->running);
	log_number(NULL, row->pending);
	log_number(NULL, row->target);
	log_number(NULL, row->done);
	log_array_end();
}

static uint64_t row_ms(const struct inject_load *load)
{
	return load->row_ms ? load->row_ms : table_every(load);
}

/* The next row that is due from *at on; *at passes it. */
static const struct inject_row *next_row(const struct inject_load *load,
					 const struct inject_seen *seen,
					 uint32_t *at, uint64_t *due)
{
	while (*at < seen->rows) {
		const struct inject_row *row = &seen->row[(*at)++];

		if (inject_ms(row->at) + row_ms(load) / 4 < *due &&
		    *at < seen->rows)
			continue;
		while (*due <= inject_ms(row->at) + row_ms(load) / 4)
			*due += row_ms(load);
		return row;
	}
	return NULL;
}

static unsigned count_rows(const struct inject_load *load,
			   const struct inject_seen *seen)
{
	uint64_t due = 0;
	uint32_t at = 0;
	unsigned rows = 0;

	while (next_row(load, seen, &at, &due))
		rows++;
	return rows;
}

static void log_facts(const struct inject_load *load,
		      const struct inject_seen *seen)
{
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
	struct thin thin = thin_rows(count_rows(load, seen));
	unsigned parts = parts_of(thin.kept, PART_ROWS), next = 0;
	const struct inject_row *row;
	uint64_t due = 0;
	uint32_t at = 0;

	for (unsigned part = 0; part < parts; part++) {
		unsigned end = part_end(part, thin.kept, PART_ROWS);
		unsigned kept = part * PART_ROWS;

		log_begin("series");
		log_part(part, parts);
		log_text("experiment", "inject");
		log_text("variant", load->variant);
		log_number("cores", load->cores);
		log_params(load);
		log_facts(load, seen);
		thin_log(&thin);
		log_column_names(column, sizeof(column) / sizeof(column[0]));
		log_array("rows");
		while (kept < end && (row = next_row(load, seen, &at, &due)))
			if (thin_keeps(&thin, next++)) {
				log_row(row);
				kept++;
			}
		log_array_end();
		log_end();
	}
}
