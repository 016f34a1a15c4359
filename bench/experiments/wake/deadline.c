/* SPDX-License-Identifier: MIT */
/*
 * How late a core runs again that asked to sleep until a moment: the machine's
 * own sleep with a deadline, APIC timer and HLT or Linux's futex.
 */
#include "bench/conditions/timesharing.h"
#include "bench/experiments/wake/wake.h"
#include "bench/samples/scratch.h"
#include "kernel/atomic.h"
#include "kernel/string.h"
#include "kernel/tsc.h"

#define ROW "timer"
#define CHECKED_DEADLINES 16u
#define CHECKED_US 500u      /* between two of them */
#define LENGTHS 2u

static const int64_t lengths_us[LENGTHS] = { 100, 2000 };

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
	int64_t *samples;     /* of a round */
	uint32_t n;
} nap;

/* A length of sleep. */
static struct slept {
	int64_t samples[WAKE_SAMPLES];
	uint32_t n;
	uint32_t count[WAKE_ROUNDS]; /* the history's */
	struct history history;
} slept[LENGTHS];

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
	for (uint32_t round = 1; round <= nap.plan->checks; round++) {
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

static bool prepare_sleepers(struct wake_plan *plan)
{
	if (plan->checks > CHECKED_DEADLINES)
		plan->checks = CHECKED_DEADLINES;
	scratch_empty();
	nap.plan = plan;
	nap.woken = bench_scratch(plan->cores * sizeof(*nap.woken));
	timesharing_gate_init(&nap.gate, plan->cores);
	return nap.woken;
}

static bool validated(const struct wake_plan *plan)
{
	unsigned sleepers = plan->cores > 1 ? plan->cores - 1 : 1;

	machine_run(plan->cores, check, NULL);
	return trial_verdict(WAKE_KEY(ROW, plan->cores), &(struct proof){
		.property = "each core wakes once, at its deadline or after",
		.operations = (uint64_t)sleepers * plan->checks,
		.proven = proven_if(!nap.early && !nap.lost),
		.why = nap.lost ? "a core slept on past its deadline"
				: "a core was awake before its deadline" });
}

/* ---- how late is it? --------------------------------------------------- */

static void sample(unsigned core, void *arg)
{
	uint64_t end = tsc_read() + nap.plan->ticks / nap.plan->rounds;
	uint32_t most = nap.plan->samples / nap.plan->rounds;

	(void)core;
	(void)arg;
	nap.n = 0;
	do {
		uint64_t deadline = tsc_read() + nap.ticks;

		sleep_until(deadline);
		nap.samples[nap.n++] = (int64_t)(tsc_start() - deadline);
	} while (nap.n < most && tsc_read() < end);
}

static bool pass(void *of, unsigned length, unsigned round)
{
	struct slept *s = &slept[length];

	(void)of;
	(void)round;
	nap.ticks = ticks_of_us((uint64_t)lengths_us[length]);
	nap.samples = s->samples + s->n;
	s->history.count = s->count;
	do {
		history_begin(&s->history, 1);
		machine_run(1, sample, NULL);
	} while (!history_add(&s->history, nap.samples, nap.n));
	s->n += nap.n;
	return true;
}

static void report_lateness(struct slept *s, int64_t us)
{
	const struct param params[] = { { "sleep_us", us }, { NULL, 0 } };
	const struct record_key key = { WAKE, ROW, 1, params };

	wake_report(&key, "lateness", 1, &s->history, s->samples, s->n);
}

static const struct variant rows[] = {
	{ .name = ROW, .summary = "how much too late a sleeping core runs" },
};
ROWS(wake, rows);

static bool time_lengths(const struct wake_plan *plan)
{
	unsigned done;

	for (unsigned i = 0; i < LENGTHS; i++)
		slept[i] = (struct slept){ .n = 0 };
	trial_rounds(&(struct trial_rounds){
		.rounds = { .subjects = LENGTHS, .wanted = plan->rounds },
		.pass = pass }, &done);
	for (unsigned i = 0; i < LENGTHS; i++)
		report_lateness(&slept[i], lengths_us[i]);
	return true;
}

bool wake_deadlines(const struct settings *settings)
{
	struct wake_plan plan = wake_plan(settings, settings->cores);
	const char *unfit = NULL;

	if (!wake_wants(&plan, ROW))
		return true;
	if (strcmp(record_unit(), "ticks"))
		unfit = "no time passes in a halt where instructions are "
			"counted";
	else if (!prepare_sleepers(&plan))
		unfit = "not enough memory";
	wake_skip(&plan, ROW, unfit);
	return unfit || (validated(&plan) && time_lengths(&plan));
}
