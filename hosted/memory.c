/* SPDX-License-Identifier: MIT */
#include "hosted/memory.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hosted/fail.h"
#include "kernel/common/latch.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/options.h"

OPTION_NUMBER(opt_memory, "memory", 0, 8, 65536,
	      "MiB the program may use; half of what is free when absent");

#define MIB ((size_t)1 << 20)
#define DEFAULT_MOST (512 * MIB)
#define HUGE_PAGE (2 * MIB)
#define TOUCHED_MOST (32 * MIB)
#define LINE_MAX_BYTES 512

static uint8_t *arena;
static size_t arena_size, used;
static bool huge;

/* Half of what Linux could give without swapping, at most half a GiB. */
static size_t default_size(void)
{
	long pages = sysconf(_SC_AVPHYS_PAGES);
	size_t half = pages > 0 ? (size_t)pages * MACHINE_PAGE / 2
				: DEFAULT_MOST;

	return half < DEFAULT_MOST ? half / HUGE_PAGE * HUGE_PAGE
				   : DEFAULT_MOST;
}

void hosted_memory_init(void)
{
	size_t size = opt_memory.given ? opt_memory.number * MIB
				       : default_size();
	uint8_t *got = mmap(NULL, size + HUGE_PAGE, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (got == MAP_FAILED)
		hosted_fail("no %zu MiB of address space (memory=): %s",
			    size / MIB, strerror(errno));
	arena = (uint8_t *)(((uintptr_t)got + HUGE_PAGE - 1) &
			    ~(uintptr_t)(HUGE_PAGE - 1));
	arena_size = size;
	huge = !madvise(arena, size, MADV_HUGEPAGE);
}

/* Linux takes the advice even where it never grants one: it tells by the page
 * that is there. */
static bool is_granted(void)
{
	FILE *file = fopen("/proc/self/smaps", "re");
	char line[LINE_MAX_BYTES];
	unsigned long low, high, kib;
	bool ours = false, any = false;

	*(volatile uint8_t *)arena = 0;
	while (file && fgets(line, sizeof(line), file)) {
		if (sscanf(line, "%lx-%lx ", &low, &high) == 2)
			ours = low <= (uintptr_t)arena && (uintptr_t)arena < high;
		else if (ours && sscanf(line, "AnonHugePages: %lu", &kib) == 1)
			any |= kib != 0;
	}
	if (file)
		fclose(file);
	return any;
}

bool hosted_huge_pages(void)
{
	return huge && is_granted();
}

/*
 * Touched here, so that no page is missing when it is measured; but for blocks
 * of which a part may never be used (bench/samples/scratch.c, which touches what it
 * hands out). Linux gives zeros.
 */
void *machine_alloc(size_t bytes, size_t align)
{
	size_t at = (used + align - 1) & ~(align - 1);

	if (at > arena_size || bytes > arena_size - at)
		return NULL;
	used = at + bytes;
	return bytes < TOUCHED_MOST ? memset(arena + at, 0, bytes) : arena + at;
}

size_t machine_memory_left(void)
{
	return arena_size - used;
}

/* ---- stacks ------------------------------------------------------------ */

/* Between them are all; written by whoever makes one. */
static uint64_t stacks_low = UINT64_MAX, stacks_high;

/* Linux reads a mask of signals before it finds that there is no such thing to
 * do with it: nothing is done (sigprocmask(2)). */
static bool readable(uint64_t address)
{
	long done = syscall(SYS_rt_sigprocmask, -1, address, NULL,
			    sizeof(uint64_t));

	return !(done && errno == EFAULT);
}

uint64_t hosted_stack_end(uint64_t address)
{
	if (address < stacks_low || address >= stacks_high)
		return 0;
	address &= ~(uint64_t)(MACHINE_PAGE - 1);
	while (address < stacks_high && readable(address))
		address += MACHINE_PAGE;
	return address;
}

static void note_stack(uint64_t low, uint64_t high)
{
	stacks_low = min_u64(stacks_low, low);
	stacks_high = max_u64(stacks_high, high);
}

void *machine_stack_alloc(size_t bytes, size_t *size)
{
	static struct latch latch;
	static size_t stacks; /* bytes; they count as used memory, too */
	size_t whole = (bytes + MACHINE_PAGE - 1) & ~(size_t)(MACHINE_PAGE - 1);
	uint8_t *low;

	latch_take(&latch);
	stacks += whole + MACHINE_PAGE;
	low = stacks > arena_size ? MAP_FAILED :
	      mmap(NULL, whole + MACHINE_PAGE, PROT_READ | PROT_WRITE,
		   MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (low != MAP_FAILED)
		note_stack((uint64_t)low, (uint64_t)low + MACHINE_PAGE + whole);
	latch_drop(&latch);
	if (low == MAP_FAILED || mprotect(low, MACHINE_PAGE, PROT_NONE))
		return NULL;
	*size = whole;
	return low + MACHINE_PAGE;
}
