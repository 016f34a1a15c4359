/* SPDX-License-Identifier: MIT */
/*
 * The experiment `dispatch`: its tasks, one pass of an executor, what is
 * measured of it, and how that is told. Core 0 and outside any run, but for the
 * tasks. Milli: thousandths, of a tick where nothing else is said.
 */
#ifndef BENCH_EXPERIMENTS_DISPATCH_DISPATCH_H
#define BENCH_EXPERIMENTS_DISPATCH_DISPATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/config/settings.h"
#include "bench/report/key.h"
#include "bench/stats/histogram.h"
#include "bench/stats/stats.h"
#include "kernel/machine.h"
#include "sched/executor/executor.h"

/* ---- tasks (task.c) ---------------------------------------------------- */

/*
 * A task with stamps reads the time on entry and notes how long ago the
 * previous task on its worker ended, less the cost of reading the time: that
 * is the dispatch overhead. Then it adds up 0 .. n - 1 and reads the time
 * again. The bookkeeping lies between the two reads, so it counts as work, as
 * in the published method. A task without stamps adds up and counts, no more.
 */

/* Of the table a worker counts in where samples cannot be kept. */
#define DISPATCH_BITS 6u

/* Stamps of samples are kept in this many ticks, counted from the start. */
#define DISPATCH_WHEN_SHIFT 4u

struct dispatch_sample {
	uint32_t when; /* of the entry */
	int32_t ticks; /* overhead; saturates */
};

/* Written by its own core during a run, read by core 0 afterwards. */
struct dispatch_worker {
	uint64_t entry, end;  /* of the task before */
	uint64_t begin;       /* entry of the worker's first task */
	uint64_t tasks, ids, sum;
	int64_t overhead;     /* summed; of all tasks but the first */
	uint64_t work;        /* summed; of all tasks but the last */
	uint64_t longest;     /* work of a task; of the same */
	struct dispatch_sample *sample; /* room for all tasks, or NULL */
	struct histogram histogram;     /* where sample is NULL */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

/* What the tasks of a run do; changed between runs only. */
struct dispatch_order {
	struct dispatch_worker *worker; /* by executor_worker() */
	uint64_t n;      /* iterations of a task */
	int64_t stamp;   /* ticks of reading the time, subtracted */
	uint64_t begin;  /* time of the run's start */
};
extern struct dispatch_order dispatch_order;

/* arg: the task's number, 0 and up. */
void dispatch_stamped_task(void *arg);
void dispatch_plain_task(void *arg);

/* Samples in a worker's buffer: its first task gives none. */
static inline uint64_t dispatch_samples_of(const struct dispatch_worker *w)
{
	return w->tasks ? w->tasks - 1 : 0;
}

/* Mean of |t2 - t1| over 10,000 back-to-back reads of the time. */
uint64_t dispatch_stamp_milli(void);

/* Ticks of `count` times the body alone; adds what it has added up to *sum. */
uint64_t dispatch_time_bodies(uint64_t n, uint64_t count, uint64_t *sum);

/* ---- a pass (pass.c) --------------------------------------------------- */

#define DISPATCH_NAME_MAX 32u

/* An executor as it is measured. */
struct dispatch_subject {
	const struct executor_kind *kind;
	struct executor_options options;
	char name[DISPATCH_NAME_MAX]; /* in the records: "shared/mcs" */
	bool exchanged;    /* a lock or queue of `shared` was exchanged */
	void *executor;    /* its memory on this number of cores; NULL: none */
	void *memory;
};

/* An executor, made anew, runs tasks that core 0's root submits one by one. */
struct dispatch_pass {
	const struct dispatch_subject *subject;
	unsigned cores;
	uint64_t n;
	void (*task)(void *arg);
	uint64_t tasks;    /* wanted; afterwards: those submitted */
	uint64_t patience; /* ticks after which no more are submitted */
	uint64_t wall;     /* ticks from before run() to after it */
};

/*
 * Memory for the workers' notes on so many cores, with room for the samples
 * of up to most_tasks, as long as there is enough. False: there is too little
 * for anything. After scratch_empty().
 */
bool dispatch_make_room(unsigned cores, uint64_t most_tasks);

/* The samples of so many tasks can be kept, rather than counted. */
bool dispatch_keeps_samples(uint64_t tasks);

/* Room for the samples of all workers, to be sorted in. */
int64_t *dispatch_sorted(void);

/* Memory for an executor on so many cores; false: none left. */
bool dispatch_make_executor(struct dispatch_subject *subject, unsigned cores);

/* True if every task ran once and every sum is right. */
bool dispatch_run_pass(struct dispatch_pass *pass);

/*
 * How many tasks fill the pass's patience, no more than `most`: found by
 * trying.
 */
uint64_t dispatch_fit_tasks(const struct dispatch_pass *pass, uint64_t most);

/* ---- cells (cell.c) ---------------------------------------------------- */

#define DISPATCH_POINTS 11u /* lengths of tasks */
#define DISPATCH_TABLE 10u  /* the first ones: those of the published table */
#define DISPATCH_501 5u      /* index of 501 iterations */
#define DISPATCH_4700 10u    /* of the last: it is found (plan.c) */
#define DISPATCH_SUBJECTS 40u
#define DISPATCH_ROUNDS 12u /* at most */
extern uint64_t dispatch_n[DISPATCH_POINTS];

/*
 * What is measured of one executor, at one length of task, on one number of
 * cores. Wall times come from rounds without stamps, the body alone first and
 * then the executors, in ABBA order: what is compared is so round by round, as
 * a machine may get faster or slower meanwhile. Overheads come from one further
 * pass with stamps.
 */
struct dispatch_cell {
	const struct dispatch_subject *subject; /* NULL: not planned */
	unsigned cores, point;
	uint64_t n;            /* iterations of a task */

