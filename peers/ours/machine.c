/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <asm/prctl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "peers/ours/machine.h"
#include "peers/peers.h"

#include "kernel/atomic.h"

#define CALIBRATION_NS 10000000u

/* ---- cores --------------------------------------------------------------- */

static struct machine_local local[PEERS_SIDES];

/* Core 1's, while there is a machine. */
static struct {
	void (*main)(void);
	void (*body)(unsigned core, void *arg);
	void *arg;
	uint32_t given PEERS_LINE; /* atomic: 1 until the body is through */
	uint32_t over;             /* atomic */
} job;

static struct {
	uint32_t set PEERS_LINE; /* atomic */
} woken[PEERS_SIDES];

bool peers_core(unsigned side)
{
	local[side].self = &local[side];
	local[side].core = side;
	return !syscall(SYS_arch_prctl, ARCH_SET_GS, &local[side]);
}

unsigned machine_cores(void)
{
	return peers_two_cores() ? PEERS_SIDES : 1;
}

static void serve(void)
{
	while (!atomic_load_relaxed(&job.over)) {
		/* A1: pairs with R1 in machine_start(). */
		if (!atomic_load_acquire(&job.given)) {
			cpu_relax();
			continue;
		}
		job.body(1, job.arg);
		atomic_store_release(&job.given, 0); /* R2: with A2 */
	}
}

static void side(unsigned me, void *unused)
{
	(void)unused;
	if (me) {
		serve();
		return;
	}
	job.main();
	atomic_store_relaxed(&job.over, 1);
}

void ours_machine(void (*body)(void))
{
	job.main = body;
	job.over = 0;
	peers_pair(side, NULL);
}

void machine_start(unsigned core, void (*body)(unsigned core, void *arg),
		   void *arg)
{
	(void)core;
	job.body = body;
	job.arg = arg;
	atomic_store_release(&job.given, 1); /* R1: with A1 */
}

void machine_join(void)
{
	/* A2: pairs with R2 in serve(); what the body wrote is seen. */
	while (atomic_load_acquire(&job.given))
		cpu_relax();
}

void machine_run(unsigned cores, void (*body)(unsigned core, void *arg),
		 void *arg)
{
	if (cores > 1)
		machine_start(1, body, arg);
	body(0, arg);
	if (cores > 1)
		machine_join();
}

/* Nobody sleeps here for long: what spins for ever ends by main.c's alarm. */
void machine_wait(uint64_t deadline)
{
	uint32_t *here = &woken[machine_core()].set;

	while (!atomic_load_relaxed(here) && peers_now() < deadline)
		cpu_relax();
	atomic_store_relaxed(here, 0);
}

void machine_wake(unsigned core)
{
	atomic_store_relaxed(&woken[core].set, 1);
}

/* ---- time ---------------------------------------------------------------- */

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

const struct machine_clock *machine_clock(void)
{
	static struct machine_clock clock;

	if (!clock.hz) {
		uint64_t ns = now_ns(), begin = peers_now(), took;

		while ((took = now_ns() - ns) < CALIBRATION_NS)
			;
		clock.hz = (peers_now() - begin) * 1000 / (took / 1000000);
	}
	return &clock;
}

/* ---- memory -------------------------------------------------------------- */

void *machine_alloc(size_t bytes, size_t align)
{
	void *memory;

	bytes = (bytes + align - 1) / align * align;
	memory = aligned_alloc(align, bytes);

	return memory ? memset(memory, 0, bytes) : NULL;
}

void *machine_stack_alloc(size_t bytes, size_t *size)
{
	size_t pages = (bytes + MACHINE_PAGE - 1) / MACHINE_PAGE;
	size_t usable = pages * MACHINE_PAGE;
	uint8_t *base = mmap(NULL, usable + MACHINE_PAGE,
			     PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (base == MAP_FAILED || mprotect(base, MACHINE_PAGE, PROT_NONE))
		return NULL;
	*size = usable;
	return base + MACHINE_PAGE;
}

void machine_panic(const char *text)
{
	fprintf(stderr, "peers: our scheduler panics: %s\n", text);
	abort();
}
