/* SPDX-License-Identifier: MIT */
#include "kernel/time/tick.h"

#include "kernel/cpu/cores.h"
#include "kernel/tsc.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/lapic.h"

/*
 * The APIC has one timer, which machine_wait() needs, too. So it stays a
 * one-shot timer with VECTOR_WAKE, armed for whatever comes first.
 */
static struct {
	uint64_t period, next;  /* ticks */
	void (*call)(void *arg);
	void *arg;
	bool woken;             /* a wake the next wait has not seen yet */
} tick;

static void arm(uint64_t deadline)
{
	uint64_t now = tsc_read();
	uint32_t counts = deadline > now ? cores_timer_counts(deadline - now)
					 : 0;

	lapic_timer(counts ? counts : 1); /* 0 would stop it */
}

bool machine_tick_start(uint64_t period, void (*call)(void *arg), void *arg)
{
	if (!cores_timer_counts(period))
		return false;
	tick.period = period;
	tick.next = tsc_read() + period;
	tick.call = call;
	tick.arg = arg;
	this_cpu()->ticks = true;
	arm(tick.next);
	sti();
	return true;
}

void machine_tick_stop(void)
{
	cli();
	this_cpu()->ticks = false;
	lapic_timer(0);
}

void tick_interrupt(void)
{
	uint64_t now = tsc_read();

	tick.woken = true;
	if (now >= tick.next) {
		tick.call(tick.arg);
		/* Periods that went by unseen are left out. */
		tick.next += ((now - tick.next) / tick.period + 1) *
			     tick.period;
	}
	arm(tick.next);
}

/*
 * A wake may come between the caller's last look and the halt: here the APIC
 * does not hold it back, so `woken` latches it.
 */
void tick_wait(uint64_t deadline)
{
	cli();
	if (!tick.woken && tsc_read() < deadline) {
		arm(deadline < tick.next ? deadline : tick.next);
		sti_hlt_cli();
	}
	tick.woken = false;
	sti();
}
