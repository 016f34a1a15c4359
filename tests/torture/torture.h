/* SPDX-License-Identifier: MIT */
/*
 * Torture: the real code on real threads, for many operations, under a
 * sanitizer. A case does random things from a seed and checks what must hold;
 * the seed is printed and makes the same choices again (what the processors
 * make of them is theirs).
 */
#ifndef TESTS_TORTURE_TORTURE_H
#define TESTS_TORTURE_TORTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/registry.h"

struct torture {
	const char *name;
	const char *summary;

	/* Does about `operations` operations on `cores` cores; 0 or the
	 * number of broken promises. Core 0. */
	unsigned (*run)(unsigned cores, uint64_t operations, uint64_t seed);
};

#define TORTURE(id, text, function)                                          \
	static const struct torture torture_case_##id = {                         \
		.name = #id, .summary = text, .run = function };             \
	REGISTER(qc_torture, torture_case_##id)

/* xorshift64*: Vigna, "An experimental exploration of Marsaglia's xorshift
 * generators", 2016. The state must not be 0. */
static inline uint64_t torture_random(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * 2685821657736338717ull;
}

/* A seed of a core's own; never 0. */
static inline uint64_t torture_seed(uint64_t seed, unsigned core)
{
	uint64_t state = seed * 0x9E3779B97F4A7C15ull + core + 1;

	torture_random(&state);
	return state | 1;
}

/* Counts and tells a promise that does not hold. printf-like. */
unsigned torture_broken(const char *text, ...)
	__attribute__((format(__printf__, 1, 2)));

#endif
