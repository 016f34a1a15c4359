/* SPDX-License-Identifier: MIT */
#include "hosted/stop.h"

#include <asm/prctl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "hosted/output.h"
#include "kernel/atomic.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/print.h"
#include "kernel/recall.h"
#include "kernel/tsc.h"

#define SINK_WAIT_MS 10
#define FAULT_STACK 65536u

/* ---- what is running --------------------------------------------------- */

static const char *experiment = "", *variant = "";

void machine_note(const char *now_experiment, const char *now_variant)
{
	experiment = now_experiment;
	variant = now_variant;
}

/* ---- ends -------------------------------------------------------------- */

_Noreturn void machine_stop(int status)
{
	output_end();
	_exit(status);
}

/* Only the first thread that panics reports; the others stand still. */
static void become_reporter(void)
{
	static uint32_t reporting; /* atomic */
	uint64_t limit = machine_clock()->hz / 1000 * SINK_WAIT_MS;
	uint64_t start = tsc_read();

	if (atomic_swap_relaxed(&reporting, 1)) /* nothing is handed over */
		for (;;)
			pause();
	while (log_busy() && tsc_read() - start < limit)
		cpu_relax();
	if (log_busy())
		log_seize();
}

static _Noreturn void report_panic(const char *text, int signal, uint64_t rip)
{
	char place[MACHINE_PLACE], function[MACHINE_PLACE];

	become_reporter();
	machine_style(MACHINE_BAD);
	print("\n*** PANIC on core %u: %s\n    during %s %s\n", machine_core(),
	      text, experiment, variant);
	if (rip) {
		machine_place(place, sizeof(place), rip);
		print("    at %s\n", place);
	}
	log_begin("panic");
	log_number("core", machine_core());
	if (signal)
		log_number("vector", (uint64_t)signal);
	else
		log_null("vector");
	log_null("error");
	if (rip)
		log_format("rip", "%016lx", rip);
	else
		log_null("rip");
	if (rip && machine_function(function, sizeof(function), rip))
		log_text("function", function);
	else
		log_null("function");
	log_object("registers");
	log_object_end();
	log_text("experiment", experiment);
	log_text("variant", variant);
	log_text("text", text);
	log_end();
	log_finish("failed");
	machine_stop(1);
}

_Noreturn void machine_panic(const char *text)
{
	report_panic(text, 0, 0);
}

/* ---- faults ------------------------------------------------------------ */

static __thread void *gs_base; /* NULL: no core's thread */

/* A user's code may have changed it. */
static void restore_gs(void)
{
	if (gs_base)
		syscall(SYS_arch_prctl, ARCH_SET_GS, gs_base);
}

static void (*look_first)(const char *why, uint64_t address, uint64_t stack);

static void on_fault(int signal, siginfo_t *info, void *context)
{
	const ucontext_t *at = context;
	char text[96];

	restore_gs();
	format(text, sizeof(text), "signal %d (%s) at address %p", signal,
	       strsignal(signal), info->si_addr);
	look_first(text, (uint64_t)at->uc_mcontext.gregs[REG_RIP],
		   (uint64_t)at->uc_mcontext.gregs[REG_RSP]);
	report_panic(text, signal, (uint64_t)at->uc_mcontext.gregs[REG_RIP]);
}

void stop_catch_faults(void (*look)(const char *why, uint64_t address,
				    uint64_t stack))
{
	static const int faults[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE };
	struct sigaction action = { .sa_sigaction = on_fault,
				    .sa_flags = SA_SIGINFO | SA_ONSTACK };

	look_first = look;
	for (unsigned i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
		sigaction(faults[i], &action, NULL);
}

/* By SA_RESETHAND the second time is the system's own way. */
static void on_interrupt(int signal)
{
	output_end();
	raise(signal);
}

void stop_catch_interrupts(void)
{
	static const int interrupts[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { .sa_handler = on_interrupt,
				    .sa_flags = SA_RESETHAND | SA_NODEFER |
						SA_ONSTACK };

	for (unsigned i = 0; i < sizeof(interrupts) / sizeof(interrupts[0]); i++)
		sigaction(interrupts[i], &action, NULL);
}

void stop_prepare_thread(void *local)
{
	stack_t stack = { .ss_sp = malloc(FAULT_STACK),
			  .ss_size = FAULT_STACK };

	gs_base = local;
	if (stack.ss_sp)
		sigaltstack(&stack, NULL);
}
