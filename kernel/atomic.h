/* SPDX-License-Identifier: MIT */
/*
 * Shared words. Every word that two cores touch goes through this file, with
 * its order spelled out in the name; an acquire or a release at a call site
 * names its partner. One header, so that the interleaving explorer of the
 * host tests can put its own in its place.
 *
 * Orders: relaxed (no order), acquire (nothing after moves before it),
 * release (nothing before moves after it), acq_rel (both), seq_cst (both,
 * and one total order with the other seq_cst ones; on x86 a store needs a
 * locked instruction for that).
 */
#ifndef KERNEL_ATOMIC_H
#define KERNEL_ATOMIC_H

#include <stdbool.h>
#include <stdint.h>

#define atomic_load_relaxed(p) __atomic_load_n((p), __ATOMIC_RELAXED)
#define atomic_load_acquire(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
#define atomic_load_seq_cst(p) __atomic_load_n((p), __ATOMIC_SEQ_CST)

#define atomic_store_relaxed(p, v) __atomic_store_n((p), (v), __ATOMIC_RELAXED)
#define atomic_store_release(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)

#define atomic_add_relaxed(p, v) __atomic_fetch_add((p), (v), __ATOMIC_RELAXED)
#define atomic_add_acquire(p, v) __atomic_fetch_add((p), (v), __ATOMIC_ACQUIRE)
#define atomic_add_release(p, v) __atomic_fetch_add((p), (v), __ATOMIC_RELEASE)
#define atomic_add_acq_rel(p, v) __atomic_fetch_add((p), (v), __ATOMIC_ACQ_REL)
#define atomic_sub_relaxed(p, v) __atomic_fetch_sub((p), (v), __ATOMIC_RELAXED)
#define atomic_sub_acquire(p, v) __atomic_fetch_sub((p), (v), __ATOMIC_ACQUIRE)
#define atomic_sub_release(p, v) __atomic_fetch_sub((p), (v), __ATOMIC_RELEASE)
#define atomic_sub_acq_rel(p, v) __atomic_fetch_sub((p), (v), __ATOMIC_ACQ_REL)

#define atomic_or_relaxed(p, v) __atomic_fetch_or((p), (v), __ATOMIC_RELAXED)
#define atomic_or_acquire(p, v) __atomic_fetch_or((p), (v), __ATOMIC_ACQUIRE)
#define atomic_and_release(p, v) __atomic_fetch_and((p), (v), __ATOMIC_RELEASE)

#define atomic_swap_relaxed(p, v) __atomic_exchange_n((p), (v), __ATOMIC_RELAXED)
#define atomic_swap_acquire(p, v) __atomic_exchange_n((p), (v), __ATOMIC_ACQUIRE)
#define atomic_swap_acq_rel(p, v) __atomic_exchange_n((p), (v), __ATOMIC_ACQ_REL)
#define atomic_swap_seq_cst(p, v) __atomic_exchange_n((p), (v), __ATOMIC_SEQ_CST)

/*
 * Stores want in *p if *p is *expected; else loads *p into *expected.
 * True if it stored. A failure orders nothing (relaxed).
 */
#define atomic_cas_relaxed(p, expected, want)                                \
	__atomic_compare_exchange_n((p), (expected), (want), false,          \
				    __ATOMIC_RELAXED, __ATOMIC_RELAXED)
#define atomic_cas_acquire(p, expected, want)                                \
	__atomic_compare_exchange_n((p), (expected), (want), false,          \
				    __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)
#define atomic_cas_release(p, expected, want)                                \
	__atomic_compare_exchange_n((p), (expected), (want), false,          \
				    __ATOMIC_RELEASE, __ATOMIC_RELAXED)
#define atomic_cas_acq_rel(p, expected, want)                                \
	__atomic_compare_exchange_n((p), (expected), (want), false,          \
				    __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)
#define atomic_cas_seq_cst(p, expected, want)                                \
	__atomic_compare_exchange_n((p), (expected), (want), false,          \
				    __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)

/*
 * Plain accesses to what a queue or a lock protects: another core's accesses
 * to the same word are ordered by the words above, never at the same time.
 */
#define payload_load(p) (*(p))
#define payload_store(p, v) (*(p) = (v))

/*
 * Of a bulk: payload_store(p, *own) and *own = payload_load(p), where `own` is
 * the caller's memory. 16 bytes go by one vector register: half the stores. It
 * holds nothing before and after, so no switch has to save it. The thread
 * sanitizer sees no asm, and gets plain accesses.
 */
#define payload_put(p, own) move_payload((p), (own), sizeof(*(p)))
#define payload_get(own, p) move_payload((own), (p), sizeof(*(p)))

#ifdef __SANITIZE_THREAD__
#define PAYLOAD_PLAIN true
#else
#define PAYLOAD_PLAIN false
#endif

/* Where the compiler uses no vector registers it refuses to hear of one. */
#ifdef __SSE__
#define PAYLOAD_CLOBBERS "xmm0"
#else
#define PAYLOAD_CLOBBERS
#endif

static inline __attribute__((always_inline))
void move_payload(void *to, const void *from, unsigned long bytes)
{
	struct sixteen { char byte[16]; };

	if (bytes == sizeof(struct sixteen) && !PAYLOAD_PLAIN)
		__asm__ volatile("movups %1, %%xmm0\n\tmovups %%xmm0, %0"
				 : "=m"(*(struct sixteen *)to)
				 : "m"(*(const struct sixteen *)from)
				 : PAYLOAD_CLOBBERS);
	else
		__builtin_memcpy(to, from, bytes);
}

/* Full fence: an earlier store is seen by all before a later load is done. */
#define atomic_fence_seq_cst() __atomic_thread_fence(__ATOMIC_SEQ_CST)

/* Tells the core that this is a wait on another one (SDM: PAUSE). */
static inline void cpu_relax(void)
{
	__builtin_ia32_pause();
}

/* Fetches a line that will be written, taken from the other cores, and waits
 * for nothing. Orders nothing. Old processors do nothing instead. */
static inline void cpu_prefetch_write(const void *line)
{
	__asm__ volatile("prefetchw %0" : : "m"(*(const char *)line));
}

#endif
