/* SPDX-License-Identifier: MIT */
#include "bench/proof/items.h"

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/string.h"

#define ITEMS (1u << 17)     /* of all producers */
#define FURTHER_MOST 64u     /* that item_after() may ask for */

/* A value: the producer in the low bits, above them the item's number. */
#define PRODUCER_BITS 10u
_Static_assert(MACHINE_MAX_CORES <= 1u << PRODUCER_BITS, "a core's number fits");

static struct {
	unsigned producers, cores;
	bool in_order, of_a_word;
	uint32_t share;              /* items of each producer */
	uint64_t popped;             /* atomic */
	uint32_t came[ITEMS / 32];   /* atomic: a bit an item */
	uint32_t pushed[MACHINE_MAX_CORES]; /* its producer's */
	uint32_t begun[MACHINE_MAX_CORES];  /* atomic: the highest number made */
} items;

/* Only core 0 and the last one keep track of order: memory is short, and two
 * consumers show all that more would. */
static uint32_t last_seen[2][MACHINE_MAX_CORES];

void items_begin(unsigned producers, unsigned cores, bool in_order)
{
	memset(&items, 0, sizeof(items));
	memset(last_seen, 0, sizeof(last_seen));
	items.producers = producers;
	items.cores = cores;
	items.in_order = in_order;
	items.share = ITEMS / producers;
}

void items_of_a_word(void)
{
	items.of_a_word = true;
}

/* ---- in ------------------------------------------------------------------- */

/* Of 44 bits, as an address has; never 0. */
static uint64_t checksum(uint64_t value)
{
	return value * 0x9e3779b97f4a7c15u >> 20 | 1;
}

struct work item_after(unsigned producer, uint32_t further)
{
	uint32_t number = items.pushed[producer] + further + 1;
	uint64_t value = (uint64_t)number << PRODUCER_BITS | producer;

	if (number > items.begun[producer])
		atomic_store_relaxed(&items.begun[producer], number);
	return (struct work){ (void (*)(void *))checksum(value),
			      (void *)value };
}

struct work item_next(unsigned producer)
{
	return item_after(producer, 0);
}

void item_pushed(unsigned producer, uint32_t n)
{
	items.pushed[producer] += n;
}

bool items_left(unsigned producer)
{
	return items.pushed[producer] + FURTHER_MOST < items.share;
}

/* ---- out ------------------------------------------------------------------ */

static bool exists(unsigned producer, uint64_t number)
{
	return producer < items.producers && number &&
	       number <= atomic_load_relaxed(&items.begun[producer]);
}

/* Whether it had come before. */
static bool comes_again(unsigned producer, uint64_t number)
{
	uint64_t index = producer * (uint64_t)items.share + number - 1;
	uint32_t bit = 1u << index % 32;

	return atomic_or_relaxed(&items.came[index / 32], bit) & bit;
}

static bool comes_late(unsigned core, unsigned producer, uint32_t number)
{
	uint32_t *last = &last_seen[core != 0][producer];
	bool late = number < *last;

	if (core && core != items.cores - 1)
		return false;
	*last = number;
	return late && items.in_order;
}

const char *item_popped(unsigned core, struct work work)
{
	uint64_t value = (uint64_t)work.arg;
	unsigned producer = value & ((1u << PRODUCER_BITS) - 1);
	uint64_t number = value >> PRODUCER_BITS;
	uint64_t wanted = items.of_a_word ? 0 : checksum(value);

	if (!exists(producer, number))
		return "an item came that nobody had pushed";
	if ((uint64_t)work.run != wanted)
		return "an item was torn";
	if (comes_again(producer, number))
		return "an item came twice";
	atomic_add_relaxed(&items.popped, 1);
	if (comes_late(core, producer, (uint32_t)number))
		return "items came out of order";
	return NULL;
}

const char *items_missing(void)
{
	uint64_t pushed = 0;

	for (unsigned i = 0; i < items.producers; i++)
		pushed += items.pushed[i];
	return items.popped < pushed ? "an item was lost" : NULL;
}

uint64_t items_popped(void)
{
	return items.popped;
}
