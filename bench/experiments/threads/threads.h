/* SPDX-License-Identifier: MIT */
/* The parts of experiment `threads`. Core 0, outside any run. */
#ifndef BENCH_EXPERIMENTS_THREADS_THREADS_H
#define BENCH_EXPERIMENTS_THREADS_THREADS_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/config/settings.h"
#include "bench/experiments/threads/design.h"

#define THREADS_DESIGNS 8u
#define THREADS_POINTS 8u

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

/* Makes the task: measures the spigot, chooses the decimals, checks them
 * against known ones. False, with a warning: not possible. */
bool threads_plan(struct threads_plan *plan, const struct settings *settings);

/* One point of a design; false: run->trouble says why there is none. */
bool threads_measure(const struct threads_plan *plan,
		     struct threads_curve *curve, enum threads_case which,
		     unsigned k, const char **trouble);

/* Fills in *asleep; false: no memory for any sleeper. */
bool threads_asleep(const struct threads_plan *plan,
		    struct threads_asleep *asleep);
unsigned threads_asleep_wanted(const struct settings *settings);

/* Records, screen, sentences. */
void threads_record(const struct threads_plan *plan,
		    const struct threads_curve *curve, enum threads_case which);
void threads_page(const struct threads_plan *plan,
		  const struct threads_results *results);
void threads_find(const struct threads_plan *plan,
		  const struct threads_results *results);

/* Ticks as thousandths of a second at the published scale. */
int64_t threads_published_ms(uint64_t ticks);

#endif
