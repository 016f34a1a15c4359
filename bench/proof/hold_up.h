/* SPDX-License-Identifier: MIT */
/* A verb that stops before one of its instructions while others go on. */
#ifndef BENCH_PROOF_HOLD_UP_H
#define BENCH_PROOF_HOLD_UP_H

#include <stdint.h>

/* Begins anew. Core 0, outside any run. */
void hold_up_begin(void);

/*
 * verb(arg) on the calling core, held up at one of its instructions, each time
 * another, until the others of the crowd have done a few verbs (crowd_say()) or
 * seem to be kept from it. One core at a time, in a turn.
 */
void hold_up(unsigned core, void (*verb)(void *arg), void *arg);

/* How often others did a verb meanwhile. After it. */
uint32_t held_up(void);

#endif
