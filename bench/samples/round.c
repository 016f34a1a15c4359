/* SPDX-License-Identifier: MIT */
#include "bench/samples/round.h"

#include "bench/conditions/timesharing.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"
#include "sched/sched.h"

static const struct round_order *order;
static struct timesharing_gate together;
static uint32_t unfinished; /* atomic: participants still sampling */
static uint32_t stop;       /* atomic: the first has all its samples */

/* One line pair each: a core's store must not disturb its neighbour. */
static struct {
	struct round_result result;
} __attribute__((aligned(MACHINE_LINE_PAIR))) brought[MACHINE_MAX_CORES];

/* Cores that run enter() and leave(). */
static unsigned cores_of(const struct cell *cell)
{
	return cell->variant->stage == STAGE_FIBER ? 1 : cell->cores;
}

unsigned round_participants(const struct cell *cell)
{
	return cell->variant->partner ? 1 : cores_of(cell);
}

const struct round_result *round_result_of(unsigned participant)
{
	return &brought[participant].result;
}

static void keep_busy(unsigned core, uint64_t until)
{
	const struct variant *v = order->cell->variant;

	while (atomic_load_relaxed(&unfinished) && tsc_read() < until) {
		if (v->reset)
			v->reset(order->cell, core);
		v->body(order->cell, core, order->batch);
	}
}

static void sample(unsigned core)
{
	struct sample_order mine = {
		.cell = order->cell, .core = core, .batch = order->batch,
		.most = order->most,
	};
	struct round_result *result = &brought[core].result;

	if (order->samples)
		mine.samples = order->samples + core * order->stride;
	mine.deadline = tsc_read() + order->ticks;
	if (order->samples) {
		result->n = sample_record(&mine);
	} else {
		mine.stop = &stop;
		result->sum = sample_accumulate(&mine);
		result->n = (uint32_t)result->sum.n;
		atomic_store_relaxed(&stop, 1); /* only a hint: no order */
	}
	/* Only a hint, too: who must not go on too early meets the others. */
	atomic_sub_relaxed(&unfinished, 1);
	if (order->cell->variant->partner)
		atomic_store_relaxed(&order->cell->stopped, 1);
	else if (!timeshared())
		keep_busy(core, mine.deadline + order->ticks);
}

static void on_core(unsigned core, void *arg)
{
	const struct variant *v = order->cell->variant;
	struct machine_counters before, after;

	(void)arg;
	if (v->enter)
		v->enter(order->cell, core);
	before = machine_counters();
	timesharing_meet(&together);
	if (core < round_participants(order->cell))
		sample(core);
	else
		v->partner(order->cell, core);
	after = machine_counters();
	brought[core].result.counts = core_counts_between(&before, &after);
	if (v->leave)
		v->leave(order->cell, core);
	timesharing_meet(&together); /* nobody tidies up while others work */
	if (v->tidy)
		v->tidy(order->cell, core);
}

/* The one core there is, whichever it is. */
static void on_that_core(unsigned core, void *arg)
{
	(void)core;
	on_core(0, arg);
}

static void in_fiber(void *arg)
{
	on_core(0, arg);
}

void round_run(const struct round_order *wanted)
{
	unsigned participants = round_participants(wanted->cell);
	unsigned core = wanted->cell->variant->core;

	order = wanted;
	wanted->cell->batch = wanted->batch;
	timesharing_gate_init(&together, cores_of(wanted->cell));
	wanted->cell->stopped = 0;
	atomic_store_relaxed(&unfinished, participants);
	atomic_store_relaxed(&stop, 0);
	if (core)
		machine_run_two(core, core, on_that_core, NULL);
	else if (wanted->cell->variant->stage == STAGE_CORE)
		machine_run(wanted->cell->cores, on_core, NULL);
	else if (!sched_run(wanted->cell->cores, in_fiber, NULL))
		machine_panic("no memory for the scheduler");
}
