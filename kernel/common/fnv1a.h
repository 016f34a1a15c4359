/* SPDX-License-Identifier: MIT */
/* FNV-1a, 64 bits: a hash of a few words that need no secrecy. Pure. */
#ifndef KERNEL_COMMON_FNV1A_H
#define KERNEL_COMMON_FNV1A_H

#include <stddef.h>
#include <stdint.h>

#define FNV1A_START 0xCBF29CE484222325ull
#define FNV1A_PRIME 0x00000100000001B3ull

/*
 * The hash of what gave `hash` followed by these bytes; begin with
 * FNV1A_START.
 */
static inline uint64_t fnv1a(uint64_t hash, const void *data, size_t length)
{
	const uint8_t *at = data;

	for (size_t i = 0; i < length; i++)
		hash = (hash ^ at[i]) * FNV1A_PRIME;
	return hash;
}

#endif
