/* SPDX-License-Identifier: MIT */
/*
 * Our scheduler on one core: a yield, a spawn. With as much of a machine
 * (kernel/machine.h) under it as that needs; it names what it has not.
 */
#define _GNU_SOURCE
#include <asm/prctl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/peers/peers.h"

#include "kernel/machine.h"
#include "sched/sched.h"

#define YIELDS 5000u
#define SPAWNS 2000u
#define CROWD 100u

/* ---- the machine --------------------------------------------------------- */

static struct machine_local local;
static bool woken;

unsigned machine_cores(void)
{
	return 1;
}

void machine_run(unsigned cores, void (*body)(unsigned core, void *arg),
		 void *arg)
{
	(void)cores;
	body(0, arg);
}

/* Nobody sleeps here for long: what spins for ever ends by main.c's alarm. */
void machine_wait(uint64_t deadline)
{
	while (!woken && peers_now() < deadline)
		_mm_pause();
	woken = false;
}

void machine_wake(unsigned core)
{
	(void)core;
	woken = true;
}

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

static bool start(void)
{
	local.self = &local;
	return !syscall(SYS_arch_prctl, ARCH_SET_GS, &local);
}

/* ---- rows ---------------------------------------------------------------- */

static void pass(void *turns)
{
	for (uint32_t i = 0; i < *(uint32_t *)turns; i++)
		sched_pass();
}

/* Two fibers give way to each other, through the run queue. */
static void yield(void *result)
{
	uint32_t turns = YIELDS;
	struct join join;

	join_init(&join);
	if (!sched_spawn(pass, &turns, &join))
		return;
	uint64_t begin = peers_now();
	pass(&turns);
	sched_join(&join);
	*(double *)result = (double)(peers_now() - begin) / (2 * YIELDS);
}

static void nothing(void *unused)
{
	(void)unused;
}

static void spawn_n(uint32_t n)
{
	struct join join;

	join_init(&join);
	for (uint32_t i = 0; i < n; i++)
		sched_spawn(nothing, NULL, &join);
	sched_join(&join);
}

static void spawn_one(void *result)
{
	spawn_n(1); /* from here on there is a stack in the pool */
	*(double *)result = PEERS_TIME(SPAWNS, spawn_n(1););
}

static void spawn_crowd(void *result)
{
	spawn_n(CROWD);
	*(double *)result = PEERS_TIME(SPAWNS / CROWD, spawn_n(CROWD);) / CROWD;
}

/* row->of: struct body, what the run's main fiber does. */
struct body {
	void (*run)(void *result);
};

static double measure(const struct peers_row *row)
{
	const struct body *body = row->of;
	double result = -1;

	return sched_run(1, body->run, &result) ? result : -1;
}

void peers_ours_sched(void)
{
	static const struct {
		const char *row;
		struct body body;
	} rows[] = {
		{ "fiber yield", { yield } },
		{ "fiber spawn + join", { spawn_one } },
		{ "fiber spawn, 100 to a join", { spawn_crowd } },
	};

	if (!start()) {
		peers_skip("ours/sched", "%gs cannot be set");
		return;
	}
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		peers_add((struct peers_row){ .row = rows[i].row,
			.who = "ours/sched", .floor = PEERS_CALL,
			.measure = measure, .of = &rows[i].body });
}
