/* SPDX-License-Identifier: MIT */
/*
 * A machine of counted time for the Linux program with planted faults: its
 * cores are stacks of one thread, each with a clock of its own. A clock goes
 * on by what is counted (reads of it, words that cores share, calls of what is
 * measured), and the core whose clock is least runs. So a run depends on
 * nothing but its options, and its whole log can be compared.
 *
 * QC_COUNTED in the environment is the number of cores; with a second number
 * it is one read of the clock in so many that a long pause hides behind; with
 * a third of 1, cores have interrupts and MWAIT (interrupts.c); with a fourth of
 * 1, the system refuses what it can (system.c); with a fifth of 1, cores take
 * turns on one; with a sixth of 1, each step of the progress takes so long that
 * it is told; with a seventh of 1, the processor is another one (qc_cpuid());
 * with an eighth, one in so many requests of scratch memory is refused.
 */
#ifndef TESTS_MUTATE_C_COUNTED_H
#define TESTS_MUTATE_C_COUNTED_H

#include <stdint.h>

#define QC_CORES_MOST 16u
#define QC_MAX_CORES QC_CORES_MOST
extern unsigned qc_cores; /* 0: the real machine */
extern unsigned qc_can_interrupt, qc_refuses, qc_scarce, qc_other;

/* The calling core. */
unsigned qc_core(void);

/* The calling core's clock goes on; others may run before it returns. */
void qc_spend(uint64_t ticks);

/* A read of the calling core's clock, ticks. */
uint64_t qc_clock(void);

/* processor.c: what CPUID says of a leaf, in the order of its registers. Each core has a
 * number of its own. The other processor has places at every distance, no
 * RDTSCP, and no hypervisor. */
void qc_cpuid(uint32_t leaf, uint32_t subleaf, uint32_t *registers);

/* A step of the progress. */
void qc_progress(void);

/* Whether the calling core is held up wherever it may be: at what is counted. */
void qc_step(int on);

/* What system.c needs. Sleeps until a wake of that word, or so many ticks. */
void qc_sleep(const uint32_t *word, uint64_t ticks);
void qc_wake(const uint32_t *word);

/* Its number; 0: no more fit. */
unsigned qc_thread(void *(*body)(void *arg), void *arg);
void qc_join(unsigned thread);

/* Interrupts the core. It takes that as soon as it listens, and sleeps no more
 * where it does: how many it has taken, and when the last. */
void qc_interrupt(unsigned core);
void qc_listen(int on);
uint64_t qc_interrupts(unsigned core);
uint64_t qc_interrupted_at(unsigned core);

/* Core 0 calls this each period (ticks; 0: no more). */
void qc_tick(void (*handler)(int signal), uint64_t period);

/* A look at a word that cores share: it is stepped as a locked instruction. */
void qc_look(void);

#endif
