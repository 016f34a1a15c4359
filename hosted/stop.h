/* SPDX-License-Identifier: MIT */
/* How the Linux program ends: as it should, by a panic, before it began. */
#ifndef HOSTED_STOP_H
#define HOSTED_STOP_H

/* Says what is wrong on standard error and leaves with status 2: nothing
 * has been written yet. printf-like. */
_Noreturn void hosted_fail(const char *text, ...)
	__attribute__((format(__printf__, 1, 2)));

/* Signals of the processor's faults become panic records. Once. */
void stop_catch_faults(void);

/* Ctrl-C and the like leave a terminal as it was; the signal then ends us, as
 * whoever waits for us sees. Once. */
void stop_catch_interrupts(void);

/* The calling thread's own stack for them: a fiber's may have run over. */
void stop_prepare_thread(void);

#endif
