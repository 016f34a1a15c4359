/* SPDX-License-Identifier: MIT */
/*
 * Locks that are wrong, each in its own way: all of them have to fail their
 * validation, in the image and under Linux (tests/wrong/campaign.py). Alone,
 * most of them are right.
 */
#include <stdbool.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/lock/lock.h"

/* What any of them may need. */
struct words {
	uint32_t held;
	uint32_t next, serving;
	uint32_t own[2], turn;
};

static inline void take(uint32_t *word)
{
	while (atomic_swap_acquire(word, 1))
		cpu_relax();
}

static inline void give(uint32_t *word)
{
	atomic_store_release(word, 0);
}

/* A lock of that name: what release does to `lock`, and is_locked; its body is
 * what acquire does. */
#define WRONG(id, text, release, locked, ...)                                \
	struct id##_lock { struct words words; };                            \
	struct id##_node { };                                                \
	static inline void id##_enter(struct words *lock);                   \
	static inline void id##_init(struct id##_lock *of)                   \
	{                                                                    \
		of->words = (struct words){ 0 };                             \
	}                                                                    \
	static inline void id##_acquire(struct id##_lock *of,                \
					struct id##_node *node)              \
	{                                                                    \
		(void)node;                                                  \
		id##_enter(&of->words);                                      \
	}                                                                    \
	static inline void id##_release(struct id##_lock *of,                \
					struct id##_node *node)              \
	{                                                                    \
		struct words *lock = &of->words;                             \
									     \
		(void)node, (void)lock;                                      \
		release;                                                     \
	}                                                                    \
	static inline bool id##_is_locked(const struct id##_lock *of)        \
	{                                                                    \
		const struct words *lock = &of->words;                       \
									     \
		(void)lock;                                                  \
		return locked;                                               \
	}                                                                    \
	LOCK(id, text, ##__VA_ARGS__);                                       \
	static inline void id##_enter(                                       \
		__attribute__((unused)) struct words *lock)

#define HELD atomic_load_relaxed(&lock->held)
#define ANY_OWN atomic_load_relaxed(&lock->own[0]) |                         \
		atomic_load_relaxed(&lock->own[1])

/* ---- who may enter ------------------------------------------------------- */

WRONG(nothing, "acquire and release do nothing", , HELD)
{
}

WRONG(plain_store, "acquire stores and does not look", give(&lock->held), HELD)
{
	atomic_store_relaxed(&lock->held, 1);
}

WRONG(two_steps, "looks, then takes", give(&lock->held), HELD)
{
	while (atomic_load_acquire(&lock->held))
		cpu_relax();
	atomic_store_relaxed(&lock->held, 1);
}

WRONG(early_release, "lets go once it is in", give(&lock->held), HELD)
{
	take(&lock->next);
	atomic_store_relaxed(&lock->held, 1);
	give(&lock->next);
}

WRONG(own_word, "each core locks a word of its own",
      give(&lock->own[machine_core() % 2]), ANY_OWN)
{
	take(&lock->own[machine_core() % 2]);
}

WRONG(impatient, "enters after fifty looks in vain", give(&lock->held), HELD)
{
	for (unsigned i = 0; atomic_swap_acquire(&lock->held, 1) && i < 50; i++)
		cpu_relax();
}

WRONG(by_force, "who waits releases what another holds", give(&lock->held),
      HELD)
{
	for (unsigned i = 0; atomic_swap_acquire(&lock->held, 1); i++)
		if (i % 64 == 63)
			give(&lock->held);
}

/* ---- tickets -------------------------------------------------------------- */

#define TICKETS atomic_load_relaxed(&lock->next) !=                          \
		atomic_load_relaxed(&lock->serving)

/* Numbers of so many bits; entered at any number that has passed. */
static inline void draw(struct words *lock, uint32_t mask)
{
	uint32_t number = atomic_add_relaxed(&lock->next, 1) & mask;

	while ((atomic_load_acquire(&lock->serving) & mask) < number)
		cpu_relax();
}

static inline void serve(struct words *lock, uint32_t by)
{
	atomic_add_release(&lock->serving, by);
}

WRONG(wraps_at_8, "two owners after 256 tickets", serve(lock, 1), TICKETS)
{
	draw(lock, 0xff);
}

WRONG(wraps_at_16, "two owners after 65536 tickets", serve(lock, 1), TICKETS)
{
	draw(lock, 0xffff);
}

