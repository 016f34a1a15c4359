/* SPDX-License-Identifier: MIT */
/*
 * Which steps are possible: threads that can go on and may, by the bound and
 * by fairness, and flushes that matter.
 */
#include "tests/explore/engine/model.h"

/* ---- who can ----------------------------------------------------------- */

static bool enabled(const struct thread *t)
{
	if (t->ended)
		return false;
	switch (t->site->kind) {
	case EXPLORE_RELAX:
		return t->woken;
	case EXPLORE_WAIT:
		return memory_is_set(t->address);
	default:
		return true;
	}
}

unsigned options_enabled(void)
{
	unsigned mask = 0;

	FOR_THREADS(i)
		mask |= (unsigned)enabled(&run.thread[i]) << i;
	return mask;
}

/* Threads that only pass time, when nobody else can do anything. */
static unsigned spinner_mask(void)
{
	unsigned mask = 0;

	FOR_THREADS(i) {
		const struct thread *t = &run.thread[i];
		if (!t->ended && t->site->kind == EXPLORE_RELAX &&
		    t->spins < run.program->spins)
			mask |= 1u << i;
	}
	return mask;
}

/* Nobody comes before it; see be_fair(). */
static bool has_turn(unsigned thread, unsigned mask)
{
	return (mask >> thread & 1) &&
	       !(run.thread[thread].after & mask & ~(1u << thread));
}

/* It could go on and does not give up the core by itself: leaving it is a
 * preemption. */
static bool goes_on(unsigned thread, unsigned mask)
{
	enum explore_kind kind;

	if (!has_turn(thread, mask))
		return false;
	kind = run.thread[thread].site->kind;
	return kind != EXPLORE_RELAX && kind != EXPLORE_WAIT &&
	       kind != EXPLORE_WAIT_OR_NOT;
}

bool options_preempt(unsigned thread, unsigned mask)
{
	return run.last != NOBODY && run.last != thread &&
	       goes_on(run.last, mask);
}

/* ---- options ----------------------------------------------------------- */

static void add(struct options *options, char step)
{
	options->step[options->count++] = step;
}

static void add_thread(struct options *options, unsigned thread, unsigned mask)
{
	if (has_turn(thread, mask) &&
	    !(options_preempt(thread, mask) && run.preemptions >= run.bound))
		add(options, '0' + thread);
}

/* The thread that goes on comes first: the fewest preemptions. */
static void add_threads(struct options *options, unsigned mask, unsigned among)
{
	if (among >> run.last & 1)
		add_thread(options, run.last, mask);
	FOR_THREADS(i)
		if (i != run.last && (among >> i & 1))
			add_thread(options, i, mask);
}

unsigned options_observers(unsigned mask)
{
	bool stays = run.last != NOBODY && run.preemptions >= run.bound &&
		     goes_on(run.last, mask);

	return MET_STORE | (stays ? 1u << run.last : ANYBODY);
}

static void add_flushes(struct options *options, unsigned mask)
{
	unsigned stores;

	FOR_THREADS(i)
		if (flush_meets(i, options_observers(mask), &stores))
			add(options, 'a' + i);
}

static void add_any_flush(struct options *options)
{
	FOR_THREADS(i)
		if (run.thread[i].stores) {
			add(options, 'a' + i);
			return;
		}
}

void options_list(struct options *options, unsigned mask)
{
	options->count = 0;
	if (run.flushes) {
		add(options, 'a' + run.flushing);
		return;
	}
	add_threads(options, mask, run.met);
	add_flushes(options, mask);
	if (!options->count)
		add_threads(options, mask, ANYBODY);
	if (!options->count)
		add_any_flush(options);
	if (!options->count)
		add_threads(options, spinner_mask(), ANYBODY);
}
