/* SPDX-License-Identifier: MIT */
/* The different outcomes of a program's schedules, counted and summed up. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tests/explore/engine/model.h"

#define SLOTS 65536u /* a power of two */

static uint64_t slot[SLOTS]; /* outcome + 1; 0: none */
static unsigned count;
static uint64_t sum;         /* of all, whatever their order */

static uint64_t mix(uint64_t value)
{
	value = (value ^ value >> 31) * 0x9E3779B97F4A7C15ull;
	return value ^ value >> 29;
}

void outcome_begin(void)
{
	memset(slot, 0, sizeof(slot));
	count = 0;
	sum = 0;
}

void explore_outcome(uint64_t outcome)
{
	unsigned at = mix(outcome) % SLOTS;

	while (slot[at] && slot[at] != outcome + 1)
		at = (at + 1) % SLOTS;
	if (slot[at])
		return;
	if (++count == SLOTS)
		explore_fail("more outcomes than are kept");
	slot[at] = outcome + 1;
	sum += mix(outcome);
}

void outcome_print(void)
{
	if (count)
		printf(", %u outcomes %016" PRIx64, count, sum);
}
