/* SPDX-License-Identifier: MIT */
/*
 * MONITOR and MWAIT (SDM 2B; 3A, 9.10.4). Believed only where the feature
 * bit and a trial agree: a hypervisor may show the bit and let MWAIT fault or
 * return at once, and QEMU's translator does the latter on several cores.
 */
#include "kernel/atomic.h"
#include "kernel/cpu/trap.h"
#include "kernel/interrupts.h"
#include "kernel/options.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/time/apic_timer.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/regs.h"

OPTION_CHOICE(opt_mwait, "mwait", "trial", "trial trust",
	      "an MWAIT that returns at once in a trial: not used, or is (a test)");

#define TRIAL_MS 5u /* then the APIC's timer ends a trial's sleep */
#define TRIALS 5u /* an early end may be chance, and so may a slow emulator */

static struct cpuid mwait_leaf(void)
{
	return cpu_leaf(CPUID_MONITOR, 0);
}

static unsigned sub_states(uint32_t edx, unsigned state)
{
	return edx >> state * CPUID_5_EDX_STATE_BITS & CPUID_5_EDX_STATE_MASK;
}

unsigned machine_mwait_hints(uint32_t *hints, unsigned most)
{
	struct cpuid r = mwait_leaf();
	uint32_t edx = r.ecx & CPUID_5_ECX_EXTENSIONS ? r.edx : 0;
	unsigned count = 0;

	for (unsigned state = 0; state < CPUID_5_EDX_STATES; state++)
		for (unsigned i = 0; i < sub_states(edx, state); i++)
			if (count < most)
				hints[count++] = ((state - 1) &
					MWAIT_HINT_STATE_MASK) <<
					MWAIT_HINT_STATE_SHIFT | i;
	/* Without a list there is C1, which every MWAIT has. */
	if (!count && most)
		hints[count++] = MWAIT_HINT_C1;
	return count;
}

/* In C1, where every APIC timer goes on counting. */
static void attempt_mwait(void *arg)
{
	monitor(arg);
	sti_mwait_cli(MWAIT_HINT_C1);
}

/* False where it faults; *slept: until the timer came. */
static bool one_trial(bool *slept)
{
	static uint64_t word;
	bool ok;

	lapic_timer(apic_timer_counts(ticks_of_ms(TRIAL_MS)));
	ok = trap_trial(attempt_mwait, &word);
	cli(); /* a fault in MWAIT comes back with interrupts on */
	*slept = !lapic->read(LAPIC_TIMER_CURRENT);
	lapic_timer(0);
	return ok;
}

static const char *try_it(void)
{
	unsigned sleeps = 0;
	bool slept;

	if (!(cpu_leaf(CPUID_FEATURES, 0).ecx & CPUID_1_ECX_MONITOR))
		return "the processor has no MONITOR/MWAIT (CPUID 1 ECX[3])";
	if (!apic_timer_counts(ticks_of_ms(TRIAL_MS)))
		return "no timer would end a trial of MWAIT";
	for (unsigned i = 0; i < TRIALS; i++) {
		if (!one_trial(&slept))
			return "MONITOR/MWAIT faulted in a trial";
		sleeps += slept;
	}
	if (sleeps <= TRIALS / 2 && strcmp(opt_mwait.text, "trust"))
		return "MWAIT returned at once in a trial: no sleep at all";
	return NULL;
}

const char *machine_mwait_missing(void)
{
	static bool tried;
	static const char *missing;

	if (!tried)
		missing = try_it();
	tried = true;
	return missing;
}

void machine_monitor_wait(const uint64_t *word, uint64_t expected,
			  uint32_t hint)
{
	monitor(word);
	/* A store between the two ends the MWAIT, too. */
	if (atomic_load_relaxed(word) == expected)
		sti_mwait_cli(hint);
}
