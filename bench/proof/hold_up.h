/* SPDX-License-Identifier: MIT */
/* A verb that stops before one of its instructions while others go on. */
#ifndef BENCH_PROOF_HOLD_UP_H
#define BENCH_PROOF_HOLD_UP_H

#include <stdbool.h>
#include <stdint.h>

/* A verb, and how many instructions it took: at its shortest, and last; how
 * many of the last were locked ones. */
struct held_verb {
	void (*call)(void *arg);
	uint32_t shortest, last, locked;
};

/* Begins to count anew. Core 0, outside any run. */
void hold_up_begin(void);

/*
 * verb->call(arg) on the calling core, held up at one of its instructions, each
 * time another, until others have done a few verbs (crowd_say()) or seem to be
 * kept from it. Every other time that is a locked instruction: what it takes for
 * granted has been read just before. One core at a time, in a turn.
 */
void hold_up(unsigned core, struct held_verb *verb, void *arg);

/* How often others let it go on. */
uint32_t held_up(void);

/* Is it an instruction that locks its word? Its first bytes. */
bool hold_up_is_locked(const uint8_t *instruction);

#endif
