/* SPDX-License-Identifier: MIT */
#include "kernel/cpu/recall.h"

#include "kernel/atomic.h"
#include "kernel/cpu/cores.h"
#include "kernel/cpu/percpu.h"
#include "kernel/cpu/trap_entry.h"
#include "kernel/recall.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/regs.h"

bool machine_recallable(void (*body)(void *arg), void *arg)
{
	struct percpu *cpu = this_cpu();
	bool ended;

	cpu->recall.rflags = __builtin_ia32_readeflags_u64();
	atomic_store_relaxed(&cpu->recall.body, cpu->recall.body + 1);
	ended = trap_trial_call(body, arg, &cpu->recall.stack);
	cpu->recall.stack = 0;
	return ended;
}

static void send_nmi(struct percpu *cpu)
{
	lapic->send(cpu->local.apic_id, LAPIC_ICR_NMI | LAPIC_ICR_ASSERT);
}

/* Once for each body, and never two on their way: an NMI that nobody expects is
 * a fault. */
void machine_recall(unsigned core)
{
	struct percpu *cpu = cores_started(core);
	uint32_t body = atomic_load_relaxed(&cpu->recall.body);

	if (!machine_nudged(core) ||
	    atomic_load_relaxed(&cpu->recall.wanted) == body)
		return;
	atomic_store_relaxed(&cpu->recall.wanted, body);
	if (cpu != this_cpu())
		send_nmi(cpu);
}

/* The tick's own core takes it in the tick. */
void machine_nudge(unsigned core)
{
	struct percpu *cpu = cores_started(core);

	if (cpu == this_cpu())
		return;
	atomic_store_relaxed(&cpu->recall.nudge, true);
	send_nmi(cpu);
}

bool machine_nudged(unsigned core)
{
	return !atomic_load_relaxed(&cores_started(core)->recall.nudge);
}

bool recall_take(struct percpu *cpu, struct trap_frame *frame)
{
	uint32_t wanted = atomic_load_relaxed(&cpu->recall.wanted);

	if (atomic_load_relaxed(&cpu->recall.nudge)) {
		atomic_store_relaxed(&cpu->recall.nudge, false);
		return true;
	}
	if (wanted == cpu->recall.taken)
		return false;
	cpu->recall.taken = wanted;
	if (cpu->recall.stack && wanted == cpu->recall.body) {
		frame->rflags = cpu->recall.rflags;
		frame->rsp = cpu->recall.stack;
		frame->rip = (uint64_t)trap_trial_fault;
	}
	return true;
}
