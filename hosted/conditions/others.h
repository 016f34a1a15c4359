/* SPDX-License-Identifier: MIT */
/* How much of our processors other programs take. */
#ifndef HOSTED_CONDITIONS_OTHERS_H
#define HOSTED_CONDITIONS_OTHERS_H

#include <stdint.h>

#define OTHERS_LEAST_NS 100000000ull /* less, and Linux's ticks tell nothing */

struct use {
	uint64_t wall, busy, own; /* ns; busy: of our processors, by anybody */
};

/* Up to now. All cores up; any thread. */
struct use use_now(void);

/* Hundredths of a processor that others took in between; 0 where that is next to
 * nothing, or cannot be told. */
unsigned others_took(struct use from, struct use to);

#endif
