/* SPDX-License-Identifier: MIT */
#include "sched/executor/decide.h"

#include "kernel/minmax.h"

/* A width has to cost a sixteenth less than another to be called better. */
#define GAIN 16u

/* The search ends where its range is this part of the best width. */
#define NARROW 8u

/* A run is worth a trial if it lasts so many times what recruiting takes; and
 * what waits is believed to take at most so many times what has been run. */
#define WORTH 4u
#define BELIEF 16u

/* A task that core 0 submits and another one takes moves so much of a line: its
 * slot is a quarter of one, which comes and goes back to be written again, and
 * some lines are on their way at once. */
#define CROSSING(line) ((line) / 5)

/* A second core has to save that part of what a task takes. */
#define SAVED 8u

/* Ticks x DECIDE_UNIT: what takes longer counts as so long. */
#define LONG (1ull << 24)

/* A hold in windows, at first; searched again after so many times as long
 * though nothing has changed, as the last search may have been disturbed. */
#define HOLD 4u
#define HOLD_UNCHANGED 8u

/* Tasks have changed if they take this times as long, or as short, so often
 * in a row. */
#define CHANGED 2u
#define CHANGED_WINDOWS 2u

struct decide decide_begin(unsigned cores, uint64_t wake)
{
	return (struct decide){ .cores = cores, .width = 1, .best = 1,
				.high = cores + 1, .wake = wake,
				.hold = HOLD };
}

static uint64_t cost_of(const struct decide_sample *s)
{
	return s->ticks * DECIDE_UNIT / s->tasks;
}

/* ---- the search ------------------------------------------------------------ */

/*
 * As wide as the tasks can fill: a core spends so much on a task beyond its
 * body; were all of that done one after the other, by one queue, then body /
 * that many cores would be the most.
 */
static unsigned width_tasks_fill(const struct decide *d,
				 const struct decide_sample *s)
{
	uint64_t all = d->best_cost * d->best / DECIDE_UNIT;
	uint64_t beyond = all > s->task_ticks ? all - s->task_ticks : 1;

	return (unsigned)min_u64(d->cores, s->task_ticks / beyond);
}

/* This width and those below are no better than the best, tried or not: as many
 * cores are busy with the bodies alone. */
static unsigned too_narrow(const struct decide *d,
			   const struct decide_sample *s)
{
	uint64_t busy = s->task_ticks * DECIDE_UNIT / (d->best_cost + 1);

	return (unsigned)max_u64(d->low, min_u64(busy, d->best));
}

/* The next width to try; `best` if there is none. */
static unsigned next_width(const struct decide *d,
			   const struct decide_sample *s)
{
	unsigned step = d->best / NARROW, up = 2 * d->best;
	unsigned low = too_narrow(d, s);

	if (step == 0)
		step = 1;
	if (d->high == d->cores + 1 && d->best < d->cores) {
		/* Nobody is known to be worse above. */
		if (d->best > 1 && width_tasks_fill(d, s) > up)
			up = width_tasks_fill(d, s);
		up = (unsigned)min_u64(up, s->backlog + d->best);
		return up < d->cores ? up : d->cores;
	}
	if (d->high - d->best > step && d->best < d->cores)
		return (d->best + d->high) / 2;
	if (d->best - low > step)
		return (d->best + low) / 2;
	return d->best;
}

static void set_width(struct decide *d, unsigned width)
{
	d->decisions += d->width != width;
	d->width = width;
}

static void begin_hold(struct decide *d, const struct decide_sample *s)
{
	d->trying = false;
	d->windows = d->drifted = 0;
	d->task_ticks = s->task_ticks;
	set_width(d, d->best);
}

static void try_next(struct decide *d, const struct decide_sample *s)
{
	unsigned next = next_width(d, s);

	if (next == d->best) {
		begin_hold(d, s);
		return;
	}
	d->trying = true;
	set_width(d, next);
}

/* The width on trial has been measured. */
static void judge_trial(struct decide *d, const struct decide_sample *s)
{
	uint64_t cost = cost_of(s);

	if (cost + cost / GAIN < d->best_cost) {
		if (d->width > d->best)
			d->low = d->best;
		else
			d->high = d->best;
		d->best = d->width;
		d->best_cost = cost;
	} else if (d->width > d->best) {
		d->high = d->width;
	} else {
		d->low = d->width;
	}
	try_next(d, s);
}

/* ---- the hold --------------------------------------------------------------- */

static bool tasks_changed(const struct decide *d, const struct decide_sample *s)
{
	return s->task_ticks > d->task_ticks * CHANGED ||
	       s->task_ticks * CHANGED < d->task_ticks;
}

/* Is it time for another search? */
static bool search_due(struct decide *d, const struct decide_sample *s)
{
	d->drifted = tasks_changed(d, s) ? d->drifted + 1 : 0;
	d->windows++;
	if (d->windows < d->hold)
		return false;
	return d->drifted >= CHANGED_WINDOWS ||
	       d->windows >= (uint64_t)d->hold * HOLD_UNCHANGED;
}

/*
 * What a task would take two cores: core 0 submits all of them, so that others
 * see them, and runs those which the other core has no time for. That one
 * fetches each. Both are busy for as long.
 */
static uint64_t cost_of_two(const struct decide *d, uint64_t run,
			    uint64_t submit)
{
	uint64_t shown = submit + d->extra;
	uint64_t theirs = run + CROSSING(d->line) * DECIDE_UNIT;

	if (theirs <= shown)
		return shown;
	return shown + run * (theirs - shown) / (run + theirs);
}

/* Alone, with tasks that core 0 submits, and a second one would save little. */
static bool too_short(const struct decide *d, const struct decide_sample *s)
{
	uint64_t run = s->task_ticks * DECIDE_UNIT, all = cost_of(s);
	uint64_t submit = min_u64(all > run ? all - run : 0, LONG);

	if (d->width > 1 || !s->submitting)
		return false;
	run = min_u64(run, LONG);
	return cost_of_two(d, run, submit) * SAVED >
	       (run + submit) * (SAVED - 1);
}

static bool worth_recruiting(const struct decide *d,
			     const struct decide_sample *s)
{
	uint64_t ahead = min_u64(s->backlog * s->task_ticks,
			       s->elapsed * BELIEF);
	uint64_t worth = max_u64(s->elapsed, ahead);

	return s->backlog && worth >= WORTH * d->wake;
}

static void search_again(struct decide *d, const struct decide_sample *s)
{
	d->best = d->width;
	d->low = 0;
	d->high = d->cores + 1;
	d->best_cost = cost_of(s);
	if (d->hold < UINT32_MAX / HOLD_UNCHANGED / 2)
		d->hold *= 2;
	try_next(d, s);
}

struct decide decide_next(struct decide d, const struct decide_sample *s)
{
	if (d.cores == 1)
		return d;
	if (d.trying) {
		judge_trial(&d, s);
	} else if (too_short(&d, s)) {
		return d;
	} else if (!d.best_cost) {
		/* Nothing tried as yet. */
		if (!worth_recruiting(&d, s))
			return d;
		d.best_cost = cost_of(s);
		try_next(&d, s);
	} else if (search_due(&d, s) && s->backlog) {
		search_again(&d, s);
	}
	return d;
}
