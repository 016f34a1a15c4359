/* SPDX-License-Identifier: MIT */
#include "bench/proof/hold_up.h"

#include <stdbool.h>

#include "bench/proof/crowd.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define HOLD_US 50u     /* at most */
#define WORDS_LEAST 4u  /* two verbs of others: each begins and ends */
#define STEPS 160u      /* instructions of a verb, at most */
#define WORDS_MORE 31u  /* a mask: so many more, now and then */

static struct {
	unsigned core;
	uint32_t step, stop;  /* instructions of this verb; of them, where */
	uint32_t length;      /* instructions of the last one, at most STEPS */
	uint32_t words;       /* that others are to say meanwhile */
	uint32_t times;
} held;

void hold_up_begin(void)
{
	held.length = held.times = 0;
}

/* What others have said so far: each word adds four (crowd.h). */
static uint32_t words(void)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < crowd_peers(); i++)
		sum += crowd_peer(held.core, i) / 4;
	return sum;
}

static void stop_here(void)
{
	uint64_t end = tsc_read() + ticks_of_us(HOLD_US);
	uint32_t before = words();

	while (words() - before < held.words && tsc_read() < end)
		cpu_relax();
	held.times += words() - before >= WORDS_LEAST;
}

/* Steps slow it down, too. A loop that others make begin again would not end:
 * at last it is let go. */
static bool on_step(void)
{
	if (held.step == held.stop)
		stop_here();
	return ++held.step < STEPS;
}

void hold_up(unsigned core, void (*verb)(void *arg), void *arg)
{
	uint32_t random = crowd_random(core) >> 8;

	held.core = core;
	held.step = 0;
	held.stop = random % (held.length + 1);
	held.words = WORDS_LEAST;
	if (random >> 16 & 1)
		held.words += random >> 17 & WORDS_MORE;
	machine_step(verb, arg, on_step);
	held.length = held.step;
}

uint32_t held_up(void)
{
	return held.times;
}
