/* SPDX-License-Identifier: MIT */
/*
 * machine_wait(), and the tick of core 0 (machine_tick_start()): both need the
 * one timer that a core's APIC has. So it stays a one-shot timer with
 * VECTOR_WAKE, armed for whatever comes first.
 *
 * Between the tick's start and stop, interrupts are on there. Elsewhere, and at
 * all other times, they are let in by machine_wait() alone.
 */
#include "kernel/atomic.h"
#include "kernel/cpu/percpu.h"
#include "kernel/time/apic_timer.h"
#include "kernel/tsc.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/lapic.h"

#define SHORT_COUNTS 64 /* of the timer: not worth a halt */

static struct {
	uint64_t period, next;  /* ticks */
	void (*call)(void *arg);
	void *arg;
	bool woken;             /* a wake the next wait has not seen yet */
} tick;

static void arm_timer(uint64_t deadline)
{
	uint64_t now = tsc_read();
	uint32_t counts = deadline > now ? apic_timer_counts(deadline - now)
					 : 0;

	lapic_timer(counts ? counts : 1); /* 0 would stop it */
}

/* A VECTOR_WAKE has come to a core that ticks: a wake, the timer, or both. */
static void tick_interrupt(void)
{
	uint64_t now = tsc_read();

	tick.woken = true;
	if (now >= tick.next) {
		tick.call(tick.arg);
		/* Periods that went by unseen are left out. */
		tick.next += ((now - tick.next) / tick.period + 1) *
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
	this_cpu()->on_wake = tick_interrupt;
	arm_timer(tick.next);
	sti();
	return true;
}

void machine_tick_stop(void)
{
	cli();
	this_cpu()->on_wake = NULL;
	lapic_timer(0);
}

/*
 * A wake may come between the caller's last look and the halt: here the APIC
 * does not hold it back, so `woken` latches it.
 */
static void wait_ticking(uint64_t deadline)
{
	cli();
	if (!tick.woken && tsc_read() < deadline) {
		arm_timer(deadline < tick.next ? deadline : tick.next);
		sti_hlt_cli();
	}
	tick.woken = false;
	sti();
}

/*
 * A wake-up that is already pending in the APIC ends the halt at once, so one
 * sent before we get here is not lost. Interrupts are off everywhere else, but
 * on a core that ticks.
 */
void machine_wait(uint64_t deadline)
{
	uint64_t now;

	if (this_cpu()->on_wake) {
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
