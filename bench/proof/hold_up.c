/* SPDX-License-Identifier: MIT */
#include "bench/proof/hold_up.h"

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
	bool (*others)(unsigned core);
	uint32_t step, stop;  /* instructions of this verb; of them, where */
	uint32_t words;       /* that others are to say meanwhile */
	uint32_t before;      /* they had said */
	uint32_t since;       /* atomic */
	uint32_t times;       /* atomic */
	bool now;             /* atomic */
} held;

void hold_up_begin(void)
{
	held.times = held.since = 0;
}

/* What others have said so far: each word adds four (crowd.h). */
static uint32_t words(void)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < crowd_peers(); i++)
		sum += crowd_peer(held.core, i) / 4;
	return sum;
}

static bool have_said(uint32_t so_many)
{
	return words() - held.before >= so_many;
}

static bool may_go_on(void)
{
	return held.others ? held.others(held.core) : have_said(held.words);
}

static void stop_here(void)
{
	uint64_t end = tsc_read() + ticks_of_us(HOLD_US);

	held.before = words();
	atomic_store_relaxed(&held.now, true);
	while (!may_go_on() && tsc_read() < end)
		cpu_relax();
	if (held.others ? held.others(held.core) : have_said(WORDS_LEAST))
		atomic_store_relaxed(&held.times, held.times + 1);
	atomic_store_relaxed(&held.now, false);
}

/* Steps slow it down, too. A loop that others make begin again would not end:
 * at last it is let go. */
static bool on_step(void)
{
	if (held.step == held.stop)
		stop_here();
	else if (held.step > held.stop)
		atomic_store_relaxed(&held.since, held.step - held.stop);
	return ++held.step < STEPS;
}

void hold_up(unsigned core, struct held_verb *verb, void *arg,
	     bool (*others)(unsigned core))
{
	uint32_t random = crowd_random(core) >> 8;

	held.core = core;
	held.others = others;
	held.step = 0;
	held.stop = random % ((random >> 22 & 1 ? verb->shortest : verb->last) +
			      1);
	atomic_store_relaxed(&held.since, 0);
	held.words = WORDS_LEAST;
	if (random >> 16 & 1)
		held.words += random >> 17 & WORDS_MORE;
	machine_step(verb->call, arg, on_step);
	verb->last = held.step;
	if (!verb->shortest || held.step < verb->shortest)
		verb->shortest = held.step;
}

uint32_t held_up(void)
{
	return atomic_load_relaxed(&held.times);
}

bool hold_up_now(void)
{
	return atomic_load_relaxed(&held.now);
}

uint32_t hold_up_steps_since(void)
{
	return atomic_load_relaxed(&held.since);
}
