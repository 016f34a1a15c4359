/* SPDX-License-Identifier: MIT */
#include "bench/conditions/timesharing.h"

#include "bench/stats/stats.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define MEETINGS 7u
#define TIMESHARED_US 300u /* the median of cores that are there: < 10 us */
#define SPINS 2000u /* before a nap, where cores take turns: no figure's */
#define NAP_US 50u
#define SETTLED_PART 8u /* of the time that a proof may take elsewhere */

static bool take_turns, settled;
static struct timesharing_gate trial;
static int64_t took[MEETINGS];

void timesharing_gate_init(struct timesharing_gate *gate, unsigned cores)
{
	*gate = (struct timesharing_gate){ .cores = cores };
}

static void nap(void)
{
	machine_wait(tsc_read() + ticks_of_us(NAP_US));
}

void timesharing_meet(struct timesharing_gate *gate)
{
	uint32_t episode = atomic_load_relaxed(&gate->episode);
	unsigned looks = 0;

	/* A1/R1: among the cores; the last to come has seen all others. */
	if (atomic_add_acq_rel(&gate->come, 1) + 1 == gate->cores) {
		atomic_store_relaxed(&gate->come, 0);
		/* R2: pairs with A2; `come` is reset before they go. */
		atomic_store_release(&gate->episode, episode + 1);
		return;
	}
	/* A2: pairs with R2 of the last core. */
	while (atomic_load_acquire(&gate->episode) == episode) {
		cpu_relax();
		if (take_turns && ++looks > SPINS)
			nap();
	}
}

static void meet_often(unsigned core, void *arg)
{
	(void)arg;
	for (unsigned i = 0; i < MEETINGS; i++) {
		uint64_t start = tsc_read();

		timesharing_meet(&trial);
		if (!core)
			took[i] = (int64_t)(tsc_read() - start);
	}
}

/* An emulator that counts instructions runs all cores on one thread: they meet
 * at once, since PAUSE hands the turn on, and are never there together. */
bool timesharing_counted(void)
{
	const char *trust = machine_facts()->trust;

	return trust && !strcmp(trust, "tcg-icount");
}

bool timeshared_by_counting(void)
{
	return take_turns && timesharing_counted();
}

void timesharing_settle(void)
{
	settled = true;
}

bool timeshared_settled(void)
{
	return settled;
}

uint64_t timesharing_ms(uint64_t ms)
{
	return settled ? ms / SETTLED_PART : ms;
}

void timesharing_look(unsigned cores)
{
	take_turns = cores > 1 && (settled || timesharing_counted());
	if (cores < 2 || take_turns)
		return;
	timesharing_gate_init(&trial, cores);
	machine_run(cores, meet_often, NULL);
	take_turns = stats_median(took, MEETINGS) >
		     (int64_t)ticks_of_us(TIMESHARED_US);
}

bool timeshared(void)
{
	return take_turns;
}
