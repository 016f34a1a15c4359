/* SPDX-License-Identifier: MIT */
/*
 * Tasks that block half of their time: how many workers keep a core busy, and
 * what a pool of waiters beside the workers does for it.
 */
#include "bench/experiments/inject/inject.h"

#include "bench/harness/trial.h"

#define TASKS_A_CORE 12u    /* always some that wait */
#define WAITERS_A_CORE 2u   /* one is asleep on an average */
#define SETTLED 5u          /* 1 / 5 of the time */

struct halves {
	struct inject_load load[INJECT_HALVES];
	struct inject_figures figures[INJECT_HALVES];
};

/* The last subject has waiters; each other so many workers as its number. */
static struct inject_load load_of(const struct inject_load *half,
				  unsigned subject)
{
	bool waits = subject == INJECT_HALVES - 1;
	struct inject_load load = *half;

	load.least = load.most = (waits ? 1 : subject + 1) * load.cores;
	load.tasks = TASKS_A_CORE * load.cores;
	load.settled_ms = load.stop_ms / SETTLED;
	if (waits) {
		load.variant = "half/waiters";
		load.waiters = WAITERS_A_CORE * load.cores;
	}
	return load;
}

static bool pass_half(void *of, unsigned subject, unsigned round)
{
	struct halves *h = of;

	return inject_round(&h->load[subject], round, false,
			    &h->figures[subject]);
}

void inject_half(const struct inject_load *load)
{
	static struct halves h; /* too large for a stack */
	unsigned done;

	h = (struct halves){ 0 };
	for (unsigned i = 0; i < INJECT_HALVES; i++)
		h.load[i] = load_of(load, i);
	trial_rounds(&(struct trial_rounds){
		.rounds = { .subjects = INJECT_HALVES,
			    .wanted = inject_rounds() },
		.steps = 1, .pass = pass_half, .of = &h }, &done);
	for (unsigned i = 0; done && i < INJECT_HALVES; i++)
		inject_record_rounds(&h.load[i], &h.figures[i]);
}
