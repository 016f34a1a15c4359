/* SPDX-License-Identifier: MIT */
/* How the Linux program ends once it has begun: as it should, or by a panic. */
#ifndef HOSTED_STOP_H
#define HOSTED_STOP_H

#include <stdint.h>

/* Signals of the processor's faults become panic records; unless look(), which
 * sees them first, does not return. Once. */
void stop_catch_faults(void (*look)(const char *why, uint64_t address,
				    uint64_t stack));

/* Ctrl-C and the like leave a terminal as it was; the signal then ends us, as
 * whoever waits for us sees. Once. */
void stop_catch_interrupts(void);

/* The calling thread's own stack for them: a fiber's may have run over. Faults are
 * told with %gs at `local`, whatever a user's code has made of it; NULL: as is. */
void stop_prepare_thread(void *local);

#endif
