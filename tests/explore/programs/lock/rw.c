/* SPDX-License-Identifier: MIT */
/*
 * The reader-writer lock: as a lock, by its writers; what readers see; and who
 * waits for whom. For the last, the moments at which somebody comes are those
 * of the lock's own exchanges, so three of the macros tell of them here.
 */
#include "kernel/atomic.h"

static void rw_came(const void *word, uint32_t before);
static void rw_left(void);

#undef atomic_add_acquire
#define atomic_add_acquire(p, v)                                             \
	({                                                                   \
		uint32_t rw_before = EXPLORE_RMW_(p, v, ADD, ACQUIRE);       \
		rw_came(p, rw_before);                                       \
		rw_before;                                                   \
	})
#undef atomic_and_release
#define atomic_and_release(p, v)                                             \
	({                                                                   \
		uint32_t rw_before = EXPLORE_RMW_(p, v, AND, RELEASE);       \
		rw_left();                                                   \
		rw_before;                                                   \
	})

#include "sched/lock/rw.h"

#define LOCK rw
#define LOCK_TRIES
#define LOCK_FAIR
#include "tests/explore/programs/lock/programs.h"

/* ---- readers share, writers exclude ------------------------------------ */

static uint32_t rw_reading, rw_writing; /* atomic: that many are inside */

static void rw_setup(void)
{
	lock_programs_setup();
	rw_reading = rw_writing = 0;
}

static void rw_enter(unsigned self)
{
	rw_acquire_read(&lock_programs_lock, &lock_programs_node[self]);
	explore_check(!atomic_load_relaxed(&rw_writing),
		      "a reader came in to a writer");
	atomic_add_relaxed(&rw_reading, 1);
}

static void rw_leave(unsigned self)
{
	atomic_sub_relaxed(&rw_reading, 1);
	rw_release_read(&lock_programs_lock, &lock_programs_node[self]);
}

static void rw_read(unsigned self)
{
	uint32_t first;

	rw_enter(self);
	first = payload_load(&lock_programs_count);
	explore_check(first == payload_load(&lock_programs_count),
		      "what a reader reads has changed");
	rw_leave(self);
}

static void rw_inside(unsigned self)
{
	atomic_add_relaxed(&rw_writing, 1);
	explore_check(!atomic_load_relaxed(&rw_reading),
		      "a writer came in to a reader");
	lock_programs_hold(self);
	atomic_sub_relaxed(&rw_writing, 1);
	rw_release(&lock_programs_lock, &lock_programs_node[self]);
}

static void rw_write(unsigned self)
{
	rw_acquire(&lock_programs_lock, &lock_programs_node[self]);
	rw_inside(self);
}

static void rw_write_if_free(unsigned self)
{
	if (rw_try(&lock_programs_lock, &lock_programs_node[self]))
		rw_inside(self);
}

#define RW_PROGRAM(id, threads_, ...)                                        \
	static void id##_thread(unsigned self);                              \
	EXPLORE_PROGRAM(id) = {                                              \
		.name = "lock_" #id, .threads = threads_, .setup = rw_setup, \
		.thread = id##_thread, .finish = lock_programs_free_again,   \
		.bound = __VA_ARGS__, .ordered = true,                       \
	};                                                                   \
	static void id##_thread(unsigned self)

/* Two read what one writes, who writes again by a try. */
RW_PROGRAM(rw_readers, 3, { 3, 2, 3 })
{
	if (self) {
		rw_read(self);
		return;
	}
	rw_write(self);
	rw_write_if_free(self);
}

/* Two write what one reads. */
RW_PROGRAM(rw_writers, 3, { 3, 2, 3 })
{
	if (self)
		rw_write(self);
	else
		rw_read(self);
}

/* A try that fails must not pass for the end of a phase. */
RW_PROGRAM(rw_phases, 2, { 4, 3, 4 })
{
	rw_readers_thread(self);
	if (!self)
		rw_write(self);
}

/* A try that fails has read the phase, which the next writer changes. */
RW_PROGRAM(rw_try_beside, 3, { 2, 1, 2 })
{
	if (!self)
		rw_read(self);
	else if (self == 1)
		rw_write_if_free(self);
	else
		rw_write(self);
}

/* Has to fail: two readers are inside at once. */
RW_PROGRAM(rw_share, 2, { 1, 1, 1 }, .fails = EXPLORE_EACH)
{
	rw_enter(self);
	explore_check(atomic_load_relaxed(&rw_reading) < 2, "both read");
	rw_leave(self);
}

/* ---- who waits for whom ------------------------------------------------ */

/* Known to the checks only: not what the lock orders. */
#define RW_CHECK __attribute__((noinline, no_sanitize("thread")))

static uint32_t rw_entered, rw_ended; /* writers, since the start */
static struct { bool marked; uint32_t entered, ended; } rw_at_come;

static void rw_turns_setup(void)
{
	rw_setup();
	rw_entered = rw_ended = 0;
}

/* The reader is in the line: a mark tells it of a writer before it. */
RW_CHECK static void rw_came(const void *word, uint32_t before)
{
	(void)word;
	rw_at_come.marked = before & RW_WRITERS;
	rw_at_come.entered = rw_entered;
	rw_at_come.ended = rw_ended;
}

RW_CHECK static void rw_left(void)
{
	rw_ended++;
}

RW_CHECK static void rw_count_entry(void)
{
	rw_entered++;
}

/* Phases alternate. */
RW_CHECK static void rw_check_turn(void)
{
	explore_check(rw_entered - rw_at_come.entered <= 1,
		      "a reader has waited for more than one writer");
	explore_check(!rw_at_come.marked || rw_ended != rw_at_come.ended,
		      "a reader came in before the writer that was there");
}

static void rw_turns_thread(unsigned self)
{
	if (!self) {
		rw_acquire_read(&lock_programs_lock, &lock_programs_node[0]);
		rw_check_turn();
		rw_release_read(&lock_programs_lock, &lock_programs_node[0]);
		return;
	}
	for (unsigned i = 0; i < self; i++) {
		rw_acquire(&lock_programs_lock, &lock_programs_node[self]);
		rw_count_entry();
		rw_release(&lock_programs_lock, &lock_programs_node[self]);
	}
}

EXPLORE_PROGRAM(rw_turns) = {
	.name = "lock_rw_turns", .threads = 3, .setup = rw_turns_setup,
	.thread = rw_turns_thread, .finish = lock_programs_free_again,
	.bound = { 3, 2, 2 },
};
