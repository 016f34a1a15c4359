/* SPDX-License-Identifier: MIT */
/*
 * Rows whose sample is a whole round, by core 0's clock. `across`: core 0
 * enqueues, another one dequeues, for one core at each distance that CPUID tells
 * of. `enqueue` and `dequeue` on several cores: all enqueue until the queue is
 * full, then all dequeue until it is empty, and so on; the time of one of the
 * two, from all cores' meeting to their next.
 */
#include "bench/conditions/core_pairs.h"
#include "bench/experiments/workqueue/workqueue.h"
#include "bench/harness/passage.h"
#include "bench/samples/scratch.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"
#include "sched/sched.h"

/* ---- from core 0 to another one -------------------------------------------- */

#define FIRST_ITEMS 2048u
#define MOST_ITEMS (1u << 22)
#define ACROSS_MS 20u /* of a round, at most */

static const struct variant across[] = {
	{ .name = "across", .per = "item",
	  .summary = "one core enqueues, another one dequeues" },
};
ROWS(workqueue, across);

/* The nearest pair; in the full suite one of each class. 0: there is none. */
static unsigned consumer_at(const struct settings *settings,
			    enum distance distance)
{
	unsigned cores = settings_all_cores(settings);
	bool nearest = true;

	for (enum distance d = 0; d < distance; d++)
		nearest &= !core_pairs_partner(cores, d, machine_core_info);
	return settings_wants_row(settings, across->name, !nearest) ?
	       core_pairs_partner(cores, distance, machine_core_info) : 0;
}

unsigned workqueue_across_rows(const struct settings *settings)
{
	unsigned rows = 0;

	for (enum distance d = 0; d < DISTANCES; d++)
		rows += consumer_at(settings, d) != 0;
	return rows;
}

static void hand_over(unsigned core, void *arg)
{
	struct passage *p = arg;
	uint64_t start, done;

	timesharing_meet(&p->gate);
	start = tsc_read();
	done = core ? workqueue_dequeue(p->queue, p->wanted)
		    : workqueue_enqueue(p->queue, p->wanted);
	timesharing_meet(&p->gate);
	if (!core)
		p->wall = tsc_read() - start;
	atomic_add_relaxed(core ? &p->out : &p->in, done);
}

static void log_pair(const void *of)
{
	const struct passage *p = ((const struct row *)of)->of;

	log_text("pair", distance_name(distance_between(
		machine_core_info(0), machine_core_info(p->partner))));
}

static bool run_pair(const struct settings *settings, unsigned consumer)
{
	const struct param params[] = {
		{ "producer", 0 }, { "consumer", consumer }, { NULL, 0 } };
	struct passage p = { .pop = workqueue_take_out, .on_core = hand_over,
			     .partner = consumer };
	struct row row = {
		.result = { .key = { WORKQUEUE, across->name, 2, params },
			    .per = across->per, .primitive = WORKQUEUE,
			    .capacity = SCHED_QUEUE_CAPACITY,
			    .fields = log_pair },
		.take = passage_take, .of = &p, .cores = consumer + 1 };

	scratch_empty();
	if (!workqueue_proven(&row.result.key, consumer + 1))
		return false;
	p.queue = workqueue_make(SCHED_QUEUE_CAPACITY);
	if (!p.queue) {
		trial_skip_memory(&row.result.key);
		return true;
	}
	passage_fill(&row, FIRST_ITEMS, MOST_ITEMS,
		     trial_box(settings, settings->rounds, 1, ACROSS_MS));
	rows_measure(&row, 1, PASSAGE_ROUNDS(settings), 0);
	row_report(&row);
	return !p.wrong;
}

bool workqueue_across(const struct settings *settings)
{
	bool ok = true;

	for (enum distance d = 0; d < DISTANCES; d++) {
		unsigned consumer = consumer_at(settings, d);

		if (!consumer)
			continue;
		ok = run_pair(settings, consumer) && ok;
		trial_step(1);
	}
	return ok;
}

/* ---- all enqueue, then all dequeue ----------------------------------------- */

#define CROWD_MS 10u          /* of a round, at most */
#define TIDES_MOST (1u << 12) /* times full and empty again, in a round */

