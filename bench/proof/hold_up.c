/* SPDX-License-Identifier: MIT */
#include "bench/proof/hold_up.h"

#include "bench/proof/crowd.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define HOLD_US 50u     /* at most, while others are in a verb */
#define AWAY_US 2000u   /* at most, while they have not begun */
#define WORDS_LEAST 4u  /* two verbs of others: each begins and ends */
#define STEPS 160u      /* instructions of a verb, at most */
#define WORDS_MORE 31u  /* a mask: so many more, now and then */
#define NEVER UINT32_MAX

/* Instructions' first bytes; what names two registers is not below the last. */
#define LOCK 0xf0
#define XCHG 0x87
#define OPERAND_SIZE 0x66
#define REX 0x40
#define REGISTERS 0xc0

static struct {
	unsigned core;
	uint32_t step, stop;  /* instructions of this verb; of them, where */
	uint32_t locked, stop_locked; /* the same of the locked ones */
	uint32_t words;       /* that others are to say meanwhile */
	uint32_t before;      /* they had said */
	uint32_t times;       /* atomic */
} held;

void hold_up_begin(void)
{
	held.times = 0;
}

/* What others have said so far: each word adds four (crowd.h). */
static uint32_t words(void)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < crowd_peers(); i++)
		sum += crowd_peer(held.core, i) / 4;
	return sum;
}

static bool all_away(void)
{
	for (unsigned i = 0; i < crowd_peers(); i++)
		if (CROWD_DOING(crowd_peer(held.core, i)) != AWAY)
			return false;
	return crowd_peers();
}

static bool have_said(uint32_t so_many)
{
	return words() - held.before >= so_many;
}

static void stop_here(void)
{
	uint64_t now = tsc_read(), end = now + ticks_of_us(HOLD_US);
	uint64_t last = now + ticks_of_us(AWAY_US);

	held.before = words();
	while (!have_said(held.words) && now < end && now < last) {
		cpu_relax();
		now = tsc_read();
		if (all_away())
			end = now + ticks_of_us(HOLD_US);
	}
	if (have_said(WORDS_LEAST))
		atomic_store_relaxed(&held.times, held.times + 1);
}

/* LOCK, or XCHG with memory (SDM 2A, 2.1.1, and 2B), after other prefixes. */
bool hold_up_is_locked(const uint8_t *instruction)
{
	while (*instruction == OPERAND_SIZE || (*instruction & 0xf0) == REX)
		instruction++;
	return *instruction == LOCK ||
	       ((*instruction | 1) == XCHG && instruction[1] < REGISTERS);
}

/* Steps slow it down, too. A loop that others make begin again would not end:
 * at last it is let go. */
static bool on_step(const uint8_t *instruction)
{
	if (hold_up_is_locked(instruction) && held.locked++ == held.stop_locked)
		held.stop = held.step;
	if (held.step == held.stop)
		stop_here();
	return ++held.step < STEPS;
}

/* Every other time at a locked instruction, if it has any. */
static void choose(const struct held_verb *verb, uint32_t random)
{
	uint32_t length = random & 1 ? verb->shortest : verb->last;

	held.stop = held.stop_locked = NEVER;
	if (random & 2 && verb->locked)
		held.stop_locked = (random >> 2) % verb->locked;
	else
		held.stop = (random >> 2) % (length + 1);
}

void hold_up(unsigned core, struct held_verb *verb, void *arg)
{
	uint32_t random = crowd_random(core) >> 8;

	held.core = core;
	held.step = held.locked = 0;
	choose(verb, crowd_random(core) >> 8);
	held.words = WORDS_LEAST;
	if (random & 1 || held.stop == NEVER)
		held.words += random >> 1 & WORDS_MORE;
	machine_step(verb->call, arg, on_step);
	verb->last = held.step;
	verb->locked = held.locked;
	if (!verb->shortest || held.step < verb->shortest)
		verb->shortest = held.step;
}

uint32_t held_up(void)
{
	return atomic_load_relaxed(&held.times);
}
