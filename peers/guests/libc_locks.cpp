/* SPDX-License-Identifier: MIT */
/* The locks that come with every compiler: pthread_spin, std::mutex. */
#include <mutex>
#include <new>
#include <pthread.h>

#include "peers/guests/contracts.h"

struct libc_spin_lock {
	pthread_spinlock_t own;
};

struct libc_spin_node {
};

static inline void libc_spin_init(struct libc_spin_lock *lock)
{
	pthread_spin_init(&lock->own, PTHREAD_PROCESS_PRIVATE);
}

static inline void libc_spin_acquire(struct libc_spin_lock *lock,
				     struct libc_spin_node *)
{
	pthread_spin_lock(&lock->own);
}

static inline void libc_spin_release(struct libc_spin_lock *lock,
				     struct libc_spin_node *)
{
	pthread_spin_unlock(&lock->own);
}

/* It cannot be asked but by trying. */
static inline bool libc_spin_is_locked(const struct libc_spin_lock *lock)
{
	auto own = const_cast<pthread_spinlock_t *>(&lock->own);

	if (pthread_spin_trylock(own))
		return true;
	pthread_spin_unlock(own);
	return false;
}

LOCK(libc_spin, "the C library's pthread_spin_lock()");

struct std_mutex_lock {
	std::mutex own;
};

struct std_mutex_node {
};

static inline void std_mutex_init(struct std_mutex_lock *lock)
{
	new (lock) std_mutex_lock;
}

static inline void std_mutex_acquire(struct std_mutex_lock *lock,
				     struct std_mutex_node *)
{
	lock->own.lock();
}

static inline void std_mutex_release(struct std_mutex_lock *lock,
				     struct std_mutex_node *)
{
	lock->own.unlock();
}

/* Not try_lock(), which its holder may not call. */
static inline bool std_mutex_is_locked(const struct std_mutex_lock *lock)
{
	auto own = const_cast<std::mutex *>(&lock->own)->native_handle();

	if (pthread_mutex_trylock(own))
		return true;
	pthread_mutex_unlock(own);
	return false;
}

LOCK(std_mutex, "C++'s std::mutex, whose waiters sleep");
