/* SPDX-License-Identifier: MIT */
/*
 * One core wakes another, which waits in one way or the other and answers by
 * a store that the first one polls. Only the first core's clock is read: a
 * row is a round trip, what the ways of waiting differ by is one wake-up.
 */
#include "bench/conditions/core_pairs.h"
#include "bench/config/rows.h"
#include "bench/experiments/wake/wake.h"
#include "kernel/atomic.h"
#include "kernel/format.h"
#include "kernel/interrupts.h"
#include "kernel/tsc.h"

#define SETTLE_US 50u        /* the other one is surely asleep by then */
#define JITTER_TICKS 8191u   /* of a check: a mask */
#define POLITE_LOOKS 2000u   /* where cores take turns: before a nap */
#define LOOKS_A_CLOCK_READ 1024u
#define NAP_US 50u
#define HINTS_MAX 16u
#define LAST UINT64_MAX      /* the other one goes home */
#define REASON_MAX 96u

/* What the one to be woken does till the word changes: a row each. */
enum way { POLL, HLT, FUTEX, MWAIT };

struct waiting {
	void (*idle)(uint64_t seen); /* once; the caller looks again */
	bool wakes;                  /* it takes machine_wake() to end it */
};

static struct {
	const struct waiting *waiting;
	unsigned partner;
	uint32_t hint;        /* of MWAIT */
	uint64_t patience, settle;
	uint64_t turn;        /* of core 0: the last one asked */
	uint64_t lost;        /* wake-ups that had to be repeated */
	bool dead;            /* no answer even then */
	uint64_t served;      /* the partner's count */

	/* What core 0 is to do. */
	const struct wake_plan *plan;
	int64_t *samples;     /* NULL: a check */
	uint32_t n;

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

__attribute__((noinline)) static void serve(void)
{
	uint64_t seen = 0, now;

	for (;;) {
		/* A1: pairs with R1 in trip_wake(). */
		while ((now = atomic_load_acquire(&trip.asked)) == seen)
			trip.waiting->idle(seen);
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
	if (trip.waiting->wakes)
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
		pass(random & JITTER_TICKS);
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
	} else if (core == 0) {
		if (trip.samples)
			sample();
		else
			check();
		trip.turn = LAST;
		atomic_store_release(&trip.asked, LAST); /* R1 */
		machine_wake(trip.partner);
	}
}

/* Everything once: true if each wake-up was answered, none twice. */
static bool run_trips(int64_t *samples)
{
	trip.samples = samples;
	trip.turn = trip.lost = trip.served = 0;
	trip.dead = false;
	trip.asked = trip.answered = 0;
	machine_run(trip.partner + 1, take_part, NULL);
	return !trip.lost && trip.served == trip.n;
}

/* ---- rows -------------------------------------------------------------- */

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

static const struct waiting waiting[] = {
	[POLL] = { idle_poll, false }, [HLT] = { idle_wait, true },
	[FUTEX] = { idle_wait, true }, [MWAIT] = { idle_monitor, false },
};

/* What row and record say when a wake-up was lost. */
static const char *failure(char text[REASON_MAX])
{
	format(text, REASON_MAX, "core %u %s, after %u wake-ups", trip.partner,
	       trip.dead ? "does not answer" : "lost one", trip.n);
	return text;
}

/* The verdict on the last run_trips(). */
static bool judged(enum way way, bool ok)
{
	char text[REASON_MAX];

	return trial_verdict(WAKE_KEY(rows[way].name, 2), &(struct proof){
		.property = "each wake-up is answered",
		.operations = trip.n, .proven = proven_if(ok),
		.why = failure(text) });
}

/*
 * Validates and measures one row; *p50 is 0 where it could not be. False if
 * an answer was wrong. A store need not end every MWAIT (an emulator's, a
 * deep state's): that is found out here, and is no fault of ours.
 */
static bool measure(const struct wake_plan *plan, enum way way, int64_t hint,
		    int64_t *p50)
{
	static int64_t samples[WAKE_SAMPLES];
	const struct wake_pair_row row = {
		.plan = plan, .variant = rows[way].name,
		.per = "wake-up + answer", .partner = trip.partner,
		.hint = hint };
	char text[REASON_MAX];
	bool ok;

	*p50 = 0;
	trip.waiting = &waiting[way];
	trip.plan = plan;
	trip.patience = plan->patience;
	trip.settle = ticks_of_us(SETTLE_US);
	trip.hint = hint < 0 ? 0 : (uint32_t)hint;
	ok = run_trips(NULL);
	if (!ok && way == MWAIT) {
		wake_skip(plan, row.variant, failure(text));
		return true;
	}
	if (!judged(way, ok))
		return false;
	if (!run_trips(samples))
		return judged(way, false);
	*p50 = wake_report_pair(&row, samples, trip.n);
	return true;
}

/* ---- what it says ------------------------------------------------------ */

static void compare(const char *way, int64_t ticks, int64_t polled)
{
	char name[REASON_MAX];

	if (!ticks || !polled || trip.plan->timeshared)
		return;
	format(name, sizeof(name), "%s over poll, core %u", way, trip.partner);
	report_finding(WAKE, name, ticks * 1000 / polled, "ratio",
		       "%s: %ld %s to wake core %u and back, %ld.%ld times "
		       "polling's %ld", way, ticks, record_unit(),
		       trip.partner, ticks / polled, ticks * 10 / polled % 10,
		       polled);
}

static bool mwait_rows(const struct wake_plan *plan, int64_t polled)
{
	uint32_t hints[HINTS_MAX];
	unsigned count = machine_mwait_hints(hints, HINTS_MAX);
	bool ok = true;

	for (unsigned i = 0; i < count; i++) {
		int64_t ticks;
		char way[REASON_MAX];

		ok = measure(plan, MWAIT, hints[i], &ticks) && ok;
		format(way, sizeof(way), "mwait hint %u", hints[i]);
		compare(way, ticks, polled);
	}
	return ok;
}

static bool pair_rows(const struct wake_plan *plan, unsigned partner)
{
	/* The machine's own sleep is HLT and an IPI, or Linux's futex. */
	enum way sleep = machine_ipi_missing() ? FUTEX : HLT;
	int64_t polled = 0, slept = 0;
	bool ok = true;

	trip.partner = partner;
	if (wake_wants(plan, rows[POLL].name))
		ok = measure(plan, POLL, -1, &polled) && ok;
	if (wake_wants(plan, rows[sleep].name))
		ok = measure(plan, sleep, -1, &slept) && ok;
	compare(rows[sleep].name, slept, polled);
	if (!machine_mwait_missing() && wake_wants(plan, rows[MWAIT].name))
		ok = mwait_rows(plan, polled) && ok;
	return ok;
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

bool wake_pairs(const struct settings *settings)
{
	struct wake_plan plan =
		wake_plan(settings, settings->cores < 2 ? 1 : 2);
	bool ok = true;

	skip_what_is_missing(&plan);
	for (enum distance distance = 0; distance < DISTANCES; distance++) {
		unsigned partner = core_pairs_partner(settings->cores, distance,
						      machine_core_info);

		if (partner)
			ok = pair_rows(&plan, partner) && ok;
	}
	return ok;
}
