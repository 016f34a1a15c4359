/* SPDX-License-Identifier: MIT */
/*
 * What is measured of one executor, at one length of task, on one number of
 * cores; and all of those on one number of cores, for the conclusions.
 *
 * Wall times come from rounds without stamps, the body alone first and then
 * the executors, in ABBA order: what is compared is so round by round, as a
 * machine may get faster or slower meanwhile. Overheads come from one further
 * pass with stamps. Milli: thousandths of a tick.
 */
#ifndef BENCH_EXPERIMENTS_DISPATCH_CELL_H
#define BENCH_EXPERIMENTS_DISPATCH_CELL_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/experiments/dispatch/pass.h"
#include "bench/stats/stats.h"

#define DISPATCH_POINTS 11u /* lengths of tasks */
#define DISPATCH_TABLE 10u  /* the first ones: those of the published table */
#define DISPATCH_600 10u    /* index of the last: 600 iterations */
#define DISPATCH_SUBJECTS 40u
#define DISPATCH_ROUNDS 5u  /* at most */
extern const uint64_t dispatch_n[DISPATCH_POINTS];

struct dispatch_cell {
	const struct dispatch_subject *subject;
	unsigned cores, point;

	/* Without stamps; measured: they mean something. */
	bool measured;
	uint64_t tasks_free;   /* a pass */
	unsigned rounds;
	int64_t round_milli[DISPATCH_ROUNDS]; /* wall time / tasks */
	int64_t wall_milli;    /* their median */
	int64_t all_in_milli;  /* wall x cores - body, likewise */

	/* With stamps; as well. */
	bool stamped;
	uint64_t tasks, wall;
	unsigned workers;      /* that ran a task */
	uint64_t travelled;    /* tasks that did not run on core 0 */
	int64_t overhead_sum, work_sum; /* ticks */
	int64_t overhead_milli, work_milli;
	bool kept;             /* samples, not a histogram */
	struct summary summary; /* of the overheads; they may be negative, and
				 * are so once cast to int64_t */
	unsigned disturbed;    /* enum disturbance */
};

/* Of one executor over all lengths, in thousandths; INT64_MAX: never, or it
 * cannot be said. */
struct dispatch_conclusion {
	int64_t break_even;    /* iterations */
	int64_t break_even_ticks, five_percent; /* ticks of a body */
	int64_t slowdown;      /* times: empty tasks, against one core */
};

/* One number of cores. */
struct dispatch_group {
	unsigned cores;
	unsigned subjects;
	struct dispatch_subject subject[DISPATCH_SUBJECTS];
	struct dispatch_cell cell[DISPATCH_SUBJECTS][DISPATCH_POINTS];

	int64_t stamp_milli;   /* of this boot */

	/* A task's body alone, on core 0, and the rounds' median. */
	int64_t round_body_milli[DISPATCH_POINTS][DISPATCH_ROUNDS];
	int64_t body_milli[DISPATCH_POINTS];
	uint64_t ticks;        /* a pass takes about that long */
	uint64_t patience;     /* after that no further task is submitted */
	unsigned rounds;
	uint64_t most_tasks;   /* of a pass */
	uint64_t fixed_tasks;  /* asked for; 0: as many as fill the time */

	struct dispatch_conclusion conclusion[DISPATCH_SUBJECTS];
};

/* The cost of reading the time. */
void dispatch_measure_stamp(struct dispatch_group *group);

/*
 * Those cells of a point that are planned (subject set), all but the pass
 * with stamps. False if a result was wrong.
 */
bool dispatch_measure_free(struct dispatch_group *group, unsigned point);

/*
 * The pass with stamps. Its samples stay with the workers until the next
 * pass. False: wrong results.
 */
bool dispatch_measure_stamped(struct dispatch_group *group,
			      struct dispatch_cell *cell);

/* The median over the rounds of one cell's wall time over another's, which
 * were measured together, in thousandths. */
int64_t dispatch_times_milli(const struct dispatch_cell *cell,
			     const struct dispatch_cell *other);

/* The group's cell of an executor by its name at a point; NULL: not measured. */
const struct dispatch_cell *dispatch_find(const struct dispatch_group *group,
					  const char *name, unsigned point);

#endif
