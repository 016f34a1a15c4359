/* SPDX-License-Identifier: MIT */
/*
 * What a barrier is. One barrier a header, all with the same verbs; a barrier
 * called NAME has in NAME.h, all static inline:
 *
 *	struct NAME_barrier
 *	NAME_memory(cores)           bytes that it needs besides, for so many
 *	                             cores; 0 where it needs none
 *	NAME_init(b, memory, cores)  memory: NAME_memory(cores) bytes aligned
 *	                             to a line pair, of any content; cores >= 1
 *	NAME_wait(b, core)           returns when all `cores` have called it
 *
 * and in barriers.c a BARRIER() line, by which the experiments and the tests find
 * it. Cost is told in the units of docs/method.md: RMW (a locked
 * read-modify-write) and LINE (a cache line moves to another core).
 *
 * Contract of all of them: the cores are 0 .. cores - 1, each calls with its
 * own number and not a second time before the first has returned; what any of
 * them did before it is seen by all after it; it can be used again at once, by
 * whoever has left; one that waits spins. Neither from a fiber that may move
 * to another core, nor from a trap handler.
 */
#ifndef SCHED_BARRIER_BARRIER_H
#define SCHED_BARRIER_BARRIER_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/machine.h"
#include "kernel/registry.h"

struct barrier_kind {
	const char *name;    /* as in the records */
	const char *summary; /* one sentence */
	const char *paper;   /* where the algorithm was published */
	size_t size, align;  /* of the struct; memory comes besides */

	/* The verbs out of line. */
	size_t (*memory)(uint32_t cores);
	void (*init)(void *barrier, void *memory, uint32_t cores);
	void (*wait)(void *barrier, unsigned core);

	/* To be timed: count waits in a row, inlined. */
	void (*waits)(void *barrier, unsigned core, uint64_t count);
};

/* for (const struct barrier_kind *const *entry ...) over all of them. */
REGISTRY(qc_barriers, const struct barrier_kind);
#define BARRIER_EACH(entry)                                                  \
	REGISTRY_EACH(qc_barriers, const struct barrier_kind, entry)

/* BARRIER(mine, "what it is", .paper = "...") announces a barrier. */
#define BARRIER(id, text, ...)                                               \
	static void id##_any_init(void *barrier, void *memory,               \
				  uint32_t cores)                            \
	{                                                                    \
		id##_init(barrier, memory, cores);                           \
	}                                                                    \
	static void id##_any_wait(void *barrier, unsigned core)              \
	{                                                                    \
		id##_wait(barrier, core);                                    \
	}                                                                    \
	__attribute__((noinline))                                            \
	static void id##_waits(void *barrier, unsigned core, uint64_t count) \
	{                                                                    \
		while (count--)                                              \
			id##_wait(barrier, core);                            \
	}                                                                    \
	static const struct barrier_kind barrier_kind_##id = {               \
		.name = #id, .summary = text,                                \
		.size = sizeof(struct id##_barrier),                         \
		.align = _Alignof(struct id##_barrier),                      \
		.memory = id##_memory, .init = id##_any_init,                \
		.wait = id##_any_wait, .waits = id##_waits, __VA_ARGS__ };   \
	REGISTER(qc_barriers, barrier_kind_##id)

#endif