enum way { ENQUEUE, DEQUEUE, WAYS };

static const struct variant crowd[WAYS] = {
	[ENQUEUE] = { .name = "enqueue", .least_cores = 2, .full_only = true,
		      .summary = "all cores enqueue, until the queue is full" },
	[DEQUEUE] = { .name = "dequeue", .least_cores = 2, .full_only = true,
		      .summary = "all cores dequeue, until it is empty" },
};
ROWS(workqueue, crowd);

/* On the present number of cores. */
static struct tides {
	struct passage passage;
	struct row row[WAYS];
	uint32_t each;           /* items of a core in a tide */
	uint64_t ticks[WAYS];    /* of the last round */
} tides;

static uint64_t work(enum way way)
{
	return way == ENQUEUE ?
	       workqueue_enqueue(tides.passage.queue, tides.each) :
	       workqueue_dequeue(tides.passage.queue, tides.each);
}

static void rise_and_fall(unsigned core, void *arg)
{
	uint64_t ticks[WAYS] = { 0 }, moved[WAYS] = { 0 }, met, before;
	struct passage *p = arg;
	uint64_t times = p->wanted / (tides.each * p->cores);

	timesharing_meet(&p->gate);
	met = tsc_read();
	for (uint64_t i = 0; i < times; i++)
		for (enum way way = 0; way < WAYS; way++) {
			moved[way] += work(way);
			timesharing_meet(&p->gate);
			before = met;
			met = tsc_read();
			ticks[way] += met - before;
		}
	atomic_add_relaxed(&p->in, moved[ENQUEUE]);
	atomic_add_relaxed(&p->out, moved[DEQUEUE]);
	for (enum way way = 0; !core && way < WAYS; way++)
		tides.ticks[way] = ticks[way];
	if (!core)
		p->wall = ticks[ENQUEUE] + ticks[DEQUEUE];
}

static uint32_t take_way(struct row *row, unsigned round, int64_t *sample)
{
	if (!passage_take(row, round, sample))
		return 0;
	*sample = (int64_t)tides.ticks[row - tides.row];
	return 1;
}

/* A round has both ways: as many tides suit the one as the other. */
static void fill_both(const struct settings *settings)
{
	uint32_t tide = tides.each * tides.passage.cores;
	struct row first = tides.row[ENQUEUE];

	passage_fill(&first, tide, tide * TIDES_MOST,
		     trial_box(settings, settings->rounds, 1, CROWD_MS));
	for (enum way way = 0; way < WAYS; way++) {
		struct row *row = &tides.row[way];

		row->result.batch = first.result.batch;
		row->history.pilot = (int64_t)tides.ticks[way];
		row->out = first.out || !settings_wants_row(
			settings, crowd[way].name, true);
	}
}

bool workqueue_crowd(const struct settings *settings, unsigned cores)
{
	uint32_t capacity = workqueue_capacity(cores);
	const struct record_key key = { WORKQUEUE, crowd->name, cores, NULL };

	if (!settings_wants_row(settings, crowd[ENQUEUE].name, true) &&
	    !settings_wants_row(settings, crowd[DEQUEUE].name, true))
		return true;
	scratch_empty();
	if (!workqueue_proven(&key, cores))
		return false;
	tides = (struct tides){
		.passage = { .queue = workqueue_make(capacity),
			     .pop = workqueue_take_out, .cores = cores,
			     .on_core = rise_and_fall },
		.each = capacity / cores };
	if (!tides.passage.queue) {
		trial_skip_memory(&key);
		return true;
	}
	for (enum way way = 0; way < WAYS; way++)
		tides.row[way] = (struct row){
			.result = {
				.key = { WORKQUEUE, crowd[way].name, cores,
					 NULL },
				.per = "item, all cores together",
				.primitive = WORKQUEUE, .capacity = capacity },
			.take = take_way, .of = &tides.passage };
	fill_both(settings);
	rows_measure(tides.row, WAYS, PASSAGE_ROUNDS(settings), 0);
	rows_report(tides.row, WAYS);
	return !tides.passage.wrong;
}
