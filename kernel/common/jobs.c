/* SPDX-License-Identifier: MIT */
#include "kernel/common/jobs.h"

#include "kernel/atomic.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

/* Long for who has only to take an NMI, and short for who waits. */
#define ABANDON_SECONDS 20u

/* Atomic: cores not through with their body, and 1 for core 0 until it joins
 * them: none wakes it before. */
static uint32_t running = 1;

/* Atomic: who waits spins. Core 0 changes it. */
static uint32_t awake;

/* Core 0 has joined them: its 1 is not in `running` any more. */
static bool joined;

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

static void finish(struct job *own)
{
	atomic_store_relaxed(&own->given, 0);
	jobs_finished();
}

_Noreturn void jobs_serve_again(struct job *own,
				const struct machine_local *self)
{
	finish(own);
	jobs_serve(own, self);
}

_Noreturn void jobs_serve(struct job *own, const struct machine_local *self)
{
	for (;;) {
		/* A2: pairs with R2 in machine_start(): body and arg are there. */
		while (!atomic_load_acquire(&own->given))
			wait_until(MACHINE_NEVER);
		own->body(self->core, own->arg);
		finish(own);
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

static void name_lost_core(char *text, size_t size, unsigned seconds)
{
	unsigned core = 1;

	while (core < machine_cores() - 1 &&
	       !atomic_load_relaxed(&jobs_of(core)->given))
		core++;
	format(text, size, "core %u has not come back for %u s", core, seconds);
}

/*
 * Until so many are left, or somebody has asked to leave. Counts seconds that
 * core 0 lived through: not those of a stopped emulator. False after so many.
 */
static bool await_others(unsigned left, bool leave, unsigned most)
{
	uint64_t second = ticks_of_seconds(1), next = tsc_read() + second;
	unsigned seconds = 0;

	while (atomic_load_acquire(&running) != left) { /* A1 */
		if (leave && abandon_asked())
			abandon_now();
		wait_until(next);
		if (tsc_read() < next)
			continue;
		if (++seconds == most)
			return false;
		next = tsc_read() + second;
	}
	return true;
}

static _Noreturn void leave_lost_core(void)
{
	char text[64];

	name_lost_core(text, sizeof(text), MACHINE_JOIN_SECONDS);
	if (!abandon_ask(text))
		machine_panic(text);
	abandon_now();
}

void jobs_abandon(void (*call)(unsigned core))
{
	char text[64];

	for (unsigned core = 1; core < machine_cores(); core++)
		if (atomic_load_relaxed(&jobs_of(core)->given))
			call(core);
	if (!await_others(!joined, false, ABANDON_SECONDS)) {
		name_lost_core(text, sizeof(text), ABANDON_SECONDS);
		machine_panic(text);
	}
	atomic_store_relaxed(&awake, 0);
	atomic_store_relaxed(&running, 1);
	joined = false;
}

void machine_join(void)
{
	joined = true;
	/* A1: pairs with R1: what the bodies wrote is seen by the caller. */
	if (atomic_sub_acq_rel(&running, 1) != 1)
		if (!await_others(0, true, MACHINE_JOIN_SECONDS))
			leave_lost_core();
	joined = false;
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
