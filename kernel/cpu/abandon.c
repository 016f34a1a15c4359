/* SPDX-License-Identifier: MIT */
#include "kernel/cpu/abandon.h"

#include "kernel/atomic.h"
#include "kernel/common/jobs.h"
#include "kernel/cpu/cores.h"
#include "kernel/cpu/percpu.h"
#include "kernel/cpu/trap_entry.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/memory/memory.h"
#include "kernel/recall.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/regs.h"

/* linker.ld */
extern const char image_start[], image_code_end[];

/* ---- at home ------------------------------------------------------------- */

/* What the body may have left standing. */
static void forget(struct percpu *cpu)
{
	cpu->trial_stack = 0;
	cpu->recall.stack = 0;
	cpu->on_step = NULL;
	machine_scheduler_set(NULL);
	lapic_eoi(); /* it may have been in an interrupt */
}

/* The others: their bodies count as through. */
static _Noreturn void begin_again(void)
{
	struct percpu *cpu = this_cpu();

	forget(cpu);
	jobs_serve_again(&cpu->job, &cpu->local);
}

void abandon_home_here(struct percpu *cpu)
{
	uint64_t here = (uint64_t)__builtin_frame_address(0);

	cpu->home.rflags = __builtin_ia32_readeflags_u64();
	cpu->home.stack = (here & ~15ull) - 8; /* SysV ABI: as after a call */
}

static void call_home(unsigned core)
{
	struct percpu *cpu = cores_started(core);

	atomic_store_relaxed(&cpu->home.called, true);
	lapic->send(cpu->local.apic_id, LAPIC_ICR_NMI | LAPIC_ICR_ASSERT);
}

/* Core 0: what it has left, and all others. */
static void come_home(struct percpu *cpu)
{
	forget(cpu);
	if (cpu->on_tick)
		machine_tick_stop();
	machine_alarm_stop();
	jobs_abandon(call_home);
	memory_let_go();
	if (log_busy())
		log_seize();
}

bool machine_abandonable(void (*body)(void *arg), void *arg)
{
	struct percpu *cpu = this_cpu();
	bool ended;

	cpu->home.rflags = __builtin_ia32_readeflags_u64();
	abandon_begin();
	ended = trap_trial_call(body, arg, &cpu->home.stack);
	cpu->home.stack = 0;
	if (!ended)
		come_home(cpu);
	abandon_end();
	return ended;
}

/* ---- the way there --------------------------------------------------------- */

static void lead_home(struct percpu *cpu, struct trap_frame *frame)
{
	abandon_leave(cpu->local.core, frame->rip);
	frame->rflags = cpu->home.rflags;
	frame->rsp = cpu->home.stack;
	frame->rip = cpu->local.core ? (uint64_t)begin_again
				     : (uint64_t)trap_trial_fault;
}

static bool has_to_leave(const struct percpu *cpu)
{
	return abandon_asked() && cpu->home.stack &&
	       (!cpu->local.core || atomic_load_relaxed(&cpu->job.given));
}

/* Core 0 that writes a record comes by itself, when it waits for the others. */
bool abandon_take(struct percpu *cpu, struct trap_frame *frame)
{
	bool called = atomic_load_relaxed(&cpu->home.called);

	atomic_store_relaxed(&cpu->home.called, false);
	if (called && has_to_leave(cpu) && (cpu->local.core || !log_busy()))
		lead_home(cpu, frame);
	return called;
}

void abandon_take_own(struct percpu *cpu, struct trap_frame *frame)
{
	if (has_to_leave(cpu))
		lead_home(cpu, frame);
}

static void describe(const struct trap_frame *frame, const char *name,
		     char *text, size_t size)
{
	if (frame->vector == VECTOR_PAGE_FAULT)
		format(text, size, "%s at address %016lx", name, read_cr2());
	else
		format(text, size, "%s", name);
}

static bool is_users(const struct percpu *cpu, const struct trap_frame *frame)
{
	uint64_t end = memory_stack_end(frame->rsp) ?: cpu->home.stack;

	return abandon_users(frame->rip, image_start, image_code_end) ||
	       abandon_called_by_users(frame->rsp, end);
}

bool abandon_take_fault(struct percpu *cpu, struct trap_frame *frame,
			const char *name)
{
	char text[64];

	if (!abandon_open() || !cpu->home.stack || !is_users(cpu, frame))
		return false;
	describe(frame, name, text, sizeof(text));
	if (abandon_ask_of_fault(text, cpu->local.core, frame->rip) &&
	    cpu->local.core)
		call_home(0);
	lead_home(cpu, frame);
	return true;
}

void machine_abandon(const char *why)
{
	if (!abandon_open())
		machine_panic(why);
	(void)abandon_ask(why);
}

_Noreturn void abandon_now(void)
{
	struct percpu *cpu = this_cpu();

	abandon_leave(cpu->local.core, (uint64_t)__builtin_return_address(0));
	__asm__ volatile("movq %0, %%rsp\n\t"
			 "pushq %1\n\t"
			 "popfq\n\t"
			 "jmp trap_trial_fault"
			 : : "r"(cpu->home.stack), "r"(cpu->home.rflags)
			 : "memory");
	__builtin_unreachable();
}
