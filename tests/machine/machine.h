/* SPDX-License-Identifier: MIT */
/*
 * A machine of counted time for the Linux program: its cores are stacks of one
 * thread, each with a clock of its own. A clock goes on by what is counted
 * (reads of it, words that cores share, calls of what is measured), and the core
 * whose clock is least runs. So a run depends on nothing but its options and
 * MACHINE in the environment, and its whole log can be compared.
 */
#ifndef TESTS_MACHINE_MACHINE_H
#define TESTS_MACHINE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#define COUNTED_CORES_MOST 16u

/* MACHINE: words apart by blanks, those with a number as "cores=3". */
struct counted {
	uint64_t cores;      /* 2 */
	uint64_t pauses;     /* one read of the clock in so many is long; 0: none */
	uint64_t scarce;     /* one request of scratch memory in so many fails */
	uint64_t interrupts; /* between cores, and MWAIT (interrupts.c) */
	uint64_t refuses;    /* the system, what it can (system.c) */
	uint64_t turns;      /* the cores take turns on one */
	uint64_t slow;       /* each step of the progress is long: it is told */
	uint64_t other;      /* another processor (processor.c) */
	uint64_t busy;       /* other programs take a processor, and a limit does;
			      * once somebody stops the program (system.c) */
};

extern struct counted counted;

/* The calling core. */
unsigned counted_core(void);

/* The calling core's clock goes on; others may run before it returns. */
void counted_spend(uint64_t ticks);
void counted_pause(void); /* PAUSE */

/* A read of the calling core's clock, ticks, by an instruction that takes so
 * many more. */
uint64_t counted_clock(uint64_t more);

/* What reads take is drawn from the beginning again. */
void counted_draw_again(void);

/* A look at a word that cores share: it is stepped as a locked instruction. */
void counted_look(void);

/* A step of the progress. */
void counted_progress(void);

/* Sleeps until a wake of that word, or so many ticks. */
void counted_sleep(const uint32_t *word, uint64_t ticks);
void counted_wake(const uint32_t *word);

/* Its number; 0: no more fit. */
unsigned counted_thread(void *(*body)(void *arg), void *arg);
void counted_join(unsigned thread);

/* Interrupts the core. It takes that as soon as it listens, and sleeps no more
 * where it does: how many it has taken, and when the last. */
void counted_interrupt(unsigned core);
void counted_listen(bool on);
uint64_t counted_interrupts(unsigned core);
uint64_t counted_interrupted_at(unsigned core);

/* Core 0 calls this each period (ticks; 0: no more). */
void counted_tick(void (*handler)(int signal), uint64_t period);

#endif
