/* SPDX-License-Identifier: MIT */
/*
 * Ours beside what others wrote: one program, one run, one clock.
 *
 * Each library is a translation unit that adds rows; main.c goes round all
 * rows, repetition by repetition, so that a clock or a neighbour that changes
 * changes all of them alike. Around each repetition stands the row's floor,
 * measured at once before and after it: the ratio of the two is the result.
 *
 * Two cores: the main thread on one (side 0), a helper on the other (side 1).
 * Plain C, and C++ includes it too.
 */
#ifndef PEERS_PEERS_H
#define PEERS_PEERS_H

#include <stdbool.h>
#include <stdint.h>
#include <x86intrin.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PEERS_SIDES 2u
#define PEERS_LINE __attribute__((aligned(128)))

/* What a row is compared with, and how many of it the operation needs. */
enum peers_floor {
	PEERS_NO_FLOOR,
	PEERS_RMW,    /* a locked add in L1 */
	PEERS_RMW2,   /* two of them */
	PEERS_XST,    /* an exchange, then a plain store, of one line in L1:
		       * what a spinlock takes and gives back */
	PEERS_XST2,   /* two of them */
	PEERS_CALL,   /* an indirect call and its return */
	PEERS_LINE_1, /* a cache line, one way to the other core */
	PEERS_STAMP,  /* rdtsc */
	PEERS_SYSCALL,
};

struct peers_row {
	const char *row; /* the operation */
	const char *who; /* "ours/..." or "library/..." */
	enum peers_floor floor;

	/* One repetition: ticks per operation; negative: it did not end in
	 * time, or its sums did not agree. Milliseconds at most. */
	double (*measure)(const struct peers_row *row);
	const void *of;  /* what measure() works on */

	/* Its name, where something stands beside the ticks. */
	const char *also;
	double (*measure_also)(const struct peers_row *row);

	/* Its operation gives up the core, so that switches do not tell a
	 * disturbed repetition from a quiet one. */
	bool switches;
};

/* Adds a row; *row is copied. */
void peers_add(struct peers_row row);

/* Says on stderr why something is not compared. */
void peers_skip(const char *who, const char *why);

/*
 * Runs side(0, arg) here and side(1, arg) on the other core, leaving one
 * barrier together. Ticks from there until both have ended.
 */
typedef void (*peers_side)(unsigned me, void *arg);
uint64_t peers_pair(peers_side side, void *arg);

/* False where the machine has one core only: no pairs then. */
bool peers_two_cores(void);

/* Pins the calling thread to a side's core, or to both. */
void peers_pin(unsigned side);
void peers_pin_both(void);

/* The calling thread is that core for our code from now on; false: it cannot. */
bool peers_core(unsigned side);

/* Ticks that a single repetition may last; then its waits give up. */
#define PEERS_PATIENCE 800000000ull

static inline uint64_t peers_now(void)
{
	return __rdtsc();
}

/*
 * One turn of a wait, and whether to give up: 1, 2, 4, then 8 PAUSEs, the same
 * for ours and for theirs. The clock is read now and then only.
 */
static inline bool peers_give_up(uint32_t *turns, uint64_t since)
{
	uint32_t pauses = *turns < 3 ? 1u << *turns : 8;

	while (pauses--)
		_mm_pause();
	return (++*turns & 1023) == 0 &&
	       __rdtsc() - since > PEERS_PATIENCE;
}

/* The compiler may keep nothing in registers across it. */
#define peers_barrier() __asm__ volatile("" ::: "memory")

/* Ticks per operation of `n` of them: PEERS_TIME(1000, lock(); unlock();) */
#define PEERS_TIME(n, ...)                                                   \
	__extension__({                                                      \
		uint64_t begin_ = peers_now();                               \
		for (uint32_t i_ = 0; i_ < (n); i_++) {                      \
			__VA_ARGS__                                          \
			peers_barrier();                                     \
		}                                                            \
		(double)(peers_now() - begin_) / (n);                        \
	})

/* Ticks of a floor, measured now. */
double peers_floor_now(enum peers_floor floor);
const char *peers_floor_name(enum peers_floor floor);

/* Each translation unit's rows. */
void peers_floors(void);
void peers_ours_lock(void);
void peers_ours_queue(void);
void peers_ours_fiber(void);
void peers_ours_sched(void);
void peers_libc(void);
void peers_kernel(void);
void peers_tbb(void);
void peers_dispatch(void);
void peers_ours_dispatch(void);
void peers_tbb_dispatch(void);
void peers_ck(void);
void peers_boost(void);
void peers_boost_fiber(void);
void peers_dpdk(void);

#ifdef __cplusplus
}
#endif

#endif
