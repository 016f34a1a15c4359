/* SPDX-License-Identifier: MIT */
/*
 * One core wakes another, which waits in one way or the other and answers by
 * a store that the first one polls. Only the first core's clock is read: a
 * row is a round trip, what the ways of waiting differ by is one wake-up.
 */
#include "bench/conditions/core_pairs.h"
#include "bench/experiments/wake/wake.h"
#include "kernel/atomic.h"
#include "kernel/format.h"
#include "kernel/interrupts.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define SETTLE_US 50u        /* the other one is surely asleep by then */
#define JITTER_US 4u         /* at most, between two trips of a check */
#define POLITE_LOOKS 2000u   /* where cores take turns: before a nap */
#define LOOKS_A_CLOCK_READ 1024u
#define NAP_US 50u
#define LAST UINT64_MAX      /* the other one goes home */
#define HINTS_MAX 16u
#define ROWS_MAX (2 + HINTS_MAX)
#define REASON_MAX 96u

/* What the one to be woken does till the word changes. */
enum way { POLL, HLT, FUTEX, MWAIT };

static const struct variant rows[] = {
	[POLL] = { .name = "poll", .summary = "wake a core that polls a word" },
	[HLT] = { .name = "hlt",
		  .summary = "wake a core that is halted, by an interrupt" },
	[FUTEX] = { .name = "futex",
		    .summary = "wake a thread that sleeps in Linux" },
	[MWAIT] = { .name = "mwait",
		    .summary = "wake a core that waits for a store" },
};
ROWS(wake, rows);

/* The run in progress, or the last one. */
static struct {
	const struct wake_plan *plan;
	enum way way;
	unsigned partner;
	uint32_t hint;        /* of MWAIT */
	uint64_t patience, settle;
	int64_t *samples;     /* NULL: a check */

	uint32_t n;           /* trips */
	uint64_t lost;        /* wake-ups that had to be repeated */
	bool dead;            /* no answer even then */
	uint64_t turn;        /* of core 0: the last one asked */
	uint64_t served;      /* the partner's count */

	/* atomic, a line pair each: as a user would lay them out */
	uint64_t asked __attribute__((aligned(MACHINE_LINE_PAIR)));
	uint64_t answered __attribute__((aligned(MACHINE_LINE_PAIR)));
} trip __attribute__((aligned(MACHINE_LINE_PAIR)));

/* ---- the one that is woken --------------------------------------------- */

static void idle_poll(uint64_t seen)
{
	bool polite = trip.plan->timeshared;
	uint32_t looks = 0;

	while (atomic_load_relaxed(&trip.asked) == seen) {
		cpu_relax();
		if (polite && ++looks > POLITE_LOOKS)
			machine_wait(tsc_read() + ticks_of_us(NAP_US));
	}
}

static void idle_wait(uint64_t seen)
{
	(void)seen; /* a wake since the last look is latched */
	machine_wait(MACHINE_NEVER);
}

static void idle_monitor(uint64_t seen)
{
	machine_monitor_wait(&trip.asked, seen, trip.hint);
}

static const struct {
	void (*idle)(uint64_t seen); /* once; the caller looks again */
	bool wakes;                  /* it takes machine_wake() to end it */
} waiting[] = {
	[POLL] = { idle_poll, false }, [HLT] = { idle_wait, true },
	[FUTEX] = { idle_wait, true }, [MWAIT] = { idle_monitor, false },
};

__attribute__((noinline)) static void serve(void)
{
	uint64_t seen = 0, now;

	for (;;) {
		/* A1: pairs with R1 in trip_wake(). */
		while ((now = atomic_load_acquire(&trip.asked)) == seen)
			waiting[trip.way].idle(seen);
		if (now == LAST)
			return;
		seen = now;
		trip.served++;
		/* R2: pairs with A2 in trip_answered(): `served` is counted. */
		atomic_store_release(&trip.answered, seen);
	}
}

/* ---- the one that wakes ------------------------------------------------ */

static inline void trip_wake(uint64_t turn)
{
	/* R1: pairs with A1 in serve(). */
	atomic_store_release(&trip.asked, turn);
	if (waiting[trip.way].wakes)
		machine_wake(trip.partner);
}

/* False if the answer does not come within the patience. */
static inline bool trip_answered(uint64_t start)
{
	uint32_t looks = 0;

	/* A2: pairs with R2 in serve(). */
	while (atomic_load_acquire(&trip.answered) != trip.turn) {
		if (++looks % LOOKS_A_CLOCK_READ == 0 &&
		    tsc_read() - start > trip.patience)
			return false;
		cpu_relax();
	}
	return true;
}

/* An answer that did not come: is the wake-up lost, or the core dead? */
static void rescue(void)
{
	trip.lost++;
	machine_wake(trip.partner);
	trip.dead = !trip_answered(tsc_read());
}

/* Ticks of one round trip. */
__attribute__((noinline)) static int64_t trip_once(void)
{
	uint64_t start, end;

	trip.turn++;
	start = tsc_start();
	trip_wake(trip.turn);
	if (!trip_answered(start))
		rescue();
	end = wake_stop();
	return (int64_t)(end - start);
}

static void pass(uint64_t ticks)
{
	uint64_t start = tsc_read();

	while (tsc_read() - start < ticks)
		cpu_relax();
}

