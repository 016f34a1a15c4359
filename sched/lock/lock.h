/* SPDX-License-Identifier: MIT */
/*
 * What a lock is. One lock a header, all with the same verbs; a lock called
 * NAME has in NAME.h, all static inline:
 *
 *	struct NAME_lock     the lock; NAME_init() or all zero bytes: free
 *	struct NAME_node     what one acquisition needs, on the caller's stack;
 *	                     empty where nothing is needed
 *	NAME_init(lock)
 *	NAME_acquire(lock, node)     returns when the caller holds it
 *	NAME_release(lock, node)     the node of that acquisition, same core
 *	NAME_try(lock, node)         optional; true: the caller holds it
 *	NAME_is_locked(lock)         a hint: held, or somebody is about to
 *
 * and in locks.c a LOCK() line, by which the experiments and the tests find it.
 * A lock of your own may be one file with all of that. What it says of cost is
 * in units of docs/method.md: RMW (a locked read-modify-write of a line this
 * core owns), XST (an exchange and a plain store to such a line) and LINE (a
 * cache line moves from one core to another).
 *
 * Contract of all of them: any core, inside and outside the scheduler; a
 * holder neither yields nor sleeps; not from a trap handler that can
 * interrupt a holder or a waiter of the same lock; no recursion. What the
 * lock protects is plain data.
 *
 * A release store names its partners (R1, R2 ...) and so does an acquire load
 * (A1, A2 ...); the numbers count within the file.
 */
#ifndef SCHED_LOCK_LOCK_H
#define SCHED_LOCK_LOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/machine.h"
#include "kernel/registry.h"

/* Room for any lock's node, on a line of its own: waiters spin there. */
union lock_node {
	uint8_t room[MACHINE_LINE];
} __attribute__((aligned(MACHINE_LINE)));

struct lock_kind {
	const char *name;    /* as in the records; words joined by '/' */
	const char *summary; /* one sentence */
	const char *paper;   /* where the algorithm was published */
	bool fair;           /* first come, first served */
	size_t size, align;  /* of the lock; zeroed memory of it is free */

	/* The verbs out of line; try is NULL where the lock has none. */
	void (*init)(void *lock);
	void (*acquire)(void *lock, union lock_node *node);
	void (*release)(void *lock, union lock_node *node);
	bool (*try)(void *lock, union lock_node *node);
	bool (*is_locked)(const void *lock);

	/* To be timed: count times acquire + release, the verbs inlined. */
	void (*pairs)(void *lock, uint64_t count);
};

/* for (const struct lock_kind *const *entry ...) over all of them. */
REGISTRY(qc_locks, const struct lock_kind);
#define LOCK_EACH(entry) REGISTRY_EACH(qc_locks, const struct lock_kind, entry)

/*
 * LOCK(mine, "what it is", .paper = "...", .fair = true) announces a lock;
 * LOCK_AS gives it a name for the records that C would not take. With
 * LOCK_TRY(mine); above and .try = mine_any_try among the rest it has a try.
 */
#define LOCK(id, text, ...) LOCK_AS(id, #id, text, ##__VA_ARGS__)

#define LOCK_AS(id, record_name, text, ...)                                  \
	_Static_assert(sizeof(struct id##_node) <= sizeof(union lock_node),  \
		       "a node of " #id " does not fit");                    \
	static void id##_any_init(void *lock)                                \
	{                                                                    \
		id##_init((struct id##_lock *)lock);                         \
	}                                                                    \
	static void id##_any_acquire(void *lock, union lock_node *node)      \
	{                                                                    \
		id##_acquire((struct id##_lock *)lock,                       \
			     (struct id##_node *)node);                      \
	}                                                                    \
	static void id##_any_release(void *lock, union lock_node *node)      \
	{                                                                    \
		id##_release((struct id##_lock *)lock,                       \
			     (struct id##_node *)node);                      \
	}                                                                    \
	static bool id##_any_is_locked(const void *lock)                     \
	{                                                                    \
		return id##_is_locked((const struct id##_lock *)lock);       \
	}                                                                    \
	__attribute__((noinline))                                            \
	static void id##_pairs(void *of, uint64_t count)                     \
	{                                                                    \
		struct id##_lock *lock = (struct id##_lock *)of;             \
		struct id##_node node;                                       \
									     \
		while (count--) {                                            \
			id##_acquire(lock, &node);                           \
			id##_release(lock, &node);                           \
		}                                                            \
	}                                                                    \
	static const struct lock_kind lock_kind_##id = {                     \
		.name = record_name, .summary = text, ##__VA_ARGS__,         \
		.size = sizeof(struct id##_lock),                            \
		.align = _Alignof(struct id##_lock),                         \
		.init = id##_any_init, .acquire = id##_any_acquire,          \
		.release = id##_any_release,                                 \
		.is_locked = id##_any_is_locked, .pairs = id##_pairs };      \
	REGISTER(qc_locks, lock_kind_##id)

#define LOCK_TRY(id)                                                         \
	static bool id##_any_try(void *lock, union lock_node *node)          \
	{                                                                    \
		return id##_try((struct id##_lock *)lock,                    \
				(struct id##_node *)node);                   \
	}                                                                    \
	_Static_assert(true, "")

#endif
