/* SPDX-License-Identifier: MIT */
/*
 * Made-up litmus tests: three threads of a few accesses to two or three words.
 * Nothing is demanded of them. They tell whether the flushes that flush.c
 * leaves out make a difference: the outcomes have to be the same with
 * --flush anywhere (test_explore.py).
 */
#include <string.h>

#include "kernel/atomic.h"
#include "tests/explore/engine/program.h"

#define THREADS 3u
#define ACCESSES 4u

static struct { unsigned verb, word; } script[THREADS][ACCESSES];
static uint32_t words[3], seen[THREADS][ACCESSES];

static unsigned draw(uint32_t *seed, unsigned below)
{
	*seed = *seed * 1664525 + 1013904223;
	return (*seed >> 16) % below;
}

static void write_script(uint32_t seed)
{
	seed *= 2654435761u;
	for (unsigned i = 0; i < THREADS; i++)
		for (unsigned j = 0; j < ACCESSES; j++) {
			bool none = i == THREADS - 1 && j >= 2;
			script[i][j].verb = none ? 6 : draw(&seed, 6);
			script[i][j].word = draw(&seed, 2 + draw(&seed, 2));
		}
}

static void setup(uint32_t seed)
{
	write_script(seed);
	memset(words, 0, sizeof(words));
	memset(seen, 0, sizeof(seen));
}

static void make_access(unsigned self, unsigned step)
{
	uint32_t *word = &words[script[self][step].word];
	uint32_t value = self * ACCESSES + step + 1;

	switch (script[self][step].verb) {
	case 0: case 1:
		atomic_store_relaxed(word, value);
		break;
	case 2: case 3:
		seen[self][step] = atomic_load_relaxed(word);
		break;
	case 4:
		seen[self][step] = atomic_swap_acq_rel(word, value);
		break;
	case 5:
		atomic_fence_seq_cst();
		break;
	}
}

static void thread(unsigned self)
{
	for (unsigned j = 0; j < ACCESSES; j++)
		make_access(self, j);
}

static void finish(void)
{
	uint64_t outcome = 0;

	for (unsigned i = 0; i < THREADS * ACCESSES; i++)
		outcome = outcome << 4 | seen[i / ACCESSES][i % ACCESSES];
	for (unsigned i = 0; i < 3; i++)
		outcome = outcome << 4 | words[i];
	explore_outcome(outcome);
}

#define RANDOM(seed)                                                         \
	static void setup_##seed(void)                                       \
	{                                                                    \
		setup(seed);                                                 \
	}                                                                    \
	EXPLORE_PROGRAM(random_##seed) = {                                   \
		.name = "random_" #seed, .threads = THREADS,                 \
		.setup = setup_##seed, .thread = thread,                     \
		.finish = finish, .bound = { 2, 2, 2 },                      \
	}

RANDOM(1);
RANDOM(2);
RANDOM(3);
RANDOM(4);
RANDOM(5);
RANDOM(6);
RANDOM(7);
RANDOM(8);
RANDOM(9);
RANDOM(10);
RANDOM(11);
RANDOM(12);
