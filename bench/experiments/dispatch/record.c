/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/record.h"

#include "bench/report/record.h"
#include "bench/report/result.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/print.h"
#include "kernel/ticks.h"

#define PERCENT_MILLI 100000

/* Of the record being written. */
static const struct dispatch_cell *current;
static const struct dispatch_group *current_group;
static bool whole;

/* ---- derived figures ---------------------------------------------------- */

/* Thousandths of a millisecond; TEXT_NULL where no clock tells. */
static int64_t ms_milli(int64_t ticks)
{
	return ticks_known() ? ticks * 1000 / (int64_t)ticks_of_ms(1)
			     : TEXT_NULL;
}

static void log_ms(const char *key, int64_t ticks)
{
	if (ticks_known())
		log_milli(key, ms_milli(ticks));
	else
		log_null(key);
}

/* Of overhead and work together, in thousandths of a per cent, to hundredths. */
static int64_t overhead_percent(const struct dispatch_cell *c)
{
	int64_t both = c->overhead_milli + c->work_milli;

	int64_t percent = both > 0 ?
			  c->overhead_milli * PERCENT_MILLI / both : 0;

	return (percent + 5) / 10 * 10; /* so that both shares add up */
}

/* TEXT_NULL for tasks without a single iteration. */
static int64_t price_milli(const struct dispatch_cell *c)
{
	int64_t n = (int64_t)dispatch_n[c->point];

	return n ? (c->overhead_milli + c->work_milli) / n : TEXT_NULL;
}

/* ---- the record --------------------------------------------------------- */

static void log_price(const struct dispatch_cell *c)
{
	if (price_milli(c) == TEXT_NULL)
		log_null("price");
	else
		log_milli("price", price_milli(c));
}

/* The published columns that follow from the others. */
static void log_published(const struct dispatch_cell *c)
{
	log_milli("raw_mean", c->overhead_milli + dispatch_order.stamp * 1000);
	log_price(c);
	log_milli("overhead_percent", overhead_percent(c));
	log_milli("work_percent", PERCENT_MILLI - overhead_percent(c));
	log_ms("wall_ms", (int64_t)c->wall);
	log_ms("overhead_sum_ms", c->overhead_sum);
	log_ms("work_sum_ms", c->work_sum);
}

static void log_rounds(const char *name, const int64_t *milli, unsigned n)
{
	log_array(name);
	for (unsigned r = 0; r < n; r++)
		log_milli(NULL, milli[r]);
	log_array_end();
}

/* More of the passes without stamps, and the body alone. */
static void log_free(const struct dispatch_cell *c)
{
	const struct dispatch_group *g = current_group;

	log_milli("body", g->body_milli[c->point]);
	log_milli("wall_per_task", c->wall_milli);
	log_rounds("body_rounds", g->round_body_milli[c->point], c->rounds);
	log_rounds("wall_rounds", c->round_milli, c->rounds);
}

static void log_workers(const struct dispatch_cell *c)
{
	const struct dispatch_subject *s = c->subject;
	uint64_t stolen = 0, inline_runs = 0;

	log_array("tasks_per_worker"); /* of a longer list the first ones */
	for (unsigned i = 0; i < c->cores && i < LOG_ARRAY_MAX / 4; i++)
		log_number(NULL, dispatch_order.worker[i].tasks);
	log_array_end();
	for (unsigned i = 0; i < c->cores; i++) {
		const struct executor_stats *st =
			s->kind->stats(s->executor, i);

		stolen += st->stolen;
		inline_runs += st->inline_runs;
	}
	log_number("stolen", stolen);
	log_number("inline_runs", inline_runs);
}

static void fields(const struct cell *cell)
{
	const struct dispatch_cell *c = current;

	(void)cell;
	log_number("tasks", c->tasks);
	log_number("wall_ticks", c->wall);
	log_milli("work_mean", c->work_milli);
	log_number("workers", c->workers);
	log_milli("all_in", c->all_in_milli);
	if (!c->kept)
		log_text("samples", "histogram");
	if (!whole)
		return;
	log_published(c);
	log_free(c);
	log_workers(c);
}

void dispatch_record(const struct dispatch_group *g,
		     const struct dispatch_cell *c, bool all)
{
	const struct param params[] = {
		{ "n", (int64_t)dispatch_n[c->point] }, { NULL, 0 } };
	struct variant variant = { .name = c->subject->name, .per = "task",
				   .params = params, .fields = fields };
	struct cell cell = { .variant = &variant, .experiment = "dispatch",
			     .cores = c->cores, .batch = 1 };
	static struct series s; /* too large for a stack */

	if (!c->summary.n) {
		record_skipped("dispatch", c->subject->name, "a worker's first "
			       "task has no overhead, and there was no other");
		return;
	}
	s = (struct series){ .cell = &cell, .batch = 1, .rounds = 1,
			     .summary = c->summary };
	s.overhead = (g->stamp_milli + 500) / 1000;
	s.round_p50[0] = c->summary.p50;
	s.round_mean_milli[0] = c->summary.mean_milli;
	s.round_disturbed[0] = c->disturbed;
	current = c;
	current_group = g;
	whole = all;
	record_result(&s);
}

/* ---- the page ------------------------------------------------------------ */

/* Two decimals, in six columns. */
static const char *percent(char text[TEXT_NUMBER_MAX], int64_t milli)
{
	int64_t size = milli < 0 ? -milli : milli;

	format(text, TEXT_NUMBER_MAX, "%s%ld.%02ld", milli < 0 ? "-" : "",
	       size / 1000, size % 1000 / 10);
	return text;
}

static void heading(const struct dispatch_cell *c)
{
	machine_style(MACHINE_TITLE);
	print("\n%s on %u core%s: %.54s\n", c->subject->name, c->cores,
	      c->cores == 1 ? "" : "s", c->subject->kind->summary);
	machine_style(MACHINE_DIM);
	print("%6s %8s %6s %6s %6s %6s %8s %4s %8s %8s\n", "n", "overhead",
	      "work", "price", "ovh. %", "work %", "wall ms", "wrks", "ovh. ms",
	      "work ms");
	machine_style(MACHINE_PLAIN);
}

static void row(const struct dispatch_cell *c)
{
	char text[8][TEXT_NUMBER_MAX];

	print("%6lu %8s %6s %6s %6s %6s %8s %4u %8s %8s\n",
	      dispatch_n[c->point], text_number(text[0], c->overhead_milli),
	      text_number(text[1], c->work_milli),
	      text_number(text[2], price_milli(c)),
	      percent(text[3], overhead_percent(c)),
	      percent(text[4], PERCENT_MILLI - overhead_percent(c)),
	      text_number(text[5], ms_milli((int64_t)c->wall)), c->workers,
	      text_number(text[6], ms_milli(c->overhead_sum)),
	      text_number(text[7], ms_milli(c->work_sum)));
}

void dispatch_page(const struct dispatch_group *g, unsigned subject)
{
	bool begun = false;

	for (unsigned p = 0; p < DISPATCH_TABLE; p++) {
		const struct dispatch_cell *c = &g->cell[subject][p];

		if (!c->stamped)
			continue;
		if (!begun)
			heading(c);
		begun = true;
		row(c);
	}
}
