/* SPDX-License-Identifier: MIT */
/* Barriers that are wrong: all of them have to fail their validation. */
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/barrier/barrier.h"
#include "sched/barrier/central.h"

/* A barrier NAME over ours: what a core does that comes to it. */
#define WRONG(id, text, body)                                                \
	struct id##_barrier { struct barrier barrier; };                     \
	static inline size_t id##_memory(uint32_t cores)                     \
	{                                                                    \
		(void)cores;                                                 \
		return 0;                                                    \
	}                                                                    \
	static inline void id##_init(struct id##_barrier *b, void *memory,   \
				     uint32_t cores)                         \
	{                                                                    \
		(void)memory;                                                \
		barrier_init(&b->barrier, cores);                            \
	}                                                                    \
	static inline void id##_wait(struct id##_barrier *b, unsigned core)  \
	{                                                                    \
		struct barrier *barrier = &b->barrier;                       \
									     \
		(void)core;                                                  \
		body;                                                        \
	}                                                                    \
	BARRIER(id, text)

static inline void come(struct barrier *barrier, uint32_t looks)
{
	uint32_t episode = atomic_load_relaxed(&barrier->episode);

	if (atomic_sub_acq_rel(&barrier->missing, 1) == 1) {
		atomic_store_relaxed(&barrier->missing, barrier->cores);
		atomic_store_release(&barrier->episode, episode + 1);
		return;
	}
	while (atomic_load_acquire(&barrier->episode) == episode && looks--)
		cpu_relax();
}

WRONG(open, "nobody waits", (void)barrier);
WRONG(impatient, "a core leaves after fifty looks", come(barrier, 50));
