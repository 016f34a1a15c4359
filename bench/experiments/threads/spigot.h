/* SPDX-License-Identifier: MIT */
/*
 * Decimals of pi, one after the other, by a spigot (Rabinowitz and Wagon, "A
 * spigot algorithm for the digits of pi", American Mathematical Monthly 102,
 * 1995): integers only, slow on purpose, and it can be left after any turn of
 * its inner loop and gone on with later. Pure; one caller at a time.
 */
#ifndef BENCH_EXPERIMENTS_THREADS_SPIGOT_H
#define BENCH_EXPERIMENTS_THREADS_SPIGOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SPIGOT_LEAST 50u    /* decimals a spigot gives at least ... */
#define SPIGOT_MOST 20000u  /* ... and at most */
#define SPIGOT_KNOWN 1000u  /* a checksum is known after each so many */

struct spigot {
	uint32_t *word;     /* pi in mixed radix: spigot_words() of them */
	uint32_t words;
	uint32_t decimals;  /* wanted */
	uint32_t left;      /* words that the pass under way has not seen */
	uint32_t carry;
	uint32_t held;      /* digit that a later carry may still change ... */
	uint32_t nines;     /* ... and how many nines after it */
	uint32_t given;     /* digits given out, two before the decimals */
	uint64_t checksum;  /* FNV-1a of the decimals, as characters */
	uint64_t turns;     /* of the inner loop so far */
	bool known;         /* so far every known checksum held */
	char *text;         /* NULL, or where the decimals go; no NUL */
};

/* 32-bit words of memory for so many decimals. */
uint32_t spigot_words(uint32_t decimals);

/* Turns of the inner loop that so many decimals take; a few more at times. */
uint64_t spigot_turns(uint32_t decimals);

/* Begins. SPIGOT_LEAST <= decimals <= SPIGOT_MOST; text may be NULL. */
void spigot_init(struct spigot *spigot, uint32_t decimals, uint32_t *memory,
		 char *text);

/* At most so many turns more; false once all decimals are there. */
bool spigot_run(struct spigot *spigot, uint64_t turns);

#endif
