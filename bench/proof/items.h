/* SPDX-License-Identifier: MIT */
/*
 * Items that tell what a queue did to them: each carries its producer, its
 * number and a checksum over both, in the two words of a struct work. So loss,
 * doubling, invention, tearing and broken order are told apart.
 */
#ifndef BENCH_PROOF_ITEMS_H
#define BENCH_PROOF_ITEMS_H

#include <stdbool.h>
#include <stdint.h>

#include "sched/work.h"

/* Begins anew, with so many producers. in_order: each one's items come in the
 * order of their numbers. Core 0, outside any run. */
void items_begin(unsigned producers, unsigned cores, bool in_order);

/* They come without the checksum: the queue carries one word of an item
 * (QUEUE_WORD). After items_begin(), before the first. */
void items_of_a_word(void);

/* The next item of that producer; the same again until item_pushed(). Its
 * core. */
struct work item_next(unsigned producer);
struct work item_after(unsigned producer, uint32_t further);

/* So many more of its items were taken in. Its core. */
void item_pushed(unsigned producer, uint32_t items);

/* False: that producer has as good as none left. Its core. */
bool items_left(unsigned producer);

/* That came out of the queue on that core. NULL, or what is wrong with it. */
const char *item_popped(unsigned core, struct work work);

/* Now that nothing more will come: NULL, or that one is missing. */
const char *items_missing(void);

/* How many were popped. */
uint64_t items_popped(void);

#endif
