/* SPDX-License-Identifier: MIT */
#include "bench/samples/scratch.h"

#include "bench/bench.h"
#include "kernel/machine.h"
#include "kernel/string.h"

#define LEAST ((size_t)1 << 20)
#define MOST ((size_t)128 << 20)

static uint8_t *block;
static size_t size, used;
static unsigned refused;

/* Half of what is left at most: stacks and experiments want some, too. */
bool scratch_init(void)
{
	size_t half = machine_memory_left() / 2 & ~(size_t)(MACHINE_PAGE - 1);

	size = half < MOST ? half : MOST;
	block = size >= LEAST ? machine_alloc(size, MACHINE_PAGE) : NULL;
	return block != NULL;
}

void scratch_empty(void)
{
	used = 0;
}

size_t scratch_left(void)
{
	return size - used;
}

unsigned scratch_refused(void)
{
	return refused;
}

void *bench_scratch(size_t bytes)
{
	size_t whole = (bytes + MACHINE_LINE_PAIR - 1) &
		       ~(size_t)(MACHINE_LINE_PAIR - 1);
	uint8_t *memory = block + used;

	if (whole < bytes || whole > size - used) {
		refused++;
		return NULL;
	}
	used += whole;
	return memset(memory, 0, whole);
}
