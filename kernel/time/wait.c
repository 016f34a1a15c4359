/* SPDX-License-Identifier: MIT */
/*
 * machine_wait(), and the tick of core 0 (machine_tick_start()): both need the
 * one timer that a core's APIC has. So it stays a one-shot timer, armed for
 * whatever comes first.
 *
 * Between the tick's start and stop, interrupts are on there. But the task
 * priority lets only the tick through: all others are let in, as elsewhere and
 * at all other times, by machine_wait() alone.
 */
#include "kernel/atomic.h"
#include "kernel/cpu/percpu.h"
#include "kernel/minmax.h"
#include "kernel/time/apic_timer.h"
#include "kernel/tsc.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/lapic.h"

#define SHORT_COUNTS 64 /* of the timer: not worth a halt */
#define EARLY_PART 256  /* of a period, that the timer may come too soon */

static struct {
	uint64_t period, next;  /* ticks */
	void (*call)(void *arg);
	void *arg;
	uint64_t armed;         /* ticks: the timer comes then, about */
} tick;

/* For that, or for as long as the timer can. */
static void arm_timer(uint64_t deadline)
{
	uint64_t now = tsc_read();
	uint64_t left = min_u64(above_u64(deadline, now), apic_timer_longest());
	uint32_t counts = apic_timer_counts(left);

	tick.armed = now + left;
	lapic_timer_tick(counts ? counts : 1); /* 0 would stop it */
}

/* A VECTOR_TICK has come: for the tick, or for a wait's deadline. */
static void tick_interrupt(void)
{
	uint64_t now = tsc_read();

	if (now + tick.period / EARLY_PART >= tick.next) {
		tick.call(tick.arg);
		/* Periods that went by unseen are left out. */
		tick.next += (above_u64(now, tick.next) / tick.period + 1) *
			     tick.period;
	}
	arm_timer(tick.next);
}

bool machine_tick_start(uint64_t period, void (*call)(void *arg), void *arg)
{
	if (!apic_timer_counts(period))
		return false;
	tick.period = period;
	tick.next = tsc_read() + period;
	tick.call = call;
	tick.arg = arg;
	this_cpu()->on_tick = tick_interrupt;
	arm_timer(tick.next);
	lapic_only_ticks(true);
	sti();
	return true;
}

void machine_tick_stop(void)
{
	cli();
	this_cpu()->on_tick = NULL;
	lapic_timer(0);
	lapic_only_ticks(false);
}

static void wait_ticking(uint64_t deadline)
{
	cli();
	if (tsc_read() < deadline) {
		bool sooner = deadline < tick.armed;

		if (sooner)
			arm_timer(deadline);
		lapic_only_ticks(false);
		sti_hlt_cli();
		lapic_only_ticks(true);
		if (sooner && tick.armed <= deadline) /* it is not again */
			arm_timer(tick.next);
	}
	sti();
}

/*
 * A wake-up that is already pending in the APIC ends the halt at once, so one
 * sent before we get here is not lost. Interrupts are off everywhere else, but
 * for the tick of a core that ticks.
 */
void machine_wait(uint64_t deadline)
{
	uint64_t now;

	if (this_cpu()->on_tick) {
		wait_ticking(deadline);
		return;
	}
	if (deadline == MACHINE_NEVER) {
		sti_hlt_cli();
		return;
	}
	now = tsc_read();
	if (now >= deadline)
		return;
	if (apic_timer_counts(deadline - now) < SHORT_COUNTS) {
		cpu_relax();
		return;
	}
	lapic_timer(apic_timer_counts(deadline - now));
	sti_hlt_cli();
	lapic_timer(0);
}
