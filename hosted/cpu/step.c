/* SPDX-License-Identifier: MIT */
/*
 * machine_step(): Linux makes a signal of each debug exception. The handler runs
 * on the thread's signal stack, if it has one, and is not stepped itself.
 */
#include "kernel/x86/step.h"

#include <signal.h>
#include <stddef.h>
#include <ucontext.h>

#include "kernel/machine.h"

static _Thread_local bool (*step_of_thread)(const uint8_t *instruction);

static void on_trap(int signal_number, siginfo_t *info, void *context)
{
	greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;

	(void)info;
	if (step_of_thread) {
		if (!step_of_thread((const uint8_t *)registers[REG_RIP]))
			registers[REG_EFL] &= ~(greg_t)RFLAGS_TF;
		return;
	}
	signal(signal_number, SIG_DFL); /* not ours */
	raise(signal_number);
}

void machine_step(void (*body)(void *arg), void *arg,
		  bool (*step)(const uint8_t *instruction))
{
	struct sigaction action = {
		.sa_sigaction = on_trap,
		.sa_flags = SA_RESTART | SA_ONSTACK | SA_SIGINFO };

	sigaction(SIGTRAP, &action, NULL);
	step_of_thread = step;
	step_on();
	body(arg);
	step_off();
	step_of_thread = NULL;
}
