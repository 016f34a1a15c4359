/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/dispatch.h"

#include "bench/experiments/dispatch/shape.h"
#include "bench/harness/trial.h"
#include "bench/report/quantity.h"
#include "bench/report/text.h"
#include "kernel/log.h"
#include "kernel/ticks.h"

/* A record's. */
struct written {
	const struct dispatch_group *group;
	const struct dispatch_cell *cell;
	bool all;
};

static void log_ms(const char *key, int64_t ticks)
{
	if (ticks_known())
		log_milli(key, text_ms(ticks));
	else
		log_null(key);
}

static void log_price(const struct dispatch_cell *c)
{
	if (dispatch_price_milli(c) == TEXT_NULL)
		log_null("price");
	else
		log_milli("price", dispatch_price_milli(c));
}

/* The published columns that follow from the others. */
static void log_published(const struct dispatch_cell *c)
{
	log_milli("raw_mean", c->overhead_milli + dispatch_order.stamp * 1000);
	log_price(c);
	log_milli("overhead_percent", dispatch_overhead_percent(c));
	log_milli("work_percent", 100000 - dispatch_overhead_percent(c));
	log_ms("wall_ms", (int64_t)c->wall);
	log_ms("overhead_sum_ms", c->overhead_sum);
	log_ms("work_sum_ms", c->work_sum);
}

static void log_rounds(const char *name, const int64_t *milli,
		       const unsigned *disturbed, unsigned n)
{
	log_array(name);
	for (unsigned r = 0; r < n; r++)
		if (disturbed[r])
			log_null(NULL);
		else
			log_milli(NULL, milli[r]);
	log_array_end();
}

void dispatch_record_body(const struct dispatch_group *g, unsigned point,
			  unsigned rounds)
{
	const struct param params[] = { { "n", (int64_t)dispatch_n[point] },
					{ NULL, 0 } };

	record_quantity(&(struct quantity){
		.key = { "dispatch", "body", g->cores, params },
		.rounds = rounds, .round = g->round_body_milli[point] });
}

/* What the passes with stamps in each round were like. */
static void log_stamped(const struct dispatch_group *g,
			const struct dispatch_cell *c)
{
	if (c->subject->kind->range)
		log_bool("in_ranges", true);
	if (c->subject->exchanged)
		return;
	log_rounds("work_rounds", c->round_work_milli, c->stamps_disturbed,
		   c->rounds);
	dispatch_log_shapes(g, c);
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

static void log_fields(const void *of)
{
	const struct written *written = of;
	const struct dispatch_cell *c = written->cell;

	log_number("tasks", c->tasks);
	log_number("wall_ticks", c->wall);
	log_milli("work_mean", c->work_milli);
	log_number("workers", c->workers);
	log_milli("all_in", c->all_in_milli);
	if (!c->kept)
		log_text("samples", "histogram");
	if (written->group->oversubscribed)
		log_bool("oversubscribed", true);
	log_milli("wall_per_task", c->wall_milli);
	log_rounds("wall_rounds", c->round_milli, c->round_disturbed,
		   c->rounds);
	log_stamped(written->group, c);
	if (!written->all)
		return;
	log_published(c);
	log_workers(c);
}

/* The long pass with stamps or a short one. */
static unsigned disturbed_of(const struct dispatch_cell *c)
{
	unsigned reasons = c->disturbed;

	for (unsigned r = 0; r < c->rounds; r++)
		reasons |= c->stamps_disturbed[r];
	return reasons;
}

void dispatch_record_cell(const struct dispatch_group *g,
			  const struct dispatch_cell *c, bool all)
{
	const struct param params[] = { { "n", (int64_t)c->n }, { NULL, 0 } };
	const struct record_key key = dispatch_key(c->subject, c->cores,
						   params);

	if (!c->summary.n) {
		trial_skip(&key, "a worker's first task has no overhead, and "
			   "there was no other");
		return;
	}
	trial_tell(&(struct result){
		.key = key, .per = "task", .batch = 1, .quiet = true,
		.overhead = (g->stamp_milli + 500) / 1000,
		.summary = c->summary,
		.rounds = c->subject->exchanged ? 0 : c->rounds,
		.round_p50 = c->round_overhead,
		.round_mean_milli = c->round_overhead_milli,
		.round_disturbed = c->stamps_disturbed,
		.disturbed = disturbed_of(c),
		.fields = log_fields, .of = &(struct written){ g, c, all } });
}
