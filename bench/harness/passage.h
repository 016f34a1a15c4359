/* SPDX-License-Identifier: MIT */
/*
 * Rows whose sample is a whole round: cores put items into a queue and take them
 * out, and core 0's clock says how long all of them took. The items are counted,
 * not looked at. What came late, because the queue stayed full or empty for
 * QUEUE_PATIENCE, is told apart from what was lost or came from nowhere.
 *
 *	struct passage p = { .queue = q, .pop = pop, .cores = 4,
 *			     .on_core = work };
 *	struct row row = { .result = { ... }, .take = passage_take, .of = &p };
 *
 *	passage_fill(&row, 2048, MOST_ITEMS, ticks);
 *	rows_measure(&row, 1, PASSAGE_ROUNDS(settings), 0);
 *
 * Core 0, outside any run.
 */
#ifndef BENCH_HARNESS_PASSAGE_H
#define BENCH_HARNESS_PASSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/conditions/timesharing.h"
#include "bench/harness/row.h"
#include "kernel/minmax.h"
#include "sched/work.h"

struct passage {
	void *queue;
	bool (*pop)(void *queue, struct work *work);

	/* On cores 0 .. cores - 1, or on core 0 and `partner` alone: meets the
	 * others at the gate, works, meets them again; adds to in and out, and
	 * core 0 sets wall. arg is the passage. */
	void (*on_core)(unsigned core, void *arg);
	unsigned cores;
	unsigned partner; /* 0: none, all cores */

	/* Of the last round. */
	uint64_t wanted;  /* items, to go through */
	uint64_t in;      /* atomic: that a push took */
	uint64_t out;     /* atomic: that a pop gave */
	uint64_t left;    /* were still in it at the end */
	uint64_t wall;    /* ticks */
	bool wrong;       /* of any round: items were lost or came from nowhere */
	struct timesharing_gate gate;
};

/* A round of so many items of row->of, a passage. False: not all went through;
 * record, line and warning say why. */
bool passage_round(struct row *row, uint64_t items);

/* A sample a round: no more of them. */
#define PASSAGE_ROUNDS_MOST 20u
#define PASSAGE_ROUNDS(settings)                                             \
	(&(struct rounds){ .wanted = (unsigned)min_u64(                      \
		(settings)->rounds, PASSAGE_ROUNDS_MOST) })

/* So many items, `first` times a power of two, that a round takes half of those
 * ticks: the row's batch. The row is out where they do not go through. */
void passage_fill(struct row *row, uint64_t first, uint64_t most,
		  uint64_t ticks);

/* Member `take` of such a row. */
uint32_t passage_take(struct row *row, unsigned round, int64_t *sample);

#endif
