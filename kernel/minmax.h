/* SPDX-License-Identifier: MIT */
/* The lesser, the greater, what lies between two bounds. Any core. */
#ifndef KERNEL_MINMAX_H
#define KERNEL_MINMAX_H

#include <stdint.h>

static inline uint64_t min_u64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static inline uint64_t max_u64(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static inline int64_t min_i64(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static inline int64_t max_i64(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* least <= most. */
static inline uint64_t clamp_u64(uint64_t value, uint64_t least, uint64_t most)
{
	return min_u64(max_u64(value, least), most);
}

/* a - b, but never below 0. */
static inline uint64_t above_u64(uint64_t a, uint64_t b)
{
	return a > b ? a - b : 0;
}

/* How far the two are apart. */
static inline uint64_t apart_u64(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

#endif
