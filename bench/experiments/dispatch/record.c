/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/record.h"

#include "bench/experiments/dispatch/pass.h"
#include "bench/experiments/dispatch/samples.h"
#include "bench/harness/trial.h"
#include "bench/report/quantity.h"
#include "kernel/log.h"
#include "kernel/string.h"

#define METHOD 2u /* of what is timed: see struct variant */
#define LENGTH(n) { "n", (int64_t)(n) }
#define END { .name = NULL }

/* ---- in rounds --------------------------------------------------------- */

int64_t dispatch_median(const struct dispatch_cell *c,
			enum dispatch_figure figure)
{
	int64_t sorted[DISPATCH_ROUNDS];
	unsigned clean = 0;

	for (unsigned r = 0; r < c->rounds; r++)
		if (!c->history.disturbed[r])
			sorted[clean++] = c->figure[figure][r];
	for (unsigned r = 0; !clean && r < c->rounds; r++)
		sorted[r] = c->figure[figure][r];
	return stats_median(sorted, clean ? clean : c->rounds);
}

static void log_rounds(const struct dispatch_cell *c, const char *name,
		       enum dispatch_figure figure, const unsigned *disturbed)
{
	int64_t round[DISPATCH_ROUNDS];

	for (unsigned r = 0; r < c->rounds; r++)
		round[r] = disturbed[r] ? QUANTITY_NONE : c->figure[figure][r];
	log_quantity(name, round, c->rounds);
}

void dispatch_record_body(const struct dispatch_group *g, unsigned rounds)
{
	const struct param params[] = { LENGTH(g->n), END };

	record_quantity(&(struct quantity){
		.key = { "dispatch", "body", g->cores, params },
		.rounds = rounds, .round = g->body });
}

/* ---- the result -------------------------------------------------------- */

struct written {
	const struct dispatch_group *group;
	const struct dispatch_cell *cell;
};

/* Of the short passes in each round. */
static void log_stamped(const struct dispatch_cell *c)
{
	log_rounds(c, "work_rounds", WORK, c->stamps_disturbed);
	if (c->subject->kind->trace) /* it decides how many take part */
		log_rounds(c, "workers_rounds", WORKERS, c->stamps_disturbed);
	if (c->n == 51 && !strcmp(c->subject->name, "loop"))
		log_rounds(c, "told_rounds", TOLD, c->stamps_disturbed);
	if (c->point == DISPATCH_4700)
		log_rounds(c, "rule_rounds", RULE, c->stamps_disturbed);
}

/* Of the pass that came last, as the executor counted. */
static void log_workers(const struct dispatch_cell *c)
{
	const struct dispatch_subject *s = c->subject;
	uint64_t stolen = 0, inline_runs = 0;

	log_array("tasks_per_worker"); /* of a longer list the first ones */
	for (unsigned i = 0; i < c->cores && i < LOG_ARRAY_MAX / 4; i++)
		log_number(NULL, s->kind->stats(s->executor, i)->tasks);
	log_array_end();
	for (unsigned i = 0; i < c->cores; i++) {
		stolen += s->kind->stats(s->executor, i)->stolen;
		inline_runs += s->kind->stats(s->executor, i)->inline_runs;
	}
	log_number("stolen", stolen);
	log_number("inline_runs", inline_runs);
}

static void log_fields(const void *of)
{
	const struct written *written = of;
	const struct dispatch_cell *c = written->cell;

	log_number("tasks", c->stamped.tasks);
	log_number("wall_ticks", c->stamped.wall);
	log_milli("work_mean", c->stamped.work_milli);
	log_number("workers", c->stamped.workers);
	log_milli("all_in", dispatch_median(c, ALL_IN));
	if (written->group->oversubscribed)
		log_bool("oversubscribed", true);
	log_milli("wall_per_task", dispatch_median(c, WALL));
	log_rounds(c, "wall_rounds", WALL, c->history.disturbed);
	log_milli("away", dispatch_median(c, AWAY));
	if (c->subject->kind->range)
		log_bool("in_ranges", true);
	if (!c->subject->exchanged)
		log_stamped(c);
	if (written->group->settings->full)
		log_workers(c);
}

/* The long pass with stamps or a short one. */
static unsigned disturbed_of(const struct dispatch_cell *c)
{
	unsigned reasons = c->stamped.disturbed;

	for (unsigned r = 0; r < c->rounds; r++)
		reasons |= c->stamps_disturbed[r];
	return reasons;
}

static void tell_result(const struct dispatch_group *g,
			  const struct dispatch_cell *c)
{
	const struct param params[] = { LENGTH(c->n), END };
	const struct record_key key = dispatch_key(c, params);

	if (!c->stamped.summary.n) {
		trial_skip(&key, "a worker's first task has no overhead, and "
			   "there was no other");
		return;
	}
	trial_tell(&(struct result){
		.key = key, .per = "task", .method = METHOD, .batch = 1,
		.quiet = !g->settings->full && !g->all_cores,
		.overhead = dispatch_order.stamp,
		.summary = c->stamped.summary,
		.rounds = c->subject->exchanged ? 0 : c->rounds,
		.round_p50 = c->figure[P50],
		.round_mean_milli = c->figure[MEAN],
		.round_disturbed = c->stamps_disturbed,
		.disturbed = disturbed_of(c),
		.fields = log_fields, .of = &(struct written){ g, c } });
}

/* ---- all of a cell ----------------------------------------------------- */

void dispatch_record_cell(const struct dispatch_group *g,
			  const struct dispatch_cell *c)
{
	dispatch_raw_stamps(c, DISPATCH_LONG_PASS);
	tell_result(g, c);
	if (g->all_cores && c->subject->kind->parallel && !c->subject->exchanged)
		dispatch_record_samples(c, g->settings->full);
}
