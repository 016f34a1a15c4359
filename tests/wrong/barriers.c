/* SPDX-License-Identifier: MIT */
/* Barriers that are wrong: all of them have to fail their validation. */
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/barrier/barrier.h"
#include "sched/barrier/central.h"

/* What a core remembers of a barrier. */
struct visits {
	uint32_t count;
	uint32_t left; /* the episode after that which it left early; or 0 */
};

/* A barrier NAME over ours: its body is what a core does that comes to it. */
#define WRONG(id, text)                                                      \
	struct id##_barrier {                                                \
		struct barrier barrier;                                      \
		struct visits visits[MACHINE_MAX_CORES];                     \
	};                                                                   \
	static inline void id##_come(struct barrier *barrier,                \
				     struct visits *visits);                 \
	static size_t id##_memory(uint32_t cores)                            \
	{                                                                    \
		return cores * 0;                                            \
	}                                                                    \
	static inline void id##_init(struct id##_barrier *b, void *memory,   \
				     uint32_t cores)                         \
	{                                                                    \
		(void)memory;                                                \
		*b = (struct id##_barrier){ 0 };                             \
		barrier_init(&b->barrier, cores);                            \
	}                                                                    \
	static inline void id##_wait(struct id##_barrier *b, unsigned core)  \
	{                                                                    \
		id##_come(&b->barrier, &b->visits[core]);                    \
	}                                                                    \
	BARRIER(id, text);                                                   \
	static inline void id##_come(                                        \
		__attribute__((unused)) struct barrier *barrier,             \
		__attribute__((unused)) struct visits *visits)

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

WRONG(open, "nobody waits")
{
}

WRONG(impatient, "a core leaves after fifty looks")
{
	come(barrier, 50);
}

/* One visit in 64 ends at once; the next one begins when all have come to it,
 * so that nothing else is wrong. */
WRONG(lets_one_through, "of those that wait one leaves early now and then")
{
	while (visits->left > atomic_load_acquire(&barrier->episode))
		cpu_relax();
	visits->left = 0;
	if (++visits->count % 64) {
		come(barrier, UINT32_MAX);
		return;
	}
	visits->left = atomic_load_relaxed(&barrier->episode) + 1;
	come(barrier, 0);
}
