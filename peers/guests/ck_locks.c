/* SPDX-License-Identifier: MIT */
/* Concurrency Kit's spinlocks. */
#include "peers/guests/contracts.h"

#if __has_include(<ck_spinlock.h>)
#include <ck_spinlock.h>

/* One that needs no node. */
#define CK_LOCK(kind, text, ...)                                             \
	struct ck_##kind##_lock {                                            \
		ck_spinlock_##kind##_t own;                                  \
	};                                                                   \
	struct ck_##kind##_node {                                            \
	};                                                                   \
	static inline void ck_##kind##_init(struct ck_##kind##_lock *lock)   \
	{                                                                    \
		ck_spinlock_##kind##_init(&lock->own);                       \
	}                                                                    \
	static inline void ck_##kind##_acquire(struct ck_##kind##_lock *lock, \
					       struct ck_##kind##_node *node) \
	{                                                                    \
		(void)node;                                                  \
		ck_spinlock_##kind##_lock(&lock->own);                       \
	}                                                                    \
	static inline void ck_##kind##_release(struct ck_##kind##_lock *lock, \
					       struct ck_##kind##_node *node) \
	{                                                                    \
		(void)node;                                                  \
		ck_spinlock_##kind##_unlock(&lock->own);                     \
	}                                                                    \
	static inline bool ck_##kind##_is_locked(                            \
		const struct ck_##kind##_lock *lock)                         \
	{                                                                    \
		return ck_spinlock_##kind##_locked(                          \
			(ck_spinlock_##kind##_t *)&lock->own);               \
	}                                                                    \
	LOCK(ck_##kind, text, ##__VA_ARGS__)

CK_LOCK(fas, "Concurrency Kit: swap until a zero comes out");
CK_LOCK(cas, "Concurrency Kit: compare and swap until it works");
CK_LOCK(ticket, "Concurrency Kit: tickets", .fair = true);

/* ---- MCS: the node is the caller's --------------------------------------- */

struct ck_mcs_lock {
	ck_spinlock_mcs_t tail;
};

struct ck_mcs_node {
	ck_spinlock_mcs_context_t own;
};

static inline void ck_mcs_init(struct ck_mcs_lock *lock)
{
	ck_spinlock_mcs_init(&lock->tail);
}

static inline void ck_mcs_acquire(struct ck_mcs_lock *lock,
				  struct ck_mcs_node *node)
{
	ck_spinlock_mcs_lock(&lock->tail, &node->own);
}

static inline void ck_mcs_release(struct ck_mcs_lock *lock,
				  struct ck_mcs_node *node)
{
	ck_spinlock_mcs_unlock(&lock->tail, &node->own);
}

static inline bool ck_mcs_is_locked(const struct ck_mcs_lock *lock)
{
	return ck_spinlock_mcs_locked((ck_spinlock_mcs_t *)&lock->tail);
}

LOCK(ck_mcs, "Concurrency Kit: MCS, each waiter spins in its own node",
     .fair = true);

/* ---- CLH: nodes change hands with the lock ------------------------------- */

/* They lie in the lock, so that its end is theirs: one for each core, and one
 * more. */
struct ck_clh_lock {
	ck_spinlock_clh_t *tail __attribute__((aligned(MACHINE_LINE_PAIR)));
	struct {
		ck_spinlock_clh_t own
			__attribute__((aligned(MACHINE_LINE_PAIR)));
	} cell[MACHINE_MAX_CORES + 1];
	struct {
		ck_spinlock_clh_t *cell /* this core's for now */
			__attribute__((aligned(MACHINE_LINE_PAIR)));
	} core[MACHINE_MAX_CORES];
};

struct ck_clh_node {
};

static inline void ck_clh_init(struct ck_clh_lock *lock)
{
	ck_spinlock_clh_init(&lock->tail, &lock->cell[MACHINE_MAX_CORES].own);
	for (unsigned i = 0; i < MACHINE_MAX_CORES; i++)
		lock->core[i].cell = &lock->cell[i].own;
}

static inline void ck_clh_acquire(struct ck_clh_lock *lock,
				  struct ck_clh_node *node)
{
	(void)node;
	ck_spinlock_clh_lock(&lock->tail, lock->core[machine_core()].cell);
}

static inline void ck_clh_release(struct ck_clh_lock *lock,
				  struct ck_clh_node *node)
{
	(void)node;
	ck_spinlock_clh_unlock(&lock->core[machine_core()].cell);
}

static inline bool ck_clh_is_locked(const struct ck_clh_lock *lock)
{
	return ck_spinlock_clh_locked((ck_spinlock_clh_t **)&lock->tail);
}

LOCK(ck_clh, "Concurrency Kit: CLH, each waiter spins in its predecessor's node",
     .fair = true);
#endif
