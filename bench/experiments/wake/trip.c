/* SPDX-License-Identifier: MIT */
#include "bench/experiments/wake/trip.h"

#include "kernel/atomic.h"
#include "kernel/interrupts.h"
#include "kernel/tsc.h"

#define JITTER_US 4u         /* at most, between two trips of a check */
#define POLITE_LOOKS 2000u   /* where cores take turns: before a nap */
#define LOOKS_A_CLOCK_READ 1024u
#define NAP_US 50u
#define LAST UINT64_MAX      /* the other one goes home */

struct trip trip;

static struct {
	uint64_t turn;        /* of core 0: the last one asked */
	uint64_t served;      /* the partner's count */
	int64_t *samples;     /* NULL: a check */

	/* atomic, a line pair each: as a user would lay them out */
	uint64_t asked __attribute__((aligned(MACHINE_LINE_PAIR)));
	uint64_t answered __attribute__((aligned(MACHINE_LINE_PAIR)));
} run __attribute__((aligned(MACHINE_LINE_PAIR)));

/* ---- the one that is woken --------------------------------------------- */

static void idle_poll(uint64_t seen)
{
	bool polite = trip.plan->timeshared;
	uint32_t looks = 0;

	while (atomic_load_relaxed(&run.asked) == seen) {
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
	machine_monitor_wait(&run.asked, seen, trip.hint);
}

static const struct waiting {
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
		while ((now = atomic_load_acquire(&run.asked)) == seen)
			waiting[trip.way].idle(seen);
		if (now == LAST)
			return;
		seen = now;
		run.served++;
		/* R2: pairs with A2 in trip_answered(): `served` is counted. */
		atomic_store_release(&run.answered, seen);
	}
}

/* ---- the one that wakes ------------------------------------------------ */

static inline void trip_wake(uint64_t turn)
{
	/* R1: pairs with A1 in serve(). */
	atomic_store_release(&run.asked, turn);
	if (waiting[trip.way].wakes)
		machine_wake(trip.partner);
}

/* False if the answer does not come within the patience. */
static inline bool trip_answered(uint64_t start)
{
	uint32_t looks = 0;

	/* A2: pairs with R2 in serve(). */
	while (atomic_load_acquire(&run.answered) != run.turn) {
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

	run.turn++;
	start = tsc_start();
	trip_wake(run.turn);
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
	uint64_t end = tsc_read() + trip.plan->ticks / trip.plan->rounds;
	uint32_t most = trip.plan->samples / trip.plan->rounds;

	trip.n = 0;
	do {
		pass(trip.settle);
		run.samples[trip.n++] = trip_once();
	} while (trip.n < most && !trip.lost &&
		 tsc_read() < end);
}

static void take_part(unsigned core, void *arg)
{
	(void)arg;
	if (core == trip.partner) {
		serve();
	} else {
		if (run.samples)
			sample();
		else
			check();
		run.turn = LAST;
		atomic_store_release(&run.asked, LAST); /* R1 */
		machine_wake(trip.partner);
	}
}

bool trip_run(int64_t *samples)
{
	run.samples = samples;
	run.turn = trip.lost = run.served = 0;
	trip.dead = false;
	run.asked = run.answered = 0;
	machine_run_two(0, trip.partner, take_part, NULL);
	return !trip.lost && run.served == trip.n;
}

