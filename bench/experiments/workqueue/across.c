/* SPDX-License-Identifier: MIT */
/*
 * From core to core: core 0 enqueues, another one dequeues, for one core at
 * each distance that CPUID tells of. One sample is a whole round: the time in
 * which all items went over, by core 0's clock.
 */
#include "bench/conditions/timesharing.h"
#include "bench/experiments/workqueue/workqueue.h"
#include "bench/harness/row.h"
#include "bench/samples/scratch.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"
#include "sched/sched.h"

#define ROW "across"
#define FIRST_ITEMS 2048u
#define MOST_ITEMS (1u << 22)
#define ROUND_MS_MOST 20u

/* The pair in progress. */
static struct {
	struct workqueue_ends ends;
	struct shared_queue *queue;
	uint64_t items;    /* of a round */
	uint64_t wall;     /* ticks of the last one */
	struct passage passage;
	struct timesharing_gate gate;
} run;

/* ---- which --------------------------------------------------------------- */

/* The nearest pair; in the full suite one of each class. */
static bool wanted(const struct settings *settings, enum distance distance)
{
	unsigned cores = settings_all_cores(settings);
	bool nearest = true;

	for (enum distance d = 0; d < distance; d++)
		nearest &= !core_pairs_partner(cores, d, machine_core_info);
	return settings_wants_row(settings, ROW, !nearest);
}

struct workqueue_ends workqueue_across_ends(
	const struct settings *settings, enum distance distance)
{
	unsigned partner = core_pairs_partner(settings_all_cores(settings),
					      distance, machine_core_info);

	if (!partner || !wanted(settings, distance))
		return (struct workqueue_ends){ 0 };
	return (struct workqueue_ends){
		partner, { { "producer", 0 }, { "consumer", partner },
			   { NULL, 0 } } };
}

static const struct variant rows[] = {
	{ .name = ROW, .per = "item",
	  .summary = "one core enqueues, another one dequeues" },
};
ROWS(workqueue, rows);

unsigned workqueue_across_steps(const struct settings *settings)
{
	unsigned steps = 0;

	for (enum distance d = 0; d < DISTANCES; d++)
		steps += !!workqueue_across_ends(settings, d).consumer;
	return steps;
}

/* ---- a round ------------------------------------------------------------- */

static void on_core(unsigned core, void *arg)
{
	uint64_t start, done;

	(void)arg;
	timesharing_meet(&run.gate);
	start = tsc_read();
	done = core ? workqueue_dequeue(run.queue, run.items)
		    : workqueue_enqueue(run.queue, run.items);
	timesharing_meet(&run.gate);
	if (!core)
		run.wall = tsc_read() - start;
	atomic_add_relaxed(core ? &run.passage.out : &run.passage.in, done);
}

/* False: items came late, were lost, or came from nowhere. */
static bool one_round(void)
{
	run.passage = (struct passage){ .wanted = run.items };
	timesharing_gate_init(&run.gate, 2);
	machine_run_two(0, run.ends.consumer, on_core, NULL);
	return workqueue_passed(run.queue, &run.passage);
}

/* As many items as fill a round. False: not all went through. */
static bool find_items(const struct settings *settings)
{
	uint64_t ticks = trial_box(settings, settings->rounds, 1,
				   ROUND_MS_MOST);

	for (run.items = FIRST_ITEMS; one_round(); run.items *= 2)
		if (run.wall * 2 > ticks || run.items >= MOST_ITEMS ||
		    timeshared())
			return true;
	return false;
}

static uint32_t take(struct row *row, unsigned round, int64_t *sample)
{
	(void)row;
	(void)round;
	if (!one_round())
		return 0;
	*sample = (int64_t)run.wall;
	return 1;
}

/* ---- a pair -------------------------------------------------------------- */

static void pair_field(const void *of)
{
	(void)of;
	log_text("pair", distance_name(distance_between(
		machine_core_info(0), machine_core_info(run.ends.consumer))));
}

static bool time_pair(const struct settings *settings,
		      const struct record_key *key)
{
	struct row row = {
		.result = { .key = *key, .per = "item", .primitive = WORKQUEUE,
			    .capacity = SCHED_QUEUE_CAPACITY,
			    .fields = pair_field },
		.take = take, .cores = run.ends.consumer + 1 };

	if (!find_items(settings))
		return false;
	row.result.batch = (uint32_t)run.items;
	row.history.pilot = (int64_t)run.wall;
	if (!rows_measure(&row, 1, &WORKQUEUE_ROUNDS(settings), 0))
		return false;
	row_report(&row);
	return true;
}

static bool run_pair(const struct settings *settings)
{
	const struct record_key *key = WORKQUEUE_ACROSS_KEY(&run.ends);
	struct proof proof;

	trial_begin(key);
	scratch_empty();
	timesharing_look(run.ends.consumer + 1);
	workqueue_check(run.ends.consumer + 1, &proof);
	proof.primitive = WORKQUEUE;
	if (!trial_verdict(key, &proof))
		return false;
	run.queue = workqueue_make(SCHED_QUEUE_CAPACITY);
	if (!run.queue) {
		trial_skip_memory(key);
		return true;
	}
	return time_pair(settings, key) ||
	       trial_passage(key, WORKQUEUE, &run.passage);
}

bool workqueue_across(const struct settings *settings)
{
	bool ok = true;

	for (enum distance d = 0; d < DISTANCES; d++) {
		run.ends = workqueue_across_ends(settings, d);
		if (!run.ends.consumer)
			continue;
		ok = run_pair(settings) && ok;
		trial_step(1);
	}
	return ok;
}
