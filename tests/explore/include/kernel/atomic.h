/* SPDX-License-Identifier: MIT */
/*
 * kernel/atomic.h as the explorer sees it: found before the real one by the
 * order of the include path. The same names, but each access first tells the
 * explorer what it is about to do and waits to be chosen, and the explorer
 * itself does it. For objects of 1 to 16 bytes, pointers and structs included.
 *
 * A new macro of kernel/atomic.h is one line here: which of the EXPLORE_
 * verbs it is, and its order.
 */
#ifndef KERNEL_ATOMIC_H
#define KERNEL_ATOMIC_H

#include <stdbool.h>
#include <stdint.h>

#include "tests/explore/engine/access.h"

/* ---- verbs ------------------------------------------------------------- */

#define EXPLORE_STRING(x) #x
#define EXPLORE_TEXT(x) EXPLORE_STRING(x)

#define EXPLORE_SITE(verb, order_, text)                                     \
	static struct explore_site explore_site = {                          \
		.kind = EXPLORE_##verb, .order = EXPLORE_##order_,           \
		.expression = text,                                          \
		.where = __FILE__ ":" EXPLORE_TEXT(__LINE__),                \
	}

/* The union's member of a const type is read but never assigned. */
#define EXPLORE_CELL(p, name) union { __typeof__(*(p)) v; char bytes[sizeof(*(p))]; } name