	/* Without stamps; measured: they mean something. */
	bool measured;
	uint64_t tasks_free;   /* a pass */
	unsigned rounds;
	int64_t round_milli[DISPATCH_ROUNDS]; /* wall time / tasks */
	int64_t round_away_milli[DISPATCH_ROUNDS]; /* of tasks: not on core 0 */
	unsigned round_disturbed[DISPATCH_ROUNDS]; /* enum disturbance */
	int64_t wall_milli;    /* the median of the clean ones */
	int64_t all_in_milli;  /* wall x cores - body, likewise */

	/* Wall time predicted from parts (explain.c, parts.h), and what is left
	 * of the measured one, in per cent of it: medians of the rounds. */
	bool explained;
	int64_t submit_milli, run_milli, handed_milli, predicted_milli;
	int64_t left_milli, round_left_milli[DISPATCH_ROUNDS];
	unsigned left_disturbed[DISPATCH_ROUNDS]; /* the pass or the parts */

	/* Of a short pass with stamps in each round, all but exchanges: a
	 * task's; and, at DISPATCH_4700, the tasks that keep the 5 % rule. */
	int64_t round_overhead[DISPATCH_ROUNDS]; /* median; ticks */
	int64_t round_overhead_milli[DISPATCH_ROUNDS]; /* mean */
	int64_t round_work_milli[DISPATCH_ROUNDS];
	int64_t round_rule_milli[DISPATCH_ROUNDS]; /* per cent */
	int32_t round_shape[DISPATCH_ROUNDS][2]; /* shape.h */
	unsigned stamps_disturbed[DISPATCH_ROUNDS]; /* enum disturbance */

	/* With stamps; as well. */
	bool stamped;
	uint64_t tasks, wall;
	unsigned workers;      /* that ran a task */
	int64_t overhead_sum, work_sum; /* ticks */
	int64_t overhead_milli, work_milli;
	bool kept;             /* samples, not a histogram */
	struct summary summary; /* of the overheads, some negative */
	unsigned disturbed;    /* enum disturbance */
};

/* One number of cores. */
struct dispatch_group {
	unsigned cores;
	unsigned subjects;
	unsigned left_out;     /* asked for, beyond DISPATCH_SUBJECTS */
	struct dispatch_subject subject[DISPATCH_SUBJECTS];
	struct dispatch_cell cell[DISPATCH_SUBJECTS][DISPATCH_POINTS];
	int32_t first_shape[DISPATCH_SUBJECTS][DISPATCH_ROUNDS][6]; /* shape.h */

	int64_t stamp_milli;   /* of this boot */

