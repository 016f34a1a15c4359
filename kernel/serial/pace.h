/* SPDX-License-Identifier: MIT */
/*
 * How fast a line takes what is written to it: the fastest of the last few
 * windows of bytes, so that one pause of whoever reads does not count. Pure.
 */
#ifndef KERNEL_SERIAL_PACE_H
#define KERNEL_SERIAL_PACE_H

#include <stddef.h>
#include <stdint.h>

#define PACE_WINDOW 4096u /* bytes; a reader's buffer may empty at once */
#define PACE_WINDOWS 4u

struct pace {
	uint64_t bytes, ticks;         /* of the window under way */
	uint64_t window[PACE_WINDOWS]; /* ticks for PACE_WINDOW bytes */
	uint64_t windows;              /* ever filled */
};

/* So many bytes took so many ticks to write. */
void pace_add(struct pace *pace, size_t bytes, uint64_t ticks);

/* 0 where hz is, or before PACE_WINDOWS windows are full. */
uint64_t pace_bytes_per_second(const struct pace *pace, uint64_t hz);

#endif
