/* SPDX-License-Identifier: MIT */
/* Which function an address lies in: the build lists them all
 * (tools/build/symbols). machine_place() of kernel/recall.h. */
#ifndef KERNEL_COMMON_SYMBOLS_H
#define KERNEL_COMMON_SYMBOLS_H

#include <stdint.h>

/*
 * Functions in the order of their addresses: bytes from the one before, or the
 * base; their names, each ended by 0. A greater distance than fits takes entries
 * without a name.
 */
struct symbols {
	uint64_t base;
	uint32_t count;
	const uint16_t *step;
	const char *name;
};

/* The function that the address lies in, and how deep; NULL: none. */
const char *symbol_find(const struct symbols *of, uint64_t address,
			uint64_t *offset);

#endif
