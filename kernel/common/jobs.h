/* SPDX-License-Identifier: MIT */
/*
 * What started cores are given to run: machine_run() and its two halves, on
 * whatever machine has machine_wait() and machine_wake().
 */
#ifndef KERNEL_COMMON_JOBS_H
#define KERNEL_COMMON_JOBS_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/machine.h"

/* Zeroed at first. */
struct job {
	/* Written by core 0 before `given`, read by its core after it. */
	void (*body)(unsigned core, void *arg);
	void *arg;
	uint32_t given; /* atomic: 1 while body is to be run */
};

/* The machine's: where a started core's is. */
struct job *jobs_of(unsigned core);

/* The life of a core other than 0: waits for bodies and runs them. Its number
 * is read anew for each: it is given one only after it has come up. */
_Noreturn void jobs_serve(struct job *own, const struct machine_local *self);

/* The same of a core that has left its body where it was. */
_Noreturn void jobs_serve_again(struct job *own,
				const struct machine_local *self);

/*
 * Ends all bodies: calls each core that has one, which has to go on in
 * jobs_serve_again(), and waits for them. machine_panic() names one that does
 * not come. Core 0, which has left its own part wherever it was.
 */
void jobs_abandon(void (*call)(unsigned core));

/* ---- what is abandoned (kernel/recall.h) ------------------------------------ */

/* What machine_abandonable() surrounds. Core 0. */
void abandon_begin(void);
void abandon_end(void);

/* Within the two? Any core, any context. */
bool abandon_open(void);

/* The first one to ask says why; true: it is the caller. */
bool abandon_ask(const char *why);
bool abandon_asked(void);

/* Likewise for a fault at that address, where the core leaves: it is noted first,
 * for who is asked calls the core at once, out of this function or its caller. */
bool abandon_ask_of_fault(const char *why, unsigned core, uint64_t address);

/* A core leaves, and was at that address: the first one counts. */
void abandon_leave(unsigned core, uint64_t address);

/*
 * Is that fault one of the user's own? His code is at the address, or nobody's.
 * code: between these addresses all is the image's or the program's.
 */
bool abandon_users(uint64_t address, const char *code, const char *code_end);

/*
 * Or was ours called by his? His code is among the return addresses between the
 * fault's stack pointer and the end: home, or that of a fiber's stack. What they
 * left there before may be taken for one. False if the two are far apart.
 */
bool abandon_called_by_users(uint64_t stack, uint64_t end);

/* The machine's: core 0 leaves at once; somebody has asked. */
_Noreturn void abandon_now(void);

#endif