static inline void wait_for(struct words *lock, uint32_t number)
{
	while ((int32_t)(atomic_load_acquire(&lock->serving) - number) < 0)
		cpu_relax();
}

/* The same number twice, if two draw at once. */
WRONG(same_ticket, "draws a ticket in two steps",
      atomic_store_release(&lock->serving, atomic_load_relaxed(&lock->next)),
      TICKETS)
{
	uint32_t number = atomic_load_relaxed(&lock->next);

	atomic_store_relaxed(&lock->next, number + 1);
	wait_for(lock, number);
}

static inline uint32_t waiting(const struct words *lock)
{
	return atomic_load_relaxed(&lock->next) -
	       atomic_load_relaxed(&lock->serving);
}

WRONG(serves_two, "a release lets two in where one waits",
      serve(lock, waiting(lock) > 1 ? 2 : 1), TICKETS)
{
	wait_for(lock, atomic_add_relaxed(&lock->next, 1));
}

/* ---- who never comes back ------------------------------------------------- */

WRONG(waits_alone, "acquire waits on a free lock, for ever", give(&lock->held),
      HELD)
{
	for (;;)
		cpu_relax();
}

WRONG(forgets_who_waits, "one release in 64 where another waits is forgotten",
      if (waiting(lock) < 2 || ++lock->turn % 64) serve(lock, 1), TICKETS)
{
	wait_for(lock, atomic_add_relaxed(&lock->next, 1));
}

/* ---- verbs that lie -------------------------------------------------------- */

WRONG(always_free, "is_locked is always false", give(&lock->held), false)
{
	take(&lock->held);
}

/* A right lock but for its try, whose body it is. */
#define WRONG_TRY(id, text)                                                  \
	static bool id##_look(uint32_t *held);                               \
	static bool id##_any_try(void *lock, union lock_node *node)          \
	{                                                                    \
		(void)node;                                                  \
		return id##_look(&((struct words *)lock)->held);             \
	}                                                                    \
	WRONG(id, text, give(&lock->held), HELD, .try = id##_any_try)        \
	{                                                                    \
		take(&lock->held);                                           \
	}                                                                    \
	static bool id##_look(__attribute__((unused)) uint32_t *held)

WRONG_TRY(lying_try, "try says that it took what another holds")
{
	return true;
}

WRONG_TRY(freeing_try, "a try in vain frees the lock")
{
	bool got = !atomic_swap_acquire(held, 1);

	if (!got)
		give(held);
	return got;
}

WRONG_TRY(rare_try, "one try in sixteen takes what another holds")
{
	static uint32_t count;

	return !atomic_swap_acquire(held, 1) ||
	       !(atomic_add_relaxed(&count, 1) % 16);
}

/* ---- seldom, or late ---------------------------------------------------- */

WRONG(walks_in, "one entry in 150,000 does not look", give(&lock->held), HELD)
{
	static uint32_t count;

	if (atomic_add_relaxed(&count, 1) % 150000 != 149999)
		take(&lock->held);
}

WRONG(wraps_late, "tickets wrap at 2^20, what is served does not",
      atomic_store_release(&lock->serving, lock->serving + 1), TICKETS)
{
	wait_for(lock, atomic_add_relaxed(&lock->next, 1) & 0xfffffu);
}

/* ---- the explorer's: x86 hides it, or shows it seldom ------------------------ */

/* For two cores. */
WRONG(no_fence, "Peterson's without its fence",
      give(&lock->own[machine_core() % 2]), ANY_OWN)
{
	uint32_t me = machine_core() % 2;

	atomic_store_relaxed(&lock->own[me], 1);
	atomic_store_relaxed(&lock->turn, !me);
	while (atomic_load_acquire(&lock->own[!me]) &&
	       atomic_load_acquire(&lock->turn) == !me)
		cpu_relax();
}

WRONG(relaxed_acquire, "acquire orders nothing", give(&lock->held), HELD)
{
	while (atomic_swap_relaxed(&lock->held, 1))
		cpu_relax();
}

WRONG(relaxed_release, "release orders nothing",
      atomic_store_relaxed(&lock->held, 0), HELD)
{
	take(&lock->held);
}

/* ---- it hangs, when it is timed ---------------------------------------- */

#define TIRED 8000000u /* entries; its validation needs two millions */

#define HANGS WRONG
HANGS(tires, "never comes back after eight million entries",
      give(&lock->held), HELD)
{
	take(&lock->held);
	while (lock->next == TIRED)
		cpu_relax();
	lock->next++;
}
