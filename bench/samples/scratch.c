/* SPDX-License-Identifier: MIT */
#include "bench/samples/scratch.h"

#include "bench/bench.h"
#include "kernel/machine.h"
#include "kernel/string.h"

#define MOST ((size_t)128 << 20)

static uint8_t *block;
static size_t size, used, kept; /* of the block: from below, from above */
static unsigned refused;
static struct scratch_lack lack;

/* Half of what is left at most: stacks and experiments want some, too. */
bool scratch_init(void)
{
	size_t half = machine_memory_left() / 2 & ~(size_t)(MACHINE_PAGE - 1);

	size = half < MOST ? half : MOST;
	block = size >= SCRATCH_LEAST ? machine_alloc(size, MACHINE_PAGE)
				      : NULL;
	return block != NULL;
}

void scratch_begin(void)
{
	used = kept = 0;
	lack = (struct scratch_lack){ 0 };
}

void scratch_empty(void)
{
	used = 0;
}

size_t scratch_left(void)
{
	return size - used - kept;
}

unsigned scratch_refused(void)
{
	return refused;
}

struct scratch_lack scratch_lack(void)
{
	return lack;
}

/* Whole pairs of lines for so many bytes; 0: they are not there. */
static size_t take(size_t bytes)
{
	size_t whole = (bytes + MACHINE_LINE_PAIR - 1) &
		       ~(size_t)(MACHINE_LINE_PAIR - 1);

	if (whole >= bytes && whole <= scratch_left())
		return whole;
	refused++;
	if (bytes > lack.asked)
		lack = (struct scratch_lack){ bytes, scratch_left() };
	return 0;
}

void *bench_scratch(size_t bytes)
{
	size_t whole = take(bytes);
	uint8_t *memory = block + used;

	if (!whole && bytes)
		return NULL;
	used += whole;
	return memset(memory, 0, whole);
}

void *scratch_keep(size_t bytes)
{
	size_t whole = take(bytes);

	if (!whole && bytes)
		return NULL;
	kept += whole;
	return memset(block + size - kept, 0, whole);
}
