/* SPDX-License-Identifier: MIT */
/* kernel/atomic.h, whose every access and PAUSE takes counted time. A macro is
 * not expanded in itself: what stands behind the comma is the compiler's. */
#ifndef TESTS_MACHINE_KERNEL_ATOMIC_H
#define TESTS_MACHINE_KERNEL_ATOMIC_H

#include "tests/machine/machine.h"

#define __atomic_load_n(...) (counted_look(), __atomic_load_n(__VA_ARGS__))
#define __atomic_store_n(...) (counted_look(), __atomic_store_n(__VA_ARGS__))
#define __atomic_fetch_add(...) (counted_look(), __atomic_fetch_add(__VA_ARGS__))
#define __atomic_fetch_sub(...) (counted_look(), __atomic_fetch_sub(__VA_ARGS__))
#define __atomic_fetch_or(...) (counted_look(), __atomic_fetch_or(__VA_ARGS__))
#define __atomic_fetch_and(...) (counted_look(), __atomic_fetch_and(__VA_ARGS__))
#define __atomic_exchange_n(...)                                             \
	(counted_look(), __atomic_exchange_n(__VA_ARGS__))
#define __atomic_compare_exchange_n(...)                                     \
	(counted_look(), __atomic_compare_exchange_n(__VA_ARGS__))
#define __atomic_thread_fence(...)                                           \
	(counted_look(), __atomic_thread_fence(__VA_ARGS__))
#define __builtin_ia32_pause() counted_pause()

#include_next "kernel/atomic.h"

#endif
