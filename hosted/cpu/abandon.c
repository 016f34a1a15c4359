/* SPDX-License-Identifier: MIT */
/*
 * The handlers leave by siglongjmp(): the thread is in code of ours, or of the
 * user, that no library's state depends on.
 */
#include "hosted/cpu/abandon.h"

#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>
#include <ucontext.h>

#include "hosted/cpu/cores.h"
#include "hosted/cpu/recall.h"
#include "hosted/memory.h"
#include "kernel/atomic.h"
#include "kernel/common/jobs.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/recall.h"

/* Of the linker: the program's code. */
extern const char __executable_start[], etext[];

static struct home {
	sigjmp_buf place;
	uint64_t stack; /* there */
	bool there;     /* of core 0: within machine_abandonable() */
} home[MACHINE_MAX_CORES];

static bool has_to_leave(unsigned core)
{
	return abandon_asked() && home[core].there &&
	       (!core || atomic_load_relaxed(&jobs_of(core)->given));
}

/* Core 0 that writes a record comes by itself, when it waits for the others;
 * unless it is what hangs. */
static void on_signal(int signal, siginfo_t *info, void *context)
{
	const ucontext_t *at = context;
	unsigned core = machine_core();

	(void)signal;
	(void)info;
	if (!has_to_leave(core) ||
	    (!core && log_busy() && machine_abandoned()->fault))
		return;
	abandon_leave(core, (uint64_t)at->uc_mcontext.gregs[REG_RIP]);
	siglongjmp(home[core].place, 1);
}

static void call_home(unsigned core)
{
	struct sigaction action = { .sa_sigaction = on_signal,
				    .sa_flags = SA_SIGINFO | SA_RESTART |
						SA_ONSTACK };

	sigaction(ABANDON_SIGNAL, &action, NULL);
	pthread_kill(hosted_thread(core), ABANDON_SIGNAL);
}

static void forget(void)
{
	recall_forget();
	machine_scheduler_set(NULL);
}

/* ---- the other cores ------------------------------------------------------- */

_Noreturn void abandon_serve(void)
{
	static struct machine_local *self[MACHINE_MAX_CORES];
	unsigned core = machine_core();

	__asm__("movq %%gs:0, %0" : "=r"(self[core]));
	if (sigsetjmp(home[core].place, true)) {
		forget();
		core = machine_core();
		jobs_serve_again(jobs_of(core), self[core]);
	}
	home[core].stack = (uint64_t)__builtin_frame_address(0);
	home[core].there = true;
	jobs_serve(jobs_of(core), self[core]);
}

/* ---- core 0 ---------------------------------------------------------------- */

static void come_home(void)
{
	forget();
	machine_tick_stop();
	jobs_abandon(call_home);
	if (log_busy())
		log_seize();
}

bool machine_abandonable(void (*body)(void *arg), void *arg)
{
	bool ended = !sigsetjmp(home[0].place, true);

	if (ended) {
		abandon_begin();
		home[0].stack = (uint64_t)__builtin_frame_address(0);
		atomic_store_relaxed(&home[0].there, true);
		body(arg);
	}
	atomic_store_relaxed(&home[0].there, false);
	if (!ended)
		come_home();
	abandon_end();
	return ended;
}

/* The tick is in core 0's own thread, and interrupts what it leaves. */
void machine_abandon(const char *why)
{
	if (!abandon_open())
		machine_panic(why);
	(void)abandon_ask(why);
	call_home(0);
}

_Noreturn void abandon_now(void)
{
	abandon_leave(0, (uint64_t)__builtin_return_address(0));
	siglongjmp(home[0].place, 1);
}

static bool is_users(unsigned core, uint64_t address, uint64_t stack)
{
	return abandon_users(address, __executable_start, etext) ||
	       abandon_called_by_users(stack, home[core].stack) ||
	       abandon_called_by_users(stack, hosted_stack_end(stack));
}

void hosted_abandon_fault(const char *why, uint64_t address, uint64_t stack)
{
	unsigned core = machine_core();

	if (!abandon_open() || !home[core].there ||
	    !is_users(core, address, stack))
		return;
	if (abandon_ask_of_fault(why, core, address) && core)
		call_home(0);
	siglongjmp(home[core].place, 1);
}