#define EXPLORE_LOAD_(p, verb, order)                                        \
	({                                                                   \
		EXPLORE_SITE(verb, order, #p);                               \
		EXPLORE_CELL(p, explore_old);                                \
		explore_access(&explore_site, (const void *)(p),             \
			       sizeof(*(p)), explore_old.bytes, 0, 0);       \
		explore_old.v;                                               \
	})

#define EXPLORE_STORE_(p, value, verb, order)                                \
	({                                                                   \
		EXPLORE_SITE(verb, order, #p);                               \
		EXPLORE_CELL(p, explore_new) = { .v = (value) };             \
		explore_access(&explore_site, (p), sizeof(*(p)), 0,          \
			       explore_new.bytes, 0);                        \
		(void)0;                                                     \
	})

/* Exchanges and arithmetic: the value from before. */
#define EXPLORE_RMW_(p, value, verb, order)                                  \
	({                                                                   \
		EXPLORE_SITE(verb, order, #p);                               \
		EXPLORE_CELL(p, explore_old);                                \
		EXPLORE_CELL(p, explore_new) = { .v = (value) };             \
		explore_access(&explore_site, (p), sizeof(*(p)),             \
			       explore_old.bytes, explore_new.bytes, 0);     \
		explore_old.v;                                               \
	})

#define EXPLORE_CAS_(p, expected, want, order)                               \
	({                                                                   \
		EXPLORE_SITE(CAS, order, #p);                                \
		EXPLORE_CELL(p, explore_new) = { .v = (want) };              \
		explore_access(&explore_site, (p), sizeof(*(p)), 0,          \
			       explore_new.bytes, (expected));               \
	})

#define EXPLORE_BARE_(verb, order)                                           \
	do {                                                                 \
		EXPLORE_SITE(verb, order, "");                               \
		explore_access(&explore_site, 0, 0, 0, 0, 0);                \
	} while (0)

/* ---- kernel/atomic.h --------------------------------------------------- */

#define atomic_load_relaxed(p) EXPLORE_LOAD_(p, LOAD, RELAXED)
#define atomic_load_acquire(p) EXPLORE_LOAD_(p, LOAD, ACQUIRE)
#define atomic_load_seq_cst(p) EXPLORE_LOAD_(p, LOAD, SEQ_CST)

#define atomic_store_relaxed(p, v) EXPLORE_STORE_(p, v, STORE, RELAXED)
#define atomic_store_release(p, v) EXPLORE_STORE_(p, v, STORE, RELEASE)
/* On x86 an exchange; see kernel/atomic.h. */
#define atomic_store_seq_cst(p, v) ((void)EXPLORE_RMW_(p, v, SWAP, SEQ_CST))

#define atomic_add_relaxed(p, v) EXPLORE_RMW_(p, v, ADD, RELAXED)
#define atomic_add_acquire(p, v) EXPLORE_RMW_(p, v, ADD, ACQUIRE)
#define atomic_add_release(p, v) EXPLORE_RMW_(p, v, ADD, RELEASE)
#define atomic_add_acq_rel(p, v) EXPLORE_RMW_(p, v, ADD, ACQ_REL)
#define atomic_add_seq_cst(p, v) EXPLORE_RMW_(p, v, ADD, SEQ_CST)

#define atomic_sub_relaxed(p, v) EXPLORE_RMW_(p, v, SUB, RELAXED)
#define atomic_sub_acquire(p, v) EXPLORE_RMW_(p, v, SUB, ACQUIRE)
#define atomic_sub_release(p, v) EXPLORE_RMW_(p, v, SUB, RELEASE)
#define atomic_sub_acq_rel(p, v) EXPLORE_RMW_(p, v, SUB, ACQ_REL)
#define atomic_sub_seq_cst(p, v) EXPLORE_RMW_(p, v, SUB, SEQ_CST)

#define atomic_or_relaxed(p, v) EXPLORE_RMW_(p, v, OR, RELAXED)
#define atomic_or_acquire(p, v) EXPLORE_RMW_(p, v, OR, ACQUIRE)
#define atomic_or_release(p, v) EXPLORE_RMW_(p, v, OR, RELEASE)
#define atomic_or_acq_rel(p, v) EXPLORE_RMW_(p, v, OR, ACQ_REL)

#define atomic_and_relaxed(p, v) EXPLORE_RMW_(p, v, AND, RELAXED)
#define atomic_and_acquire(p, v) EXPLORE_RMW_(p, v, AND, ACQUIRE)
#define atomic_and_release(p, v) EXPLORE_RMW_(p, v, AND, RELEASE)
#define atomic_and_acq_rel(p, v) EXPLORE_RMW_(p, v, AND, ACQ_REL)

#define atomic_swap_relaxed(p, v) EXPLORE_RMW_(p, v, SWAP, RELAXED)
#define atomic_swap_acquire(p, v) EXPLORE_RMW_(p, v, SWAP, ACQUIRE)
#define atomic_swap_release(p, v) EXPLORE_RMW_(p, v, SWAP, RELEASE)
#define atomic_swap_acq_rel(p, v) EXPLORE_RMW_(p, v, SWAP, ACQ_REL)
#define atomic_swap_seq_cst(p, v) EXPLORE_RMW_(p, v, SWAP, SEQ_CST)

#define atomic_cas_relaxed(p, e, v) EXPLORE_CAS_(p, e, v, RELAXED)
#define atomic_cas_acquire(p, e, v) EXPLORE_CAS_(p, e, v, ACQUIRE)
#define atomic_cas_release(p, e, v) EXPLORE_CAS_(p, e, v, RELEASE)
#define atomic_cas_acq_rel(p, e, v) EXPLORE_CAS_(p, e, v, ACQ_REL)
#define atomic_cas_seq_cst(p, e, v) EXPLORE_CAS_(p, e, v, SEQ_CST)

#define atomic_fence_acquire() EXPLORE_BARE_(FENCE, ACQUIRE)
#define atomic_fence_release() EXPLORE_BARE_(FENCE, RELEASE)
#define atomic_fence_seq_cst() EXPLORE_BARE_(FENCE, SEQ_CST)

#define cpu_relax() EXPLORE_BARE_(RELAX, RELAXED)
#define cpu_prefetch_write(line) ((void)(line))

/* Plain accesses, but steps of their own. */
#define payload_load(p) EXPLORE_LOAD_(p, PLAIN_LOAD, RELAXED)
#define payload_store(p, v) EXPLORE_STORE_(p, v, PLAIN_STORE, RELAXED)
#define payload_put(p, own) payload_store(p, *(own))
#define payload_get(own, p) (*(own) = payload_load(p))

#endif
