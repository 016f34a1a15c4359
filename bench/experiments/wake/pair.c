/* SPDX-License-Identifier: MIT */
/*
 * One core wakes another, which waits in one way or the other and answers by
 * a store that the first one polls. Only the first core's clock is read: a
 * row is a round trip, what the ways of waiting differ by is one wake-up.
 */
#include "bench/config/rows.h"
#include "bench/conditions/core_pairs.h"
#include "bench/report/record.h"
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

/* A way of waiting: what the one to be woken does till the word changes. */
struct way {
	const char *variant, *summary;
	void (*idle)(uint64_t seen); /* once; the caller looks again */
	bool wakes;                  /* it takes machine_wake() to end it */
};

static struct {
	const struct way *way;
	unsigned partner;
	uint32_t hint;        /* of MWAIT */
	uint64_t patience, settle;
	uint64_t turn;        /* of core 0: the last one asked */
	uint64_t lost;        /* wake-ups that had to be repeated */
	bool dead;            /* no answer even then */
	uint64_t served;      /* the partner's count */

	/* What core 0 is to do. */
	const struct wake_plan *plan;
	uint64_t *samples;    /* NULL: a check */
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
			machine_wait(tsc_read() + wake_ticks(NAP_US));
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
			trip.way->idle(seen);
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
	if (trip.way->wakes)
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
__attribute__((noinline)) static uint64_t trip_once(void)
{
	uint64_t start, end;

	trip.turn++;
	start = tsc_start();
	trip_wake(trip.turn);
	if (!trip_answered(start))
		rescue();
	end = wake_stop();
	return end - start;
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
static bool run_trips(uint64_t *samples)
{
	trip.samples = samples;
	trip.turn = trip.lost = trip.served = 0;
	trip.dead = false;
	trip.asked = trip.answered = 0;
	machine_run(trip.partner + 1, take_part, NULL);
	return !trip.lost && trip.served == trip.n;
}

/* ---- rows -------------------------------------------------------------- */

static const struct way poll = {
	"poll", "wake a core that polls a word", idle_poll, false };
static const struct way halt = {
	"hlt", "wake a core that is halted, by an interrupt", idle_wait, true };
static const struct way futex = {
	"futex", "wake a thread that sleeps in Linux", idle_wait, true };
static const struct way mwait = {
	"mwait", "wake a core that waits for a store", idle_monitor, false };
static const struct way *const ways[] = { &poll, &halt, &futex, &mwait };
#define WAYS (sizeof(ways) / sizeof(ways[0]))

static const struct variant *names(unsigned *count)
{
	MADE_ROWS(made, WAYS);

	for (unsigned i = 0; i < WAYS; i++)
		made_rows_name(&made, ways[i]->variant, ways[i]->summary);
	*count = made.count;
	return made.row;
}

ROWS_MADE(wake, names);

/* What row and record say when a wake-up was lost. */
static const char *verdict(char text[REASON_MAX])
{
	format(text, REASON_MAX, "core %u %s, after %u wake-ups", trip.partner,
	       trip.dead ? "does not answer" : "lost one", trip.n);
	return text;
}

#define ANSWERED "each wake-up is answered"

/*
 * Validates and measures one row; *p50 is 0 where it could not be. False if
 * an answer was wrong. A store need not end every MWAIT (an emulator's, a
 * deep state's): that is found out here, and is no fault of ours.
 */
static bool measure(const struct wake_plan *plan, const struct way *way,
		    int64_t hint, uint64_t *p50)
{
	static uint64_t samples[WAKE_SAMPLES];
	const struct wake_pair_row row = {
		.variant = way->variant, .per = "wake-up + answer",
		.partner = trip.partner, .hint = hint };
	char text[REASON_MAX];
	bool ok;

	*p50 = 0;
	trip.way = way;
	trip.plan = plan;
	trip.patience = plan->patience;
	trip.settle = wake_ticks(SETTLE_US);
	trip.hint = hint < 0 ? 0 : (uint32_t)hint;
	ok = run_trips(NULL);
	if (!ok && way == &mwait) {
		wake_skip(way->variant, verdict(text));
		return true;
	}
	if (!wake_validated(way->variant, ANSWERED, 2, trip.n, ok,
			    verdict(text)))
		return false;
	if (!run_trips(samples))
		return wake_validated(way->variant, ANSWERED, 2, trip.n, false,
				      verdict(text));
	*p50 = wake_report_pair(&row, samples, trip.n);
	return true;
}

/* ---- what it says ------------------------------------------------------ */

static void compare(const char *way, uint64_t ticks, uint64_t polled)
{
	char name[REASON_MAX];

	if (!ticks || !polled || trip.plan->timeshared)
		return;
	format(name, sizeof(name), "%s over poll, core %u", way, trip.partner);
	report_finding(WAKE, name, (int64_t)(ticks * 1000 / polled), "ratio",
		       "%s: %lu %s to wake core %u and back, %lu.%lu times "
		       "polling's %lu", way, ticks, record_unit(),
		       trip.partner, ticks / polled, ticks * 10 / polled % 10,
		       polled);
}

static bool mwait_rows(const struct wake_plan *plan, uint64_t polled)
{
	uint32_t hints[HINTS_MAX];
	unsigned count = machine_mwait_hints(hints, HINTS_MAX);
	bool ok = true;

	for (unsigned i = 0; i < count; i++) {
		uint64_t ticks;
		char way[REASON_MAX];

		ok = measure(plan, &mwait, hints[i], &ticks) && ok;
		format(way, sizeof(way), "mwait hint %u", hints[i]);
		compare(way, ticks, polled);
	}
	return ok;
}

/* The machine's own sleep is HLT and an IPI, or Linux's futex. */
static const struct way *own_sleep(void)
{
	return machine_ipi_missing() ? &futex : &halt;
}

static bool pair_rows(const struct wake_plan *plan, unsigned partner)
{
	uint64_t polled = 0, slept = 0;
	bool ok = true;

	trip.partner = partner;
	if (wake_wants(plan, poll.variant))
		ok = measure(plan, &poll, -1, &polled) && ok;
	if (wake_wants(plan, own_sleep()->variant))
		ok = measure(plan, own_sleep(), -1, &slept) && ok;
	compare(own_sleep()->variant, slept, polled);
	if (!machine_mwait_missing() && wake_wants(plan, mwait.variant))
		ok = mwait_rows(plan, polled) && ok;
	return ok;
}

/* Once for all pairs: what cannot be measured here, and why. */
static void skip_what_is_missing(const struct wake_plan *plan)
{
	static const char *const alone = "no second core to wake it";
	const char *no_second = plan->cores < 2 ? alone : NULL;
	const char *no_hlt = machine_ipi_missing();
	const char *no_futex = no_hlt ? NULL : "there is no system to sleep in";
	const char *no_mwait = machine_mwait_missing();

	if (no_second && wake_wants(plan, poll.variant))
		wake_skip(poll.variant, no_second);
	if ((no_hlt || no_second) && wake_wants(plan, halt.variant))
		wake_skip(halt.variant, no_hlt ? no_hlt : no_second);
	if ((no_futex || no_second) && wake_wants(plan, futex.variant))
		wake_skip(futex.variant, no_futex ? no_futex : no_second);
	if ((no_mwait || no_second) && wake_wants(plan, mwait.variant))
		wake_skip(mwait.variant, no_mwait ? no_mwait : no_second);
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