	/* A task's body alone, on core 0. */
	int64_t round_body_milli[DISPATCH_POINTS][DISPATCH_ROUNDS];
	uint64_t ticks;        /* a pass takes about that long */
	uint64_t patience;     /* after that no further task is submitted */
	unsigned rounds;
	bool explains;         /* parts are measured, too */
	bool oversubscribed;   /* the cores take turns on fewer real ones */
	uint64_t most_tasks;   /* of a pass */
	uint64_t fixed_tasks;  /* asked for; 0: as many as fill the time */
};

/* The cost of reading the time. */
void dispatch_measure_stamp(struct dispatch_group *group);

/* The planned cells of a point, all but the pass with stamps. False if a
 * result was wrong. */
bool dispatch_measure_free(struct dispatch_group *group, unsigned point);

/* The pass with stamps. Its samples stay with the workers until the next pass.
 * False if a result was wrong. */
bool dispatch_measure_stamped(struct dispatch_group *group,
			      struct dispatch_cell *cell);

/* Of overhead and work together; thousandths of a per cent, to hundredths. */
int64_t dispatch_overhead_percent(const struct dispatch_cell *cell);

/* Overhead and work for an iteration; TEXT_NULL where a task has none. */
int64_t dispatch_price_milli(const struct dispatch_cell *cell);

/* The median of a value of each round, the disturbed ones aside; of all where
 * all are. */
int64_t dispatch_median(const int64_t *value, const unsigned *disturbed,
			unsigned rounds);

/* The median over the rounds of one cell's wall time over another's, which
 * were measured together. */
int64_t dispatch_times_milli(const struct dispatch_cell *cell,
			     const struct dispatch_cell *other);

/* The cell of an executor by its name at a point; NULL: not measured. */
const struct dispatch_cell *dispatch_find_cell(
	const struct dispatch_group *group, const char *name, unsigned point);

/* What records and lines about a subject are about; params: NULL for none. */
static inline struct record_key dispatch_key(const struct dispatch_subject *s,
					     unsigned cores,
					     const struct param *params)
{
	return (struct record_key){ "dispatch", s->name, cores, params };
}

/* ---- the plan (plan.c) ------------------------------------------------- */

/*
 * Fills in the group: every registered executor, and `shared` over the other
 * locks and queues, as far as they are asked for. Quick: all lengths on all
 * cores, the empty task alone on fewer, two exchanges. Full: all of it on each
 * number of cores, all exchanges on all cores. The effort is less where cores
 * take turns.
 */
void dispatch_plan_group(const struct settings *settings, unsigned cores,
			 struct dispatch_group *group);

/* Finds how many iterations a body has that takes 4,700 ticks alone, as the
 * published one of 600 did: the last of dispatch_n[]. Before the plan. */
void dispatch_find_length(void);

/* Less effort from now on, as it takes longer than planned; warns. */
void dispatch_lower_effort(struct dispatch_group *group);

/* Cells planned, of all points. */
unsigned dispatch_count_planned(const struct dispatch_group *group);

/* ---- records (record.c; series.c, after the pass with stamps) ---------- */

/* The quantity: the body alone, in so many rounds. */
void dispatch_record_body(const struct dispatch_group *group, unsigned point,
			  unsigned rounds);

/* The result, while the workers still hold what the pass left; or `skipped`
 * where there were too few tasks for a sample. all: with the fields that
 * follow from others, and those for each worker. */
void dispatch_record_cell(const struct dispatch_group *group,
			  const struct dispatch_cell *cell, bool all);

/* The first samples in the order of time, 1,000 at most: index, worker and
 * ticks. Nothing where samples were not kept. */
void dispatch_first_samples(const struct dispatch_cell *cell, unsigned most);

/* The whole run in the order of time, in so many rows at most: of each stretch
 * the least and the greatest, so that no tail is lost. With the distance
 * between the first samples and all. */
void dispatch_whole_run(const struct dispatch_cell *cell, unsigned most);

/* The overheads sorted: per mille and ticks; nothing where not kept. */
void dispatch_quantiles(const struct dispatch_cell *cell, unsigned steps);

/* What an executor decided in its last run. */
void dispatch_decisions(const struct dispatch_cell *cell, unsigned most);

/* How far the first samples, 1,000 of them, are from all (distance.h); too few:
 * QUANTITY_NONE. After a round's pass with stamps. */
int64_t dispatch_first_distance(const struct dispatch_cell *cell,
				unsigned round);

/* ---- of the samples (peaks.c, shape.c) --------------------------------- */

/*
 * The overheads in bins of 50 ticks, apart by how many workers were active
 * when the sample was taken: a pool that grows leaves a peak for each width.
 * Writes a series of the peaks and, where asked for, one of the bins for each
 * number of workers. After the pass with stamps.
 */
void dispatch_find_peaks(const struct dispatch_cell *cell, bool series);

unsigned dispatch_count_peaks(const struct dispatch_cell *cell);

/* How much of the samples keeps the 5 % rule, thousandths of a per cent;
 * QUANTITY_NONE: they were not kept, or too few. After a pass with stamps. */
int64_t dispatch_rule_milli(const struct dispatch_cell *cell);

/* EXECUTOR/rule_5_95, of the rounds at DISPATCH_4700. */
void dispatch_record_rule(const struct dispatch_cell *cell);

/* ---- what the time is made of (explain.c, parts.c) ---------------------- */

/* Memory for the parts of all subjects on the group's cores; false: too little,
 * nothing can be explained. After dispatch_make_executor(). */
bool dispatch_prepare_parts(struct dispatch_group *group);

/* Before a round of a point: the parts of all executors planned there. */
void dispatch_time_parts(const struct dispatch_group *group, unsigned point,
			 unsigned round);

/* After the point's rounds, before another one's: cell->explained. */
void dispatch_explain_cell(const struct dispatch_group *group,
			   struct dispatch_cell *cell);

/* A series and the quantity EXECUTOR/explained of each executor (all: of each
 * lock and queue exchanged, too). */
void dispatch_record_explained(const struct dispatch_group *group, bool all);

/* ---- on the screen (page.c) -------------------------------------------- */

/* All executors side by side: overhead and wall time over the loop's at each
 * length. */
void dispatch_show_summary(const struct dispatch_group *group);

/* All executors side by side: predicted wall times, what is left of the
 * measured ones; nothing where no parts were measured. */
void dispatch_show_explained(const struct dispatch_group *group);

/* An executor's table of up to ten rows. */
void dispatch_show_executor(const struct dispatch_group *group,
			    unsigned subject);

#endif
