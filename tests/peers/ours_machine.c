/* SPDX-License-Identifier: MIT */
/*
 * As much of a machine (kernel/machine.h) as our locks and our scheduler need
 * here: two cores that know who they are, the scheduler on one of them. The
 * linker names what it has not.
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

static struct machine_local local[PEERS_SIDES];
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

bool peers_core(unsigned side)
{
	local[side].self = &local[side];
	local[side].core = side;
	return !syscall(SYS_arch_prctl, ARCH_SET_GS, &local[side]);
}
