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

/* A lock of that name: what acquire and release do to `lock`, and is_locked. */
#define WRONG(id, text, acquire, release, locked, ...)                       \
	struct id##_lock { struct words words; };                            \
	struct id##_node { };                                                \
	static inline void id##_init(struct id##_lock *of)                   \
	{                                                                    \
		of->words = (struct words){ 0 };                             \
	}                                                                    \
	static inline void id##_acquire(struct id##_lock *of,                \
					struct id##_node *node)              \
	{                                                                    \
		struct words *lock = &of->words;                             \
									     \
		(void)node, (void)lock;                                      \
		acquire;                                                     \
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
	LOCK(id, text, ##__VA_ARGS__)

#define HELD atomic_load_relaxed(&lock->held)

/* ---- who may enter ------------------------------------------------------- */

WRONG(nothing, "acquire and release do nothing", , , HELD);

WRONG(plain_store, "acquire stores and does not look",
      atomic_store_relaxed(&lock->held, 1), give(&lock->held), HELD);

static inline void look_then_take(uint32_t *word)
{
	while (atomic_load_acquire(word))
		cpu_relax();
	atomic_store_relaxed(word, 1);
}

WRONG(two_steps, "looks, then takes", look_then_take(&lock->held),
      give(&lock->held), HELD);

static inline void take_and_let_go(struct words *lock)
{
	take(&lock->next);
	atomic_store_relaxed(&lock->held, 1);
	give(&lock->next);
}

WRONG(early_release, "lets go once it is in", take_and_let_go(lock),
      give(&lock->held), HELD);

WRONG(own_word, "each core locks a word of its own",
      take(&lock->own[machine_core() % 2]),
      give(&lock->own[machine_core() % 2]),
      atomic_load_relaxed(&lock->own[0]) | atomic_load_relaxed(&lock->own[1]));

static inline void take_impatiently(uint32_t *word)
{
	for (unsigned i = 0; atomic_swap_acquire(word, 1) && i < 50; i++)
		cpu_relax();
}

WRONG(impatient, "enters after fifty looks in vain",
      take_impatiently(&lock->held), give(&lock->held), HELD);

static inline void take_by_force(uint32_t *word)
{
	for (unsigned i = 0; atomic_swap_acquire(word, 1); i++)
		if (i % 64 == 63)
			give(word);
}

WRONG(by_force, "who waits releases what another holds",
      take_by_force(&lock->held), give(&lock->held), HELD);

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

WRONG(wraps_at_8, "two owners after 256 tickets", draw(lock, 0xff),
      serve(lock, 1), TICKETS);
WRONG(wraps_at_16, "two owners after 65536 tickets", draw(lock, 0xffff),
      serve(lock, 1), TICKETS);

/* The same number twice, if two draw at once. */
static inline void draw_in_two_steps(struct words *lock)
{
	uint32_t number = atomic_load_relaxed(&lock->next);

	atomic_store_relaxed(&lock->next, number + 1);
	while ((int32_t)(atomic_load_acquire(&lock->serving) - number) < 0)
		cpu_relax();
}

static inline void serve_all(struct words *lock)
{
	atomic_store_release(&lock->serving,
			     atomic_load_relaxed(&lock->next));
}

WRONG(same_ticket, "draws a ticket in two steps", draw_in_two_steps(lock),
      serve_all(lock), TICKETS);

static inline void draw_one(struct words *lock)
{
	uint32_t number = atomic_add_relaxed(&lock->next, 1);

	while ((int32_t)(atomic_load_acquire(&lock->serving) - number) < 0)
		cpu_relax();
}

/* One more than it should, if somebody waits. */
static inline void serve_too_many(struct words *lock)
{
	uint32_t waiting = atomic_load_relaxed(&lock->next) -
			   atomic_load_relaxed(&lock->serving);

	serve(lock, waiting > 1 ? 2 : 1);
}

WRONG(serves_two, "a release lets two in where one waits", draw_one(lock),
      serve_too_many(lock), TICKETS);

/* ---- who never comes back ------------------------------------------------- */

static inline void wait_for_ever(void)
{
	for (;;)
		cpu_relax();
}

WRONG(waits_alone, "acquire waits on a free lock, for ever", wait_for_ever(),
      give(&lock->held), HELD);

static inline void serve_or_forget(struct words *lock)
{
	uint32_t waiting = atomic_load_relaxed(&lock->next) -
			   atomic_load_relaxed(&lock->serving);

	if (waiting < 2 || ++lock->turn % 64)
		serve(lock, 1);
}

WRONG(forgets_who_waits, "one release in 64 where another waits is forgotten",
      draw_one(lock), serve_or_forget(lock), TICKETS);

/* ---- verbs that lie -------------------------------------------------------- */

WRONG(always_free, "is_locked is always false", take(&lock->held),
      give(&lock->held), false);

#define TRIES(id, body)                                                      \
	struct id##_lock;                                                    \
	struct id##_node;                                                    \
	static inline bool id##_try(struct id##_lock *of,                    \
				    struct id##_node *node)                  \
	{                                                                    \
		uint32_t *held = &((struct words *)of)->held;                \
									     \
		(void)node;                                                  \
		body;                                                        \
	}                                                                    \
	LOCK_TRY(id)

TRIES(lying_try, { (void)held; return true; });
WRONG(lying_try, "try says that it took what another holds",
      take(&lock->held), give(&lock->held), HELD, .try = lying_try_any_try);

TRIES(freeing_try, {
	bool got = !atomic_swap_acquire(held, 1);

	if (!got)
		give(held);
	return got;
});
WRONG(freeing_try, "a try in vain frees the lock",
      take(&lock->held), give(&lock->held), HELD, .try = freeing_try_any_try);

TRIES(rare_try, {
	static uint32_t count;

	return !atomic_swap_acquire(held, 1) ||
	       !(atomic_add_relaxed(&count, 1) % 16);
});
WRONG(rare_try, "one try in sixteen takes what another holds",
      take(&lock->held), give(&lock->held), HELD, .try = rare_try_any_try);

/* ---- seldom, or late ---------------------------------------------------- */

static inline void take_or_walk_in(uint32_t *word)
{
	static uint32_t count;

	if (atomic_add_relaxed(&count, 1) % 150000 != 149999)
		take(word);
}

WRONG(walks_in, "one entry in 150,000 does not look",
      take_or_walk_in(&lock->held), give(&lock->held), HELD);

#define LATE_MASK 0xfffffu

static inline void take_ticket_of_20_bits(struct words *lock)
{
	uint32_t ticket = atomic_add_relaxed(&lock->next, 1) & LATE_MASK;

	while ((int32_t)(atomic_load_acquire(&lock->serving) - ticket) < 0)
		cpu_relax();
}

WRONG(wraps_late, "tickets wrap at 2^20, what is served does not",
      take_ticket_of_20_bits(lock),
      atomic_store_release(&lock->serving, lock->serving + 1),
      atomic_load_relaxed(&lock->serving) !=
      atomic_load_relaxed(&lock->next));

/* ---- the explorer's: x86 hides it, or shows it seldom ------------------------ */

/* Peterson's for two cores. */
static inline void take_unfenced(struct words *lock)
{
	uint32_t me = machine_core() % 2;

	atomic_store_relaxed(&lock->own[me], 1);
	atomic_store_relaxed(&lock->turn, !me);
	while (atomic_load_acquire(&lock->own[!me]) &&
	       atomic_load_acquire(&lock->turn) == !me)
		cpu_relax();
}

WRONG(no_fence, "Peterson's without its fence", take_unfenced(lock),
      give(&lock->own[machine_core() % 2]),
      atomic_load_relaxed(&lock->own[0]) | atomic_load_relaxed(&lock->own[1]));

static inline void take_relaxed(uint32_t *word)
{
	while (atomic_swap_relaxed(word, 1))
		cpu_relax();
}

WRONG(relaxed_acquire, "acquire orders nothing",
      take_relaxed(&lock->held), give(&lock->held), HELD);
WRONG(relaxed_release, "release orders nothing", take(&lock->held),
      atomic_store_relaxed(&lock->held, 0), HELD);

/* ---- it hangs, when it is timed ---------------------------------------- */

#define TIRED 8000000u /* entries; its validation needs two millions */

static inline void take_until_tired(struct words *lock)
{
	take(&lock->held);
	while (lock->next == TIRED)
		cpu_relax();
	lock->next++;
}

#define HANGS WRONG
HANGS(tires, "never comes back after eight million entries",
      take_until_tired(lock), give(&lock->held), HELD);
