/* SPDX-License-Identifier: MIT */
/* Primes in two ways that share nothing: one is timed, one checks it. Pure. */
#ifndef BENCH_EXPERIMENTS_PRIMES_SIEVE_H
#define BENCH_EXPERIMENTS_PRIMES_SIEVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PRIMES_MOST 1000000u /* the largest range */

/*
 * Trial division, as published: lists the primes in first .. last (both
 * included), in ascending order; returns how many. list has room for
 * primes_room() of them.
 */
uint32_t primes_divide(uint32_t first, uint32_t last, uint32_t *list);

/* More than there are primes among so many numbers in a row. */
static inline uint32_t primes_room(uint32_t numbers)
{
	return numbers / 2 + 2;
}

/* ---- the sieve of Eratosthenes ---------------------------------------------- */

static inline size_t primes_sieve_bytes(uint32_t last)
{
	return (size_t)last + 1;
}

/* Afterwards composite[i] is 0 for the primes i <= last. It may hold anything
 * before. */
void primes_sieve(uint8_t *composite, uint32_t last);

/* Counts and adds up the primes <= last. */
struct primes_facts { uint32_t count; uint64_t sum; };
struct primes_facts primes_facts(const uint8_t *composite, uint32_t last);

/*
 * True if list holds the next n primes of the sieve after *at, which is moved
 * to the last one.
 */
bool primes_next(const uint8_t *composite, uint32_t last, uint32_t *at,
		 const uint32_t *list, uint32_t n);

#endif
