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
/* At most. Six is the fewest that a statement needs: the full suite has two that
 * may be disturbed. */
#define THREADS_ROUNDS 8u
#define THREADS_ROUNDS_QUICK 6u
#define THREADS_PROPERTY "the digits are pi's"

/* The published task: 3 s of computing in steps with a sleep between two. The
 * quick suite's is an eighth of it, of the same steps. */
#define THREADS_CPU_MS 3000u
#define THREADS_SLEEP_MS 500u
#define THREADS_STEPS 106u
#define THREADS_STEPS_QUICK 14u

/* The two questions: tasks that compute only, and tasks that sleep as well. */
enum threads_case { THREADS_PURE, THREADS_SLEEPING, THREADS_CASES };

/* The task, made for this machine and this scale. */
struct threads_plan {
	const struct settings *settings;
	unsigned cores;
	uint32_t steps, cpu_ms;   /* of a task that sleeps; published */
	uint32_t decimals;
	uint64_t turns, checksum; /* of its spigot */
	uint64_t cpu;             /* ticks it takes alone */
	uint64_t sleep, slice;    /* ticks */
};

/* What a round shows; ticks, but for the share. */
enum threads_column {
	THREADS_TOOK,     /* until all had ended */
	THREADS_EARLIEST, /* until the first had */
	THREADS_QUEUED,   /* longest until a task's first step */
	THREADS_WAITED,   /* longest that a task waited after that */
	THREADS_LATE,     /* longest that a bystander overslept */
	THREADS_SHARE,    /* computing, of the time from a task's begin to its
			   * end; millionths */
	THREADS_COLUMNS
};

/* A design with k x cores tasks. */
struct threads_point {
	unsigned k, tasks, workers;
	uint64_t stack_kib;
	unsigned rounds;
	bool disturbed[THREADS_ROUNDS];
	int64_t round[THREADS_COLUMNS][THREADS_ROUNDS];
};

struct threads_curve {
	const struct threads_design *design;
	unsigned points;   /* 0: not measured, or wrong */
	uint64_t tasks;    /* whose digits were compared */
	bool wrong;        /* some were not pi's */
	struct threads_point point[THREADS_POINTS];
};

/* The sleepers' effect on a core at work. */
enum threads_night {
	THREADS_ALONE,
	THREADS_BESIDE, /* beside those that sleep on */
	THREADS_ONCE,   /* beside those that all wake in the middle of it */
	THREADS_RANDOM, /* beside those that wake at any time of it */
	THREADS_NIGHTS
};

struct threads_asleep {
	unsigned wanted, sleepers; /* that fitted */
	unsigned rounds;           /* 0: not measured */
	int64_t round[THREADS_NIGHTS][THREADS_ROUNDS]; /* ticks of one task;
					* QUANTITY_NONE: disturbed */
	int64_t late[THREADS_NIGHTS][THREADS_ROUNDS]; /* longest that one
					* overslept; the same */
	bool wrong;                /* a task's digits were not pi's */
};

struct threads_results {
	struct threads_curve curve[THREADS_CASES][THREADS_DESIGNS];
	unsigned designs;
	struct threads_asleep asleep;
};

/* ---- plan.c, curves.c, measure.c, asleep.c ------------------------------ */

/* Makes the task: measures the spigot, chooses the decimals, checks them
 * against known ones. False, with a warning: not possible. */
bool threads_make_plan(struct threads_plan *plan,
		       const struct settings *settings);

/* Rounds of each point and of the sleepers. */
unsigned threads_rounds(const struct settings *settings);

/* Passes that threads_draw() makes for a design in a case. */
unsigned threads_passes(const struct settings *settings,
			const struct threads_design *design,
			enum threads_case which);

/* Measures all curves of a case, and records them. */
void threads_draw(const struct threads_plan *plan,
		  struct threads_results *results, enum threads_case which);

/* A round of a point; false: *trouble says why there is none. */
bool threads_measure(const struct threads_plan *plan,
		     struct threads_curve *curve, enum threads_case which,
		     struct threads_point *point, unsigned round,
		     const char **trouble);

/* The median of its clean rounds; of all, where none was. */
int64_t threads_median(const struct threads_point *point,
		       enum threads_column column);

/* Fills in *asleep; false: no memory for any sleeper. */
bool threads_measure_asleep(const struct threads_plan *plan,
			    struct threads_asleep *asleep);

/* ---- rounds.c: records, from which the host concludes ------------------- */

void threads_record_task(const struct threads_plan *plan);
void threads_record_curve(const struct threads_plan *plan,
			  const struct threads_curve *curve,
			  enum threads_case which);
void threads_record_nights(unsigned cores, const struct threads_asleep *asleep);

/* ---- report.c ----------------------------------------------------------- */

void threads_record(const struct threads_plan *plan,
		    const struct threads_curve *curve, enum threads_case which);
void threads_show(const struct threads_plan *plan,
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

/* work() of a pool: takes the next task and stays with it to its end, asleep or
 * not. */
void threads_from_queue(struct threads_run *run, unsigned worker);

/* workers() of the designs: one for each core, or for each task. */
unsigned threads_one_each_core(unsigned cores, unsigned tasks);
unsigned threads_one_each_task(unsigned cores, unsigned tasks);

#endif
