/* SPDX-License-Identifier: MIT */
/* Private to experiment `threads`. Core 0, outside any run, unless said. */
#ifndef BENCH_EXPERIMENTS_THREADS_THREADS_H
#define BENCH_EXPERIMENTS_THREADS_THREADS_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/config/settings.h"
#include "bench/experiments/threads/design.h"

#define THREADS_DESIGNS 8u
#define THREADS_POINTS 8u
#define THREADS_PROPERTY "the digits are pi's"

/* The published task: 3 s of computing in steps with a sleep between two. */
#define THREADS_CPU_MS 3000u
#define THREADS_SLEEP_MS 500u
#define THREADS_STEPS 106u
#define THREADS_WHOLE_MS \
	(THREADS_CPU_MS + (THREADS_STEPS - 1) * THREADS_SLEEP_MS)

/* The two questions: tasks that compute only, and tasks that sleep as well. */
enum threads_case { THREADS_PURE, THREADS_SLEEPING, THREADS_CASES };

/* The task, made for this machine and this scale. */
struct threads_plan {
	const struct settings *settings;
	unsigned cores;
	uint32_t decimals;
	uint64_t turns, checksum; /* of its spigot */
	uint64_t cpu;             /* ticks it takes alone */
	uint64_t sleep, slice;    /* ticks */
};

/* What a run of a design with k x cores tasks showed; ticks. */
struct threads_point {
	unsigned k, tasks, workers;
	uint64_t stack_kib;
	uint64_t took;     /* until all had ended */
	uint64_t earliest; /* until the first had */
	uint64_t queued;   /* longest until a task's first step */
	uint64_t waited;   /* longest that a task waited after that */
	uint64_t late;     /* longest that a bystander overslept */
	uint64_t busy;     /* sum over the tasks: computing ... */
	uint64_t resident; /* ... and from their begin to their end */
};

struct threads_curve {
	const struct threads_design *design;
	unsigned points;
	uint64_t tasks;    /* whose digits were compared */
	bool wrong;        /* some were not pi's */
	struct threads_point point[THREADS_POINTS];
};

/* The sleepers' effect on a core at work; ticks of one task. */
struct threads_asleep {
	unsigned wanted, sleepers; /* that fitted */
	uint64_t alone, beside;    /* medians */
	uint64_t spread;           /* between the runs without sleepers */
	bool wrong;                /* a task's digits were not pi's */
};

struct threads_results {
	struct threads_curve curve[THREADS_CASES][THREADS_DESIGNS];
	unsigned designs;
	struct threads_asleep asleep;
};

/* ---- plan.c, measure.c, asleep.c ---------------------------------------- */

/* Makes the task: measures the spigot, chooses the decimals, checks them
 * against known ones. False, with a warning: not possible. */
bool threads_make_plan(struct threads_plan *plan,
		       const struct settings *settings);

/* One point of a design; false: *trouble says why there is none. */
bool threads_measure(const struct threads_plan *plan,
		     struct threads_curve *curve, enum threads_case which,
		     unsigned k, const char **trouble);

/* Fills in *asleep; false: no memory for any sleeper. */
bool threads_measure_asleep(const struct threads_plan *plan,
			    struct threads_asleep *asleep);

/* ---- report.c, findings.c ----------------------------------------------- */

void threads_record(const struct threads_plan *plan,
		    const struct threads_curve *curve, enum threads_case which);
void threads_show(const struct threads_plan *plan,
		  const struct threads_results *results);
void threads_report_findings(const struct threads_plan *plan,
			     const struct threads_results *results);

/* ---- fibers.c: what the designs share that use them --------------------- */

/* Runs all workers as fibers, with a bystander on each core. What a design
 * without launch() gets. Core 0, outside any run. */
void threads_fibers(struct threads_run *run);

/* Fibers for so many workers beside what is there; how many fit (a multiple
 * of cores, or fewer where memory ends). They stay for later runs. */
unsigned threads_reserve(unsigned cores, unsigned workers);

/* A whole task, whose worker waits while it sleeps. yield: see
 * threads_step(). From a fiber. */
void threads_whole(struct threads_run *run, unsigned index, unsigned slot,
		   void (*yield)(void));

/* workers() of the designs: one for each core, or for each task. */
unsigned threads_one_each_core(unsigned cores, unsigned tasks);
unsigned threads_one_each_task(unsigned cores, unsigned tasks);

/* ---- utilisation.c: pure, integers only --------------------------------- */

/* One measured point: k x cores tasks, done after `ticks`. */
struct utilisation_point {
	unsigned k;
	uint64_t ticks;
};

/* Share of its time that a task needs a core, in millionths; 0 for no time. */
uint64_t utilisation_ppm(uint64_t busy, uint64_t whole);

/* Threads at once by the formula cores / utilisation, in thousandths; 0 where
 * the utilisation is 0. */
uint64_t utilisation_threads_milli(unsigned cores, uint64_t ppm);

/*
 * The best k: the smallest whose throughput (tasks a tick) is within
 * UTILISATION_NEAR_PERCENT of the highest. 0 for no points.
 */
#define UTILISATION_NEAR_PERCENT 5u
unsigned utilisation_best_k(const struct utilisation_point *point, size_t n);

/* The largest k up to which no point takes more than UTILISATION_FLAT_PERCENT
 * longer than the first. Points in the order of k. 0 for no points. */
#define UTILISATION_FLAT_PERCENT 10u
unsigned utilisation_flat_to(const struct utilisation_point *point, size_t n);

#endif