/* At any moment of the other's way to sleep, so that a race would show. */
static void check(void)
{
	uint64_t end = tsc_read() + trip.plan->check_ticks;
	uint64_t random = trip.plan->settings->seed | 1;

	trip.n = 0;
	do {
		random ^= random << 13; /* xorshift: Marsaglia, 2003 */
		random ^= random >> 7;
		random ^= random << 17;
		pass(random % ticks_of_us(JITTER_US));
		(void)trip_once();
		trip.n++;
	} while (trip.n < trip.plan->checks && !trip.lost &&
		 tsc_read() < end);
}

static void sample(void)
{
	uint64_t end = tsc_read() + trip.plan->ticks;

	trip.n = 0;
	do {
		pass(trip.settle);
		trip.samples[trip.n++] = trip_once();
	} while (trip.n < trip.plan->samples && !trip.lost &&
		 tsc_read() < end);
}

static void take_part(unsigned core, void *arg)
{
	(void)arg;
	if (core == trip.partner) {
		serve();
	} else {
		if (trip.samples)
			sample();
		else
			check();
		trip.turn = LAST;
		atomic_store_release(&trip.asked, LAST); /* R1 */
		machine_wake(trip.partner);
	}
}

/* A check, or a round of samples. True if each wake-up was answered, none
 * twice. */
static bool run_trips(const struct row *row, int64_t *samples)
{
	trip.way = (enum way)((const struct variant *)row->of - rows);
	trip.hint = (uint32_t)row->result.key.params[1].value;
	trip.patience = trip.plan->patience;
	trip.settle = ticks_of_us(SETTLE_US);
	trip.samples = samples;
	trip.turn = trip.lost = trip.served = 0;
	trip.dead = false;
	trip.asked = trip.answered = 0;
	machine_run_two(0, trip.partner, take_part, NULL);
	return !trip.lost && trip.served == trip.n;
}

/* ---- rows -------------------------------------------------------------- */

/* The verdict on the last run. A store need not end every MWAIT (an emulator's,
 * a deep state's): that is found out by the check, and is no fault of ours. */
static bool judged(bool ok, bool checked)
{
	const char *name = rows[trip.way].name;
	char text[REASON_MAX];

	format(text, REASON_MAX, "core %u %s, after %u wake-ups", trip.partner,
	       trip.dead ? "does not answer" : "lost one", trip.n);
	if (!ok && checked && trip.way == MWAIT)
		return trial_skip(WAKE_KEY(name, trip.plan->cores), text);
	return wake_verdict(WAKE_KEY(name, 2), &(struct proof){
		.property = "each wake-up is answered",
		.operations = trip.n, .proven = proven_if(ok), .why = text });
}

static uint32_t take(struct row *row, unsigned round, int64_t *samples)
{
	(void)round;
	return run_trips(row, samples) || judged(false, false) ? trip.n : 0;
}

/* Fills in a row; true if it is to be timed. hint: of MWAIT; NULL for none. */
static bool proven(struct row *row, struct param *params, enum way way,
		   const uint32_t *hint)
{
	params[0] = (struct param){ "partner", trip.partner };
	params[1] = hint ? (struct param){ "hint", *hint }
			 : (struct param){ NULL, 0 };
	*row = (struct row){
		.result = { .key = { WAKE, rows[way].name, 2, params },
			    .per = "wake-up + answer", .batch = 1,
			    .fields = wake_log_pair },
		.take = take, .of = (void *)&rows[way],
		.cores = trip.partner + 1 };
	return judged(run_trips(row, NULL), true);
}

/* All ways in turns. */
static void pair_rows(unsigned partner)
{
	/* The machine's own sleep is HLT and an IPI, or Linux's futex. */
	enum way ways[] = { POLL, machine_ipi_missing() ? FUTEX : HLT };
	static struct row row[ROWS_MAX];
	static struct param params[ROWS_MAX][3];
	uint32_t hints[HINTS_MAX];
	unsigned count = 0, hint_count;

	trip.partner = partner;
	for (unsigned i = 0; i < 2; i++)
		if (wake_wants(trip.plan, rows[ways[i]].name))
			count += proven(&row[count], params[count], ways[i],
					NULL);
	hint_count = machine_mwait_missing() ||
		     !wake_wants(trip.plan, rows[MWAIT].name) ? 0 :
		     machine_mwait_hints(hints, HINTS_MAX);
	for (unsigned i = 0; i < hint_count; i++)
		count += proven(&row[count], params[count], MWAIT, &hints[i]);
	wake_measure(trip.plan, row, count);
}

/* Once for all pairs: what cannot be measured here, and why. */
static void skip_what_is_missing(const struct wake_plan *plan)
{
	const char *alone = plan->cores < 2 ? "no second core to wake it"
					    : NULL;
	const char *no_hlt = machine_ipi_missing();

	wake_skip(plan, rows[POLL].name, alone);
	wake_skip(plan, rows[HLT].name, no_hlt ?: alone);
	wake_skip(plan, rows[FUTEX].name,
		  no_hlt ? alone : "there is no system to sleep in");
	wake_skip(plan, rows[MWAIT].name, machine_mwait_missing() ?: alone);
}

void wake_pairs(const struct settings *settings)
{
	unsigned cores = settings_all_cores(settings), partner = 0;

	trip.plan = wake_plan(settings, settings->cores < 2 ? 1 : 2);
	skip_what_is_missing(trip.plan);
	while ((partner = core_pairs_next(cores, partner, machine_core_info)))
		pair_rows(partner);
}
