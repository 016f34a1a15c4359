/* SPDX-License-Identifier: MIT */
#include "kernel/common/jobs.h"

#include "kernel/atomic.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

/* Atomic: cores not through with their body, and 1 for core 0 until it joins
 * them: none wakes it before. */
static uint32_t running = 1;

/* Atomic: who waits spins. Core 0 changes it. */
static uint32_t awake;

static void wait_until(uint64_t deadline)
{
	if (atomic_load_relaxed(&awake))
		cpu_relax();
	else
		machine_wait(deadline);
}

/* ---- the others -------------------------------------------------------- */

static void jobs_finished(void)
{
	/* R1: pairs with A1 in machine_join(); our work is done before it. */
	if (atomic_sub_acq_rel(&running, 1) == 1 && !atomic_load_relaxed(&awake))
		machine_wake(0);
}

_Noreturn void jobs_serve(struct job *own, const struct machine_local *self)
{
	for (;;) {
		/* A2: pairs with R2 in machine_start(): body and arg are there. */
		while (!atomic_load_acquire(&own->given))
			wait_until(MACHINE_NEVER);
		own->body(self->core, own->arg);
		atomic_store_relaxed(&own->given, 0);
		jobs_finished();
	}
}

/* ---- core 0 ------------------------------------------------------------ */

/* Who halts still is woken, and then spins; who spins sees it by itself. */
void machine_stay_awake(bool stay)
{
	atomic_store_relaxed(&awake, stay);
	for (unsigned core = 1; stay && core < machine_cores(); core++)
		machine_wake(core);
}

void machine_start(unsigned core, void (*body)(unsigned core, void *arg),
		   void *arg)
{
	struct job *job;

	if (core >= machine_cores())
		machine_panic("machine_start(): no such core has started");
	job = jobs_of(core);
	if (atomic_load_relaxed(&job->given))
		machine_panic("machine_start(): the core still runs a body");
	atomic_add_relaxed(&running, 1);
	job->body = body;
	job->arg = arg;
	atomic_store_release(&job->given, 1); /* R2: with A2 */
	if (!atomic_load_relaxed(&awake))
		machine_wake(core);
}

static _Noreturn void panic_of_lost_core(void)
{
	char text[64];
	unsigned core = 1;

	while (core < machine_cores() - 1 &&
	       !atomic_load_relaxed(&jobs_of(core)->given))
		core++;
	format(text, sizeof(text), "core %u has not come back for %u s", core,
	       MACHINE_JOIN_SECONDS);
	machine_panic(text);
}

/* Counts seconds that core 0 lived through: not those of a stopped emulator. */
static void await_others(void)
{
	uint64_t second = ticks_of_seconds(1), next = tsc_read() + second;
	unsigned seconds = 0;

	while (atomic_load_acquire(&running)) { /* A1 */
		wait_until(next);
		if (tsc_read() < next)
			continue;
		if (++seconds == MACHINE_JOIN_SECONDS)
			panic_of_lost_core();
		next = tsc_read() + second;
	}
}

void machine_join(void)
{
	/* A1: pairs with R1: what the bodies wrote is seen by the caller. */
	if (atomic_sub_acq_rel(&running, 1) != 1)
		await_others();
	atomic_store_relaxed(&running, 1);
}

void machine_run(unsigned cores, void (*body)(unsigned core, void *arg),
		 void *arg)
{
	for (unsigned i = 1; i < cores; i++)
		machine_start(i, body, arg);
	body(0, arg);
	machine_join();
}

void machine_run_two(unsigned one, unsigned other,
		     void (*body)(unsigned core, void *arg), void *arg)
{
	if (one)
		machine_start(one, body, arg);
	if (other && other != one)
		machine_start(other, body, arg);
	if (!one || !other)
		body(0, arg);
	machine_join();
}
