/* SPDX-License-Identifier: MIT */
/*
 * All cores enqueue until the queue is full, then all dequeue until it is empty,
 * and so on. One sample is a whole round of that: the time of one of the two, by
 * core 0's clock, from all cores' meeting to their next.
 */
#include "bench/conditions/timesharing.h"
#include "bench/experiments/workqueue/workqueue.h"
#include "bench/harness/row.h"
#include "bench/samples/scratch.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"

#define ROUND_MS_MOST 10u
#define TIDES_MOST (1u << 12) /* times full and empty again, in a round */

enum way { ENQUEUE, DEQUEUE, WAYS };

static const struct variant rows[WAYS] = {
	[ENQUEUE] = { .name = "enqueue", .least_cores = 2, .full_only = true,
		      .summary = "all cores enqueue, until the queue is full" },
	[DEQUEUE] = { .name = "dequeue", .least_cores = 2, .full_only = true,
		      .summary = "all cores dequeue, until it is empty" },
};
ROWS(workqueue, rows);

/* On the present number of cores. */
static struct {
	struct shared_queue *queue;
	unsigned cores;
	uint32_t each;           /* items of a core in a tide */
	uint32_t tides;          /* in a round */
	uint64_t ticks[WAYS];    /* of the last round */
	struct passage passage;
	struct timesharing_gate gate;
} run;

/* ---- a round ------------------------------------------------------------- */

static uint64_t work(enum way way)
{
	return way == ENQUEUE ? workqueue_enqueue(run.queue, run.each)
			      : workqueue_dequeue(run.queue, run.each);
}

static void on_core(unsigned core, void *arg)
{
	uint64_t ticks[WAYS] = { 0 }, moved[WAYS] = { 0 }, met, before;

	(void)arg;
	timesharing_meet(&run.gate);
	met = tsc_read();
	for (uint32_t i = 0; i < run.tides; i++)
		for (enum way way = 0; way < WAYS; way++) {
			moved[way] += work(way);
			timesharing_meet(&run.gate);
			before = met;
			met = tsc_read();
			ticks[way] += met - before;
		}
	atomic_add_relaxed(&run.passage.in, moved[ENQUEUE]);
	atomic_add_relaxed(&run.passage.out, moved[DEQUEUE]);
	for (enum way way = 0; !core && way < WAYS; way++)
		run.ticks[way] = ticks[way];
}

/* False: items came late, were lost, or came from nowhere. */
static bool one_round(void)
{
	run.passage = (struct passage){
		.wanted = (uint64_t)run.tides * run.each * run.cores };
	timesharing_gate_init(&run.gate, run.cores);
	machine_run(run.cores, on_core, NULL);
	return workqueue_passed(run.queue, &run.passage);
}

/* So many tides that a round is filled. */
static bool find_tides(const struct settings *settings)
{
	uint64_t ticks = trial_box(settings, settings->rounds, 1,
				   ROUND_MS_MOST);

	for (run.tides = 1; one_round(); run.tides *= 2)
		if (run.ticks[ENQUEUE] + run.ticks[DEQUEUE] > ticks / 2 ||
		    run.tides >= TIDES_MOST || timeshared())
			return true;
	return false;
}

static uint32_t take(struct row *row, unsigned round, int64_t *sample)
{
	(void)round;
	if (!one_round())
		return 0;
	*sample = (int64_t)run.ticks[(uintptr_t)row->of];
	return 1;
}

/* ---- a number of cores ----------------------------------------------------- */

static bool wanted(const struct settings *settings)
{
	return settings_wants_row(settings, rows[ENQUEUE].name, true) ||
	       settings_wants_row(settings, rows[DEQUEUE].name, true);
}

static bool time_both(const struct settings *settings)
{
	struct row row[WAYS];

	if (!find_tides(settings))
		return false;
	for (enum way way = 0; way < WAYS; way++)
		row[way] = (struct row){
			.result = {
				.key = { WORKQUEUE, rows[way].name, run.cores,
					 NULL },
				.per = "item, all cores together",
				.primitive = WORKQUEUE,
				.capacity = workqueue_capacity(run.cores),
				.batch = run.tides * run.each * run.cores },
			.take = take, .of = (void *)(uintptr_t)way,
			.history.pilot = (int64_t)run.ticks[way] };
	if (!rows_measure(row, WAYS, &WORKQUEUE_ROUNDS(settings), 0))
		return false;
	for (enum way way = 0; way < WAYS; way++)
		if (settings_wants_row(settings, rows[way].name, true))
			row_report(&row[way]);
	return true;
}

static bool run_on(const struct settings *settings, unsigned cores)
{
	const struct record_key key = { WORKQUEUE, rows[ENQUEUE].name, cores,
					NULL };
	struct proof proof;

	trial_begin(&key);
	scratch_empty();
	timesharing_look(cores);
	workqueue_check(cores, &proof);
	proof.primitive = WORKQUEUE;
	if (!trial_verdict(&key, &proof))
		return false;
	run.cores = cores;
	run.each = workqueue_capacity(cores) / cores;
	run.queue = workqueue_make(workqueue_capacity(cores));
	if (!run.queue) {
		trial_skip_memory(&key);
		return true;
	}
	return time_both(settings) ||
	       trial_passage(&key, WORKQUEUE, &run.passage);
}

unsigned workqueue_crowd_steps(const struct settings *settings)
{
	return wanted(settings) ? counts_above_one(settings) : 0;
}

bool workqueue_crowd(const struct settings *settings)
{
	return !wanted(settings) || counts_run(settings, run_on);
}
