/* SPDX-License-Identifier: MIT */
/*
 * How late a core runs again that asked to sleep until a moment: the machine's
 * own sleep with a deadline, APIC timer and HLT or Linux's futex.
 */
#include "bench/conditions/timesharing.h"
#include "bench/experiments/wake/wake.h"
#include "bench/report/record.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define ROW "timer"
#define CHECKED_DEADLINES 16u
#define CHECKED_US 500u      /* between two of them */

/* One core's word of the check. */
struct woken {
	uint32_t round;       /* atomic: the last one slept through */
	uint32_t seen;        /* core 0's: the last one it has seen */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

static struct {
	const struct wake_plan *plan;
	struct timesharing_gate gate;
	struct woken *woken;  /* one each */
	uint64_t deadline;    /* of this round, by core 0's clock */
	uint32_t early;       /* atomic: times a core was awake before it */
	uint32_t lost;        /* times a core was not awake long after it */
	uint64_t ticks;       /* asked for */
	uint32_t checks;
	int64_t *samples;     /* of a round */
	uint32_t n;
} nap;

static void sleep_until(uint64_t deadline)
{
	while (tsc_read() < deadline)
		machine_wait(deadline);
}

/* ---- is it never early? ------------------------------------------------ */

static void nap_early(bool early)
{
	atomic_add_relaxed(&nap.early, early);
}

/*
 * Looks once at all others; returns how many are newly awake. Each sleeps as
 * long by its own clock, from a moment after core 0 had read its own: so no
 * two clocks are compared.
 */
static unsigned look(uint32_t round)
{
	unsigned woken = 0;

	for (unsigned i = 1; i < nap.plan->cores; i++) {
		struct woken *w = &nap.woken[i];

		/* A1: pairs with R1 in check(): it woke before our clock is
		 * read. */
		if (w->seen == round || atomic_load_acquire(&w->round) != round)
			continue;
		w->seen = round;
		woken++;
		nap_early(tsc_start() < nap.deadline);
	}
	return woken;
}

/* Core 0 stays awake: whoever is seen awake too early, by its clock? */
static void watch(uint32_t round)
{
	unsigned asleep = nap.plan->cores - 1;

	while (asleep && tsc_read() < nap.deadline + nap.plan->patience) {
		asleep -= look(round);
		cpu_relax();
	}
	nap.lost += asleep;
	for (unsigned i = 1; asleep && i < nap.plan->cores; i++)
		machine_wake(i); /* its clock is past the deadline: it goes on */
}

static void sleep_one(unsigned core, uint32_t round)
{
	uint64_t deadline = tsc_read() + ticks_of_us(CHECKED_US);

	sleep_until(deadline);
	nap_early(tsc_start() < deadline);
	/* R1: pairs with A1 in look(). */
	atomic_store_release(&nap.woken[core].round, round);
}

static void check(unsigned core, void *arg)
{
	(void)arg;
	for (uint32_t round = 1; round <= nap.checks; round++) {
		if (core == 0)
			nap.deadline = tsc_read() + ticks_of_us(CHECKED_US);
		timesharing_meet(&nap.gate);
		if (core == 0 && nap.plan->cores > 1)
			watch(round);
		else
			sleep_one(core, round);
		timesharing_meet(&nap.gate);
	}
}

static bool proven(void)
{
	unsigned cores = nap.plan->cores;

	nap.early = nap.lost = 0;
	nap.checks = (uint32_t)min_u64(nap.plan->checks, CHECKED_DEADLINES);
	timesharing_gate_init(&nap.gate, cores);
	machine_run(cores, check, NULL);
	return wake_verdict(WAKE_KEY(ROW, cores), &(struct proof){
		.property = "each core wakes once, at its deadline or after",
		.operations = max_u64(cores - 1, 1) * nap.checks,
		.proven = proven_if(!nap.early && !nap.lost),
		.why = nap.lost ? "a core slept on past its deadline"
				: "a core was awake before its deadline" });
}

/* ---- how late is it? --------------------------------------------------- */

static void sample(unsigned core, void *arg)
{
	uint64_t end = tsc_read() + nap.plan->ticks;

	(void)core;
	(void)arg;
	nap.n = 0;
	do {
		uint64_t deadline = tsc_read() + nap.ticks;

		sleep_until(deadline);
		nap.samples[nap.n++] = (int64_t)(tsc_start() - deadline);
	} while (nap.n < nap.plan->samples && tsc_read() < end);
}

static uint32_t take(struct row *row, unsigned round, int64_t *samples)
{
	(void)round;
	nap.ticks = ticks_of_us((uint64_t)row->result.key.params->value);
	nap.samples = samples;
	machine_run(1, sample, NULL);
	return nap.n;
}

static const struct variant rows[] = {
	{ .name = ROW, .summary = "how much too late a sleeping core runs" },
};
ROWS(wake, rows);

static void time_lengths(void)
{
	static const struct param length[][2] = { { { "sleep_us", 100 } },
						  { { "sleep_us", 2000 } } };
	static struct row row[2];

	for (unsigned i = 0; i < 2; i++)
		row[i] = (struct row){
			.result = { .key = { WAKE, ROW, 1, length[i] },
				    .per = "lateness", .batch = 1 },
			.take = take };
	wake_measure(nap.plan, row, 2);
}

void wake_deadlines(const struct settings *settings)
{
	nap.plan = wake_plan(settings, settings->cores);
	if (!wake_wants(nap.plan, ROW))
		return;
	nap.woken = bench_scratch(settings->cores * sizeof(*nap.woken));
	if (strcmp(record_unit(), "ticks"))
		wake_skip(nap.plan, ROW, "no time passes in a halt where "
			  "instructions are counted");
	else if (!nap.woken)
		trial_skip_memory(WAKE_KEY(ROW, settings->cores));
	else if (proven())
		time_lengths();
}
