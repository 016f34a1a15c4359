/* SPDX-License-Identifier: MIT */
/*
 * Items that go through a queue while it is timed: counted, not looked at. What
 * came late, because the queue stayed full or empty for QUEUE_PATIENCE, is told
 * apart from what was lost or came from nowhere.
 */
#ifndef BENCH_HARNESS_PASSAGE_H
#define BENCH_HARNESS_PASSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/proof/proven.h"
#include "sched/work.h"

struct passage {
	uint64_t wanted; /* items, to go through */
	uint64_t in;     /* atomic: that a push took */
	uint64_t out;    /* atomic: that a pop gave */
	uint64_t left;   /* were still in it at the end */
};

/* Empties the queue and counts what was left in it. Core 0, when all others
 * have ended. */
void passage_end(struct passage *passage,
		 bool (*pop)(void *queue, struct work *work), void *queue);

/* PROVEN: all went through. NOT_PROVEN: some came late. DISPROVEN: some were
 * lost, or came from nowhere. */
enum proven passage_proven(const struct passage *passage);

/* Why it is not PROVEN. Stays. */
const char *passage_why(const struct passage *passage);

#endif
