/* SPDX-License-Identifier: MIT */
/* oneTBB's locks. */
#if __has_include(<tbb/spin_mutex.h>)
#include <new>
#include <tbb/queuing_mutex.h>
#include <tbb/spin_mutex.h>

/* After theirs, which has a function of the name of a macro of ours. */
#include "peers/guests/contracts.h"

struct tbb_spin_lock {
	tbb::spin_mutex own;
};

struct tbb_spin_node {
};

static inline void tbb_spin_init(struct tbb_spin_lock *lock)
{
	new (lock) tbb_spin_lock;
}

static inline void tbb_spin_acquire(struct tbb_spin_lock *lock,
				    struct tbb_spin_node *)
{
	lock->own.lock();
}

static inline void tbb_spin_release(struct tbb_spin_lock *lock,
				    struct tbb_spin_node *)
{
	lock->own.unlock();
}

/* It cannot be asked but by trying. */
static inline bool tbb_spin_is_locked(const struct tbb_spin_lock *lock)
{
	auto own = const_cast<tbb::spin_mutex *>(&lock->own);

	if (!own->try_lock())
		return true;
	own->unlock();
	return false;
}

LOCK(tbb_spin, "oneTBB: spin_mutex");

/* ---- its MCS lock ---------------------------------------------------------- */

using tbb_entry = tbb::queuing_mutex::scoped_lock;

struct tbb_queuing_lock {
	tbb::queuing_mutex own;
};

/* Bare memory: the constructor only clears what acquire() sets. */
struct tbb_queuing_node {
	alignas(tbb_entry) unsigned char room[sizeof(tbb_entry)];
};

static inline tbb_entry *tbb_entry_in(struct tbb_queuing_node *node)
{
	return reinterpret_cast<tbb_entry *>(node->room);
}

static inline void tbb_queuing_init(struct tbb_queuing_lock *lock)
{
	new (lock) tbb_queuing_lock;
}

static inline void tbb_queuing_acquire(struct tbb_queuing_lock *lock,
				       struct tbb_queuing_node *node)
{
	tbb_entry_in(node)->acquire(lock->own);
}

static inline void tbb_queuing_release(struct tbb_queuing_lock *,
				       struct tbb_queuing_node *node)
{
	tbb_entry_in(node)->release();
}

static inline bool tbb_queuing_is_locked(const struct tbb_queuing_lock *lock)
{
	tbb_entry entry;

	return !entry.try_acquire(
		const_cast<tbb::queuing_mutex &>(lock->own));
}

LOCK(tbb_queuing, "oneTBB: queuing_mutex, each waiter spins in its own node",
     .fair = true);
#endif
